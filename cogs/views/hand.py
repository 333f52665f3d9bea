"""A hand as its owner sees it: its cards in words, and their picture. `view` is always the owner's."""

from collections.abc import Sequence

import msgspec

import discord_limits as limits
from cogs.painter import Painter
from cogs.ui.wording import Wording
from engine.kernel.decision import Decision, Message
from render import Picture
from sessions.lobby.colours import colours_of
from sessions.records.table import Table

HAND_TOTAL = limits.TEXT_DISPLAY_TOTAL - 500
"""Maximum number of characters in a hand; the rest of the message is for standing orders."""


def hand_lines(wording: Wording, table: Table, view: msgspec.Struct, language: str, beside: int = 0) -> list[str]:
    """Return a text for each card in a hand, with its name on the board. `beside` is the length of the message's other
    text."""
    private = wording.game_uis[table.game].private
    if private.hand is None:
        return [wording.say(Message("hand.none", {"game": wording.game_uis[table.game].name}), language)]
    names = _names_on_board(wording, table, private.held(view) if private.held else (), language)
    longest = HAND_TOTAL - beside - sum(map(len, names))
    head, *cards = wording.show_all([(each, table.names) for each in private.hand(view)], language, longest)
    if len(names) != len(cards):
        return [head, *cards]
    return [head, *("\n".join(pair) for pair in zip(cards, names, strict=True))]


def _names_on_board(wording: Wording, table: Table, held: Sequence[Message], language: str) -> list[str]:
    if language == table.language:
        return []
    names = [wording.say(card, table.language) for card in held]
    return [wording.say(Message("hand.on_board", {"name": name}), language) for name in names]


def has_hand_picture(wording: Wording, painter: Painter, game: str, view: msgspec.Struct) -> bool:
    return wording.game_uis[game].private.held is not None and "hand" in painter.client.close_ups(game, view)


def is_about_hand(wording: Wording, painter: Painter, game: str, view: msgspec.Struct, decision: Decision) -> bool:
    """Return whether a question is about cards in the hand. Their picture is then shown with it."""
    is_drawn = decision.private and has_hand_picture(wording, painter, game, view)
    return is_drawn and wording.game_uis[game].private.is_about_hand(view, decision)


async def hand_picture(
    wording: Wording, painter: Painter, table: Table, view: msgspec.Struct, language: str
) -> Picture | None:
    """Return the picture of a hand, or None if it is empty or can't be drawn."""
    if not has_hand_picture(wording, painter, table.game, view):
        return None
    order = table.game, view, "hand", table.names, language
    return await painter.draw(painter.client.close_up(*order, colours=colours_of(table), seat=None))
