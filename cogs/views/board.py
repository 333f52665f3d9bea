"""The board as a message: what happened, the picture, whose turn it is, and its controls."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import discord
import msgspec

from cogs.logs import log
from cogs.painter import Painter
from cogs.ui.layout import pages, picture_panel
from cogs.ui.wording import Wording
from cogs.views.chronicle import tell, whole_turn
from cogs.views.controls import controls, marks_of, public_decision
from cogs.views.ending import ending_lines, headline
from cogs.views.lobby import lobby_rows, lobby_text
from cogs.views.log_words import Happened
from cogs.views.score_sheet import sheet_picture
from cogs.views.waiting import waiting_lines
from engine.kernel.decision import Fact, Message
from render import Mark, Picture
from sessions.snapshot import TableSnapshot

FOOT_TOTAL = 2600
"""Characters for what is asked, and whom the table waits for."""


@dataclass(frozen=True, slots=True)
class BoardMessage:
    """A message ready to be sent."""

    view: discord.ui.LayoutView
    pictures: tuple[Picture, ...] = ()


async def compose(
    wording: Wording,
    painter: Painter,
    seen: TableSnapshot,
    happened: Happened,
    *,
    first: int = 0,
    known: Collection[str] = (),
    with_picture: bool = True,
    rounds: Sequence[msgspec.Struct] = (),
) -> BoardMessage:
    """Return the table's message with what `happened` from the entry `first` on.

    Without pictures if they can't be sent; those whose file names are `known` may come without their files. `rounds`
    are the views after each round of a game that is over.
    """
    table, accent = seen.table, wording.game_uis[seen.table.game].accent
    if table.status == "lobby":
        return BoardMessage(picture_panel(lobby_text(wording, seen), (), "", lobby_rows(wording, seen), accent))
    decision = public_decision(seen.awaited)
    is_stuck = table.status == "suspended" and not (table.is_paused or table.is_left_alone)
    view = seen.view if with_picture and not is_stuck else None
    pictures: tuple[Picture, ...] | None = ()
    if view is not None:
        pictures = await draw_board(painter, seen, view, marks_of(decision), happened.moves, known)
    titles: list[str] = []
    if table.status == "over":
        titles, lines = headline(wording, seen), ending_lines(wording, seen)
        if pictures and (sheet := await sheet_picture(wording, painter, seen, rounds, known)):
            pictures = (sheet, *pictures)
    elif table.status == "closed":
        lines = [wording.say(Message("board.closed"), table.language)]
    else:
        lines = waiting_lines(wording, seen, decision)
    (foot, *_) = pages("\n".join(lines), FOOT_TOTAL) or [""]
    if view is not None and not pictures:
        missing = wording.say(Message("board.no_picture"), table.language) if pictures is None else ""
        foot = "\n\n".join(part for part in (missing, _in_words(painter, seen, view), foot) if part)
    told = tell(wording, seen, happened, titles, foot)
    rows = [
        *controls(wording, seen, decision, below=1 if told.earlier else 0),
        *whole_turn(wording, seen, told, first, seen.number),
    ]
    if view is not None and not pictures:
        return BoardMessage(picture_panel("\n\n".join(filter(None, (told.text, foot))), (), "", rows, accent))
    shown = pictures or ()
    return BoardMessage(picture_panel(told.text, shown, foot, rows, accent), shown)


async def draw_board(
    painter: Painter,
    seen: TableSnapshot,
    view: msgspec.Struct,
    marks: Sequence[Mark] = (),
    moves: Sequence[Fact] = (),
    known: Collection[str] = (),
) -> tuple[Picture, ...] | None:
    """Return the pictures of a position that everybody may see, or None if they can't be drawn.

    Pictures whose file names are `known` may come without their files.
    """
    table = seen.table
    return await painter.draw(
        painter.client.board(table.game, view, marks, table.names, table.language, moves, known, colours=seen.colours)
    )


def _in_words(painter: Painter, seen: TableSnapshot, view: msgspec.Struct) -> str:
    """Return the position in the words of its picture's alt text, for a board without a picture."""
    table = seen.table
    try:
        return painter.client.alt(table.game, view, table.names, table.language, colours=seen.colours)
    except Exception:  # whatever the renderer meets, the buttons are still of use
        log.warning("no words either: table=%s", table.id, exc_info=True)
        return ""
