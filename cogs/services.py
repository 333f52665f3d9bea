"""The shared parts of the cogs, made once by `bot.py`."""

from collections.abc import Callable
from dataclasses import dataclass, field

from cogs.members import Members
from cogs.painter import Painter
from cogs.private_answers import PrivateAnswers
from cogs.traffic import Rates, Traffic
from cogs.ui.wording import Wording
from metrics import Meters
from sessions.clocks.seat_clocks import steady_ms
from sessions.computers.reasons import Adviser
from sessions.delivery.outbox import BlockedChannels
from sessions.sessions import Sessions
from sessions.time.due_work import DueWork


@dataclass(frozen=True, slots=True)
class Services:
    """Sessions, words, pictures and other shared parts of the bot."""

    sessions: Sessions
    wording: Wording
    painter: Painter
    rates: Rates
    due_work: DueWork
    adviser: Adviser
    steady: Callable[[], int] = steady_ms
    """A monotonic clock in milliseconds."""
    blocked_channels: BlockedChannels = field(default_factory=BlockedChannels)
    traffic: Traffic = field(default_factory=Traffic)
    """Counts unanswered interactions. Other work waits until there are none."""
    attended: Traffic = field(default_factory=Traffic)
    """Counts the interactions that the bot is still working on, answered or not. It waits for them before it stops."""
    members: Members = field(default_factory=Members)
    private_answers: PrivateAnswers = field(default_factory=PrivateAnswers)
    meters: Meters = field(default_factory=Meters)
