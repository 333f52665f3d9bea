"""Compare channels with the log: each public line appears once, in order, and no outdated question remains."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from msgspec import structs

from cogs.ui.game_ui import GAME_UIS
from cogs.ui.press import NOBODY, read_press
from cogs.views.chronicle import WHOLE
from cogs.views.log_words import LogWords
from cogs.views.people import mention
from cogs.views.waiting import place_lines
from engine.games import GAMES
from engine.kernel.decision import Decision, Message, Seat
from engine.kernel.lines import Line as Told
from engine.kernel.play import Position, places_of
from engine.kernel.rules import AGREED
from sandbox.posting import texts
from sandbox.records import Message as Posted
from sandbox.simulation.log import in_words, stored_tables, users_of
from sandbox.strict.components import walk
from sessions.play.replaying import walk_log
from sessions.play.table_log import facts_of, holders_at, line_of
from sessions.records.departures import settle
from sessions.records.log import Conceded, Entry, LogLine, Reseated, Retracted
from sessions.records.table import Table

BULLET, HEADING = "• ", "### "
EMOJI = re.compile(r"<a?:\w+:\d+> ?")
NUMBER = re.compile(r"\d+")
PLAYER = re.compile(r"\*\*(.+)\*\*")
MOST_READINGS = 16
"""Maximum number of readings to follow in parallel. Each is one way to match the messages to the log."""


@dataclass(frozen=True, slots=True)
class Line:
    """A public line of the log. The bot may merge lines into one bullet."""

    entry: int
    words: str
    told: Told | None = None
    names: Mapping[Seat, str] = field(default_factory=dict)
    gone_by: int = 0
    """The entry that undid the line, or 0. A line that was undone may be missing from the channel."""
    takes_back: bool = False
    """True if the line reports an undo. It may be missing if the undone lines were never posted."""
    at_first: str = ""


@dataclass
class Story:
    """The lines that a table's channel should have, and the questions that may be open there now."""

    table: Table
    lines: list[Line] = field(default_factory=list)
    asked: dict[str, bool] = field(default_factory=dict)
    """The wording of every question that was asked in public, and whether the question is open now."""
    unlogged: frozenset[str] = frozenset()
    """The wording of each ballot in an open vote, and of each place in a proposed result. They aren't lines of the
    log."""
    now: set[tuple[Seat, int]] = field(default_factory=set)


def stories(database: Path) -> list[Story]:
    return [_story(table, entries) for table, entries in stored_tables(database)]


def _story(table: Table, entries: Sequence[Entry]) -> Story:
    names = {sitter.seat: sitter.name for sitter in table.sitters}
    gone = {
        number: entry.number
        for entry in entries
        if isinstance(entry.action, Retracted)
        for number in entry.action.numbers
    }
    story = Story(table)
    words = LogWords(GAMES[table.game], table, len(entries))
    for line in _log_lines(table, entries):
        ended, begun = words.halves(line)
        for each in (*ended.lines, *begun.lines):
            said = in_words(each.message, table.language, line.names)
            takes_back = line.action == "retracted"
            gone_by = gone.get(line.number, 0)
            at_first = _first_wording(line, table.language)
            story.lines.append(Line(line.number, said, each, line.names, gone_by, takes_back, at_first))
    users = users_of(table, entries)
    pending: list[Decision] = []
    proposed: list[str] = []
    for _, timeline in walk_log(GAMES[table.game], entries):
        pending, proposed = timeline.pending, _proposed_places(table, timeline.position)
        story.asked.update((words, False) for words in _possible_words(table, pending, users, names))
    if table.status == "running" or table.reason == "server":  # once removed, the bot can't edit the last board
        story.asked.update((words, True) for words in _possible_words(table, pending, users, names))
        story.now = {(decision.seat, decision.id) for decision in pending}
    story.unlogged = frozenset((*_ballots(table, names), *proposed))
    return story


def _log_lines(table: Table, entries: Sequence[Entry]) -> Iterator[LogLine]:
    """Yield the lines of the log that everybody may read. An undo has the facts of the entries that it undoes."""
    game, by_number = GAMES[table.game], {entry.number: entry for entry in entries}
    changes = [entry for entry in entries if isinstance(entry.action, Conceded | Reseated)]
    for entry in entries:
        told = [by_number[each] for each in entry.action.numbers] if isinstance(entry.action, Retracted) else [entry]
        heard = [game.rules.hear(fact, None) for each in told for fact in facts_of(game, each)]
        line = line_of(entry, tuple(fact for fact in heard if fact is not None), by_number)
        if line is not None:
            yield structs.replace(line, names=holders_at(table, changes, entry.number))


def _first_wording(line: LogLine, language: str) -> str:
    """If a departure left only one person, return the line as posted before that person chose whether to continue."""
    if line.action != "conceded" or line.plays != "nobody" or line.seat is None or line.user is not None:
        return ""
    left = Message("log.silent_last" if line.was_silent else "log.conceded_last", {"name": line.names[line.seat]})
    return in_words(left, language, line.names)


def _ballots(table: Table, names: dict[Seat, str]) -> Iterator[str]:
    """Yield the wording of each ballot below the board."""
    for ballot in table.vote.ballots if table.vote else ():
        choice = Message(f"vote.{ballot.choice}")
        said = Message("board.ballot", {"name": names[ballot.seat], "choice": choice})
        yield in_words(said, table.language).removeprefix(BULLET)


def _proposed_places(table: Table, position: Position[Any]) -> list[str]:
    """Return the wording of each place below the board, if somebody proposes to end the game with a result."""
    if table.proposal is None or table.proposal.kind not in AGREED:
        return []
    placings = settle(table, places_of(GAMES[table.game], position, table.proposal.kind))
    lines = place_lines(GAME_UIS[table.game].words, table, placings)
    return [in_words(line, table.language).removeprefix(BULLET) for line in lines]


def _possible_words(
    table: Table, pending: Sequence[Decision], users: dict[Seat, set[int]], names: dict[Seat, str]
) -> Iterator[str]:
    """Yield the possible wordings of pending decisions: public questions, and people that the table is waiting for."""
    for decision in pending:
        known = GAME_UIS[table.game].private.public_part(decision)
        if known is not None:
            yield in_words(known.prompt, table.language, names)
        sitter = table.sitters[decision.seat]
        people = [Message("table.person", {"name": f"<@{user}>"}) for user in users[decision.seat]]
        for person in [mention(sitter)] if sitter.is_computer else people:
            yield from (waiting(table, person, count) for count in (1, 2))


def waiting(table: Table, person: Message, count: int) -> str:
    """Return how a message begins if the table is waiting for `count` people and `person` is named first."""
    said = in_words(Message("board.waiting", {"people": (person,), "count": count}), table.language)
    name = in_words(person, table.language)
    return said.partition(name)[0] + name


@dataclass(frozen=True, slots=True)
class Bullets:
    """The pieces of the log in one message, in order."""

    message: int
    earlier: int
    """The number of older lines that the message says it omits."""
    pieces: tuple[str, ...]
    heading: str = ""
    players: tuple[str, ...] = ()
    """The name above each piece, or "" for a piece directly below the heading."""


def bullets(message: Posted, language: str, unlogged: Collection[str] = ()) -> Bullets:
    """Read the pieces of the log in a message. Skip lines that aren't in the log."""
    earlier = 0
    heading = player = ""
    pieces: list[str] = []
    players: list[str] = []
    for line in plain(message).splitlines():
        if line.startswith(HEADING):
            heading = line.removeprefix(HEADING)
        elif found := PLAYER.fullmatch(line):
            player = found[1]
        elif line.startswith(BULLET):
            if line.removeprefix(BULLET) not in unlogged:
                pieces += _each(line.removeprefix(BULLET), language)
            players += [player] * (len(pieces) - len(players))
        elif line.startswith("-# ") and (number := NUMBER.search(line)):
            count = int(number[0])
            if line == f"-# {in_words(Message('chronicle.earlier', {'count': count}), language)}":
                earlier = count
    return Bullets(message.id, earlier, tuple(pieces), heading, tuple(players) if player else ())


def _each(piece: str, language: str) -> list[str]:
    """Expand “line (3 times)” to three lines. Return other text as a single line."""
    found = NUMBER.match(piece)
    if found is not None:
        count = int(found[0])
        before, _, after = in_words(Message("log.times", {"line": "\0", "count": count}), language).partition("\0")
        if count > 1 and piece.startswith(before) and piece.endswith(after):
            return [piece.removeprefix(before).removesuffix(after)] * count
    return [piece]


def plain(message: Posted) -> str:
    return EMOJI.sub("", "\n".join([message.content, *texts(message.components)]))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of the log as shown in a message, and the heading above it."""

    words: str
    heading: str

    def says(self, words: str, names: Mapping[Seat, str]) -> bool:
        """Return whether the piece has these words. The piece may leave out a name that is in the heading."""
        if self.words == words or not words.endswith(self.words[1:]):
            return self.words == words
        rest = next((words.removeprefix(f"{name} ") for name in names.values() if words.startswith(f"{name} ")), "")
        name = words.removesuffix(f" {rest}")
        is_named = bool(rest) and self.heading.endswith(f" {name}")
        return is_named and self.words in (rest, rest[:1].upper() + rest[1:])


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to match the messages to the log."""

    at: int = 0
    """The index of the next line of the log."""
    said: frozenset[int] = frozenset()
    """The undos that must be posted, because the undone lines were posted."""
    left_out: int = 0
    """The number of lines that the message may omit."""
    faults: tuple[str, ...] = ()


def find_missing_lines(story: Story, told: Iterable[Bullets]) -> list[str]:
    """Return a fault for each missing or repeated line of the log. Choose the reading with the fewest faults."""
    due = _Due(story)
    table = f"table {story.table.id}"
    readings = [_Reading()]
    for message in told:
        readings = [replace(reading, left_out=message.earlier) for reading in readings]
        for piece, player in zip_longest(message.pieces, message.players, fillvalue=""):
            said = _Piece(piece, f" {player}" if player else message.heading)
            followed = [way for reading in readings for way in _found(reading, said, due, table)]
            best = {(way.at, way.said): way for way in sorted(followed, key=_badness, reverse=True)}
            readings = sorted(best.values(), key=_badness)[:MOST_READINGS]
    ended = [[*each.faults, *_missing(table, _lacking(due.lines[each.at :], each.said))] for each in readings]
    return min(ended, key=len)


def _badness(reading: _Reading) -> int:
    return len(reading.faults)


class _Due:
    """Everything that must be posted: each line of the log in order, and wordings that join several lines."""

    def __init__(self, story: Story) -> None:
        self.lines = story.lines
        self._language = story.table.language
        self._as_one: dict[int, list[tuple[str, int, frozenset[int]]]] = {}

    def ends(self, place: int, piece: _Piece, said: frozenset[int]) -> set[int]:
        """Return the end of each match of `piece` that starts at `place`. A match has one line of the log, or several
        joined lines. A match can't skip an entry in `said`."""
        if place not in self._as_one:
            self._as_one[place] = [*self._from(place, skips_gone=True), *self._from(place, skips_gone=False)]
        line = self.lines[place]
        is_said = piece.says(line.words, line.names) or (line.at_first and piece.says(line.at_first, line.names))
        own = {place + 1} if is_said else set()
        others = (each for each in self._as_one[place] if not each[2] & said)
        return own | {end for text, end, _ in others if piece.says(text, line.names)}

    def _from(self, place: int, *, skips_gone: bool) -> Iterator[tuple[str, int, frozenset[int]]]:
        """Join the lines from index `place` on, one more each time. Yield the joined wording, the index after its last
        line, and the undos that were skipped. If `skips_gone`, skip lines about undos and undone entries."""
        first = self.lines[place]
        told = first.told
        silent: frozenset[int] = frozenset()
        for at in range(place + 1, len(self.lines)):
            line = self.lines[at]
            if skips_gone and not first.gone_by and (line.gone_by or line.takes_back):
                silent |= {line.entry} if line.takes_back else set()
                continue
            if told is None or line.told is None or line.names != first.names:
                break
            told = told.abridge(line.told)
            if told is None:
                break
            yield in_words(told.message, self._language, first.names), at + 1, silent


def _found(reading: _Reading, piece: _Piece, due: _Due, table: str) -> Iterator[_Reading]:
    """Yield the reading with one more piece: at the piece's first match, and at each later match that skips only lines
    that may be missing."""
    is_first = True
    for place in range(reading.at, len(due.lines)):
        ends = due.ends(place, piece, reading.said)
        if not ends:
            continue
        lacking = _lacking(due.lines[reading.at : place], reading.said)
        if not is_first and len(lacking) > reading.left_out:
            return
        is_first = False
        taken_back = {line.gone_by for line in due.lines[place : place + 1] if line.gone_by}
        for end in ends:
            yield _Reading(
                end,
                reading.said | taken_back,
                max(0, reading.left_out - len(lacking)),
                (*reading.faults, *_missing(table, lacking[reading.left_out :])),
            )
    if is_first:
        yield replace(reading, faults=(*reading.faults, f"{table}: posted once too often: {piece.words!r}"))


def _missing(table: str, lacking: Iterable[Line]) -> list[str]:
    return [f"{table}: entry {line.entry} is missing from the channel: {line.words!r}" for line in lacking]


def _lacking(passed: Sequence[Line], said: frozenset[int]) -> list[Line]:
    return [line for line in passed if not line.gone_by and (not line.takes_back or line.entry in said)]


def stale_questions(story: Story, messages: Sequence[Posted]) -> list[str]:
    """Return a fault for each message with an outdated question. If two messages ask the current question, add one
    fault."""
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
            faults.append(f"message {message.id} has controls of outdated questions: {asking - story.now}")
        elif over and not current:
            faults.append(f"message {message.id} asks an outdated question: {over[0]!r}")
        putting += bool(current or asking & story.now)
    if putting > 1:
        faults.append(f"table {story.table.id}: {putting} messages ask the current question")
    return faults


def compare_channels(database: Path, channels: dict[int, dict[int, Posted]], bot: int) -> tuple[list[str], list[str]]:
    """Compare each channel with the log of its table. Return missing or repeated lines, and outdated questions."""
    lacking: list[str] = []
    stale: list[str] = []
    for story in stories(database):
        messages = [
            message
            for _, message in sorted(channels.get(story.table.channel, {}).items())
            if message.author_id == bot and message.only_for is None and not message.gone
        ]
        lacking += find_missing_lines(
            story, [bullets(message, story.table.language, story.unlogged) for message in messages]
        )
        if str(story.table.commitment) not in "\n".join(plain(message) for message in messages):
            lacking.append(f"table {story.table.id}: the commitment was never posted")
        stale += stale_questions(story, messages)
    return lacking, stale
