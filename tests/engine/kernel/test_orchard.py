"""The toy game follows its rules. It uses everything that the kernel offers."""

import pytest

from engine.kernel.play import place_order, result
from engine.kernel.refusals import NotAnOption, NotAsked
from tests.engine.kernel.orchard import (
    FIG,
    KINDS,
    NO_PICK,
    OF_A_KIND,
    ORCHARD,
    PEAR,
    PLUM,
    UNKNOWN,
    Crows,
    FruitDrawn,
    FruitLost,
    FruitPicked,
    FruitPreserved,
    FruitReturned,
    Orchard,
    OrchardWon,
    PickFruit,
    Preserve,
    ScarecrowStood,
    TrimBasket,
    Turn,
)
from tests.engine.situation import Situation

ALICE, BOB, CAROL = 0, 1, 2


def orchard(
    basket: list[str] | None = None, tree: list[str] | None = None, bob: list[str] | None = None, jars: int = 0
) -> Orchard:
    """Return an orchard for three seats. ALICE and BOB have the given holdings.

    All fruit that isn't given is in the bag.
    """
    baskets = [basket or [], bob or [], []]
    kept = [PLUM] * jars
    bag = [kind for kind in KINDS for _ in range(OF_A_KIND)]
    for fruit in sum(baskets, []) + (tree or []) + kept:  # noqa: RUF017
        bag.remove(fruit)
    return Orchard(bag, tree or [], baskets, [kept, [], []], [], [1] * 3, [NO_PICK] * 3, [""] * 3, [False] * 3)


def test_trim_2_the_owner_returns_exactly_the_surplus() -> None:
    given = Situation(ORCHARD, orchard(basket=[PLUM, PEAR, FIG, FIG, PLUM, PEAR]), TrimBasket(ALICE))
    assert (given.decision_of(ALICE).at_least, given.decision_of(ALICE).at_most) == (2, 2)

    then = given.choose(ALICE, "fruit:0", "fruit:4")

    assert then.state.baskets[ALICE] == [PEAR, FIG, FIG, PEAR]
    assert then.facts == (FruitReturned(ALICE, (PLUM, PLUM)),)
    assert given.state.baskets[ALICE] == [PLUM, PEAR, FIG, FIG, PLUM, PEAR]


def test_trim_2_a_basket_within_the_limit_is_not_trimmed() -> None:
    assert Situation(ORCHARD, orchard(basket=[PLUM] * 4), TrimBasket(ALICE)).is_over


def test_trim_2_others_hear_only_the_number_returned() -> None:
    fact = FruitReturned(ALICE, (PLUM, FIG))
    assert ORCHARD.rules.hear(fact, ALICE) == fact
    assert ORCHARD.rules.hear(fact, BOB) == ORCHARD.rules.hear(fact, None) == FruitReturned(ALICE, (UNKNOWN, UNKNOWN))


def test_pick_1_all_seats_pick_together_and_in_secret() -> None:
    given = Situation(ORCHARD, orchard(tree=[PLUM, PEAR, FIG, FIG]), PickFruit())
    assert [decision.seat for decision in given.pending] == [ALICE, BOB, CAROL]
    assert all(decision.private for decision in given.pending)

    then = given.choose(BOB, "tree:1")

    assert [decision.seat for decision in then.pending] == [ALICE, CAROL]
    assert then.facts == ()
    assert (then.look(BOB).pick, then.look(ALICE).has_picked) == (1, (False, True, False))
    with pytest.raises(NotAsked):
        then.choose(BOB, "tree:0")


def test_pick_2_a_single_picker_takes_the_fruit_and_several_roll() -> None:
    given = Situation(ORCHARD, orchard(tree=[PLUM, PEAR, FIG, FIG]), PickFruit(), loaded={"contest": [[1]]})

    then = given.choose(CAROL, "tree:0").choose(BOB, "tree:1").choose(ALICE, "tree:0")

    assert then.facts == (FruitPicked(BOB, PEAR), FruitPicked(CAROL, PLUM))
    assert then.state.baskets == [[], [PEAR], [PLUM]]
    assert then.state.tree == [FIG, FIG]
    assert then.revealed


def test_pick_1_the_last_seat_is_asked_the_same_question() -> None:
    given = Situation(ORCHARD, orchard(tree=[PLUM]), PickFruit())
    then = given.choose(ALICE, "tree:0").choose(BOB, "tree:0")
    assert then.decision_of(CAROL) == given.decision_of(CAROL)


def test_crow_1_a_seat_with_one_fruit_is_still_asked() -> None:
    given = Situation(ORCHARD, orchard(basket=[FIG], bob=[PLUM, PEAR]), Crows(), loaded={"crows": [[0]]})
    assert given.keys(BOB) == ("fruit:0", "fruit:1")

    then = given.choose(BOB, "fruit:1").choose(ALICE, "fruit:0")

    assert then.facts == (FruitLost(ALICE, FIG),)
    assert then.state.compost == [PEAR, FIG]


def test_crow_1_no_crows_come_on_a_roll_of_three() -> None:
    assert Situation(ORCHARD, orchard(basket=[FIG]), Crows(), loaded={"crows": [[2]]}).is_over


def test_stand_1_a_private_order_costs_a_coin() -> None:
    game = ORCHARD
    before = Situation(game, orchard(basket=[FIG], bob=[PEAR]), Turn(ALICE))
    ordered = place_order(game, before.position, ALICE, "STAND-1", ("scarecrow:on",))
    assert getattr(game.rules.look(ordered.state, ALICE), "has_scarecrow") is True  # noqa: B009
    assert game.rules.look(ordered.state, BOB) == before.look(BOB)

    then = Situation(game, ordered.state, Crows(), loaded={"crows": [[1]]})

    assert then.facts == (ScarecrowStood(ALICE),)
    assert (then.state.coins, then.state.scarecrows[ALICE]) == ([0, 1, 1], False)
    assert [decision.seat for decision in then.pending] == [BOB]


@pytest.mark.parametrize(
    ("seat", "rule", "keys", "refusal"),
    [
        (ALICE, "STAND-2", ("scarecrow:on",), NotAsked),
        (9, "STAND-1", ("scarecrow:on",), NotAsked),
        (-1, "STAND-1", ("scarecrow:on",), NotAsked),
        (ALICE, "STAND-1", ("scarecrow:maybe",), NotAnOption),
    ],
)
def test_stand_1_other_orders_are_refused(
    seat: int, rule: str, keys: tuple[str, ...], refusal: type[Exception]
) -> None:
    given = Situation(ORCHARD, orchard(), Turn(ALICE))
    with pytest.raises(refusal):
        place_order(given.game, given.position, seat, rule, keys)


def test_turn_1_surplus_fruit_is_returned_before_the_next_turn() -> None:
    state = orchard(basket=[PLUM, PEAR, FIG])
    given = Situation(ORCHARD, state, Turn(ALICE), Turn(BOB))
    then = given.choose(ALICE, "draw")
    assert then.decision_of(ALICE).rule == "TRIM-2"
    assert then.facts == (FruitDrawn(ALICE, (FIG, FIG)),)
    assert then.revealed
    assert then.choose(ALICE, "fruit:0").decision_of(BOB).rule == "TURN-1"


def test_turn_1_exactly_the_possible_actions_are_offered() -> None:
    given = Situation(ORCHARD, orchard(basket=[FIG, PLUM, FIG]), Turn(ALICE))
    assert given.keys(ALICE) == ("draw", "sell:fig", "preserve", "pass")
    assert not given.choose(ALICE, "sell:fig").revealed


def test_end_1_reaching_the_goal_ends_the_game() -> None:
    given = Situation(ORCHARD, orchard(basket=[FIG, PLUM], jars=4), Preserve(ALICE), Turn(BOB))

    then = given.choose(ALICE, "fruit:1", "fruit:0")

    assert then.facts == (FruitPreserved(ALICE, (PLUM, FIG)), OrchardWon(ALICE))
    assert then.is_over
    assert [(p.seat, p.place, p.score) for p in result(then.game, then.position)] == [(0, 1, 13), (1, 2, 1), (2, 2, 1)]
