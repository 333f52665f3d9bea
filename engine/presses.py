"""How much a person has to press in a turn, counted in games that programs play to the end.

A turn is what the rules call one: a die taken back in Dawn, six dice rolled in classic, one action in Minerva, each
with all that it asks of anybody. What is asked outside of turns (setup, drafts, income) is counted apart. An answer of
one option, of none or of all of them is one press: a button or a line of a list. Any other is a press an option.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.kernel.decision import Decision
from engine.kernel.game import Game
from engine.simulate import Plan, simulation_of


class Pressed(msgspec.Struct):
    """What was pressed in games. `turns` counts turns; the other counts are by the id of the question.

    `answers` and `presses` are those of turns, `outside` the presses of everything else. `alone` counts the questions
    of turns that left a single answer.
    """

    turns: int = 0
    answers: Counter[str] = msgspec.field(default_factory=Counter)
    presses: Counter[str] = msgspec.field(default_factory=Counter)
    alone: Counter[str] = msgspec.field(default_factory=Counter)
    outside: Counter[str] = msgspec.field(default_factory=Counter)

    def count(self, game: Game[Any], decision: Decision, keys: tuple[str, ...], is_in_turn: bool) -> None:
        """Count the answer `keys` to `decision`."""
        question, presses = decision.prompt.id, presses_of(decision, keys)
        if not is_in_turn:
            self.outside[question] += presses
            return
        self.answers[question] += 1
        self.presses[question] += presses
        self.alone[question] += decision.is_forced
        rule, key = game.once_a_turn
        is_aside = bool(keys) and decision.is_aside(keys[0])
        self.turns += decision.rule == rule and not is_aside and (not key or keys == (key,))


def presses_of(decision: Decision, keys: tuple[str, ...]) -> int:
    """How many presses the answer `keys` to `decision` takes."""
    return 1 if len(keys) in (0, len(decision.options)) else len(keys)


def pressed(game: Game[Any], plan: Plan, number: int) -> Pressed:
    """Play game `number` of `plan` and count. Raises `UnplayableSettings`, `UnknownPolicy`."""
    simulation, found = simulation_of(game, plan, number), Pressed()
    play = simulation.play
    while play.pending:
        asked = {decision.seat: decision for decision in play.pending}
        is_in_turn = game.is_in_turn(play.position.state)
        simulation.turn()
        entry = simulation.entries[-1]
        found.count(game, asked[entry.seat], entry.keys, is_in_turn)
    return found


def press_report(plan: Plan, games: Sequence[Pressed]) -> dict[str, Any]:
    """The figures of these games, ready for JSON: by turn, and of each question, the most pressed first."""
    turns = sum(one.turns for one in games)
    answers, presses = _sum([one.answers for one in games]), _sum([one.presses for one in games])
    alone, outside = _sum([one.alone for one in games]), _sum([one.outside for one in games])
    return {
        "game": plan.game,
        "seats": plan.seats,
        "player": plan.player,
        "seed": plan.seed,
        "games": len(games),
        "turns": turns,
        "answers_per_turn": _per(answers.total(), turns),
        "presses_per_turn": _per(presses.total(), turns),
        "presses_outside_per_game": _per(outside.total(), len(games)),
        "by_question": {
            question: {
                "presses_per_turn": _per(count, turns),
                "answers": answers[question],
                "alone": alone[question],
            }
            for question, count in presses.most_common()
        },
        "outside": dict(outside.most_common()),
    }


def _sum(counts: Sequence[Counter[str]]) -> Counter[str]:
    return sum(counts, Counter[str]())


def _per(count: int, whole: int) -> float:
    return round(count / whole, 3) if whole else 0.0
