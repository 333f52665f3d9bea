"""Residences and assistants: choosing a direction and activating its line, tile by tile. RES, ASSIST"""

from functools import lru_cache
from typing import ClassVar

from engine.kernel.decision import Argument, Decision, Message, Option
from engine.kernel.steps import Now, SeatChoice, SeatHappening
from engine.minerva.content.box import the_box
from engine.minerva.content.terms import RESIDENCE, STEP_OF
from engine.minerva.content.words import beside_in, cell_of, cell_option, culture_tile, gains, place_in, tile, tiles
from engine.minerva.effects.interpreter import Apply, ClaimCulture
from engine.minerva.state.facts import AssistantPlaced, LineChosen
from engine.minerva.state.measures import cells_of, lines_from
from engine.minerva.state.preview import Forecast, acts, forecast
from engine.minerva.state.state import MinervaState, Placed, SeatState


def free_residences(player: SeatState) -> list[Placed]:
    """Your own residences without an assistant, new ones too, in reading order. ASSIST-01, ASSIST-04"""
    free = [placed for placed in player.city if placed.tile == RESIDENCE and not placed.has_assistant]
    return sorted(free, key=lambda placed: (placed.y, placed.x))


class PlaceAssistant(SeatChoice[MinervaState], frozen=True, tag="PlaceAssistant"):
    """Place an assistant from hand on a residence of yours that has none. ASSIST-01, ASSIST-02"""

    rule: ClassVar[str] = "ASSIST-01"
    asks: ClassVar[str] = "minerva.prompt.residence"

    def options(self, state: MinervaState) -> list[Option]:
        player = state.players[self.seat]
        laid = cells_of(player.city)
        return [
            cell_option("residence", free.x, free.y, place_in(laid, free.x, free.y)) for free in free_residences(player)
        ]

    def take(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        turn, player = state.on_turn, state.players[self.seat]
        turn.tile, turn.is_laid = RESIDENCE, True
        turn.x, turn.y = x, y = cell_of(key)
        player.city[player.city.index(Placed(RESIDENCE, x, y))] = Placed(RESIDENCE, x, y, has_assistant=True)
        player.assistants -= 1
        now.emit(AssistantPlaced(self.seat, x, y, beside_in(cells_of(player.city), x, y)))


class ChooseDirection(SeatChoice[MinervaState], frozen=True, tag="ChooseDirection"):
    """Choose one of four directions, once for the residence and once for its assistant. RES-02, RES-13, ASSIST-03"""

    rule: ClassVar[str] = "RES-02"

    def decisions(self, state: MinervaState) -> list[Decision]:
        """All four directions with the tiles they activate, or [] if no direction activates anything. RES-03"""
        turn, player = state.on_turn, state.players[self.seat]
        lines = lines_from(player.city, turn.x, turn.y)
        acting = {direction: line for direction, line in lines.items() if acts(line)}
        if not acting:
            return []
        previews: dict[str, Argument] = {
            direction: _preview(forecast(state, player, direction, line)) if direction in acting else _NOTHING
            for direction, line in lines.items()
        }
        prompt = Message("minerva.prompt.direction", previews)
        options = [_line_option(each, len(acting.get(each, ())), turn.x, turn.y) for each in lines]
        return [Decision(self.seat, self.rule, prompt, tuple(options))]

    def take(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:  # RES-05
        turn = state.on_turn
        turn.direction = key.removeprefix("direction:")
        line = lines_from(state.players[self.seat].city, turn.x, turn.y)[turn.direction]
        turn.line, turn.reached = [(placed.x, placed.y) for placed in line], 0
        now.emit(LineChosen(self.seat, turn.x, turn.y, turn.direction, tuple([placed.tile for placed in line])))
        now.then(FollowLine(self.seat, tuple(line)))


_NOTHING = Message("minerva.preview.nothing")


@lru_cache(maxsize=1 << 12)
def _line_option(direction: str, length: int, x: int, y: int) -> Option:
    """The option for a line. `length` counts its tiles, or is 0 if none of them acts."""
    column, row = STEP_OF[direction]
    label = Message("minerva.option.line_idle", {"direction": Message(f"minerva.direction.{direction}")})
    if length:
        label = Message("minerva.option.line", {**label.blanks, "count": length})
    return Option(f"direction:{direction}", label, f"cell:{x + column},{y + row}")


def _preview(line: Forecast) -> Message:
    gives = (
        *gains(line.gains, line.points),
        *[Message("minerva.preview.choice", {"tile": tile(each)}) for each in line.asks],
        *[culture_tile(each) for each in line.takes],
    )
    if not gives:
        return Message("minerva.preview.tiles", {"tiles": tiles(line.tiles)})
    return Message("minerva.preview.gives", {"tiles": tiles(line.tiles), "gives": gives})


class FollowLine(SeatHappening[MinervaState], frozen=True, tag="FollowLine"):
    """Resolve the line tile by tile, nearest first, then claim culture. RES-04, CULT-04, RES-06"""

    line: tuple[Placed, ...]

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        turn, tiles_of = state.on_turn, the_box().tiles
        for place in range(turn.reached, len(self.line)):
            turn.reached = place + 1
            placed = self.line[place]
            if tiles_of[placed.tile].acts:
                now.then(Apply(self.seat, placed.tile, placed.x, placed.y), self)
                return
        now.then(ClaimCulture(self.seat))
