"""Every label, prompt and line of the log of whole games has words in every language, short enough for a button."""

import pytest

from engine.kernel.decision import Answer
from engine.kernel.game import settled
from engine.kernel.play import start
from engine.kernel.players import random_player
from engine.minos_dawn.box import the_box
from engine.minos_dawn.facts import CardDrawn, Gained
from engine.minos_dawn.game import GAME
from engine.minos_dawn.telling import tell
from engine.minos_dawn.words import card, effect_of, reason
from engine.simulate import Plan, Simulation, seed_of
from locales.words import LANGUAGES, Words

NAMES = {0: "Alice", 1: "Bob", 2: "Cara", 3: "Dora"}
WORDS = Words()
LONGEST_LABEL = 80


def said(message, language):
    return WORDS.say(message, language, NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_of_the_box_has_words(language):
    for source in the_box().effects:
        assert said(effect_of(source), language)
        assert said(reason(source), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_of_its_own(language):
    names = {said(card(each), language) for each in the_box().decrees}
    assert len(names) == 144


@pytest.mark.parametrize("seats", [2, 4])
def test_whole_games_are_told_in_every_language(seats):
    plan = Plan("minos-dawn", seats, 5)
    settings = settled(GAME, seats, {"setup": "draft", "routes": "random"})
    told = list(start(GAME, settings, seed_of(plan, 0)).facts)
    game = Simulation(GAME, settings, seed_of(plan, 0), random_player)
    while game.play.pending:
        for decision in game.play.pending:
            for language in LANGUAGES:
                said(decision.prompt, language)
                labels = [said(option.label, language) for option in decision.options]
                assert max(map(len, labels)) <= LONGEST_LABEL
                assert len(set(labels)) == len(labels), (decision.rule, labels)
        decision = game.play.pending[0]
        keys = random_player(lambda: None, decision, game.whim)
        told += game.play.take(Answer(decision.seat, decision.id, keys)).facts
    lines = [[said(message, language) for fact in told if (message := tell(fact))] for language in LANGUAGES]
    assert len(lines[0]) == len(told)
    assert lines[0] != lines[1] != lines[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hidden_card_is_told_without_its_name(language):
    fact = CardDrawn(0, "A1-01", "age1", "prepare")
    name = said(card("A1-01"), language)
    assert name in said(tell(GAME.hear(fact, 0)), language)
    assert name not in said(tell(GAME.hear(fact, 1)), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_gain_is_told_with_its_reason(language):
    line = said(tell(Gained(1, "coins", 6, "decree:A1-03")), language)
    assert said(card("A1-03"), language) in line
    assert "Bob" in line
    assert "6" in line
