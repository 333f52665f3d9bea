"""Cleaned names cannot ping, link, format text or break a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.ui.names import LONGEST_NAME, clean_name, distinct_name, skeleton

FORBIDDEN = set("*_~`|>#[](){}<@\\:/\n\r\t\u200b\u200d\u202e\u2066\ufeff\x00")


@given(st.text(max_size=60))
def test_no_name_contains_markup_or_is_too_long(name: str) -> None:
    clean = clean_name(name)

    assert clean
    assert len(clean) <= LONGEST_NAME
    assert not FORBIDDEN & set(clean)
    assert "  " not in clean


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("Ariadne", "Ariadne"),
        ("@everyone", "everyone"),
        ("<@123456789>", "123456789"),
        ("<#42> <:smile:7> </help:9>", "42 smile 7 help 9"),
        ("https://evil.example/x", "https evil․example x"),
        ("**Minos**", "Minos"),
        ("a\nb", "a b"),
        ("\u202egnal", "gnal"),
        ("Žluťoučký kůň", "Žluťoučký kůň"),
        ("Z\u0334\u0335\u0336\u0337a\u0334\u0335\u0336lgo", "Z\u0334\u0335a\u0334\u0335lgo"),
        ("   ", "?"),
        ("🐂 Minotaur", "🐂 Minotaur"),
        ("N" * 60, "N" * (LONGEST_NAME - 1) + "…"),
    ],
)
def test_names_are_cleaned(name: str, clean: str) -> None:
    assert clean_name(name) == clean


def test_people_with_equal_names_get_numbers() -> None:
    assert distinct_name("Minos", {"Ariadne"}) == "Minos"
    assert distinct_name("Minos", {"Minos"}) == "Minos 2"
    assert distinct_name("Minos", {"Minos", "Minos 2"}) == "Minos 3"


INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u200b\u200e\u2060\u2063\u2800\u3164\ufe0f\ufeff\uffa0"
    "\U000e0041\U000e0101"
)


@pytest.mark.parametrize("blank", INVISIBLE, ids=lambda blank: f"U+{ord(blank):04X}")
def test_invisible_characters_are_dropped(blank: str) -> None:
    """No name is invisible, and no two names look alike."""
    assert clean_name(blank * 3) == "?"
    assert clean_name(f"Aria{blank}dne{blank}") == "Ariadne"


@pytest.mark.parametrize(
    "other",
    [
        "ariadne",
        "Αriadne",  # The first letter is a Greek capital alpha.
        "Аriаdnе",  # Several letters are Cyrillic.
        "Ariadne ",
        "A riadne",
        "Ariadné",
        "Ａｒｉａｄｎｅ",
        "𝐀𝐫𝐢𝐚𝐝𝐧𝐞",
        "Arıadne",
        "Ar1adne",
        "Arladne",
        "Ariadne\N{DEVANAGARI LETTER KA}",  # No font of our pictures has the last letter.
        "Ariadne\N{EMOJI MODIFIER FITZPATRICK TYPE-4}",
    ],
)
def test_names_that_look_alike_get_numbers(other: str) -> None:
    named = distinct_name(clean_name(other), {"Ariadne"})

    assert named == f"{clean_name(other)} 2"
    assert distinct_name("Ariadne", {clean_name(other)}) == "Ariadne 2"


def test_different_names_are_not_changed() -> None:
    names = ["Ariadne", "Adriane", "Minos", "Theseus", "Žofie", "Σωκράτης", "Иван", "🐂", "🐃", "?"]
    assert len({skeleton(name) for name in names}) == len(names)
    for name in names:
        assert distinct_name(name, {other for other in names if other != name}) == name


@given(st.lists(st.text(max_size=30), min_size=2, max_size=4))
def test_no_two_people_at_a_table_have_similar_looking_names(names: list[str]) -> None:
    taken: set[str] = set()
    for name in names:
        taken.add(distinct_name(clean_name(name), taken))
    assert len({skeleton(name) for name in taken}) == len(names)
