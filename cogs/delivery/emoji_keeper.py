"""Keep the application's emoji (`<prefix>_<name>`) equal to our drawings. Discord allows few uploads an hour."""

import asyncio
import contextlib
import hashlib
from dataclasses import dataclass

import discord
from discord.ext import commands

import discord_limits as limits
from cogs.delivery.reactions import FAILURES, code_of, pause_s
from cogs.delivery.requests import InvalidRequests
from cogs.logs import log
from cogs.painter import Painter
from cogs.traffic import Traffic
from cogs.ui.wording import Wording
from sessions.refusals import StorageRefusal
from sessions.sessions import Sessions

PACE_S = 0.5
"""Seconds between two changes: Discord's limits on these routes are narrow, and nobody waits for emoji."""
CALM_S = 2.0
"""Longest time in seconds that each drawing waits for a moment without interactions."""
RETRY_S = 60.0
LONGEST_RETRY_S = 3600.0
UNAUTHORISED = 401
FULL = 30008
"""Discord's error code if the application can't have more emoji."""


@dataclass
class EmojiKeeper:
    """Uploads changed emoji and deletes old ones. Unless `uploads` is set, only looks up existing emoji."""

    _bot: commands.AutoShardedBot
    _wording: Wording
    _painter: Painter
    _sessions: Sessions
    _traffic: Traffic
    _pace_s: float = PACE_S
    invalid: InvalidRequests | None = None
    uploads: bool = True

    async def keep(self) -> None:
        """Update the emoji now, and whenever Discord refuses a message with emoji. Retry failures, but return if
        Discord rejects the bot's token."""
        retry_s = RETRY_S
        while True:
            self._wording.emoji.is_doubted.clear()
            try:
                changed = await self.update_all()
            except (*FAILURES, StorageRefusal) as error:
                if getattr(error, "status", 0) == UNAUTHORISED:
                    return
                wait_s = max(pause_s(error) or 0.0, retry_s)
                log.warning("emoji not in step: why=%s again_in_s=%.0f", code_of(error), wait_s)
                await asyncio.sleep(wait_s)
                retry_s = min(2 * retry_s, LONGEST_RETRY_S)
            else:
                log.info("emoji in step: count=%s changed=%s", len(self._wording.emoji), changed)
                retry_s = RETRY_S
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._again_s()):
                        await self._wording.emoji.is_doubted.wait()

    def _again_s(self) -> float | None:
        if self.uploads:
            return None
        return RETRY_S if len(self._wording.emoji) < len(self._drawings()) else LONGEST_RETRY_S

    async def update_all(self) -> int:
        """Update all emoji once. Return the number uploaded. Raises Discord's errors."""
        there = {emoji.name: emoji for emoji in await self._bot.fetch_application_emojis()}
        stamps = await self._sessions.store.starts.hashes()
        wanted = self._drawings()
        for name, emoji in there.items():
            if name in wanted and stamps.get(_row(name), "").endswith(f":{emoji.id}"):
                self._wording.emoji.keep(name, emoji.id)
        if not self.uploads:
            return 0
        for name, emoji in there.items():
            if name not in wanted and name.startswith(
                tuple(f"{game_ui.emoji.prefix}_" for game_ui in self._wording.game_uis.values())
            ):
                await emoji.delete()
                await asyncio.sleep(self._pace_s)
        changed = 0
        for name, (game, drawing) in wanted.items():
            await self._traffic.calm(CALM_S)
            png = await self._painter.draw(self._painter.client.emoji(game, drawing))
            if png is None or len(png) > limits.EMOJI_BYTES:
                continue
            digest = hashlib.sha256(png).hexdigest()
            old = there.get(name)
            if old is not None and stamps.get(_row(name)) == f"{digest}:{old.id}":
                continue
            if self.invalid is not None:
                await asyncio.sleep(self.invalid.pause_s)
            if not await self._replace(name, old, png, digest):
                break
            changed += 1
            await asyncio.sleep(self._pace_s)
        return changed

    def _drawings(self) -> dict[str, tuple[str, str]]:
        return {
            f"{game_ui.emoji.prefix}_{drawing}": (game_ui.key, drawing)
            for game_ui in self._wording.game_uis.values()
            for drawing in self._painter.client.emoji_of(game_ui.key)
        }

    async def _replace(self, name: str, old: discord.Emoji | None, png: bytes, digest: str) -> bool:
        """Replace the old emoji with this picture. Return False if Discord has no room for more emoji."""
        if old is not None:
            self._wording.emoji.lose(name)
            await old.delete()
        try:
            made = await self._bot.create_application_emoji(name=name, image=png)
        except discord.HTTPException as error:
            if error.status != 400:
                raise
            log.warning("emoji refused: name=%s why=%s", name, error.code)
            return error.code != FULL
        await self._sessions.store.starts.keep_hash(_row(name), f"{digest}:{made.id}")
        self._wording.emoji.keep(name, made.id)
        return True


def _row(name: str) -> str:
    return f"emoji:{name}"
