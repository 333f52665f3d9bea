"""What every route works with."""

from collections import deque
from dataclasses import dataclass, field

from sandbox.errors import Refused
from sandbox.gateway import Gateway
from sandbox.interactions import Interactions
from sandbox.payloads import Payloads
from sandbox.posting import Posting
from sandbox.records import Channel, Message
from sandbox.world import World

NONCE_MEMORY_S = 180.0
"""Discord says "the past few minutes"; a stricter memory is a shorter one."""
OLD_EDITS_PER_HOUR = 5
"""Edits of messages older than an hour, per channel; Discord publishes no number."""


class Nonces:
    """The message that each nonce made, for a few minutes."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, str], tuple[float, Message]] = {}

    def message(self, channel: Channel, nonce: str, now: float) -> Message | None:
        """The message made with that nonce lately, unless it is gone."""
        while self._made:
            oldest = next(iter(self._made))
            if now - self._made[oldest][0] <= NONCE_MEMORY_S:
                break
            del self._made[oldest]
        made = self._made.get((channel.id, nonce))
        return None if made is None or made[1].gone else made[1]

    def forget(self) -> None:
        """Forget all nonces, as happens after a few minutes."""
        self._made.clear()

    def remember(self, channel: Channel, nonce: str, message: Message, now: float) -> None:
        self._made.pop((channel.id, nonce), None)
        self._made[(channel.id, nonce)] = (now, message)


class OldEdits:
    """The quota for editing messages older than an hour."""

    def __init__(self) -> None:
        self._spent: dict[int, deque[float]] = {}

    def spend(self, channel_id: int, now: float) -> None:
        """Count one edit; refuses with 30046 when the hour's are used up."""
        spent = self._spent.setdefault(channel_id, deque())
        while spent and now - spent[0] >= 3600:
            spent.popleft()
        if len(spent) >= OLD_EDITS_PER_HOUR:
            raise Refused(30046, retry_after_s=round(3600 - (now - spent[0]), 3))
        spent.append(now)


@dataclass(frozen=True, slots=True)
class RestContext:
    """The world and the parts that routes read and change, and what they remember of requests."""

    world: World
    payloads: Payloads
    posting: Posting
    gateway: Gateway
    interactions: Interactions
    nonces: Nonces = field(default_factory=Nonces)
    old_edits: OldEdits = field(default_factory=OldEdits)
