"""Minerva at a table over the wire: the game, its UI, and people who type their answers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bot
from cogs.commands.spec import CommandSpec, fits
from cogs.games.minerva import ui as minerva
from cogs.games.minerva.ui import COMMANDS
from engine.kernel.decision import Decision
from engine.minerva.game import GAME
from engine.minerva.state.state import MinervaState
from sandbox.driver import Actor
from sandbox.seen import Reply
from sessions.session import Session
from tests.wire import evening as wire
from tests.wire.dawn import DawnRenderClient, decision_of
from tests.wire.evening import Wired, WireTable, table_of, wired


@asynccontextmanager
async def minerva_bot(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    """The bot with only this game. Its pictures are dots, so that no test waits for them."""
    monkeypatch.setattr(bot, "GAMES", {GAME.rules.key: GAME})
    monkeypatch.setattr(bot, "GAME_UIS", {minerva.KEY: minerva.UI})
    monkeypatch.setattr(wire, "render_client", DawnRenderClient)
    async with wired(folder) as wired_bot:
        yield wired_bot


@asynccontextmanager
async def minerva_table(wired_bot: Wired, seats: int, **options: Any) -> AsyncIterator[WireTable]:
    """A started game with that many people. The first person begins."""
    if seats > 1:
        options = {"options": "first_seat=first", **options}
    async with table_of(wired_bot, GAME.rules.key, seats, **options) as evening:
        yield evening


def table_in(session: Session) -> MinervaState:
    """Return the game state of the table."""
    state = session.reader.timeline.position.state
    assert isinstance(state, MinervaState)
    return state


async def type_something(evening: WireTable, person: Actor, dice: Random) -> Reply:
    """Type a command that answers the person's question, with options that autocomplete suggests."""
    decision = decision_of(await evening.session(), person)
    spec = dice.choice([spec for spec in COMMANDS if spec.path != "choose" and _answers(spec, decision)])
    values: dict[str, object] = {}
    for argument in (*spec.needed, *spec.optional):
        offered = await person.autocomplete(f"/minerva {spec.path}", evening.channel, argument, **values)
        if offered:
            values[argument] = dice.choice(offered)["value"]
    assert set(spec.needed) <= set(values), (spec.path, decision.rule, values)
    return await evening.command(person, f"/minerva {spec.path}", **values)


def _answers(spec: CommandSpec, decision: Decision) -> bool:
    """Return whether the first answer that the command gives fits the decision."""
    return not spec.is_order and any(fits(chain[0], decision) for chain in spec.chains)
