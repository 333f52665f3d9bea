"""A refusal names the players of the table that it is about."""

from inspect import signature
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.interactions.answering import Answering
from cogs.interactions.gate import CONTROLS, PRIVATE
from cogs.ui.press import Press

HERE, MOVED = {0: "Minos"}, {0: "Ariadne"}


@pytest.mark.parametrize(("custom_id", "names"), [(Press(2, 1, "pick", user=7).custom_id, MOVED), (None, HERE)])
async def test_a_moved_table_keeps_its_names_in_old_private_messages(
    custom_id: str | None, names: dict[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CONTROLS, "pick", PRIVATE)

    def session(names: dict[int, str]) -> SimpleNamespace:
        return SimpleNamespace(table=SimpleNamespace(names=names, guild=3, channel=6, epoch=1))

    async def at(_: int) -> SimpleNamespace:
        return session(HERE)

    async def by_id(table: int) -> SimpleNamespace:
        return session({1: HERE, 2: MOVED}[table])

    nothing: dict[str, Any] = dict.fromkeys(signature(Answering).parameters)
    answering: Any = Answering(**nothing | {"_sessions": SimpleNamespace(at=at, by_id=by_id)})
    message = SimpleNamespace(flags=SimpleNamespace(ephemeral=True))
    pressed = SimpleNamespace(
        data={"custom_id": custom_id}, channel_id=5, guild_id=3, user=SimpleNamespace(id=7), message=message
    )

    assert await answering._names_here(pressed) == names
