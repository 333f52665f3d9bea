"""No answer is tried twice for one question. Sequences of answers that reach the same position share one trial."""

from typing import ClassVar
from unittest.mock import create_autospec

import pytest
from msgspec.structs import replace

from engine.kernel.codec import digest
from engine.kernel.decision import Decision
from engine.kernel.offering.offers import Branches
from engine.kernel.play import Play
from engine.kernel.proof.laws import check_decisions
from engine.kernel.proof.trial import LawBroken
from tests.engine.kernel.orchard import FIG, PEAR, PLUM, Orchard, Turn
from tests.engine.kernel.potting import PottingTurn
from tests.engine.kernel.test_offering import ALICE, BASKET, at_turn, case_of, play_of, potting


def test_an_answer_is_tried_once_and_on_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    there = at_turn()
    before, takes = digest(there.position), create_autospec(Play.take, side_effect=Play.take)
    monkeypatch.setattr(Play, "take", takes)
    tried = Branches(there.game, there.position)

    first = tried.after_all(tried.root, ALICE, ["preserve", "fruit:1"])
    again = tried.after_all(tried.root, ALICE, ["preserve", "fruit:1"])

    assert first is again
    assert [call.args[1].keys for call in takes.call_args_list] == [("preserve",), ("fruit:1",)]
    assert first.play.position.state.baskets[ALICE] == [PLUM, FIG]
    assert digest(there.position) == before


def test_sequences_with_the_same_effect_share_one_branch() -> None:
    there = at_turn(PEAR, PEAR, PLUM)
    tried = Branches(there.game, there.position)

    preserving = tried.after(tried.root, ALICE, "preserve")
    one, other, third = (tried.after(preserving, ALICE, f"fruit:{place}") for place in range(3))

    assert one is other
    assert third is not one


def test_a_branch_ends_at_an_answer_that_reveals_something() -> None:
    there = at_turn()
    tried = Branches(there.game, there.position)

    assert tried.after_without_reveal(tried.root, ALICE, ["draw"]) is None
    assert tried.after_all(tried.root, ALICE, ["draw"]).revealed
    assert tried.after_without_reveal(tried.root, ALICE, ["preserve"]) is tried.after(tried.root, ALICE, "preserve")


class CertainTurn(PottingTurn, frozen=True, tag="CertainTurn"):
    """A turn whose question is asked in every state."""

    certain: ClassVar[str] = "TURN-1"

    def decisions(self, state: Orchard) -> list[Decision]:
        return [replace(decision, shown=True) for decision in super().decisions(state)]


def test_questions_asked_in_every_state_are_computed_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = create_autospec(Turn.decisions, side_effect=Turn.decisions)
    monkeypatch.setattr(Turn, "decisions", looks)
    play = play_of(potting(CertainTurn(ALICE), *BASKET))

    play.settle()

    assert (play.certain, looks.call_count) == ("TURN-1", 0)
    assert [(each.rule, each.seat) for each in play.pending] == [("TURN-1", ALICE)]
    assert looks.call_count == 1
    check_decisions(case_of(potting(CertainTurn(ALICE), *BASKET)))


def test_k2_catches_a_certain_question_that_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CertainTurn, "certain", "TRIM-2")

    with pytest.raises(LawBroken, match="certain"):
        check_decisions(case_of(potting(CertainTurn(ALICE), *BASKET)))
