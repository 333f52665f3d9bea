"""Thoughts: which answers are tried in which worlds, and when a thought replaces the policy's answer."""

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import msgspec
import pytest

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision, Seat
from engine.kernel.game import Game, complete_settings
from engine.kernel.play import Play, Position, answer_without_search, copy_position, start, world_of
from engine.kernel.policy import FastChance, Level, Search
from engine.kernel.proof.trial import Case, LawBroken
from engine.search import thinking
from engine.search.thinking import FEWEST_WORLDS, think
from tests.engine.changed import with_part
from tests.engine.contract.peeking import deal_by_the_seed, deal_without_sorting, true
from tests.engine.kernel.orchard import ORCHARD, Orchard, greedy_policy
from tests.engine.search.laws import check_thoughts

GAME = ORCHARD
SECRET = bytes(range(16))
MENU = ("TURN-1", "PICK-1")


def passing(look: Callable[[], Any], decision: Decision, chance: Chance) -> tuple[str, ...]:
    """Always pass."""
    return ("pass",) if decision.rule == "TURN-1" else greedy_policy(look, decision, chance)


def worth(state: Orchard, seat: Seat) -> int:
    return 10 * len(state.jars[seat]) + 5 * state.coins[seat] + len(state.baskets[seat])


def level(policy: Any = passing, rules: tuple[str, ...] = MENU, **search: int) -> Level:
    known = Search(**{"rounds": 1, "width": 4, "trials": 24, **search})
    return Level(policy, search=lambda look, decision: known if decision.rule in rules else None, worth=worth)


def positions(rule: str, count: int = 3, seats: int = 3) -> list[Position[Orchard]]:
    """Return positions of one game with a question under that rule."""
    play = Play(GAME, start(GAME, complete_settings(GAME, seats, {}), bytes(16)).position)
    chance = FastChance(bytes(16))
    found: list[Position[Orchard]] = []
    while play.pending and len(found) < count:
        decision = play.pending[0]
        if decision.rule == rule:
            found.append(copy_position(GAME, play.position))
        keys = greedy_policy(partial(GAME.rules.look, play.position.state, decision.seat), decision, chance)
        play.take(Answer(decision.seat, decision.id, keys))
    assert len(found) == count
    return found


def question_at(position: Position[Orchard]) -> Decision:
    return Play(GAME, position).pending[0]


def test_a_search_finds_better_answers_than_the_policy() -> None:
    for position in positions("TURN-1"):
        decision = question_at(position)
        thought = think(GAME, position, decision.seat, level(), SECRET)
        assert thought.keys != ("pass",)
        assert thought.keys == thought.ranked[0].keys
        assert thought.ranked[0].mean > next(each.mean for each in thought.ranked if each.keys == ("pass",))


def test_a_lead_that_may_be_chance_does_not_count() -> None:
    (position,) = positions("TURN-1", 1)
    thought = think(GAME, position, question_at(position).seat, level(doubt=100_000), SECRET)
    assert thought.keys == ("pass",)
    assert thought.ranked[0].keys != ("pass",)


def test_the_policy_answers_unsearched_and_forced_questions() -> None:
    (position,) = positions("PICK-1", 1)
    decision = question_at(position)
    thought = think(GAME, position, decision.seat, level(rules=("TURN-1",)), SECRET)
    assert (thought.keys, thought.trials, thought.ranked) == ((decision.options[0].key,), 0, ())


def test_trials_are_counted_and_include_the_answer_of_the_policy() -> None:
    for trials in (1, 8, 24, 80):
        for position in positions("TURN-1"):
            thought = think(GAME, position, question_at(position).seat, level(trials=trials), SECRET)
            assert thought.trials == sum(each.worlds for each in thought.ranked) <= max(8, trials)
            assert {each.worlds for each in thought.ranked if each.keys == ("pass",)} == {thought.ranked[0].worlds}
            assert len(thought.ranked) <= 4


def test_a_surely_beaten_answer_is_dropped_early_unless_reasons_are_wanted() -> None:
    for position in positions("TURN-1"):
        seat, searching = question_at(position).seat, level(trials=80, beaten=200)
        played, explained = (think(GAME, position, seat, searching, SECRET, thorough=each) for each in (False, True))
        asked_about = think(GAME, position, seat, searching, SECRET, about=("pass",))
        assert explained == asked_about == think(GAME, position, seat, level(trials=80), SECRET)
        assert played.keys == explained.keys
        assert played.trials < explained.trials
        assert min(each.worlds for each in played.ranked) >= FEWEST_WORLDS


@pytest.mark.parametrize(
    ("worths", "to_come", "is_beaten"),
    [((10, 12, 11), 4, True), ((10, 12, 11), 0, False), ((10, 36, 11), 4, False), ((10, 36, 11), 1, False),
     ((20, 10, 30), 4, False), ((15, 15, 15), 99, True)],
)  # fmt: skip
def test_an_answer_is_beaten_if_it_can_hardly_catch_up(worths: tuple[int, ...], to_come: int, is_beaten: bool) -> None:
    best = thinking._Tried(("best",), [20, 20, 20])
    assert thinking._is_beaten(thinking._Tried(("other",), [*worths]), best, to_come, 200) == is_beaten


def test_reasons_take_more_trials_if_the_level_allows() -> None:
    (position,) = positions("TURN-1", 1)
    seat = question_at(position).seat
    plain = think(GAME, position, seat, level(trials=24), SECRET)
    longer = think(GAME, position, seat, level(trials=80), SECRET)
    for_people = level(trials=24, thorough=80)
    assert think(GAME, position, seat, for_people, SECRET) == plain != longer
    assert think(GAME, position, seat, for_people, SECRET, thorough=True) == longer
    assert think(GAME, position, seat, level(trials=24), SECRET, thorough=True) == plain


def test_a_thought_depends_on_its_secret() -> None:
    (position,) = positions("TURN-1", 1)
    thoughts = [
        think(GAME, position, question_at(position).seat, level(), secret) for secret in (SECRET, SECRET, bytes(16))
    ]
    assert thoughts[0] == thoughts[1] != thoughts[2]


def test_a_stopped_thought_still_gives_a_legal_answer() -> None:
    (position,) = positions("TURN-1", 1)
    left = iter([True, True])
    thought = think(GAME, position, question_at(position).seat, level(), SECRET, lambda: next(left, False))
    assert thought.cut
    assert thought.trials == 2 * len(thought.ranked)
    stopped = think(GAME, position, question_at(position).seat, level(), SECRET, lambda: False)
    assert (stopped.keys, stopped.trials, stopped.cut) == (("pass",), 0, True)


@pytest.mark.parametrize(("rounds", "more"), [(1, 1), (2, 2), (0, 99)])
def test_a_trial_ends_at_the_horizon(rounds: int, more: int) -> None:
    (position,) = positions("TURN-1", 1)
    seen: list[int] = []

    def round_begun(narration: Any, fact: Any) -> int | None:
        return fact.seat if type(fact).__name__ == "FruitPicked" and fact.seat == 0 else None

    def note(state: Orchard, seat: Seat) -> int:
        seen.append(state.round)
        return 0

    searching = level(rounds=rounds, trials=4)
    think(
        with_part(ORCHARD, "narration", round_begun=round_begun),
        position,
        question_at(position).seat,
        msgspec.structs.replace(searching, worth=note),
        SECRET,
    )
    began = position.state.round
    assert seen
    assert all(reached >= began + min(more, 9 - began) for reached in seen)
    assert rounds == 0 or max(seen) < 9


@pytest.mark.parametrize(("turns", "answers"), [(1, 0), (2, 1), (4, 3)])
def test_a_trial_ends_after_its_number_of_turns(monkeypatch: pytest.MonkeyPatch, turns: int, answers: int) -> None:
    """Here every answer ends a turn, including the tried answer."""
    (position,) = positions("TURN-1", 1)
    honest, ticking = thinking._answer_first, count()
    given: list[Any] = []

    def count_answer(*of: Any) -> Any:
        given.append(of)
        return honest(*of)

    monkeypatch.setattr(thinking, "_answer_first", count_answer)
    searching = msgspec.structs.replace(level(turns=turns, rounds=0, trials=4), on_turn=lambda state: next(ticking))
    thought = think(GAME, position, question_at(position).seat, searching, SECRET)
    assert len(given) == answers * thought.trials


def test_blunders_are_as_frequent_as_declared() -> None:
    (position,) = positions("TURN-1", 1)
    seat = question_at(position).seat
    blundering = Level(passing, blunders=lambda: 300)
    keys = [think(GAME, position, seat, blundering, bytes([number] * 16)).keys for number in range(200)]
    assert 20 < sum(each != ("pass",) for each in keys) < 60


@pytest.mark.parametrize("blunders", [0, 300])
def test_an_immediate_answer_skips_the_search(blunders: int) -> None:
    (position,) = positions("TURN-1", 1)
    seat = question_at(position).seat
    searching = msgspec.structs.replace(level(trials=8), blunders=lambda: blunders)
    plain = Level(passing, blunders=lambda: blunders)
    found = set()
    for number in range(40):
        secret = bytes([number] * 16)
        answered = answer_without_search(GAME, position, seat, searching, secret)
        assert (
            answered
            == answer_without_search(GAME, position, seat, plain, secret)
            == think(GAME, position, seat, plain, secret)
        )
        found.add(answered.keys)
    assert ("pass",) in found
    assert (len(found) > 1) == (blunders > 0)


def breaks_k9(game: Game[Any], playing: Level) -> bool:
    try:
        for position in positions("TURN-1", 6):
            check_thoughts(Case(game, position, FastChance(bytes(16))), playing)
    except LawBroken as broken:
        return broken.law == "K9"
    return False


def test_k9_thoughts_depend_only_on_what_the_seat_knows() -> None:
    assert not breaks_k9(GAME, level(greedy_policy, trials=8))


@pytest.mark.parametrize("peeking", [true, deal_by_the_seed, deal_without_sorting], ids=lambda each: each.__name__)
def test_k9_catches_a_search_that_peeks(monkeypatch: pytest.MonkeyPatch, peeking: Any) -> None:
    monkeypatch.setattr(thinking, "world_of", peeking)
    assert breaks_k9(GAME, level(greedy_policy, trials=8))


def test_k9_catches_a_policy_that_sees_the_wrong_view() -> None:
    def nosy(look: Callable[[], Any], decision: Decision, chance: Chance) -> tuple[str, ...]:
        return (decision.options[len(str(look().basket)) % len(decision.options)].key,)

    def look(rules: Any, state: Orchard, seat: Seat | None) -> Any:
        return ORCHARD.rules.look(state, None if seat is None else (seat + 1) % 3)

    assert breaks_k9(with_part(ORCHARD, "rules", look=look), Level(nosy))


def test_a_given_answer_is_tried_as_often_as_the_best() -> None:
    for position in positions("TURN-1"):
        decision = question_at(position)
        for option in decision.options:
            about = (option.key,)
            thought = think(GAME, position, decision.seat, level(width=3), SECRET, about=about)
            (own,) = (each for each in thought.ranked if each.keys == about)
            assert own.worlds == max(each.worlds for each in thought.ranked)
            world = world_of(GAME, position, decision.seat, Chance(SECRET, {}))
            assert think(GAME, world, decision.seat, level(width=3), SECRET, about=about) == thought, "K9"
    assert think(GAME, position, decision.seat, level(), SECRET, about=("pass",)) == think(
        GAME, position, decision.seat, level(), SECRET
    ), "the policy's answer is always tried to the end"
