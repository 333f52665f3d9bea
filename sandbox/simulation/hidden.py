"""Search everything that was shown for secrets, in every language. A replay of the log shows who has seen which
secret."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from cogs.ui.press import NOBODY, BeginPress, HelpPress, LessonPress, LookPress, RulesPress, decode, read_press
from engine.games import GAMES
from engine.kernel.codec import decode_facts
from engine.kernel.decision import Decision, Message, Seat
from engine.minerva.content import words as minerva_words
from engine.minerva.content.box import the_box as minerva_box
from engine.minerva.content.terms import FORUM, RESIDENCE
from engine.minerva.state.state import MinervaState as Minerva
from engine.minos_dawn.content import words as dawn_words
from engine.minos_dawn.state.state import DawnState as Dawn
from locales.words import LANGUAGES
from sandbox.simulation.log import in_words, stored_tables, users_of
from sandbox.witness import Shown
from sessions.play.replaying import walk_log
from sessions.play.timeline import AnyGame, Timeline
from sessions.records.log import Answered, Entry, Ordered, Started
from sessions.records.table import Table

LOOKUPS = ("look",)
"""Commands that show any card to anyone. Their answers reveal nothing secret about a game."""
REFERENCE = RulesPress, HelpPress, LookPress, LessonPress, BeginPress
CUSTOM_ID = re.compile(r'"custom_id":"([^"]*)"')
STRING = re.compile(r'"([^"]+)"')
NEVER = 1 << 60
"""A number or time later than any entry."""


def _in_every_language(message: Message) -> frozenset[str]:
    return frozenset(in_words(message, language).casefold() for language in LANGUAGES)


@cache
def secrets_of(game: str) -> Mapping[str, frozenset[str]]:
    """Return everything in a game that can be hidden, by id, with the words that would reveal it."""
    if game == "minos-dawn":
        components = GAMES[game].statistics.components()
        # Leave out the names of two decrees. Foundations, which are public, have the same names.
        tiles = [_in_every_language(Message(f"minos_dawn.foundation.{tile}")) for tile in components["foundation"]]
        names = {card: _in_every_language(dawn_words.card(card)) for card in components["decree"]}
        return {
            card: frozenset({card.casefold()}) | (spelt - frozenset().union(*tiles)) for card, spelt in names.items()
        }
    if game == "minerva":
        # Everyone begins with a Forum and with residences, so these are never hidden in a stack.
        drawn = (tile for tile in minerva_box().tiles.values() if tile.kind not in (FORUM, RESIDENCE))
        kinds = {tile.kind: tile.id for tile in drawn}
        # Leave out names that are also common words: "theatre", "mine", "les".
        spelt = {kind: _in_every_language(minerva_words.tile(name)) for kind, name in kinds.items()}
        return {kind: frozenset(name for name in names if " " in name) for kind, names in spelt.items()}
    return {}


def open_to(state: Any, seat: Seat | None) -> Iterator[str]:
    """Yield the secrets that `seat` (None: everybody) may see now. This depends only on the state, not on messages."""
    if isinstance(state, Dawn):
        yield from (*state.offer, *state.discards[0], *state.discards[1], *state.retired, state.in_payment)
        for player in state.players:
            yield from (*player.area, *player.palace)
        for sealed in state.opened:
            yield from sealed.cards
        if state.rival is not None:
            yield from state.rival.face_up
        if seat is not None:
            yield from state.players[seat].hand
    if isinstance(state, Minerva):
        tiles = [tile for lot in state.lots for tile in lot]
        tiles += [*state.temples, *state.boxed, state.turn.tile if state.turn else ""]
        tiles += [placed.tile for player in state.players for placed in player.city]
        known = minerva_box().tiles
        # Tiles of one kind look the same: a person who has seen one of them knows all.
        yield from (known[tile].kind for tile in tiles if tile in known)


@dataclass
class Book:
    """The secrets of one table: who may know each, and from which log entry on."""

    table: int
    game: str
    channel: int
    created_at: int
    instants: list[int] = field(default_factory=list)
    opened: dict[Seat | None, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    """The entry after which a seat (None: everybody) had seen each thing."""
    seats_of: dict[int, set[Seat]] = field(default_factory=lambda: defaultdict(set))
    asked: dict[tuple[Seat, int], list[tuple[int, bool]]] = field(default_factory=lambda: defaultdict(list))
    """By seat and decision: the entries after which the question was open, and whether the question was private."""
    orders: list[tuple[int, frozenset[str]]] = field(default_factory=list)
    """Standing orders (private instructions): the log entry, and the words that would reveal the order."""
    seed: bytes = b""
    revealed_ms: int = NEVER
    """When the table ended and its seed became public, in milliseconds since 1970."""
    commitment: str = ""

    def knows(self, reader: int | None, thing: str, number: int) -> bool:
        """Return whether a person (None: everybody) had seen the thing by entry `number`."""
        seats = () if reader is None else self.seats_of.get(reader, ())
        return any(self.opened[seat].get(thing, NEVER) <= number for seat in (None, *seats))

    def leaks(self, shown: Shown, text: str) -> Iterator[str]:
        """Yield the secrets that `shown` reveals to its reader. `text` is the text of `shown` in lowercase."""
        number = bisect_right(self.instants, shown.at_ms)
        if shown.command.partition(" ")[0] not in LOOKUPS and not _is_reference(text):
            for thing, names in secrets_of(self.game).items():
                for name in names:
                    if stands_in(name, text) and not self.knows(shown.reader, thing, number):
                        yield f"{name} ({thing})"
        yield from self._leaked_orders(shown, text, number)
        yield from self._leaked_questions(shown, text, number)
        if shown.at_ms < self.revealed_ms:
            yield from (f"the seed as {spelt}" for spelt in spellings(self.seed) if spelt in text)
            if self.seed in shown.beside or self.seed.hex().encode() in shown.beside:
                yield "the seed in a file"

    def _leaked_orders(self, shown: Shown, text: str, number: int) -> Iterator[str]:
        """Yield standing orders shown in public or in a direct message. A select that lists all orders reveals none."""
        if shown.reader is None or shown.is_direct:
            for left, labels in self.orders:
                if left <= number:
                    yield from (f"the standing order {label!r}" for label in labels if label in text)

    def _leaked_questions(self, shown: Shown, text: str, number: int) -> Iterator[str]:
        """Yield the private questions whose controls were shown to other people."""
        seats = () if shown.reader is None else self.seats_of.get(shown.reader, ())
        for custom_id in set(CUSTOM_ID.findall(text)):
            press = read_press(custom_id)
            if press is None or press.table != self.table or NOBODY in (press.seat, press.decision):
                continue
            key = press.seat, press.decision
            if press.seat in seats:
                continue
            asked = [is_private for entry, is_private in self.asked.get(key, ()) if entry <= number]
            if asked and asked[-1]:
                yield f"the private question {key[1]} of seat {key[0]}"


def _is_reference(text: str) -> bool:
    """Return whether this is a page of rules, help or a lesson, which has its own game. Such a page may name anything.
    None of its controls belongs to a table."""
    controls = set(CUSTOM_ID.findall(text))
    return bool(controls) and all(isinstance(decode(each), REFERENCE) for each in controls)


def stands_in(name: str, text: str) -> bool:
    place = text.find(name)
    while place >= 0:
        before, after = text[place - 1 : place], text[place + len(name) : place + len(name) + 1]
        if not (before.isalnum() or after.isalnum() or before == "-" or after == "-"):
            return True
        place = text.find(name, place + 1)
    return False


def spellings(seed: bytes) -> tuple[str, ...]:
    return (seed.hex(), str(int.from_bytes(seed, "big"))) if seed else ()


def read_books(database: Path) -> list[Book]:
    """Read the secrets of all tables that were started. The bot may be running. Raise `Departed` if replaying fails."""
    return [_book(table, entries) for table, entries in stored_tables(database)]


def _book(table: Table, entries: Sequence[Entry]) -> Book:
    started = entries[0].action
    assert isinstance(started, Started)
    book = Book(table.id, table.game, table.channel, table.created_at, commitment=table.commitment or "")
    book.instants = [entry.at for entry in entries]
    book.seed = started.seed
    if table.status == "over":
        book.revealed_ms = entries[-1].at
    elif table.status == "closed":
        book.revealed_ms = max(entries[-1].at, table.changed_at)
    for seat, users in users_of(table, entries).items():
        for user in users:
            book.seats_of[user].add(seat)
    orders: dict[Seat, list[Decision]] = {}
    for entry, timeline in walk_log(GAMES[book.game], entries):
        _note(book, timeline, entry, orders)
    return book


def _note(book: Book, timeline: Timeline, entry: Entry, orders: dict[Seat, list[Decision]]) -> None:
    """Record the secrets that each seat may know after this entry. `orders` has the standing orders that were offered
    before it."""
    number, state, seats = entry.number, timeline.position.state, range(timeline.position.settings.seats)
    for seat in (None, *seats):
        for thing in (*open_to(state, seat), *_overhear(timeline.game, entry, seat)):
            book.opened[seat].setdefault(thing, number)
    for decision in timeline.pending:
        book.asked[decision.seat, decision.id].append((number, decision.private))
    if isinstance(entry.action, Ordered) and entry.seat is not None:
        options = [
            option for asked in orders[entry.seat] if asked.rule == entry.action.rule for option in asked.options
        ]
        labels = [_in_every_language(option.label) for option in options if option.key in entry.action.keys]
        book.orders += [(number, names) for names in labels]
    orders.update({seat: timeline.game.orders.offer(state, seat) for seat in seats})


def _overhear(game: AnyGame, entry: Entry, seat: Seat | None) -> set[str]:
    """Return the secrets that a seat saw during the entry, even if they were hidden again afterwards."""
    if not isinstance(entry.action, Started | Answered):
        return set()
    heard = [game.rules.hear(fact, seat) for fact in decode_facts(game, entry.action.facts)]
    return set(STRING.findall(msgspec.json.encode(heard).decode())) & secrets_of(game.rules.key).keys()


def leaks(books: Iterable[Book], shown: Iterable[Shown]) -> list[str]:
    by_channel: dict[int, list[Book]] = defaultdict(list)
    by_reader: dict[int, list[Book]] = defaultdict(list)
    for book in books:
        by_channel[book.channel].append(book)
        for user in book.seats_of:
            by_reader[user].append(book)
    found: list[str] = []
    for state in shown:
        text = state.text.replace("\\n", " ").casefold()  # an escaped line break would join two words
        held = by_channel.get(state.channel, [])
        if state.is_direct:  # find the tables that the message names: the reader may only be watching
            named = [book for channel in by_channel if f"<#{channel}>" in text for book in by_channel[channel]]
            held = named or by_reader.get(state.reader or 0, [])
        for book in _playing(held, state.at_ms):
            who = "everybody" if state.reader is None else f"user {state.reader}"
            found += [f"message {state.id} shows {who} {what}" for what in book.leaks(state, text)]
    return found


def _playing(books: Iterable[Book], at_ms: int) -> list[Book]:
    latest: dict[int, Book] = {}
    for book in books:
        if book.created_at <= at_ms:
            latest[book.channel] = book
    return list(latest.values())
