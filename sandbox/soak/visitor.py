"""One seat at random: looks at the table's newest message and does something with what is offered there.

Knows no game. The last row of a board's controls are the actions of the table, all rows above answer what is asked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from sandbox.driver import Actor
from sandbox.records import Channel, Json
from sandbox.seen import Button, Reply, Seen, Select
from sandbox.soak.notes import Fate
from sandbox.strict.commands import GROUP, SUBCOMMAND
from sandbox.strict.components import BUTTON, ROW, walk
from sandbox.typed import NotOffered

REFUSED_SIGN = "✋"
"""How a refusal begins."""
PUT_OFF_S = 1.4
"""A deferral that comes so late buys time: the action may still be refused, or go down with the bot."""
LOOKS = frozenset({"record"})
"""Commands of a game's group that only tell something."""


@dataclass(frozen=True, slots=True)
class Controls:
    """What a message offers: controls that answer, and the actions of the table."""

    answering: tuple[Button | Select, ...]
    table_actions: tuple[Button, ...]


def controls_of(message: Seen) -> Controls:
    """The controls of a message; in public its last row apart if that is not its only one."""
    rows = [part for part in walk(message.record.components) if part["type"] == ROW]
    ids = [[child.get("custom_id") for child in row["components"]] for row in rows]
    has_table_actions = not message.is_ephemeral and bool(ids) and (len(ids) > 1 or bool(message.pictures))
    last = set(ids[-1]) if has_table_actions else set()
    buttons = [button for button in message.buttons if button.custom_id and not button.disabled]
    answering = [button for button in buttons if button.custom_id not in last]
    return Controls(
        (*answering, *message.selects),
        tuple(button for button in buttons if button.custom_id in last),
    )


def fate_of(reply: Reply) -> Fate:
    """What an answer says became of the action."""
    if reply.kind is None:
        return "unanswered"
    if reply.kind in ("deferred", "deferred_update") and (reply.latency_s or 0.0) >= PUT_OFF_S:
        return "put_off"
    if reply.kind in ("deferred_update", "update"):
        return "confirmed"
    return "refused" if reply.text.startswith(REFUSED_SIGN) else "told"


class Visitor:
    """A person playing at random. `group` is the game's command group."""

    def __init__(self, actor: Actor, group: str, random: Random) -> None:
        self.actor = actor
        self.random = random
        self.group = group

    async def use(self, message: Seen) -> Reply | None:
        """Press or pick one of the controls that answer; None where there is none."""
        answering = controls_of(message).answering
        if not answering:
            return None
        weights = [len(control.options) if isinstance(control, Select) else 1 for control in answering]
        (control,) = self.random.choices(answering, weights)
        if isinstance(control, Button):
            return await self.actor.press(message, custom_id=control.custom_id)
        count = self.random.randint(control.min_values, min(control.max_values, len(control.options)))
        values = [choice.value for choice in self.random.sample(control.options, count)]
        return await self.actor.choose(message, *values, custom_id=control.custom_id)

    async def mind_manners(self, message: Seen) -> Reply | None:
        """Press one of the other buttons: take back, read, look at what is one's own."""
        table_actions = controls_of(message).table_actions
        if not table_actions:
            return None
        return await self.actor.press(message, custom_id=self.random.choice(table_actions).custom_id)

    async def press_old(self, messages: Sequence[Seen], custom_ids: Sequence[str]) -> Reply | None:
        """Press a button as it was some time ago."""
        if not custom_ids:
            return None
        return await self.actor.forge(messages[-1], self.random.choice(custom_ids), kind=BUTTON)

    async def type(self, channel: Channel) -> tuple[Reply, bool] | None:
        """Type one of the game's commands, with what autocomplete offers; the answer and whether it was an action."""
        for _ in range(3):
            path, subcommand = self.random.choice(self._subcommands(channel))
            values: dict[str, object] = {}
            for option in subcommand.get("options") or []:
                choices = await self.actor.autocomplete(path, channel, option["name"], **values, **{option["name"]: ""})
                if choices:
                    values[option["name"]] = self.random.choice(choices)["value"]
                elif option.get("required"):
                    break
            else:
                return await self.actor.command(path, channel, **values), subcommand["name"] not in LOOKS
        return None

    def _subcommands(self, channel: Channel) -> list[tuple[str, Json]]:
        """The game's commands by their paths, those within a group of the group included."""
        for command in self.actor.sandbox.world.commands_in(channel):
            if command["name"] == self.group:
                return list(_leaves(f"/{self.group}", command["options"]))
        raise NotOffered(f"no command group {self.group!r}")


def _leaves(path: str, options: list[Json]) -> Iterator[tuple[str, Json]]:
    for option in options:
        below = f"{path} {option['name']}"
        if option["type"] == SUBCOMMAND:
            yield below, option
        elif option["type"] == GROUP:
            yield from _leaves(below, option["options"])
