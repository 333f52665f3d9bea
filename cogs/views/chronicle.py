"""A game's messages in its channel: each turn's lines with the board, the recap they become, and the start."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import discord
import msgspec

import discord_limits as limits
from cogs.ui.layout import past_panel, picture_panel
from cogs.ui.panel import Button, Row
from cogs.ui.press import Press
from cogs.ui.text import capitalise, count_fitting
from cogs.ui.wording import Below, Wording
from cogs.views.log_words import Group, Happened, LogWords
from cogs.views.pace import pace_lines
from cogs.views.people import person, sitter_name
from engine.kernel.decision import Argument, Message
from engine.kernel.lines import Line, Merging, PlainLine, abridge, join
from locales.words import Signs, no_sign
from render import SEAT_COLOURS, Picture
from sessions.records.log import LogLine
from sessions.snapshot import TableSnapshot

HOWTO, LEGEND, WHOLE = "howto", "legend", "turn"
LASTING = frozenset({HOWTO, LEGEND, WHOLE})
"""The verbs of controls that never expire: they only show something and don't depend on the position."""

RECAP_TOTAL = 3800
"""Maximum number of characters for events in a recap; Discord allows 4,000 in total."""
LINES_TOTAL = 2600
"""Maximum number of characters for events in a message that also asks a question."""
MOST_TOLD_AGAIN = 999
"""Maximum number of entries shown by the button of a long turn."""


class TurnText(msgspec.Struct, frozen=True):
    """The text of a message about a turn: its heading, and the lines that fit. `earlier` counts the lines left out."""

    heading: str
    lines: tuple[str, ...] = ()
    earlier: int = 0

    @property
    def text(self) -> str:
        return "\n".join([self.heading, *self.lines])


def tell(
    wording: Wording, seen: TableSnapshot, happened: Happened, titles: Sequence[str] = (), below: str = ""
) -> TurnText:
    """Return the heading (game, round, player), the result in `titles`, and as many lines as fit above `below`."""
    heading = "\n".join([f"### {_heading(wording, seen, happened)}", *titles])
    room = limits.TEXT_DISPLAY_TOTAL - len(f"{heading}\n\n{below}")
    return _fit(wording, seen, happened, heading, min(LINES_TOTAL, room))


def recap(
    wording: Wording, seen: TableSnapshot, happened: Happened, first: int, last: int, picture: Picture | None
) -> discord.ui.LayoutView:
    """Return the recap of the entries `first` to `last`, with a picture of the position after them."""
    told = _fit(wording, seen, happened, f"### {_heading(wording, seen, happened)}", RECAP_TOTAL)
    rows = whole_turn(wording, seen, told, first, last)
    return past_panel(told.text, picture, rows, wording.game_uis[seen.table.game].accent)


def whole_turn(wording: Wording, seen: TableSnapshot, told: TurnText, first: int, last: int) -> list[Row]:
    """Return the button that shows the entries `first` to `last` in full, if some lines had no room."""
    table = seen.table
    if not told.earlier:
        return []
    press = Press(table.id, table.epoch, WHOLE, min(last - first + 1, MOST_TOLD_AGAIN), decision=first)
    return [(Button(press, wording.say(Message("button.turn"), table.language)),)]


def _heading(wording: Wording, seen: TableSnapshot, happened: Happened) -> str:
    table, game = seen.table, wording.game_uis[seen.table.game].name
    name = tuple(map(person, happened.names)) if table.has_company else ()
    if happened.round is None:
        return wording.say(Message("chronicle.turn", {"game": game, "name": name}) if name else game, table.language)
    blanks: dict[str, Argument] = {"game": game, "round": happened.round, "name": name}
    if happened.ended_round is None:
        key = "chronicle.round_turn" if name else "chronicle.round"
    else:
        key = "chronicle.end_of_round_turn" if name else "chronicle.end_of_round"
        blanks["ended"] = happened.ended_round
    return wording.say(Message(key, blanks), table.language)


def _fit(wording: Wording, seen: TableSnapshot, happened: Happened, heading: str, room: int) -> TurnText:
    """Fit the lines into `room` characters: drop emoji, then the oldest lines."""
    language, names = seen.table.language, happened.names if seen.table.has_company else ()
    said = _merge(happened.groups, abridge)
    for signs in (wording.sign, no_sign):
        texts = _with_players(_lines(wording, language, said, signs, names))
        if sum(len(text) + 1 for text in texts) <= room:
            return TurnText(heading, tuple(texts))
    plain = _lines(wording, language, said, no_sign, names if len(names) == 1 else ())
    room -= len(_earlier(wording, language, sum(line.times for line in plain))) + 1
    texts = [f"• {line.text}" for line in plain]
    left = len(plain) - count_fitting(reversed(texts), room)
    earlier = sum(line.times for line in plain[:left])
    return TurnText(heading, (*([_earlier(wording, language, earlier)] if earlier else ()), *texts[left:]), earlier)


def _with_players(lines: Iterable["_Worded"]) -> list[str]:
    """Return the lines as bullets, below the names of the players if several had a turn."""
    texts: list[str] = []
    player = ""
    for line in lines:
        if line.player not in ("", player):
            player = line.player
            texts.append(f"**{player}**")
        texts.append(f"• {line.text}")
    return texts


def _earlier(wording: Wording, language: str, count: int) -> str:
    return f"-# {wording.say(Message('chronicle.earlier', {'count': count}), language)}"


class _Worded(NamedTuple):
    """A line in words."""

    text: str
    times: int
    """The number of lines of the log that it stands for."""
    player: str = ""
    """The name above this part of the message, or ""."""


class _Said(NamedTuple):
    line: Line
    names: Mapping[int, str]
    begins: str = ""
    times: int = 1


def _lines(
    wording: Wording, language: str, said: Sequence[_Said], signs: Signs, players: Sequence[str] = ()
) -> list[_Worded]:
    """Put the lines into words. Merge equal neighbours, with a count. Omit a name that already heads the line."""
    is_one, has_turns = len(players) == 1, any(each.begins for each in said)
    player = players[0] if is_one else ""
    below, lines = Below(wording.speech, player, language, signs), list[_Worded]()
    for _, equal in groupby(said, key=lambda each: wording.speech.say(each.line.message, language, each.names, signs)):
        first, *others = equal
        name = first.begins if has_turns else wording.speech.named_first(first.line.message, language, first.names)
        if not is_one and name and name in players and name != player:
            player, below = name, Below(wording.speech, name, language, signs)
        text = below.say(first.line.message, first.names)
        if others:
            text = wording.say(Message("log.times", {"line": text, "count": 1 + len(others)}), language)
        times = first.times + sum(other.times for other in others)
        lines.append(_Worded(capitalise(text), times, "" if is_one else player))
    return lines


def _merge(groups: Iterable[Group], merging: Merging) -> list[_Said]:
    """Return all lines of the groups. Merge a line with the previous one if the game has a single line for both."""
    said: list[_Said] = []
    for group in groups:
        for line in group.lines:
            before = said[-1] if said and said[-1].names == group.names else None
            both = merging(before.line, line) if before else None
            if before is not None and both is not None:
                said[-1] = before._replace(line=both, times=before.times + 1)
            else:
                said.append(_Said(line, group.names, group.begins))
    return said


def describe_log(wording: Wording, seen: TableSnapshot, entries: Sequence[LogLine], language: str) -> list[str]:
    """Return a line for each event that the reader may know. Undone events are left out."""
    words = LogWords(seen.game, seen.table, seen.number)
    groups = words.groups(entries)
    started = next((entry for entry in entries if entry.action == "started"), None)
    if started is not None and (sealed := words.action(started)):
        groups.insert(0, Group((PlainLine(sealed),), started.names))
    for signs in (wording.sign, no_sign):
        lines = [f"• {line.text}" for line in _lines(wording, language, _merge(groups, join), signs)]
        if sum(len(line) + 1 for line in lines) <= limits.TEXT_DISPLAY_TOTAL:
            break
    return lines


def start_panel(wording: Wording, seen: TableSnapshot) -> discord.ui.LayoutView:
    """Return the start message: players, options, the commitment, and help for beginners."""
    table, game_ui = seen.table, wording.game_uis[seen.table.game]

    def say(key: str, **blanks: int | str | Message) -> str:
        return wording.say(Message(key, dict(blanks)), table.language)

    colours = [Message(f"picture.seat.{SEAT_COLOURS[colour]}") for colour in seen.colours]
    people = [
        say("chronicle.person", place=number, name=sitter_name(sitter), colour=colours[sitter.seat])
        for number, sitter in enumerate(table.sitters, start=1)
    ]
    chosen = [
        say(
            "lobby.option",
            option=game_ui.words.option(option.key),
            value=game_ui.words.value(option.key, table.options.get(option.key, option.default)),
        )
        for option in seen.game.rules.options
        if option.matters_for(len(table.sitters))
    ]
    chosen += [wording.say(line, table.language) for line in pace_lines(None if table.is_alone else table.pace)]
    sealed = [f"-# {say('board.sealed', commitment=table.commitment)}"] if table.commitment else []
    text = "\n".join([f"## {say('chronicle.start', game=game_ui.name)}", *people, "", *chosen, *sealed])
    buttons = [Button(Press(table.id, table.epoch, HOWTO), say("button.howto"))]
    if game_ui.entries is not None and game_ui.entries().get("symbol"):
        buttons.append(Button(Press(table.id, table.epoch, LEGEND), say("button.legend")))
    return picture_panel(text, (), "", [tuple(buttons)], game_ui.accent)
