"""The lobby as a message: people, options, duration and controls."""

from collections.abc import Mapping
from functools import partial
from math import ceil

import discord_limits as limits
from cogs.ui.game_ui import GameUI
from cogs.ui.panel import Button, PanelOption, Row, Select
from cogs.ui.press import NOBODY, BeginPress, Press
from cogs.ui.refusals import explain
from cogs.ui.wording import LANGUAGE_NAMES, Wording
from cogs.views.controls import AGREE, button
from cogs.views.pace import pace_lines
from cogs.views.people import mentions, players, sitter_name
from engine.kernel.decision import Argument, Message
from engine.kernel.rules import GameOption, OptionValue
from render import SEAT_COLOURS
from sessions.lobby.colours import UNCHOSEN, chosen_by
from sessions.lobby.lobby import may_start_smaller
from sessions.records.clock import READY_MS
from sessions.records.table import Seating, Table
from sessions.refusals import TooFewSeated
from sessions.snapshot import TableSnapshot

JOIN, LEAVE, START, READY, OPTIONS, TEACH, COLOUR = "join", "leave", "start", "ready", "options", "teach", "colour"
COMPUTER, NO_COMPUTER, LEVEL = "computer", "nocomputer", "level"
SMALLER = "smaller"
FILL, FIND = "fill", "find"
"""Verbs of the answer to *Start* if people are missing. The `index` of `FILL` is the number of seats to start with."""
NO_COMPUTERS = "none"
TURNS_A_DAY = 10
"""The expected number of turns per day, of all seats together, if people answer now and then."""


def lobby_text(wording: Wording, seen: TableSnapshot, shares: Mapping[int, tuple[int, int]]) -> str:
    """Return the lobby in words. `shares` has two counts by user: games played to the end, and all games."""
    table, seats, game_ui = seen.table, seen.seats, wording.game_uis[seen.table.game]
    time = _time(game_ui, seats)
    options = _options(seen, game_ui)
    waiting = mentions(seen.awaited.must_agree)
    is_missing = table.seating.misses_computers and not seen.offers_computers
    people = [
        Message("rematch.waiting", {"people": waiting}) if waiting else _invitation(seen, game_ui),
        *_seating(table),
        *([Message("rematch.no_computers")] if is_missing else []),
        *_sitters(table, shares),
        *(Message("lobby.free", {"number": number}) for number in range(len(table.sitters) + 1, seats + 1)),
    ]
    title = Message("rematch.title" if table.rematch_of is not None else "lobby.title", {"game": game_ui.name})
    key = "rematch.foot" if waiting else "lobby.foot_ready" if table.seating.starts_itself else "lobby.foot"
    foot = Message(key, {"owner": f"<@{table.owner}>"})
    first, second = (
        [wording.say(line, table.language) for line in lines] for lines in (people, [*options, *time, foot])
    )
    return "\n".join([f"## {wording.say(title, table.language)}", *first, "", *second])


def _invitation(seen: TableSnapshot, game_ui: GameUI) -> Message:
    seats = seen.seats
    if seats == 1:
        return game_ui.words.for_one
    if len(seen.table.sitters) >= seats:
        return Message("lobby.full", {"count": seats})
    company = [number for number in seen.game.rules.seats if 1 < number < seats]
    if seen.table.seats_wanted or not company:
        return Message("lobby.invitation", {"count": seats})
    enough = Message("table.players", {"count": min(company)})
    return Message("lobby.invitation_open", {"count": seats, "enough": enough})


def _seating(table: Table) -> list[Message]:
    """Return lines about admission, start and computer players, unless they have their default values."""
    seating, lines = table.seating, []
    people = mentions(seating.invited)
    if seating.admits == "role":
        lines.append(Message("lobby.for_role", {"role": f"<@&{seating.role}>"}))
        if people:
            lines.append(Message("lobby.invited", {"people": people}))
    elif seating.admits == "anyone" and people:
        if found := mentions(user for user in seating.invited if table.sitter_of(user) and not table.rematch_of):
            lines.append(Message("lobby.found", {"people": found}))
        if table.seating.fewer:
            blanks: dict[str, Argument] = {"count": len(table.sitters), "people": mentions(seating.fewer)}
            lines.append(Message("lobby.smaller", blanks))
        if table.is_from_queue and table.unready:
            lines.append(Message("lobby.ready_by", {"when": f"<t:{(table.changed_at + READY_MS) // 1000}:R>"}))
    elif people:
        lines.append(Message("lobby.for_invited", {"people": people}))
    if seating.lapses_at is not None:
        when = f"<t:{seating.lapses_at // 1000}:R>"
        lines.append(Message("lobby.lapses", {"owner": f"<@{table.owner}>", "when": when}))
    special = {
        "lobby.starts_itself": seating.starts_itself,
        "lobby.left_standard": seating.left == "standard",
        "lobby.rated": is_rated(table) and table.guild is not None and table.seats_wanted != 1,
        "lobby.casual": seating.casual,
        "lobby.hints": seating.hints,
        "lobby.practice": table.computers and seating.practice,
        "lobby.computers": table.computers and not seating.practice,
    }
    return lines + [Message(key) for key, is_so in special.items() if is_so]


def is_rated(table: Table) -> bool:
    """Return whether the game will be rated, if it is played in a server by several people."""
    return not (table.seating.is_casual or table.computers)


def _sitters(table: Table, shares: Mapping[int, tuple[int, int]]) -> list[Message]:
    lines = []
    for number, sitter in enumerate(table.sitters, start=1):
        blanks: dict[str, Argument] = {"number": number, "name": sitter_name(sitter)}
        if table.proposal is None:
            is_ready = table.seating.starts_itself and (sitter.is_computer or sitter.user in table.seating.ready)
            line = Message("lobby.sitter_ready" if is_ready else "lobby.sitter", blanks)
        else:
            is_in = sitter.is_computer or sitter.seat in table.proposal.agreed
            line = Message("rematch.in" if is_in else "rematch.asked", blanks)
        colour = chosen_by(table, sitter)
        if colour != UNCHOSEN:
            line = Message("lobby.coloured", {"sitter": line, "colour": _colour(colour)})
        if sitter.user in shares:
            count, total = shares[sitter.user]
            line = Message("lobby.share", {"sitter": line, "count": count, "total": total})
        lines.append(line)
    return lines


def _colour(colour: int) -> Message:
    return Message(f"picture.seat.{SEAT_COLOURS[colour]}")


def _options(seen: TableSnapshot, game_ui: GameUI) -> list[Message]:
    table = seen.table
    lines = []
    for _, option in options_of(seen):
        value = table.options.get(option.key, option.default)
        is_usual = value == option.default
        if option.key in game_ui.lobby.expert and is_usual:
            continue
        named, chosen = game_ui.words.option(option.key), game_ui.words.value(option.key, value)
        lines.append(Message("lobby.option_usual" if is_usual else "lobby.option", {"option": named, "value": chosen}))
        note = note_of(game_ui, option.key, value)
        if note is not None:
            lines.append(Message("lobby.small", {"text": note}))
    return [
        *lines,
        *pace_lines(table.pace if seen.seats > 1 else None),
        *_boards(table.seating),
        Message("lobby.language_now", {"language": LANGUAGE_NAMES.get(table.language, table.language)}),
    ]


def _boards(seating: Seating) -> list[Message]:
    """Return lines about pictures and sounds, unless they have their default values."""
    chosen = {"pictures": None if seating.pictures == "turn" else seating.pictures, "silent": seating.silent and "yes"}
    return [
        Message("lobby.option", {"option": Message(f"lobby.{key}"), "value": Message(f"lobby.{key}_{value}")})
        for key, value in chosen.items()
        if value
    ]


def note_of(game_ui: GameUI, key: str, value: OptionValue) -> Message | None:
    return Message(f"{game_ui.words.domain}.note.{key}.{str(value).lower()}") if key in game_ui.lobby.noted else None


def options_of(seen: TableSnapshot) -> list[tuple[int, GameOption]]:
    """Return the options for the chosen number of seats, or for any number if none is chosen, with their indexes."""
    wanted = seen.table.seats_wanted
    numbers = (wanted,) if wanted else tuple(seats for seats in seen.game.rules.seats if seats > 1)
    return [
        (place, option)
        for place, option in enumerate(seen.game.rules.options)
        if any(option.matters_for(seats) for seats in numbers)
    ]


def _time(game_ui: GameUI, seats: int) -> list[Message]:
    """Return the game's duration with `seats` people, at one sitting and over days."""
    if seats not in game_ui.lobby.minutes:
        return []
    at_once = _duration(game_ui.lobby.minutes[seats])
    if seats not in game_ui.lobby.waits:
        return [Message("lobby.time_alone", {"time": at_once})]
    days = Message("lobby.days", {"count": ceil(game_ui.lobby.waits[seats] / TURNS_A_DAY)})
    return [Message("lobby.time", {"players": players(seats), "time": at_once, "days": days, "turns": TURNS_A_DAY})]


def _duration(minutes: int) -> Message:
    """Return a duration: minutes below an hour, else hours to the nearest half."""
    if minutes < 60:
        return Message("lobby.minutes", {"count": minutes})
    hours, half = divmod((minutes + 15) // 30, 2)
    return Message("lobby.hours_half" if half else "lobby.hours", {"count": hours})


def lobby_rows(wording: Wording, seen: TableSnapshot) -> list[Row]:
    table = seen.table

    make = partial(button, wording, table)
    has_room = len(table.sitters) < seen.seats
    join = (make(JOIN, "main"),) if has_room else ()
    come_and_go = (make(COMPUTER),) if has_room and seen.offers_computers else ()
    if table.computers:
        come_and_go = (*come_and_go, make(NO_COMPUTER))
    below: list[Row] = [row for row in (come_and_go,) if row]
    below += [*([_levels(wording, seen)] if table.computers else []), _colours(wording, table)]
    if table.proposal is not None:
        agree = make(AGREE, "good", "button.agree_rematch", table.proposal.id)
        return [(agree, *join, make(LEAVE), make(OPTIONS), make(TEACH)), *below]
    begin = make(READY if table.seating.starts_itself else START, "good")
    if may_start_smaller(table, seen.game):
        words = wording.say(Message("button.as_is", {"count": len(table.sitters)}), table.language)
        below.insert(0, (Button(Press(table.id, table.epoch, SMALLER), words, "good"),))
    return [(*join, make(LEAVE), make(OPTIONS), begin, make(TEACH)), *below]


def too_few(
    wording: Wording, seen: TableSnapshot, refusal: TooFewSeated, language: str
) -> tuple[str, tuple[Button, ...]]:
    """Return why the game can't start, and the buttons that help: computer players, people, or fewer seats."""
    table, seated, least = seen.table, refusal.seated, min(refusal.seats)
    missing: dict[str, Argument] = {"count": least - seated}

    def make(verb: str, index: int, words: Message, style: str = "plain") -> Button:
        press = Press(table.id, table.epoch, verb, index, user=table.owner)
        return Button(press, wording.say(words, language), style)

    computers = [make(FILL, least, Message("button.fill", missing), "good")] if seen.offers_computers else []
    fewer = Message("button.as_is", {"count": seated}) if seated > 1 else Message("button.alone")
    as_is = [make(FILL, seated, fewer)] if seated in seen.game.rules.seats else []
    about = Message("lobby.fill" if seen.offers_computers else "lobby.fill_no_computers")
    text = "\n".join(wording.say(each, language) for each in (explain(refusal, {}), about))
    return text, (*computers, make(FIND, 0, Message("button.seek")), *as_is)


def _levels(wording: Wording, seen: TableSnapshot) -> Select:
    table = seen.table

    def option(value: str, words: str) -> PanelOption:
        label = wording.say(Message(words), table.language)
        return PanelOption(value, label, value == table.seating.level)

    options = [option(level, f"lobby.level.{level}") for level in seen.game.programs.levels]
    options.append(option(NO_COMPUTERS, "lobby.no_computers"))
    title = wording.say(Message("lobby.level"), table.language)
    return Select(Press(table.id, table.epoch, LEVEL), title, tuple(options))


def _colours(wording: Wording, table: Table) -> Select:
    holders = {chosen_by(table, sitter): sitter.name for sitter in table.sitters}
    choices = tuple(
        PanelOption(str(colour), wording.say(_colour(colour), table.language), hint=holders.get(colour, ""))
        for colour in range(len(SEAT_COLOURS))
    )
    words = wording.say(Message("lobby.colour"), table.language)
    return Select(Press(table.id, table.epoch, COLOUR), words, choices)


def games_to_begin(wording: Wording, language: str, user: int = NOBODY) -> list[tuple[Button, ...]]:
    """Return rows of buttons. Each button begins one game against a computer player."""
    made = [
        Button(BeginPress(key, user), wording.say(game_ui.name, language), "good")
        for key, game_ui in wording.game_uis.items()
        if max(wording.games[key].rules.seats) > 1
    ]
    return [tuple(made[first : first + limits.ROW_BUTTONS]) for first in range(0, len(made), limits.ROW_BUTTONS)]
