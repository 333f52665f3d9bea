"""The channel held against the log: every public line stands in one message, in order, and no question that is over.

The other part of the sandbox that knows the bot: its words, and how it reads its log. What the channel says is read
from the sandbox's own messages, as they stand in the end; nothing of what the bot believes to have posted is asked for.
"""

import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from cogs.ui.game_ui import GAME_UIS
from cogs.ui.press import NOBODY, read_press
from cogs.views.chronicle import BETWEEN, WHOLE, halves_of
from cogs.views.people import mentioned
from db import rows
from engine.games import GAMES
from engine.kernel.decision import Decision, Message, Seat
from engine.kernel.lines import Line as Told
from locales.words import Words
from sandbox.posting import texts
from sandbox.records import Message as Posted
from sandbox.strict.components import walk
from sessions.play.reader import TableReader
from sessions.play.replaying import walked
from sessions.records.log import Conceded, Entry, LogLine, Reseated, Retracted
from sessions.records.table import Table

BULLET, HEADING = "• ", "### "
EMOJI = re.compile(r"<a?:\w+:\d+> ?")
NUMBER = re.compile(r"\d+")
MOST_READINGS = 16
"""The most ways to find the pieces of a message in the log that are followed at once."""


@cache
def _words() -> Words:
    return Words()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log as everybody may read it, in the pieces that one bullet may hold together.

    `gone_by`: the entry that took back the answer it tells of, so that it may be told or not. `takes_back`: the entries
    that it says were taken back, which need not be said where nothing of them was told. `at_first` is how it was told
    before something that happened later worded it otherwise.
    """

    entry: int
    pieces: tuple[str, ...]
    told: Told | None = None
    names: Mapping[Seat, str] = field(default_factory=dict)
    gone_by: int = 0
    takes_back: bool = False
    at_first: str = ""


@dataclass
class Story:
    """What the channel of a table should say, and what may be asked there now."""

    table: Table
    lines: list[Line] = field(default_factory=list)
    asked: dict[str, bool] = field(default_factory=dict)
    """Every question that was put in public, as it was worded, and whether it is put now."""
    ballots: frozenset[str] = frozenset()
    """What was said so far in the vote that the table has: no line of its log."""
    now: set[tuple[Seat, int]] = field(default_factory=set)
    """Seat and number of the decisions that are asked now."""


class _Log:
    """The stored entries of one table, as a reader asks for them."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries

    async def entries(self, _: int, first: int, last: int) -> list[Entry]:
        return [entry for entry in self._entries if first <= entry.number <= last]

    async def seat_changes(self, _: int) -> list[Entry]:
        return [entry for entry in self._entries if isinstance(entry.action, Conceded | Reseated)]


class _Reader(TableReader):
    """Reads a log without playing it."""

    def __init__(self, table: Table, entries: Sequence[Entry]) -> None:
        context: Any = SimpleNamespace(store=SimpleNamespace(log=_Log(entries)), games=GAMES)
        super().__init__(context, table, None)
        self._count = len(entries)

    @property
    def number(self) -> int:
        return self._count


async def stories(database: Path) -> list[Story]:
    """What each started table of a database has to tell, from its log alone."""
    return [await _story(table, entries) for table, entries in stored(database)]


def stored(database: Path) -> list[tuple[Table, list[Entry]]]:
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        found = connection.execute("SELECT * FROM tables WHERE commitment IS NOT NULL ORDER BY id").fetchall()
        return [(_table(connection, row), _entries(connection, row["id"])) for row in found]


def _table(connection: sqlite3.Connection, row: sqlite3.Row) -> Table:
    sitters = connection.execute("SELECT * FROM sitters WHERE table_id = ? ORDER BY seat", (row["id"],))
    return rows.table_of(dict(row), [dict(sitter) for sitter in sitters])


def _entries(connection: sqlite3.Connection, table: int) -> list[Entry]:
    found = connection.execute("SELECT * FROM entries WHERE table_id = ? ORDER BY number", (table,))
    return [rows.entry_of(dict(row)) for row in found]


async def _story(table: Table, entries: Sequence[Entry]) -> Story:
    reader = _Reader(table, entries)
    names = {sitter.seat: sitter.name for sitter in table.sitters}
    gone = {
        number: entry.number
        for entry in entries
        if isinstance(entry.action, Retracted)
        for number in entry.action.numbers
    }
    story = Story(table, ballots=frozenset(_ballots(table, names)))
    for line in await reader.log.lines(None, 1, len(entries)):
        ended, begun = halves_of(reader, line)
        for each in (*ended.lines, *begun.lines):
            said = _words().say(each.message, table.language, line.names)
            takes_back = line.action == "retracted"
            pieces, gone_by = tuple(said.split(BETWEEN)), gone.get(line.number, 0)
            at_first = _told_at_first(line, table.language)
            story.lines.append(Line(line.number, pieces, each, line.names, gone_by, takes_back, at_first))
    users = _users(table, entries)
    pending: list[Decision] = []
    for _, timeline in walked(GAMES[table.game], entries):
        pending = timeline.pending
        story.asked.update((words, False) for words in _worded(table, pending, users, names))
    if table.status == "running" or table.reason == "server":  # which keeps its last board: the bot can't edit it
        story.asked.update((words, True) for words in _worded(table, pending, users, names))
        story.now = {(decision.seat, decision.id) for decision in pending}
    return story


def _told_at_first(line: LogLine, language: str) -> str:
    """How a line was told of somebody who left one person alone, before it was known what plays on."""
    if line.action != "conceded" or line.plays != "nobody" or line.seat is None or line.user is not None:
        return ""
    left = Message("log.silent_last" if line.was_silent else "log.conceded_last", {"name": line.names[line.seat]})
    return _words().say(left, language, line.names)


def _ballots(table: Table, names: dict[Seat, str]) -> Iterator[str]:
    """How each ballot stands below the board."""
    for ballot in table.vote.ballots if table.vote else ():
        choice = Message(f"vote.{ballot.choice}")
        said = Message("board.ballot", {"name": names[ballot.seat], "choice": choice})
        yield _words().say(said, table.language).removeprefix(BULLET)


def _users(table: Table, entries: Iterable[Entry]) -> dict[Seat, set[int]]:
    """Who ever sat on each seat."""
    users = {sitter.seat: {sitter.user} for sitter in table.sitters}
    for entry in entries:
        if isinstance(entry.action, Conceded | Reseated) and entry.seat is not None:
            users[entry.seat].add(entry.action.user)
    return users


def _worded(
    table: Table, pending: Sequence[Decision], users: dict[Seat, set[int]], names: dict[Seat, str]
) -> Iterator[str]:
    """How what is asked stands in a message: the question, where all may know it, or that someone is waited for."""
    for decision in pending:
        known = GAME_UIS[table.game].private.in_public(decision) if decision.private else decision
        if known is not None:
            yield _words().say(known.prompt, table.language, names)
        sitter = table.sitters[decision.seat]
        people = [Message("table.person", {"name": f"<@{user}>"}) for user in users[decision.seat]]
        for person in [mentioned(sitter)] if sitter.is_computer else people:
            yield from (waiting(table, person, count) for count in (1, 2))


def waiting(table: Table, person: Message, count: int) -> str:
    """How a message that waits for `count` people begins, if this one is named first."""
    said = _words().say(Message("board.waiting", {"people": (person,), "count": count}), table.language)
    name = _words().say(person, table.language)
    return said.partition(name)[0] + name


# What stands in the channel


@dataclass(frozen=True, slots=True)
class Bullets:
    """What one message tells below its heading: its pieces in order, and how many lines it says to have left out."""

    message: int
    earlier: int
    pieces: tuple[str, ...]
    heading: str = ""


def bullets(message: Posted, language: str, ballots: Collection[str] = ()) -> Bullets:
    """What a message tells of the log; `ballots` are no part of it."""
    earlier = 0
    heading = ""
    pieces: list[str] = []
    for line in plain(message).splitlines():
        if line.startswith(HEADING):
            heading = line.removeprefix(HEADING)
        elif line.startswith(BULLET):
            if line.removeprefix(BULLET) not in ballots:
                for piece in line.removeprefix(BULLET).split(BETWEEN):
                    pieces += _each(piece, language)
        elif line.startswith("-# ") and (number := NUMBER.search(line)):
            count = int(number[0])
            if line == f"-# {_words().say(Message('chronicle.earlier', {'count': count}), language)}":
                earlier = count
    return Bullets(message.id, earlier, tuple(pieces), heading)


def _each(piece: str, language: str) -> list[str]:
    """The equal lines that a piece counts; itself where it counts none."""
    found = NUMBER.match(piece)
    if found is not None:
        count = int(found[0])
        before, _, after = _words().say(Message("log.times", {"line": "\0", "count": count}), language).partition("\0")
        if count > 1 and piece.startswith(before) and piece.endswith(after):
            return [piece.removeprefix(before).removesuffix(after)] * count
    return [piece]


def plain(message: Posted) -> str:
    """The words of a message, without emoji."""
    return EMOJI.sub("", "\n".join([message.content, *texts(message.components)]))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece as it stands in a message under that heading."""

    words: str
    heading: str

    def says(self, words: str, names: Mapping[Seat, str]) -> bool:
        """Whether it says these words: all of them, or those after the name that stands in its heading."""
        if self.words == words or not words.endswith(self.words[1:]):
            return self.words == words
        rest = next((words.removeprefix(f"{name} ") for name in names.values() if words.startswith(f"{name} ")), "")
        name = words.removesuffix(f" {rest}")
        is_named = bool(rest) and self.heading.endswith(f" {name}")
        return is_named and self.words in (rest, rest[:1].upper() + rest[1:])


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to find what was told in the log: up to the piece `at`, with what is wrong so far.

    `said` are the entries that took back something which was told, so that they have to be told too; `left_out` how
    many lines the message says to have left out.
    """

    at: int = 0
    said: frozenset[int] = frozenset()
    left_out: int = 0
    faults: tuple[str, ...] = ()


def untold(story: Story, told: Iterable[Bullets]) -> list[str]:
    """A line for each line of the log that stands nowhere, and for each that stands once more than it happened.

    Words that were taken back and said again stand twice in the log: of all the ways to find them the best counts.
    """
    due = _Due(story)
    table = f"table {story.table.id}"
    readings = [_Reading()]
    for message in told:
        readings = [replace(reading, left_out=message.earlier) for reading in readings]
        for piece in message.pieces:
            said = _Piece(piece, message.heading)
            followed = [way for reading in readings for way in _found(reading, said, due, table)]
            best = {(way.at, way.said): way for way in sorted(followed, key=_badness, reverse=True)}
            readings = sorted(best.values(), key=_badness)[:MOST_READINGS]
    ended = [[*each.faults, *_missing(table, _lacking(due.pieces[each.at :], each.said))] for each in readings]
    return min(ended, key=len)


def _badness(reading: _Reading) -> int:
    return len(reading.faults)


class _Due:
    """What is to be told: every piece of the log in order, and what several lines are as one."""

    def __init__(self, story: Story) -> None:
        self.pieces = [(piece, line) for line in story.lines for piece in line.pieces]
        self._language = story.table.language
        self._as_one: dict[int, list[tuple[str, int, frozenset[int]]]] = {}

    def ends(self, place: int, piece: _Piece, said: frozenset[int]) -> set[int]:
        """The places after what begins at `place` and says `piece`: that piece, and lines told as one.

        A line may say what the next one would, as a decree that gives what stands on it: then both are meant. What
        the entries `said` took back was told, so that none of them may be left out among the lines.
        """
        if place not in self._as_one:
            self._as_one[place] = [*self._from(place, skips_gone=True), *self._from(place, skips_gone=False)]
        words, line = self.pieces[place]
        is_said = piece.says(words, line.names) or (line.at_first and piece.says(line.at_first, line.names))
        own = {place + 1} if is_said else set()
        others = (each for each in self._as_one[place] if not each[2] & said)
        return own | {end for text, end, _ in others if piece.says(text, line.names)}

    def _from(self, place: int, *, skips_gone: bool) -> Iterator[tuple[str, int, frozenset[int]]]:
        """What the lines from `place` on may be told as, with the place after them.

        Some between them may have been taken back; then the entries that did it are given too.
        """
        first = self.pieces[place][1]
        told = first.told
        silent: frozenset[int] = frozenset()
        for at in range(place + 1, len(self.pieces)):
            _, line = self.pieces[at]
            if skips_gone and not first.gone_by and (line.gone_by or line.takes_back):
                silent |= {line.entry} if line.takes_back else set()
                continue
            if told is None or line.told is None or line.names != first.names:
                break
            told = told.join(line.told)
            if told is None:
                break
            yield _words().say(told.message, self._language, first.names), at + 1, silent


def _found(reading: _Reading, piece: _Piece, due: _Due, table: str) -> Iterator[_Reading]:
    """The reading with one piece more: where it stands first, and wherever it stands with nothing lacking before."""
    is_first = True
    for place in range(reading.at, len(due.pieces)):
        ends = due.ends(place, piece, reading.said)
        if not ends:
            continue
        lacking = _lacking(due.pieces[reading.at : place], reading.said)
        if not is_first and len(lacking) > reading.left_out:
            return
        is_first = False
        taken_back = {line.gone_by for _, line in due.pieces[place : place + 1] if line.gone_by}
        for end in ends:
            yield _Reading(
                end,
                reading.said | taken_back,
                max(0, reading.left_out - len(lacking)),
                (*reading.faults, *_missing(table, lacking[reading.left_out :])),
            )
    if is_first:
        yield replace(reading, faults=(*reading.faults, f"{table}: told once too often: {piece.words!r}"))


def _missing(table: str, lacking: Iterable[tuple[str, Line]]) -> list[str]:
    return [f"{table}: entry {line.entry} is told nowhere: {words!r}" for words, line in lacking]


def _lacking(passed: Sequence[tuple[str, Line]], said: frozenset[int]) -> list[tuple[str, Line]]:
    """The first lacking piece of each line that has to be told."""
    lines = {id(line): (words, line) for words, line in reversed(passed) if _is_due(line, said)}
    return list(lines.values())[::-1]


def _is_due(line: Line, said: frozenset[int]) -> bool:
    """Whether the line has to be told, where what the entries `said` took back was told."""
    return not line.gone_by and (not line.takes_back or line.entry in said)


def stale_questions(story: Story, messages: Sequence[Posted]) -> list[str]:
    """A line for each message that puts a question which is over, or that another message puts too."""
    faults: list[str] = []
    putting = 0
    for message in messages:
        text = "\n".join(line for line in plain(message).splitlines() if not line.startswith(BULLET))
        presses = [read_press(str(part.get("custom_id") or "")) for part in walk(message.components)]
        asking = {
            (press.seat, press.decision)
            for press in presses
            if press is not None and press.verb != WHOLE and press.table == story.table.id and press.seat != NOBODY
        }
        current = [words for words, is_now in story.asked.items() if is_now and words in text]
        over = [words for words, is_now in story.asked.items() if not is_now and words in text]
        if asking - story.now:
            faults.append(f"message {message.id} has the controls of questions that are over: {asking - story.now}")
        elif over and not current:
            faults.append(f"message {message.id} puts a question that is over: {over[0]!r}")
        putting += bool(current or asking & story.now)
    if putting > 1:
        faults.append(f"table {story.table.id}: {putting} messages put the question of now")
    return faults


async def held(database: Path, channels: dict[int, dict[int, Posted]], bot: int) -> tuple[list[str], list[str]]:
    """What every channel lacks or doubles of its table's log, and the stale questions that stand there."""
    lacking: list[str] = []
    stale: list[str] = []
    for story in await stories(database):
        messages = [
            message
            for _, message in sorted(channels.get(story.table.channel, {}).items())
            if message.author_id == bot and message.only_for is None and not message.gone
        ]
        lacking += untold(story, [bullets(message, story.table.language, story.ballots) for message in messages])
        if str(story.table.commitment) not in "\n".join(plain(message) for message in messages):
            lacking.append(f"table {story.table.id}: what seals chance stands nowhere")
        stale += stale_questions(story, messages)
    return lacking, stale
