"""Interactions under way, and rate limits for people, channels and servers, as in `docs/authority.md`."""

import asyncio
import contextlib
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import discord
import msgspec
from discord import app_commands

from cogs.ui.refusals import UIRefusal
from sessions.records.table import Table


class Traffic:
    """Counts the interactions under way. Other work can wait until there are none."""

    def __init__(self) -> None:
        self._under_way = 0
        self._calm = asyncio.Event()
        self._calm.set()

    @contextlib.contextmanager
    def interaction(self) -> Iterator[None]:
        self._under_way += 1
        self._calm.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._calm.set()

    async def calm(self, longest_s: float) -> None:
        if not self._calm.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(longest_s):
                    await self._calm.wait()


PRESSES_PER_MINUTE = 150
"""Maximum number of presses and commands per person, unless the host sets another one. One a second is normal."""
FORGET_AFTER = 4096
"""Maximum number of rate-limit windows kept before expired ones are dropped."""


class Limit(msgspec.Struct, frozen=True):
    """Allows an action `count` times within `window_s` seconds. `key` is the message id of a refusal."""

    count: int
    window_s: int
    key: str = "refused.too_fast"


LIMITS: Mapping[str, Limit] = {
    "typing": Limit(300, 60),  # suggestions
    "channel": Limit(900, 60),  # everything that all people do in one channel
    "server": Limit(3000, 60),  # everything that all people do in one server
    "show": Limit(6, 60, "refused.board_lately"),  # posting the board again, for a person at the table
    "show to all": Limit(1, 30, "refused.board_lately"),  # posting the board again, for everyone else together
    "close up": Limit(20, 60),
    "propose": Limit(6, 600, "refused.proposed_often"),  # proposals at a table
    "file": Limit(6, 60),  # files and animations
    "hint": Limit(24, 600),
    "why": Limit(12, 600),  # questions about why a computer made its move
    "look": Limit(3, 600),  # searches for costly moves
    "watch": Limit(6, 600),  # tables newly watched
    "report": Limit(6, 600),
    "seek": Limit(3, 3600),  # searches for players
    "open": Limit(6, 600, "refused.opened_often"),  # tables opened
    "open in server": Limit(30, 600, "refused.opened_often"),  # tables that all people open in one server
}
"""Limits for each person, unless the comment says otherwise."""


@dataclass
class Rates:
    """Counts actions, and refuses too many. A refusal says when to retry. If `presses_per_minute` is 0, nothing is
    refused."""

    clock: Callable[[], int]
    steady: Callable[[], int]
    presses_per_minute: int = PRESSES_PER_MINUTE
    _windows: dict[tuple[str, int, int], app_commands.Cooldown] = field(default_factory=dict, init=False)

    def __len__(self) -> int:
        return len(self._windows)

    def take(self, what: str, whose: int, where: int = 0) -> None:
        """Count one action. Raises `UIRefusal` if there were too many."""
        if not self.presses_per_minute:
            return
        now_s = self.steady() / 1000
        limit = Limit(self.presses_per_minute, 60) if what == "press" else LIMITS[what]
        key = what, whose, where
        if key not in self._windows:
            self._forget(now_s)
            self._windows[key] = app_commands.Cooldown(limit.count, limit.window_s)
        wait_s = self._windows[key].update_rate_limit(now_s)
        if wait_s is not None:
            raise UIRefusal(limit.key, when=f"<t:{math.ceil(self.clock() / 1000 + wait_s)}:R>")

    def _forget(self, now_s: float) -> None:
        if len(self._windows) >= FORGET_AFTER:
            kept = {key: one for key, one in self._windows.items() if one.get_tokens(now_s) < one.rate}
            self._windows = kept

    def admit(self, interaction: discord.Interaction) -> None:
        """Count a suggestion, command or press. Raises `UIRefusal`."""
        if interaction.type is discord.InteractionType.autocomplete:
            self.take("typing", interaction.user.id)
            return
        self.take("press", interaction.user.id)
        self.take("channel", interaction.channel_id or 0)
        if interaction.guild_id is not None:
            self.take("server", interaction.guild_id)

    def admit_opening(self, interaction: discord.Interaction) -> None:
        self.take("open", interaction.user.id)
        self.take("open in server", interaction.guild_id or 0)

    def admit_board(self, table: Table, user: int) -> None:
        if table.sitter_of(user):
            self.take("show", user, table.id)
        else:
            self.take("show to all", 0, table.id)

    def admit_proposal(self, table: Table, user: int) -> None:
        self.take("propose", user, table.id)
