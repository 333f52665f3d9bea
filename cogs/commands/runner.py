"""Carries out the commands of a game, and suggests what to type for them."""

import discord

from cogs.commands.resolver import CommandResolver, Offers
from cogs.commands.spec import CommandSpec, Typed
from cogs.interactions.answering import Reply, attend, offer
from cogs.interactions.gate import table_here
from cogs.services import Services


class CommandRunner:
    """Carries out a game's commands. `resolver` is how the game reads what is typed."""

    def __init__(self, services: Services, resolver: type[CommandResolver] = CommandResolver) -> None:
        self.services = services
        self.resolver = resolver

    async def act(self, interaction: discord.Interaction, spec: CommandSpec, typed: Typed) -> None:
        """Carry out a command; the answer is for its person alone."""

        async def action() -> Reply:
            session = await table_here(self.services.sessions, interaction)
            return await self.resolver(self.services.wording, interaction, session).carry_out(spec, typed)

        await attend(self.services, interaction, action())

    async def suggest(
        self, interaction: discord.Interaction, spec: CommandSpec, argument: str, typed: Typed, current: str
    ) -> Offers:
        """What may be typed for an argument of a command."""

        async def choices() -> Offers:
            session = await table_here(self.services.sessions, interaction)
            return self.resolver(self.services.wording, interaction, session).offers(spec, argument, typed, current)

        return await offer(choices())
