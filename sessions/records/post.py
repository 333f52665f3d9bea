"""Posts that a channel has yet to be shown, and messages that are already there."""

from typing import Literal, TypeAlias

import msgspec

PostKind: TypeAlias = Literal["board", "hand", "notice", "remind", "watch"]


class Post(msgspec.Struct, frozen=True):
    """Something to be posted, stored together with the change that it shows.

    It shows the entries `first` to `last` (0: none). `users` are pinged by a board or notice, or are the one recipient
    of a hand, watch or remind post. `notice` is a catalogue id. `nonce` stays the same over all attempts; several rows
    sent as one message use the nonce of the last.
    """

    id: int
    table: int
    channel: int
    kind: PostKind
    nonce: str
    due_at: int
    first: int = 0
    last: int = 0
    users: tuple[int, ...] = ()
    turn_passed: bool = False
    notice: str | None = None
    attempts: int = 0


class LiveMessage(msgspec.Struct, frozen=True):
    """A message of ours that is still needed, one of each kind (`control`, `start`, `hand:<user>`) per table.

    A `control` message shows all entries from `first` on (0: none, or unknown). `post` is the newest post it was sent
    for. `files` are its pictures, ids by name.
    """

    table: int
    kind: str
    channel: int
    message: int
    posted_at: int
    first: int = 0
    post: int = 0
    files: dict[str, int] = {}
