"""The board as text, for whoever cannot or would rather not look at the picture."""

import discord

from cogs import limits
from cogs.answering import Reply
from cogs.house import House
from cogs.layout import pages
from engine.kernel.decision import Message
from render import Picture
from sessions.session import Session


async def read_board(house: House, interaction: discord.Interaction, session: Session) -> Reply:
    """The whole position in the reader's language, in as many messages as it takes."""
    language = house.speech.reader(interaction)
    table = session.table
    view = house.view_for(session, None)
    first, *more = pages(house.painter.text(table.game, view, house.names(table), language), limits.CONTENT)
    return Reply(first, more=tuple(more))


def hand_lines(house: House, session: Session, user: int, language: str) -> list[str]:
    """What this person holds in hand, a text a card; that the game has no hands where it has none."""
    face, table = house.faces[session.table.game], session.table
    if face.hand is None:
        return [house.say(Message("hand.none", {"game": face.name}), language)]
    return [house.say(message, language, table) for message in face.hand(house.view_for(session, user))]


async def hand_picture(house: House, session: Session, user: int, language: str) -> Picture | None:
    """The picture of this person's hand; None where the game has none."""
    table = session.table
    if house.faces[table.game].hand is None or not house.painter.draws_seats(table.game):
        return None
    return await house.painter.hand(table.game, house.view_for(session, user), house.names(table), language)
