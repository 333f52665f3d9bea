"""Toy games at a table over the wire, for questions that no real game asks: simultaneous secrets or huge choices."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from cogs.commands.game_commands import GameCommands
from cogs.commands.spec import AnswerPattern, CommandSpec
from cogs.ui.game_ui import GameEmoji, GameUI, PrivateUI
from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision, Fact, Message, Option, Seat
from engine.kernel.game import Game
from engine.kernel.rules import GameOption, Placing, Rules, Settings
from engine.kernel.steps import Choice, Now, Step
from locales.words import Signs, Words, no_sign
from render import Colours, FilmClient, Mark, Picture, RenderClient, ScoreSheet
from tests.engine.kernel.orchard import ORCHARD

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc00000030101"
    "00c9fe92ef0000000049454e44ae426082"
)

GIF = bytes.fromhex("47494638396101000100800000ff000000000021f90400000000002c00000000010001000002024401003b")


class Granary(msgspec.Struct):
    chosen: list[int] = []


class Gathered(Fact, frozen=True, tag="Gathered"):
    """A seat took that many sheaves."""

    count: int


class Gather(Choice[Granary], frozen=True, tag="Gather"):
    """Choose two to four of thirty sheaves."""

    def decisions(self, state: Granary) -> list[Decision]:
        options = tuple(Option(f"sheaf:{n}", Message("granary.sheaf", {"number": n})) for n in range(30))
        return [Decision(0, "GATHER-1", Message("granary.gather"), options, 2, 4)]

    def apply(self, state: Granary, now: Now[Granary], answer: Answer) -> None:
        state.chosen = [int(key.removeprefix("sheaf:")) for key in answer.keys]
        now.emit(Gathered(len(state.chosen)))


class GranaryRules(Rules[Granary]):
    """A game with a single choice, too large for one select."""

    key = "granary"
    version = 1
    seats = (2,)
    options: ClassVar[tuple[GameOption, ...]] = ()
    state_type = Granary
    steps = (Gather,)
    facts = (Gathered,)

    def start(self, settings: Settings, chance: Chance) -> tuple[Granary, list[Step[Granary]]]:
        return Granary(), [Gather()]

    def copy(self, state: Granary) -> Granary:
        return Granary(state.chosen.copy())

    def look(self, state: Granary, seat: Seat | None) -> Granary:
        return self.copy(state)

    def result(self, state: Granary) -> tuple[Placing, ...]:
        return (Placing(0, 1, sum(state.chosen)), Placing(1, 2, 0))


class ToyWords(Words):
    """A catalogue that shows an unknown message id together with its blanks."""

    def say(
        self, message: Message, language: str, names: Mapping[int, str] | None = None, signs: Signs = no_sign
    ) -> str:
        if message.id == "seat" or self.knows(message.id):
            return super().say(message, language, names, signs)
        filled = [str(self._fill(value, language, names, signs)) for value in message.blanks.values()]
        return f"{message.id} {' '.join(filled)}"


class ToyFilm(FilmClient):
    """Counts its frames. The result is a red dot."""

    def __init__(self) -> None:
        super().__init__([], 0, 0)
        self.frames = 0

    async def add(self, *frame: Any, **how: Any) -> int:
        self.frames += 1
        return self.frames

    async def finish(self, longest: int) -> bytes:
        return GIF


class ToyRenderClient(RenderClient):
    """Draws a red dot whose alt text is the view."""

    sheets: tuple[ScoreSheet, ...] = ()
    """The requested score sheets."""

    def film(self) -> FilmClient:
        return ToyFilm()

    async def board(
        self,
        game_key: str,
        view: msgspec.Struct,
        marks: Sequence[Mark],
        names: Mapping[Seat, str],
        language: str,
        moves: Sequence[Fact] = (),
        known: Collection[str] = (),
        *,
        colours: Colours,
        is_past: bool = False,
    ) -> tuple[Picture, ...]:
        return (Picture(PIXEL, "toy.png", repr(view), 1, 1),)

    async def score_sheet(
        self, game_key: str, sheet: ScoreSheet, language: str, known: Collection[str] = ()
    ) -> Picture:
        self.sheets = (*self.sheets, sheet)
        return Picture(PIXEL, "score.png", "The score sheet", 1, 1)

    def text(
        self, game_key: str, view: msgspec.Struct, names: Mapping[Seat, str], language: str, *, colours: Colours
    ) -> str:
        return repr(view)


def game_ui(key: str, has_hands: bool = False) -> GameUI:
    """Return the UI of a toy game with one command."""
    answer = (AnswerPattern("", argument="choice"),)
    commands = GameCommands(key, (CommandSpec("choose", (answer,), ("choice",)),))
    return GameUI(key, GameEmoji(key), commands, private=PrivateUI(has_hands=has_hands))


TOYS: dict[str, Game[Any]] = {"orchard": ORCHARD, "granary": Game(GranaryRules())}
GAME_UIS = {"orchard": game_ui("orchard", has_hands=True), "granary": game_ui("granary")}
