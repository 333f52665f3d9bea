"""`/hand`: one's own hand and standing orders."""

import discord

from cogs.hands.hand import Hand
from cogs.interactions.answering import Reply
from cogs.interactions.authority import SEATED_ONCE_STARTED
from cogs.interactions.gate import table_here
from cogs.interactions.slash import slash
from sessions.sessions import Sessions


class Hands:
    """The command `/hand`."""

    def __init__(self, sessions: Sessions, hand: Hand) -> None:
        self._sessions = sessions
        self._hand = hand

    @slash("hand", who=SEATED_ONCE_STARTED)
    async def hand(self, interaction: discord.Interaction) -> Reply:
        """Show this person's hand and standing orders, in private."""
        session = await table_here(self._sessions, interaction)
        return await self._hand.show(interaction, session)
