"""While the database hangs, every press, command and form still gets a first answer within three seconds."""

import asyncio
from collections.abc import Iterator

import pytest

from db.queued import ConnectionQueue
from sandbox.access import commands_in
from sandbox.driver import Actor
from sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, Event, Interaction
from sandbox.records import Json
from sandbox.seen import Seen
from sandbox.strict.commands import BOOLEAN, CHAT, INTEGER, USER
from tests.wire.evening import CHANNEL, Wired, WireTable, controls, table_of

SLOW_S, PATIENCE_S = 0.3, 6.0
"""Seconds until the bot defers an answer, and seconds that people wait. People wait long, because there are many
requests."""


@pytest.fixture
def goes_on(monkeypatch: pytest.MonkeyPatch) -> Iterator[asyncio.Event]:
    """Transactions finish only while this event is set."""
    goes_on, do = asyncio.Event(), ConnectionQueue._do
    goes_on.set()
    monkeypatch.setattr("cogs.interactions.answering.SLOW_S", SLOW_S)

    async def wait_first(self, batch):
        await goes_on.wait()
        await do(self, batch)

    monkeypatch.setattr(ConnectionQueue, "_do", wait_first)
    yield goes_on
    goes_on.set()


class Asked:
    """Collects the requests that were sent, and those that were not answered in time."""

    def __init__(self, wired_bot: Wired) -> None:
        self.sent: list[Interaction] = []
        self.failed: list[str] = []
        wired_bot.sandbox.interactions.listen(self._note)

    def _note(self, interaction: Interaction, event: Event) -> None:
        if event == "sent":
            self.sent.append(interaction)
        elif event == "failed":
            what = interaction.data.get("custom_id") or interaction.data["name"]
            self.failed.append(f"{interaction.kind} {what} {interaction.data.get('options')}")


def impatient(wired_bot: Wired, person: Actor) -> Actor:
    """Return a copy of this person that waits only for the first answer."""
    return Actor(wired_bot.sandbox, person.person)


def leaves(commands: list[Json], path: str = "") -> Iterator[tuple[str, list[Json]]]:
    """Yield every command that can be typed, with its options."""
    for command in commands:
        below = f"{path} {command['name']}".strip()
        inner = [option for option in command.get("options") or [] if option["type"] in (1, 2)]
        if inner:
            yield from leaves(inner, below)
        else:
            yield f"/{below}", command.get("options") or []


def value_of(option: Json, person: Actor) -> object:
    """Return a value that can be typed for the option. The bot may be unable to use it."""
    if option.get("choices"):
        return option["choices"][0]["value"]
    if option["type"] == USER:
        return person.name
    if option["type"] == BOOLEAN:
        return True
    return option.get("min_value", 1) if option["type"] == INTEGER else "minos-classic"


async def test_suggestions_arrive_in_time(wired_bot: Wired, goes_on: asyncio.Event) -> None:
    wired_bot.sandbox.interactions.patience_s = PATIENCE_S
    wired_bot.parts.sessions.is_shared = True
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        asked, person = Asked(wired_bot), impatient(wired_bot, evening.people[0])
        goes_on.clear()
        offered = commands_in(wired_bot.sandbox.world, wired_bot.sandbox.channel(CHANNEL))
        commands = [command for command in offered if command["type"] == CHAT]
        typing = [
            person.autocomplete(path, CHANNEL, option["name"], **{option["name"]: ""})
            for path, options in leaves(commands)
            for option in options
            if option.get("autocomplete")
        ]
        await asyncio.gather(*typing)
        await go_on(wired_bot, goes_on)

    assert len([each for each in asked.sent if each.kind == AUTOCOMPLETE]) > 20
    assert asked.failed == []


async def go_on(wired_bot: Wired, goes_on: asyncio.Event) -> None:
    """Release the database. Wait for all delayed answers, since the bot is stopped next."""
    goes_on.set()
    await wired_bot.parts.client.services.traffic.calm(60.0)


async def test_commands_are_acknowledged_in_time(wired_bot: Wired, goes_on: asyncio.Event) -> None:
    wired_bot.sandbox.interactions.patience_s = PATIENCE_S
    wired_bot.parts.sessions.is_shared = True
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        asked, (first, other) = Asked(wired_bot), evening.people
        person = impatient(wired_bot, first)
        goes_on.clear()
        offered = commands_in(wired_bot.sandbox.world, wired_bot.sandbox.channel(CHANNEL))
        commands = [command for command in offered if command["type"] == CHAT]
        typing = [
            person.command(
                path, CHANNEL, **{each["name"]: value_of(each, other) for each in options if each["required"]}
            )
            for path, options in leaves(commands)
        ]
        await asyncio.gather(*typing)
        await go_on(wired_bot, goes_on)

    assert len([each for each in asked.sent if each.kind == COMMAND]) > 40
    assert asked.failed == []


async def test_presses_are_acknowledged_in_time(evening: WireTable, goes_on: asyncio.Event) -> None:
    wired_bot = evening.wired_bot
    wired_bot.sandbox.interactions.patience_s = PATIENCE_S
    wired_bot.parts.sessions.is_shared = True
    board, asked = await evening.board(), Asked(wired_bot)
    person = impatient(wired_bot, await evening.person_asked())
    goes_on.clear()
    await asyncio.gather(*(person.forge(board, each, values=None) for each in button_ids(board)))
    await go_on(wired_bot, goes_on)

    assert len([each for each in asked.sent if each.kind == COMPONENT]) >= 3
    assert asked.failed == []


def button_ids(board: Seen) -> list[str]:
    """Return the custom ids of a board's buttons."""
    return [each for each in controls(board) if each in {button.custom_id for button in board.buttons}]


async def test_a_command_is_acknowledged_despite_closed_direct_messages(
    wired_bot: Wired, goes_on: asyncio.Event
) -> None:
    """The bot records that direct messages may be open again, but must answer first."""
    wired_bot.sandbox.interactions.patience_s = PATIENCE_S
    ariadne, asked = impatient(wired_bot, wired_bot.person("Ariadne")), Asked(wired_bot)
    await wired_bot.parts.sessions.choices.people.close_dm(ariadne.id)
    goes_on.clear()
    reply = await ariadne.command("/settings", ariadne.inbox.direct)
    goes_on.set()
    await wired_bot.sandbox.until(lambda: not wired_bot.parts.sessions.choices.people.is_dm_closed(ariadne.id))

    assert reply.is_answered
    assert asked.failed == []
