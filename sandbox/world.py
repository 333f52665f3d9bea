"""Everything that exists on the sandbox's Discord, and its changes."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sandbox import permissions
from sandbox.clock import Clock
from sandbox.errors import Refused
from sandbox.records import (
    ANNOUNCEMENT,
    ANNOUNCEMENT_THREAD,
    DIRECT,
    GROUP,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    Emoji,
    Guild,
    Json,
    Message,
    Person,
)

FIRST_ID = 1_100_000_000_000_000_000
"""The ids of everything that all worlds have count from here."""
APPLICATION_ID = FIRST_ID + 1
GUILD_INSTALL, USER_INSTALL = 0, 1
GUILD_ID = FIRST_ID + 100
CHANNELS = ("agora", "labyrinth", "megaron", "harbour")
PEOPLE = (
    ("Ariadne", "en-US", permissions.HOST),
    ("Theseus", "en-US", permissions.MEMBER),
    ("Daidalos", "fr", permissions.MEMBER),
    ("Phaidra", "fr", permissions.MEMBER),
    ("Ikaros", "cs", permissions.MEMBER),
    ("Pasiphae", "cs", permissions.MEMBER),
)

ChangeKind: TypeAlias = Literal[
    "message_created",
    "message_changed",
    "message_deleted",
    "channel_created",
    "channel_changed",
    "channel_deleted",
    "guild_changed",
    "person_changed",
    "commands_changed",
    "emojis_changed",
]
Record: TypeAlias = Message | Channel | Guild | Person | Emoji | None


@dataclass(frozen=True, slots=True)
class Change:
    kind: ChangeKind
    record: Record


class World:
    """Guilds, channels, people, messages, commands and emojis. Knows no network.

    Whoever changes a record calls `announce`, and every listener hears of it.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.bot = Person(APPLICATION_ID, "Knossos", permissions=permissions.BOT, is_bot=True)
        self.people: dict[int, Person] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, dict[int, Message]] = {}
        self.emojis: dict[int, Emoji] = {}
        self.commands: dict[int, list[Json]] = {0: []}
        """Application commands by guild id, the global ones under 0."""
        self.absent: set[int] = set()
        """People who have left the guilds, but are known."""
        self.user_installs: set[int] = set()
        """People who have installed the application for themselves, and can use its commands in any guild."""
        self.integration_types: tuple[int, ...] = (GUILD_INSTALL, USER_INSTALL)
        """The kinds of installation that the application's owner allows."""
        self._listeners: list[Callable[[Change], None]] = []

    def found(self) -> None:
        """Fill an empty world with one guild, its channels and people."""
        for number, (name, locale, allowed) in enumerate(PEOPLE):
            self.people[FIRST_ID + 200 + number] = Person(FIRST_ID + 200 + number, name, locale, allowed)
        self.guilds[GUILD_ID] = Guild(GUILD_ID, "Knossos", FIRST_ID + 200, permissions.BOT)
        for number, name in enumerate(CHANNELS):
            self.add_channel(Channel(GUILD_ID + 1 + number, TEXT, name, GUILD_ID, position=number))

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Call `listener` with every change. Return a function that ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def announce(self, kind: ChangeKind, record: Record = None) -> None:
        change = Change(kind, record)
        for listener in tuple(self._listeners):
            listener(change)

    # People and guilds

    def person_named(self, name: str) -> Person:
        """The person of that name in any case; raises `KeyError`."""
        for person in self.people.values():
            if person.name.lower() == name.lower():
                return person
        raise KeyError(name)

    def add_person(self, name: str, locale: str = "en-US", allowed: int = permissions.MEMBER) -> Person:
        person = Person(self.clock.fresh_id(), name, locale, allowed)
        self.people[person.id] = person
        self.announce("person_changed", person)
        return person

    def user(self, user_id: int) -> Person:
        """A person or the bot; refuses with 10013."""
        if user_id == self.bot.id:
            return self.bot
        if user_id not in self.people:
            raise Refused(10013)
        return self.people[user_id]

    def add_guild(self, name: str, *, bot_permissions: int = permissions.BOT) -> Guild:
        guild = Guild(self.clock.fresh_id(), name, next(iter(self.people)), bot_permissions)
        self.guilds[guild.id] = guild
        self.announce("guild_changed", guild)
        return guild

    def is_home(self, channel: Channel) -> bool:
        return channel.guild_id is not None and self.guilds[channel.guild_id].bot_present

    # Channels

    def channel(self, channel_id: int) -> Channel:
        """The channel of that id; refuses with 10003."""
        if channel_id not in self.channels:
            raise Refused(10003)
        return self.channels[channel_id]

    def channels_of(self, guild_id: int) -> list[Channel]:
        return [channel for channel in self.channels.values() if channel.guild_id == guild_id]

    def add_channel(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        self.messages.setdefault(channel.id, {})
        self.announce("channel_created", channel)
        return channel

    def new_channel(self, guild_id: int, name: str, kind: int = TEXT) -> Channel:
        position = sum(not channel.is_thread for channel in self.channels_of(guild_id))
        return self.add_channel(Channel(self.clock.fresh_id(), kind, name, guild_id, position=position))

    def new_thread(
        self,
        parent: Channel,
        name: str,
        owner: Person,
        *,
        kind: int = PUBLIC_THREAD,
        thread_id: int | None = None,
        minutes: int = 1440,
    ) -> Channel:
        """Start a thread under `parent`. Its owner is its first member."""
        fresh = thread_id or self.clock.fresh_id()
        if parent.kind == ANNOUNCEMENT:
            kind = ANNOUNCEMENT_THREAD
        thread = Channel(fresh, kind, name, parent.guild_id, parent.id, owner.id, members=[owner.id])
        thread.archive_changed, thread.auto_archive_minutes = self.clock.now(), minutes
        return self.add_channel(thread)

    def direct(self, person: Person) -> Channel:
        """The conversation of a person with the bot, which is made if there is none."""
        for channel in self.channels.values():
            if channel.recipient_id == person.id:
                return channel
        return self.add_channel(Channel(self.clock.fresh_id(), DIRECT, person.name, recipient_id=person.id))

    def group(self, *people: Person) -> Channel:
        """Start a conversation among people; of two, it is direct messages."""
        kind = GROUP if len(people) > 2 else DIRECT
        members = [person.id for person in people]
        return self.add_channel(Channel(self.clock.fresh_id(), kind, "", owner_id=members[0], members=members))

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its messages and threads."""
        for thread in [other for other in self.channels.values() if other.parent_id == channel.id]:
            self.delete_channel(thread)
        del self.channels[channel.id]
        for message in self.messages.pop(channel.id, {}).values():
            message.gone = True
        self.announce("channel_deleted", channel)

    def bot_permissions(self, channel: Channel) -> int:
        """The bot's permissions in this channel. A thread has at most those of its parent."""
        if channel.guild_id is None:
            return permissions.AMONG_PEOPLE if channel.recipient_id is None else permissions.DIRECT
        denied = channel.bot_denied
        if channel.parent_id is not None and channel.parent_id in self.channels:
            denied |= self.channels[channel.parent_id].bot_denied
        allowed = self.guilds[channel.guild_id].bot_permissions & ~denied
        return allowed if allowed & permissions.VIEW_CHANNEL else 0

    def bot_reaches(self, channel: Channel) -> bool:
        """Return whether the channel exists for the bot. Private threads exist for their members and for managers."""
        if channel.guild_id is None:
            return channel.recipient_id is not None
        if not self.guilds[channel.guild_id].bot_present:
            return False
        allowed = self.bot_permissions(channel)
        is_let_in = bool(allowed & permissions.MANAGE_THREADS) or self.bot.id in channel.members
        return bool(allowed & permissions.VIEW_CHANNEL) and (channel.kind != PRIVATE_THREAD or is_let_in)

    def person_permissions(self, person: Person, channel: Channel) -> int:
        return permissions.DIRECT if channel.guild_id is None else person.permissions

    def may_see(self, person: Person, channel: Channel) -> bool:
        if channel.guild_id is None:
            return person.id == channel.recipient_id or person.id in channel.members
        if channel.kind != PRIVATE_THREAD:
            return bool(person.permissions & permissions.VIEW_CHANNEL)
        return person.id in channel.members or bool(person.permissions & permissions.MANAGE_THREADS)

    # Messages

    def message(self, channel_id: int, message_id: int) -> Message:
        """The message of that id; refuses with 10003 or 10008."""
        self.channel(channel_id)
        message = self.messages[channel_id].get(message_id)
        if message is None:
            raise Refused(10008)
        return message

    def add_message(self, message: Message) -> Message:
        self.messages[message.channel_id][message.id] = message
        channel = self.channels[message.channel_id]
        if message.only_for is None:
            channel.last_message_id = message.id
            channel.message_count += 1
        self.announce("message_created", message)
        return message

    def delete_message(self, message: Message) -> None:
        self.messages.get(message.channel_id, {}).pop(message.id, None)
        message.gone = True
        channel = self.channels.get(message.channel_id)
        if channel is not None and message.id in channel.pins:
            channel.pins.remove(message.id)
        self.announce("message_deleted", message)

    def seen_by(self, person: Person, channel: Channel) -> list[Message]:
        if not self.may_see(person, channel):
            return []
        return [m for m in self.messages[channel.id].values() if m.only_for in (None, person.id)]

    def public(self, channel_id: int) -> Iterable[Message]:
        return (message for message in self.messages[channel_id].values() if message.only_for is None)

    # Commands

    def context_of(self, channel: Channel) -> int:
        """The context of commands: 0 in a guild, 1 in the bot's direct messages, 2 among people."""
        if channel.guild_id is not None:
            return 0
        return 2 if channel.recipient_id is None else 1

    def commands_in(self, channel: Channel) -> list[Json]:
        """The commands that can be typed there. A guild's own hide global ones of the same name and type.

        In a guild without the bot, and among people, these are the ones that people can install.
        """
        offered: dict[tuple[int, str], Json] = {}
        for command in self.commands[0] + self.commands.get(channel.guild_id or -1, []):
            contexts = command.get("contexts")
            here = self.context_of(channel)
            if contexts is None:
                contexts = [0] if command.get("dm_permission") is False else [0, 1]
            is_offered = here == 1 or self.is_home(channel)
            if here in contexts and (is_offered or USER_INSTALL in (command.get("integration_types") or ())):
                offered[(command["type"], command["name"])] = command
        return list(offered.values())
