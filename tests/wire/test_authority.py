"""`docs/authority.md` names every command and control, and every cell of its tables is correct."""

from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from cogs.interactions.answering import Router
from cogs.interactions.gate import CONTROLS
from cogs.ui.press import Press
from render import Picture
from sessions.delivery.outbox import DONE
from sessions.store import Quotas
from tests.wire import evening as wire
from tests.wire.authority import (
    CHANGES,
    PERSONS,
    REFUSES,
    RULES,
    STATES,
    STYLE,
    Cell,
    Outcome,
    Walk,
    controls,
    paths,
    rows_of_document,
)
from tests.wire.evening import SLOW_MACHINE_S, Wired, wired
from tests.wire.toys import PIXEL, ToyRenderClient

AT_ONCE = 40


class Blank(ToyRenderClient):
    """A renderer without pictures, since the walk needs none."""

    def close_ups(self, game_key: str, view: Any) -> tuple[str, ...]:
        return ("seat:0",)

    async def close_up(self, *_: Any, **__: Any) -> Picture:
        return Picture(PIXEL, "part.png", "A part", 1, 1)

    def draws_entry(self, game_key: str, kind: str, key: str) -> bool:
        return False


@pytest.fixture
async def walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Walk]:
    """A walk with room for all tables. The bot neither draws nor posts boards."""

    async def nothing(*_: Any) -> Any:
        return DONE

    monkeypatch.setattr(wire, "render_client", Blank)
    monkeypatch.setattr("sessions.sessions.Quotas", lambda: Quotas(10_000, 10_000))
    monkeypatch.setattr("cogs.delivery.outbox_dispatcher.OutboxDispatcher.deliver", nothing)
    async with wired(tmp_path) as wired_bot:
        wired_bot.sandbox.interactions.patience_s = SLOW_MACHINE_S  # Attempts made together slow one another down.
        yield await Walk.begin(wired_bot)


async def test_every_command_and_control_is_in_the_table(wired_bot: Wired) -> None:
    """A new command fails this test until the document says who may use it."""
    rows = rows_of_document()
    known = Counter((row.name, row.in_private) for row in rows)
    commands = set(paths(wired_bot.sandbox.world.application.commands[0]))
    buttons = set(controls())
    router = wired_bot.parts.client.get_cog("Router")

    assert {name for name, _ in known if name.startswith("/")} == commands
    assert {key for key in known if not key[0].startswith("/")} == buttons
    assert not [key for key, count in known.items() if count > 1]
    assert isinstance(router, Router)
    assert set(router.presses[Press].__self__.handlers) == set(CONTROLS)  # type: ignore[attr-defined]


def _is_as_written(tried: Outcome) -> bool:
    return not tried.faults and tried.mark == tried.cell.mark


async def test_every_cell_of_the_authority_table_is_true(
    walk: Walk, record_property: Callable[[str, object], None]
) -> None:
    """Refusals are private, in the person's language, and change no stored byte."""
    cells = [Cell(row, person, state) for row in rows_of_document() for person in PERSONS for state in STATES]
    cells += [
        Cell(row, person, state, is_borrowed=True)
        for row in rows_of_document()
        for person in ("seat", "former seat", "another table’s seat", "member", "moderator", "other server")
        for state in STATES
        if row.in_private
    ]
    still = [cell for cell in cells if cell.mark in (REFUSES, STYLE)]
    tried: list[Outcome] = []

    for start in range(0, len(still), AT_ONCE):
        tried += await walk.try_together(still[start : start + AT_ONCE])
    tried += [await walk.try_alone(cell) for cell in cells if cell.mark == CHANGES]
    open_ended = [await walk.try_alone(cell) for cell in cells if cell.mark == RULES]

    wrong = [f"{each.cell}: is {each.mark}, {each.faults} {each.text!r}" for each in tried if not _is_as_written(each)]
    wrong += [f"{each.cell}: {each.faults} {each.text!r}" for each in open_ended if each.faults]
    print(f"{len(tried) + len(open_ended)} cells tried: {dict(Counter(cell.mark for cell in cells))}")
    record_property("tries", len(cells))
    assert wrong == []
    assert len(tried) + len(open_ended) == len(cells)
