"""Record the bot's calls: direct messages, and public messages that ping somebody."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from sandbox.month.almanac import FOREVER, Almanac
from sandbox.month.tables import VOTE_ID, vote_of
from sandbox.parts import Parts
from sandbox.records import DIRECT, Message
from sandbox.seen import Seen
from sandbox.world import Change

REMINDER = "### \N{ALARM CLOCK}"

NEWS = re.compile(r"(<@\d+> )?[\N{HOURGLASS}\N{HOURGLASS WITH FLOWING SAND}\N{CHAIR}\N{CHEQUERED FLAG}\u23e9] \*\*")
"""Matches the start of news about a person's seat, in a direct message or a ping."""

CallKind: TypeAlias = Literal["reminder", "news", "ping", "vote", "direct"]


@dataclass(frozen=True, slots=True)
class Call:
    """A message that called people."""

    at: int
    """The true time."""
    shown: int
    """The time on the host's clock."""
    message: int
    channel: int
    users: tuple[int, ...]
    kind: CallKind
    text: str


@dataclass(slots=True)
class Vote:
    """A vote about a seat that keeps others waiting."""

    id: int
    table: int
    first: int
    """From this time to `last`, boards ask for votes."""
    last: int
    words: str
    """The board's line about the vote. It names the person being voted on."""


class CallLog:
    def __init__(self, sandbox: Parts, almanac: Almanac, on_call: Callable[[Call], None]) -> None:
        self._sandbox = sandbox
        self._almanac = almanac
        self._on_call = on_call
        self.calls: list[Call] = []
        self.votes: dict[int, Vote] = {}
        self._asking: dict[int, int] = {}
        """By channel: the vote that its newest message asks for."""
        self._in_words: set[int] = set()
        """Messages that pinged people by text and don't show their board yet."""
        sandbox.world.listen(self._note_change)

    def _note_change(self, change: Change) -> None:
        message = change.record
        if not isinstance(message, Message) or message.author_id != self._sandbox.world.bot.id or message.only_for:
            return
        if change.kind in ("message_created", "message_changed"):
            self._note_vote(message)
        if change.kind == "message_created":
            self._note_call(message)
        elif message.id in self._in_words:  # the board has replaced the text, and may ask for a vote
            self._in_words.discard(message.id)
            if vote_of(Seen(self._sandbox, message)):
                self.calls = [replace(each, kind="vote") if each.message == message.id else each for each in self.calls]

    def _note_vote(self, message: Message) -> None:
        seen, now = Seen(self._sandbox, message), self._almanac.now()
        select = vote_of(seen)
        if not seen.buttons and select is None:  # no board: news, or a text that will be edited into a board
            return
        found = VOTE_ID.match(select.custom_id) if select else None
        before = self._asking.pop(message.channel_id, None)
        if before is not None:
            self.votes[before].last = now
        if found is not None:
            vote = int(found["vote"])
            words = next((line for line in seen.text.splitlines() if "<t:" in line and "<@" in line), "")
            self.votes.setdefault(vote, Vote(vote, int(found["table"]), now, FOREVER, words)).last = FOREVER
            self._asking[message.channel_id] = vote

    def _note_call(self, message: Message) -> None:
        channel = self._sandbox.world.channels[message.channel_id]
        kind: CallKind = "ping"
        is_news = NEWS.match(message.content) is not None
        users = tuple(message.mentions if is_news else message.pings)  # at night, news makes no sound
        if channel.kind == DIRECT:
            assert channel.recipient_id is not None
            users = (channel.recipient_id,)
            kind = "reminder" if message.content.startswith(REMINDER) else "direct"
        if not users:
            return
        if is_news:
            kind = "news"
        elif channel.kind != DIRECT and vote_of(Seen(self._sandbox, message)):
            kind = "vote"
        elif channel.kind != DIRECT:
            self._in_words.add(message.id)
        call = Call(
            self._almanac.now(), self._almanac.host_now(), message.id, message.channel_id, users, kind, message.content
        )
        self.calls.append(call)
        if channel.kind == DIRECT or message.pings:
            self._on_call(call)
