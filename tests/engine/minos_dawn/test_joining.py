"""Joined options and skipped questions, in chosen positions and in random games."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any
from unittest.mock import create_autospec

import pytest

from engine.kernel.decision import Answer, Decision, Message, Option, Seat
from engine.kernel.game import complete_settings
from engine.kernel.offering import offers
from engine.kernel.offering.offers import Branch, canonical_fingerprint, fingerprint, head_of, offer
from engine.kernel.play import Play, Position, automatic_answer, copy_position
from engine.kernel.policy import FastChance, random_policy
from engine.minos_dawn.actions.choices import ChooseTemp
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import Part, Plain
from engine.minos_dawn.content.words import SKIP, plain, region_option
from engine.minos_dawn.effects.interpreter import Convert, OrderEffects
from engine.minos_dawn.game import GAME
from engine.minos_dawn.phases.joining import FOLLOW_UPS, JOINS, is_never_too_early
from engine.minos_dawn.phases.turn import Act, CloseTurn
from engine.minos_dawn.policies.greedy import POLICIES
from engine.minos_dawn.state.steps import Benefit
from engine.simulate import Simulation
from locales.words import Words
from tests.engine.minos_dawn.table import ALICE, table, with_steps

GAMES = [(seats, number) for seats in (1, 2, 3, 4) for number in range(5)]


@cache
def positions(seats: int, number: int) -> tuple[Position[Any], ...]:
    """Return positions whose question could be skipped.

    Questions aren't skipped here, which leads to more such positions. Odd-numbered games are random. Even-numbered
    games are played by the greedy player, who orders effects more often.
    """
    policy = random_policy if number % 2 else POLICIES["greedy"]
    simulation = Simulation(GAME, complete_settings(GAME, seats, {}), bytes([number] * 16), policy)
    found = []
    while simulation.play.pending:
        decision = simulation.play.pending[0]
        if len(simulation.play.pending) == 1 and automatic_answer(simulation.play, decision.seat):
            found.append(copy_position(GAME, simulation.play.position))
        simulation.turn()
    return tuple(found)


def play_of(position: Position[Any]) -> Play[Any]:
    return Play(GAME, copy_position(GAME, position))


def take(play: Play[Any], key: str) -> None:
    (decision,) = play.pending
    play.answer(Answer(decision.seat, decision.id, (key,)))


def answers_of(decision: Decision, chance: FastChance) -> tuple[str, ...]:
    """Return a random answer other than an extra action. Extra actions can wait."""
    own = decision.options[: len(decision.options) - decision.asides]
    return random_policy(
        lambda: None,
        Decision(decision.seat, decision.rule, decision.prompt, own, decision.at_least, decision.at_most),
        chance,
    )


def in_order(position: Position[Any], first: str, chance: FastChance) -> tuple[bytes, list[tuple[str, ...]]]:
    """Carry out the effects, beginning with `first`. Return the final position and all other answers."""
    play, depth, given = play_of(position), len(position.agenda), []
    seat, source = play.pending[0].seat, position.agenda[-1].source  # type: ignore[attr-defined]
    take(play, first)
    while len(play.position.agenda) >= depth and play.pending:
        decision, question = play.pending[0], play.position.agenda[-1]
        assert decision.seat == seat
        if isinstance(question, OrderEffects) and question.source == source:
            keys: tuple[str, ...] = (decision.options[0].key,)
        else:
            keys = answers_of(decision, chance)
            given.append(keys)
        play.answer(Answer(seat, decision.id, keys))
    return canonical_fingerprint(GAME, play.position), given


def orders() -> Iterator[tuple[Position[Any], str]]:
    """Yield each position in which an effect begins without a question about the order. Also yield that effect."""
    for seats, number in GAMES:
        for position in positions(seats, number):
            if isinstance(position.agenda[-1], OrderEffects):
                play = play_of(position)
                yield position, automatic_answer(play, play.pending[0].seat)[0]


def test_gen_8_automatic_effects_lose_no_outcome() -> None:
    """If the automatic effect comes first, the position at the end is the same as in any other order."""
    tried = 0
    for position, early in orders():
        decision = play_of(position).pending[0]
        for option in decision.options[: len(decision.options) - decision.asides]:
            if option.key == early or len(decision.options) - decision.asides > 2:
                continue
            reached, given = in_order(position, option.key, FastChance(bytes(16)))
            assert replayed_in_order(position, early, given) == reached, (position.agenda[-1], option.key)
            tried += 1
    assert tried > 20


def replayed_in_order(position: Position[Any], first: str, given: list[tuple[str, ...]]) -> bytes:
    """Carry out the effects, beginning with `first`, and give the answers in `given`. Return a fingerprint of the final
    position."""
    play, depth, left = play_of(position), len(position.agenda), list(given)
    source = position.agenda[-1].source  # type: ignore[attr-defined]
    take(play, first)
    while len(play.position.agenda) >= depth and play.pending:
        decision, question = play.pending[0], play.position.agenda[-1]
        is_order = isinstance(question, OrderEffects) and question.source == source
        is_paid = decision.rule == "DEV-6" and (not left or not set(left[0]) <= {each.key for each in decision.options})
        if decision.rule == "EFF-41" and not left:
            keys: tuple[str, ...] = ("skip",)  # The drawn card makes a new conversion possible. It may be declined.
        else:
            keys = (decision.options[0].key,) if is_order else ("pay",) if is_paid else left.pop(0)
        play.answer(Answer(decision.seat, decision.id, keys))
    assert not left
    return canonical_fingerprint(GAME, play.position)


def gains() -> Iterator[tuple[Position[Any], str]]:
    """Yield positions with an automatic gain of the turn, and the key of the gain."""
    for seats, number in GAMES:
        for position in positions(seats, number):
            if isinstance(position.agenda[-1], Act):
                play = play_of(position)
                yield position, automatic_answer(play, play.pending[0].seat)[0]


def ways(play: Play[Any], keys: Sequence[tuple[str, ...]]) -> Iterator[Play[Any]]:
    """Give these answers and yield the game. If a gain makes the seat choose how to pay, yield a game for each way.

    Decline conversions and extra actions that only this gain made possible. DEV-6, EFF-42, Q-62
    """
    decision = play.pending[0] if play.pending else None
    if decision and keys and {option.key for option in decision.options}.issuperset(keys[0]):
        play.answer(Answer(decision.seat, decision.id, keys[0]))
        yield from ways(play, keys[1:])
    elif decision and decision.rule == "DEV-6":
        for option in decision.options:
            paid = play_of(play.position)
            take(paid, option.key)
            yield from ways(paid, keys)
    elif isinstance(play.position.agenda[-1], Convert):
        take(play, "skip")
        yield from ways(play, keys)
    elif decision and decision.rule == "GEN-8" and len(decision.options) == decision.asides + 1:
        take(play, decision.options[0].key)
        yield from ways(play, keys)
    else:
        assert not keys
        yield play


def done_first(position: Position[Any], key: str, chance: FastChance) -> list[tuple[str, ...]]:
    """Answer with `key`, then answer at random until the turn's question is asked again. Return all answers."""
    play, depth = play_of(position), len(position.agenda)
    given: list[tuple[str, ...]] = [(key,)]
    take(play, key)
    while len(play.position.agenda) > depth:
        decision = play.pending[0]
        keys = answers_of(decision, chance)
        given.append(keys)
        play.answer(Answer(decision.seat, decision.id, keys))
    return given


def test_trait_5_automatic_gains_lose_no_outcome() -> None:
    tried = 0
    for position, early in gains():
        chance = FastChance(bytes(16))
        for option in play_of(position).pending[0].options:
            if option.key in (early, "end"):
                continue
            others = done_first(position, option.key, chance)
            (later,) = ways(play_of(position), [*others, (early,)])
            earlier = list(ways(play_of(position), [(early,), *others]))
            for play in (later, *earlier):
                # Ignore declined decrees, because any other change offers Develop again. DEV-12
                play.position.state.turn.has_declined = False
            assert fingerprint(later.position) in [fingerprint(each.position) for each in earlier], (early, others)
            tried += 1
    assert tried > 300


def test_act_9_automatic_gains_come_at_turn_end() -> None:
    """A gain is never taken earlier than the seat wants."""
    tried = 0
    for position, early in gains():
        (taken,), (left,) = (ways(play_of(position), keys) for keys in ([(early,), ("end",)], [("end",)]))
        if any(isinstance(step, CloseTurn) for step in left.position.agenda):
            continue  # Another leftover step asks a question before this gain.
        assert fingerprint(taken.position) == fingerprint(left.position), early
        tried += 1
    assert tried > 100


def name_both(rule: str, first: Option, second: Option) -> tuple[str, str]:
    words, both = Words(), JOINS[first.key.partition(":")[0], rule].wording(first, second)
    return words.say(both.label, "en"), words.say(both.hint, "en") if both.hint else ""


def test_extra_3_each_march_is_named_after_its_region() -> None:
    """Otherwise two marches in one select would have the same name."""
    march = plain("march", "minos_dawn.option.march")

    assert name_both("EXP-1", march, region_option("region", 1)) == ("March to ① Phaistos", "1 weaponry")
    assert name_both("EXTRA-3", march, region_option("from", 8)) == ("March from ⑧ Rhithymna", "1 weaponry")


@pytest.mark.parametrize(
    ("spent", "below"), [(None, "Choose one"), (plain("spent", "panel.none"), "None · Choose one")]
)
def test_extra_5_ways_to_pay_for_a_ship_differ_by_name(spent: Option | None, below: str) -> None:
    """A ship that is offered together with its trade bonus can be paid for in several ways."""
    ship = Option("sail:red:2", Message("panel.all"), hint=spent.label if spent else None)

    both = FOLLOW_UPS["sail"].wording(ship, plain("bonus:red02", "panel.pick"))

    assert (both.label, Words().say(both.hint, "en") if both.hint else "") == (ship.label, below)


def test_trait_5_a_declined_part_appears_in_the_hint() -> None:
    trait = plain("trait:A1-01", "minos_dawn.option.done")

    label, below = name_both("EFF-17", trait, SKIP)
    assert below == "Decline"
    assert label == Words().say(trait.label, "en")


@pytest.mark.parametrize(
    ("head", "least"), [("move", 200), ("march", 20), ("benefit", 20), ("trait", 10), ("wild", 50)]
)
def test_act_7_random_games_offer_related_answers_as_one(head: str, least: int) -> None:
    count = 0
    for seats, number in GAMES[3:6]:
        simulation = Simulation(GAME, complete_settings(GAME, seats, {}), bytes([number] * 16), random_policy)
        while simulation.play.pending:
            if len(simulation.play.pending) == 1:
                shown = offer(GAME, simulation.play.position, simulation.play.pending[0])
                count += sum(">" in option.key and head_of(option.key) == head for option in shown.options)
            simulation.turn()
    assert count >= least


class Forgetful(offers.Trial):
    """A trial without caches."""

    def after(self, branch: Branch, seat: Seat, key: str) -> Branch:
        self._after.clear()
        self._all.clear()
        self.joined.clear()
        return super().after(branch, seat, key)


def test_caching_trials_does_not_change_the_options(monkeypatch: pytest.MonkeyPatch) -> None:
    two, three = (with_steps(table(2), ChooseTemp(ALICE, "decree:A1-06", left)) for left in (2, 3))
    takes = create_autospec(Play.take, side_effect=Play.take)
    monkeypatch.setattr(Play, "take", takes)

    shown = offer(GAME, two.position, two.pending[0])
    assert len(shown.options) == 21, "two of six kinds, in any order"
    assert takes.call_count == 6 + 6 * 6, "each kind, then each kind again"
    takes.reset_mock()
    offer(GAME, three.position, three.pending[0])
    assert takes.call_count == 6 + 6 * 6 + 21 * 6, "a third kind after any two, whose order doesn't matter"

    monkeypatch.setattr(offers, "Trial", Forgetful)
    takes.reset_mock()
    assert offer(GAME, two.position, two.pending[0]) == shown
    assert takes.call_count > 100


def test_eff_45_a_multiplied_gain_is_never_taken_early() -> None:
    """A tower built first is worth 2 more coins, so the order is asked."""
    source = next(f"decree:{d.id}" for d in the_box().decrees.values() if d.effect == "build 1; coin 2 per towers")
    begun = with_steps(table(2, cities=[1], towers=[], coins=30), Benefit(ALICE, source))

    assert [decision.rule for decision in begun.pending] == ["GEN-8"]
    assert automatic_answer(play_of(begun.position), ALICE) == ()


def test_eff_45_only_multiplied_effects_can_come_too_early() -> None:
    state = table(2)
    effects = [each for source in the_box().effects.values() for each in source if isinstance(each, Plain)]
    counted = [each for each in effects if any(part.per for part in each.gains)]
    without = [Plain(tuple(Part(part.atom) for part in each.gains)) for each in counted]

    assert not [each for each in counted if is_never_too_early(state, ALICE, each)]
    assert len([each for each in without if is_never_too_early(state, ALICE, each)]) > 20
