"""What every cog works with, built once by `bot.py`."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from cogs.members import Members
from cogs.painter import Painter
from cogs.private_answers import PrivateAnswers
from cogs.rates import Rates
from cogs.ui.wording import Wording
from metrics import Meters
from sessions.clocks.steady import steady_ms
from sessions.computers.reasons import Adviser
from sessions.delivery.blocked_channels import BlockedChannels
from sessions.sessions import Sessions
from sessions.time.due_work import DueWork


class Traffic:
    """Counts the interactions under way, for what waits until there are none."""

    def __init__(self) -> None:
        self._under_way = 0
        self._calm = asyncio.Event()
        self._calm.set()

    @contextlib.contextmanager
    def interaction(self) -> Iterator[None]:
        """One interaction, for as long as it counts."""
        self._under_way += 1
        self._calm.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._calm.set()

    async def calm(self, longest_s: float) -> None:
        """Wait until no interaction is under way, or for `longest_s`."""
        if not self._calm.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(longest_s):
                    await self._calm.wait()


@dataclass(frozen=True, slots=True)
class Services:
    """Sessions, words, pictures and what else the parts of the bot share.

    `steady` counts milliseconds and never jumps.
    `traffic` counts interactions until they are answered: pictures are drawn when nobody waits. `attended` counts them
    until nothing is left to be done for them: then the bot may stop.
    """

    sessions: Sessions
    wording: Wording
    painter: Painter
    rates: Rates
    due_work: DueWork
    adviser: Adviser
    steady: Callable[[], int] = steady_ms
    blocked_channels: BlockedChannels = field(default_factory=BlockedChannels)
    traffic: Traffic = field(default_factory=Traffic)
    attended: Traffic = field(default_factory=Traffic)
    members: Members = field(default_factory=Members)
    private_answers: PrivateAnswers = field(default_factory=PrivateAnswers)
    meters: Meters = field(default_factory=Meters)
