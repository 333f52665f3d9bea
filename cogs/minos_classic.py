"""Minos (classic) by slash commands: one command for each action of the game. Wording and mapping, no rule."""

from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from cogs.answering import Reply, attend, offer
from cogs.commands import Action, Typist, Word
from cogs.faces import Face
from cogs.house import House

KEY = "minos-classic"
MENU, DICE, KEEP, FIGHT, ORDER = "TURN-2", "DICE-7", "DICE-3", "FIGHT-10", "HOUSE-4"

ROLL = Action((Word(KEEP, "die:", otherwise="none"),))
STOP = Action((Word(KEEP, "die:", otherwise="all"),))
KEEP_DICE = Action((Word(KEEP, "die:", "dice"),))
INCOME = Action((Word(MENU, "income"), Word(DICE, argument="dice")))
RINGS = Action((Word(MENU, "rings"), Word(DICE, argument="dice"), Word("RINGS-2", "buy:", "buy")))
GULLS = Action((Word(MENU, "gulls"), Word(DICE, argument="dice")))
BUILDERS = Action((Word(MENU, "builders"), Word(DICE, argument="dice")))
MOVE = Action((Word(MENU, "move:", "piece"), Word("MOVE-18", "to:", "to")))
BUILD = Action((Word(MENU, "build:", "site"), Word("BUILD-9", "kind:", "kind")))
RECRUIT = Action((Word(MENU, "recruit:", "site"),))
END = Action((Word(MENU, "end"),))
REROLL = Action((Word(FIGHT, "die:", "reroll", otherwise="none"),))
CHOOSE = Action((Word("", argument="choice"),))

Offers = list[app_commands.Choice[str]]


@app_commands.guild_only()
class ClassicCommands(app_commands.Group):
    """`/classic`."""

    def __init__(self, house: House) -> None:
        super().__init__(name="classic", description="command.classic")
        self.house = house

    async def _act(self, interaction: discord.Interaction, action: Action, **typed: str | None) -> None:
        async def deed() -> Reply:
            session = await self.house.session_here(interaction)
            return await Typist(self.house, interaction, session).act(action, typed)

        await attend(self.house, interaction, deed())

    async def _offer(self, interaction: discord.Interaction, action: Action, argument: str, current: str) -> Offers:
        async def choices() -> Offers:
            session = await self.house.session_here(interaction)
            typed = {name: str(value) for name, value in interaction.namespace if name != argument}
            return Typist(self.house, interaction, session).suggestions(action, argument, typed, current)

        return await offer(choices())

    @app_commands.command(description="command.classic.roll")
    async def roll(self, interaction: discord.Interaction) -> None:
        """All dice again. DICE-3"""
        await self._act(interaction, ROLL)

    @app_commands.command(description="command.classic.stop")
    async def stop(self, interaction: discord.Interaction) -> None:
        """The roll stands. DICE-5"""
        await self._act(interaction, STOP)

    @app_commands.command(description="command.classic.keep")
    @app_commands.describe(dice="command.classic.keep.dice")
    async def keep(self, interaction: discord.Interaction, dice: str) -> None:
        """Keep some dice, roll the others again. DICE-3"""
        await self._act(interaction, KEEP_DICE, dice=dice)

    @app_commands.command(description="command.classic.income")
    @app_commands.describe(dice="command.classic.dice")
    async def income(self, interaction: discord.Interaction, dice: str | None = None) -> None:
        """Take income. INCOME-1"""
        await self._act(interaction, INCOME, dice=dice)

    @app_commands.command(description="command.classic.rings")
    @app_commands.describe(dice="command.classic.dice", buy="command.classic.rings.buy")
    async def rings(self, interaction: discord.Interaction, dice: str | None = None, buy: str | None = None) -> None:
        """Take combat rings, and buy some. RINGS-1, RINGS-2"""
        await self._act(interaction, RINGS, dice=dice, buy=buy)

    @app_commands.command(description="command.classic.gulls")
    @app_commands.describe(dice="command.classic.dice")
    async def gulls(self, interaction: discord.Interaction, dice: str | None = None) -> None:
        """Gain movement points. MOVE-1"""
        await self._act(interaction, GULLS, dice=dice)

    @app_commands.command(description="command.classic.builders")
    @app_commands.describe(dice="command.classic.dice")
    async def builders(self, interaction: discord.Interaction, dice: str | None = None) -> None:
        """Gain building points. BUILD-1"""
        await self._act(interaction, BUILDERS, dice=dice)

    @app_commands.command(description="command.classic.move")
    @app_commands.describe(piece="command.classic.move.piece", to="command.classic.move.to")
    async def move(self, interaction: discord.Interaction, piece: str, to: str | None = None) -> None:
        """Move a piece to a place within reach. MOVE-18"""
        await self._act(interaction, MOVE, piece=piece, to=to)

    @app_commands.command(description="command.classic.build")
    @app_commands.describe(site="command.classic.build.site", kind="command.classic.build.kind")
    async def build(self, interaction: discord.Interaction, site: str, kind: str | None = None) -> None:
        """Put up a building. BUILD-2"""
        await self._act(interaction, BUILD, site=site, kind=kind)

    @app_commands.command(description="command.classic.recruit")
    @app_commands.describe(site="command.classic.recruit.site")
    async def recruit(self, interaction: discord.Interaction, site: str) -> None:
        """Buy a guard or a ship. BUY-1, BUY-2"""
        await self._act(interaction, RECRUIT, site=site)

    @app_commands.command(description="command.classic.fight")
    @app_commands.describe(reroll="command.classic.fight.reroll")
    async def fight(self, interaction: discord.Interaction, reroll: str | None = None) -> None:
        """Roll dice of a fight again for a ring, or stand. FIGHT-10"""
        await self._act(interaction, REROLL, reroll=reroll)

    @app_commands.command(description="command.classic.order")
    @app_commands.describe(rings="command.classic.order.rings")
    async def order(self, interaction: discord.Interaction, rings: str) -> None:
        """Leave a standing order for defence. HOUSE-4"""

        async def deed() -> Reply:
            session = await self.house.session_here(interaction)
            return await Typist(self.house, interaction, session).order(ORDER, "rings:", rings)

        await attend(self.house, interaction, deed())

    @app_commands.command(description="command.classic.end")
    async def end(self, interaction: discord.Interaction) -> None:
        """End the turn. TURN-5"""
        await self._act(interaction, END)

    @app_commands.command(description="command.classic.choose")
    @app_commands.describe(choice="command.classic.choose.choice")
    async def choose(self, interaction: discord.Interaction, choice: str) -> None:
        """Answer whatever is asked now."""
        await self._act(interaction, CHOOSE, choice=choice)

    @keep.autocomplete("dice")
    async def _keep_dice(self, interaction: discord.Interaction, current: str) -> Offers:
        return await self._offer(interaction, KEEP_DICE, "dice", current)

    @income.autocomplete("dice")
    async def _income_dice(self, interaction: discord.Interaction, current: str) -> Offers:
        return await self._offer(interaction, INCOME, "dice", current)

    @rings.autocomplete("dice")
    async def _rings_dice(self, interaction: discord.Interaction, current: str) -> Offers:
        return await self._offer(interaction, RINGS, "dice", current)

    @rings.autocomplete("buy")
    async def _rings_buy(self, interaction: discord.Interaction, current: str) -> Offers:
        return await self._offer(interaction, RINGS, "buy", current)

    @gulls.autocomplete("dice")
    async def _gulls_dice(self, interaction: discord.Interaction, current: str) -> Offers:
        return await self._offer(interaction, GULLS, "dice", current)

    @builders.autocomplete("dice")
    async def _builders_dice(self, interaction: discord.Interaction, current: str) -> Offers:
        return await self._offer(interaction, BUILDERS, "dice", current)

    @move.autocomplete("piece")
    async def _move_piece(self, interaction: discord.Interaction, current: str) -> Offers:
        return await self._offer(interaction, MOVE, "piece", current)

    @move.autocomplete("to")
    async def _move_to(self, interaction: discord.Interaction, current: str) -> Offers:
        return await self._offer(interaction, MOVE, "to", current)

    @build.autocomplete("site")
    async def _build_site(self, interaction: discord.Interaction, current: str) -> Offers:
        return await self._offer(interaction, BUILD, "site", current)

    @build.autocomplete("kind")
    async def _build_kind(self, interaction: discord.Interaction, current: str) -> Offers:
        return await self._offer(interaction, BUILD, "kind", current)

    @recruit.autocomplete("site")
    async def _recruit_site(self, interaction: discord.Interaction, current: str) -> Offers:
        return await self._offer(interaction, RECRUIT, "site", current)

    @fight.autocomplete("reroll")
    async def _fight_reroll(self, interaction: discord.Interaction, current: str) -> Offers:
        return await self._offer(interaction, REROLL, "reroll", current)

    @choose.autocomplete("choice")
    async def _choose_choice(self, interaction: discord.Interaction, current: str) -> Offers:
        return await self._offer(interaction, CHOOSE, "choice", current)

    @order.autocomplete("rings")
    async def _order_rings(self, interaction: discord.Interaction, current: str) -> Offers:
        async def choices() -> Offers:
            session = await self.house.session_here(interaction)
            return Typist(self.house, interaction, session).orders(ORDER, "rings:", current)

        return await offer(choices())


def face(rules: Path, build: Any = ClassicCommands) -> Face:
    """Minos (classic) at the table; `rules` is the folder of the rules in our words."""
    return Face(KEY, "classic", rules / f"{KEY}.md", build)
