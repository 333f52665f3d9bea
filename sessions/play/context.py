"""The context that sessions run in."""

import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec

from sessions.clocks.seat_clocks import SeatClocks
from sessions.delivery.outbox import Outbox
from sessions.kept.choices import Choices
from sessions.play.timeline import AnyGame
from sessions.records.table import Post, PostKind, Table
from sessions.store import Store, Write

Gone: TypeAlias = Callable[[int | None, Iterable[int]], Awaitable[frozenset[int]]]
"""Returns which of these users have left a server. Users who can't be looked up count as still there."""


async def none_gone(guild: int | None, users: Iterable[int]) -> frozenset[int]:
    return frozenset()


class SessionContext(msgspec.Struct, frozen=True):
    """Objects shared by all sessions. `packages` has the folder of each game that an installed package brings, by game
    key."""

    store: Store
    outbox: Outbox
    games: Mapping[str, AnyGame]
    clock: Callable[[], int]
    """The host's clock, in ms since 1970."""
    unbroken: Callable[[], int]
    """A clock that ignores changes of the host's clock."""
    token_bytes: Callable[[int], bytes]
    choices: Choices
    seat_clocks: SeatClocks
    offers_computers: bool = False
    gone: Gone = none_gone
    packages: Mapping[str, Path] = {}

    async def commit(self, write: Write) -> None:
        await self.store.commit(write)
        self.seat_clocks.adopt(write)
        self.outbox.add(write.posts)


def new_post(
    context: SessionContext,
    table: Table,
    kind: PostKind,
    first: int = 0,
    last: int = 0,
    users: tuple[int, ...] = (),
    turn_passed: bool = False,
) -> Post:
    number, nonce = context.outbox.next_id(), secrets.token_urlsafe(16)
    return Post(number, table.id, table.channel, kind, nonce, 0, first, last, users, turn_passed)
