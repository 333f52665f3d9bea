"""Every decree, trait and tile does all that its text says, or nothing if nothing is possible. EFF, DEV-8, TRAIT-5

The tests parse each text independently of the game and compare the amounts with the facts.
"""

import re
from collections import Counter

import pytest

from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.state.facts import (
    Advanced,
    CardDrawn,
    CardPlaced,
    CardsDiscarded,
    CityBuilt,
    DecreePlayed,
    FarmBuilt,
    Gained,
    GoodGained,
    Paid,
    ShipAdvanced,
    ShipBuilt,
    TempGained,
    TowerBuilt,
    WarriorMoved,
    WarriorPlaced,
)
from engine.minos_dawn.state.measures import count_of
from engine.minos_dawn.state.steps import Benefit
from tests.engine.minos_dawn.table import ALICE, eager, play_out, table, take_cards, warriors, with_steps

CONTENT = the_box().content
TEXTS = {
    **{f"decree:{d.id}": d.effect for age in CONTENT.decrees for d in age},
    **{f"trait:{d.id}": d.trait.effect for age in CONTENT.decrees for d in age},
    **{f"foundation:{tile.id}": tile.effect for tile in CONTENT.foundations},
    **{f"sea:{tile.id}": tile.effect for tile in CONTENT.sea_peoples},
    **{f"bonus:{tile.id}": tile.effect for tile in CONTENT.trade_bonuses},
    **{f"action:{tile.id}": tile.effect for tile in CONTENT.action_bonuses},
    **{f"route:{r.id}:{n}": text for r in CONTENT.routes.route for n, text in enumerate(r.income, 1)},
}
BUILT = (CityBuilt, TowerBuilt, FarmBuilt, ShipBuilt, ShipAdvanced)
COUNTED = {
    "coin": ("coins",), "weapon": ("weaponry",), "vp": ("vp",), "vp@rounds": ("vp_at_scoring",),
    "vp@end": ("vp_at_end",), "warrior": ("warriors",), "income": ("income",),
}  # fmt: skip
HAND = ["A1-45", "A1-47", "A1-48", "A1-50", "A1-51", "A1-52"]
"""Alice's hand. Effects discard, play or place these cards. They are cheap, so they don't interfere."""


def plenty():
    """Return a table where Alice can do everything, and meets all conditions but the one of ten palace cards."""
    area = [f"A1-{n:02}" for n in range(20, 25)]
    palace = [f"A1-{n:02}" for n in range(60, 72)]
    state = table(
        2, coins=60, weaponry=30, vp=60, hand=HAND, area=area, palace=palace, cities=[1, 2], towers=[1, 2],
        farms=[1, 2], ships=[1, 4, 0], tracks=[5, 5, 5], sea_tiles=["I-09", "II-09"], supply=6, reserves=5,
    )  # fmt: skip
    state.players[ALICE].scored[0] = 60
    warriors(state, ALICE, r1=3, r2=2, r4=1, r5=1)
    state.sea_box += ["I-09", "II-09"]
    return state


def nothing():
    """Return a table where nobody can gain a tile, card or warrior, and Alice owns nothing."""
    state = table(2, reserves=0, supply=0)
    state.temps, state.stacks, state.goods_pile = [0] * 6, [0] * 6, []
    state.boxed, state.decks, state.offer = state.decks[0] + state.decks[1] + state.offer, [[], []], []
    warriors(state, ALICE)
    return state


def read_text(text, state):
    """Return the amounts that a text gives if all of it is carried out once. The keys are operators."""
    counts: Counter[str] = Counter()
    for effect in text.split(";"):
        effect = effect.split("instead if")[-1] if "instead if" in effect else effect
        effect = effect.split(":")[-1].split("=>")[-1].split(" or ")[0]
        for gain in effect.split("+"):
            words = gain.split()
            factor = count_of(state.players[ALICE], words[words.index("per") + 1]) if "per" in words else 1
            words = words[: words.index("per")] if "per" in words else words
            counts[words[0]] += int(words[-1]) * factor
    return counts


def read_facts(facts, source):
    """Return the amounts that the facts of `source` report. The keys are operators."""
    own = [fact for fact in facts if getattr(fact, "source", None) == source]
    counts: Counter[str] = Counter()
    for operator, (what,) in COUNTED.items():
        counts[operator] = sum(fact.count for fact in own if isinstance(fact, Gained) and fact.what == what)
    counts["temp"] = sum(isinstance(fact, TempGained) for fact in own)
    goods = sum(isinstance(fact, GoodGained) for fact in own)
    drawn = [fact for fact in own if isinstance(fact, CardDrawn)]
    counts["goods"], counts["cards"] = goods, len(drawn)
    counts["advance"] = sum(isinstance(fact, Advanced) for fact in own)
    return counts


@pytest.mark.parametrize("source", TEXTS)
def test_dev_8_trait_5_every_card_does_what_it_says(source):
    text = TEXTS[source]
    repeats = "repeat" in text
    state = plenty()
    if source.startswith(("decree", "trait")):
        take_cards(state, [source.partition(":")[2]])
    then = with_steps(state, Benefit(ALICE, source, is_fresh=False))
    conversions = 0

    def pick(decision):
        nonlocal conversions
        keys = [option.key for option in decision.options]
        if "convert" in keys and decision.prompt.id == "minos_dawn.prompt.convert":
            conversions += 1
            if conversions > text.count("=>"):
                return ("skip",)
        return eager(decision)

    then, facts = play_out(then, pick)
    expected, seen = read_text(text, state), read_facts(facts, source)
    for operator in COUNTED:
        if operator != "coin" or not repeats:
            assert seen[operator] == expected[operator], (operator, text)
    assert seen["temp"] == expected["temp"], text
    assert seen["goods"] == expected["good"] + expected["randomgood"], text
    assert seen["cards"] == expected["draw"] + expected["drawactive"] + expected["drawage2"], text
    assert seen["advance"] == expected["advance"], text
    for operators, kinds in (
        (("play", "playfree"), (DecreePlayed,)),
        (("palace", "palacefree"), (CardPlaced,)),
        (("place",), (WarriorPlaced,)),
        (("move",), (WarriorMoved,)),
        (("build", "buildfree"), BUILT),
    ):
        wanted = sum(expected[operator] for operator in operators)
        assert sum(isinstance(fact, kinds) for fact in facts) >= wanted, (operators, text)
    assert_costs_are_paid(text, facts, source)
    assert facts


def assert_costs_are_paid(text, facts, source):
    for effect in text.split(";"):
        if "=>" not in effect:
            continue
        for kind, number in re.findall(r"(coin|weapon|vp|discard) (\d+)", effect.split("=>")[0]):
            if kind == "discard":
                assert sum(len(fact.cards) for fact in facts if isinstance(fact, CardsDiscarded)) == int(number), text
            else:
                what = {"coin": "coins", "weapon": "weaponry", "vp": "vp"}[kind]
                paid = [fact for fact in facts if isinstance(fact, Paid) and (fact.what, fact.source) == (what, source)]
                assert sum(fact.count for fact in paid) == int(number), text


@pytest.mark.parametrize("source", TEXTS)
def test_gen_6_a_card_gives_unlimited_gains_if_nothing_else_is_available(source):
    then, facts = play_out(with_steps(nothing(), Benefit(ALICE, source, is_fresh=False)), eager)
    kinds = {type(fact) for fact in facts} - {Gained, Paid, Advanced}
    reached_by_build = {ShipBuilt, TowerBuilt, GoodGained} | set(BUILT)
    if not re.search(r"build|wild|buildfree", TEXTS[source]):
        assert not kinds & reached_by_build, TEXTS[source]
    assert not kinds & {TempGained, GoodGained, CardDrawn, CardPlaced, WarriorPlaced, WarriorMoved, DecreePlayed}
    assert then.pending == []
