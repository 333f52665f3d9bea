"""Positions for the gallery and for tests, each reached by playing a game."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any, TypeAlias

from engine.kernel.decision import Answer, Decision, Fact, Seat
from engine.kernel.game import complete_settings
from engine.kernel.play import Play, start
from engine.kernel.policy import FastChance
from engine.kernel.rules import with_pending
from engine.minerva.game import GAME, RULES
from engine.minerva.seen.view import MinervaView
from render import gallery
from render.gallery import GalleryPicture, Positions, marks_of, picture_part, picture_table
from render.minerva.renderer import RENDERER

GAMES_TRIED = 60

Position: TypeAlias = gallery.Position[MinervaView]
Wanted = Callable[[MinervaView, Decision | None], bool]


def reach(seats: int, wanted: Wanted) -> Position:
    """Return the first position that satisfies `wanted`. Raise `LookupError` if no game has one."""
    for number in range(1, GAMES_TRIED + 1):
        chance, seed = FastChance(b"knossos gallery %d" % number), b"knossos games %02d" % number
        play = Play(GAME, start(GAME, complete_settings(GAME, seats, {}), seed).position)
        moves: list[Fact] = []
        while True:
            view, asked = RULES.look(play.position.state, None), play.pending[0] if play.pending else None
            if wanted(view, asked):
                return Position(with_pending(view, play.pending), marks_of(asked), tuple(moves), decision=asked)
            if asked is None:
                break
            moves += _answer(play, asked, chance)
            if play.pending and (play.pending[0].seat != asked.seat or play.pending[0].rule == "TURN-05"):
                moves.clear()
    raise LookupError(wanted)


def _answer(play: Play[Any], asked: Decision, chance: FastChance) -> Iterable[Fact]:
    keys = GAME.programs.policies["greedy"](lambda: RULES.look(play.position.state, asked.seat), asked, chance)
    heard = (RULES.hear(fact, None) for fact in play.answer(Answer(asked.seat, asked.id, keys)).facts)
    return [fact for fact in heard if fact is not None]


def _asks(rule: str, round: int, fewest: int = 0, also: Callable[[MinervaView], bool] = lambda view: True) -> Wanted:
    """Return a check for a question of `rule` in that round or later, with at least `fewest` options. `also` is a
    further check of the view."""
    return lambda view, asked: (
        asked is not None and view.round >= round and asked.rule == rule and len(asked.options) >= fewest and also(view)
    )


def _under_way(view: MinervaView, asked: Decision | None) -> bool:
    turn = view.turn
    return turn is not None and view.round >= 2 and len(turn.line) >= 3 and turn.reached >= 2


def _is_late(view: MinervaView) -> bool:
    return sum(len(seat.city) for seat in view.seats) >= 15 * len(view.seats)


@cache
def positions() -> Mapping[str, Position]:
    return Positions(
        {
            "minerva-01-early": partial(reach, 4, _asks("TURN-05", 1, 6)),
            "minerva-02-cell": partial(reach, 2, _asks("BUILD-05", 3)),
            "minerva-03-direction": partial(
                reach,
                4,
                lambda view, _: view.turn is not None and any(len(line.cells) >= 4 for line in view.turn.lines),
            ),
            "minerva-04-line": partial(reach, 3, _under_way),
            "minerva-05-late": partial(reach, 4, _asks("TURN-05", 6, 6, _is_late)),
            "minerva-06-solo": partial(
                reach, 1, _asks("TURN-05", 2, 8, lambda view: any(lot.denarii for lot in view.lots))
            ),
            "minerva-07-result": partial(reach, 4, lambda _, asked: asked is None),
            "minerva-08-solo-result": partial(reach, 1, lambda _, asked: asked is None),
            "minerva-12-passed": partial(
                reach, 4, _asks("TURN-05", 3, 3, lambda view: any(seat.order for seat in view.seats))
            ),
            "minerva-13-assistants": partial(reach, 3, _asks("GAINASSIST-03", 1)),
            "minerva-14-solo-cell": partial(reach, 1, _asks("BUILD-05", 4, 3)),
        }
    )


@cache
def cities() -> Mapping[str, tuple[Position, Seat]]:
    tables = positions()
    young, grown = reach(3, _asks("TURN-05", 2)), reach(3, _asks("TURN-05", 5))
    end = tables["minerva-07-result"]
    return {
        "minerva-09-young-city": (young, 0),
        "minerva-10-grown-city": (grown, largest(grown.view)),
        "minerva-11-finished-city": (end, largest(end.view)),
    }


def largest(view: MinervaView) -> Seat:
    return max(view.seats, key=lambda each: len(each.city)).seat


def pictures() -> dict[str, GalleryPicture]:
    tables = {name: picture_table(RENDERER, position) for name, position in positions().items()}
    return tables | {
        name: picture_part(RENDERER, position, f"seat:{seat}") for name, (position, seat) in cities().items()
    }
