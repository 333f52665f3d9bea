"""The score sheet of a finished game as a picture: what each score is made of, and how it grew from round to round."""

import asyncio
from collections.abc import Collection, Mapping, Sequence

from cogs.logs import log
from cogs.painter import Painter
from cogs.ui.wording import Wording
from cogs.views.ending import parts_of
from engine.kernel.decision import Seat
from engine.kernel.refusals import Refusal
from engine.kernel.rules import Placing
from render import SEAT_COLOURS, Picture, ScoreSheet, Side
from sessions.lobby.colours import colours_of
from sessions.session import Session

GROWTH_S = 5.0
"""So long at most the past is read. What takes longer is left out."""
MOST_ROUNDS = 40
"""A longer game is told by the last score alone."""


async def sheet_picture(
    wording: Wording, painter: Painter, session: Session, known: Collection[str] = ()
) -> Picture | None:
    """The score sheet of a game that is over; None where it has none, or it cannot be drawn.

    Without its file where the file's name is `known`.
    """
    placings, table = session.result(), session.table
    if not placings or not parts_of(placings):
        return None
    sheet = await _sheet(wording, session, placings)
    drawing = painter.client.score_sheet(table.game, sheet, table.language, known)
    return await painter.draw(drawing)


async def _sheet(wording: Wording, session: Session, placings: Sequence[Placing]) -> ScoreSheet:
    """Every part in which somebody has something, and the sides by their places."""
    table, game_ui = session.table, wording.game_uis[session.table.game]
    parts = [part for part in parts_of(placings) if any(placing.parts.get(part) for placing in placings)]
    rounds, colours = await _rounds(wording, session), colours_of(table)
    sides = [
        Side(
            wording.say(game_ui.words.rival, table.language) if each.seat is None else table.sitters[each.seat].name,
            "" if each.seat is None else SEAT_COLOURS[colours[each.seat]],
            each.place,
            each.score,
            tuple(each.parts.get(part) for part in parts),
            () if each.seat is None else tuple(scores[each.seat] for scores in rounds),
        )
        for each in placings
    ]
    return ScoreSheet(game_ui.name, tuple(game_ui.words.sheet_part(part) for part in parts), tuple(sides))


async def _rounds(wording: Wording, session: Session) -> list[Mapping[Seat, int]]:
    """What every seat had after each round, the last one with the final score; nothing where that cannot be told."""
    points = wording.game_uis[session.table.game].results.points_so_far
    if points is None:
        return []
    found: list[Mapping[Seat, int]] = []
    try:
        async with asyncio.timeout(GROWTH_S):
            steps = await session.history.steps()
            stops = steps.rounds()
            if len(stops) > MOST_ROUNDS:
                return []
            for stop in stops:
                seen = await session.reader.past.view_after(steps.steps[stop.last - 1].entry)
                if seen is None:
                    return []
                found.append(points(seen[0]))
    except (Refusal, TimeoutError) as error:
        log.info("no growth of scores: table=%s why=%s", session.table.id, type(error).__name__)
        return []
    return found
