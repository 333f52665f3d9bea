"""Send interactions to the bot, and accept its answers."""

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Literal, TypeAlias

import discord_limits as limits
from sandbox import permissions
from sandbox.access import bot_permissions, context_of, is_home
from sandbox.errors import Form, Refused, refuse_field
from sandbox.gateway import Gateway
from sandbox.incoming import Upload
from sandbox.payloads import Payloads
from sandbox.posting import Posting
from sandbox.records import EPHEMERAL, LOADING, Channel, Json, Message, Person
from sandbox.strict.commands import check_choices
from sandbox.strict.messages import check_modal
from sandbox.world import APPLICATION_ID, World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
ANSWERS = {
    COMMAND: {MESSAGE, DEFERRED, MODAL},
    COMPONENT: {MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, MODAL},
    AUTOCOMPLETE: {CHOICES},
    MODAL_SUBMIT: {MESSAGE, DEFERRED},
}
FOLLOW_UPS_AS_A_GUEST = 5
"""Limit on follow-ups to an interaction, if the bot itself was not added to the guild or conversation."""
KEPT = 20_000
"""Number of interactions to keep. Tokens of older ones are unknown."""

Event: TypeAlias = Literal["sent", "answered", "failed"]


@dataclass(slots=True)
class Response:
    """The bot's answers to one interaction. `original` is the message that the first answer created or edited."""

    kind: int | None = None
    original: Message | None = None
    modal: Json | None = None
    choices: list[Json] | None = None
    followups: list[Message] = field(default_factory=list)
    latency_s: float | None = None

    @property
    def is_ephemeral(self) -> bool:
        return self.original is not None and self.original.only_for is not None


@dataclass(slots=True, eq=False)
class Interaction:
    """One action by a person. `shards` are the shards to which it was sent."""

    id: int
    token: str
    kind: int
    person: Person
    channel: Channel
    data: Json
    message: Message | None
    metadata: Json
    sent_at: float = 0.0
    failed: bool = False
    shards: list[int] = field(default_factory=list)
    done: asyncio.Event = field(default_factory=asyncio.Event)
    response: Response = field(default_factory=Response)


@dataclass(eq=False)
class Interactions:
    """Sends interactions to the bot and accepts its answers. Refuses late, repeated, foreign and invalid answers."""

    world: World
    gateway: Gateway
    posting: Posting
    payloads: Payloads
    patience_s: float = limits.FIRST_ANSWER_S
    """Seconds that people wait for an answer. Tests that send hundreds of interactions together use a longer time."""
    deliveries: int = 1
    """Number of deliveries of the next interaction. Reset to 1 when that interaction is sent."""
    astray: Random | None = None
    """If set, picks a random session for each delivery, ignoring its shard. Discord itself does that only rarely."""
    _by_token: dict[str, Interaction] = field(default_factory=dict)
    _listeners: list[Callable[[Interaction, Event], None]] = field(default_factory=list)

    def listen(self, listener: Callable[[Interaction, Event], None]) -> None:
        self._listeners.append(listener)

    # From people to the bot

    def send(
        self, kind: int, person: Person, channel: Channel, data: Json, message: Message | None = None
    ) -> Interaction:
        """Dispatch an interaction. Its `done` is set once it has been answered or has failed."""
        self.world.channels.archive_idle()
        fresh = self.world.clock.fresh_id()
        metadata: Json = {
            "id": str(fresh),
            "type": kind,
            "user": self.payloads.user(person),
            "authorizing_integration_owners": self._owners(person, channel),
        }
        if message is not None and kind == COMPONENT:
            metadata["interacted_message_id"] = str(message.id)
        if kind == COMMAND:
            metadata["name"] = command_path(data)
            if "target_id" in data:
                metadata["target_message_id"] = data["target_id"]
        if kind == MODAL_SUBMIT:
            openers = (one for one in reversed(self._by_token.values()) if one.person is person and one.response.modal)
            for opener in islice(openers, 1):
                triggering = {key: told for key, told in opener.metadata.items() if key != "name"}
                metadata["triggering_interaction_metadata"] = triggering
        interaction = Interaction(fresh, secrets.token_urlsafe(32), kind, person, channel, data, message, metadata)
        self._by_token[interaction.token] = interaction
        if len(self._by_token) > KEPT:
            del self._by_token[next(iter(self._by_token))]
        self._tell(interaction, "sent")
        body = self._payload(interaction)
        asyncio.get_running_loop().call_later(self.patience_s, self._give_up, interaction)
        times, self.deliveries = self.deliveries, 1
        interaction.sent_at = time.perf_counter()
        is_reached = not self._is_guest(channel) or person.id in self.world.application.user_installs
        for _ in range(times if is_reached else 0):
            self._deliver(interaction, body)
        return interaction

    def deliver_again(self, interaction: Interaction) -> None:
        self._deliver(interaction, self._payload(interaction))

    def _deliver(self, interaction: Interaction, body: Json) -> None:
        sessions, channel = self.gateway.connected, interaction.channel
        if self.astray is not None and sessions:
            session = self.astray.choice(sessions)
            interaction.shards.append(session.shard[0])
            session.tell("INTERACTION_CREATE", json.dumps(body))
        else:
            home = channel.guild_id if is_home(self.world, channel) else None
            interaction.shards += [session.shard[0] for session in sessions if session.hears(home)]
            self.gateway.dispatch("INTERACTION_CREATE", body, guild_id=home)

    def _is_guest(self, channel: Channel) -> bool:
        """Return whether the bot can be used in this channel only by people who installed it themselves."""
        return context_of(channel) != 1 and not is_home(self.world, channel)

    def _owners(self, person: Person, channel: Channel) -> Json:
        """Return who installed the bot: the guild (0 in direct messages) or the person."""
        return {"1": str(person.id)} if self._is_guest(channel) else {"0": str(channel.guild_id or 0)}

    def _payload(self, interaction: Interaction) -> Json:
        channel, person = interaction.channel, interaction.person
        body: Json = {
            "id": str(interaction.id),
            "application_id": str(APPLICATION_ID),
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": str(channel.id),
            "channel": self.payloads.channel(channel),
            "locale": person.locale,
            "app_permissions": str(_app_permissions(self.world, channel)),
            "entitlements": [],
            "authorizing_integration_owners": self._owners(person, channel),
            "context": context_of(channel),
            "attachment_size_limit": limits.FILE_BYTES,
        }
        if channel.guild_id is None:
            body["user"] = self.payloads.user(person)
        else:
            guild = self.world.guilds[channel.guild_id]
            body |= {
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
                "guild_locale": guild.locale,
                "member": self.payloads.member(person, person.permissions),
            }
        if interaction.message is not None:
            body["message"] = self.payloads.message(interaction.message)
        return body

    def _give_up(self, interaction: Interaction) -> None:
        if interaction.response.kind is None:
            interaction.failed = True
            interaction.done.set()
            self._tell(interaction, "failed")

    def _tell(self, interaction: Interaction, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener(interaction, event)

    # From the bot to people

    def answer(self, interaction_id: int, token: str, body: Json, uploads: list[Upload], arrived: float) -> Json:
        """Accept the first answer. Refuse with 10062 if late or foreign, 40060 if not the first, 50035 if invalid."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id:
            raise Refused(10062)
        if interaction.response.kind is not None:
            raise Refused(40060)
        if self.world.clock.age_s(interaction.id) > max(limits.FIRST_ANSWER_S, self.patience_s) or interaction.failed:
            raise Refused(10062)
        if interaction.channel.id not in self.world.channels:
            raise Refused(10003)
        kind = body.get("type")
        if interaction.channel.archived and kind != CHOICES:
            raise Refused(50083)
        # The answer to a modal may update the message whose button or select opened the modal.
        is_of_message = interaction.kind == MODAL_SUBMIT and interaction.message is not None
        if kind not in ANSWERS[interaction.kind] | ({DEFERRED_UPDATE, UPDATE} if is_of_message else set()):
            refuse_field(("type",), "BASE_TYPE_CHOICES", f"This interaction cannot be answered with type {kind}.")
        assert isinstance(kind, int)
        self._take(interaction, kind, body.get("data") or {}, uploads)
        interaction.response.kind = kind
        interaction.response.latency_s = arrived - interaction.sent_at
        interaction.done.set()
        self._tell(interaction, "answered")
        return self._receipt(interaction, kind)

    def _take(self, interaction: Interaction, kind: int, data: Json, uploads: list[Upload]) -> None:
        hidden = interaction.person.id if int(data.get("flags") or 0) & EPHEMERAL else None
        if kind == MESSAGE:
            interaction.response.original = self._post(interaction, data, uploads, hidden)
        elif kind == DEFERRED:
            if int(data.get("flags") or 0) & ~EPHEMERAL or set(data) - {"flags"}:
                refuse_field(("data", "flags"), "BASE_TYPE_BAD_FLAGS", "A defer carries the ephemeral flag only")
            interaction.response.original = self.posting.placeholder(interaction.channel, interaction.metadata, hidden)
        elif kind == UPDATE:
            interaction.response.original = self.posting.edit(_live(interaction.message), data, uploads)
        elif kind == DEFERRED_UPDATE:
            interaction.response.original = interaction.message
        elif kind == CHOICES:
            form = Form()
            check_choices(form, ("data", "choices"), data.get("choices"), _focused_type(interaction.data), 25)
            form.refuse()
            interaction.response.choices = data["choices"]
        else:
            check_modal(data, self.world.application.emojis)
            interaction.response.modal = data

    def _receipt(self, interaction: Interaction, kind: int) -> Json:
        receipt: Json = {"id": str(interaction.id), "type": interaction.kind}
        answer: Json = {"interaction": receipt}
        if interaction.response.original is not None:
            receipt |= {
                "response_message_id": str(interaction.response.original.id),
                "response_message_loading": bool(interaction.response.original.flags & LOADING),
                "response_message_ephemeral": interaction.response.is_ephemeral,
                "channel_id": str(interaction.channel.id),
            }
            if kind in (MESSAGE, UPDATE):
                answer["resource"] = {"type": kind, "message": self.payloads.message(interaction.response.original)}
        return answer

    def follow_up(self, token: str, payload: Json, uploads: list[Upload]) -> Message:
        """Post a follow-up. After a deferred answer, the first one replaces the placeholder."""
        interaction = self._interaction_of(token)
        if interaction.channel.archived:
            raise Refused(50083)
        original = interaction.response.original
        if original is not None and original.flags & LOADING and not original.gone:
            return self.posting.edit(original, payload, uploads)
        if len(interaction.response.followups) >= FOLLOW_UPS_AS_A_GUEST and self._is_guest(interaction.channel):
            raise Refused(40094)
        hidden = interaction.person.id if int(payload.get("flags") or 0) & EPHEMERAL else None
        message = self._post(interaction, payload, uploads, hidden)
        interaction.response.followups.append(message)
        return message

    def sent_message(self, token: str, name: str) -> Message:
        """Return the message sent with this token, by id or as `@original`. Refuse unknown ones with 10008."""
        interaction = self._interaction_of(token)
        if name == "@original":
            return _live(interaction.response.original)
        for message in (interaction.response.original, *interaction.response.followups):
            if message is not None and str(message.id) == name:
                return _live(message)
        raise Refused(10008)

    def _interaction_of(self, token: str) -> Interaction:
        interaction = self._by_token.get(token)
        if interaction is None:
            raise Refused(10015)
        if self.world.clock.age_s(interaction.id) > limits.TOKEN_LIFE_S:
            raise Refused(50027)
        if interaction.response.kind is None:
            raise Refused(10015)
        if interaction.channel.id not in self.world.channels:
            raise Refused(10003)
        return interaction

    def _post(self, interaction: Interaction, payload: Json, uploads: list[Upload], hidden: int | None) -> Message:
        return self.posting.post(
            interaction.channel, payload, uploads, only_for=hidden, interaction=interaction.metadata
        )


def _app_permissions(world: World, channel: Channel) -> int:
    if channel.recipient_id is not None:
        return permissions.AMONG_PEOPLE | permissions.USE_EXTERNAL_EMOJIS
    return bot_permissions(world, channel)


def _live(message: Message | None) -> Message:
    if message is None or message.gone:
        raise Refused(10008)
    return message


def command_path(data: Json) -> str:
    """Return the name of a command and its subcommands, such as "classic move". Return "" for a component."""
    inner = [command_path(option) for option in data.get("options") or [] if option.get("type") in (1, 2)]
    return " ".join([str(data["name"]), *inner]) if "name" in data else ""


def _focused_type(data: Json) -> int:
    for option in data.get("options") or []:
        if option.get("focused"):
            return int(option["type"])
        if option.get("options"):
            return _focused_type(option)
    return 3
