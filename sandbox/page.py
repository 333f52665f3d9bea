"""The server side of the web page. Each open page has a WebSocket, and gets the records that its person may see."""

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from sandbox import client, permissions
from sandbox.access import commands_in, may_see, seen_by
from sandbox.client import NotOffered
from sandbox.errors import Refused
from sandbox.gateway import Gateway
from sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Event, Interaction, Interactions
from sandbox.payloads import Payloads
from sandbox.records import Channel, Json, Message, Person, is_thread
from sandbox.strict.commands import LOCALES
from sandbox.world import Change, World

log = logging.getLogger(__name__)

HISTORY = 50
"""Number of messages to send when a channel is opened, and for each request for older messages."""
PINGS = 50


@dataclass(eq=False)
class Page:
    world: World
    payloads: Payloads
    interactions: Interactions
    gateway: Gateway
    say: Callable[[Person, Channel, str], Message]
    visits: "set[Visit]" = field(default_factory=set)

    def __post_init__(self) -> None:
        self.world.listen(self._pass_change)
        self.interactions.listen(self._pass_event)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve a page until it is closed. `?as=Ariadne` says who uses it."""
        try:
            person = self.world.person_named(request.query.get("as", ""))
        except KeyError:
            raise web.HTTPNotFound from None
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        visit = Visit(self, person, socket)
        self.visits.add(visit)
        writer = asyncio.create_task(visit.write())
        try:
            visit.welcome()
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    visit.hear(frame.data)
        finally:
            self.visits.discard(visit)
            writer.cancel()
        return socket

    async def people(self, _: web.Request) -> web.Response:
        people = self.world.people.values()
        return web.json_response([{"id": str(each.id), "name": each.name, "locale": each.locale} for each in people])

    def close(self) -> None:
        for visit in self.visits:
            visit.queue.put_nowait(None)

    def _pass_change(self, change: Change) -> None:
        for visit in tuple(self.visits):
            visit.pass_change(change)

    def _pass_event(self, interaction: Interaction, event: Event) -> None:
        for visit in tuple(self.visits):
            if visit.person is interaction.person:
                visit.pass_event(interaction, event)


class Visit:
    def __init__(self, page: Page, person: Person, socket: web.WebSocketResponse) -> None:
        self.page = page
        self.world = page.world
        self.person = person
        self._socket = socket
        self.queue: asyncio.Queue[str | None] = asyncio.Queue()
        """Frames to send to the page. None closes it."""
        self._refs: dict[int, str] = {}
        self._modals: dict[str, Interaction] = {}

    async def write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while (text := await self.queue.get()) is not None:
                await self._socket.send_str(text)
            await self._socket.close()

    def tell(self, kind: str, **fields: Any) -> None:
        self.queue.put_nowait(json.dumps({"kind": kind, **fields}))

    # Records sent to the page

    def welcome(self) -> None:
        self.tell(
            "hello",
            me=self._person(self.person),
            people=[self._person(person) for person in self.world.people.values()],
            bot=self._person(self.world.bot) | {"online": self.page.gateway.is_connected},
            guilds=[
                {"id": str(guild.id), "name": guild.name, "roles": self.page.payloads.roles(guild)}
                for guild in self.world.guilds.values()
            ],
            channels=[self._channel(c) for c in self.world.channels.values() if self._sees(c)],
            commands=self._commands(),
            may_manage=bool(self.person.permissions & permissions.MANAGE_CHANNELS),
        )

    def pass_change(self, change: Change) -> None:
        record = change.record
        if isinstance(record, Message):
            if change.kind == "message_deleted" and record.only_for in (None, self.person.id):
                self.tell("message_gone", channel=str(record.channel_id), id=str(record.id))
            elif record.only_for in (None, self.person.id) and self._sees(self.world.channels.get(record.channel_id)):
                self.tell("message", message=self._message(record), fresh=change.kind == "message_created")
        elif isinstance(record, Channel):
            if change.kind == "channel_deleted" and self._sees(record):
                self.tell("channel_gone", id=str(record.id))
            elif self._sees(record):
                self.tell("channel", channel=self._channel(record))
        elif isinstance(record, Person):
            online = {"online": self.page.gateway.is_connected} if record.is_bot else {}
            self.tell("person", person=self._person(record) | online)
        elif change.kind == "commands_changed":
            self.tell("commands", commands=self._commands())

    def pass_event(self, interaction: Interaction, event: Event) -> None:
        ref = self._refs.get(interaction.id)
        if ref is None:
            return
        if event == "failed":
            self.tell("failed", ref=ref)
        elif event == "answered":
            answer: Json = {"ref": ref}
            if interaction.response.modal is not None:
                self._modals[str(interaction.id)] = interaction
                answer |= {"modal": interaction.response.modal, "interaction": str(interaction.id)}
            if interaction.response.choices is not None:
                answer["choices"] = interaction.response.choices
            self.tell("answered", **answer)

    def _sees(self, channel: Channel | None) -> bool:
        return channel is not None and may_see(self.person, channel)

    def _person(self, person: Person) -> Json:
        return {"id": str(person.id), "name": person.name, "bot": person.is_bot, "locale": person.locale}

    def _channel(self, channel: Channel) -> Json:
        messages = self.world.messages.get(channel.id, {})
        pings = [str(message.id) for message in messages.values() if self.person.id in message.pings]
        ids = {"guild": channel.guild_id, "parent": channel.parent_id, "last": channel.last_message_id}
        return {
            **{key: None if number is None else str(number) for key, number in ids.items()},
            "id": str(channel.id), "name": channel.name, "type": channel.kind,
            "archived": channel.archived, "locked": channel.locked, "pings": pings[-PINGS:],
        }  # fmt: skip

    def _message(self, message: Message) -> Json:
        command = (message.interaction or {}).get("name")
        pings_me = self.person.id in message.pings
        told = {"pings_me": pings_me, "push": message.push if pings_me else None, "command": command}
        return self.page.payloads.message(message) | told

    def _commands(self) -> dict[str, list[Json]]:
        channels = {str(guild_id): self.world.channels.of(guild_id)[:1] for guild_id in self.world.guilds}
        channels["direct"] = [Channel(0, 1, "", recipient_id=self.person.id)]
        return {place: commands_in(self.world, channel) for place, found in channels.items() for channel in found}

    # Requests from the page

    def hear(self, text: str) -> None:
        ref = ""
        try:
            asked = json.loads(text)
            ref = str(asked.get("ref", ""))
            self._do(asked, ref)
        except NotOffered as reason:
            self.tell("not_offered", ref=ref, reason=str(reason))
        except Refused as refusal:
            self.tell("not_offered", ref=ref, reason=refusal.message)
        except (LookupError, ValueError, TypeError, AttributeError) as error:
            log.warning("The page of %s sent a frame that cannot be read: %r", self.person.name, error)
            self.tell("not_offered", ref=ref, reason="The sandbox could not read that.")

    def _do(self, asked: Json, ref: str) -> None:
        match asked["kind"]:
            case "open" | "older":
                self._history(self._place(asked), int(asked["before"]) if asked["kind"] == "older" else None)
            case "run" | "complete" as kind:
                channel = self._place(asked)
                client.must_be_open(channel)
                focused = asked["focused"] if kind == "complete" else None
                path, values = asked["path"], asked["values"]
                data = client.command_data(self.page.payloads, channel, path, values, focused)
                self._send(ref, COMMAND if focused is None else AUTOCOMPLETE, channel, data)
            case "use":
                client.must_be_open(self._place(asked))
                message = self._own_or_public(asked)
                values = [str(value) for value in asked.get("values") or []]
                data = client.use_data(self.page.payloads, message, asked["custom_id"], values)
                self._send(ref, COMPONENT, self._place(asked), data, message)
            case "app":
                client.must_be_open(self._place(asked))
                message, payloads = self._own_or_public(asked), self.page.payloads
                data = client.message_command_data(payloads, self._place(asked), str(asked["name"]), message)
                self._send(ref, COMMAND, self._place(asked), data)
            case "submit":
                opened = self._modals.pop(asked["interaction"])
                assert opened.response.modal is not None
                try:
                    client.must_be_open(opened.channel)
                    data = client.modal_data(opened.response.modal, asked["values"])
                except NotOffered:
                    self._modals[asked["interaction"]] = opened
                    raise
                self._send(ref, MODAL_SUBMIT, opened.channel, data, opened.message)
            case "say":
                self.page.say(self.person, self._place(asked), str(asked["text"])[:2000])
            case "dismiss":
                message = self._own_or_public(asked)
                if message.only_for == self.person.id:
                    self.world.messages.delete(message)
            case "new_thread":
                parent = self._place(asked)
                if is_thread(parent) or parent.guild_id is None:
                    raise NotOffered("A thread needs a text channel.")
                self.world.channels.start_thread(parent, str(asked["name"])[:100], self.person)
            case "new_channel":
                if not self.person.permissions & permissions.MANAGE_CHANNELS:
                    raise NotOffered("You may not create channels here.")
                self.world.channels.new(int(asked["guild"]), str(asked["name"])[:100])
            case "locale" if asked["locale"] in LOCALES:
                self.person.locale = asked["locale"]
                self.world.announce("person_changed", self.person)
            case other:
                raise ValueError(other)

    def _place(self, asked: Json) -> Channel:
        self.world.channels.archive_idle()
        channel = self.world.channels.find(int(asked["channel"]))
        if not self._sees(channel):
            raise Refused(10003)
        return channel

    def _own_or_public(self, asked: Json) -> Message:
        message = self.world.messages.find(self._place(asked).id, int(asked["message"]))
        if message.only_for not in (None, self.person.id):
            raise Refused(10008)
        return message

    def _history(self, channel: Channel, before: int | None) -> None:
        seen = [m for m in seen_by(self.world, self.person, channel) if before is None or m.id < before]
        part = [self._message(message) for message in seen[-HISTORY:]]
        self.tell("history", channel=str(channel.id), messages=part, more=len(seen) > HISTORY, older=before is not None)

    def _send(self, ref: str, kind: int, channel: Channel, data: Json, message: Message | None = None) -> None:
        interaction = self.page.interactions.send(kind, self.person, channel, data, message)
        self._refs[interaction.id] = ref
        if len(self._refs) > 1000:
            del self._refs[next(iter(self._refs))]
