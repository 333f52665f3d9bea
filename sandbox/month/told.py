"""Whom the bot called, and when: every direct message, and every public message that pinged somebody."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from sandbox.month.almanac import Almanac
from sandbox.month.tables import VOTE_ID, vote_of
from sandbox.parts import Parts
from sandbox.records import DIRECT, Message
from sandbox.seen import Seen
from sandbox.world import Change

REMINDER = "### \N{ALARM CLOCK}"
"""How every reminder by direct message begins."""

TellKind: TypeAlias = Literal["reminder", "ping", "vote", "direct"]


@dataclass(frozen=True, slots=True)
class Told:
    """One message that called people. `at` is true, `shown` what the host's clock showed."""

    at: int
    shown: int
    message: int
    channel: int
    users: tuple[int, ...]
    kind: TellKind
    text: str


@dataclass(slots=True)
class Vote:
    """A vote on a seat that lets the others wait: when a board asked for it first and last, and in what words."""

    id: int
    table: int
    first: int
    last: int
    words: str


class Witnessed:
    """Watches whom the bot calls."""

    def __init__(self, sandbox: Parts, almanac: Almanac) -> None:
        self._sandbox = sandbox
        self._almanac = almanac
        self._listener: Callable[[Told], None] | None = None
        self.told: list[Told] = []
        self.votes: dict[int, Vote] = {}
        self._asking: dict[int, int] = {}
        """The vote that each channel's newest message asks for."""
        self._words: set[int] = set()
        """Messages that have called people in words, and do not yet show what to."""
        sandbox.world.listen(self._changed)

    def listen(self, listener: Callable[[Told], None]) -> None:
        """Have `listener` called with every call."""
        self._listener = listener

    def _changed(self, change: Change) -> None:
        message = change.record
        if not isinstance(message, Message) or message.author_id != self._sandbox.world.bot.id or message.only_for:
            return
        if change.kind in ("message_created", "message_changed"):
            self._note_vote(message)
        if change.kind == "message_created":
            self._note_call(message)
        elif message.id in self._words:
            self._note_kind(message)

    def _note_vote(self, message: Message) -> None:
        now, select = self._almanac.now(), vote_of(Seen(self._sandbox, message))
        found = VOTE_ID.match(select.custom_id) if select else None
        before = self._asking.pop(message.channel_id, None)
        if before is not None:
            self.votes[before].last = now
        if found is not None:
            vote = int(found["vote"])
            lines = Seen(self._sandbox, message).text.splitlines()
            words = next((line for line in lines if "<t:" in line and "<@" in line), "")
            self.votes.setdefault(vote, Vote(vote, int(found["table"]), now, now, words))
            self._asking[message.channel_id] = vote

    def _note_kind(self, message: Message) -> None:
        """Words have become what they called to: perhaps a vote."""
        self._words.discard(message.id)
        if vote_of(Seen(self._sandbox, message)):
            self.told = [replace(told, kind="vote") if told.message == message.id else told for told in self.told]

    def still_open(self) -> set[int]:
        """The votes that a board asks for now."""
        return set(self._asking.values())

    def _note_call(self, message: Message) -> None:
        channel = self._sandbox.world.channels[message.channel_id]
        kind: TellKind = "ping"
        users = tuple(message.pings)
        if channel.kind == DIRECT:
            assert channel.recipient_id is not None
            users = (channel.recipient_id,)
            kind = "reminder" if message.content.startswith(REMINDER) else "direct"
        elif not users:
            return
        elif vote_of(Seen(self._sandbox, message)):
            kind = "vote"
        else:
            self._words.add(message.id)
        now = self._almanac.now()
        told = Told(now, self._almanac.shown_at(now), message.id, message.channel_id, users, kind, message.content)
        self.told.append(told)
        if self._listener is not None:
            self._listener(told)
