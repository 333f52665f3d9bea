"""The bot for comparison of latencies: its one command appends a row to SQLite and answers.

    python -m sandbox.bare_bot API_BASE GATEWAY_URL FILE

As durable as our bot (WAL, `synchronous=FULL`, committed before the answer).
"""

import asyncio
import sys

import aiosqlite
import discord
import yarl
from discord import app_commands


class BareBot(discord.Client):
    def __init__(self, database: aiosqlite.Connection) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.database = database
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:

        @self.tree.command(description="Append one row and answer")
        async def append(interaction: discord.Interaction) -> None:
            await self.database.execute("INSERT INTO entry (interaction) VALUES (?)", (interaction.id,))
            await self.database.commit()
            await interaction.response.send_message("done", ephemeral=True)

        await self.tree.sync()


async def main(api_base: str, gateway: str, file: str) -> None:
    discord.http.Route.BASE = api_base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    async with aiosqlite.connect(file) as database:
        await database.execute("PRAGMA journal_mode=WAL")
        await database.execute("PRAGMA synchronous=FULL")
        await database.execute(
            "CREATE TABLE IF NOT EXISTS entry (number INTEGER PRIMARY KEY, interaction INTEGER UNIQUE)"
        )
        await database.commit()
        async with BareBot(database) as bot:
            await bot.start("bare")  # a token of its own, with its own session starts


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
