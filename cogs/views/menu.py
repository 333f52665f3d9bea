"""The menu of a board: everything one person can see or do there besides answering the question."""

from collections.abc import Mapping, Sequence

import discord_limits as limits
from cogs.ui.layout import Part
from cogs.ui.matching import Named
from cogs.ui.panel import Button, PanelOption, Select
from cogs.ui.press import Press
from cogs.ui.wording import Wording
from cogs.views.ending import LOG
from engine.kernel.decision import Message
from sessions.snapshot import TableSnapshot

MENU = "tools"
"""Boards posted by older versions have this verb, too."""
SINCE, REPLAYED, READ, PART, HINT, RULE = "since", "replayed", "read", "part", "hint", "rule"
MINE, NOTE, WATCH, NUDGE, PAUSE, EXPORT, QUIT = "mine", "note", "watch", "nudge", "pause", "export", "quit"
GIVE = "give"


def menu_parts(
    wording: Wording, seen: TableSnapshot, user: int, language: str, *, watches: bool, close_ups: Sequence[Named[str]]
) -> list[Part]:
    """Return the menu as headings and rows, with only what this person can use now. If they watch the table
    (`watches`), a button ends that. `close_ups` become a select."""
    table, parts = seen.table, list[Part]()
    has_hand = wording.game_uis[table.game].private.hand is not None
    names = {MINE: "button.hand" if has_hand else "button.mine", WATCH: "button.unwatch" if watches else "button.watch"}
    short = short_of_time(seen, user)
    about = {GIVE: short} if short else {}
    for heading, verbs in _groups(wording, seen, user).items():
        row = tuple(
            Button(
                Press(table.id, table.epoch, verb, user=user, **about.get(verb, {})),
                wording.say(Message(names.get(verb, f"button.{verb}")), language),
            )
            for verb, is_there in verbs.items()
            if is_there
        )
        if row:
            parts += [f"**{wording.say(Message(heading), language)}**", row]
        if READ in verbs and close_ups:
            shown = tuple(PanelOption(each.thing, each.name) for each in close_ups[: limits.SELECT_OPTIONS])
            press = Press(table.id, table.epoch, PART, user=user)
            parts.append(Select(press, wording.say(Message("menu.part"), language), shown))
    return parts or [wording.say(Message("menu.nothing"), language)]


def _groups(wording: Wording, seen: TableSnapshot, user: int) -> dict[str, Mapping[str, bool]]:
    table, has_begun = seen.table, bool(seen.number)
    sitter = table.sitter_of(user)
    is_seated, plays = has_begun and sitter is not None, table.status == "running" and sitter is not None
    asked = {each.seat for each in seen.awaited.decisions}
    is_asked = sitter is not None and sitter.seat in asked
    others = [table.sitters[seat] for seat in asked if not (sitter and seat == sitter.seat)]
    may_give = plays and any(each.user != user for each in seen.times.short)
    waits = any(not (other.is_computer or other.has_left) for other in others)
    # The button must not depend on secret cards, so it is shown even if the hand is empty.
    has_private = wording.game_uis[table.game].private.has_hands or seen.awaited.has_orders
    has_rules = bool(wording.rulebooks.of(table.game, table.language).sections)
    return {
        "menu.past": {SINCE: is_seated, LOG: has_begun, REPLAYED: has_begun},
        "menu.board": {READ: has_begun},
        "menu.help": {HINT: is_asked and has_hints(seen), RULE: table.status == "running" and has_rules},
        "menu.yours": {MINE: is_seated and has_private, NOTE: is_seated, WATCH: table.is_live},
        "menu.table": {NUDGE: plays and waits, GIVE: may_give, PAUSE: plays, EXPORT: has_begun, QUIT: plays},
    }


def short_of_time(seen: TableSnapshot, user: int) -> dict[str, int] | None:
    """Return the fields of a press that gives time to the first other seat that is short of time, or None."""
    short = next((each for each in seen.times.short if each.user != user), None)
    return None if short is None else {"index": short.seat, "decision": short.decision or 0}


def has_hints(seen: TableSnapshot) -> bool:
    """Return whether somebody who is asked may ask for a hint."""
    asked = [seen.table.sitters[each.seat] for each in seen.awaited.decisions]
    is_asked = any(not (sitter.is_computer or sitter.has_left) for sitter in asked)
    return seen.table.seating.hints and seen.offers_computers and is_asked
