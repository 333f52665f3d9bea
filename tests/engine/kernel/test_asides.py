"""Asides: actions that a seat may take at any time in its turn, before it answers."""

import pytest

from engine.kernel.decision import Answer, Decision
from engine.kernel.offering.in_a_row import Lookahead
from engine.kernel.play import Play, start
from engine.kernel.policy import FastChance, random_policy
from engine.kernel.proof.laws import check_position
from engine.kernel.proof.trial import Case
from engine.kernel.refusals import NotAnOption, WrongNumber
from engine.kernel.rules import Settings
from engine.kernel.steps import Step
from tests.engine.kernel.juicing import JUICE_COINS, JUICING, JuicePressed
from tests.engine.kernel.orchard import FIG, KINDS, NO_PICK, OF_A_KIND, PEAR, PLUM, Orchard, Preserve, TrimBasket, Turn
from tests.engine.situation import SEED, Situation

ALICE, BOB = 0, 1


def juicing(*steps: Step[Orchard], basket: tuple[str, ...] = (), jars: tuple[str, ...] = ()) -> Situation[Orchard]:
    """Return a game in which Alice has that basket and those jars.

    The bag is empty, and all other fruit are on the compost.
    """
    left = [kind for kind in KINDS for _ in range(OF_A_KIND - (basket + jars).count(kind))]
    baskets, filled = [list(basket), []], [list(jars), []]
    state = Orchard([], [], baskets, filled, left, [0, 0], [NO_PICK] * 2, ["", ""], [False, False])
    return Situation(JUICING, state, *steps, seats=2)


def test_asides_come_after_the_options_and_are_counted() -> None:
    decision = juicing(Turn(ALICE), basket=(FIG,), jars=(PLUM, PLUM, PEAR)).decision_of(ALICE)

    assert [option.key for option in decision.options] == ["preserve", "pass", "juice:plum", "juice:pear"]
    assert decision.asides == 2
    assert [decision.is_aside(option.key) for option in decision.options] == [False, False, True, True]
    assert not decision.is_aside("juice:fig")


def test_after_an_aside_the_question_is_asked_again() -> None:
    given = juicing(Turn(ALICE), basket=(FIG,), jars=(PLUM, PEAR))

    then = given.choose(ALICE, "juice:plum")

    assert then.facts == (JuicePressed(ALICE, PLUM),)
    assert then.state.coins[ALICE] == JUICE_COINS
    assert then.keys(ALICE) == ("preserve", "pass", "juice:pear")
    assert then.decision_of(ALICE).id == given.decision_of(ALICE).id + 1


def test_a_forced_option_is_asked_while_an_aside_is_offered() -> None:
    given = juicing(Turn(ALICE), jars=(PLUM,))

    assert given.keys(ALICE) == ("pass", "juice:plum")
    assert given.choose(ALICE, "juice:plum").is_over


def test_asides_that_the_game_forbids_are_not_offered() -> None:
    decision = juicing(Preserve(ALICE), basket=(FIG,), jars=(PLUM,)).decision_of(ALICE)

    assert [option.key for option in decision.options] == ["fruit:0"]
    assert decision.asides == 0


@pytest.mark.parametrize(("surplus", "asides"), [(1, 1), (2, 0)])
def test_asides_are_not_offered_when_several_options_are_chosen(surplus: int, asides: int) -> None:
    basket = (PLUM, PEAR, FIG, FIG, FIG, FIG)[: 4 + surplus]

    assert juicing(TrimBasket(ALICE), basket=basket, jars=(PLUM,)).decision_of(ALICE).asides == asides


def test_an_aside_that_is_not_offered_is_refused() -> None:
    given = juicing(Turn(ALICE), basket=(FIG,), jars=(PLUM,))

    with pytest.raises(NotAnOption):
        given.choose(ALICE, "juice:fig")
    with pytest.raises(WrongNumber):
        given.choose(ALICE, "pass", "juice:plum")


def test_trials_offer_and_carry_out_asides() -> None:
    given = juicing(Turn(ALICE), basket=(FIG,), jars=(PLUM, PEAR))
    ahead = Lookahead(given.game, given.position, ALICE, given.decision_of(ALICE))

    ahead.take(("juice:plum",))

    seen = ahead.decision
    assert seen is not None
    assert [option.key for option in seen.options] == ["preserve", "pass", "juice:pear"]
    assert seen.asides == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_with_asides_keep_the_laws(seats: int) -> None:
    game, chance = JUICING, FastChance(SEED)
    play = Play(game, start(game, Settings(seats), SEED).position)
    taken = 0
    while play.pending:
        check_position(Case(game, play.position, chance))
        decision: Decision = play.pending[0]
        keys = random_policy(lambda: None, decision, chance)
        taken += decision.is_aside(keys[0])
        play.answer(Answer(decision.seat, decision.id, keys))
    assert taken
    game.proof.census(play.position.state)
