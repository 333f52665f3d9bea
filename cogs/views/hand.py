"""A hand as its person sees it: the words of its cards, and their picture."""

from collections.abc import Sequence

import discord_limits as limits
from cogs.painter import Painter
from cogs.ui.wording import Wording
from engine.kernel.decision import Decision, Message
from render import Picture
from sessions.lobby.colours import colours_of
from sessions.records.table import Table
from sessions.session import Session

HAND_TOTAL = limits.TEXT_DISPLAY_TOTAL - 500
"""Characters for a hand; the rest of a message's text is for standing orders."""


def hand_lines(wording: Wording, session: Session, user: int, language: str, beside: int = 0) -> list[str]:
    """The cards this person holds in hand, one text each; or the one text that the game has no hands.

    A reader of another language than the table's finds each card's name as the board has it, too. `beside` is
    the number of characters that stand beside the hand.
    """
    game_ui, table = wording.game_uis[session.table.game], session.table
    if game_ui.private.hand is None:
        return [wording.say(Message("hand.none", {"game": game_ui.name}), language)]
    view = session.reader.view(session.seat_of(user))
    names = _names_on_board(wording, table, game_ui.private.held(view) if game_ui.private.held else (), language)
    longest = HAND_TOTAL - beside - sum(map(len, names))
    head, *cards = wording.show_all([(each, table.names) for each in game_ui.private.hand(view)], language, longest)
    if len(names) != len(cards):
        return [head, *cards]
    return [head, *("\n".join(pair) for pair in zip(cards, names, strict=True))]


def _names_on_board(wording: Wording, table: Table, held: Sequence[Message], language: str) -> list[str]:
    """A small line for each card with its name in the table's language; none where that is the reader's."""
    if language == table.language:
        return []
    names = [wording.say(card, table.language) for card in held]
    return [wording.say(Message("hand.on_board", {"name": name}), language) for name in names]


def has_hand_picture(wording: Wording, painter: Painter, session: Session, user: int) -> bool:
    """Whether there is something to draw: this person holds cards, in a game whose hands are drawn."""
    game = session.table.game
    held = wording.game_uis[game].private.held
    holds = held is not None and bool(held(session.reader.view(session.seat_of(user))))
    return holds and painter.client.draws_seats(game)


def is_about_hand(wording: Wording, painter: Painter, session: Session, user: int, decision: Decision) -> bool:
    """Whether a question to this person is about cards that they hold, which it then shows."""
    game_ui = wording.game_uis[session.table.game]
    is_asked = decision.private and has_hand_picture(wording, painter, session, user)
    return is_asked and game_ui.private.is_about_hand(session.reader.view(session.seat_of(user)), decision)


async def hand_picture(
    wording: Wording, painter: Painter, session: Session, user: int, language: str
) -> Picture | None:
    """The picture of this person's hand; None where they hold nothing, or it cannot be drawn."""
    table = session.table
    if not has_hand_picture(wording, painter, session, user):
        return None
    view, names, colours = session.reader.view(session.seat_of(user)), table.names, colours_of(table)
    return await painter.draw(painter.client.hand(table.game, view, names, language, colours=colours))
