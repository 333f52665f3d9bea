"""TURN-2: consecutive answers are joined into one option, such as some dice and the building they pay for."""

import pytest

from engine.kernel.decision import Decision, Message
from engine.kernel.offering import offers
from engine.kernel.offering.offers import MOST_OF_ALL, offer, row_of
from engine.kernel.policy import FastChance
from engine.kernel.proof.laws import check_offered
from engine.kernel.proof.trial import Case
from engine.minos_classic.content.words import building
from engine.minos_classic.game import GAME
from engine.minos_classic.phases.joining import ROW_ORDER
from engine.minos_classic.state.state import ClassicState
from tests.engine.minos_classic.tables import ANN, BOB, D, acting, table


def turn_of(laid: ClassicState) -> Decision:
    given = acting(laid)
    check_offered(Case(GAME, given.position, FastChance(bytes(16))))
    return offer(GAME, given.position, given.pending[0])


def keys(decision: Decision, prefix: str) -> list[str]:
    return [option.key for option in decision.options if option.key.startswith(prefix)]


def test_move_18_a_move_option_names_origin_and_target() -> None:
    decision = turn_of(table({ANN: "h_pylos", BOB: "s_kyme"}, movement=2))

    assert keys(decision, "move:")
    assert all(key.startswith("move:h_pylos>to:") for key in keys(decision, "move:"))
    hints = {option.hint.id for option in decision.options if option.key.startswith("move:") and option.hint}
    assert hints == {"minos_classic.worth.points"}, "the label names origin and target"


def test_move_18_among_many_targets_only_harbours_and_fights_are_joined(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For all other targets, a player picks the piece first."""
    laid = table({ANN: "h_pylos", BOB: "z_cretan_sea"}, movement=9)
    whole = keys(turn_of(laid), "move:")
    assert "move:h_pylos" not in whole
    monkeypatch.setattr(offers, "MOST_OF_HEAD", len(whole) - 1)

    fewer = keys(turn_of(laid), "move:")

    assert fewer[0] == "move:h_pylos"
    assert set(fewer[1:]) < set(whole)
    assert "move:h_pylos>to:z_cretan_sea" in fewer
    targets = [key.rpartition(":")[2] for key in fewer[1:]]
    assert all(name.startswith("h_") or name == "z_cretan_sea" for name in targets)
    monkeypatch.setattr(offers, "MOST_OF_HEAD", 8)
    assert keys(turn_of(laid), "move:") == fewer[:7]
    monkeypatch.setattr(offers, "MOST_OF_HEAD", 1)
    assert keys(turn_of(laid), "move:") == ["move:h_pylos"]


def test_move_18_the_options_fit_on_a_phone() -> None:
    ships = "h_pylos h_taras z_cilician_sea z_nile_sea z_paphian_sea"
    assert len(turn_of(table({ANN: ships, BOB: "s_kyme"}, movement=15)).options) <= MOST_OF_ALL


def test_dice_12_spent_dice_are_labelled_by_their_yield() -> None:
    """With "5 points" as a label, movement and building would look the same."""
    decision = turn_of(table({ANN: "s_pylos", BOB: "s_kyme"}, dice="gull joker star arrow", talents=10))

    called = {option.key: option for option in decision.options}
    worths = {key: option.label.blanks.get("worth") for key, option in called.items()}
    brings = {key: worth.id for key, worth in worths.items() if isinstance(worth, Message)}
    assert brings["gulls>natural:1"] == "minos_classic.worth.movement"
    assert brings["builders>joker:1+star:1"] == "minos_classic.worth.building"
    assert brings["rings>natural:1>buy:0"] == brings["rings>natural:1>buy:1"] == "minos_classic.worth.rings"
    assert called["gulls>natural:1"].hint is None, "the label says what they are used for"
    bought = called["rings>natural:1>buy:0"].hint
    assert bought is not None
    assert bought.id == "minos_classic.choice.none_besides"


def test_build_1_spending_all_dice_is_joined_with_a_building() -> None:
    decision = turn_of(table({ANN: "s_pylos", BOB: "s_kyme"}, dice="build build star"))

    assert set(keys(decision, "builders>natural:2+star:1")) == {
        "builders>natural:2+star:1",
        *(f"builders>natural:2+star:1>build:s_pylos>kind:{kind}" for kind in ("harbour", "dwelling", "warehouse")),
    }
    assert "builders>natural:2" in keys(decision, "builders")
    longest = next(option for option in decision.options if option.key.endswith("kind:dwelling"))
    assert longest.label.id == "minos_classic.choice.build_at"
    assert longest.label.blanks["building"] == building("dwelling"), "otherwise three options would have the same name"
    assert longest.hint is not None
    assert longest.hint.id == "minos_classic.choice.for_cost"
    assert longest.target is None


def test_build_1_a_single_payment_is_listed_before_its_buildings() -> None:
    decision = turn_of(table({ANN: "s_pylos", BOB: "s_kyme"}, dice="build"))

    assert keys(decision, "builders")[0] == "builders"
    assert "builders>build:s_pylos>kind:dwelling" in keys(decision, "builders")


def test_build_1_an_already_affordable_building_is_offered_once() -> None:
    decision = turn_of(table({ANN: "s_pylos", BOB: "s_kyme"}, dice="build", building=1))

    assert keys(decision, "build:")
    assert keys(decision, "builders") == ["builders"]


def test_build_3_dice_that_pay_for_nothing_are_not_joined() -> None:
    assert keys(turn_of(table({ANN: "s_pylos", BOB: "s_kyme"}, dice="build", talents=4)), "builders") == ["builders"]


def test_turn_2_four_repeatable_options_can_be_picked_together() -> None:
    """Only one action can spend the gull. After a move, the ship is offered as a new option for its new space."""
    rich = {ANN: "h_pylos s_taras s_spina", BOB: "s_kyme"}
    assert turn_of(table(rich, dice="gull build", movement=9, building=3, talents=40)).row
    assert turn_of(table({ANN: "h_pylos", BOB: "s_kyme"}, dice="gull joker star arrow")).row == ()


def test_buy_3_a_building_and_its_recruit_are_joined() -> None:
    """BUY-1: the second dwelling allows a guard to be bought."""
    decision = turn_of(table({ANN: "h_pylos", BOB: "s_kyme"}, stacks={"s_pylos": (D,)}, building=3, talents=40))
    raised = [option for option in decision.options if option.key.endswith(">recruit:s_pylos")]

    assert [option.key for option in raised] == ["build:s_pylos>kind:dwelling>recruit:s_pylos"]
    assert all(option.hint is not None for option in raised)


def test_turn_2_building_comes_before_moving_in_joined_answers() -> None:
    """After a move, a piece can't build on the space that it left."""
    decision = turn_of(table({ANN: "s_pylos h_taras", BOB: "s_kyme"}, building=3, talents=40, movement=3))
    row = [decision.options[place].key.partition(":")[0] for place in row_of(decision, ROW_ORDER)]

    assert row.index("move") > max(place for place, head in enumerate(row) if head == "build")
