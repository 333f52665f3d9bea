"""The board as text, for whoever cannot or would rather not look at the picture."""

import discord

from cogs.house import House
from sessions.session import Session

PAGE = 1900


async def read_board(house: House, interaction: discord.Interaction, session: Session) -> str:
    """The whole position in the reader's language."""
    language = house.speech.reader(interaction)
    table = session.table
    view = house.view_for(session, None)
    return str(house.painter.text(table.game, view, house.names(table), language))
