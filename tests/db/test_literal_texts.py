"""Texts that look like SQL, placeholders or paths are stored as they are, and change nothing else (I10)."""

from collections.abc import Callable, Iterator
from random import Random

import pytest
from sqlalchemy import Connection, func, inspect, select, table

from sessions.records.person import Report, Waiting
from sessions.records.table import Sitter
from sessions.store import Quotas
from tests.databases import DATABASES
from tests.db.test_contract import AT, LARGE, open_table
from tests.sessions.fixture import ALICE, BOB, SessionFixture

pytestmark = pytest.mark.xdist_group("postgresql")

TEXTS = 500
NO_QUOTAS = Quotas(TEXTS, TEXTS)
STATEMENTS = (
    "DROP TABLE entries", "DELETE FROM notes", "UPDATE people SET language = 'x'", "SELECT position FROM snapshots",
    "UNION SELECT text FROM notes", "OR '1'='1'", "COMMIT", "ATTACH DATABASE '../other.db' AS other", "pg_sleep(9)",
)  # fmt: skip
OPENINGS, ENDINGS = ("", "'", '"', "')", "';", '");', "1;", "\\'", "`", "/*"), ("", ";", "; --", " #", " /*", "'", '"')
LITERALS = (
    ":text", ":user", "%s", "%(text)s", "%%", "?", "?1", "$1", "@user", "{0}", "{name}", "{ $name }", "{{7*7}}",
    "${HOME}", "$(id)", "%00", "''", '""', "\\", "\\n", "NULL", "true", "0x27", "_%", "[]", "b'x'",
)  # fmt: skip
PATHS = (
    "../../etc/passwd", "..\\..\\boot.ini", "/dev/null", "~/.ssh/id_rsa", "C:\\con", "file:///etc/passwd", "knossos.db",
    "./-rf", "a/b.png", "//host/share", "..%2f..%2f", "notes;touch x",
)  # fmt: skip


def attacks(random: Random) -> Iterator[str]:
    """Return an endless series of texts: statements, placeholders and paths, alone or joined."""
    while True:
        statement = random.choice(OPENINGS) + random.choice(STATEMENTS) + random.choice(ENDINGS)
        parts = [statement, random.choice(LITERALS), random.choice(PATHS)]
        yield " ".join(random.sample(parts, random.randint(1, len(parts)))).strip()


def rows_of(connection: Connection) -> dict[str, int]:
    """Return the number of rows of each table."""
    names = inspect(connection).get_table_names()
    return {name: connection.execute(select(func.count()).select_from(table(name))).scalar_one() for name in names}


async def test_texts_are_stored_literally(
    stored: SessionFixture, request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    texts = attacks(Random(request.config.getoption("--seed")))
    store = stored.store
    await open_table(stored)
    before = DATABASES.do(stored.path, rows_of)
    for number, attack in zip(range(TEXTS // 5), texts, strict=False):
        sitter, note, reported, name, game = (attack, *(next(texts) for _ in range(4)))
        kept = await open_table(stored, 2 + number, NO_QUOTAS, channel=2 + number, sitters=(Sitter(0, ALICE, sitter),))
        await store.people.keep_note(kept.id, LARGE, note)
        report = Report(0, AT, BOB, LARGE, None, None, 0, None, None, reported)
        told = await store.people.keep_report(report, 1000 + number)
        await store.queue.join(Waiting(LARGE, BOB, name, game, 2, AT))

        found = await store.tables.by_id(kept.id)
        assert found is not None
        assert [each.name for each in found.sitters] == [sitter]
        assert await store.people.note(kept.id, LARGE) == note
        assert told.text == reported
        assert Waiting(LARGE, BOB, name, game, 2, AT) in await store.queue.waiting(LARGE, AT)
        assert await store.queue.leave(LARGE, [BOB], game) == 1
    after = DATABASES.do(stored.path, rows_of)
    more = {name: count - before[name] for name, count in after.items() if count != before[name]}
    expected = dict.fromkeys(("tables", "sitters", "notes", "reports", "posts", "due", "handled"), TEXTS // 5)
    assert more == expected
    record_property("tries", TEXTS)
