"""Pictures draw names in every common script, and no two people at a table have the same name."""

import pytest
from PIL import Image, ImageChops

from engine.kernel.decision import Message
from locales.words import Words
from render import score_sheet, theme
from render.names import make_distinct, show_name
from render.paint import Painting
from render.plate import HEAD, MARGIN
from render.scene import Layer, Scene, Text
from render.score_sheet import ScoreSheet, Side
from render.worker import say_in
from tests.render import plates
from tests.render.conftest import Speaking
from tests.render.plates import GALLERY

FACES = ("bold", "text", "italic", "display")
NAMES = {
    "Latin": "Ștefan Þórður Ɛnyonam",
    "Vietnamese": "Nguyễn Thị Hồng Đặng",
    "Greek": "Ἀριάδνη Θησεύς",
    "Cyrillic": "Ёжик Їжак Ђорђе Ҡаҙаҡ",
    "Armenian": "Արամ",
    "Georgian": "თამარ",
    "Hebrew": "שלום",
    "Arabic": "محمد",
    "Thai": "สมชาย",
    "Chinese": "王小明 李娜",
    "Chinese, traditional": "臺灣國語",
    "Japanese": "田中さくら ツナ",
    "Korean": "김철수 뷁",
    "emoji": "🐉🔥👑🎲❤",
    "symbols": "★☆♪✿",
}
PLAIN = {"𝐀𝐥𝐞𝐱": "Alex", "𝓐𝓵𝓮𝔁": "Alex", "Ａｌｅｘ２": "Alex2", "Ⓐⓛⓔⓧ": "Alex", "ᴀʟᴇx": "ᴀʟᴇx"}
ALIKE = {
    "skin tones": ("Éva 👍🏽", "Éva 👍🏿"),
    "letters no font has": ("Éva राम", "Éva कमल"),
    "nothing to draw": ("राम", "Crimson"),
    "only in a mark": ("Zoe\u0337", "Zoe\u0338"),
    "only at the end": ("Alexandra Petrovna", "Alexandra Petrovich"),
    "only in the last letter": ("Wilhelmine-Marguerite A", "Wilhelmine-Marguerite B"),
    "only in a number": ("Wilhelmine-Marguerite", "Wilhelmine-Marguerite 2"),
}
"""Pairs of names that would look the same if a picture left out letters or cut the end."""


@pytest.mark.parametrize("script", NAMES)
def test_names_of_each_script_are_drawn_letter_by_letter(script: str) -> None:
    shown = show_name(NAMES[script], "nobody")
    assert len(shown) == len(NAMES[script])
    for face in FACES:
        for each, run in theme.runs(shown, face):
            letters, unknown = theme.font(each, 24), theme.font(each, 24).getmask("\uffff")
            blank = [letter for letter in run if bytes(letters.getmask(letter)) == bytes(unknown)]
            assert "".join(blank).strip() == "", (face, each)


@pytest.mark.parametrize("name", PLAIN)
def test_styled_letters_are_drawn_plainly(name: str) -> None:
    assert show_name(name, "nobody") == PLAIN[name]


@pytest.mark.parametrize("anchor", ["lm", "mm", "rm"])
@pytest.mark.parametrize("script", NAMES)
def test_names_of_each_script_fit_into_their_line(painting: Painting, script: str, anchor: str) -> None:
    text = Text(500, 80, f"Ab {show_name(NAMES[script], '')} yz", "bold", 40, theme.CREAM, anchor)
    left, top, right, bottom = plates.ink(text)
    image = painting.paint(Scene(1000, 160, Layer("bare", ()), 1, (Layer("words", (text,)),)))
    inked = ImageChops.difference(image, Image.new("RGB", image.size, theme.NIGHT)).getbbox()

    assert inked is not None
    assert left - 2 <= inked[0] <= left + 6
    assert right - 6 <= inked[2] <= right + 2
    assert top - 2 <= inked[1] < inked[3] <= bottom + 2
    assert bottom - top < 1.7 * text.size


def test_plain_names_have_the_width_that_their_font_gives() -> None:
    for name in ("Ariadne", "Tomáš Dvořák", "Élodie"):
        for face in FACES:
            assert theme.text_width(name, face, 42) == theme.font(face, 42).getlength(name)


def test_words_from_right_to_left_are_reversed_and_joined() -> None:
    assert show_name("שלום Dan 12", "") == "םולש Dan 12"
    assert show_name("محمد", "") == "\ufeaa\ufee4\ufea4\ufee3"
    assert show_name("سلام", "") == "\ufee1\ufefc\ufeb3"


def test_combining_marks_without_a_combined_letter_are_left_out() -> None:
    assert show_name("Z\u0337\u0348a\u030al\u0335go", "") == "Zålgo"


def test_a_cut_name_keeps_the_number_that_distinguishes_it() -> None:
    assert theme.cut("Wilhelmine-Marguerite 2", "bold", 40, 200).endswith("… 2")
    assert theme.cut("Wilhelmine-Marguerite", "bold", 40, 200).endswith("…")


HEBREW = "ברוריה אברבנאל-מונטיפיורי מירושלים".replace("-", " ")


def test_a_name_from_right_to_left_is_cut_where_it_ends() -> None:
    shown = theme.cut(show_name(HEBREW, ""), "bold", 40, 200)
    assert shown[0] == "…"
    assert HEBREW.startswith(shown[:0:-1])
    assert theme.cut(f"{show_name(HEBREW, '')} 2", "bold", 40, 200).endswith(f"{HEBREW[0]} 2")


def test_long_names_from_right_to_left_differ_where_they_are_read_first() -> None:
    names = make_distinct({0: show_name(f"{HEBREW} אב", ""), 1: show_name(f"{HEBREW} גד", "")})
    assert [name[::-1] for name in names.values()] == [f"{HEBREW[:3]}… {end}" for end in ("אב", "גד")]


def test_numbered_names_never_equal_the_name_of_another_person() -> None:
    assert list(make_distinct({0: "Éva", 1: "Éva", 2: "Éva 2"}).values()) == ["Éva", "Éva 3", "Éva 2"]
    assert len(set(make_distinct(dict.fromkeys(range(4), "Éva")).values())) == 4


@pytest.mark.parametrize("pair", ALIKE)
@pytest.mark.parametrize("game", GALLERY)
def test_names_that_look_the_same_differ_on_every_plate(game: str, pair: str) -> None:
    """To find where people are named, the test draws the same plate with plain names."""
    words, seen = Words(), 0
    plain = {0: "Adam", 1: "Bobo", 2: "Cici", 3: "Dodo"}
    alike = {**plain, **dict(enumerate(ALIKE[pair]))}
    for name, given in GALLERY[game]().items():
        drawn = zip(*(given.draw(names, say_in("en", words, names)) for names in (plain, alike)), strict=True)
        for usual, awkward in drawn:
            called: dict[int, set[str]] = {0: set(), 1: set()}
            for one, other in zip(plates.texts(usual.scene), plates.texts(awkward.scene), strict=True):
                assert all(theme.face_of(letter, other.face) for letter in other.text), (name, other.text)
                for seat in called:
                    if one.text == plain[seat]:
                        called[seat].add(other.text)
            assert called[0].isdisjoint(called[1]), (name, usual.name)
            seen += bool(called[0] and called[1])
    assert seen > 3


@pytest.mark.parametrize("pair", ALIKE)
def test_names_that_look_the_same_differ_on_the_score_sheet(speaking: Speaking, pair: str) -> None:
    names = [show_name(name, "Crimson") for name in ALIKE[pair]]
    sides = tuple(Side(name, "crimson", 1, 9, (), (9, 9)) for name in (*names, "Cici", "Dodo"))
    drawn = score_sheet.plate(ScoreSheet(Message("minerva.name"), (), sides), speaking("en"))
    columns = [text for text in plates.texts(drawn.scene) if text.y == HEAD + MARGIN + 88]
    assert len({text.text for text in columns}) == len(columns) == 4
