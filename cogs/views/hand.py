"""A hand as its person sees it: the words of its cards, and their picture."""

import discord_limits as limits
from cogs.services import Services
from engine.kernel.decision import Message
from render import Picture
from sessions.session import Session

HAND_TOTAL = limits.TEXT_DISPLAY_TOTAL - 500
"""Characters for a hand; the rest of a message's text is for standing orders."""


def hand_lines(services: Services, session: Session, user: int, language: str) -> list[str]:
    """What this person holds in hand, a text a card; that the game has no hands where it has none."""
    game_ui, table = services.game_uis[session.table.game], session.table
    if game_ui.hand is None:
        return [services.say(Message("hand.none", {"game": game_ui.name}), language)]
    return services.shown(game_ui.hand(services.view_for(session, user)), language, table, HAND_TOTAL)


def has_hand_picture(services: Services, session: Session) -> bool:
    """Whether hands of this game are drawn."""
    game = session.table.game
    return services.game_uis[game].hand is not None and services.render_client.draws_seats(game)


async def hand_picture(services: Services, session: Session, user: int, language: str) -> Picture | None:
    """The picture of this person's hand; None where the game has none, or it cannot be drawn."""
    table = session.table
    if not has_hand_picture(services, session):
        return None
    view, names = services.view_for(session, user), services.names(table)
    return await services.drawn(services.render_client.hand(table.game, view, names, language))
