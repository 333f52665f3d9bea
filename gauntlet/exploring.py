"""People who use anything that they are offered, at random: commands, controls, menus and forms."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from sandbox import Sandbox
from sandbox.access import commands_in
from sandbox.driver import Actor
from sandbox.records import TEXT, Channel, Json
from sandbox.seen import Button, Reply, Seen, Select
from sandbox.strict.commands import BOOLEAN, CHANNEL, CHAT, GROUP, INTEGER, MESSAGE_MENU, ROLE, STRING, SUBCOMMAND, USER
from sandbox.strict.components import CHANNEL_SELECT, ROLE_SELECT, TEXT_INPUT, walk
from sandbox.world import GUILD_ID

AGAIN = 0.8
"""The probability that a person goes on with the message that they were shown."""
SHOWN = 8
"""Number of newest messages in a place whose controls people use."""
TEXTS = (
    "", "a", "knossos", "forum", "?", "8-20", "2 days", "tomorrow", "48+6", "Europe/Prague", "x" * 90, "<@1>",
)  # fmt: skip
"""Texts that people type where nothing is suggested."""


class Typed(NamedTuple):
    """A command with its options."""

    path: str
    options: list[Json]


class Explorer:
    """Lets people use anything. Options that ask for a person or a channel get one of `people` or `places`."""

    def __init__(
        self,
        sandbox: Sandbox,
        random: Random,
        people: Sequence[Actor],
        places: Sequence[Channel],
        check: Callable[[str, Reply], object] = lambda _, __: None,
    ) -> None:
        """`check` gets a description of each action, and the reply to it."""
        self._sandbox, self._random, self._people, self._places = sandbox, random, people, places
        self._check = check

    async def explore(self, person: Actor, place: Channel) -> None:
        """Let the person use something in this place, then what the replies offer. Raises `NotOffered`."""
        await self._go_on(person, await self._begin(person, place))

    async def use(self, person: Actor, message: Seen) -> None:
        """Let the person use some control of the message, then what the replies offer. Raises `NotOffered`."""
        await self._go_on(person, await self._use(person, message))

    async def _begin(self, person: Actor, place: Channel) -> Reply | None:
        """Type a command, use a control of a message there, or an entry under *Apps*."""
        shown = [message for message in person.inbox.sees(place) if message.is_by_bot][-SHOWN:]
        kind = self._random.random()
        if shown and kind < 0.4:
            return await self._use(person, self._random.choice(shown))
        entries = [each["name"] for each in commands_in(self._sandbox.world, place) if each["type"] == MESSAGE_MENU]
        if shown and entries and kind < 0.45:
            message, entry = self._random.choice(shown), self._random.choice(entries)
            return self._report(f"Apps › {entry}", await person.use_app(message, entry))
        return await self._type(person, place)

    async def _go_on(self, person: Actor, reply: Reply | None) -> None:
        """Use what the replies offer, again and again."""
        while reply is not None and self._random.random() < AGAIN:
            if reply.modal is not None:
                reply = await self._fill(person, reply)
            elif reply.message is not None:
                reply = await self._use(person, reply.message)
            else:
                return

    async def _use(self, person: Actor, message: Seen) -> Reply | None:
        offered: list[Button | Select] = [each for each in message.buttons if each.custom_id and not each.disabled]
        offered += [each for each in message.selects if not each.disabled]
        if not offered:
            return None
        control = self._random.choice(offered)
        what = f"{control.custom_id} below {message.text[:60]!r}"
        if isinstance(control, Button):
            return self._report(what, await person.press(message, custom_id=control.custom_id))
        values = self._values(control)
        count = self._random.randint(control.min_values, min(control.max_values, len(values)))
        chosen = self._random.sample(values, count)
        return self._report(f"{chosen} of {what}", await person.choose(message, *chosen, custom_id=control.custom_id))

    def _values(self, select: Select) -> list[str]:
        world = self._sandbox.world
        if select.kind == CHANNEL_SELECT:
            return [str(each.id) for each in world.channels.of(GUILD_ID) if each.kind == TEXT]
        if select.kind == ROLE_SELECT:
            return [str(role.id) for role in world.guilds[GUILD_ID].roles]
        return [option.value for option in select.options]

    async def _fill(self, person: Actor, opened: Reply) -> Reply:
        assert opened.modal is not None
        fields = [part for part in walk(opened.modal["components"]) if part["type"] == TEXT_INPUT]
        texts: dict[str, object] = {
            field["custom_id"]: self._random.choice(TEXTS) for field in fields if self._random.random() < 0.8
        }
        return self._report(f"form {opened.modal['custom_id']} with {texts}", await person.fill(opened, texts))

    async def _type(self, person: Actor, place: Channel) -> Reply:
        offered = [each for each in commands_in(self._sandbox.world, place) if each["type"] == CHAT]
        command = self._random.choice(offered)
        typed = self._random.choice(list(_leaves(f"/{command['name']}", command.get("options") or [])))
        values: dict[str, object] = {}
        for option in typed.options:
            if option.get("required") or self._random.random() < 0.6:
                values[option["name"]] = await self._value(person, place, typed.path, option, values)
        return self._report(f"{typed.path} {values}", await person.command(typed.path, place, **values))

    async def _value(self, person: Actor, place: Channel, path: str, option: Json, values: dict[str, object]) -> object:
        """Return a value for the option, mostly a suggested one."""
        if option.get("choices"):
            return self._random.choice(option["choices"])["value"]
        kind = option["type"]
        if kind == BOOLEAN:
            return self._random.random() < 0.5
        if kind == INTEGER:
            return self._random.randint(option.get("min_value", 0), option.get("max_value", 9))
        if kind == USER:
            return self._random.choice(self._people).person
        if kind == ROLE:
            return self._random.choice(self._sandbox.payloads.roles(self._sandbox.world.guilds[GUILD_ID]))["id"]
        if kind == CHANNEL:
            return self._random.choice(self._places)
        assert kind == STRING
        text = self._random.choice(TEXTS)[: option.get("max_length", 90)]
        if option.get("autocomplete"):
            suggested = await person.autocomplete(path, place, option["name"], **values, **{option["name"]: text})
            suggested = suggested or await person.autocomplete(
                path, place, option["name"], **values, **{option["name"]: ""}
            )
            if suggested and self._random.random() < 0.9:
                return self._random.choice(suggested)["value"]
        return text or "x"

    def _report(self, what: str, reply: Reply) -> Reply:
        self._check(what, reply)
        return reply


def _leaves(path: str, options: list[Json]) -> Iterator[Typed]:
    nested = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
    if not nested:
        yield Typed(path, options)
    for option in nested:
        yield from _leaves(f"{path} {option['name']}", option.get("options") or [])
