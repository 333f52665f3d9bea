"""The board as a message: what happened, the picture, whose turn it is, and its controls."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import discord
import msgspec

import discord_limits as limits
from cogs.painter import Painter
from cogs.ui.layout import pages, picture_panel
from cogs.ui.option_words import marks_of
from cogs.ui.wording import Wording
from cogs.views.chronicle import tell, whole_turn
from cogs.views.controls import controls
from cogs.views.ending import ending_lines, headline
from cogs.views.lobby import lobby_rows, lobby_text
from cogs.views.log_words import Happened
from cogs.views.pictures import Depicted, depict
from cogs.views.waiting import waiting_lines
from engine.kernel.decision import Message
from render import Picture
from sessions.snapshot import TableSnapshot

FOOT_TOTAL = 2600
"""Maximum number of characters for questions and names of the people asked."""


@dataclass(frozen=True, slots=True)
class BoardMessage:
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
    shares: Mapping[int, tuple[int, int]] = MappingProxyType({}),
) -> BoardMessage:
    """Return the table's message from the entry `first` on. Pictures named in `known` aren't drawn again."""
    table, accent = seen.table, wording.game_uis[seen.table.game].accent
    if table.status == "lobby":
        return BoardMessage(picture_panel(lobby_text(wording, seen, shares), (), "", lobby_rows(wording, seen), accent))
    decision = seen.awaited.public_if_small(limits.SELECT_OPTIONS)
    is_stuck = table.status == "suspended" and not table.is_under_way
    depicted = Depicted()
    is_drawn = not (is_stuck or seen.awaited.asks_only_computers)
    if with_picture and seen.view is not None and is_drawn:
        depicted = await depict(wording, painter, seen, marks_of(decision), happened.moves, known, rounds)
    titles = headline(wording, seen) if table.status == "over" else []
    if table.status == "over":
        lines = ending_lines(wording, seen)
    elif table.status == "closed":
        lines = [wording.say(Message("board.closed"), table.language)]
    else:
        lines = waiting_lines(wording, seen, decision)
    await asyncio.sleep(0)  # a press may be waiting
    (foot, *_) = pages("\n".join(lines), FOOT_TOTAL) or [""]
    below = "\n\n".join(part for part in (depicted.words, foot) if part)
    told = tell(wording, seen, happened, titles, below)
    await asyncio.sleep(0)
    rows = [
        *controls(wording, seen, decision, below=1 if told.earlier else 0),
        *whole_turn(wording, seen, told, first, seen.number),
    ]
    await asyncio.sleep(0)
    if depicted.words:
        return BoardMessage(picture_panel(f"{told.text}\n\n{below}", (), "", rows, accent))
    return BoardMessage(picture_panel(told.text, depicted.pictures, foot, rows, accent), depicted.pictures)
