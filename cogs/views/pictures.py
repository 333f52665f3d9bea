"""The pictures of a table: its board, and the score sheet once the game is over."""

from collections.abc import Collection, Sequence

import msgspec

from cogs.logs import log
from cogs.painter import Painter
from cogs.ui.wording import Wording
from engine.kernel.decision import Fact, Message
from engine.kernel.rules import Placing
from render import SEAT_COLOURS, Mark, Picture, ScoreSheet, Side
from sessions.snapshot import TableSnapshot


class Depicted(msgspec.Struct, frozen=True):
    """The pictures of a position, or `words` if there are none."""

    pictures: tuple[Picture, ...] = ()
    words: str = ""


async def depict(
    wording: Wording,
    painter: Painter,
    seen: TableSnapshot,
    marks: Sequence[Mark],
    moves: Sequence[Fact],
    known: Collection[str],
    rounds: Sequence[msgspec.Struct],
) -> Depicted:
    """Return the table's pictures, with the score sheet at the end. `known` and `rounds` are as for `compose`."""
    table, view = seen.table, seen.view
    assert view is not None, "the game has begun"
    sheet = score_sheet(wording, seen, rounds) if table.status == "over" else None
    pictures = await draw_board(painter, seen, view, marks, moves, known)
    if pictures and sheet is not None:
        drawn = await painter.draw(painter.client.score_sheet(table.game, sheet, table.language, known))
        return Depicted((drawn, *pictures) if drawn else pictures)
    if pictures:
        return Depicted(pictures)
    missing = wording.say(Message("board.no_picture"), table.language) if pictures is None else ""
    try:
        words = painter.client.alt(table.game, view, table.names, table.language, colours=seen.colours)
    except Exception:  # if the renderer fails, the buttons are still useful
        log.warning("no words either: table=%s", table.id, exc_info=True)
        words = ""
    return Depicted((), "\n\n".join(part for part in (missing, words) if part))


async def draw_board(
    painter: Painter,
    seen: TableSnapshot,
    view: msgspec.Struct,
    marks: Sequence[Mark] = (),
    moves: Sequence[Fact] = (),
    known: Collection[str] = (),
    *,
    is_past: bool = False,
) -> tuple[Picture, ...] | None:
    """Return the pictures of a public view, or None on failure. A view that `is_past` has only one picture."""
    table, language = seen.table, seen.table.language
    board = painter.client.board(
        table.game, view, marks, table.names, language, moves, known, colours=seen.colours, is_past=is_past
    )
    return await painter.draw(board)


def score_sheet(wording: Wording, seen: TableSnapshot, rounds: Sequence[msgspec.Struct] = ()) -> ScoreSheet | None:
    """Return the parts of each score, and its growth by round; None if scores have no parts."""
    table, placings, game_ui = seen.table, seen.result or (), wording.game_uis[seen.table.game]
    parts = parts_of(placings)
    if not parts:
        return None
    parts = [part for part in parts if any(placing.parts.get(part) for placing in placings)]
    points = game_ui.results.points_so_far
    scores = [points(view) for view in rounds] if points else []
    sides = [
        Side(
            wording.say(game_ui.words.rival, table.language) if each.seat is None else table.sitters[each.seat].name,
            "" if each.seat is None else SEAT_COLOURS[seen.colours[each.seat]],
            each.place,
            each.score,
            tuple(each.parts.get(part) for part in parts),
            () if each.seat is None else tuple(after[each.seat] for after in scores),
        )
        for each in placings
    ]
    return ScoreSheet(game_ui.name, tuple(map(game_ui.words.sheet_part, parts)), tuple(sides))


def parts_of(placings: Sequence[Placing]) -> list[str]:
    """Return the parts of these scores. Parts that only the automatic opponent has come last."""
    people = sorted(placings, key=lambda placing: placing.seat is None)
    return list(dict.fromkeys(part for placing in people for part in placing.parts))
