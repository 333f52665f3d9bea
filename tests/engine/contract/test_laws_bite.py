"""Controls: each test breaks one law in the toy game on purpose, and the check of that law must notice."""

from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec
import pytest

from engine.kernel.chance import Chance
from engine.kernel.codec import digest
from engine.kernel.decision import Answer, Decision, Message, Option, Seat
from engine.kernel.game import Game, complete_settings
from engine.kernel.policy import random_policy
from engine.kernel.proof import laws, secrecy
from engine.kernel.proof.trial import Case, LawBroken, check_census
from engine.kernel.rules import Rules
from engine.kernel.steps import Choice, Now
from engine.simulate import Simulation
from tests.engine.changed import with_part
from tests.engine.kernel import orchard
from tests.engine.kernel.juicing import JUICING
from tests.engine.kernel.orchard import ORCHARD, Orchard

GAMES_TRIED = 6


def law_broken_by(game: Game[Any], also: Callable[[Case], None] = laws.check_position) -> str:
    """Return the first law that random games with three seats break, or "" if they keep all laws."""
    settings = complete_settings(game, 3, {})
    try:
        for number in range(GAMES_TRIED):
            simulation = Simulation(game, settings, bytes([number] * 16), random_policy)
            while simulation.play.pending:
                also(simulation.case)
                simulation.turn()
                laws.check_length(game, simulation.play.position)
            entries, reached = tuple(simulation.entries), digest(simulation.play.position)
            laws.check_replay(game, settings, simulation.seed, entries, reached)
    except LawBroken as broken:
        return broken.law
    return ""


def asking(change: Callable[[Decision, Orchard], Decision]) -> Callable[[Any, Orchard], list[Decision]]:
    """Return a replacement for `Turn.decisions` that applies `change` to each decision. TURN-1"""
    honest = orchard.Turn.decisions
    return lambda step, state: [change(decision, state) for decision in honest(step, state)]


def with_option(decision: Decision, *keys: str) -> Decision:
    more = tuple(Option(key, Message("orchard.action.pass")) for key in keys)
    return msgspec.structs.replace(decision, options=decision.options + more)


def test_the_unchanged_toy_game_breaks_no_law() -> None:
    assert law_broken_by(ORCHARD) == ""


def test_the_unchanged_toy_game_with_asides_breaks_no_law() -> None:
    assert law_broken_by(JUICING) == ""


def test_k1_catches_a_game_that_remembers_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    ever = count()
    honest = orchard.Round.happen

    def happen(step: Any, state: Orchard, now: Now[Orchard]) -> None:
        if next(ever) % 5 == 0:
            state.bag.reverse()
        honest(step, state, now)

    monkeypatch.setattr(orchard.Round, "happen", happen)
    assert law_broken_by(ORCHARD, also=check_census) == "K1"


@pytest.mark.parametrize(
    "keys",
    [("teleport",), ("pass",), ("x" * 61,), tuple(f"more:{n}" for n in range(100)), ("",)],
    ids=["fails", "twice", "long", "many", "empty"],
)
def test_k2_catches_illegal_options(monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...]) -> None:
    honest = orchard.Turn.apply

    def apply(step: Any, state: Orchard, now: Now[Orchard], answer: Answer) -> None:
        if answer.keys[0] == "teleport":
            raise KeyError("teleport")
        honest(step, state, now, answer)

    monkeypatch.setattr(orchard.Turn, "apply", apply)
    monkeypatch.setattr(orchard.Turn, "decisions", asking(lambda decision, state: with_option(decision, *keys)))
    assert law_broken_by(ORCHARD) == "K2"


@pytest.mark.parametrize("key", ["pass", "x" * 61], ids=["twice", "long"])
def test_k2_catches_asides_with_duplicate_or_long_keys(key: str) -> None:
    wrong = with_part(JUICING, "asides", offer=lambda *_: [Option(key, Message("orchard.action.pass"))])

    assert law_broken_by(wrong) == "K2"


def test_k2_catches_an_aside_that_fails() -> None:
    def take(asides: Any, state: Orchard, now: Now[Orchard], seat: Seat, key: str) -> None:
        raise KeyError(key)

    assert law_broken_by(with_part(JUICING, "asides", take=take), also=laws.check_asides) == "K2"


def test_k2_catches_an_aside_that_removes_the_question() -> None:
    def take(asides: Any, state: Orchard, now: Now[Orchard], seat: Seat, key: str) -> None:
        JUICING.asides.take(state, now, seat, key)
        now.abandon()

    assert law_broken_by(with_part(JUICING, "asides", take=take), also=laws.check_asides) == "K2"


def test_k2_catches_asides_in_a_question_with_several_picks(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = orchard.Preserve.decisions
    monkeypatch.setattr(
        orchard.Preserve,
        "decisions",
        lambda step, state: [msgspec.structs.replace(decision, asides=1) for decision in honest(step, state)],
    )
    assert law_broken_by(ORCHARD, also=laws.check_decisions) == "K2"


def test_k4_catches_asides_that_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asides of a public question must not depend on a hidden basket."""

    def offer(asides: Any, state: Orchard, question: Choice[Orchard], decision: Decision) -> list[Option]:
        basket = "+".join(state.baskets[decision.seat])
        return [Option(f"smell:{basket}", Message("orchard.action.pass"))] if decision.rule == "TURN-1" else []

    leaky = with_part(JUICING, "asides", offer=offer, take=lambda *_: None)

    monkeypatch.setattr(
        orchard.Turn,
        "decisions",
        asking(lambda decision, state: msgspec.structs.replace(decision, private=False, options=decision.options[-1:])),
    )
    assert law_broken_by(JUICING, also=secrecy.check_secrets) == ""
    assert law_broken_by(leaky, also=secrecy.check_secrets) == "K4"


def test_k2_catches_limits_that_no_answer_can_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        orchard.Turn, "decisions", asking(lambda decision, state: msgspec.structs.replace(decision, at_least=2))
    )
    assert law_broken_by(ORCHARD) == "K2"


def test_k2_catches_a_seat_asked_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = orchard.PickFruit.decisions
    monkeypatch.setattr(orchard.PickFruit, "decisions", lambda step, state: honest(step, state) * 2)
    assert law_broken_by(ORCHARD) == "K2"


def test_k2_catches_rules_that_do_not_check_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.kernel.play.check_keys", lambda decision, keys: None)
    assert law_broken_by(ORCHARD) == "K2"


def test_k2_catches_an_autopilot_that_answers_illegally() -> None:
    cheating = with_part(ORCHARD, "autopilot", answer=lambda *_: ("pass",))

    assert law_broken_by(cheating, also=laws.check_autopilot) == "K2"


def test_k3_catches_a_state_that_changes_when_stored() -> None:
    fields = [(field.name, field.type) for field in msgspec.structs.fields(Orchard) if field.name != "bag"]
    forgetful = with_part(ORCHARD, "rules", state_type=msgspec.defstruct("Stored", fields))

    assert law_broken_by(forgetful) == "K3"


def test_k3_catches_a_step_that_the_game_does_not_list() -> None:
    unlisted = with_part(ORCHARD, "rules", steps=(orchard.Round, orchard.PickFruit))

    assert law_broken_by(unlisted) == "K3"


def test_k3_catches_a_position_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orchard, "OF_A_KIND", 4000)
    assert law_broken_by(ORCHARD) == "K3"


def test_k4_catches_a_view_that_leaks() -> None:
    def look(rules: Any, state: Orchard, seat: Seat | None) -> Any:
        return msgspec.structs.replace(ORCHARD.rules.look(state, seat), basket=tuple(state.baskets[0]))

    assert law_broken_by(with_part(ORCHARD, "rules", look=look)) == "K4"


def test_k4_catches_a_question_that_leaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        orchard.Turn, "decisions", asking(lambda decision, state: msgspec.structs.replace(decision, private=False))
    )
    assert law_broken_by(ORCHARD) == "K4"


def test_k4_catches_a_forced_answer_that_leaks(monkeypatch: pytest.MonkeyPatch) -> None:
    def only_pairs(decision: Decision, state: Orchard) -> Decision:
        pairs = [option for option in decision.options if option.key.startswith("sell:")]
        return msgspec.structs.replace(decision, options=(*pairs, decision.options[-1]))

    monkeypatch.setattr(orchard.Turn, "decisions", asking(only_pairs))
    assert law_broken_by(ORCHARD) == "K4"


def test_k4_catches_a_fact_that_reveals_too_much() -> None:
    assert law_broken_by(with_part(ORCHARD, "rules", hear=Rules.hear)) == "K4"


def test_k4_catches_a_standing_order_that_others_can_see() -> None:
    def look(rules: Any, state: Orchard, seat: Seat | None) -> Any:
        return msgspec.structs.replace(ORCHARD.rules.look(state, seat), has_scarecrow=state.scarecrows[0])

    assert law_broken_by(with_part(ORCHARD, "rules", look=look), also=secrecy.check_standing) == "K4"


def test_k5_catches_a_game_longer_than_declared() -> None:
    assert law_broken_by(with_part(ORCHARD, "proof", longest_answers=10)) == "K5"


def test_k6_catches_a_missing_fruit(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = orchard.LoseFruit.apply

    def apply(step: Any, state: Orchard, now: Now[Orchard], answer: Answer) -> None:
        honest(step, state, now, answer)
        state.compost.pop()

    monkeypatch.setattr(orchard.LoseFruit, "apply", apply)
    assert law_broken_by(ORCHARD) == "K6"


def test_k7_catches_simultaneous_answers_whose_order_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = orchard.PickFruit.apply

    def apply(step: Any, state: Orchard, now: Now[Orchard], answer: Answer) -> None:
        if state.picks.count(orchard.NO_PICK) == len(state.picks):
            state.coins[answer.seat] += 1
        honest(step, state, now, answer)

    monkeypatch.setattr(orchard.PickFruit, "apply", apply)
    assert law_broken_by(ORCHARD) == "K7"


def test_k7_catches_a_question_changed_by_another_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = orchard.PickFruit.decisions

    def decisions(step: Any, state: Orchard) -> list[Decision]:
        taken = {f"tree:{pick}" for pick in state.picks}
        return [
            msgspec.structs.replace(
                decision, options=tuple(option for option in decision.options if option.key not in taken)
            )
            for decision in honest(step, state)
        ]

    monkeypatch.setattr(orchard.PickFruit, "decisions", decisions)
    assert law_broken_by(ORCHARD, also=laws.check_simultaneous) == "K7"


def test_k8_catches_a_copy_that_shares_data() -> None:
    def copy(rules: Any, state: Orchard) -> Orchard:
        copied = ORCHARD.rules.copy(state)
        copied.baskets = state.baskets
        return copied

    def check(case: Case) -> None:
        for decision in case.pending[:1]:
            laws.check_pure(case, case.guess(decision))

    assert law_broken_by(with_part(ORCHARD, "rules", copy=copy), also=check) == "K8"


def peeking(secrecy: Any, world: Orchard, seat: Seat | None, chance: Chance) -> None:
    """Plant a fault: redeal hidden things, but leave the real next fruit on top of the bag."""
    top = world.bag[-1:]
    ORCHARD.secrecy.redeal(world, seat, chance)
    if top and top[0] in world.bag:
        world.bag.remove(top[0])
        world.bag += top


def mistaken(secrecy: Any, world: Orchard, seat: Seat) -> None:
    """Plant a fault: give a seat one coin more than it really has."""
    world.coins[seat] += 1


@pytest.mark.parametrize("wrong", [{"redeal": peeking}, {"suppose": mistaken}], ids=("peeking", "mistaken"))
def test_k9_catches_a_game_that_peeks(wrong: dict[str, Any]) -> None:
    assert law_broken_by(with_part(ORCHARD, "secrecy", **wrong), also=secrecy.check_worlds) == "K9"
