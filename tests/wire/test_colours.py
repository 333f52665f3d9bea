"""Choosing a colour in the lobby takes one press and changes everything that shows the seat."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from cogs.views.ending import FILM
from render import Picture
from sandbox.driver import Actor
from sandbox.seen import Reply, Seen
from tests.wire import evening as wire
from tests.wire.dawn import DawnRenderClient
from tests.wire.endings import the_end
from tests.wire.evening import CHANNEL, Wired, WireTable, control, from_menu, wired
from tests.wire.toys import ToyFilm

CHOSEN = (3, 0, 1, 2)
"""Each seat's colour. Ariadne has chosen jade, Theseus has chosen none."""


class RecordingRenderer(DawnRenderClient):
    """Records which colours each kind of picture was drawn with."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.told: dict[str, set[tuple[int, ...]]] = {}

    def _note(self, what: str, colours: tuple[int, ...]) -> None:
        self.told.setdefault(what, set()).add(colours)

    async def board(self, game_key: str, *order: Any, **how: Any) -> tuple[Picture, ...]:
        self._note("board", how["colours"])
        return await super().board(game_key, *order, **how)

    async def close_up(self, game_key: str, view: Any, key: str, *order: Any, **how: Any) -> Picture:
        self._note(key.partition(":")[0], how["colours"])
        return await super().close_up(game_key, view, key, *order, **how)

    def text(self, *order: Any, **how: Any) -> str:
        self._note("text", how["colours"])
        return super().text(*order, **how)

    def film(self) -> ToyFilm:
        noted = self

        class Film(ToyFilm):
            async def add(self, *order: Any, **how: Any) -> int:
                noted._note("film", how["colours"])
                return await super().add(*order, **how)

        return Film()


@pytest.fixture
async def wired_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    monkeypatch.setattr(wire, "render_client", RecordingRenderer)
    async with wired(tmp_path) as wired_bot:
        yield wired_bot


def select_of(lobby: Seen) -> str:
    return next(select.custom_id for select in lobby.selects if ":colour" in select.custom_id)


async def choose(wired_bot: Wired, person: Actor, colour: int) -> Reply:
    await wired_bot.quiet()
    lobby = wired_bot.board()
    return await person.choose(lobby, str(colour), custom_id=select_of(lobby))


async def test_a_colour_from_the_lobby_lasts_the_whole_game(wired_bot: Wired) -> None:
    ariadne, theseus, stranger = (wired_bot.person(name) for name in ("Ariadne", "Theseus", "Daidalos"))
    theseus.person.locale = "fr"
    drawn = wired_bot.parts.render_client
    assert isinstance(drawn, RecordingRenderer)
    await ariadne.command("/table open", CHANNEL, game="minos-dawn")
    await theseus.command("/table join", CHANNEL)

    await choose(wired_bot, ariadne, 3)
    taken = await choose(wired_bot, theseus, 3)
    not_here = await choose(wired_bot, stranger, 1)
    await wired_bot.quiet()
    lobby = wired_bot.board()

    assert "1. Ariadne · jade, cross\n2. Theseus\n" in lobby.text
    assert taken.is_ephemeral
    assert taken.text == "✋ Ariadne a déjà pris cette couleur. Choisissez-en une autre."
    assert not_here.is_ephemeral
    assert not_here.text.startswith("✋ You’re not at this table.")
    await ariadne.command("/table start", CHANNEL)
    evening = WireTable(wired_bot, [ariadne, theseus], CHANNEL)
    await evening.board()
    assert "1. Ariadne (jade, cross)\n2. Theseus (crimson, disc)" in wired_bot.public_messages()[0].text

    await from_menu(ariadne, "read")
    await ariadne.command("/hand", CHANNEL)
    await ariadne.command("/table show", CHANNEL, what="seat:0")
    end = await the_end(evening)
    await from_menu(ariadne, "replayed")
    await evening.use(ariadne, FILM)
    await wired_bot.quiet()
    (sheet,) = drawn.sheets
    await theseus.press(end, custom_id=control(end, "rematch"))
    await wired_bot.quiet()

    assert {what: colours for what, colours in drawn.told.items() if colours != {CHOSEN}} == {}
    assert set(drawn.told) == {"board", "hand", "seat", "text", "film"}
    assert {side.name: side.colour for side in sheet.sides} == {"Ariadne": "jade", "Theseus": "crimson"}
    assert "Ariadne – not answered yet · jade, cross" in wired_bot.board().text
