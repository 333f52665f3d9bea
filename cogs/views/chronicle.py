"""What a channel is told of a game: the lines of each message, the recap of a turn, and the message of the start.

A message tells every entry from its first one on, and how the turn began by the entry before. When its turn has passed
it becomes a recap and stays: what happened, in order, with the last picture, and nothing to answer.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import discord
import msgspec

import discord_limits as limits
from cogs.painter import Painter
from cogs.ui.layout import picture_panel
from cogs.ui.panel import Button, Row
from cogs.ui.press import Press
from cogs.ui.speech import Below
from cogs.ui.text import capitalised
from cogs.ui.wording import Wording
from cogs.views.pace import pace_message
from cogs.views.people import named
from engine.kernel.decision import Argument, Fact, Message, Seat
from engine.kernel.lines import Line, PlainLine
from locales.words import Signs, no_sign
from render import SEAT_COLOURS, Picture
from sessions.clocks.paces import pace_of
from sessions.lobby.colours import colours_of
from sessions.play.reader import TableReader
from sessions.records.log import LogLine
from sessions.records.table import Table
from sessions.session import Session

HOWTO, LEGEND, WHOLE = "howto", "legend", "turn"
LASTING = frozenset({HOWTO, LEGEND, WHOLE})
"""The verbs of what may be pressed for ever: it only tells something, whatever has happened since."""

RECAP_TOTAL = 3800
"""Characters for what happened where nothing else stands in the message; Discord allows 4,000 in all."""
LINES_TOTAL = 2600
"""Characters for what happened, at most, where a question stands in the message, too."""
MOST_BULLETS = 24
"""With more lines than that, each cause and what came of it share one."""
BETWEEN = " · "
"""What stands between a cause and what came of it where they share a line."""
LONGEST_BULLET = 240
"""No line takes in more of what came of it than that many characters."""
MOST_TOLD_AGAIN = 999
"""The most entries that the button of a long turn counts."""


class Group(msgspec.Struct, frozen=True):
    """The lines of one entry, or of a part of it: a cause and what came of it.

    With the names of who held the seats then.
    """

    lines: tuple[Line, ...]
    names: Mapping[int, str]


class Happened(msgspec.Struct, frozen=True):
    """What everybody heard of the entries that a message tells: as lines, and as moves on the board.

    `round` is None where none is played, `name` empty where it is nobody's turn. `ended_round` is the one whose end is
    told before. `leaves_a_beginning`: how the next turn or round begins is left to the next message.
    """

    groups: tuple[Group, ...] = ()
    moves: tuple[Fact, ...] = ()
    round: int | None = None
    name: str = ""
    leaves_a_beginning: bool = False
    ended_round: int | None = None


class Told(msgspec.Struct, frozen=True):
    """The lines of a message as they stand there; `earlier` are those that found no room before them."""

    lines: tuple[str, ...] = ()
    earlier: int = 0


class Parts(NamedTuple):
    """The heard facts of one entry: those of the turn before, and those by which the turn after it begins."""

    ended: tuple[Fact, ...]
    begun: tuple[Fact, ...]


def parts_of(reader: TableReader, entry: LogLine) -> Parts:
    """The entry's facts, parted where a turn or round begins by it. The end of the game belongs to the last turn."""
    facts = entry.facts
    if reader.table.ended == "finished" and entry.number == reader.number:
        return Parts(facts, ())
    at = next((place for place, fact in enumerate(facts) if reader.game.narration.opens(fact)), len(facts))
    return Parts(facts[:at], facts[at:])


async def what_happened(
    reader: TableReader, first: int, last: int, *, is_closed: bool = False, is_turn: bool = True
) -> Happened:
    """What everybody may read of the entries `first` to `last`, of which `last` is the newest.

    How a turn begins is told with the turn: that part of the entry before comes first, and what `is_closed` leaves it
    out of its last entry, for the next message. Whose turn it is has a name only where it `is_turn`.
    """
    number, left = reader.round, tuple[Fact, ...]()
    entries = await _with_the_one_before(reader, first, last)
    if is_closed and entries:
        left = parts_of(reader, entries[-1]).begun
        number = number and number - sum(reader.log.round_begun(fact) is not None for fact in left)
    groups = groups_of(reader, entries, first, is_closed=is_closed)
    moves = _moves(reader, entries, first, is_closed=is_closed)
    name = _whose(reader, entries, first, is_closed=is_closed) if is_turn else ""
    return Happened(tuple(groups), moves, number or None, name, bool(left), ended_round_of(reader, moves))


def ended_round_of(reader: TableReader, moves: Sequence[Fact]) -> int | None:
    """The round whose end is told before another one begins; None where none is."""
    begun = ((place, reader.log.round_begun(fact)) for place, fact in enumerate(moves))
    at, number = next(((place, number) for place, number in begun if number is not None), (0, 1))
    return number - 1 if number > 1 and reader.log.describe(moves[:at]) else None


def _moves(reader: TableReader, entries: Sequence[LogLine], first: int, *, is_closed: bool) -> tuple[Fact, ...]:
    """The facts that are told of these entries, as `groups_of` tells them."""
    gone, moves = _gone(entries), list[Fact]()
    for entry in entries:
        if entry.number in gone:
            continue
        ended, begun = parts_of(reader, entry)
        moves += ended if entry.number >= first else ()
        moves += () if is_closed and entry is entries[-1] else begun
    return tuple(moves)


async def _with_the_one_before(reader: TableReader, first: int, last: int) -> list[LogLine]:
    """The lines of the entries `first` to `last`, and of the newest before them that has one."""
    entries = await reader.log.lines(None, max(1, first - 1), last)
    before = first - 2
    while before > 0 and not (entries and entries[0].number < first):
        entries = [*await reader.log.lines(None, before, before), *entries]
        before -= 1
    return entries


def _whose(reader: TableReader, entries: Sequence[LogLine], first: int, *, is_closed: bool) -> str:
    """The name of the one whose turn is told: for whom one began, or who alone answered."""
    gone = _gone(entries)
    began: set[Seat] = set()
    answered: set[Seat] = set()
    for entry in entries:
        if entry.number in gone:
            continue
        if not (is_closed and entry is entries[-1]):
            seats = map(reader.game.narration.turn_begun, parts_of(reader, entry).begun)
            began.update(seat for seat in seats if seat is not None)
        if entry.number >= first and entry.action == "answered" and entry.seat is not None:
            answered.add(entry.seat)
    whose = list(began or answered)
    return entries[-1].names.get(whose[0], "") if len(whose) == 1 else ""


def _gone(entries: Iterable[LogLine]) -> set[int]:
    """The numbers of the entries that these took back."""
    return {number for entry in entries for number in entry.numbers}


def groups_of(
    reader: TableReader, entries: Sequence[LogLine], first: int | None = None, *, is_closed: bool = False
) -> list[Group]:
    """The lines of each entry that has some, as the reader heard it. Leaves out entries that were taken back.

    Told from the entry `first` on, the one before it has only how the turn began, and nothing is said of answers
    taken back that it would have told; where it `is_closed`, its last entry is told without how the next turn begins.
    """
    gone, groups = _gone(entries), []
    for entry in entries:
        if entry.number in gone:
            continue
        ended, begun = halves_of(reader, entry)
        is_own = first is None or entry.number >= first
        if is_own:
            groups.append(ended)
        is_forgotten = first is not None and bool(entry.numbers) and min(entry.numbers) >= first
        if not is_forgotten and not (is_closed and entry is entries[-1]):
            groups.append(begun)
    return [group for group in groups if group.lines]


def halves_of(reader: TableReader, entry: LogLine) -> tuple[Group, Group]:
    """The entry's own line and those of its facts: what belongs to the turn before, and to the one that it begins.

    What seals chance stands elsewhere. An answer taken back begins the turn anew.
    """
    parts = parts_of(reader, entry)
    action = describe_action(entry, reader) if entry.action != "started" else None
    narration = reader.game.narration
    lines = [*([PlainLine(action)] if action else []), *narration.lines(parts.ended)]
    if entry.action == "retracted":
        return Group((), entry.names), Group(tuple(lines), entry.names)
    return Group(tuple(lines), entry.names), Group(tuple(narration.lines(parts.begun)), entry.names)


def describe_action(entry: LogLine, reader: TableReader) -> Message | None:
    """The line of an entry that has one of its own, besides its facts."""
    names, table = entry.names, reader.table
    name = names.get(entry.seat, "?") if entry.seat is not None else "?"
    match entry.action:
        case "conceded":
            return _left(entry, reader, name)
        case "reseated":
            return Message("log.reseated", {"name": name})
        case "retracted":
            return _taken_back(entry, reader)
        case "upgraded" if entry.versions:
            old, new = entry.versions
            return Message("log.upgraded", {"old": old, "new": new})
        case "agreed" if table.ended == "conceded":
            return Message("log.ended_last", {"name": name})
        case "agreed":
            return Message("log.ended_alone", {"name": name}) if len(names) == 1 else Message("log.ended")
        case "moderated":
            return Message("log.moderated", {"person": f"<@{entry.user}>"}) if entry.user else Message("log.ended")
        case "started" if table.commitment:
            return Message("board.sealed", {"commitment": table.commitment})
    return None


def _left(entry: LogLine, reader: TableReader, name: str) -> Message:
    """That somebody left, was gone or silent, and what plays on: what the last one chose, where that was asked."""
    plays = dict(reader.table.seating.plays).get(entry.seat or 0) if entry.plays == "nobody" else entry.plays
    if entry.user is not None:
        key = "log.opened_standard" if plays == "standard" else "log.opened"
        return Message(key, {"name": name, "by": f"<@{entry.user}>"})
    is_end = reader.table.ended == "conceded" and entry.number == reader.number  # logs of older versions end so
    is_still = entry.plays == "nobody" and (reader.table.is_left_alone or reader.table.ended == "conceded")
    why = "silent" if entry.was_silent else "conceded"
    if is_end and entry.was_silent:  # nobody is left
        return Message("log.silent_end", {"name": name})
    if is_end or is_still or plays is None:
        return Message(f"log.{why}_last", {"name": name})
    return Message(f"log.{why}_standard" if plays == "standard" else f"log.{why}", {"name": name})


def _taken_back(entry: LogLine, reader: TableReader) -> Message:
    """Whose answers were taken back, and the first line that no longer holds: those after it do not, either.

    An answer may have led to another question alone, or to what one person sees.
    """
    count, names = len(entry.numbers), [entry.names.get(seat, "?") for seat in entry.seats]
    line = Message("log.retracted_by", {"count": count, "name": names[0]})
    if len(names) > 1:
        people = tuple(Message("table.person", {"name": name}) for name in names)
        line = Message("log.retracted", {"count": count, "people": people})
    undone = reader.log.describe(entry.undone)
    if not undone:
        return Message("log.retracted_untold", {"line": line})
    return Message("log.retracted_from", {"line": line, "undone": undone[0]})


def describe_log(wording: Wording, session: Session, entries: Sequence[LogLine], language: str) -> list[str]:
    """One line for each thing that happened, as the reader heard it. Leaves out what was taken back."""
    groups = groups_of(session.reader, entries)
    started = next((entry for entry in entries if entry.action == "started"), None)
    if started is not None and (sealed := describe_action(started, session.reader)):
        groups.insert(0, Group((PlainLine(sealed),), started.names))
    for signs in (wording.sign, no_sign):
        lines = [f"• {line.text}" for line in _lines(wording, session.table, language, groups, signs)]
        if sum(len(line) + 1 for line in lines) <= limits.TEXT_DISPLAY_TOTAL:
            break
    return lines


class _Worded(NamedTuple):
    """A line as it is read, of the group with that number: for `times` of the log, about `seat` where it names one."""

    text: str
    times: int
    group: int
    seat: object


class _Said(NamedTuple):
    """A line as it is told: of `times` lines of the log, the last of them of the group with that number."""

    line: Line
    names: Mapping[int, str]
    group: int
    times: int = 1


def _together(groups: Sequence[Group]) -> list[_Said]:
    """Every line of the groups, those as one that the game tells so."""
    said: list[_Said] = []
    for number, group in enumerate(groups):
        for line in group.lines:
            before = said[-1] if said and said[-1].names == group.names else None
            both = before.line.join(line) if before else None
            if before is not None and both is not None:
                said[-1] = _Said(both, group.names, number, before.times + 1)
            else:
                said.append(_Said(line, group.names, number))
    return said


def _lines(
    wording: Wording, table: Table, language: str, groups: Sequence[Group], signs: Signs, heading: str = ""
) -> list[_Worded]:
    """Every line of the groups in words; equal ones that follow one another are one that counts them.

    None begins with the name that the `heading` has, unless the line before is about somebody else.
    """
    below, lines = Below(wording.speech, heading, language, signs), list[_Worded]()
    said = _together(groups)
    for _, equal in groupby(said, key=lambda each: wording.speech.say(each.line.message, language, each.names, signs)):
        first, *others = equal
        text = below.say(first.line.message, first.names)
        if others:
            text = wording.say(Message("log.times", {"line": text, "count": 1 + len(others)}), language)
        times = first.times + sum(other.times for other in others)
        lines.append(_Worded(capitalised(text), times, first.group, _subject(first.line.message)))
    return lines


def _subject(message: Message) -> object:
    """The seat that a line is about; None where it names none first."""
    inner = message.blanks.get("line")
    return _subject(inner) if isinstance(inner, Message) else message.blanks.get("seat")


def fitted(wording: Wording, table: Table, happened: Happened, room: int) -> Told:
    """As many lines of what happened as fit into `room` characters, in the table's language.

    First each cause is put on one line with what came of it, then the emoji go, and only then the oldest lines.
    """
    name = _name_in_heading(table, happened)
    shown = _lines(wording, table, table.language, happened.groups, wording.sign, name)
    plain = _lines(wording, table, table.language, happened.groups, no_sign, name)
    ways = [[line.text for line in shown]] if len(shown) <= MOST_BULLETS else []
    for texts in (*ways, _folded(shown), _folded(plain)):
        if sum(len(text) + len("• \n") for text in texts) <= room:
            return Told(tuple(f"• {text}" for text in texts))
    room -= len(_earlier(wording, table, sum(line.times for line in plain))) + 1
    kept: list[_Worded] = []
    for line in reversed(plain):
        room -= len(line.text) + len("• \n")
        if room < 0:
            break
        kept.append(line)
    earlier = sum(line.times for line in plain[: len(plain) - len(kept)])
    return Told(tuple(f"• {line.text}" for line in reversed(kept)), earlier)


def _folded(lines: Iterable[_Worded]) -> list[str]:
    """The lines with what came of each beside it, as long as one person is told of and the line stays readable."""
    texts: list[str] = []
    before: _Worded | None = None
    for line in lines:
        goes_on = before is not None and (line.group, line.seat) == (before.group, before.seat)
        if goes_on and len(texts[-1]) + len(line.text) <= LONGEST_BULLET:
            texts[-1] += BETWEEN + line.text
        else:
            texts.append(line.text)
        before = line
    return texts


def head(wording: Wording, table: Table, told: Told, happened: Happened, titles: Sequence[str] = ()) -> str:
    """The name of the game with round and player, its result in `titles` once there is one, and what happened."""
    before = [_earlier(wording, table, told.earlier)] if told.earlier else []
    return "\n".join([f"### {_heading(wording, table, happened)}", *titles, *before, *told.lines])


def room_for(wording: Wording, table: Table, happened: Happened, titles: Sequence[str], below: str) -> int:
    """How many characters there are for the lines of what happened, between their heading and what stands `below`."""
    heading = head(wording, table, Told(), happened, titles)
    return min(LINES_TOTAL, limits.TEXT_DISPLAY_TOTAL - len(f"{heading}\n\n{below}"))


def _name_in_heading(table: Table, happened: Happened) -> str:
    """Whose turn a message is headed by: nobody's where one person plays alone."""
    return happened.name if table.has_company else ""


def _heading(wording: Wording, table: Table, happened: Happened) -> str:
    """The game, the round, and whose turn it is as far as more than one person plays."""
    game = wording.game_uis[table.game].name
    name = _name_in_heading(table, happened)
    if happened.round is None:
        return wording.say(Message("chronicle.turn", {"game": game, "name": name}) if name else game, table.language)
    blanks: dict[str, Argument] = {"game": game, "round": happened.round}
    if name:
        blanks["name"] = name
    if happened.ended_round is None:
        key = "chronicle.round_turn" if name else "chronicle.round"
    else:
        key = "chronicle.end_of_round_turn" if name else "chronicle.end_of_round"
        blanks["ended"] = happened.ended_round
    return wording.say(Message(key, blanks), table.language)


def _earlier(wording: Wording, table: Table, count: int) -> str:
    return f"-# {wording.say(Message('chronicle.earlier', {'count': count}), table.language)}"


def with_whole_turn(
    wording: Wording, table: Table, rows: Sequence[Row], told: Told, first: int, last: int
) -> list[Row]:
    """The rows with what tells anyone the entries `first` to `last` in full, where not all of them stand there."""
    if not told.earlier:
        return list(rows)
    press = Press(table.id, table.epoch, WHOLE, min(last - first + 1, MOST_TOLD_AGAIN), decision=first)
    return [*rows, (Button(press, wording.say(Message("button.turn"), table.language)),)]


async def public_pictures(
    painter: Painter, session: Session, seen: msgspec.Struct, moves: Sequence[Fact], known: Collection[str]
) -> tuple[Picture, ...]:
    """The position as everybody has `seen` it, with nothing marked; nothing where it cannot be drawn.

    Of pictures whose file names are `known` the files may be missing.
    """
    table, names = session.table, session.table.names
    drawing = painter.client.board(table.game, seen, (), names, table.language, moves, known, colours=colours_of(table))
    return await painter.draw(drawing) or ()


def recap(
    wording: Wording, session: Session, happened: Happened, first: int, last: int, pictures: Sequence[Picture]
) -> discord.ui.LayoutView:
    """What the entries `first` to `last` told, for good, over the pictures of what they led to."""
    table, accent = session.table, wording.game_uis[session.table.game].accent
    told = fitted(wording, table, happened, RECAP_TOTAL)
    rows = with_whole_turn(wording, table, [], told, first, last)
    return picture_panel(head(wording, table, told, happened), pictures, "", rows, accent)


def start_panel(wording: Wording, session: Session) -> discord.ui.LayoutView:
    """The message of the start, which stays: who plays, by which options, what seals chance, and how to begin."""
    table, game_ui = session.table, wording.game_uis[session.table.game]

    def say(key: str, **blanks: int | str | Message) -> str:
        return wording.say(Message(key, dict(blanks)), table.language)

    colours = [Message(f"picture.seat.{SEAT_COLOURS[colour]}") for colour in colours_of(table)]
    people = [
        say("chronicle.person", place=number, name=named(sitter), colour=colours[sitter.seat])
        for number, sitter in enumerate(table.sitters, start=1)
    ]
    chosen = [
        say(
            "lobby.option",
            option=game_ui.words.option(option.key),
            value=game_ui.words.value(option.key, table.options.get(option.key, option.default)),
        )
        for option in session.reader.game.rules.options
        if option.matters_for(len(table.sitters))
    ]
    if pace_of(table.pace) is not None:
        chosen.append(say("lobby.pace", pace=pace_message(table.pace)))
    sealed = [f"-# {say('board.sealed', commitment=table.commitment)}"] if table.commitment else []
    text = "\n".join([f"## {say('chronicle.start', game=game_ui.name)}", *people, "", *chosen, *sealed])
    buttons = [Button(Press(table.id, table.epoch, HOWTO), say("button.howto"))]
    if game_ui.entries is not None and game_ui.entries().get("symbol"):
        buttons.append(Button(Press(table.id, table.epoch, LEGEND), say("button.legend")))
    return picture_panel(text, (), "", [tuple(buttons)], game_ui.accent)
