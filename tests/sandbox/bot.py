"""A small bot for the sandbox's own tests: the unmodified discord.py, connected to loopback."""

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator, Callable
from typing import Any

import discord
import yarl
from discord import app_commands, ui

from sandbox import TOKEN, Sandbox

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc00000030101"
    "00c9fe92ef0000000049454e44ae426082"
)
"""A red PNG of one pixel."""
ROADS = ("Pylos", "Pyrgos", "Pythion", "Phaistos", "Knossos")


class Labyrinth(ui.LayoutView):
    """A components message with text, four buttons and a select, and with a picture if `picture` is set."""

    def __init__(self, text: str = "The **labyrinth**", *, picture: bool = False) -> None:
        super().__init__(timeout=None)
        box: ui.Container[Any] = ui.Container(accent_colour=discord.Colour.gold())
        box.add_item(ui.TextDisplay(text))
        if picture:
            box.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://map.png", description="A map")))
        row: ui.ActionRow[Any] = ui.ActionRow()
        row.add_item(ui.Button(label="Enter", custom_id="enter", style=discord.ButtonStyle.primary))
        row.add_item(ui.Button(label="Whisper", custom_id="whisper"))
        row.add_item(ui.Button(label="Write", custom_id="write"))
        row.add_item(ui.Button(label="Shut", custom_id="shut", disabled=True))
        box.add_item(row)
        options = [discord.SelectOption(label=road, value=road.lower()) for road in ROADS]
        choice: ui.Select[Any] = ui.Select(custom_id="road", placeholder="Which road?", options=options, max_values=2)
        box.add_item(ui.ActionRow(choice))
        self.add_item(box)


class Message(ui.Modal, title="A message"):
    """A modal with one field."""

    words: ui.TextInput["Message"] = ui.TextInput(label="Words", custom_id="words")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{interaction.user.display_name} wrote: {self.words.value}")


class LittleBot(discord.Client):
    """Answers a few commands and every press. If a test has set `on_component`, each press also calls that function."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.pressed: list[str] = []
        self.heard: list[int] = []
        self.deaf = False
        _add_commands(self.tree)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify again immediately. discord.py would wait for five seconds."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.heard.append(interaction.id)
        if interaction.type is not discord.InteractionType.component or self.deaf:
            return
        data: Any = interaction.data
        custom_id = str(data["custom_id"])
        self.pressed.append(custom_id)
        if custom_id == "whisper":
            await interaction.response.send_message("The thread is yours.", ephemeral=True)
        elif custom_id == "write":
            await interaction.response.send_modal(Message())
        elif custom_id == "road":
            roads = ", ".join(data["values"])
            await interaction.response.edit_message(view=Labyrinth(f"To {roads}"))
        else:
            await interaction.response.defer()
            await interaction.edit_original_response(view=Labyrinth(f"{interaction.user.display_name} is inside"))


def _add_commands(tree: app_commands.CommandTree[Any]) -> None:
    @tree.command(description="Answers at once")
    async def ping(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("pong")

    @tree.command(description="Opens the labyrinth")
    @app_commands.describe(picture="With its map")
    async def labyrinth(interaction: discord.Interaction, picture: bool = False) -> None:
        await interaction.response.defer(thinking=True)
        files = [discord.File(io.BytesIO(PIXEL), "map.png", description="A map")] if picture else []
        await interaction.edit_original_response(view=Labyrinth(picture=picture), attachments=files)

    @tree.command(description="A secret")
    async def secret(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.edit_original_response(content=f"For {interaction.user.display_name} alone")

    @tree.command(description="Never answers")
    async def silence(interaction: discord.Interaction) -> None:
        return

    walk = app_commands.Group(name="walk", description="Walking")

    @walk.command(name="to", description="Walk somewhere")
    async def to(interaction: discord.Interaction, where: str, steps: app_commands.Range[int, 1, 9] = 1) -> None:
        await interaction.response.send_message(f"{interaction.user.mention} walks to {where} in {steps}")

    @to.autocomplete("where")
    async def roads(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = [road for road in ROADS if road.lower().startswith(current.lower())]
        return [app_commands.Choice(name=road, value=road.lower()) for road in found]

    tree.add_command(walk)


@contextlib.asynccontextmanager
async def joined(sandbox: Sandbox, make: Callable[[], discord.Client] = LittleBot) -> AsyncIterator[Any]:
    """Run a bot that has joined `sandbox` until the block ends. Raises the bot's error if it cannot connect."""
    with pointed_at(sandbox):
        bot = make()
        async with bot:
            await bot.login(TOKEN)
            loop = bot.loop.create_task(bot.connect())
            ready = bot.loop.create_task(bot.wait_until_ready())
            await asyncio.wait({loop, ready}, return_when=asyncio.FIRST_COMPLETED)
            if loop.done():
                ready.cancel()
                loop.result()
            try:
                yield bot
            finally:
                await bot.close()
                await loop


@contextlib.contextmanager
def pointed_at(sandbox: Sandbox) -> Any:
    """Point discord.py at the sandbox, as bot.py does."""
    base, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    discord.http.Route.BASE = sandbox.api_base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway.url)
    try:
        yield
    finally:
        discord.http.Route.BASE = base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
