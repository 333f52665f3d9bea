"""Sales are offered with questions. SELL-03, PASS-08"""

from pathlib import Path

import pytest

from engine.kernel.steps import SeatChoice
from engine.minerva.actions.placing import PickCell
from engine.minerva.actions.trading import Sell
from engine.minerva.content.language import Item
from engine.minerva.effects.conversions import Repeat
from engine.minerva.effects.interpreter import ChooseKinds, ChooseSide, NameCulture
from engine.minerva.effects.specials import SetDown, TakeFromPile
from engine.minerva.game import RULES
from engine.minerva.phases.asides import SALES, never
from engine.minerva.phases.building import LayBuilding
from tests.engine.minerva.table import ALICE, at, hold, lay, table


def test_sell_03_every_question_says_whether_sales_are_allowed():
    assert set(SALES) == {step for step in RULES.steps if issubclass(step, SeatChoice)}


@pytest.mark.parametrize(
    "question",
    [
        ChooseKinds(ALICE, "harbour-1", (Item("any", 1),)),
        ChooseSide(ALICE, "orchard-1"),
        NameCulture(ALICE, "garden-1", 1),
        TakeFromPile(ALICE, "triumphal_arch-1"),
        Repeat(ALICE, "wine_merchant-1"),
    ],
    ids=lambda question: type(question).__name__,
)
def test_sell_03_sales_are_offered_with_ordinary_choices(question):
    given = at(hold(table(), grain=2), question)
    decision = given.decision_of(ALICE)

    assert [option.key for option in decision.options if decision.is_aside(option.key)] == ["sell"]
    then = given.choose(ALICE, "sell").choose(ALICE, "sell:grain:1")
    assert then.state.players[ALICE].denarii == 1
    assert then.decision_of(ALICE).rule == decision.rule, "the question is asked again"


def test_sell_03_a_sale_cannot_interrupt_an_effect():
    state = hold(lay(table(), "forest-1", 1, 0), grain=2)
    state.on_turn.tile = "harbour-1"

    for question in (LayBuilding(ALICE), SetDown(ALICE, tile="forest-1", x=1, y=0), Sell(ALICE)):
        assert at(state, question).decision_of(ALICE).asides == 0, question


def test_sell_03_published_rules_list_the_questions_without_sales():
    rules = Path(__file__).parents[3] / "docs" / "rules" / "minerva.md"
    rule = next(line for line in rules.read_text(encoding="utf-8").splitlines() if "**SELL-03**" in line)

    without = {step for step, fits in SALES.items() if fits is never}
    assert without == {step for step in SALES if issubclass(step, PickCell | Sell)}
    assert "It isn't offered while you choose the cell for a tile, or what to sell." in rule
