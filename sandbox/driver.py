"""Simulated people, controlled by tests. They can do whatever Discord's client allows."""

from collections.abc import Callable
from dataclasses import dataclass

from sandbox import client
from sandbox.access import may_see, seen_by
from sandbox.client import NotOffered
from sandbox.errors import Refused
from sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT
from sandbox.parts import Parts, Place
from sandbox.records import Channel, Json, Message, Person
from sandbox.seen import Button, Reply, Seen, Select
from sandbox.strict.components import BUTTON


@dataclass
class Inbox:
    _sandbox: Parts
    _person: Person
    _place: Callable[[Place], Channel]

    def sees(self, channel: Place) -> list[Seen]:
        messages = seen_by(self._sandbox.world, self._person, self._place(channel))
        return [Seen(self._sandbox, message) for message in messages]

    def last(self, channel: Place) -> Seen:
        """Return the newest message that the person can see in a channel. Raise `LookupError` if there is none."""
        for message in reversed(self._sandbox.world.messages[self._place(channel).id].values()):
            if message.only_for in (None, self._person.id):
                return Seen(self._sandbox, message)
        raise LookupError(f"{self._person.name} sees no message there")

    @property
    def direct(self) -> Channel:
        return self._sandbox.world.channels.direct(self._person)

    def dms(self) -> list[Seen]:
        return self.sees(self.direct)

    @property
    def pings(self) -> list[Seen]:
        """Return every message that alerted this person, oldest first."""
        everything = [message for held in self._sandbox.world.messages.values() for message in held.values()]
        mine = [Seen(self._sandbox, message) for message in everything if self._person.id in message.pings]
        return sorted(mine, key=lambda seen: seen.id)


@dataclass(eq=False, repr=False)
class Actor:
    """One person who uses Discord's client. Actions that the client would prevent raise `NotOffered`."""

    sandbox: Parts
    person: Person

    def __post_init__(self) -> None:
        self.inbox = Inbox(self.sandbox, self.person, self._place)

    def __repr__(self) -> str:
        return f"<Actor {self.name}>"

    @property
    def id(self) -> int:
        return self.person.id

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def mention(self) -> str:
        return f"<@{self.person.id}>"

    async def command(self, path: str, channel: Place, **values: object) -> Reply:
        """Type a command, such as "/classic move". Pass options by their untranslated names."""
        return await self._type(COMMAND, path, channel, values)

    async def autocomplete(self, path: str, channel: Place, focused: str, **values: object) -> list[Json]:
        """Ask for suggestions for the option `focused`. `values` has all text typed so far, including that of
        `focused`."""
        return (await self._type(AUTOCOMPLETE, path, channel, values, focused)).choices

    async def press(self, message: Seen, label: str | None = None, *, custom_id: str | None = None) -> Reply:
        if custom_id is None:
            custom_id = self._button(message, label).custom_id
        assert custom_id is not None
        return await self._use(message, custom_id, [])

    async def choose(
        self, message: Seen, *values: str, custom_id: str | None = None, placeholder: str | None = None
    ) -> Reply:
        """Choose values or labels in a select. If there are several selects, pass a custom id or placeholder."""
        select = self._select(message, custom_id, placeholder)
        by_label = {option.label: option.value for option in select.options}
        known = {option.value for option in select.options}
        chosen = [value if value in known else by_label.get(value, value) for value in values]
        return await self._use(message, select.custom_id, chosen)

    async def use_app(self, message: Seen, name: str) -> Reply:
        """Choose an entry under *Apps* in a message's menu, by untranslated name."""
        place = self._place(message.channel_id)
        client.must_be_open(place)
        if message.record.gone or message.record.only_for not in (None, self.person.id):
            raise NotOffered(f"{self.name} can't see this message")
        data = client.message_command_data(self.sandbox.payloads, place, name, message.record)
        return await self._send(COMMAND, place, data)

    async def fill(self, opened: Reply, values: dict[str, object]) -> Reply:
        """Submit the modal shown by the reply `opened`. `values` has the fields by custom id or label."""
        if opened.modal is None:
            raise NotOffered("no modal was opened")
        client.must_be_open(opened.interaction.channel)
        data = client.modal_data(opened.modal, values)
        return await self._send(MODAL_SUBMIT, opened.interaction.channel, data, opened.interaction.message)

    async def forge(
        self, message: Seen, custom_id: str, *, kind: int = BUTTON, values: list[str] | None = None
    ) -> Reply:
        """Send a component interaction that the message doesn't offer, as a malicious client could."""
        data = client.raw_data(custom_id, kind, values)
        return await self._send(COMPONENT, self._place(message.channel_id), data, message.record)

    async def forge_command(self, channel: Place, data: Json) -> Reply:
        return await self._send(COMMAND, self._place(channel), data)

    def say(self, channel: Place, text: str) -> Seen:
        return Seen(self.sandbox, self.sandbox.say(self.person, self._place(channel), text))

    def dismiss(self, message: Seen) -> None:
        if message.record.only_for != self.person.id:
            raise NotOffered("only your own ephemeral messages can be dismissed")
        self.sandbox.world.messages.delete(message.record)

    def _place(self, place: Place) -> Channel:
        try:
            channel = self.sandbox.channel(place)
        except (KeyError, Refused):
            raise NotOffered(f"there is no channel {place!r}") from None
        self.sandbox.world.channels.archive_idle()
        if channel.id not in self.sandbox.world.channels:
            raise NotOffered(f"{channel.name} is gone")
        if not may_see(self.person, channel):
            raise NotOffered(f"{self.name} does not see {channel.name}")
        return channel

    async def _type(
        self, kind: int, path: str, channel: Place, values: dict[str, object], focused: str | None = None
    ) -> Reply:
        place = self._place(channel)
        client.must_be_open(place)
        return await self._send(kind, place, client.command_data(self.sandbox.payloads, place, path, values, focused))

    async def _send(self, kind: int, channel: Channel, data: Json, message: Message | None = None) -> Reply:
        interaction = self.sandbox.interactions.send(kind, self.person, channel, data, message)
        await interaction.done.wait()
        return Reply(self.sandbox, interaction)

    async def _use(self, message: Seen, custom_id: str, values: list[str]) -> Reply:
        record = message.record
        if record.gone or record.only_for not in (None, self.person.id):
            raise NotOffered(f"{self.name} can't see this message")
        client.must_be_open(self._place(record.channel_id))
        data = client.use_data(self.sandbox.payloads, record, custom_id, values)
        return await self._send(COMPONENT, self._place(record.channel_id), data, record)

    def _button(self, message: Seen, label: str | None) -> Button:
        found = [button for button in message.buttons if button.label == label and button.custom_id]
        if not found:
            raise NotOffered(f"no button {label!r} among {[button.label for button in message.buttons]}")
        return found[0]

    def _select(self, message: Seen, custom_id: str | None, placeholder: str | None) -> Select:
        for select in message.selects:
            if custom_id in (None, select.custom_id) and placeholder in (None, select.placeholder):
                return select
        raise NotOffered(f"no such select among {[select.custom_id for select in message.selects]}")
