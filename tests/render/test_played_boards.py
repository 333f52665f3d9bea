"""Boards of played games have only the listed faults. A planted fault of each kind is found."""

from itertools import islice

import pytest
from msgspec.structs import replace

from locales.words import LANGUAGES
from render import theme
from render.plate import line
from render.renderer import RENDERERS
from render.scene import Area, Box, Disc, Icon, Item, Layer, Stroke, Text
from tests.render import hidden, known_faults, plates, positions
from tests.render.test_plates import head, needed_layer, plate


@pytest.mark.parametrize("game", RENDERERS)
def test_boards_of_played_games_have_only_the_listed_faults(request: pytest.FixtureRequest, game: str) -> None:
    """Judges 300 boards of greedy and strong players. Only a few are painted, unless `--all-positions` is given."""
    is_all = request.config.getoption("--all-positions")
    known = known_faults.read_known()[game]
    found = list(known_faults.Judge().judge(game, 1 if is_all else known_faults.PAINTED_EVERY))
    counted = known_faults.count(iter(found))
    some, every, heavy = known.pop("heavy", 0), known.pop(known_faults.OF_ALL, 0), counted.pop("heavy", 0)
    new = [str(fault) for fault in found if fault.kind not in known]
    assert heavy <= (every if is_all else some), new  # Another processor may compress better.
    assert counted == known, (
        f"`python -m tests.render.known_faults {game}` prints all faults, --lower lists fewer: {new}"
    )


def test_played_boards_include_questions_moves_and_past_turns() -> None:
    given = list(positions.boards("minerva"))
    assert len(given) == 300
    assert {len(board.view.seats) for board in given} == {2, 3, 4}
    tables = {(board.language, tuple(board.names.values())) for board in given}
    assert tables == {(language, tuple(names.values())) for language in LANGUAGES for names in positions.TABLES}
    assert sum(bool(board.marks) for board in given) > 50
    assert sum(bool(board.moves) for board in given) > 150
    assert any(board.view.result for board in given)
    past = [board for board in given if board.is_past]
    assert len(past) > 50
    assert all(len(board.draw(str)) == 1 for board in past[:3])
    assert len(given[0].draw(str)) == 2


def test_plates_over_the_byte_limit_are_counted_as_heavy(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = islice(positions.boards("minerva"), 2)
    monkeypatch.setattr(known_faults, "boards", lambda game: [first, second])
    monkeypatch.setattr(known_faults, "HEAVY", 1000)
    judge = known_faults.Judge()
    assert known_faults.count(judge.judge("minerva", painted_every=2)) == {"heavy": 2}
    assert len(judge.sizes) == 2
    assert min(judge.sizes) > 1000


def test_the_list_of_known_faults_only_shrinks() -> None:
    known = {"covered": 3, "cut": 2, "heavy": 1}
    assert known_faults.lower(known, {"covered": 4, "cut": 1, "layout": 9}) == {"covered": 3, "cut": 1}


WORD = Text(500, 500, "Kyme", "bold", 42, theme.CREAM)
PIECE = Icon("ship", 500, 500, 60, "azure")


OVER = {
    "icon": PIECE,
    "disc": Disc(480, 500, 30, theme.INK),
    "box": Box(400, 400, 110, 200, theme.INK),
    "text": Text(490, 500, "Kyme", "bold", 42, theme.INK),
    "stroke": Stroke(((400, 500), (600, 500)), theme.INK, 9),
    "area": Area(((400, 400), (500, 400), (500, 600), (400, 600)), theme.INK),
}


@pytest.mark.parametrize("over", OVER.values(), ids=OVER)
def test_a_word_under_something_painted_later_is_found(over: Item) -> None:
    fault = ["'Kyme' in rest is covered"]
    assert hidden.find_covered(plate(head(), Layer("rest", (WORD,)), Layer("more", (over,))).scene) == fault
    assert hidden.find_covered(plate(head(), Layer("rest", (WORD, over))).scene) == fault
    assert fault[0] not in hidden.find_covered(plate(head(), Layer("more", (over,)), Layer("rest", (WORD,))).scene)


@pytest.mark.parametrize("over", [Disc(500, 500, 90, f"{theme.GOLD}58"), Disc(500, 440, 30, theme.INK)],
                         ids=["a glow", "a near piece"])  # fmt: skip
def test_a_readable_word_is_not_reported_as_covered(over: Item) -> None:
    assert hidden.find_covered(plate(head(), Layer("rest", (WORD, over))).scene) == []


def test_a_needed_icon_under_a_later_layer_is_found() -> None:
    mark = Layer("marks", (Box(480, 480, 60, 60, theme.INK),))
    assert hidden.find_covered(plate(needed_layer(PIECE), mark).scene) == ["Icon ship in asked is covered"]
    assert hidden.find_covered(plate(Layer("rest", (PIECE,)), mark).scene) == []


def test_a_word_that_runs_into_an_icon_is_found() -> None:
    beside = replace(PIECE, x=455)
    number = Text(500, 500, "2", "bold", 42, theme.CREAM)
    assert hidden.find_entangled(plate(head(), Layer("rest", (beside, WORD))).scene) == [
        "'Kyme' in rest runs into Icon ship"
    ]
    plaque = Box(450, 470, 100, 60, theme.INK)
    for sound in ((PIECE, number), (beside, plaque, WORD), (replace(PIECE, x=400), WORD)):
        assert hidden.find_entangled(plate(head(), Layer("rest", sound)).scene) == []


@pytest.mark.parametrize("words", ["Ariadne – Déve…", "2 · 3 …", "Wilhelmine – …", "Wil… – Dé…"])
def test_needed_words_cut_with_an_ellipsis_are_found(words: str) -> None:
    text = line(20, 200, words, 42, theme.CREAM, 900)
    people = ("Ariadne", plates.LONG[0])
    assert hidden.find_cut(plate(needed_layer(text)).scene, people) == [f"{words!r} in asked is cut"]
    assert hidden.find_cut(plate(Layer("rest", (text,))).scene, people) == []


@pytest.mark.parametrize("words", ["Ariadne – Développer", "Wilhelmine… – Développer", "Wilhel…"])
def test_only_a_long_name_may_be_cut(words: str) -> None:
    text = line(20, 200, words, 42, theme.CREAM, 900)
    assert hidden.find_cut(plate(needed_layer(text)).scene, ("Ariadne", plates.LONG[0])) == []
