"""The score sheet of a finished game as a picture: the parts of each score, and how it grew from round to round."""

from collections.abc import Collection, Sequence

import msgspec

from cogs.painter import Painter
from cogs.ui.wording import Wording
from cogs.views.ending import parts_of
from render import SEAT_COLOURS, Picture, ScoreSheet, Side
from sessions.snapshot import TableSnapshot


async def sheet_picture(
    wording: Wording,
    painter: Painter,
    seen: TableSnapshot,
    rounds: Sequence[msgspec.Struct] = (),
    known: Collection[str] = (),
) -> Picture | None:
    """Return the score sheet of a game that is over, or None if it has none or can't be drawn.

    `rounds` are the views after each round. The picture may come without its file if the file's name is `known`.
    """
    table, placings = seen.table, seen.result or ()
    words, results = wording.game_uis[table.game].words, wording.game_uis[table.game].results
    parts = parts_of(placings)
    if not parts:
        return None
    parts = [part for part in parts if any(placing.parts.get(part) for placing in placings)]
    scores = [results.points_so_far(view) for view in rounds] if results.points_so_far else []
    sides = [
        Side(
            wording.say(words.rival, table.language) if each.seat is None else table.sitters[each.seat].name,
            "" if each.seat is None else SEAT_COLOURS[seen.colours[each.seat]],
            each.place,
            each.score,
            tuple(each.parts.get(part) for part in parts),
            () if each.seat is None else tuple(after[each.seat] for after in scores),
        )
        for each in placings
    ]
    sheet = ScoreSheet(wording.game_uis[table.game].name, tuple(map(words.sheet_part, parts)), tuple(sides))
    return await painter.draw(painter.client.score_sheet(table.game, sheet, table.language, known))
