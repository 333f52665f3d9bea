"""The board as text, for whoever cannot or would rather not look at the picture."""

import discord

from cogs.house import House
from engine.kernel.decision import Message
from sessions.session import Session

PAGE = 1900


async def read_board(house: House, interaction: discord.Interaction, session: Session) -> str:
    """The whole position in the reader's language."""
    language = house.speech.reader(interaction)
    table = session.table
    view = house.view_for(session, None)
    return str(house.painter.text(table.game, view, house.names(table), language))


def hand_lines(house: House, session: Session, user: int, language: str) -> list[str]:
    """What this person holds in hand, a text a card; that the game has no hands where it has none."""
    face, table = house.faces[session.table.game], session.table
    if face.hand is None:
        return [house.say(Message("hand.none", {"game": face.name}), language)]
    return [house.say(message, language, table) for message in face.hand(house.view_for(session, user))]
