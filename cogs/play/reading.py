"""The board as text, for whoever cannot or would rather not look at the picture."""

import discord

import discord_limits as limits
from cogs.interactions.answering import Reply
from cogs.services import House
from cogs.ui.layout import pages, text_panel, upload
from cogs.ui.refusals import FaceRefusal
from engine.kernel.decision import Message
from render import Picture
from sessions.refusals import NotStarted
from sessions.session import Session

HAND_TOTAL = limits.TEXT_DISPLAY_TOTAL - 500
"""Characters for a hand; the rest of a message's text is for standing orders."""


async def read_board(house: House, interaction: discord.Interaction, session: Session) -> Reply:
    """The whole position in the reader's language, in as many messages as it takes."""
    language = house.speech.reader(interaction)
    table = session.table
    view = house.view_for(session, None)
    first, *more = pages(house.painter.text(table.game, view, house.names(table), language), limits.CONTENT)
    return Reply(first, more=tuple(more))


async def read_seat(house: House, interaction: discord.Interaction, session: Session, user: int) -> Reply:
    """All that is public of one person's seat, as a picture. Raises `NotStarted`, `FaceRefusal`."""
    table, language = session.table, house.speech.reader(interaction)
    if table.status == "lobby":
        raise NotStarted
    seat = session.seat_of(user)
    if seat is None:
        raise FaceRefusal("refused.no_seat")
    if not house.painter.draws_seats(table.game):
        return Reply(house.say(Message("hand.none", {"game": house.faces[table.game].name}), language))
    view, names = session.reader.view(None), house.names(table)
    picture = await house.drawn(house.painter.seat(table.game, view, seat, names, language))
    if picture is None:
        return Reply(house.painter.seat_alt(table.game, view, seat, names, language))
    return Reply(view=text_panel(picture.alt, picture=picture), file=upload(picture))


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
