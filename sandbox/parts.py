"""All parts of one sandbox except the server."""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

from sandbox.archive import Archive, Files
from sandbox.clock import Clock
from sandbox.faults import Connections, Faults, Places
from sandbox.gateway import Gateway
from sandbox.interactions import Interactions
from sandbox.page import Page
from sandbox.payloads import Payloads
from sandbox.posting import Posting
from sandbox.rate_limits import RateLimits
from sandbox.recording import Recording
from sandbox.records import Channel, Message, Person, is_thread
from sandbox.rest.context import RestContext
from sandbox.rest.service import Rest
from sandbox.session_starts import SessionStarts
from sandbox.world import Change, World

Place: TypeAlias = Channel | str | int
"""A channel, given as an object, by name or by id."""
PATIENCE_S = 60.0
FIRST_POLL_S = 0.002
LAST_POLL_S = 0.05
"""The shortest and longest time between two checks of a condition that no event reports, in seconds."""


class Parts:
    def __init__(
        self, archive: Archive | None = None, *, rate_limits: bool = True, recording: Recording | None = None
    ) -> None:
        self.archive = archive
        self.recording = recording
        self.clock = Clock()
        self.world = World(self.clock)
        if archive is None or not archive.load(self.world):
            self.world.found()
        self.files = Files(None if archive is None else archive.disk)
        self.payloads = Payloads(self.world, "")
        self.gateway = Gateway(self.world, self.payloads, SessionStarts(self.clock, is_on=rate_limits), recording)
        posting = Posting(self.world, self.files)
        self.interactions = Interactions(self.world, self.gateway, posting, self.payloads)
        self.page = Page(self.world, self.payloads, self.interactions, self.gateway, self.say)
        self.faults = Faults()
        self.connections = Connections(self.gateway, self.faults)
        self.places = Places(self.world)
        context = RestContext(self.world, self.payloads, posting, self.gateway, self.interactions)
        self.rest = Rest(context, self.gateway, self.faults, RateLimits(self.clock, is_on=rate_limits), recording)
        self._waiting: set[asyncio.Future[None]] = set()
        self.world.listen(lambda _: self._wake())
        self.world.listen(self._drop_files)
        self.interactions.listen(lambda *_: self._wake())

    def channel(self, place: Place) -> Channel:
        """Return the channel with this id or name. Raise `KeyError` if there is none."""
        if isinstance(place, Channel):
            return place
        if isinstance(place, int):
            return self.world.channels.find(place)
        for channel in self.world.channels.values():
            if channel.guild_id is not None and channel.name == place.lstrip("#"):
                return channel
        raise KeyError(place)

    def say(self, person: Person, channel: Channel, text: str) -> Message:
        """Post a plain message. It reopens an archived thread, and mentioning the bot adds the bot to the thread."""
        if channel.archived and not channel.locked:
            channel.archived, channel.archive_changed = False, self.clock.now()
            self.world.announce("channel_changed", channel)
        message = self.world.messages.add(Message(self.clock.fresh_id(), channel.id, person.id, text))
        if is_thread(channel) and f"<@{self.world.bot.id}>" in text:
            self.world.channels.add_bot(channel)
        return message

    async def until(self, predicate: Callable[[], object], timeout_s: float = PATIENCE_S) -> None:
        """Wait until `predicate` is true. Raise `TimeoutError` after `timeout_s`."""
        poll_s = FIRST_POLL_S
        async with asyncio.timeout(timeout_s):
            while not predicate():
                waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._waiting.add(waiter)
                await asyncio.wait([waiter], timeout=poll_s)
                self._waiting.discard(waiter)
                # Often the announced change is complete only a moment later.
                poll_s = FIRST_POLL_S if waiter.done() else min(2 * poll_s, LAST_POLL_S)

    def _drop_files(self, change: Change) -> None:
        if change.kind == "message_deleted" and isinstance(change.record, Message):
            for attachment in change.record.attachments:
                self.files.drop(attachment.id)

    def _wake(self) -> None:
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)
