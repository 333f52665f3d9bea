"""Results of simulated games: length, size, scores by seat and by dealt components, and the use of components."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from engine.kernel.decision import Seat
from engine.kernel.game import Game
from engine.kernel.rules import Placing
from engine.presses import Pressed
from engine.simulate import Plan, Played


class Sample(NamedTuple):
    """One seat in one game: its score, its lead over the mean of its table, and its share of the victory."""

    placing: Placing
    ahead: float
    wins: float


def report(game: Game[Any], plan: Plan, played: Sequence[Played], seconds: float) -> dict[str, Any]:
    """All figures of these games, ready for JSON. Names ending in `_error` mean one standard error of a mean."""
    answers = sum(one.answers for one in played)
    finished = [one for one in played if not one.failure]
    samples = [_samples(one) for one in finished]
    used = _usage(game, finished, samples)
    components = game.statistics.components()
    return _head(plan) | {
        "checked": plan.is_checked,
        "games": len(played),
        "finished": len(finished),
        "answers": answers,
        "seconds": round(seconds, 3),
        "answers_per_second": round(answers / seconds),
        "largest_position_bytes": max(one.largest_position_bytes for one in played),
        "longest_game_answers": max(one.answers for one in played),
        "mean_game_answers": round(answers / len(played), 1),
        "scores": [_scores(side, finished) for side in _sides(finished)],
        "distribution": _distribution([sample for seats in samples for sample in seats.values()]),
        "by": _by_dealt(finished, samples),
        "used": used,
        "never": {
            kind: [name for name in names if not used[kind][name]["times"]] for kind, names in components.items()
        },
    }


def _head(plan: Plan) -> dict[str, Any]:
    return {"game": plan.game, "seats": plan.seats, "player": plan.player, "seed": plan.seed}


def _samples(one: Played) -> dict[int, Sample]:
    mean = sum(placing.score for placing in one.placings) / len(one.placings)
    winners = sum(placing.place == 1 for placing in one.placings)
    return {
        placing.seat: Sample(placing, placing.score - mean, (placing.place == 1) / winners)
        for placing in one.placings
        if placing.seat is not None
    }


def _sides(finished: Sequence[Played]) -> list[Seat | None]:
    sides = dict.fromkeys(placing.seat for one in finished for placing in one.placings)
    return [*sorted(side for side in sides if side is not None), *([None] if None in sides else [])]


def _scores(side: Seat | None, finished: Sequence[Played]) -> dict[str, Any]:
    """One side's scores. A shared victory counts as a whole one."""
    mine = [placing for one in finished for placing in one.placings if placing.seat == side]
    scores = [placing.score for placing in mine]
    return {
        "seat": side,
        "mean": round(fmean(scores), 2),
        "min": min(scores),
        "max": max(scores),
        "wins": sum(placing.place == 1 for placing in mine),
        "parts": _parts(mine),
    }


def _parts(placings: Sequence[Placing]) -> dict[str, float]:
    names = sorted({part for placing in placings for part in placing.parts})
    return {name: round(fmean([placing.parts.get(name, 0) for placing in placings]), 2) for name in names}


def _distribution(samples: Sequence[Sample]) -> dict[str, dict[str, float]]:
    """The mean, deviation and deciles 0, 1, 5, 9 and 10 of the score and its parts."""
    placings = [sample.placing for sample in samples]
    names = sorted({part for placing in placings for part in placing.parts})
    columns = {"score": [placing.score for placing in placings]}
    columns |= {name: [placing.parts.get(name, 0) for placing in placings] for name in names}
    return {name: _spread_out(sorted(numbers)) for name, numbers in columns.items() if numbers}


def _spread_out(ascending: Sequence[int]) -> dict[str, float]:
    last = len(ascending) - 1
    tenths: dict[str, float] = {f"p{10 * tenth}": ascending[round(last * tenth / 10)] for tenth in (0, 1, 5, 9, 10)}
    return {"mean": round(fmean(ascending), 2), "deviation": round(_spread(ascending), 2), **tenths}


def _by_dealt(finished: Sequence[Played], samples: Sequence[Mapping[int, Sample]]) -> dict[str, Any]:
    groups: dict[str, dict[str, list[Sample]]] = defaultdict(lambda: defaultdict(list))
    for one, seats in zip(finished, samples, strict=True):
        for seat, dealt in enumerate(one.dealt):
            for kind, name in dealt.items():
                groups[kind][name].append(seats[seat])
    return {
        kind: {
            name: _group(names[name]) | {"parts": _parts([sample.placing for sample in names[name]])}
            for name in sorted(names)
        }
        for kind, names in groups.items()
        if len(names) > 1
    }


def _group(samples: Sequence[Sample]) -> dict[str, float]:
    ahead = [sample.ahead for sample in samples]
    wins = [sample.wins for sample in samples]
    return {
        "seats": len(samples),
        "mean": round(fmean([sample.placing.score for sample in samples]), 2),
        "ahead": round(fmean(ahead), 2),
        "ahead_error": round(_spread(ahead) / sqrt(len(ahead)), 2),
        "wins": round(fmean(wins), 3),
        "wins_error": round(_spread(wins) / sqrt(len(wins)), 3),
    }


def _usage(game: Game[Any], finished: Sequence[Played], samples: Sequence[Mapping[int, Sample]]) -> dict[str, Any]:
    times: dict[tuple[str, str], int] = defaultdict(int)
    users: dict[tuple[str, str], list[Sample]] = defaultdict(list)
    for one, seats in zip(finished, samples, strict=True):
        for (seat, kind, name), count in one.uses.items():
            times[kind, name] += count
            users[kind, name].append(seats[seat])
    known = {(kind, name) for kind, names in game.statistics.components().items() for name in names}
    report: dict[str, Any] = {}
    for kind, name in sorted(known | set(times)):
        figures: dict[str, Any] = {"times": times[kind, name], "seats": len(users[kind, name])}
        if users[kind, name]:
            group = _group(users[kind, name])
            figures |= {field: group[field] for field in ("ahead", "ahead_error", "wins")}
        report.setdefault(kind, {})[name] = figures
    return report


def _spread(numbers: Sequence[float]) -> float:
    return stdev(numbers) if len(numbers) > 1 else 0


def press_report(plan: Plan, games: Sequence[Pressed]) -> dict[str, Any]:
    turns = sum(one.turns for one in games)
    answers, presses, alone, outside, by_answer = (
        sum((getattr(one, name) for one in games), Counter[str]())
        for name in ("answers", "presses", "alone", "outside", "by_answer")
    )
    return _head(plan) | {
        "games": len(games),
        "turns": turns,
        "answers_per_turn": _per(answers.total(), turns),
        "presses_per_turn": _per(presses.total(), turns),
        "gestures_per_turn": _per(sum(one.gestures for one in games), turns),
        "presses_outside_per_game": _per(outside.total(), len(games)),
        "by_question": {
            question: {"presses_per_turn": _per(count, turns), "answers": answers[question], "alone": alone[question]}
            for question, count in presses.most_common()
        },
        "by_answer": {name: _per(count, turns) for name, count in by_answer.most_common()},
        "outside": dict(outside.most_common()),
    }


def _per(count: int, whole: int) -> float:
    return round(count / whole, 3) if whole else 0.0
