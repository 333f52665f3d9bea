"""Every fact and option has words in every language, within Discord's length limits."""

import pytest

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Fact, Message, Option
from engine.kernel.play import Play, start
from engine.kernel.policy import random_policy
from engine.kernel.rules import Settings
from engine.minos_classic.actions.building import build_option, kind_option
from engine.minos_classic.actions.dice import combination_option, spend_option
from engine.minos_classic.actions.movement import way_option
from engine.minos_classic.content.box import KINDS, the_box
from engine.minos_classic.content.words import place_option
from engine.minos_classic.game import GAME, RULES
from engine.minos_classic.seen.log_lines import describe
from engine.minos_classic.state import facts as f
from locales.words import LANGUAGES, Words

NAMES = dict.fromkeys(range(4), "Wilhelmina the Navigator")
LONGEST_LABEL = 80


@pytest.fixture(scope="module")
def words() -> Words:
    """All catalogues."""
    return Words()


def said_everywhere(words: Words, message: Message) -> list[str]:
    return [words.say(message, language, NAMES) for language in LANGUAGES]


def every_label() -> list[Option]:
    box = the_box()
    spaces = range(len(box.space_ids))
    found = [way_option(space, points, fight) for space in spaces for points in (1, 3, 30) for fight in (False, True)]
    found += [place_option("move", space, "ship" if space in box.water else "guard") for space in spaces]
    found += [place_option("recruit", box.sites[number], "ship") for number in range(len(box.sites))]
    found += [place_option("build", box.sites[number]) for number in range(len(box.sites))]
    found += [kind_option(kind, 20, 4) for kind in box.building_ids]
    found += [build_option(number, ((kind, 20, 4),)) for number in range(len(box.sites)) for kind in box.building_ids]
    found += [spend_option(kind, (f.Combination(5, 0, 0),), 99) for kind in range(len(KINDS))]
    found += [combination_option(kind, f.Combination(6, 6, 6), 99) for kind in range(len(KINDS))]
    [order] = GAME.orders.offer(start(GAME, Settings(2, {}), bytes(16)).position.state, 0)
    return found + list(order.options)


def test_labels_fit_in_every_language(words: Words):
    for option in every_label():
        for text in said_everywhere(words, option.label):
            assert 0 < len(text) <= LONGEST_LABEL, text


def test_every_lobby_option_and_choice_has_a_label(words: Words):
    for option in GAME.rules.options:
        assert words.knows(f"minos_classic.option.{option.key}")
        for choice in option.choices:
            assert words.knows(f"minos_classic.option.{option.key}.{str(choice).lower()}")


EVERY_FACT = [
    f.GameBegan(0),
    f.RoundBegan(2),
    f.DiceRolled(0, 1, ("gull",) * 6, (0, 1, 2, 3, 4, 5)),
    f.DiceRolled(0, 2, ("gull", "star", "joker", "build", "arrow", "scales"), (3,)),
    f.IncomePaid(0, f.Combination(2, 1, 1), 4, 7, 28),
    f.RingsGained(0, f.Combination(1, 0, 0), 1, 0),
    f.RingsGained(0, f.Combination(5, 0, 0), 2, 3),
    f.RingsBought(0, 5, 50),
    f.MovementGained(0, f.Combination(0, 1, 0), 5, 9),
    f.BuildingGained(0, f.Combination(3, 0, 1), 4, 4),
    f.PieceMoved(0, "ship", "z_fish", "h_pylos", 2),
    f.PieceMoved(0, "guard", "p_thessalia_1", "p_malaka_sagunton_2", 1),
    f.ColonyTaken(0, "s_pylos", 4, 9),
    f.ColonyLeft(1, "s_pylos", 4, 0),
    f.BuildingPlaced(0, "s_kyme", "harbour", 1, 5, 1, 1),
    f.BuildingPlaced(0, "s_kyme", "wall", 2, 10, 4, 2),
    f.GuardArrived(0, "s_kyme"),
    f.PieceRecruited(0, "guard", "s_kyme", 5),
    f.PieceRecruited(0, "ship", "s_kyme", 5),
    f.BattleBegan(0, "ship", "z_fish", "z_ausonian_sea", 1, 1),
    f.BattleBegan(0, "guard", "s_kyme", "p_kyme_taras_1", 1, 3),
    f.FightDiceRolled(0, 1, True, ("arrow",) * 6, (0, 1, 2, 3, 4, 5), 18, False),
    f.FightDiceRolled(1, 1, False, ("star",) * 6, (2,), 6, True),
    f.DuelWon(0, 1, "ship", "z_fish", 18, 6),
    f.DuelWon(0, 1, "guard", "s_kyme", 18, 6),
    f.DuelWon(1, 0, "ship", "z_fish", 6, 6),
    f.DuelWon(1, 0, "guard", "s_kyme", 0, 0),
    f.PlayerEliminated(1),
    f.TurnEnded(0, 0, 0, 3),
    *(f.GameEnded(reason, 12) for reason in ("complete", "survivor", "dead", "stalemate", "limit")),
    f.GameEnded("complete", 12, (1,)),
    f.GameEnded("stalemate", 12, (0, 1)),
]


def test_the_samples_cover_every_kind_of_fact():
    assert {type(fact) for fact in EVERY_FACT} == set(RULES.facts)


@pytest.mark.parametrize("fact", EVERY_FACT, ids=lambda fact: type(fact).__name__)
def test_every_fact_has_words_in_every_language(words: Words, fact: Fact):
    message = describe(fact)
    assert message is not None
    lines = said_everywhere(words, message)
    assert len(set(lines)) == len(LANGUAGES)
    assert not any("{" in line or "*" in line or "\n" in line for line in lines)


def test_a_random_game_has_words_for_everything(words: Words):
    play = Play(GAME, start(GAME, Settings(3, {}), bytes(range(16))).position)
    chance = Chance(bytes(16), {})
    for _ in range(300):
        [decision] = play.pending
        for message in (decision.prompt, *(option.label for option in decision.options)):
            said_everywhere(words, message)
        keys = random_policy(lambda: None, decision, chance)
        for fact in play.take(Answer(decision.seat, decision.id, keys)).facts:
            line = describe(fact)
            assert line is not None
            assert all(said_everywhere(words, line))


def test_a_tied_duel_has_its_own_log_line(words: Words):
    tie, won = (describe(f.DuelWon(1, 0, "ship", "z_fish", 6, against)) for against in (6, 5))

    assert tie is not None
    assert won is not None
    assert (tie.id, won.id) == ("minos_classic.log.tie.ship", "minos_classic.log.duel.ship")
