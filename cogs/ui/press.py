"""What a component's custom id says: which table, epoch, seat, decision and control it was made for.

Ids come back from clients, so nothing in them is believed: they only tell a press on an old message from one on the
present one. Every press of every game takes the same way in (`Router.on_interaction`), also after a restart. It reads
the id alone: rebuilding the message's view first, as discord.py's `DynamicItem` does, cost 0.3 ms a press when
measured, more than all else before the commit, and left an id that is not on its message unanswered.
"""

import re
from typing import Protocol

import msgspec

_PATTERN = re.compile(
    r"k1:(\d{1,15}):(\d{1,9}):(-1|\d{1,2}):(-1|\d{1,20}):([a-z]{1,12})(\d{0,3})(?::(\d{1,20}))?", re.ASCII
)

NOBODY = -1
"""The seat of a control that anyone may use, the decision of one that answers none, the user of a public one."""


class Pressable(Protocol):
    """What a control does, as its custom id says it."""

    @property
    def custom_id(self) -> str:
        """At most 100 characters, unique within its message."""

    @property
    def verb(self) -> str:
        """The word for what a press does, as part of its custom id."""

    @property
    def index(self) -> int:
        """Which of the controls with that verb it is."""


class Press(msgspec.Struct, frozen=True):
    """One control of one message. `index` counts from 0 where the verb has several controls.

    `decision` is that of a question, or the proposal that is voted on. `user` is whom a private message was made for.
    """

    table: int
    epoch: int
    verb: str
    index: int = 0
    seat: int = NOBODY
    decision: int = NOBODY
    user: int = NOBODY

    @property
    def custom_id(self) -> str:
        """At most 100 characters, unique within its message."""
        made_for = "" if self.user == NOBODY else f":{self.user}"
        return f"k1:{self.table}:{self.epoch}:{self.seat}:{self.decision}:{self.verb}{self.index}{made_for}"


def read_press(custom_id: str) -> Press | None:
    """What `custom_id` says; None when it is not one of ours."""
    match = _PATTERN.fullmatch(custom_id)
    if match is None:
        return None
    table, epoch, seat, decision, verb, index, user = match.groups()
    return Press(int(table), int(epoch), verb, int(index or 0), int(seat), int(decision), int(user or NOBODY))
