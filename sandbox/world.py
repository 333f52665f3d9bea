"""Everything that exists on the sandbox's Discord, and how it changes."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from sandbox import permissions, records
from sandbox.clock import Clock, made_at
from sandbox.errors import Refused
from sandbox.records import Channel, Emoji, Guild, Json, Message, Person, Role, is_thread

FIRST_ID = 1_100_000_000_000_000_000
"""The first id of the records that exist in every world."""
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
    "bot_joined_thread",
    "bot_left_thread",
    "threads_regained",
    "guild_changed",
    "role_created",
    "role_changed",
    "role_deleted",
    "person_changed",
    "commands_changed",
    "emojis_changed",
]
Record: TypeAlias = Message | Channel | Guild | Role | Person | Emoji | None


@dataclass(frozen=True, slots=True)
class Change:
    kind: ChangeKind
    record: Record


@dataclass(slots=True)
class Application:
    """The bot's application. `commands` are by guild id, with global ones under 0. `user_installs` are the people who
    installed it themselves."""

    commands: dict[int, list[Json]] = field(default_factory=lambda: {0: []})
    emojis: dict[int, Emoji] = field(default_factory=dict)
    user_installs: set[int] = field(default_factory=set)
    integration_types: tuple[int, ...] = (GUILD_INSTALL, USER_INSTALL)


class World:
    """Guilds, people, channels and their messages. Code that changes a record must call `announce`."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.application = Application()
        self.bot = Person(APPLICATION_ID, "Knossos", permissions=permissions.BOT, is_bot=True)
        self.people: dict[int, Person] = {}
        self.guilds: dict[int, Guild] = {}
        self.messages = Messages(self)
        self.channels = Channels(self)
        self.absent: set[int] = set()
        """People who have left all guilds but still have accounts."""
        self._listeners: list[Callable[[Change], None]] = []

    def found(self) -> None:
        """Fill an empty world with a guild, its channels and people."""
        for number, (name, locale, allowed) in enumerate(PEOPLE):
            self.people[FIRST_ID + 200 + number] = Person(FIRST_ID + 200 + number, name, locale, allowed)
        self.guilds[GUILD_ID] = Guild(GUILD_ID, "Knossos", FIRST_ID + 200, permissions.BOT)
        for number, name in enumerate(CHANNELS):
            self.channels.add(Channel(GUILD_ID + 1 + number, records.TEXT, name, GUILD_ID, position=number))

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Call `listener` on every change. Return a function that removes the listener."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def announce(self, kind: ChangeKind, record: Record = None) -> None:
        change = Change(kind, record)
        for listener in tuple(self._listeners):
            listener(change)

    def person_named(self, name: str) -> Person:
        """Return the person with this name, ignoring case. Raise `KeyError` if there is none."""
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
        """Return a person or the bot. Refuse unknown ids with 10013."""
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


class Channels(dict[int, Channel]):
    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world
        # Every request looks at the threads, and a world may have thousands of other channels.
        self._threads: dict[int, Channel] = {}

    def __setitem__(self, channel_id: int, channel: Channel) -> None:
        super().__setitem__(channel_id, channel)
        if is_thread(channel):
            self._threads[channel_id] = channel

    def __delitem__(self, channel_id: int) -> None:
        super().__delitem__(channel_id)
        self._threads.pop(channel_id, None)

    def find(self, channel_id: int) -> Channel:
        """Return the channel with this id. Refuse unknown ids with 10003."""
        if channel_id not in self:
            raise Refused(10003)
        return self[channel_id]

    def of(self, guild_id: int) -> list[Channel]:
        return [channel for channel in self.values() if channel.guild_id == guild_id]

    def threads(self) -> list[Channel]:
        return list(self._threads.values())

    def add(self, channel: Channel) -> Channel:
        self[channel.id] = channel
        self._world.messages.setdefault(channel.id, {})
        self._world.announce("channel_created", channel)
        return channel

    def new(self, guild_id: int, name: str, kind: int = records.TEXT) -> Channel:
        position = sum(not is_thread(channel) for channel in self.of(guild_id))
        return self.add(Channel(self._world.clock.fresh_id(), kind, name, guild_id, position=position))

    def start_thread(
        self, parent: Channel, name: str, owner: Person, *, kind: int = records.PUBLIC_THREAD, minutes: int = 1440
    ) -> Channel:
        """Start a thread in the channel `parent`. Its owner becomes its first member."""
        clock = self._world.clock
        if parent.kind == records.ANNOUNCEMENT:
            kind = records.ANNOUNCEMENT_THREAD
        thread = self.add(
            Channel(
                clock.fresh_id(), kind, name, parent.guild_id, parent.id, owner.id, members=[owner.id],
                archive_changed=clock.now(), auto_archive_minutes=minutes,
            )
        )  # fmt: skip
        if owner is self._world.bot:
            self._world.announce("bot_joined_thread", thread)
        return thread

    def direct(self, person: Person) -> Channel:
        """Return the bot's direct messages with a person. Create the channel if necessary."""
        for channel in self.values():
            if channel.recipient_id == person.id:
                return channel
        return self.add(Channel(self._world.clock.fresh_id(), records.DIRECT, person.name, recipient_id=person.id))

    def group(self, *people: Person) -> Channel:
        """Start a group conversation, or direct messages if there are two people."""
        kind = records.GROUP if len(people) > 2 else records.DIRECT
        members = [person.id for person in people]
        return self.add(Channel(self._world.clock.fresh_id(), kind, "", owner_id=members[0], members=members))

    def delete(self, channel: Channel) -> None:
        del self[channel.id]
        for message in self._world.messages.pop(channel.id, {}).values():
            message.gone = True
        self._world.announce("channel_deleted", channel)
        for thread in [other for other in self.values() if other.parent_id == channel.id]:
            self.delete(thread)

    def archive_idle(self) -> None:
        """Archive the threads in which nothing has happened for so long that Discord would archive them."""
        now = self._world.clock.now()
        for thread in self.threads():
            active_at = max(thread.archive_changed, made_at(thread.last_message_id or thread.id))
            if not thread.archived and now - active_at > 60 * thread.auto_archive_minutes:
                thread.archived, thread.archive_changed = True, now
                self._world.announce("channel_changed", thread)

    def add_bot(self, thread: Channel) -> None:
        """Make the bot a member of a thread, unless it is one already."""
        if self._world.bot.id not in thread.members:
            thread.members.append(self._world.bot.id)
            self._world.announce("bot_joined_thread", thread)


class Messages(dict[int, dict[int, Message]]):
    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def find(self, channel_id: int, message_id: int) -> Message:
        """Return the message with this id. Refuse unknown ids with 10003 or 10008."""
        self._world.channels.find(channel_id)
        message = self[channel_id].get(message_id)
        if message is None:
            raise Refused(10008)
        return message

    def add(self, message: Message) -> Message:
        self[message.channel_id][message.id] = message
        channel = self._world.channels[message.channel_id]
        if message.only_for is None:
            channel.last_message_id = message.id
            channel.message_count += 1
        self._world.announce("message_created", message)
        return message

    def delete(self, message: Message) -> None:
        self.get(message.channel_id, {}).pop(message.id, None)
        message.gone = True
        channel = self._world.channels.get(message.channel_id)
        if channel is not None and message.id in channel.pins:
            channel.pins.remove(message.id)
        self._world.announce("message_deleted", message)
