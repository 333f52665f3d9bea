"""If the database has a queue from an older version, the people in the queue wait as before."""

from sqlalchemy import Connection, text

from sessions.records.person import Waiting
from tests.databases import DATABASES
from tests.db.older import downgrade
from tests.sessions.fixture import ALICE, BOB, GUILD, SessionFixture


async def test_people_in_an_old_queue_keep_their_place_and_wish(fixture: SessionFixture) -> None:
    wishes = [
        Waiting(GUILD, ALICE, "Alice", "orchard", 3, 5, "brisk"),
        Waiting(GUILD, BOB, "Bob", "vineyard", 2, 6),
        Waiting(GUILD, BOB, "Bob", "orchard", 2, 7, None, 4),
    ]
    for wish in wishes:
        await fixture.store.queue.join(wish)
    await fixture.close()
    downgrade(fixture.path, "0023")

    def rows(connection: Connection) -> list[str]:
        query = text('SELECT name, game FROM queue ORDER BY "user"')
        return [f"{row.name} {row.game}" for row in connection.execute(query)]

    assert DATABASES.do(fixture.path, rows) == ["Alice orchard", "Bob vineyard"], (
        "an old version allows one game per person"
    )

    await fixture.open()
    assert await fixture.store.queue.waiting(GUILD, 10) == wishes[:2]
    await fixture.store.queue.join(wishes[2])
    assert await fixture.store.queue.waiting(GUILD, 10) == wishes
