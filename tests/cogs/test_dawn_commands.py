"""The commands of Minos: Dawn answer every question, and its cards are described in words."""

import pytest

from cogs.commands.spec import AnswerChain, fits
from cogs.games.minos_dawn.option_style import KINDS
from cogs.games.minos_dawn.ui import COMMANDS
from cogs.games.minos_dawn.words import card_words, effect_words, entries, hand_words
from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision
from engine.kernel.game import complete_settings
from engine.kernel.play import Play, start
from engine.kernel.policy import random_policy
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.game import GAME, RULES
from engine.minos_dawn.phases.turn import RetrieveDie
from engine.minos_dawn.state.state import Die
from locales.words import Words
from tests.engine.minos_dawn.table import ALICE, table, with_steps

WORDS = Words()


def ways() -> list[tuple[str, AnswerChain]]:
    """Return every answer that commands other than `choose` and `draft` can give. All values are filled in."""
    fillings: list[dict[str, str]] = [{"what": kind, "from": origin} for kind in KINDS for origin in ("", "offer:")]
    return [
        (spec.path, chain)
        for spec in COMMANDS
        if spec.path not in ("choose", "draft")
        for filling in fillings
        for chain in spec.fill({"die": "", **filling})
    ]


def commands_by_option(decision: Decision, all_ways: list[tuple[str, AnswerChain]]) -> dict[str, str]:
    """Map each option to a command that can choose it. Leave out options that no command can choose."""
    found: dict[str, str] = {}
    for path, chain in all_ways:
        pattern = chain[0]
        if fits(pattern, decision):
            for option in decision.options:
                if option.key == pattern.stem or (pattern.argument and option.key.startswith(pattern.stem)):
                    found.setdefault(option.key, path)
    return found


@pytest.mark.parametrize(("seats", "setup"), [(2, "quick"), (3, "draft"), (4, "quick")])
def test_every_option_of_every_question_can_be_typed(seats: int, setup: str) -> None:
    """In whole random games, no option needs a button or `choose`."""
    game = Play(GAME, start(GAME, complete_settings(GAME, seats, {"setup": setup}), bytes([seats]) * 16).position)
    chance, all_ways, rules = Chance(b"typed" * 4, {}), ways(), set()
    while pending := game.pending:
        decision = pending[0]
        rules.add(decision.rule)
        if decision.rule != "DRAFT-3":
            missing = {option.key for option in decision.options} - set(commands_by_option(decision, all_ways))
            assert not missing, (decision.rule, missing)
        keys = random_policy(lambda: None, decision, chance)
        game.answer(Answer(decision.seat, decision.id, keys))
    assert len(rules) > 15, rules


@pytest.mark.parametrize(
    ("path", "option"),
    [("prepare", "draw:deck"), ("develop", "card:A1-03"), ("build", "tower:1"), ("expand place", "place:1")],
)
def test_wild_1_an_action_command_can_spend_a_wild_point(path: str, option: str) -> None:
    state = table(2, hand=["A1-03"], coins=20)
    state.rows = [[], [], [], [], [Die(ALICE, 0, 6)]]
    then = with_steps(state, RetrieveDie(ALICE))
    chains = [chain for way, chain in ways() if way == path and chain[0].stem.startswith("wild:")]
    first = chains[0][0]
    assert fits(first, then.decision_of(ALICE))
    then = then.choose(ALICE, first.stem)
    assert option in then.keys(ALICE)
    assert any(fits(chain[1], then.decision_of(ALICE)) and option.startswith(chain[1].stem) for chain in chains)


def test_every_card_and_vase_can_be_looked_up() -> None:
    assert len(entries()["card"]) == 144
    assert len(entries()["vase"]) == 12


def test_a_card_shows_cost_discount_effect_trait_and_value() -> None:
    card = next(iter(the_box().decrees))
    text = WORDS.say(card_words(card), "en")
    decree = the_box().decrees[card]
    assert f"{decree.cost} coins" in text
    assert f"{decree.vp} VP" in text
    assert "When played:" in text
    assert "Royal trait" in text


def test_an_option_with_a_card_explains_the_card() -> None:
    card = next(iter(the_box().decrees))
    for key in (f"card:{card}", f"offer:{card}", f"draw:{card}"):
        assert effect_words(key) is not None
    assert effect_words("draw:deck") is None
    assert effect_words(f"trait:{card}") is None


def test_a_hand_lists_its_cards_or_says_it_is_empty() -> None:
    position = start(GAME, complete_settings(GAME, 2, {}), b"h" * 16).position
    mine = RULES.look(position.state, 0)
    assert len(hand_words(mine)) == len(mine.hand) + 1
    assert hand_words(RULES.look(position.state, None)) == (hand_words(RULES.look(position.state, None))[0],)
