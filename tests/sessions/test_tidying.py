"""A bot that runs for months deletes what it keeps for some days only."""

from sessions.records.clock import DAY_MS
from sessions.records.person import Notice, Waiting
from sessions.store import Handled, Write
from sessions.time.tidying import Tidying
from tests.sessions.fixture import BOB, GUILD, SessionFixture


async def test_old_rows_are_deleted_without_a_restart(fixture: SessionFixture) -> None:
    store, table = fixture.store, (await fixture.lobby()).table.id
    began = fixture.now
    write = Write(table, handled=Handled(9, table, began), notices=(Notice(9, BOB, table, "taken", began, BOB),))
    await store.commit(write)
    await store.queue.join(Waiting(GUILD, BOB, "Bob", "orchard", 2, began))
    tidying = Tidying(store.starts, lambda: fixture.now)

    kept = []
    for _ in range(8):
        fixture.now += DAY_MS
        await tidying.tend(fixture.now)
        handled = await store.log.done_by(9)
        notices, waiting = await store.people.notices(BOB, 0), await store.queue.waiting(GUILD, began)
        kept.append((handled is not None, len(notices), len(waiting)))

    assert kept == [(True, 1, 1)] * 2 + [(False, 1, 1)] * 4 + [(False, 1, 0), (False, 0, 0)]
