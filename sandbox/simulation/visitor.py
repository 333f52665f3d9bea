"""A simulated person who uses a message's controls at random. Visitors understand only the verbs in custom ids."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from sandbox.access import commands_in
from sandbox.client import NotOffered
from sandbox.driver import Actor
from sandbox.records import Channel, Json
from sandbox.seen import Button, Reply, Seen, Select
from sandbox.simulation.notes import Fate
from sandbox.strict.commands import GROUP, SUBCOMMAND
from sandbox.strict.components import BUTTON

REFUSED_SIGN = "✋"
PUT_OFF_S = 1.4
"""If a deferral comes this late, in seconds, the outcome is open: the action may be refused, or lost in a kill."""
CUSTOM_ID = re.compile(r"k1:\d+:\d+:(?P<question>-?\d+:-?\d+):(?P<verb>[a-z]+)")
"""Matches the id of a table's control: seat and number of its question, then its verb."""
REFERENCE = ("r1:", "h1:", "v1:")
"""Prefixes of the ids of controls for rules and help. These controls only turn pages."""
ANSWERS = frozenset({"o", "s", "oj", "sj", "all", "none", "done"})
"""Verbs that answer a question, unless the bot asks for confirmation first."""
SURE = frozenset({"sure", "surej"})
CONSENTS = frozenset({"agree", "refuse"})
STEPS = frozenset({"choose", "d", "several"})
"""Verbs of steps towards an answer: opening a question's select, and choosing part of the answer."""
SUBMITTED = 40
"""Weight of submitting an answer that was chosen in parts. Each option of a select has weight 1."""
ASKING = ANSWERS | SURE | CONSENTS | STEPS | {"resume"}
"""Verbs of all controls that belong to a question."""
SHOWS = STEPS | {"older", "newer", "player", "replay", "unit", "rule"}
"""Verbs that only change what a private message shows."""
FEWEST = 0.5
"""The probability of choosing only one option in a select that allows several."""
REMATCH = "rematch"
TWICE_S = 0.12
GIVEN_UP = 0.3
"""The probability that someone doesn't confirm, or ignores a private message."""


def read_control(custom_id: object) -> tuple[str, str]:
    """Return the question and the verb of a table's control. Return two empty strings for any other id."""
    match = CUSTOM_ID.match(str(custom_id or ""))
    return (match["question"], match["verb"]) if match else ("", "")


class Controls(NamedTuple):
    """The enabled controls of a message: those that answer a question, and the table's other buttons."""

    answering: list[Button | Select]
    table_actions: list[Button]


def controls_of(message: Seen) -> Controls:
    """Return a message's enabled controls, split by whether they answer. In a private message, all controls do."""
    buttons = [button for button in message.buttons if button.custom_id and not button.disabled]
    offered: list[Button | Select] = [*buttons, *(select for select in message.selects if not select.disabled)]
    asking = [control for control in offered if message.is_ephemeral or read_control(control.custom_id)[1] in ASKING]
    return Controls(asking, [button for button in buttons if button not in asking])


def has_ended(message: Seen) -> bool:
    return any(read_control(button.custom_id)[1] == REMATCH for button in message.buttons)


def fate_of(reply: Reply) -> Fate:
    """Return the outcome of an action, based on the bot's first answer."""
    if reply.kind is None:
        return "unanswered"
    if reply.kind in ("deferred", "deferred_update") and (reply.latency_s or 0.0) >= PUT_OFF_S:
        return "put_off"
    if reply.kind == "deferred_update":
        return "confirmed"
    if reply.text.startswith(REFUSED_SIGN):
        return "refused"
    custom_id = reply.interaction.data.get("custom_id")
    question, verb = read_control(custom_id)
    if verb in ANSWERS and _asks_for_confirmation(reply, question):
        return "asked"
    if verb == "done" and _shows_again(reply, question):
        return "told"
    if verb in ANSWERS | SURE:
        return "confirmed"
    is_page = verb in SHOWS or str(custom_id or "").startswith(REFERENCE)
    return "confirmed" if reply.kind == "update" and not is_page else "told"


def _asks_for_confirmation(reply: Reply, question: str) -> bool:
    message = reply.message
    if message is None or not message.is_ephemeral:
        return False
    controls = [read_control(control.custom_id) for control in controls_of(message).answering]
    return bool(controls) and all(asked == question and verb in SURE for asked, verb in controls)


def _shows_again(reply: Reply, question: str) -> bool:
    """Return whether *Done* only showed its list again, as it does if the marked answers don't fit together."""
    message = reply.message
    return message is not None and (question, "done") in [read_control(each.custom_id) for each in message.buttons]


class Visitor:
    """A person who plays at random. `group` is the game's group of commands."""

    def __init__(self, actor: Actor, random: Random, group: str = "") -> None:
        self.actor = actor
        self.random = random
        self.group = group

    async def use(self, message: Seen) -> Reply | None:
        """Use one of the controls that answer a question. Return None if there is none."""
        choice = self._choice(message)
        return None if choice is None else await self._do(message, *choice)

    async def use_twice(self, message: Seen) -> tuple[Reply, ...]:
        choice = self._choice(message)
        if choice is None:
            return ()

        async def again() -> Reply:
            await asyncio.sleep(TWICE_S)
            return await self._do(message, *choice)

        return tuple(await asyncio.gather(self._do(message, *choice), again()))

    def _choice(self, message: Seen) -> tuple[Button | Select, list[str]] | None:
        answering = controls_of(message).answering
        if not answering:
            return None
        weights = [self._weight(control) for control in answering]
        (control,) = self.random.choices(answering, weights)
        if isinstance(control, Button):
            return control, []
        return control, [each.value for each in self.random.sample(control.options, self._count(control))]

    @staticmethod
    def _weight(control: Button | Select) -> int:
        """Return a control's weight for a random choice. Submitting weighs most, so people don't choose for long."""
        if isinstance(control, Select):
            return len(control.options)
        return SUBMITTED if read_control(control.custom_id)[1] == "done" else 1

    async def _do(self, message: Seen, control: Button | Select, values: list[str]) -> Reply:
        if isinstance(control, Button):
            return await self.actor.press(message, custom_id=control.custom_id)
        return await self.actor.choose(message, *values, custom_id=control.custom_id)

    def _count(self, control: Select) -> int:
        if control.min_values == 1 and self.random.random() < FEWEST:
            return 1
        return self.random.randint(control.min_values, min(control.max_values, len(control.options)))

    def puts_away(self, message: Seen) -> bool:
        """Decide at random whether to ignore a private message. Return the decision. Never ignore a question."""
        verbs = {read_control(control.custom_id)[1] for control in controls_of(message).answering}
        return not verbs & (ASKING - SURE) and self.random.random() < GIVEN_UP

    async def use_other(self, message: Seen) -> Reply | None:
        """Press one of the buttons that don't answer a question, such as undo or log."""
        actions = controls_of(message).table_actions
        return await self.actor.press(message, custom_id=self.random.choice(actions).custom_id) if actions else None

    async def press_old(self, message: Seen, custom_ids: Sequence[str]) -> Reply | None:
        return await self.actor.forge(message, self.random.choice(custom_ids), kind=BUTTON) if custom_ids else None

    async def type(self, channel: Channel) -> Reply | None:
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
                return await self.actor.command(path, channel, **values)
        return None

    def _subcommands(self, channel: Channel) -> list[tuple[str, Json]]:
        for command in commands_in(self.actor.sandbox.world, channel):
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
