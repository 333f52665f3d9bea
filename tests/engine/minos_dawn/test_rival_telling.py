"""Every step of the rival has a log line, and no line or view reveals future cards or tiles."""

from collections.abc import Iterator

import msgspec
import pytest

from engine.kernel.decision import Answer, Fact
from engine.kernel.game import complete_settings
from engine.kernel.play import Play, start
from engine.kernel.policy import FastChance, random_policy
from engine.minos_dawn.content.words import region
from engine.minos_dawn.game import GAME, RULES
from engine.minos_dawn.state import facts as f
from engine.minos_dawn.state.facts import SeaPeoplesRemoved
from engine.minos_dawn.state.state import DawnState
from locales.words import LANGUAGES, Words
from render.minos_dawn.text_board import board_text, rival_lines
from tests.engine.minos_dawn.solo.solo_table import RIVAL_FACTS

WORDS = Words()
SILENT = (f.SoloCardDrawn,)
"""Facts without a separate line, because the next line includes them."""
RARE = (f.SoloDeckReshuffled, f.SoloCardDiscarded, f.RivalPointLost, f.VaseMarkLost)
SAMPLES: tuple[Fact, ...] = (
    f.SoloDeckReshuffled(1),
    f.SoloDeckReshuffled(4),
    f.RivalPointLost("no_site"),
    f.RivalPointLost("empty_bag"),
    f.RivalPrepared((), 2),
    f.RivalPrepared(("A1-01",), 2),
    f.RivalDeveloped((), (), 1),
    f.RivalDeveloped(("A1-01",), (3,), 3),
    f.RivalPassedBy(4, "no_reserve"),
    f.RivalPlaced(4, 1, "last"),
    *(f.RivalFought(4, "I-01", 2, bonus, why) for bonus in (0, 3) for why in ("", "arrived", "dominant", "tied")),
    f.VaseClaimed("v01", 10),
    f.VaseClaimed("v01", 3),
    f.RivalSailed("egypt", 5, 9, "no_site"),
    f.RivalSailed("egypt", 5, 9, "empty_bag"),
    f.VaseMarkLost("r01", "v01", "held"),
    f.VaseMarkLost("r01", "v01", "top"),
    f.SoloEnded(0, 70, 70, is_won=False),
    f.SoloEnded(0, 70, 71, is_won=False),
    f.SoloEnded(0, 71, 70, is_won=True),
)


def facts_of_a_game(difficulty: str, seed: int) -> Iterator[tuple[DawnState, Fact]]:
    """Yield every fact of a random solo game with the position after it."""
    begun = start(GAME, complete_settings(GAME, 1, {"difficulty": difficulty}), seed.to_bytes(16, "big"))
    yield from ((begun.position.state, fact) for fact in begun.facts)
    play, chance = Play(GAME, begun.position), FastChance(seed.to_bytes(16, "big"))
    while play.pending:
        decision = play.pending[0]
        now = play.answer(Answer(0, decision.id, random_policy(lambda: None, decision, chance)))
        yield from ((play.position.state, fact) for fact in now.facts)


def lines(fact: Fact) -> list[str]:
    message = GAME.narration.describe(fact)
    assert message is not None, fact
    return [WORDS.say(message, language, {0: "Ariadne"}) for language in LANGUAGES]


@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_solo_gen_2_every_language_describes_every_step_of_the_rival(difficulty: str) -> None:
    found = [fact for seed in range(3) for _, fact in facts_of_a_game(difficulty, seed)]
    steps = [fact for fact in found if isinstance(fact, RIVAL_FACTS) and not isinstance(fact, SILENT)]

    absent = {f.RivalTrackScored} if difficulty == "easy" else set()
    assert {*RIVAL_FACTS} - {type(fact) for fact in steps} <= {*SILENT, *RARE, *absent}
    for fact in steps:
        if isinstance(fact, f.RivalScored) and not fact.vp:
            assert GAME.narration.describe(fact) is None
        else:
            assert all(lines(fact))


@pytest.mark.parametrize("fact", [*SAMPLES, f.SoloCardDiscarded("r01", ("build",), ("expand", "wild", "build"))])
def test_solo_gen_2_rare_steps_of_the_rival_are_described_too(fact: Fact) -> None:
    english, *others = lines(fact)
    assert all(other != english for other in others)


def test_solo_order_2_the_log_names_rows_of_equal_dice() -> None:
    fact = f.RivalDieRetrieved("red6", "wild", 1, ("wild", "wild"), "expand", 2)
    assert lines(fact)[0] == (
        "Rhadamanthus retrieves his highest die, red 6: Wild, space 1, as Expand with strength 2."
        " Equal dice come later: Wild."
    )


def test_solo_dice_5_the_log_names_the_full_rows() -> None:
    fact = f.RivalDiePlaced("gray2", ("build", "expand", "wild"), ("build", "expand"), "wild", 2, "build")
    assert lines(fact)[0] == (
        "Rhadamanthus’s list is Build, Expand, and Wild. Build and Expand are full,"
        " so grey 2 goes to Wild, space 2. That die is marked for Build."
    )


def test_solo_dice_3_the_log_compares_every_colour() -> None:
    fact = f.RivalDieChosen("r13", "total_lowest", ("red", "blue"), (7, 5), "high", "blue4")
    assert lines(fact)[0] == (
        "Rhadamanthus draws R13. He looks for the colour with the lowest total (red 7 and blue 5; the first if tied)"
        " and takes its highest die: blue 4."
    )


def test_solo_info_2_no_text_names_an_undrawn_solo_card() -> None:
    """SOLO-INFO-3: the view lists the undrawn cards, but not their order."""
    for state, fact in facts_of_a_game("normal", 7):
        assert state.rival is not None
        undrawn = {card.encode() for card in state.rival.deck}
        if isinstance(fact, f.RivalDiePlaced | f.SoloCardDrawn | f.SoloCardDiscarded):
            told = msgspec.msgpack.encode(fact)
            assert not [card for card in undrawn - {_name(fact)} if card in told]
        view = RULES.look(state, 0)
        assert view.rival is not None
        shown = msgspec.structs.replace(view, rival=msgspec.structs.replace(view.rival, undrawn=()))
        assert not [card for card in undrawn if card in msgspec.msgpack.encode(shown)]


def _name(fact: Fact) -> bytes:
    """Return the id of the card that the fact opened, or nothing."""
    return getattr(fact, "card", "").encode()


def test_solo_exp_3_the_log_explains_one_warrior_and_the_battle() -> None:
    assert lines(f.RivalPlaced(4, 1, "last"))[0] == (
        "Rhadamanthus has no warriors in ④ Petras, so he places the last warrior of his reserve (1) there."
    )
    assert lines(f.RivalFought(4, "I-01", 2, 0, "tied"))[0].startswith(
        "Rhadamanthus is tied for the most warriors in ④ Petras"
    )


def test_solo_end_5_the_log_explains_why_he_takes_a_vase() -> None:
    assert "is still free" in lines(f.VaseClaimed("v01", 10))[0]
    assert "is taken" in lines(f.VaseClaimed("v01", 3))[0]


@pytest.mark.parametrize(("level", "worth"), [("normal", (2, 4)), ("hard", (3, 7))])
def test_solo_hard_3_the_worth_of_a_region_includes_the_bonus(level, worth) -> None:
    """The texts in the picture show the same value."""
    state, _ = next(facts_of_a_game(level, 1))
    rival = RULES.look(state, 0).rival
    assert rival is not None
    assert rival.worth == worth
    (home,) = [line for line in rival_lines(rival) if line.id == "picture_minos_dawn.rival.home"]
    assert (home.blanks["presence"], home.blanks["dominance"]) == worth


def test_solo_setup_12_the_text_board_names_the_covered_good() -> None:
    state, _ = next(facts_of_a_game("easy", 1))
    view = RULES.look(state, 0)
    text = board_text(view, {0: "Ariadne"}, lambda message: WORDS.say(message, "en", {0: "Ariadne"}))
    assert view.rival is not None
    assert text.count("covered by Rhadamanthus’s farm") == 1


def test_solo_prep_5_the_log_states_the_value_of_face_down_decrees() -> None:
    fact = f.RivalScored("face_down", 5, 14, ((3, 2), (2, 4)))
    assert lines(fact)[0] == "Rhadamanthus scores 14 VP for face-down decrees (3 × 2 + 2 × 4)."


@pytest.mark.parametrize(("mode", "says"), [("easy", "all 17 dice"), ("normal", "5 VP"), ("hard", "10 VP")])
def test_solo_gen_7_the_first_line_explains_the_level(mode: str, says: str) -> None:
    assert says in lines(f.RivalArrived(mode, 3, 4, 10 if mode == "hard" else 0))[0]


def test_solo_end_4_the_log_names_regions_of_undefeated_sea_peoples() -> None:
    english, *others = lines(SeaPeoplesRemoved(("II-01",), 3))
    assert WORDS.say(region(3), "en") in english
    assert all(WORDS.say(region(3), language) in line for language, line in zip(LANGUAGES[1:], others, strict=True))
