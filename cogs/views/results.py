"""A finished game as one message: the winner, the places, the decisive round, and the next steps."""

from collections.abc import Iterable, Sequence

import msgspec

from cogs.ui.panel import Row
from cogs.ui.wording import Wording
from cogs.views.controls import button
from cogs.views.ending import CUT_SHORT, REMATCH, headline, other_places
from cogs.views.menu import REPLAYED
from cogs.views.people import person
from engine.kernel.decision import Message
from sessions.records.departures import order_of
from sessions.records.log import PastGame
from sessions.records.table import Table
from sessions.snapshot import TableSnapshot

RESULT = frozenset({REMATCH, REPLAYED})
"""The verbs below a result. The board of a finished game has other ones, too."""


def result_text(wording: Wording, seen: TableSnapshot, rounds: Sequence[msgspec.Struct]) -> str:
    """Return the result in the language of `seen`, with names in place of mentions. `rounds` are views by round."""
    table = seen.table
    lines = [wording.say(Message("result.title", wording.place_of(table)), table.language)]
    lines += [*headline(wording, seen), *other_places(wording, seen)]
    text = "\n".join(lines)
    for sitter in table.sitters:
        text = text.replace(f"<@{sitter.user}>", sitter.name)
    decided = decisive_round(wording, seen, rounds)
    if decided is not None:
        key = {1: "result.led_throughout", len(rounds): "result.decided_last"}.get(decided, "result.decided")
        text += "\n" + wording.say(Message(key, {"round": decided}), table.language)
    return text


def result_rows(wording: Wording, seen: TableSnapshot) -> list[Row]:
    replay = [button(wording, seen.table, REPLAYED)] if seen.number else []
    rematch = [button(wording, seen.table, REMATCH, "main")] if seen.table.people else []
    return [(*rematch, *replay)]


def outcome(table: Table, sides: Iterable[PastGame]) -> Message:
    """Return how a table ended, in a few words. `sides` are the past games of its people."""
    winners = [side for side in sides if side.table == table.id and side.place == 1]
    if table.status == "closed":
        return Message("outcome.lapsed" if table.seating.lapses_at is not None else "outcome.closed")
    if winners:
        return Message("outcome.won", {"people": tuple(person(side.name) for side in winners)})
    if table.ended in CUT_SHORT:
        return Message("outcome.early")
    return Message("outcome.computer" if table.computers else "outcome.lost")


def decisive_round(wording: Wording, seen: TableSnapshot, rounds: Sequence[msgspec.Struct]) -> int | None:
    """Return the round after which the winner always led, or None if the scores don't show it."""
    points = wording.game_uis[seen.table.game].results.points_so_far
    winners = [placing.seat for placing in seen.result or () if placing.place == 1]
    others = {sitter.seat for sitter in seen.table.sitters} - {*winners, *order_of(seen.table)}
    if points is None or len(winners) != 1 or winners[0] is None or not others:
        return None
    decided = None
    for number, scores in enumerate(map(points, rounds), 1):
        if scores[winners[0]] <= max(scores[seat] for seat in others):
            decided = None
        elif decided is None:
            decided = number
    return decided if len(rounds) > 1 else None
