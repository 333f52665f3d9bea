"""Telling positions, reached by playing: for the gallery and for the tests of the pictures."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from engine.kernel.decision import Answer, Decision, Seat
from engine.kernel.game import settled, with_asked
from engine.kernel.play import Play, start
from engine.kernel.players import Whim
from engine.minerva import GAME
from engine.minerva.view import MinervaView
from render.artist import Mark

NAMES = {0: "Ariadne", 1: "Tomáš Dvořák", 2: "Élodie", 3: "Minos"}
SEED = b"knossos gallery 1"


@dataclass(frozen=True)
class Position:
    """A view with the numbers of the options and who sits there."""

    view: MinervaView
    marks: tuple[Mark, ...] = ()
    names: Mapping[Seat, str] = field(default_factory=lambda: NAMES)
    decision: Decision | None = None


def marks_of(decision: Decision) -> tuple[Mark, ...]:
    """The numbers of the options of a decision at the places that they name."""
    return tuple(Mark(number, option.target) for number, option in enumerate(decision.options, 1) if option.target)


Wanted = Callable[[MinervaView, list[Decision]], bool]


def reached(seats: int, wanted: Wanted, seed: bytes = SEED) -> Position:
    """The first position of the game of that seed for which `wanted` holds; its last one if none does."""
    whim, greedy = Whim(seed), GAME.players["greedy"]
    play = Play(GAME, start(GAME, settled(GAME, seats, {}), seed[:16]).position)
    view = GAME.look(play.position.state, None)
    while play.pending and not wanted(view, play.pending):
        decision = play.pending[0]
        keys = greedy(lambda: GAME.look(play.position.state, decision.seat), decision, whim)  # noqa: B023
        play.answer(Answer(decision.seat, decision.id, keys))
        view = GAME.look(play.position.state, None)
    asked = play.pending[0] if play.pending else None
    return Position(with_asked(view, play.pending), marks_of(asked) if asked else (), decision=asked)


def _asked(rule: str, round: int, fewest: int = 0) -> Wanted:
    """That rule asks, from that round on, with so many options at least."""
    return lambda view, pending: view.round >= round and pending[0].rule == rule and len(pending[0].options) >= fewest


def _longest_line(view: MinervaView, pending: list[Decision]) -> bool:
    return view.turn is not None and bool(view.turn.lines) and max(len(line.cells) for line in view.turn.lines) >= 4


def _under_way(view: MinervaView, pending: list[Decision]) -> bool:
    turn = view.turn
    return turn is not None and view.round >= 2 and len(turn.line) >= 3 and turn.reached >= 2


def _with_round_tile(view: MinervaView, pending: list[Decision]) -> bool:
    return any(lot.denarii for lot in view.lots) and view.round >= 2 and len(pending[0].options) >= 8


def _never(view: MinervaView, pending: list[Decision]) -> bool:
    return False


@cache
def positions() -> Mapping[str, Position]:
    """The tables, by name."""
    return {
        "minerva-01-early": reached(4, _asked("TURN-05", 1, 6)),
        "minerva-02-cell": reached(2, _asked("BUILD-05", 3)),
        "minerva-03-direction": reached(4, _longest_line),
        "minerva-04-line": reached(3, _under_way, b"knossos gallery 8"),
        "minerva-05-late": reached(4, _asked("TURN-05", 6)),
        "minerva-06-solo": reached(1, _with_round_tile, b"knossos gallery 3"),
        "minerva-07-result": reached(4, _never),
        "minerva-08-solo-result": reached(1, _never),
    }


@cache
def cities() -> Mapping[str, tuple[Position, Seat]]:
    """Cities to be shown alone, by name."""
    tables = positions()
    young, grown = reached(3, _asked("TURN-05", 2)), tables["minerva-05-late"]
    end = tables["minerva-07-result"]
    return {
        "minerva-09-young-city": (young, 0),
        "minerva-10-grown-city": (grown, largest(grown.view)),
        "minerva-11-finished-city": (end, largest(end.view)),
    }


def largest(view: MinervaView) -> Seat:
    """The seat with the most tiles."""
    return max(view.seats, key=lambda each: len(each.city)).seat
