"""What a channel is told of a game: the lines of each message, the recap of a turn, and the message of the start.

A message tells every entry from its first one on. When its turn has passed it becomes a recap and stays: what happened,
in order, with the last picture, and nothing to answer.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import discord
import msgspec

import discord_limits as limits
from cogs.services import Services
from cogs.ui.layout import picture_panel
from cogs.ui.panel import Button, Row
from cogs.ui.press import Press
from engine.kernel.decision import Fact, Message
from locales.words import Signs, no_sign
from render import SEAT_COLOURS, Picture
from sessions.reader import TableReader
from sessions.records import LogLine, Table
from sessions.session import Session

HOWTO, LEGEND, WHOLE = "howto", "legend", "turn"
LASTING = frozenset({HOWTO, LEGEND, WHOLE})
"""The verbs of what may be pressed for ever: it only tells something, whatever has happened since."""

RECAP_TOTAL = 3800
"""Characters for what happened where nothing else stands in the message; Discord allows 4,000 in all."""
MOST_BULLETS = 24
"""With more lines than that, each cause and what came of it share one."""
BETWEEN = " · "
"""What stands between a cause and what came of it where they share a line."""
MOST_TOLD_AGAIN = 999
"""The most entries that the button of a long turn counts."""


class Group(msgspec.Struct, frozen=True):
    """The lines of one entry, a cause and what came of it, with the names of who held the seats then."""

    lines: tuple[Message, ...]
    names: Mapping[int, str]


class Happened(msgspec.Struct, frozen=True):
    """What everybody heard of the entries that a message tells: as lines, and as moves on the board."""

    groups: tuple[Group, ...] = ()
    moves: tuple[Fact, ...] = ()


class Told(msgspec.Struct, frozen=True):
    """The lines of a message as they stand there; `earlier` are those that found no room before them."""

    lines: tuple[str, ...] = ()
    earlier: int = 0


def groups_of(reader: TableReader, entries: Sequence[LogLine]) -> list[Group]:
    """The lines of each entry that has some, as the reader heard it. Leaves out entries that were taken back."""
    gone = {number for entry in entries for number in entry.numbers}
    kept = (group_of(reader, entry) for entry in entries if entry.number not in gone)
    return [group for group in kept if group.lines]


def what_happened(reader: TableReader, entries: Sequence[LogLine]) -> Happened:
    """The lines and moves of these entries, without those that were taken back."""
    gone = {number for entry in entries for number in entry.numbers}
    moves = tuple(fact for entry in entries if entry.number not in gone for fact in entry.facts)
    return Happened(tuple(groups_of(reader, entries)), moves)


def group_of(reader: TableReader, entry: LogLine) -> Group:
    """The lines of one entry; equal ones that follow one another are counted. What seals chance stands elsewhere."""
    action = describe_action(entry, reader) if entry.action != "started" else None
    return Group(tuple(_counted([*([action] if action else []), *reader.describe(entry.facts)])), entry.names)


def _counted(lines: Iterable[Message]) -> Iterator[Message]:
    for line, equal in groupby(lines):
        count = len(list(equal))
        yield line if count == 1 else Message("log.times", {"line": line, "count": count})


def describe_action(entry: LogLine, reader: TableReader) -> Message | None:
    """The line of an entry that has one of its own, besides its facts."""
    names, table = entry.names, reader.table
    name = names.get(entry.seat, "?") if entry.seat is not None else "?"
    match entry.action:
        case "conceded" if entry.user is not None:
            return Message("log.opened", {"name": name, "by": f"<@{entry.user}>"})
        case "conceded":
            is_end = table.ended == "conceded" and entry.number == reader.number
            return Message("log.conceded_last" if is_end else "log.conceded", {"name": name})
        case "reseated":
            return Message("log.reseated", {"name": name})
        case "retracted":
            return Message("log.retracted", {"count": len(entry.numbers)})
        case "upgraded" if entry.versions:
            old, new = entry.versions
            return Message("log.upgraded", {"old": old, "new": new})
        case "agreed":
            return Message("log.ended_alone", {"name": name}) if len(names) == 1 else Message("log.ended")
        case "moderated":
            return Message("log.moderated", {"person": f"<@{entry.user}>"}) if entry.user else Message("log.ended")
        case "started" if table.commitment:
            return Message("board.sealed", {"commitment": table.commitment})
    return None


def describe_log(services: Services, session: Session, entries: Sequence[LogLine], language: str) -> list[str]:
    """One line for each thing that happened, as the reader heard it. Leaves out what was taken back."""
    lines = [(line, group.names) for group in groups_of(session.reader, entries) for line in group.lines]
    started = next((entry for entry in entries if entry.action == "started"), None)
    if started is not None and (sealed := describe_action(started, session.reader)):
        lines.insert(0, (sealed, started.names))
    return [f"• {line}" for line in services.told(lines, language, limits.TEXT_DISPLAY_TOTAL)]


def fitted(services: Services, table: Table, groups: Sequence[Group], room: int) -> Told:
    """As many of these lines as fit into `room` characters, in the table's language.

    First each cause is put on one line with what came of it, then the emoji go, and only then the oldest lines.
    """
    shown = [_said(services, table, group, services.sign) for group in groups]
    plain = [_said(services, table, group, no_sign) for group in groups]
    each = [line for lines in shown for line in lines]
    ways = [each] if len(each) <= MOST_BULLETS else []
    for lines in (*ways, _folded(shown), _folded(plain)):
        if sum(len(line) + len("• \n") for line in lines) <= room:
            return Told(tuple(f"• {line}" for line in lines))
    each = [line for lines in plain for line in lines]
    room -= len(_earlier(services, table, len(each))) + 1
    kept: list[str] = []
    for line in reversed(each):
        room -= len(line) + len("• \n")
        if room < 0:
            break
        kept.append(f"• {line}")
    return Told(tuple(reversed(kept)), len(each) - len(kept))


def _said(services: Services, table: Table, group: Group, signs: Signs) -> list[str]:
    return [services.speech.say(line, table.language, group.names, signs) for line in group.lines]


def _folded(groups: Iterable[Iterable[str]]) -> list[str]:
    return [BETWEEN.join(group) for group in groups]


def head(services: Services, table: Table, told: Told, titles: Sequence[str] = ()) -> str:
    """The name of the game, its result in `titles` once there is one, and what happened."""
    title = f"### {services.say(services.game_uis[table.game].name, table.language)}"
    before = [_earlier(services, table, told.earlier)] if told.earlier else []
    return "\n".join([title, *titles, *before, *told.lines])


def _earlier(services: Services, table: Table, count: int) -> str:
    return f"-# {services.say(Message('chronicle.earlier', {'count': count}), table.language)}"


def with_whole_turn(
    services: Services, table: Table, rows: Sequence[Row], told: Told, first: int, last: int
) -> list[Row]:
    """The rows with what tells anyone the entries `first` to `last` in full, where not all of them stand there."""
    if not told.earlier:
        return list(rows)
    press = Press(table.id, table.epoch, WHOLE, min(last - first + 1, MOST_TOLD_AGAIN), decision=first)
    return [*rows, (Button(press, services.say(Message("button.turn"), table.language)),)]


async def public_pictures(
    services: Services, session: Session, moves: Sequence[Fact], known: Collection[str]
) -> tuple[Picture, ...]:
    """The position as everybody may see it, with nothing marked; nothing where it cannot be drawn.

    Of pictures whose file names are `known` the files may be missing.
    """
    table = session.table
    seen, names = session.reader.view(None), services.names(table)
    drawing = services.render_client.board(table.game, seen, (), names, table.language, moves, known)
    return await services.drawn(drawing) or ()


def recap(
    services: Services, session: Session, happened: Happened, first: int, last: int, pictures: Sequence[Picture]
) -> discord.ui.LayoutView:
    """What the entries `first` to `last` told, for good, over the pictures of what they led to."""
    table, accent = session.table, services.game_uis[session.table.game].accent
    told = fitted(services, table, happened.groups, RECAP_TOTAL)
    rows = with_whole_turn(services, table, [], told, first, last)
    return picture_panel(head(services, table, told), pictures, "", rows, accent)


def start_panel(services: Services, session: Session) -> discord.ui.LayoutView:
    """The message of the start, which stays: who plays, by which options, what seals chance, and how to begin."""
    table, game_ui = session.table, services.game_uis[session.table.game]

    def say(key: str, **blanks: int | str | Message) -> str:
        return services.say(Message(key, dict(blanks)), table.language)

    colours = [Message(f"picture.seat.{colour}") for colour in SEAT_COLOURS]
    people = [
        say("chronicle.person", place=number, name=sitter.name, colour=colours[sitter.seat])
        for number, sitter in enumerate(table.sitters, start=1)
    ]
    chosen = [
        say(
            "lobby.option",
            option=game_ui.option(option.key),
            value=game_ui.value(option.key, table.options.get(option.key, option.default)),
        )
        for option in session.reader.game.options
        if option.matters_for(len(table.sitters))
    ]
    sealed = [f"-# {say('board.sealed', commitment=table.commitment)}"] if table.commitment else []
    text = "\n".join([f"## {say('chronicle.start', game=game_ui.name)}", *people, "", *chosen, *sealed])
    buttons = [Button(Press(table.id, table.epoch, HOWTO), say("button.howto"))]
    if game_ui.entries is not None and game_ui.entries().get("symbol"):
        buttons.append(Button(Press(table.id, table.epoch, LEGEND), say("button.legend")))
    return picture_panel(text, (), "", [tuple(buttons)], game_ui.accent)
