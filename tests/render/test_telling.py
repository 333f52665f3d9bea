"""Alt texts are short enough and board texts complete, in every language."""

import pytest

from engine.minos_classic.seen.view import ClassicView
from locales.words import LANGUAGES
from render.minos_classic.board import board
from render.minos_classic.text_board import alt_text, board_text
from render.names import plain, show_name


@pytest.mark.parametrize("language", LANGUAGES)
def test_alt_text_fits_into_1024_characters(speaking, ten, language):
    long = dict.fromkeys(range(4), "Bartholomeus van Nieuwenhuizen-Kratochvíl")
    for given in ten.values():
        for names in (given.names, long, {}):
            text = alt_text(given.view, names, speaking(language))
            assert 0 < len(text) <= 1024


def test_alt_text_names_round_turn_dice_and_holdings(speaking, ten):
    text = alt_text(ten["04-colonies"].view, ten["04-colonies"].names, speaking("en"))
    assert "round 10" in text
    assert "To move: Minos" in text
    assert "Ariadne (crimson, disc)" in text
    assert "talents: 107" in text
    assert "Colonies of Tomáš Dvořák: Knossos 8 and Phaistos 1." in text


def test_alt_text_of_a_battle_names_both_sides(speaking, ten):
    text = alt_text(ten["06-battle-defender"].view, ten["06-battle-defender"].names, speaking("en"))
    assert "To move: Ariadne – Defends." in text
    assert "Élodie – value 7" in text
    assert "Ariadne – value 5" in text


def test_a_crowded_alt_text_counts_colonies_without_naming_them(speaking, ten):
    given = ten["08-crowded"]
    text = alt_text(given.view, dict.fromkeys(range(4), "N" * 32), speaking("cs"))
    assert not text.endswith("…")
    assert "kolon" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_board_text_lists_every_site_and_all_pieces(speaking, ten, language):
    import re

    from engine.kernel.decision import Message

    say = speaking(language)
    given = ten["08-crowded"]
    sites = re.split("\n\n", board_text(given.view, given.names, say))[2]
    for site in board().site:
        name = say(Message(f"minos_classic.place.{site.id}"))
        assert len(re.findall(rf"\b{name}\b", sites)) == 1, name


def test_board_text_counts_all_pieces(speaking, ten):
    import re

    view: ClassicView = ten["08-crowded"].view
    text = board_text(view, ten["08-crowded"].names, speaking("en"))
    for kind in ("ship", "guard"):
        told = sum(int(count) for count in re.findall(rf", (\d+) {kind}s?\b", text))
        assert told == sum(pieces.count for pieces in view.pieces if pieces.kind == kind)


def test_the_board_text_names_the_result(speaking, ten):
    assert "Minos wins" in alt_text(ten["09-result"].view, ten["09-result"].names, speaking("en"))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ariadne", "Ariadne"),
        ("  two\nlines\t ", "two lines"),
        ("Řehoř Ďábel", "Řehoř Ďábel"),
        ("Θησεύς", "Θησεύς"),
        ("Éva 😀 \u202eX", "Éva 😀 X"),
        ("中文", "中文"),
        ("राम", "Jade"),
        ("", "Jade"),
        ("\u200b\u200d", "Jade"),
    ],
)
def test_names_are_cleaned_for_pictures(name, expected):
    assert show_name(name, "Jade") == expected


def test_names_keep_their_script_and_stay_on_one_line():
    assert plain("中文\n\u202e", "Jade", 32) == "中文"
    assert plain("x" * 40, "Jade", 32) == "x" * 31 + "…"
    assert plain("\n", "Jade", 32) == "Jade"


def test_texts_and_pictures_agree_on_names_of_emoji_alone():
    assert plain("🐢", "Jade", 32) == show_name("🐢", "Jade") == "🐢"
