"""Cards as controls: each with what it does below its name, however few there are."""

from pathlib import Path

from cogs import limits, minos_dawn
from cogs.panel import Button, Presenter, Select
from engine.kernel.decision import Decision, Message
from engine.minos_dawn.box import the_box
from engine.minos_dawn.words import card_option, plain, skip_option
from locales.words import LANGUAGES, Words

WORDS = Words()
FACE = minos_dawn.face(Path("rules"))


def rows_of(cards: list[str], language: str = "en") -> list[object]:
    options = (*(card_option("card", card, coins=2) for card in cards), skip_option())
    decision = Decision(0, "DEV-1", Message("dawn.prompt.develop"), options, private=True)
    return list(Presenter(1, 1, decision, lambda message: WORDS.say(message, language), FACE.hint).rows())


def test_a_few_cards_are_a_select_that_says_what_they_do() -> None:
    cards = list(the_box().decrees)[:2]
    buttons, select = rows_of(cards)
    assert isinstance(select, Select)
    assert isinstance(buttons, tuple)
    assert len(buttons) == 1, "declining stays a button"
    assert [len(choice.hint) > 10 for choice in select.choices] == [True, True]


def test_one_card_alone_says_what_it_does() -> None:
    rows = rows_of(list(the_box().decrees)[:1])
    assert any(isinstance(row, Select) and row.choices[0].hint for row in rows)


def test_the_hint_of_every_card_fits_in_every_language() -> None:
    for language in LANGUAGES:
        for start in range(0, 144, 20):
            (select,) = [
                row for row in rows_of(list(the_box().decrees)[start : start + 20], language) if isinstance(row, Select)
            ]
            assert all(0 < len(choice.hint) <= limits.SELECT_DESCRIPTION for choice in select.choices)


def test_options_that_say_it_all_stay_buttons() -> None:
    options = (plain("end", "dawn.option.end"), plain("forfeit", "dawn.option.forfeit"))
    decision = Decision(0, "ACT-7", Message("dawn.prompt.develop"), options)
    (row,) = Presenter(1, 1, decision, lambda message: WORDS.say(message, "en"), FACE.hint).rows()
    assert isinstance(row, tuple)
    assert [isinstance(button, Button) for button in row] == [True, True]
