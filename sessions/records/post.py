"""Posts that a channel has yet to be shown, and messages that are already there."""

from typing import Literal, TypeAlias

import msgspec

PostKind: TypeAlias = Literal["board", "hand", "notice", "remind", "watch"]


class Post(msgspec.Struct, frozen=True):
    """Something that a channel or a person has yet to be shown, written with the change it tells of.

    `first` to `last` are the entries it tells of (0 to 0: none). `users` are to be pinged by a board or notice post, or
    are the one person of a hand, watch or remind post. `notice` is the catalogue id of a notice. `nonce` stays the same
    over all attempts: who posts several rows as one message uses the nonce of the last.
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
    """A message of ours that is still needed: one of a kind (`control`, `start`, `hand:<user>`) per table.

    `first` is the first entry that a `control` message tells: it tells all from there on. 0: none, as a lobby, or not
    known. `post` is the newest post that it was sent for. `files` are the pictures that it shows, their ids by name.
    """

    table: int
    kind: str
    channel: int
    message: int
    posted_at: int
    first: int = 0
    post: int = 0
    files: dict[str, int] = {}
