"""Matches between computer players. Each deal is played once from every seat. The plan's first player takes one seat,
and its last player takes all others."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import sqrt
from statistics import fmean, stdev
from typing import Any, TypeAlias

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer
from engine.kernel.game import Game, complete_settings
from engine.kernel.play import Play, start
from engine.search.thinking import MOST_CPU_S, think
from engine.simulate import Plan, find_level

Clock: TypeAlias = "Callable[[], float]"
"""Returns the CPU seconds this process has used."""

SURE = 196
"""Half the width of a 95 % interval, in hundredths of a standard error."""
FEWEST_DEALS = 12
"""No match stops before this many deals."""


class Bout(msgspec.Struct, frozen=True):
    """One game of a match."""

    deal: int
    share: float
    """The first player's share of the victory."""
    score: int
    lead: int
    """The first player's lead over the best other seat."""
    seconds: tuple[float, ...]
    """The CPU times of the first player's searches."""
    cut: int = 0
    """The number of searches cut short. If it's 0, the game is reproducible."""


def play_bout(game: Game[Any], plan: Plan, number: int, clock: Clock) -> Bout:
    """Play game `number` of a plan. The first player plays each deal once from every seat."""
    deal, seat = divmod(number, plan.seats)
    chance = Chance(plan.seed.to_bytes(16, "big", signed=True), {})
    seed, secrets = chance.token(f"deal {deal}"), Chance(chance.token(f"secrets {number}"), {})
    players = plan.player.split(",")
    levels = [find_level(game, players[0 if each == seat else -1]) for each in range(plan.seats)]
    play = Play(game, start(game, complete_settings(game, plan.seats, plan.options), seed).position)
    seconds, cut = list[float](), 0
    while play.pending:
        asked, began = play.pending[0], clock()
        may_go_on = partial(_may_go_on, clock, began)
        thought = think(game, play.position, asked.seat, levels[asked.seat], secrets.token("thought"), may_go_on)
        taken = clock() - began
        cut += thought.cut
        if thought.ranked and asked.seat == seat:
            seconds.append(taken)
        play.answer(Answer(asked.seat, asked.id, thought.keys))
    placings = game.rules.result(play.position.state)
    (mine,) = (placing for placing in placings if placing.seat == seat)
    others = [placing.score for placing in placings if placing.seat != seat]
    share = (mine.place == 1) / sum(placing.place == 1 for placing in placings)
    return Bout(deal, share, mine.score, mine.score - max(others, default=0), tuple(seconds), cut)


def _may_go_on(clock: Clock, began: float) -> bool:
    return clock() - began < MOST_CPU_S


def until_clear(plan: Plan, bouts: Iterable[Bout], bar: float | None) -> Iterator[Bout]:
    """Yield the games in order. Stop after a deal if the interval no longer contains `bar`."""
    shares: list[float] = []
    deal: list[float] = []
    for each in bouts:
        yield each
        deal.append(each.share)
        if len(deal) == plan.seats:
            shares.append(fmean(deal))
            deal = []
            low, high = interval(shares)
            if bar is not None and len(shares) >= FEWEST_DEALS and not low <= bar <= high:
                return


def interval(shares: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval for the mean share per deal. Like Agresti and Coull, add two lost and two won deals."""
    padded = [*shares, 0, 0, 1, 1]
    mean = fmean(padded)
    reach = SURE * stdev(padded) / sqrt(len(padded)) / 100
    return max(0, mean - reach), min(1, mean + reach)


def figures(plan: Plan, bouts: Sequence[Bout]) -> dict[str, Any]:
    """The first player's results in a match, ready for JSON. A shared victory counts in part for `share`, fully for
    `won`, and not at all for `wins`."""
    deals: dict[int, list[float]] = {}
    for each in bouts:
        deals.setdefault(each.deal, []).append(each.share)
    low, high = interval([fmean(shares) for shares in deals.values()])
    seconds = sorted(second for each in bouts for second in each.seconds)
    return {
        "game": plan.game,
        "seats": plan.seats,
        "options": plan.options,
        "games": len(bouts),
        "deals": len(deals),
        "players": plan.player.split(","),
        "wins": sum(each.share == 1 for each in bouts),
        "won": sum(each.share > 0 for each in bouts),
        "share": round(fmean([each.share for each in bouts]), 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "margin": round(fmean([each.lead for each in bouts]), 2),
        "score": round(fmean([each.score for each in bouts]), 2),
        "searched": len(seconds),
        "cpu_s_per_decision": round(fmean(seconds), 4) if seconds else 0,
        "cpu_s_p99": round(seconds[len(seconds) * 99 // 100], 4) if seconds else 0,
        "cut": sum(each.cut for each in bouts),
    }
