"""Thinking ahead: try each promising answer in the same worlds, and drop the worse half at each stage. All numbers are
integers, so a thought is the same on every machine. K9"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import isqrt
from typing import Any

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision, Seat
from engine.kernel.game import Game
from engine.kernel.play import Play, Position, copy_position, world_of
from engine.kernel.policy import (
    Alternative,
    FastChance,
    Keys,
    Level,
    Policy,
    Search,
    Thought,
    options_of,
    random_policy,
)
from engine.kernel.steps import Now

MOST_CPU_S = 5
"""CPU seconds after which a thought ends with the best answer so far. Only callers with a clock use this limit."""
FEWEST_WORLDS = 3
"""Minimum number of worlds in which each answer is tried before any is dropped early."""


@dataclass(eq=False)
class _Tried:
    keys: Keys
    worths: list[int] = field(default_factory=list)

    @property
    def mean(self) -> int:
        return 100 * sum(self.worths) // max(1, len(self.worths))


def _error(numbers: Sequence[int]) -> int:
    """Return the standard error of the mean, in hundredths."""
    count, total = len(numbers), sum(numbers)
    if count < 2:
        return 0
    squares = count * sum(number * number for number in numbers) - total * total
    return isqrt(10_000 * squares // (count * count * (count - 1)))


def _is_beaten(tried: _Tried, best: _Tried, to_come: int, beaten: int) -> bool:
    """Return whether `tried` can hardly catch up with `best` in `to_come` more worlds (see `Search.beaten`). The mean
    and variance of future leads are estimated from past leads. The error of that mean counts, too."""
    leads = [other - mine for mine, other in zip(tried.worths, best.worths, strict=True)]
    count, total = len(leads), sum(leads)
    if total <= 0 or not to_come:
        return False
    spread = count * sum(lead * lead for lead in leads) - total * total
    return 100**2 * total**2 * (count + to_come) * (count - 1) >= beaten**2 * to_come * spread


def _better_half(tried: Sequence[_Tried], kept: Sequence[_Tried]) -> list[_Tried]:
    """Return the better half, best first, including all of `kept`."""
    half = max(2, len(kept), (len(tried) + 1) // 2)
    best = sorted(tried, key=lambda each: -each.mean)[:half]
    for missing in (each for each in kept if each not in best):
        best.remove(next(each for each in reversed(best) if each not in kept))
        best.append(missing)
    return best


def think(
    game: Game[Any],
    position: Position[Any],
    seat: Seat,
    level: Level,
    secret: bytes,
    may_go_on: Callable[[], bool] = lambda: True,
    about: Keys | None = None,
    thorough: bool = False,
) -> Thought:
    """Return the answer of `level` for `seat`, which must have a question. `may_go_on` can end the thought early. The
    answer `about` stays in the search to the last stage. `thorough` uses the level's larger number of trials."""
    play = Play(game, position)
    decision = play.decision_of(seat)
    assert decision is not None, seat
    chance = FastChance(secret)

    def look() -> Any:
        return game.rules.look(position.state, seat)

    if level.is_blind(chance):
        return Thought(random_policy(look, decision, chance))
    usual = level.policy(look, decision, chance)
    search = level.search_of(look, decision)
    if search is None:
        return Thought(usual)
    if thorough and search.thorough:
        search = msgspec.structs.replace(search, trials=search.thorough)
    candidates = (level.candidates or options_of)(look, decision, chance)
    wanted = [about] if about is not None and about != usual else []
    tried = [usual, *wanted, *(keys for keys in candidates if keys not in (usual, about))][: search.width]
    if len(tried) < 2:
        return Thought(usual)
    kept = len(wanted) + 1
    thinking = _Thinking(game, position, decision, level, search, Chance(secret, {}))
    return thinking.choose(tried, may_go_on, kept, may_drop=about is None and not thorough and search.beaten > 0)


@dataclass
class _Thinking:
    game: Game[Any]
    position: Position[Any]
    decision: Decision
    level: Level
    search: Search
    chance: Chance

    def choose(self, candidates: Sequence[Keys], may_go_on: Callable[[], bool], kept: int, may_drop: bool) -> Thought:
        """Choose by sequential halving, with equal work in each stage. The first `kept` candidates stay to the end.
        However, if `may_drop`, any candidate is dropped once it can hardly win."""
        all_tried = [_Tried(keys) for keys in candidates]
        usual, left, trials = all_tried[0], all_tried, 0
        stages = max(1, (len(left) - 1).bit_length())
        cut = False
        for stage in range(stages):
            worlds = self._worlds(stages, len(left))
            for rest in reversed(range(worlds)):
                if cut := not may_go_on():
                    break
                trials += len(left)
                self._try(left)
                if may_drop and len(left[0].worths) >= FEWEST_WORLDS:
                    left = self._without_beaten(left, usual, rest + self._worlds_after(stage, stages, len(left)))
            if cut or len(left) == 1:
                break
            left = _better_half(left, [each for each in all_tried[:kept] if each in left])
        best = max(left, key=lambda each: each.mean)
        chosen = best if usual not in left or self._leads(best, usual) else usual
        by_work = sorted(all_tried, key=lambda each: (-len(each.worths), -each.mean))
        ranked = [Alternative(each.keys, len(each.worths), each.mean, _error(each.worths)) for each in by_work]
        return Thought(chosen.keys, tuple(ranked), trials, cut)

    def _worlds(self, stages: int, tried: int) -> int:
        """Return the number of worlds for a stage that tries this many answers."""
        return max(1, self.search.trials // stages // tried)

    def _worlds_after(self, stage: int, stages: int, tried: int) -> int:
        """Return the number of worlds in which stages after `stage` try an answer that stays to the end."""
        worlds = 0
        for _ in range(stage + 1, stages):
            tried = max(2, (tried + 1) // 2)
            worlds += self._worlds(stages, tried)
        return worlds

    def _without_beaten(self, left: Sequence[_Tried], usual: _Tried, to_come: int) -> list[_Tried]:
        best = max(left, key=lambda each: each.mean)
        beaten = [each for each in left if each is not best and _is_beaten(each, best, to_come, self.search.beaten)]
        return [each for each in left if each not in beaten or (each is usual and not self._leads(best, usual))]

    def _leads(self, best: _Tried, usual: _Tried) -> bool:
        leads = [mine - other for mine, other in zip(best.worths, usual.worths, strict=True)]
        if not leads or sum(leads) <= 0:
            return False
        return 100 * 100 * sum(leads) >= len(leads) * self.search.doubt * _error(leads)

    def _try(self, left: Sequence[_Tried]) -> None:
        world = world_of(self.game, self.position, self.decision.seat, self.chance)
        for number, tried in enumerate(left):
            here = world if number == len(left) - 1 else copy_position(self.game, world)
            tried.worths.append(self._rate_by_playing(here, tried.keys))

    def _rate_by_playing(self, world: Position[Any], keys: Keys) -> int:
        seat, play = self.decision.seat, Play(self.game, world)
        policy, look, chance = self.level.policy, self.level.glance or self.game.rules.look, FastChance(world.seed)
        horizon = _Horizon(self.game, self.search, self.level.on_turn)
        horizon.begin(play)
        going = horizon.goes_on(play.take(Answer(seat, self.decision.id, keys)), play)
        while going and play.pending:
            going = horizon.goes_on(_answer_first(play, policy, look, chance), play)
        assert self.level.worth is not None
        return self.level.worth(world.state, seat)


def _answer_first(play: Play[Any], policy: Policy, look: Callable[[Any, Seat], Any], chance: Chance) -> Now[Any]:
    decision = play.pending[0]
    keys = policy(partial(look, play.position.state, decision.seat), decision, chance)
    return play.take(Answer(decision.seat, decision.id, keys))


class _Horizon:
    """Counts the turns and rounds of a trial, and decides when the trial ends."""

    def __init__(self, game: Game[Any], search: Search, on_turn: Callable[[Any], Seat | None] | None) -> None:
        self.game, self.on_turn = game, on_turn
        self.turns, self.rounds = search.turns or -1, search.rounds or -1
        self.seat: Seat | None = None

    def begin(self, play: Play[Any]) -> None:
        self.seat = self.on_turn(play.position.state) if self.on_turn else None

    def goes_on(self, now: Any, play: Play[Any]) -> bool:
        if self.turns > 0:
            seat = self.on_turn(play.position.state) if self.on_turn else None
            if now.turn_passed or seat != self.seat:
                self.turns -= 1
            self.seat = seat
        if self.rounds > 0:
            self.rounds -= sum(self.game.narration.round_begun(fact) is not None for fact in now.facts)
            if self.rounds <= 0:
                return False
        return self.turns != 0
