"""Names: nothing that pings, links, marks up or breaks a line is left of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.names import LONGEST_NAME, clean_name, told_apart

FORBIDDEN = set("*_~`|>#[](){}<@\\:/\n\r\t\u200b\u200d\u202e\u2066\ufeff\x00")


@given(st.text(max_size=60))
def test_no_name_holds_markup_or_is_too_long(name: str) -> None:
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


def test_people_of_one_name_are_told_apart() -> None:
    assert told_apart("Minos", {"Ariadne"}) == "Minos"
    assert told_apart("Minos", {"Minos"}) == "Minos 2"
    assert told_apart("Minos", {"Minos", "Minos 2"}) == "Minos 3"
