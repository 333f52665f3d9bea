"""Whole games over the wire reveal no secret and prove that their draws were fair.

Search every version of every message, answer and suggestion, including components, alt texts and file names. The
reader may not see hidden cards and tiles (by id or name in three languages), standing orders, private questions or
seeds.
"""

import re
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from msgspec import Struct

import sessions.lobby.seats as starting_module
from cogs.delivery import boards
from cogs.ui.wording import Wording
from cogs.views import board
from cogs.views.ending import LOG
from cogs.views.menu import READ
from cogs.views.waiting import waiting_lines
from engine.kernel.chance import commitment
from engine.kernel.decision import Decision, Message, Seat
from engine.minerva.content.words import tile
from engine.minos_classic.state.state import NO_ORDER
from sandbox.driver import Actor
from sandbox.simulation.hidden import Book, leaks, read_books
from sandbox.witness import Shown, Witness
from sessions.play.reader import TableReader
from sessions.play.table_log import TableLog
from sessions.records.log import LogLine
from sessions.session import Session
from sessions.snapshot import Awaited, TableSnapshot
from sessions.snapshot import snapshot_of as take_snapshot
from tests.wire import evening as wire
from tests.wire.dawn import DawnRenderClient, press_something
from tests.wire.evening import CHANNEL, PEOPLE, Wired, WireTable, wired
from tests.wire.panels import change

SEED = 1
LANGUAGES = ("en-US", "fr", "cs")
PUBLISHED = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")


@dataclass(frozen=True)
class Game:
    key: str
    seats: int
    language: str
    options: str = ""
    orders: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    """Standing orders: the command, its option, and values to type. If there are no values, a suggested one is
    typed."""


MINERVA_ORDERS = (
    ("/minerva orders pass", "when", ("passes:yes", "passes:no")),
    ("/minerva orders assistant", "when", ("buys:none", "buys:ask")),
    ("/minerva orders build", "tile", ()),
    ("/minerva orders place", "where", ()),
)
CLASSIC_ORDERS = (("/classic order", "rings", ("3", "7", "off")),)

GAMES = {
    "dawn": Game("minos-dawn", 2, "en", orders=(("/minos wish", "die", ()),)),
    "dawn alone": Game("minos-dawn", 1, "fr"),
    "minerva": Game("minerva", 2, "cs", orders=MINERVA_ORDERS),
    "classic": Game("minos-classic", 2, "fr", "round_limit=10 short_game=true", CLASSIC_ORDERS),
}


@pytest.fixture
async def wired_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    """The bot with all its games. Its pictures are dots, so that no test waits for them."""
    monkeypatch.setattr(wire, "render_client", DawnRenderClient)
    async with wired(tmp_path) as wired_bot:
        yield wired_bot


class Play:
    """A table where each person has another language and answers with buttons and selects only."""

    def __init__(self, wired_bot: Wired, game: Game, seed: int, curiosity: float = 0.1) -> None:
        self.wired_bot = wired_bot
        self.curiosity = curiosity
        """Chance that after an answer somebody gives standing orders and looks at their hand, the log and the board."""
        self.game = game
        self.dice = Random(seed)
        self.people = [wired_bot.person(name) for name in PEOPLE[: game.seats]]
        self.witness = Witness(wired_bot.sandbox)
        self.evening = WireTable(wired_bot, self.people, CHANNEL)
        self.answers = 0

    @property
    def shown(self) -> list[Shown]:
        return self.witness.shown

    async def prepare(self) -> None:
        """Change the options of the table before it starts. By default, change nothing."""

    async def begin(self) -> Session:
        for person, locale in zip(self.people, LANGUAGES[1:], strict=False):
            person.person.locale = locale
        first, *others = self.people
        options = {"options": self.game.options} if self.game.options else {}
        await first.command(
            "/table open",
            CHANNEL,
            game=self.game.key,
            seats=self.game.seats,
            language=self.game.language,
            **options,
        )
        for person in others:
            await person.command("/table join", CHANNEL)
        await self.prepare()
        await first.command("/table start", CHANNEL)
        await self.wired_bot.quiet()
        await change(first, "/settings", self.evening.channel, hand_by_dm=True)
        return await self.evening.session()

    async def to_the_end(self, most: int = 10_000) -> None:
        """Answer until the game is over, or up to that many times."""
        session = await self.begin()
        while session.table.status == "running" and self.answers < most:
            person = next(each for each in self.people if session.reader.decision_of(each.id))
            await press_something(self.evening, person, self.dice)
            self.answers += 1
            if self.dice.random() < self.curiosity:
                await self._look(self.dice.choice(self.people))
        await self.wired_bot.quiet()

    async def _look(self, person: Actor) -> None:
        for path, option, values in self.game.orders:
            offered = values or await read_suggestions(person, path, option)
            if offered:
                await self.evening.command(person, path, **{option: self.dice.choice(offered)})
        await self.evening.command(person, "/hand")
        for verb in (LOG, READ):
            await self.evening.from_menu(person, verb)

    def books(self) -> list[Book]:
        """Return the table's secrets and the seats that may not know them."""
        return read_books(self.wired_bot.folder / "knossos.db")


async def read_suggestions(person: Actor, path: str, option: str) -> tuple[str, ...]:
    return tuple(each["value"] for each in await person.autocomplete(path, CHANNEL, option, **{option: ""}))


def public(shown: Iterable[Shown]) -> list[str]:
    """Return the text of every version of every public message."""
    return [state.text for state in shown if state.reader is None]


def seal_faults(shown: Iterable[Shown], seed: bytes) -> list[str]:
    """Return faults in the proof of fair draws. Games show one SHA-256 throughout and the matching seed at the end."""
    texts = public(shown)
    sealed = [set(PUBLISHED.findall(text)) for text in texts]
    told = [place for place, text in enumerate(texts) if seed.hex() in text]
    faults = []
    if set.union(*sealed) != {sha256(seed).hexdigest()}:
        faults.append("what was published is not the SHA-256 of the seed")
    if not told:
        faults.append("the seed was not told")
    elif any(sealed) and next(place for place, each in enumerate(sealed) if each) >= told[0]:
        faults.append("the seed was told no later than it was sealed")
    return faults


@pytest.mark.parametrize("name", GAMES)
async def test_a_whole_game_shows_nobody_hidden_information(wired_bot: Wired, name: str) -> None:
    play = Play(wired_bot, GAMES[name], SEED)
    await play.to_the_end()
    session = await play.evening.session()
    assert session.table.status == "over"

    (book,) = play.books()
    assert leaks([book], play.shown) == []
    assert seal_faults(play.shown, session.reader.timeline.position.seed) == []
    assert bool(book.orders) == bool(play.game.orders), "there were orders that could leak"
    assert {state.reader for state in play.shown} >= {None, *(person.id for person in play.people)}
    if book.game == "minos-dawn":
        assert len(book.opened[0]) > len(book.opened[None]), "a hand was never shown to others"
        assert any(state.is_direct for state in play.shown), "hands went out by direct message"
        assert any(is_private for asked in book.asked.values() for _, is_private in asked)


# Planted faults: the search must find each of these


def _show_private_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a fault: show seat 0's private log lines to everybody."""
    lines = TableLog.lines

    async def as_seat_0(log: TableLog, listener: int | None, first: int, last: int) -> list[LogLine]:
        return await lines(log, listener or 0, first, last)

    monkeypatch.setattr(TableLog, "lines", as_seat_0)


def _ask_in_public(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a fault: ask a private question on the public board."""

    def public_if_small(awaited: Awaited, _: int) -> Decision | None:
        return awaited.decisions[0] if len(awaited.decisions) == 1 else None

    monkeypatch.setattr(Awaited, "public_if_small", public_if_small)


def _mix_up_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a fault: when people view their hand, show them another seat's."""
    view = TableReader.view

    def view_of_another(reader: TableReader, seat: Seat | None) -> Struct:
        others = [sitter.seat for sitter in reader.table.sitters if sitter.seat != seat]
        return view(reader, None if seat is None else others[0])

    monkeypatch.setattr(TableReader, "view", view_of_another)


def _show(monkeypatch: pytest.MonkeyPatch, secret: Callable[[Wording, Session], list[str]]) -> None:
    """Plant a fault: show the result of `secret` on the public board."""
    sessions = dict[int, Session]()

    def snapshot_of(session: Session) -> TableSnapshot:
        sessions[session.table.id] = session
        return take_snapshot(session)

    def with_secret(wording: Wording, seen: TableSnapshot, decision: Decision | None) -> list[str]:
        return [*waiting_lines(wording, seen, decision), *secret(wording, sessions[seen.table.id])]

    monkeypatch.setattr(boards, "snapshot_of", snapshot_of)
    monkeypatch.setattr(board, "waiting_lines", with_secret)


def _show_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a fault: show standing orders on the public board."""

    def orders(wording: Wording, session: Session) -> list[str]:
        rings = [player.order for player in session.reader.timeline.position.state.players if player.order != NO_ORDER]
        return [wording.say(Message("minos_classic.choice.order", {"count": count}), "fr") for count in rings if count]

    _show(monkeypatch, orders)


def _show_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a fault: show the seed of a running game on the board."""
    _show(monkeypatch, lambda _, session: [session.reader.timeline.position.seed.hex()])


def _show_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a fault: show the next temple of the stack on the board."""

    def temple(wording: Wording, session: Session) -> list[str]:
        next_one = session.reader.timeline.position.state.temple_stack[-1]
        return [wording.say(tile(next_one), session.table.language)]

    _show(monkeypatch, temple)


@pytest.mark.parametrize(
    ("name", "mistake", "found"),
    [
        ("dawn", _show_private_lines, r"shows everybody .* \(A[12]-\d\d\)"),
        ("dawn", _ask_in_public, r"shows everybody the private question \d+ of seat [01]"),
        ("dawn", _ask_in_public, r"shows everybody .* \(A1-\d\d\)"),
        ("dawn", _mix_up_hands, r"shows user \d+ .* \(A1-\d\d\)"),
        ("classic", _show_orders, r"shows everybody the standing order"),
        ("minerva", _show_deck, r"shows everybody .* \(\w+\)"),
        ("minerva", _show_seed, r"shows everybody the seed"),
    ],
)
async def test_the_search_finds_a_planted_leak(
    wired_bot: Wired,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    mistake: Callable[[pytest.MonkeyPatch], None],
    found: str,
) -> None:
    mistake(monkeypatch)
    play = Play(wired_bot, GAMES[name], SEED, curiosity=0.3)
    await play.to_the_end(40 if mistake is _show_private_lines else 16)
    assert [leak for leak in leaks(play.books(), play.shown) if re.search(found, leak)]


async def test_the_search_finds_a_commitment_to_another_seed(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starting_module, "commitment", lambda seed: commitment(seed[::-1]))
    play = Play(wired_bot, GAMES["minerva"], SEED)
    await play.to_the_end()
    seed = (await play.evening.session()).reader.timeline.position.seed
    assert seal_faults(play.shown, seed) == ["what was published is not the SHA-256 of the seed"]
