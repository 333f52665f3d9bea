"""All labels, questions and log lines of whole games have texts in every language. Labels fit on buttons."""

import pytest

from engine.kernel.decision import Answer
from engine.kernel.game import complete_settings
from engine.kernel.play import start
from engine.kernel.policy import random_policy
from engine.minos_dawn.actions.build import tile_option
from engine.minos_dawn.actions.extra import exchange_options
from engine.minos_dawn.content.box import SA5, the_box
from engine.minos_dawn.content.language import Conversion, Either, Play, PlayFree, Route
from engine.minos_dawn.content.words import atom, card, effect, effect_of, gains, reason, track
from engine.minos_dawn.game import GAME, RULES
from engine.minos_dawn.seen.log_lines import describe
from engine.minos_dawn.state.facts import AdvancesDeclared, CardDrawn, Exchanged, FarmBuilt, Gained
from engine.simulate import Plan, Simulation, seed_of
from locales.words import LANGUAGES, Words
from tests.engine.minos_dawn.table import plain, table

NAMES = {0: "Alice", 1: "Bob", 2: "Cara", 3: "Dora"}
WORDS = Words()
LONGEST_LABEL = 80


def say(message, language):
    return WORDS.say(message, language, NAMES)


def test_prog_5_repeated_tracks_are_counted():
    first, second = (say(track(number), "en") for number in (0, 1))

    line = say(describe(AdvancesDeclared(0, (0, 0, 1, 0), ())), "en")

    assert line == f"Alice groups dice to advance on: 2 × {first}, {second}, and {first}."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_of_the_box_has_words(language):
    for source in the_box().effects:
        assert say(effect_of(source), language)
        assert say(reason(source), language)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "with presence in 4+ regions: 4 VP; 2 moves"),
        ("fr", "avec une présence dans au moins 4 régions\u00a0: 4 PV\u00a0; 2 déplacements"),
        ("cs", "kdo má válečníky aspoň ve 4 oblastech: 4 VB; 2 přesuny"),
    ],
)
def test_eff_40_43_a_semicolon_separates_conditional_and_unconditional_effects(language, words):
    card_id = next(d.id for d in the_box().decrees.values() if d.effect == "if regions>=4: vp 4; move 2")
    assert say(effect_of(f"decree:{card_id}"), language) == words
    # A condition covers all parts of one effect, so these parts are not separated by semicolons.
    assert ";" not in say(gains(plain("vp 4 + move 2").gains), language)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "either 1 card from the deck and 1 Age II card or 1 card to the palace"),
        ("fr", "soit 1 carte du paquet actif et 1 carte de l’âge II, soit 1 carte au palais"),
        ("cs", "buď 1 karta z balíčku a 1 karta II. věku, nebo 1 karta do paláce"),
    ],
)
def test_eff_46_track_i3_both_sides_of_a_choice_have_different_words(language, words):
    assert say(effect_of("track:influence:3"), language).replace("\N{NO-BREAK SPACE}", " ") == words


@pytest.mark.parametrize(
    ("language", "paying", "free"),
    [
        ("en", "play 1 decree from hand", "play 1 decree from hand or offer at no cost"),
        ("fr", "jouer 1 décret de la main", "jouer sans frais 1 décret de la main ou de l’offre"),
        ("cs", "zahrát 1 výnos z ruky", "zahrát zdarma 1 výnos z ruky či nabídky"),
    ],
)
def test_eff_12_13_the_text_says_whether_the_offer_is_open(language, paying, free):
    assert say(atom(Play(1)), language) == paying
    assert say(atom(PlayFree(1)), language) == free


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "3 × income of a trade route of your choice"),
        ("fr", "3 × le revenu d’une route commerciale au choix"),
        ("cs", "3× příjem obchodní cesty dle výběru"),
    ],
)
def test_eff_25_the_text_of_several_incomes_names_one_route(language, words):
    assert say(atom(Route(3)), language) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_with_an_effect_fits_on_a_button(language):
    box = the_box()
    options = [tile_option(verb, tile.id) for tile in box.content.trade_bonuses for verb in ("tile", "bonus")]
    labels = [option.label for option in options]
    for effects in box.effects.values():
        labels += [effect(each) for each in effects if len(effects) > 1 or isinstance(each, Conversion)]
        labels += [gains(side) for each in effects if isinstance(each, Either) for side in (each.first, each.second)]
    too_long = [text for label in labels if len(text := say(label, language)) > LONGEST_LABEL]
    assert too_long == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_unique_name(language):
    names = {say(card(each), language) for each in the_box().decrees}
    assert len(names) == 144


@pytest.mark.parametrize("seats", [2, 4])
def test_whole_games_have_texts_in_every_language(seats):
    plan = Plan("minos-dawn", seats, 5)
    settings = complete_settings(GAME, seats, {"setup": "draft", "routes": "random"})
    told = list(start(GAME, settings, seed_of(plan, 0)).facts)
    game = Simulation(GAME, settings, seed_of(plan, 0), random_policy)
    while game.play.pending:
        for decision in game.play.pending:
            for language in LANGUAGES:
                say(decision.prompt, language)
                labels = [say(option.label, language) for option in decision.options]
                assert max(map(len, labels)) <= LONGEST_LABEL
                assert len(set(labels)) == len(labels), (decision.rule, labels)
        decision = game.play.pending[0]
        keys = random_policy(lambda: None, decision, game.chance)
        told += game.play.take(Answer(decision.seat, decision.id, keys)).facts
    lines = [[say(message, language) for fact in told if (message := describe(fact))] for language in LANGUAGES]
    assert len(lines[0]) == len(told)
    assert lines[0] != lines[1] != lines[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hidden_card_is_logged_without_its_name(language):
    fact = CardDrawn(0, "A1-01", "age1", "prepare")
    name = say(card("A1-01"), language)
    ours, theirs = RULES.hear(fact, 0), RULES.hear(fact, 1)
    assert ours is not None
    assert theirs is not None
    assert name in say(describe(ours), language)
    assert name not in say(describe(theirs), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_gain_is_logged_with_its_reason(language):
    line = say(describe(Gained(1, "coins", 6, "decree:A1-03")), language)
    assert say(card("A1-03"), language) in line
    assert "Bob" in line
    assert "6" in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_farm_paid_with_only_grain_names_no_warriors(language):
    """BUILD-12: no warrior returns, so the line counts no warriors."""
    line = say(describe(FarmBuilt(0, 2, 0)), language)
    assert "Myrtos" in line
    assert "0" not in line
    assert "1" in say(describe(FarmBuilt(0, 2, 1)), language)


PALACE_EXCHANGE = {
    "en": (
        ["Exchange 2 coins for 1 weaponry", "Exchange 2 weaponry for 1 coin"],
        ["Exchange 1 coin for 1 weaponry", "Exchange 1 weaponry for 1 coin"],
        ["Alice exchanges 4 coins for 2 weaponry.", "Alice exchanges coins for 1 weaponry."],
    ),
    "fr": (
        ["Échanger 2 pièces contre 1 arme", "Échanger 2 armes contre 1 pièce"],
        ["Échanger 1 pièce contre 1 arme", "Échanger 1 arme contre 1 pièce"],
        ["Alice échange 4 pièces contre 2 armes.", "Alice échange des pièces contre 1 arme."],
    ),
    "cs": (
        ["Směnit 2 mince za 1 zbraň", "Směnit 2 zbraně za 1 minci"],
        ["Směnit 1 minci za 1 zbraň", "Směnit 1 zbraň za 1 minci"],
        ["Alice směňuje 4 mince za 2 zbraně.", "Alice směňuje mince za 1 zbraň."],
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_abil_sa5a_an_exchange_states_its_price(language):
    """The price is stated at every level, in labels and in the log. Logs of older versions have no price."""
    first, second, lines = PALACE_EXCHANGE[language]

    for space, labels in ((0, first), (5, second)):
        state = table(2, ability=SA5, coins=9, weaponry=5, tracks=[0, space, 0])
        assert [say(option.label, language) for option in exchange_options(state, 0)] == labels
    told = (Exchanged(0, "coins", "weaponry", 2, 4), Exchanged(0, "coins", "weaponry", 1))
    assert [say(describe(fact), language) for fact in told] == lines
