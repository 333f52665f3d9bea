"""PostgreSQL servers that are killed, unreachable, blocked or unsuitable."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import text

from db.postgresql.address import ServerRefuses, UnusableAddress, address_of, is_address
from db.postgresql.connections import MOST_TRIES, PostgresConnection, PostgresServer
from db.postgresql.engine import open_driver
from db.postgresql.presence import Presence
from db.postgresql.store import PostgresStore
from db.store import open_store
from sessions.records.clock import Schedule
from sessions.records.person import Person
from sessions.refusals import StorageFull, StorageUnavailable, StorageUnsure
from sessions.store import Overtaken, Quotas, Write
from settings import Settings
from tests.databases import DATABASES, WHY_NOT, fresh_url, in_a_thread, is_installed, server
from tests.db.test_contract import answer_entry, log, open_table
from tests.postgresql import TEMPLATE, PostgresProcess
from tests.sessions.fixture import ALICE, SessionFixture
from tests.waiting import eventually

pytestmark = [
    pytest.mark.xdist_group("postgresql"),
    pytest.mark.skipif(not is_installed(), reason=WHY_NOT),
]


@pytest.fixture
async def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SessionFixture]:
    """An empty store on the server that all tests share."""
    monkeypatch.setattr(DATABASES, "kind", "postgresql")
    made = await SessionFixture.begin(tmp_path / "knossos.db")
    yield made
    await made.close()


@pytest.fixture
def mortal() -> Iterator[PostgresProcess]:
    """Run a server that syncs its commits and may be killed."""
    started = PostgresProcess(())
    yield started
    started.stop()


@pytest.mark.at_server
async def test_a_killed_server_loses_nothing_and_is_reconnected(mortal: PostgresProcess) -> None:
    """The log has all confirmed answers, and none that was refused."""
    url = mortal.url(mortal.fresh())
    fixture = SessionFixture(Path("nowhere"))
    fixture.store = store = await PostgresStore.open(url)
    tables = [(await open_table(fixture, number, Quotas(100, 100), channel=number)).id for number in range(1, 5)]
    confirmed: dict[int, list[int]] = {table: [] for table in tables}
    is_over, goes_on = asyncio.Event(), asyncio.Event()

    async def press(table: int) -> None:
        number = 1
        while not is_over.is_set():
            try:
                await store.commit(Write(table, entries=(answer_entry(number, 10_000 * table + number),)))
            except StorageUnavailable:
                await asyncio.sleep(0.05)
            else:
                confirmed[table].append(number)
                number += 1
                goes_on.set()

    presses = [asyncio.create_task(press(table)) for table in tables]
    await asyncio.wait_for(goes_on.wait(), 20)
    await asyncio.to_thread(mortal.kill)
    await asyncio.sleep(0.1)
    goes_on.clear()
    await asyncio.to_thread(mortal.start)
    await asyncio.wait_for(goes_on.wait(), 20)
    is_over.set()
    await asyncio.gather(*presses)
    for table in tables:
        assert await log(fixture, table) == confirmed[table]
    await store.close()


def cut_next_commit(monkeypatch: pytest.MonkeyPatch, is_carried_out: bool) -> None:
    """Let the server disappear before it replies to the next commit."""
    execute = asyncpg.Connection.execute

    async def cut_off(driver: asyncpg.Connection, query: str, *args: Any, **kwargs: Any) -> str:
        if query.rstrip(";") == "COMMIT":
            monkeypatch.setattr(asyncpg.Connection, "execute", execute)
            if is_carried_out:
                await execute(driver, query)
            driver.terminate()
            raise asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")
        return str(await execute(driver, query, *args, **kwargs))

    monkeypatch.setattr(asyncpg.Connection, "execute", cut_off)


@pytest.mark.parametrize(
    ("is_carried_out", "is_found", "outcome"),
    [(True, True, None), (False, True, StorageUnavailable), (True, False, StorageUnsure)],
)
async def test_a_commit_without_a_reply_is_looked_up(
    stored: SessionFixture,
    monkeypatch: pytest.MonkeyPatch,
    is_carried_out: bool,
    is_found: bool,
    outcome: type[Exception] | None,
) -> None:
    """The commit may have succeeded. Until the server is back, the bot must not say that nothing has changed."""
    await open_table(stored)
    cut_next_commit(monkeypatch, is_carried_out)
    writes = [Write(1, entries=(answer_entry(number, number + 90),)) for number in (1, 2)]
    with monkeypatch.context() as patch:
        if not is_found:
            patch.setattr("db.postgresql.connections.FATE_S", 0.1)
            patch.setattr(PostgresServer, "connect", lambda _: asyncio.Event().wait())
        done = await asyncio.gather(*map(stored.store.commit, writes), return_exceptions=True)
    assert [each and type(each) for each in done] == [outcome] * 2
    assert await log(stored, 1) == ([1, 2] if is_carried_out else [])
    await stored.store.commit(Write(1, entries=(answer_entry(3, 99),)))


@pytest.mark.parametrize("is_carried_out", [True, False])
async def test_a_change_whose_commit_has_no_reply_is_unsure(
    stored: SessionFixture, monkeypatch: pytest.MonkeyPatch, is_carried_out: bool
) -> None:
    """The log doesn't show these changes, so the bot must not say that nothing has changed."""
    cut_next_commit(monkeypatch, is_carried_out)
    with pytest.raises(StorageUnsure):
        await stored.store.people.keep_person(Person(ALICE, language="fr"))
    await stored.store.starts.keep_hash("name", "value")  # This opens a new connection.
    cut_next_commit(monkeypatch, is_carried_out)
    with pytest.raises(StorageUnsure):
        await stored.store.commit(Write(schedules=(Schedule(ALICE, "Europe/Prague"),)))

    people, schedules = await stored.store.people.everyone(), await stored.store.people.schedules()
    assert [len(people), len(schedules)] == [is_carried_out] * 2


@pytest.mark.parametrize("is_connecting", [False, True])
async def test_a_request_to_a_closed_store_opens_no_connection(
    stored: SessionFixture, monkeypatch: pytest.MonkeyPatch, is_connecting: bool
) -> None:
    """An outbox may still use the store while its process ends, and nothing would close a new connection."""
    store = stored.store
    assert isinstance(store, PostgresStore)
    made: list[asyncpg.Connection] = []
    connecting, goes_on = asyncio.Event(), asyncio.Event()
    goes_on.set()

    async def open_connection(*args: Any, **kwargs: Any) -> asyncpg.Connection:
        connecting.set()
        await goes_on.wait()
        made.append(await open_driver(*args, **kwargs))
        return made[-1]

    monkeypatch.setattr("db.postgresql.presence.open_driver", open_connection)
    if is_connecting:
        goes_on.clear()
        lost = store.sharing._driver
        assert lost is not None
        lost.terminate()
        asking = asyncio.create_task(store.sharing.hold(1))
        await connecting.wait()
        await store.close()
        goes_on.set()
        assert not await asking
        assert len(made) == 1
    else:
        await store.close()
        assert not await store.sharing.hold(1)
        assert not made
    assert all(driver.is_closed() for driver in made)


async def test_waiting_for_a_lock_of_another_process_times_out(stored: SessionFixture) -> None:
    kept = await open_table(stored)
    await stored.store.transactions.writer.submit(
        lambda connection: connection.execute(text("SET lock_timeout = '100ms'"))
    )
    held, let_go = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    async def hold() -> None:
        other = await asyncpg.connect(DATABASES.url(stored.path))
        async with other.transaction():
            await other.execute("SELECT 1 FROM tables FOR UPDATE")
            loop.call_soon_threadsafe(held.set)
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(let_go.wait(), loop))
        await other.close()

    holding = asyncio.ensure_future(asyncio.to_thread(in_a_thread, hold))
    await held.wait()
    with pytest.raises(StorageUnavailable):
        await stored.store.commit(Write(1, row=kept))
    let_go.set()
    await holding
    await stored.store.commit(Write(1, row=kept))


async def test_only_one_of_conflicting_batches_changes_each_table(stored: SessionFixture) -> None:
    """Two processes change the same two tables in opposite orders without a deadlock."""
    numbers = [(await open_table(stored, number, channel=number)).id for number in (1, 2)]
    rival = await stored.rival()
    for turn in range(10):
        tables = [table for number in numbers if (table := await stored.store.tables.by_id(number)) is not None]
        mine, its = ([Write(table.id, row=table) for table in order] for order in (tables, tables[::-1]))
        both = [*map(stored.store.commit, mine), *map(rival.store.commit, its)]
        outcomes = await asyncio.gather(*both, return_exceptions=True)
        assert sorted(type(outcome) is Overtaken for outcome in outcomes) == [False, False, True, True]
        assert {await stored.store.tables.revision(number) for number in numbers} == {turn + 1}
    await rival.close()


REFUSE = """
CREATE SEQUENCE times;
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('times') <= {times} THEN RAISE EXCEPTION 'planted' USING ERRCODE = '{state}'; END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER refuse BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION refuse();
"""
"""Makes the server refuse log entries a number of times. A rollback doesn't reset a sequence."""


@pytest.mark.parametrize(
    ("state", "times", "refusal"),
    [("40001", MOST_TRIES - 1, None), ("40P01", MOST_TRIES, StorageUnavailable), ("53100", 1, StorageFull)],
)
async def test_only_conflicts_are_tried_again_a_few_times(
    stored: SessionFixture, state: str, times: int, refusal: type[Exception] | None
) -> None:
    await open_table(stored)
    name = address_of(DATABASES.url(stored.path)).name
    server().ask(lambda connection: connection.execute(REFUSE.format(state=state, times=times)), name)

    (outcome,) = await asyncio.gather(
        stored.store.commit(Write(1, entries=(answer_entry(1, 90),))), return_exceptions=True
    )

    assert type(outcome) is (refusal or type(None))
    assert server().ask(lambda connection: connection.fetchval("SELECT last_value FROM times"), name) == (
        times if refusal else MOST_TRIES
    )
    assert await log(stored, 1) == ([] if refusal else [1])


async def test_a_channel_let_go_is_free_for_other_processes(stored: SessionFixture) -> None:
    rival = await stored.rival()
    mine, its = stored.store.sharing, rival.store.sharing
    assert mine is not None
    assert its is not None

    assert await mine.hold(77)
    assert [await mine.holds(77), await its.hold(77), await its.holds(77)] == [True, False, False]
    await its.let_go(77)  # No process can let go of another one's channel.
    assert not await its.hold(77)
    await mine.let_go(77)
    assert [await mine.holds(77), await its.hold(77)] == [False, True]
    await rival.close()
    await mine.let_go(77)
    await eventually(lambda: mine.hold(77), "the server has ended the rival's session", every_s=0.01)


async def test_a_lost_connection_for_locks_is_replaced_by_itself(
    stored: SessionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything is read again, because hints were lost meanwhile."""
    monkeypatch.setattr("db.postgresql.presence.BEAT_S", 0.01)
    presence = Presence(address_of(DATABASES.url(stored.path)))
    heard: list[tuple[str, int]] = []
    presence.listen(lambda kind, number: heard.append((kind, number)))
    await presence.open()
    assert await presence.hold(77)
    lost = presence._driver
    assert lost is not None

    server().ask(lambda c: c.execute("SELECT pg_terminate_backend($1)", lost.get_server_pid()))
    await eventually(lambda: heard, "the connection is replaced", every_s=0.01)

    assert heard == [("all", 0)]
    assert not await presence.holds(77)
    assert lost.is_closed()
    await presence.let_go(77)
    assert await presence.hold(77)
    await presence.close()


async def test_no_more_processes_than_slots_share_a_database(
    stored: SessionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("db.postgresql.presence.SLOTS", 1)
    with pytest.raises(ServerRefuses, match="more than 1 processes share the database"):
        await PostgresStore.open(DATABASES.url(stored.path))


async def test_processes_that_start_together_migrate_once() -> None:
    url = server().url(server().fresh())
    stores = await asyncio.gather(*(PostgresStore.open(url) for _ in range(3)))
    assert len({store.opening.schema for store in stores}) == 1
    for store in stores:
        assert await store.people.everyone() == []
        await store.close()


async def test_a_hanging_transaction_is_ended_at_its_deadline(
    stored: SessionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("db.postgresql.connections.TRANSACTION_S", 0.1)
    monkeypatch.setattr(PostgresConnection, "_begin", lambda *what: asyncio.Event().wait())
    with pytest.raises(StorageUnavailable):
        await stored.store.commit(Write(1, settled=(1,)))
    monkeypatch.undo()
    monkeypatch.setattr(DATABASES, "kind", "postgresql")
    await open_table(stored)


async def test_a_hanging_server_refuses_in_time_and_is_reconnected(
    stored: SessionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request does not wait until all earlier requests have reached their deadlines."""
    kept = await open_table(stored)
    for name, seconds in {"engine.CONNECT_S": 0.2, "engine.STATEMENT_S": 0.2, "engine.GRACE_S": 0.1}.items():
        monkeypatch.setattr(f"db.postgresql.{name}", seconds)
    monkeypatch.setattr("db.postgresql.connections.RECONNECT_S", 0)
    store = await PostgresStore.open(DATABASES.url(stored.path))
    assert await store.sharing.hold(77)
    server().send_signal(signal.SIGSTOP)
    try:
        asked: list[Awaitable[object]] = [store.commit(Write(kept.id, row=kept)), store.sharing.hold(78)]
        asked += [
            wait
            for _ in range(60)
            for wait in (store.tables.revision(kept.id), store.starts.keep_hash("name", "value"))
        ]
        async with asyncio.timeout(6):
            outcomes = await asyncio.gather(*asked, return_exceptions=True)
    finally:
        server().send_signal(signal.SIGCONT)
    assert outcomes.pop(1) is False
    assert {type(outcome) for outcome in outcomes} == {StorageUnavailable}
    await store.commit(Write(kept.id, row=kept))
    assert await store.tables.revision(kept.id) == kept.revision + 1
    async with asyncio.timeout(20):
        while not await store.sharing.hold(77):
            pass
    await store.close()


FAULTS = {
    "postgresql://knossos:s3cret@/nothing?host={folder}": "has no database nothing: make it with createdb.",
    "postgresql://nobody:s3cret@/postgres?host={folder}": "does not let nobody in. Check user and",
    "postgresql://knossos:s3cret@127.0.0.1:1/x": "PostgreSQL at 127.0.0.1:1 cannot be reached ([Errno 111] Connect ",
    "postgresql://knossos:s3cret@/template_latin?host={folder}": "is kept in LATIN1: make it anew with",
}


@pytest.mark.parametrize("url", FAULTS)
async def test_an_unusable_server_is_reported_in_plain_words(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("db.postgresql.engine.START_S", 0)
    monkeypatch.setattr("db.postgresql.engine.RETRY_S", 0.01)
    if "latin" in url:
        made = "CREATE DATABASE template_latin ENCODING LATIN1 TEMPLATE template0"
        server().ask(lambda connection: connection.execute(made))
    with pytest.raises(ServerRefuses) as refused:
        await open_store(url.format(folder=server().folder))
    assert FAULTS[url] in str(refused.value)
    assert "s3cret" not in str(refused.value)


async def test_a_server_that_is_too_old_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("db.postgresql.engine.OLDEST_VERSION", 10**9)
    with pytest.raises(ServerRefuses, match=r"^PostgreSQL [\d.]+ is too old: it must be "):
        await PostgresStore.open(fresh_url())


async def test_a_replica_is_refused() -> None:
    """The database says that it is a replica. A real one would need a second server."""
    name = server().fresh(TEMPLATE)
    says = "CREATE FUNCTION pg_is_in_recovery() RETURNS bool LANGUAGE sql AS 'SELECT true'"
    server().ask(lambda connection: connection.execute(says), name)
    server().ask(lambda connection: connection.execute(f"ALTER DATABASE {name} SET search_path = public, pg_catalog"))
    with pytest.raises(ServerRefuses, match=r"is a replica, which cannot be written\. Check DATABASE"):
        await PostgresStore.open(server().url(name))


async def test_tables_of_another_user_are_refused_in_plain_words() -> None:
    """This happens after a restore by a superuser."""
    name = server().fresh(TEMPLATE)
    server().ask(lambda connection: connection.execute("CREATE ROLE stranger LOGIN"))
    with pytest.raises(ServerRefuses, match=r"cannot be used: permission denied for table alembic_version\.$"):
        await PostgresStore.open(server().url(name).replace("knossos@", "stranger@"))


@pytest.mark.parametrize("connections", [0, 2])
async def test_a_failed_opening_closes_its_connections(connections: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process opens three connections, but the server allows only `connections`."""
    monkeypatch.setattr("db.postgresql.engine.START_S", 0)
    monkeypatch.setattr("db.postgresql.connections.RECONNECT_S", 0)
    name, role = server().fresh(TEMPLATE), f"guest_{connections}"
    server().ask(lambda asked: asked.execute(f"CREATE ROLE {role} LOGIN CONNECTION LIMIT {connections}"))
    server().ask(lambda asked: asked.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}"), name)
    url = server().url(name).replace("knossos@", f"{role}@")
    with pytest.raises(ServerRefuses, match="cannot be used: too many connections for role"):
        await PostgresStore.open(url)
    there = "SELECT count(*) FROM pg_stat_activity WHERE usename = $1"
    for _ in range(1000):
        if not server().ask(lambda asked: asked.fetchval(there, role)):
            break
    else:
        pytest.fail("connections of a store that was not opened stay")


def test_an_address_never_shows_its_password() -> None:
    for given in ("postgresql://anna:s3cret@db:5433/games?sslmode=require", "postgres://anna:s3cret@db:5433/games"):
        address = address_of(given)
        assert str(address) == repr(address) == "postgresql://anna:***@db:5433/games"
        assert (address.name, address.server) == ("games", "db:5433")
        assert "s3cret" not in repr(Settings(_env_file=None, database=given))
    assert address_of("postgresql://anna@db/games?sslmode=require").url.query == {"ssl": "require"}
    for wrong in ("", ":port/games", "/games?sslmode=require&channel_binding=require", "/games?connect_timeout=10"):
        with pytest.raises(UnusableAddress) as refused:
            address_of(f"postgresql://anna:s3cret@db{wrong}")
        assert "s3cret" not in str(refused.value)
    assert not is_address("var/postgresql.db")


@pytest.mark.parametrize("password", ["s3@cret", "s3@c/ret", "s3@c:1/ret"])
def test_an_at_sign_in_a_password_is_refused(password: str) -> None:
    """The password would end at that sign. The rest of it would be read as the host's name, which messages show."""
    with pytest.raises(UnusableAddress, match="write %40 in place of it") as refused:
        address_of(f"postgresql://anna:{password}@db/games")
    assert "ret" not in str(refused.value)
    assert address_of("postgresql://anna:s3%40cret@db/games").url.password == "s3@cret"


async def test_opening_a_database_reports_its_settings() -> None:
    store = await PostgresStore.open(fresh_url())
    assert str(store.opening).startswith("postgresql=")
    assert "fsync=off schema=" in str(store.opening)
    with pytest.raises(Overtaken):
        await store.commit(Write(9, entries=(answer_entry(1, 1),)))
    await store.close()


HOLDER = """
import asyncio, sys
from db.postgresql.address import address_of
from db.postgresql.presence import Presence

async def hold(address):
    presence = Presence(address_of(address))
    await presence.open()
    print(await presence.leads(), await presence.hold(77), flush=True)
    await asyncio.sleep(600)

asyncio.run(hold(sys.argv[1]))
"""
"""A script. Its process does the due work and holds a channel."""


async def test_a_frozen_process_loses_its_channels_within_half_a_minute(stored: SessionFixture) -> None:
    """Otherwise a process that hangs would keep its channels and the timed work until someone kills it."""
    holder = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLDER, DATABASES.url(stored.path), cwd=Path(__file__).parents[2],
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert holder.stdout is not None
    sharing = stored.store.sharing
    assert sharing is not None
    try:
        assert await holder.stdout.readline() == b"True True\n"
        assert [await sharing.leads(), await sharing.hold(77)] == [False, False]
        holder.send_signal(signal.SIGSTOP)
        await eventually(lambda: sharing.hold(77), "the channel is free", within_s=30, every_s=0.5)
        assert await sharing.leads()
    finally:
        holder.kill()
        await holder.wait()
