"""A hand as its person sees it: the words of its cards, and their picture."""

import discord_limits as limits
from cogs.services import House
from engine.kernel.decision import Message
from render import Picture
from sessions.session import Session

HAND_TOTAL = limits.TEXT_DISPLAY_TOTAL - 500
"""Characters for a hand; the rest of a message's text is for standing orders."""


def hand_lines(house: House, session: Session, user: int, language: str) -> list[str]:
    """What this person holds in hand, a text a card; that the game has no hands where it has none."""
    face, table = house.faces[session.table.game], session.table
    if face.hand is None:
        return [house.say(Message("hand.none", {"game": face.name}), language)]
    return house.shown(face.hand(house.view_for(session, user)), language, table, HAND_TOTAL)


def has_hand_picture(house: House, session: Session) -> bool:
    """Whether hands of this game are drawn."""
    game = session.table.game
    return house.faces[game].hand is not None and house.painter.draws_seats(game)


async def hand_picture(house: House, session: Session, user: int, language: str) -> Picture | None:
    """The picture of this person's hand; None where the game has none, or it cannot be drawn."""
    table = session.table
    if not has_hand_picture(house, session):
        return None
    view, names = house.view_for(session, user), house.names(table)
    return await house.drawn(house.painter.hand(table.game, view, names, language))
