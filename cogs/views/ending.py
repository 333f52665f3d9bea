"""The end of a game in words: the winner first, then the places and the score sheet."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from cogs.ui.columns import in_columns
from cogs.ui.game_ui import GameUI
from cogs.ui.wording import Wording
from cogs.views.people import legend, mention, person
from cogs.views.pictures import parts_of
from engine.kernel.decision import Argument, Message
from engine.kernel.rules import Placing
from render import narrow
from sessions.records.departures import last_one, order_of
from sessions.records.table import NOBODY, Table
from sessions.snapshot import TableSnapshot

SHEET, HANDS, REMATCH, LOG, FILM, DEAREST = "sheet", "hands", "rematch", "log", "film", "dearest"
CUT_SHORT = ("agreed", "moderated")
"""The endings of games that were cut short."""


def headline(wording: Wording, seen: TableSnapshot, language: str | None = None) -> list[str]:
    """Name the winner, and the rule that broke a tie, in the table's language unless another is given."""
    return [wording.say(line, language or seen.table.language) for line in _headline(wording, seen)]


def _headline(wording: Wording, seen: TableSnapshot) -> Iterator[Message]:
    table, placings, game_ui = seen.table, seen.result, wording.game_uis[seen.table.game]
    if placings is None:
        yield _without_result(table)
        return
    if game_ui.results.solo is not None and len(table.sitters) == 1:
        yield game_ui.results.solo(_solo_name(table, 0), placings, table.options)[0]
        return
    winners = [placing for placing in placings if placing.place == 1]
    points = game_ui.words.points(winners[0].score)
    people = tuple(_person(table, placing, game_ui) for placing in winners)
    if table.ended == "tied":
        yield Message("ending.tied", {"people": people})
    elif len(winners) > 1:
        yield Message("ending.shared", {"people": people, "points": points})
    else:
        yield Message("ending.won", {"name": people[0], "points": points})
    if table.ended == "settled":
        yield Message("ending.settled")
    yield from _broken_ties(table, game_ui, placings)


def _without_result(table: Table) -> Message:
    people = tuple(map(mention, table.people))
    if table.ended in CUT_SHORT and people:
        return Message("ending.cut_short", {"people": people})
    if last_one(table) is not None:
        return Message("ending.last_one", {"name": people[0]})
    return Message("ending.over")


def _person(table: Table, placing: Placing, game_ui: GameUI) -> Message:
    if placing.seat is None:
        return game_ui.words.rival
    return mention(table.sitters[placing.seat])


def _solo_name(table: Table, seat: int) -> str:
    sitter = table.sitters[seat]
    return sitter.name if sitter.has_left or sitter.user == NOBODY else f"<@{sitter.user}>"


def _broken_ties(table: Table, game_ui: GameUI, placings: Sequence[Placing]) -> Iterator[Message]:
    for first, second in pairwise(placings):
        rule = _tie_break(first, second)
        if rule is not None and second.seat not in order_of(table):
            names = [game_ui.words.rival if each.seat is None else table.names[each.seat] for each in (first, second)]
            counts: dict[str, Argument] = {"more": first.tie_breaks[rule], "less": second.tie_breaks[rule]}
            yield Message(game_ui.words.tie(rule), {"first": names[0], "second": names[1], **counts})


def _tie_break(first: Placing, second: Placing) -> str | None:
    if first.score != second.score or first.place == second.place:
        return None
    return next((rule for rule, value in first.tie_breaks.items() if value != second.tie_breaks[rule]), None)


def ending_lines(wording: Wording, seen: TableSnapshot) -> list[str]:
    """Return the other places, the score sheet, a solo game's next goal, and how to verify that chance was fair."""
    table, placings, game_ui = seen.table, seen.result or (), wording.game_uis[seen.table.game]
    said = other_places(wording, seen)
    if placings:
        said += score_sheet(wording, table, placings, table.language)
    if placings and game_ui.results.solo is not None and len(table.sitters) == 1:
        _, *next_time = game_ui.results.solo(_solo_name(table, 0), placings, table.options)
        said += [wording.say(line, table.language) for line in next_time]
    played_for = tuple(
        person(sitter.name)
        for sitter in table.sitters
        if sitter.has_left and table.seating.plays_on(sitter.seat) == "standard"
    )
    if placings and played_for:
        said.append(wording.say(Message("ending.played_for", {"people": played_for}), table.language))
    if not placings:
        said += legend(wording, table, table.language)
    elif table.computers:
        said.append(wording.say(Message("ending.computers"), table.language))
    hinted = tuple(
        Message("ending.hints_of", {"name": sitter.name, "count": count})
        for sitter, count in zip(table.sitters, table.seating.hinted, strict=False)
        if count
    )
    if table.seating.hints:
        key, blanks = ("ending.hints", {"people": hinted}) if hinted else ("ending.no_hints", {})
        said.append(wording.say(Message(key, dict(blanks)), table.language))
    if seen.seed is not None and table.commitment:
        said.append(wording.say(Message("ending.proof", {"seed": seen.seed.hex()}), table.language))
    return said


def other_places(wording: Wording, seen: TableSnapshot) -> list[str]:
    """Return a line for each place after the winner's."""
    table, game_ui = seen.table, wording.game_uis[seen.table.game]
    others = [placing for placing in seen.result or () if placing.place > 1 and len(table.sitters) > 1]
    places = [_place(table, game_ui, placing) for placing in others]
    if not seen.result and table.people and not table.computers:
        left, last = order_of(table).items(), len(table.people) + 1
        ranks = [(last + sum(later > at for _, later in left), table.names[seat]) for seat, at in left]
        places = [Message("ending.place_left", {"place": place, "name": name}) for place, name in sorted(ranks)]
    return [wording.say(place, table.language) for place in places]


def _place(table: Table, game_ui: GameUI, placing: Placing) -> Message:
    name, points = _person(table, placing, game_ui), game_ui.words.points(placing.score)
    return Message("ending.place", {"place": placing.place, "name": name, "points": points})


def score_sheet(
    wording: Wording, table: Table, placings: Sequence[Placing], language: str, *, is_whole: bool = False
) -> list[str]:
    """Return the score sheet as a code block, sorted by place. Omits parts without points unless `is_whole`."""
    game_ui = wording.game_uis[table.game]
    parts = parts_of(placings)
    if not is_whole:
        parts = [part for part in parts if any(placing.parts.get(part) for placing in placings)]
    if not parts:
        return []
    names = [
        wording.say(game_ui.words.rival, language) if each.seat is None else narrow(table.sitters[each.seat].name)
        for each in placings
    ]
    rows = [
        (wording.say(game_ui.words.sheet_part(part), language), [_cell(placing.parts, part) for placing in placings])
        for part in parts
    ]
    total = wording.say(Message("ending.total"), language), [str(placing.score) for placing in placings]
    lines = in_columns(names, [*rows, total])
    return ["```", *lines[:-1], "─" * len(lines[-1]), lines[-1], "```"]


def _cell(parts: Mapping[str, int], part: str) -> str:
    return str(parts[part]) if part in parts else "·"
