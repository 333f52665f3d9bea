"""Carries out the commands of a game, and suggests what to type for them."""

import discord

from cogs.commands.resolver import Offers, VerbTypist
from cogs.commands.spec import Typed, Verb
from cogs.interactions.answering import Reply, attend, offer
from cogs.interactions.gate import table_here
from cogs.services import Services


class Doer:
    """Carries out a game's verbs. `reads` is how the game reads what is typed."""

    def __init__(self, services: Services, reads: type[VerbTypist] = VerbTypist) -> None:
        self.services = services
        self.reads = reads

    async def act(self, interaction: discord.Interaction, verb: Verb, typed: Typed) -> None:
        """Carry out a verb; the answer is for its person alone."""

        async def deed() -> Reply:
            session = await table_here(self.services, interaction)
            return await self.reads(self.services, interaction, session).carry_out(verb, typed)

        await attend(self.services, interaction, deed())

    async def suggest(
        self, interaction: discord.Interaction, verb: Verb, argument: str, typed: Typed, current: str
    ) -> Offers:
        """What may be typed for an argument of a verb."""

        async def choices() -> Offers:
            session = await table_here(self.services, interaction)
            return self.reads(self.services, interaction, session).offers(verb, argument, typed, current)

        return await offer(choices())
