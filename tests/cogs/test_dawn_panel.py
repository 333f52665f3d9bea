"""Controls show each card's effect below its name, even if there are few cards."""

from functools import partial

from msgspec.structs import replace

import discord_limits as limits
from cogs.games.minos_dawn import ui as minos_dawn
from cogs.ui.option_words import LABEL
from cogs.ui.panel import Button, Select
from cogs.ui.presenter import Presenter
from engine.games import GAMES
from engine.kernel.decision import Decision, Message, Option
from engine.kernel.play import start
from engine.kernel.rules import Settings
from engine.minos_dawn.actions.extra import battle_option
from engine.minos_dawn.content import words as dawn_words
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.words import SKIP, card_option, draft_option, effect_of, plain
from engine.minos_dawn.phases.joining import REVEALS
from locales.words import LANGUAGES, Words
from tests.engine.situation import SEED

WORDS = Words()
UI = minos_dawn.UI
STYLE = replace(UI.options, knows=WORDS.knows)


def rows_of(cards: list[str], language: str = "en") -> list[object]:
    options = (*(card_option("card", card, coins=2) for card in cards), SKIP)
    decision = Decision(0, "DEV-1", Message("minos_dawn.prompt.develop"), options, private=True)
    return list(Presenter(1, 1, decision, lambda message: WORDS.say(message, language), STYLE).rows())


def test_a_few_cards_are_offered_in_a_select_with_explanations() -> None:
    cards = list(the_box().decrees)[:2]
    select, buttons = rows_of(cards)
    assert isinstance(select, Select)
    assert isinstance(buttons, tuple)
    assert len(buttons) == 1, "declining stays a button"
    assert [len(choice.hint) > 10 for choice in select.choices] == [True, True]


def test_a_single_card_button_describes_its_effect() -> None:
    rows = rows_of(list(the_box().decrees)[:1])
    assert any(isinstance(row, Select) and row.choices[0].hint for row in rows)


def test_the_hint_of_every_card_fits_in_every_language() -> None:
    for language in LANGUAGES:
        for first in range(0, 144, 20):
            (select,) = [
                row for row in rows_of(list(the_box().decrees)[first : first + 20], language) if isinstance(row, Select)
            ]
            assert all(0 < len(choice.hint) <= limits.SELECT_DESCRIPTION for choice in select.choices)


def test_gen_8_cards_that_draw_warn_and_show_their_effects() -> None:
    """A press on the card can't be undone freely, so the control warns of that."""
    drawing = [each.id for each in the_box().decrees.values() if ";" in each.effect and "drawa" in each.effect]
    for language in LANGUAGES:
        note = WORDS.say(Message("minos_dawn.option.drawn"), language)
        for card in drawing:
            option = card_option("card", card, coins=2)
            words = REVEALS["GEN-8"].wording(option)
            warned = Option(option.key, words.label, option.target, words.hint)
            decision = Decision(0, "DEV-1", Message("minos_dawn.prompt.develop"), (warned, SKIP), private=True)
            presenter = Presenter(1, 1, decision, partial(WORDS.say, language=language), STYLE)
            (choice,) = [each for row in presenter.rows() if isinstance(row, Select) for each in row.choices][:1]
            assert choice.hint.startswith(note)
            assert len(choice.hint) <= limits.SELECT_DESCRIPTION
            assert WORDS.say(effect_of(f"decree:{card}"), language) in choice.hint


def test_options_with_clear_labels_stay_buttons() -> None:
    options = (plain("end", "minos_dawn.option.end"), plain("forfeit", "minos_dawn.option.forfeit"))
    decision = Decision(0, "ACT-7", Message("minos_dawn.prompt.develop"), options)
    (row,) = Presenter(1, 1, decision, lambda message: WORDS.say(message, "en"), STYLE).rows()
    assert isinstance(row, tuple)
    assert [isinstance(button, Button) for button in row] == [True, True]


def test_each_row_of_draft_dice_has_a_select() -> None:
    """DRAFT-4: no select has more options than there are dice."""
    dice = [f"{colour}{value}" for colour in ("red", "blue", "gray") for value in (1, 3, 5, 6)][:11]
    options = tuple(draft_option(each, row) for each in dice for row in range(5))
    decision = Decision(0, "DRAFT-3", Message("minos_dawn.prompt.draft"), options)
    rows = Presenter(1, 1, decision, lambda message: WORDS.say(message, "en"), STYLE).rows()
    assert [row.placeholder for row in rows if isinstance(row, Select)] == [
        f"{name} (11)" for name in ("Prepare", "Develop", "Build", "Expand", "Wild")
    ]
    assert rows[2].choices[0].label == "red 1"  # type: ignore[union-attr]
    assert sorted(int(choice.value) for row in rows for choice in row.choices) == list(range(55))  # type: ignore[union-attr]


def test_draft_dice_name_their_row_if_rows_share_lists() -> None:
    """DRAFT-4: if only four rows of controls are left, two rows of dice share a select, so options name their row."""
    dice = [f"{colour}{value}" for colour in ("red", "blue", "gray") for value in (1, 3, 5, 6)][:11]
    options = tuple(draft_option(each, row) for each in dice for row in range(5))
    decision = Decision(0, "DRAFT-3", Message("minos_dawn.prompt.draft"), options)
    rows = Presenter(1, 1, decision, lambda message: WORDS.say(message, "en"), STYLE).rows(most=4)
    selects = [row for row in rows if isinstance(row, Select)]

    assert [select.placeholder for select in selects] == ["Prepare · Develop (22)", "Build · Expand (22)", "Wild (11)"]
    assert selects[0].choices[0].label == "red 1 → Prepare"
    assert selects[2].choices[0].label == "red 1"
    assert all(len({choice.label for choice in select.choices}) == len(select.choices) for select in selects)


def test_controls_to_end_the_turn_stand_out_and_warn() -> None:
    options = (
        plain("end", "minos_dawn.option.end"),
        Option("end", Message("minos_dawn.option.end_points", {"count": 2})),
        plain("forfeit", "minos_dawn.option.forfeit"),
        plain("develop", "minos_dawn.option.develop"),
    )
    assert [UI.options.style(option) for option in options] == ["good", "danger", "plain", "main"]


def test_wild_points_are_listed_under_the_row_they_serve() -> None:
    """WILD-1: a group named "Wild AP" would hide whether an option builds or expands."""
    keys = ("wild:build>tower:9", "wild:expand>move:9>region:8", "wild:develop", "wild:prepare>draw:deck")
    named = [UI.options.group(plain(key, "minos_dawn.option.wild.build")) for key in keys]
    assert [WORDS.say(name, "en") for name in named if name is not None] == ["Build", "Expand", "Develop", "Prepare"]


def test_the_short_label_of_a_battle_still_names_the_reward() -> None:
    """EXTRA-8: a plus sign stands for the second part of a reward."""
    state = start(GAMES["minos-dawn"], Settings(3), SEED).position.state
    numbers = [number for number, stack in enumerate(state.sea) if stack]
    options = tuple(battle_option(number, state.sea[number][-1]) for number in numbers)
    decision = Decision(0, "ACT-7", Message("minos_dawn.prompt.develop"), options)
    for language in LANGUAGES:
        rows = Presenter(1, 1, decision, partial(WORDS.say, language=language), STYLE).rows()
        lines = [choice.hint for row in rows if isinstance(row, Select) for choice in row.choices]
        rewards = [WORDS.say(effect_of(f"sea:{state.sea[number][-1]}"), language) for number in numbers]
        assert len(lines) == len(numbers) > 3
        assert [(reward, line) for reward, line in zip(rewards, lines, strict=True) if reward not in line] == []


def test_a_button_shows_both_card_names_or_becomes_a_list() -> None:
    """The reader's language is French, the table's English."""
    french, english = (partial(WORDS.say, language=language) for language in ("fr", "en"))
    seen = set()
    for card_id in the_box().decrees:
        name = dawn_words.card(card_id)
        option = Option(f"name:{card_id}", Message("minos_dawn.option.card", {"card": name}))
        decision = Decision(0, "EFF-23", Message("minos_dawn.prompt.act"), (option, SKIP), private=True)
        row = next(iter(Presenter(1, 1, decision, french, replace(STYLE, elsewhere=english)).rows()))
        seen.add(type(row))
        if isinstance(row, Select):
            assert (row.choices[0].label, row.choices[0].hint) == (french(name), english(name))
        else:
            assert row[0].label in (f"{french(name)} · {english(name)}", french(name))
            assert english(name) in row[0].label
            assert len(row[0].label) <= LABEL
    assert seen == {Select, tuple}
