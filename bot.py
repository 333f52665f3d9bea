"""Start the bot with `python bot.py`: build its parts and connect them. No other module does that."""

import asyncio
import contextlib
import errno
import gc
import logging
import math
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

import games
from ai.client import Thinkers
from cogs import logs
from cogs.client import Knossos, forget_lost_servers, settle_lost_servers
from cogs.commands.sync import CommandsRefused
from cogs.delivery.reactions import FAILURES
from cogs.delivery.turn_feed import TurnFeed
from cogs.gateway import SessionStarts, pause_before_start_s
from cogs.members import Members
from cogs.monitoring import serve_monitoring
from cogs.painter import Painter
from cogs.private_answers import PrivateAnswers
from cogs.services import Services
from cogs.traffic import Rates
from cogs.ui.game_ui import GAME_UIS, GameUI, plain_ui
from cogs.ui.rulebook import read_rulebooks
from cogs.ui.typed.zones import learn_names
from cogs.ui.wording import Speech, Wording
from db.schema import Unusable
from db.store import AnyStore, open_store
from engine.games import GAMES, check_package, digest_of, games_not_fitted, use_content
from engine.kernel.absent import absent_game
from engine.kernel.chance import SEED_BYTES
from engine.kernel.content import UnfitContent
from engine.kernel.game import complete_settings
from engine.kernel.play import start
from knossos import __version__
from locales.words import LANGUAGES, Words, check_words
from metrics import Meters
from render import RENDERERS, USUAL, GameRenderer, RenderClient, show_name
from sessions.clocks.seat_clocks import steady_ms, unbroken_clock
from sessions.computers.computers import Computers
from sessions.computers.reasons import Adviser
from sessions.delivery.outbox import BlockedChannels
from sessions.records.clock import COMPUTER
from sessions.refusals import StorageRefusal, StorageUnavailable
from sessions.sessions import Sessions, fresh_bytes, now_ms
from sessions.store import VERSION, StartStore
from sessions.time.due_work import DueWork
from sessions.time.lost_servers import LostServers
from sessions.time.mended_games import resume_mended
from sessions.time.tidying import Tidying
from settings import BadSettings, Settings, read_settings

HOME = Path(__file__).parent
DRAIN_S = 8.0
SANDBOX_STARTS_S = 60.0
SANDBOX_ENDS_S = 3.0
SANDBOX_WAITS_S = 15.0
"""Seconds that a sandbox waits for another bot after its own bot has stopped."""
STORED_S = 4.0
"""Longest time in seconds to close the database. If it hangs, it is left open: everything confirmed is on disk."""
FOLLOW_S = 0.01
"""Seconds between two checks for due work if a test moves the bot's clocks."""
SWITCH_S = 0.0005
"""Interval at which Python switches threads, in seconds. With its default of 5 ms, drawing would delay answers."""
LEFT_OUT = "game left out: game=%s package=%s why=%s"
ENDINGS = {
    4004: "Discord no longer accepts this token. Set a new DISCORD_TOKEN.",
    4010: "Discord knows no such shard. Check SHARDS, or leave it empty.",
    4011: "The bot is in more servers than so few shards may serve. Raise SHARDS' last number, or leave it empty.",
}
"""Messages to the host, by Discord's close code. After these codes, reconnecting would not help."""

log = logging.getLogger("knossos")
T = TypeVar("T")


class CannotStart(Exception):  # noqa: N818  (shown to the host as a sentence)
    """The bot cannot run; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Time:
    """The host's clock (since 1970) and a monotonic clock, in milliseconds. If a test moves both clocks, `ahead`
    returns how far. Otherwise it's None."""

    clock: Callable[[], int] = now_ms
    steady: Callable[[], int] = steady_ms
    ahead: Callable[[], int] | None = None


REAL_TIME = Time()


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that is built at the start and closed at the end."""

    store: AnyStore
    sessions: Sessions
    render_client: RenderClient
    client: Knossos


@contextlib.asynccontextmanager
async def build(
    settings: Settings,
    shared_render_client: RenderClient | None = None,
    *,
    token_bytes: Callable[[int], bytes] = fresh_bytes,
    time: Time = REAL_TIME,
    thinkers: Thinkers | None = None,
) -> AsyncIterator[Parts]:
    """Build the parts of the bot, and close them at the end. Raises `CannotStart`, `ValueError`. A shared render client
    stays open. With a real token, pass neither `token_bytes` nor `time`."""
    if settings.has_token and not (token_bytes is fresh_bytes and time is REAL_TIME):
        raise ValueError("a bot that holds a token draws its own seeds, and lives in its host's time")
    if settings.content is not None:
        use_own_content(settings.content)
    store = await open_database(settings)
    load_packages()
    playable = games.WithAbsent(dict(GAMES), absent_game)  # load all games now, while nobody waits
    thinkers = thinkers or Thinkers(settings.computer_workers, settings.content)
    has_computers = thinkers.workers > 0
    members = Members(lambda: time.steady() / 1000)
    sessions = Sessions(
        store,
        playable,
        clock=time.clock,
        unbroken=unbroken_clock(time.clock, time.steady),
        token_bytes=token_bytes,
        offers_computers=has_computers,
        gone=members.find_gone,
        packages={key: game.folder for key, game in games.GAMES.items() if game.folder is not None},
    )
    try:
        await sessions.load()
        registered = games.GAMES.values()
        await resume_mended(sessions, {game.key: digest_of(game, settings.content) for game in registered})
    except StorageUnavailable as error:
        await store.close()
        raise CannotStart(
            "DATABASE: what the bot needs at its start cannot be read. Run `python -m db check`, and restore a backup "
            "with `python -m db restore FILE` if it finds damage."
        ) from error
    words = Words()
    render_client = shared_render_client or RenderClient(words, settings.content, paints=settings.sandbox_pictures)
    speech = Speech(
        words,
        settings.language,
        lambda user: sessions.choices.people.get(user).language,
        lambda guild: sessions.choices.servers.get(guild).language,
    )
    rates = Rates(time.clock, time.steady, settings.presses_per_minute)
    game_uis = games.WithAbsent(dict(GAME_UIS), plain_ui)
    rulebooks = read_rulebooks({key: HOME / games.find(key).rulebook for key in game_uis}, words)
    wording = Wording(speech, game_uis, playable, rulebooks)
    meters = Meters()
    store.transactions.writer.note_commit = meters.commit_seconds.observe
    damage = "1 if the check of the whole database found damage, NaN until it ends"
    meters.watch("knossos_database_damaged", damage, lambda: store.fault is not None if store.is_checked else math.nan)
    thinkers.note_thought = lambda is_cut: meters.thoughts.labels("cut" if is_cut else "whole").inc()
    meters.watch("knossos_thoughts_waiting", "Thoughts that wait for a process", lambda: thinkers.waiting)
    due_work = DueWork(sessions, time.steady)
    computers = Computers(sessions, thinkers.think, due_work.passes.expect, time.steady, due_work.is_leading)
    if has_computers:
        thinkers.note_missing = computers.note_missing = meters.thoughts_missing.inc
    due_work.handle(COMPUTER, computers.handle)
    sessions.context.seat_clocks.hear_due = computers.begin
    adviser = Adviser(sessions.context, thinkers.weigh if has_computers else None)
    painter = Painter(render_client, meters, sessions.choices.people)
    services = Services(
        sessions, wording, painter, rates, due_work, adviser, time.steady,
        meters=meters,
        blocked_channels=BlockedChannels(store.sharing),
        members=members,
        private_answers=PrivateAnswers(lambda: time.steady() / 1000),
    )  # fmt: skip
    # Processes that share a token reserve their IDENTIFY slots in the database.
    reserve = (lambda name, gap_ms: store.starts.reserve(name, now_ms(), gap_ms)) if settings.is_part else None
    starts = SessionStarts(reserve)
    lost_servers = LostServers(sessions, settings.forget_servers_after_days, time.steady)
    client = Knossos(services, lost_servers, settings.shard_ids, settings.shard_count, starts, settings.proxy_url)
    due_work.add_chore(partial(settle_lost_servers, client))
    due_work.add_chore(partial(forget_lost_servers, client))
    due_work.add_chore(Tidying(store.starts, time.steady).tend)
    due_work.passes.start()
    following = asyncio.create_task(follow(time.ahead, due_work, sessions)) if time.ahead is not None else None
    feeding = start_turn_feed(settings, sessions, meters)
    try:
        yield Parts(store, sessions, render_client, client)
    finally:
        for task in (following, feeding):
            if task is not None:
                task.cancel()
        await due_work.passes.stop()
        await computers.stop()
        thinkers.close()
        await sessions.stop(DRAIN_S)
        await client.close()
        if shared_render_client is None:
            render_client.close()
        try:
            await asyncio.wait_for(store.close(), STORED_S)
        except TimeoutError:
            log.warning("the database hangs: left without closing it")


def load_packages() -> None:
    """Load all parts of the games that packages bring. Log and leave out a game that can't be loaded."""
    for point, why in games.UNFIT:
        log.warning(LEFT_OUT, point.name, games.source_of(point), why)
    for game in list(games.GAMES.values()):
        if game.folder is not None:
            try:
                check_package(game)
                check_words(game)
                _check_looks(game)
            except (Exception, SystemExit) as error:
                why = str(error) if isinstance(error, games.Unfit) else f"{type(error).__name__}: {error}"
                log.warning(LEFT_OUT, game.key, game.source, why)
                games.leave_out(game.key)


def _check_looks(game: games.Registration) -> None:
    """Load the UI, the pictures and the rulebook of a package's game. Raises `Unfit`, and anything the package
    raises."""
    icons: games.GameParts[object] = games.GameParts("icons")
    game_ui, renderer = GAME_UIS[game.key], RENDERERS[game.key]
    if not isinstance(game_ui, GameUI) or game_ui.key != game.key:
        raise games.Unfit(f"{game.ui} isn't a GameUI with the key {game.key}")
    if game_ui.commands is not None and game_ui.commands.name != game.key:
        raise games.Unfit(f"the commands in {game.ui} are not called {game.key}")
    if not isinstance(renderer, GameRenderer):
        raise games.Unfit(f"{game.renderer} isn't a GameRenderer")
    if game.key in icons:
        icons[game.key]
    read_rulebooks({game.key: Path(game.rulebook)}, Words())


def start_turn_feed(settings: Settings, sessions: Sessions, meters: Meters) -> asyncio.Task[None] | None:
    """Start the turn feed if the host has set its address. It posts each turn there. The caller cancels the task."""
    if settings.turn_feed_url is None or settings.turn_feed_secret is None:
        return None
    secret = settings.turn_feed_secret.get_secret_value().encode()
    feed = TurnFeed(sessions, meters, settings.turn_feed_url.get_secret_value(), secret)
    sessions.context.seat_clocks.hear_asked = feed.hear
    return asyncio.create_task(feed.run())


async def follow(ahead: Callable[[], int], due_work: DueWork, sessions: Sessions) -> None:
    """Do due work whenever a test has moved the clocks. `due_work` itself only waits in real time."""
    seen = ahead()
    while True:
        await asyncio.sleep(FOLLOW_S)
        if ahead() != seen:
            seen = ahead()
            sessions.outbox.look()
            due_work.passes.wake()


def time_of(settings: Settings) -> Time:
    if settings.sandbox_clock is None:
        return REAL_TIME
    from sandbox.moved import MovedClock  # the real bot never imports the sandbox

    moved = MovedClock(settings.sandbox_clock)
    return Time(moved.host_ms, moved.steady_ms, moved.ahead_ms)


def seeds_of(settings: Settings) -> Callable[[int], bytes]:
    if settings.sandbox_seed is None:
        return fresh_bytes
    from sandbox.moved import draw_seed  # the real bot never imports the sandbox

    return partial(draw_seed, settings.sandbox_seed, Path("seeds"))


def use_own_content(folder: Path) -> None:
    """Load a host's own content. Log games whose computer players were tuned for other content. Raises
    `CannotStart`."""
    try:
        use_content(folder)
    except UnfitContent as error:
        raise CannotStart(
            f"The content in {folder} cannot be played with. To mend ({len(error.faults)}):\n{error}"
        ) from error
    if others := games_not_fitted(folder):
        log.info("computer players were fitted on other content than that in CONTENT: games=%s", ",".join(others))


async def open_database(settings: Settings) -> AnyStore:
    """Open the database and bring it up to date. A large file is checked later. Raises `CannotStart`."""
    try:
        store = await open_store(settings.database_url)
    except Unusable as error:
        raise CannotStart(str(error)) from error
    except OSError as error:
        place = error.filename or settings.sqlite_file or "the database"
        is_full = error.errno == errno.ENOSPC
        cure = "Free some space" if is_full else "Name a file in a folder that the bot may write to"
        raise CannotStart(f"DATABASE: {place} cannot be used: {error.strerror}. {cure}.") from error
    log.info("knossos %s: database open: %s", __version__, store.opening)
    await store_version(store.starts)
    return store


async def store_version(store: StartStore) -> None:
    """Store the bot's version, which `python -m db check` and older bots report. A full disk doesn't stop the bot."""
    with contextlib.suppress(StorageRefusal):
        before = (await store.hashes()).get(VERSION)
        if before != __version__:
            log.info("the last version on this database was %s", before or "none that says so")
            await store.keep_hash(VERSION, __version__)


def point_at(address: str) -> None:
    """Make discord.py use the sandbox at `address`, which is on this machine."""
    Route.BASE = f"{address}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http://", "ws://", 1) + "/gateway")


async def run(settings: Settings) -> int:
    """Run until told to stop. Return the exit code. Raises `CannotStart`."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with contextlib.AsyncExitStack() as stack:
        building = build(settings, token_bytes=seeds_of(settings), time=time_of(settings))
        parts = await finish_unless(stop, stack.enter_async_context(building))
        if parts is None:
            return 0
        try:
            await stack.enter_async_context(
                serve_monitoring(parts.client, settings.metrics_port, lambda: parts.store.fault)
            )
        except OSError as error:
            raise CannotStart(f"METRICS_PORT: {error.strerror}. Choose another port.") from error
        if settings.has_token:
            await wait_for_budget(parts.store, stop, settings.processes)
        else:
            address = await stack.enter_async_context(sandbox(settings))
            point_at(address)
            print(f"No token is set, so this is the sandbox. Play at {address}/", flush=True)
        gc.collect()
        gc.freeze()  # everything loaded so far stays, so later collections can skip it
        return await serve(parts.client, settings.token, stop)


async def finish_unless(stop: asyncio.Event, work: Coroutine[None, None, T]) -> T | None:
    """Return the result of this work, or give it up and return None if the bot is told to stop."""
    working, stopped = asyncio.create_task(work), asyncio.create_task(stop.wait())
    await asyncio.wait({working, stopped}, return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    if not working.done():
        working.cancel()
        await asyncio.wait({working})
    return None if working.cancelled() else working.result()


@contextlib.asynccontextmanager
async def sandbox(settings: Settings) -> AsyncIterator[str]:
    """Yield the address of a running sandbox, or start one. Raises `CannotStart`.

    If its bot dies, a sandbox keeps running for a while, and the next bot joins it.
    """
    address = f"http://127.0.0.1:{settings.sandbox_port}"
    if settings.sandbox_port and await _is_sandbox(address):
        yield address
        return
    try:
        settings.sandbox_world.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotStart(
            f"SANDBOX_WORLD: {error.filename} cannot be used: {error.strerror}. "
            "Name a file in a folder that the bot may write to."
        ) from error
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "sandbox", "serve",
        "--port", str(settings.sandbox_port), "--world", str(settings.sandbox_world.absolute()),
        "--until-left", str(SANDBOX_WAITS_S),
        stdout=asyncio.subprocess.PIPE, start_new_session=True, cwd=HOME,
    )  # fmt: skip
    try:
        yield await _read_address(child, settings.sandbox_port)
    finally:
        with contextlib.suppress(ProcessLookupError):  # it may have ended by itself
            child.terminate()
        try:
            await asyncio.wait_for(child.wait(), SANDBOX_ENDS_S)
        except TimeoutError:
            child.kill()


async def _is_sandbox(address: str) -> bool:
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=2)) as client,
            client.get(f"{address}/health") as answer,
        ):
            return "knossos-sandbox" in await answer.text()
    except (aiohttp.ClientError, OSError, TimeoutError):
        return False


async def _read_address(child: asyncio.subprocess.Process, port: int) -> str:
    """Wait for the sandbox to print its address, and return it. Raises `CannotStart`."""
    assert child.stdout is not None
    try:
        line = (await asyncio.wait_for(child.stdout.readline(), SANDBOX_STARTS_S)).decode()
    except TimeoutError as error:
        child.kill()
        raise CannotStart("The sandbox does not start. Is the machine too busy? Try again.") from error
    found = re.search(r"http://\S+?(?=/?\s|/$)", line)
    if found is None:
        raise CannotStart(
            f"No token is set, and the sandbox cannot open on port {port}, as the line above says. "
            "Set DISCORD_TOKEN to run on Discord, or change SANDBOX_PORT or SANDBOX_WORLD."
        )
    return found[0]


async def wait_for_budget(store: AnyStore, stop: asyncio.Event, processes: int = 1) -> None:
    """Wait before connecting if the bot crashes repeatedly: Discord allows a limited number of starts a day."""
    now, pause_s = now_ms(), 0.0
    try:
        pause_s = pause_before_start_s(await store.starts.since(now - 24 * 3600 * 1000), now, processes)
        await store.starts.keep(now)
    except StorageRefusal as refusal:  # people should hear from the bot that its disk is full
        log.warning("this start cannot be stored: why=%s", type(refusal).__name__)
    if pause_s:
        log.warning("started too often: waiting %.0f s", pause_s)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), pause_s)


async def warm(client: Knossos) -> None:
    """Wait for the connection, then draw every game's background in every language. This makes the first board fast."""
    await asyncio.to_thread(dict, RENDERERS)  # loading their modules takes some 200 ms
    await asyncio.to_thread(show_name, "A北", "")  # opening the fonts takes some 20 ms
    await client.gateway.has_arrived.wait()
    painter = client.services.painter
    for language in dict.fromkeys((client.services.wording.speech.default, *LANGUAGES)):
        for key, game in GAMES.items():
            try:
                settings = complete_settings(game, max(game.rules.seats), {})
                # In a thread, because laying out a game takes some 30 ms and somebody may already be waiting.
                laid_out = await asyncio.to_thread(start, game, settings, bytes(SEED_BYTES))
                names = {seat: str(seat + 1) for seat in range(settings.seats)}
                view = game.rules.look(laid_out.position.state, None)
            except Exception:  # draw the other games anyway
                log.exception("game failed: table=none game=%s", key)
            else:
                await painter.draw(painter.client.board(key, view, (), names, language, colours=USUAL))


async def preload(client: Knossos) -> None:
    """Load the renderers. Once connected, prepare board backgrounds, time zone names and the application's emoji."""
    await warm(client)
    await asyncio.to_thread(learn_names)
    await client.emoji_keeper.keep()
    gc.freeze()  # otherwise the next full collection would stop the bot for 20 ms while it scans all this


async def serve(client: Knossos, token: str, stop: asyncio.Event) -> int:
    """Stay connected until told to stop. Return the exit code. Raises `CannotStart`."""
    if stop.is_set():
        return 0
    connected = asyncio.create_task(client.start(token))
    stopped = asyncio.create_task(stop.wait())
    leisure = asyncio.create_task(preload(client))
    await asyncio.wait({connected, stopped}, return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    leisure.cancel()
    if not connected.done():
        log.info("stopping")
        await client.services.sessions.stop(DRAIN_S)
        await client.close()
        connected.cancel()
        await asyncio.gather(connected, return_exceptions=True)
        return 0
    try:
        connected.result()
    except discord.LoginFailure as error:
        raise CannotStart("Discord does not know this token. Check DISCORD_TOKEN.") from error
    except discord.PrivilegedIntentsRequired as error:
        raise CannotStart("Discord refuses the connection: intents are missing.") from error
    except CommandsRefused as error:
        raise CannotStart(
            f"Discord refuses the commands ({error}). On its developer portal, under Installation, tick both User "
            "Install and Guild Install, save, and start again."
        ) from error
    except discord.ConnectionClosed as error:
        raise CannotStart(ENDINGS.get(error.code, f"Discord ends the connection ({error.code}).")) from error
    except (aiohttp.ClientProxyConnectionError, aiohttp.ClientHttpProxyError) as error:
        raise CannotStart(f"The proxy {_proxy_of(error)}. Check PROXY, or HTTPS_PROXY if PROXY is empty.") from error
    except (*FAILURES, discord.GatewayNotFound) as error:
        raise CannotStart(f"Discord cannot be reached: {type(error).__name__}. Try again later.") from error
    if client.is_token_bad:
        raise CannotStart("Discord no longer accepts this token. Set a new DISCORD_TOKEN.")
    return 0


def _proxy_of(error: aiohttp.ClientProxyConnectionError | aiohttp.ClientHttpProxyError) -> str:
    """Describe the proxy's error, without the password in its address."""
    if isinstance(error, aiohttp.ClientHttpProxyError):
        return f"refuses the connection to Discord ({error.status})"
    return f"at {error.host}:{error.port} cannot be reached"


def main() -> int:
    """Run the bot. If it can't start, print why. Return the exit code."""
    sys.setswitchinterval(SWITCH_S)
    try:
        settings = read_settings()
        logs.set_up(settings.log_level, settings.log_format)
        return asyncio.run(run(settings))
    except BadSettings as error:
        for name, fault in error.faults:
            print(f"{name}: {fault}", file=sys.stderr)
    except CannotStart as error:
        print(error, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
