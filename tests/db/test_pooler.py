"""A pooler that keeps one connection per process works. Any other pooler is refused."""

import pytest

from db.postgresql.address import ServerRefuses, address_of
from db.postgresql.engine import NotApplied, open_driver
from db.postgresql.store import PostgresStore
from sessions.store import Quotas
from tests.databases import WHY_NOT, is_installed, server
from tests.db import pgbouncer
from tests.db.test_contract import open_table
from tests.postgresql import TEMPLATE
from tests.sessions.fixture import SessionFixture

pytestmark = [
    pytest.mark.xdist_group("postgresql"),
    pytest.mark.at_server,
    pytest.mark.skipif(not is_installed(), reason=WHY_NOT),
    pytest.mark.skipif(pgbouncer.PROGRAM is None, reason=pgbouncer.WHY_NOT),
]


def through(folder: str, name: str) -> str:
    """Return the address of a database through the pooler."""
    return f"postgresql://knossos@/{name}?host={folder}&port={pgbouncer.PORT}"


async def test_a_pooler_in_session_mode_keeps_every_setting(tmp_path) -> None:
    name = server().fresh(TEMPLATE)
    with pgbouncer.pooling(server().folder, "session") as folder:
        store = await PostgresStore.open(through(folder, name))
        fixture = SessionFixture(tmp_path / "nowhere")
        fixture.store = store
        table = await open_table(fixture, 1, Quotas(100, 100), channel=1)
        assert (await store.tables.by_id(table.id)) is not None
        async with store.engine.connect() as connection:
            for setting, shown in (("synchronous_commit", "on"), ("statement_timeout", "10s"), ("lock_timeout", "4s")):
                assert (await connection.exec_driver_sql(f"SHOW {setting}")).scalar_one() == shown
        await store.close()


@pytest.mark.parametrize("mode", ["transaction", "statement"])
async def test_a_pooler_that_shares_connections_is_refused(mode: str) -> None:
    name = server().fresh(TEMPLATE)
    with (
        pgbouncer.pooling(server().folder, mode) as folder,
        pytest.raises(ServerRefuses, match=r"pooler.*Set pool_mode = session"),
    ):
        await PostgresStore.open(through(folder, name))


async def test_a_setting_that_the_server_changes_is_refused() -> None:
    """The server rounds the value, so the setting would differ from the requested one."""
    address = address_of(server().url(server().fresh(TEMPLATE)))
    with pytest.raises(NotApplied, match="does not keep lock_timeout"):
        await open_driver(address, {"lock_timeout": "1500us"})
