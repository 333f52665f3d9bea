"""Alt texts consist of complete lines. If lines don't fit, the last line names the button that shows them."""

import pytest

from locales.words import LANGUAGES, Words
from render.alt import as_alt
from render.plate import LONGEST_ALT

WORDS = Words()


def test_alt_text_that_fits_is_not_shortened() -> None:
    lines = ["a" * 500, "b" * 523]

    assert as_alt(lines, lambda message: WORDS.say(message, "en")) == "\n".join(lines)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("length", [40, 300, 1010, 1023])
def test_lines_that_do_not_fit_are_dropped(language: str, length: int) -> None:
    lines = ["word " * (length // 5) + str(number) for number in range(60)]

    told = as_alt(lines, lambda message: WORDS.say(message, language)).split("\n")

    assert len("\n".join(told)) <= LONGEST_ALT == 1024
    assert told[-1].endswith((".", "»."))
    assert all(line in lines or lines[0].startswith(line) for line in told[:-1])
    assert len(told) > 1


def test_a_word_that_is_too_long_is_cut() -> None:
    told = as_alt(["labyrinth" * 200], lambda message: WORDS.say(message, "en"))

    assert told.startswith("labyrinthlabyrinth")
    assert len(told) == LONGEST_ALT


def test_a_line_that_is_too_long_is_cut_between_words() -> None:
    told = as_alt(["labyrinth " * 200], lambda message: WORDS.say(message, "en"))

    first, rest = told.split("\n")
    assert set(first.split()) == {"labyrinth"}
    assert rest == "There’s more than fits here: press “Board as text”."
