"""Minos: Dawn at a table over the wire: the game, its UI, and people who answer with buttons only."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import msgspec
import pytest

import bot
from cogs.commands.spec import CommandSpec, fits
from cogs.games.minos_classic import ui as minos_classic
from cogs.games.minos_dawn import ui as minos_dawn
from cogs.games.minos_dawn.option_style import KINDS
from cogs.games.minos_dawn.ui import COMMANDS
from cogs.ui.presenter import DONE, SEVERAL
from cogs.ui.press import read_press
from cogs.views.controls import CHOOSE
from engine.kernel.decision import Decision, Seat
from engine.minos_classic.game import GAME as CLASSIC
from engine.minos_dawn.game import GAME as DAWN
from render import Colours, Picture
from sandbox.driver import Actor
from sandbox.seen import Reply, Seen
from sessions.session import Session
from tests.wire import evening as wire
from tests.wire.evening import Wired, WireTable, confirm, do_several, table_of, wired
from tests.wire.toys import PIXEL, ToyRenderClient

GAMES = {CLASSIC.rules.key: CLASSIC, DAWN.rules.key: DAWN}


class DawnRenderClient(ToyRenderClient):
    """A render client that also draws close-ups as red dots."""

    async def close_up(
        self,
        game_key: str,
        view: msgspec.Struct,
        key: str,
        names: Mapping[Seat, str],
        language: str,
        *,
        colours: Colours,
        seat: Seat | None = None,
    ) -> Picture:
        kind, _, number = key.partition(":")
        alt = names[int(number)] if kind == "seat" else self.alt(game_key, view, names, language, colours=colours)
        return Picture(PIXEL, f"{kind}.png", alt, 1, 1)

    async def entry(self, game_key: str, kind: str, key: str, language: str, alt: str) -> tuple[Picture, ...]:
        return (Picture(PIXEL, f"{kind}.png", alt, 1, 1),)

    async def emoji(self, game_key: str, name: str) -> bytes:
        return PIXEL


@asynccontextmanager
async def dawn_bot(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    """The bot with both games. Its pictures are dots, so that no test waits for them."""
    monkeypatch.setattr(bot, "GAMES", GAMES)
    monkeypatch.setattr(bot, "GAME_UIS", {minos_classic.KEY: minos_classic.UI, minos_dawn.KEY: minos_dawn.UI})
    monkeypatch.setattr(wire, "render_client", DawnRenderClient)
    async with wired(folder) as wired_bot:
        yield wired_bot


@asynccontextmanager
async def dawn_table(wired_bot: Wired, seats: int) -> AsyncIterator[WireTable]:
    """A started game. The secret choices of the setup are still open."""
    async with table_of(wired_bot, DAWN.rules.key, seats) as evening:
        yield evening


def decision_of(session: Session, person: Actor) -> Decision:
    """Return that person's decision."""
    decision = session.reader.decision_of(person.id)
    assert decision is not None
    return decision


async def press_something(evening: WireTable, person: Actor, dice: Random) -> Reply:
    """Answer with buttons and selects only, on the board or in private through "Your choice"."""
    decision = decision_of(await evening.session(), person)
    shown = await evening.board()
    opener = next((button for button in shown.buttons if _verb(button.custom_id) == CHOOSE), None)
    if opener is not None:
        asked = await person.press(shown, custom_id=opener.custom_id)
        assert asked.is_ephemeral
        assert asked.message is not None, asked.text
        shown = asked.message
    return await confirm(person, await _answer(person, shown, decision, dice))


async def _answer(person: Actor, shown: Seen, decision: Decision, dice: Random) -> Reply:
    buttons = [button for button in shown.buttons if _is_for(button.custom_id, decision) and not button.disabled]
    selects = [select for select in shown.selects if _is_for(select.custom_id, decision)]
    assert not any(_verb(button.custom_id) == DONE for button in shown.buttons), (
        "no question of this game has to be answered by marking and submitting"
    )
    place = dice.randrange(len(buttons) + len(selects))
    if place < len(buttons):
        reply = await person.press(shown, custom_id=buttons[place].custom_id)
        return await do_several(person, reply, dice) if _verb(buttons[place].custom_id) == SEVERAL else reply
    select = selects[place - len(buttons)]
    count = dice.randint(max(1, select.min_values), select.max_values)
    values = dice.sample([option.value for option in select.options], count)
    return await person.choose(shown, *values, custom_id=select.custom_id)


async def type_something(evening: WireTable, person: Actor, dice: Random) -> Reply:
    """Type a command that answers the person's question, with options that autocomplete suggests."""
    decision = decision_of(await evening.session(), person)
    spec = dice.choice([spec for spec in COMMANDS if spec.path != "choose" and _may_answer(spec, decision)])
    if spec.needed == () and spec.optional == ():
        return await evening.command(person, f"/minos {spec.path}")
    values: dict[str, object] = {}
    for argument in (*spec.needed, *spec.optional):
        offered = await person.autocomplete(f"/minos {spec.path}", evening.channel, argument, **values)
        if offered:
            values[argument] = dice.choice(offered)["value"]
    if decision.at_most > 1:
        values = {next(iter((*spec.needed, *spec.optional))): _several(spec, decision, dice)}
    assert set(spec.needed) <= set(values), (spec.path, decision.rule, values)
    return await evening.command(person, f"/minos {spec.path}", **values)


def _several(spec: CommandSpec, decision: Decision, dice: Random) -> str:
    count = dice.randint(max(1, decision.at_least), decision.at_most)
    if "kept" in spec.needed:
        count = len(decision.options) - decision.at_least
    return " ".join(option.key.partition(":")[2] for option in dice.sample(decision.options, count))


def _may_answer(spec: CommandSpec, decision: Decision) -> bool:
    """Return whether the first answer that the command gives fits the decision."""
    return any(
        fits(chain[0], decision)
        for kind in KINDS
        for chain in spec.fill({"what": kind, "from": "", "die": _first_die(decision)})
    )


def _first_die(decision: Decision) -> str:
    _, _, rest = decision.options[0].key.partition(":")
    return rest.partition(":")[0]


async def finish_setup(evening: WireTable, seed: int = 1) -> None:
    """Let everybody make the secret choices of the setup."""
    session, dice = await evening.session(), Random(seed)
    while session.pending[0].rule != "DRAFT-3":
        person = next(person for person in evening.people if session.reader.decision_of(person.id))
        await press_something(evening, person, dice)


def _verb(custom_id: str | None) -> str:
    press = read_press(custom_id or "")
    return press.verb if press else ""


def _is_for(custom_id: str | None, decision: Decision) -> bool:
    press = read_press(custom_id or "")
    return press is not None and (press.seat, press.decision) == (decision.seat, decision.id)
