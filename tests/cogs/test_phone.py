"""Controls fit on a phone: at most six rows, and labels of at most 34 characters in every language."""

from itertools import pairwise

import pytest

from benchmarks.phone import faults_of, lookalikes, lost_or_alike, measure, too_many
from cogs.ui.option_words import LABEL, OptionStyle, shorten_apart
from cogs.ui.panel import (
    PHONE_ROWS,
    ROOM_PX,
    TOOL_ROWS,
    Button,
    PanelOption,
    Row,
    Select,
    button_px,
    lines,
    phone_rows,
    text_px,
)
from cogs.ui.presenter import Presenter
from cogs.ui.press import Press
from engine.games import GAMES
from engine.kernel.decision import Decision, Message, Option
from engine.minos_classic.content.box import the_box
from engine.minos_classic.content.words import place
from locales.words import LANGUAGES, Words
from tests.locales.test_catalogues import by_id

WORDS = Words()
GAMES_TRIED = 2
PRESS = Press(1, 1, "o")
SHORT_FORMS = {"short": "a bit", "long": "an option of far too many words for a phone", "rest": "of far too many words"}


@pytest.mark.parametrize("key", GAMES)
def test_every_question_fits_a_phone_with_all_options(key: str) -> None:
    """`python -m benchmarks.phone 200` tests more games."""
    found = measure(key, GAMES_TRIED, WORDS)

    assert found.questions > 50
    assert found.layouts > 150
    assert sorted(found.faults) == []
    assert max(found.rows) <= PHONE_ROWS


def test_selects_that_look_alike_on_a_phone_are_faults() -> None:
    """Phones cut long titles. Titles must differ before that point."""
    long = "Prepare · Develop · Build · Expand · Wild"
    first, second, other = (
        Select(PRESS, title, ()) for title in (f"{long}: 1 … 25", f"{long}: 26 … 45", f"26 … 45 · {long}")
    )

    assert list(lookalikes([first, (), other])) == []
    assert list(lookalikes([first, second])) == [f"look alike: {second.placeholder}"]


def decision(options: list[Option]) -> Decision:
    return Decision(0, "RULE-1", Message("What now"), tuple(options))


def say(message: Message) -> str:
    head, _, form = message.id.rpartition(".")
    return SHORT_FORMS.get(form, message.id) if head else SHORT_FORMS.get(message.id, message.id)


def rows_of(options: list[Option], style: OptionStyle, most: int = PHONE_ROWS - TOOL_ROWS) -> list[Row]:
    return Presenter(1, 1, decision(options), say, style).rows(most=most)


KNOWING = OptionStyle(knows=lambda message_id: message_id in ("long.short", "long.rest"))


def test_a_long_label_is_shortened_with_a_hint_below() -> None:
    (select,) = rows_of([Option("a", Message("long"))], KNOWING)

    assert isinstance(select, Select)
    assert select.choices == (PanelOption("0", "a bit", hint="of far too many words"),)


def test_a_label_without_short_form_is_cut_and_repeated_below() -> None:
    (select,) = rows_of([Option("a", Message("long"))], OptionStyle())

    assert isinstance(select, Select)
    (choice,) = select.choices
    assert len(choice.label) <= LABEL
    assert choice.hint == SHORT_FORMS["long"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_destination_of_a_piece_is_never_cut(language: str) -> None:
    """MOVE-18: a number identifies the piece, so a long label leaves out the piece's origin."""
    places = sorted(the_box().space_ids, key=lambda space: len(WORDS.say(place(space), language)))[-12:]
    ways = [(start, end, way) for start, end in pairwise(places) for way in ("way", "way_to_fight")]
    options = [
        Option(f"move:{end}:{way}", Message(f"minos_classic.choice.{way}", {"from": place(start), "to": place(end)}))
        for start, end, way in ways
    ]
    style = OptionStyle(knows=WORDS.knows)
    rows = Presenter(1, 1, decision(options), lambda message: WORDS.say(message, language), style).rows()

    shown = [choice for row in rows if isinstance(row, Select) for choice in row.choices]
    assert [choice.label for choice in shown if "…" in choice.label] == []
    for (start, end, _), choice in zip(ways, shown, strict=True):
        assert WORDS.say(place(end), language) in choice.label
        assert WORDS.say(place(start), language) in choice.hint


def test_several_extra_actions_share_a_select() -> None:
    style = OptionStyle(is_extra=lambda option: option.key.startswith("extra"))
    main, extras = Option("main", Message("main")), [Option(f"extra:{n}", Message(f"extra{n}")) for n in range(4)]

    button, select = rows_of([main, *extras], style)
    (alone,) = rows_of([main, extras[0]], style)

    assert isinstance(button, tuple)
    assert isinstance(select, Select)
    assert [choice.value for choice in select.choices] == ["1", "2", "3", "4"]
    assert isinstance(alone, tuple)
    assert [one.press.index for one in alone] == [0, 1]


def test_options_that_end_or_decline_come_last_in_grey() -> None:
    style = OptionStyle(style=lambda option: "plain" if option.key == "end" else "main")
    options = [Option("end", Message("end")), Option("build", Message("build"))]

    (row,) = rows_of(options, style)

    assert isinstance(row, tuple)
    assert [(button.label, button.style) for button in row] == [("build", "main"), ("end", "plain")]


@pytest.mark.parametrize("most", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("count", [3, 7, 24])
def test_buttons_move_into_selects_until_the_rows_fit(most: int, count: int) -> None:
    style = OptionStyle(style=lambda option: "plain" if option.key == "end" else "main")
    options = [Option(f"k{n}:{n}", Message("a label that fills a line")) for n in range(count)]

    rows = rows_of([*options, Option("end", Message("end"))], style, most)

    offered = {button.press.index for row in rows if isinstance(row, tuple) for button in row}
    offered |= {int(choice.value) for row in rows if isinstance(row, Select) for choice in row.choices}
    assert phone_rows(rows) <= most
    assert offered == set(range(count + 1))


def test_rows_do_not_depend_on_earlier_limits() -> None:
    asked = decision([Option(f"k{n % 3}:{n}", Message("a label that fills a line")) for n in range(24)])
    presenter = Presenter(1, 1, asked, say)

    for most in (6, 1, 5, 2, 4, 3):
        assert presenter.rows(most=most) == Presenter(1, 1, asked, say).rows(most=most)


@pytest.mark.parametrize("most", range(1, 7))
@pytest.mark.parametrize("extras", [1, 2])
def test_extra_actions_are_offered_with_any_number_of_rows(most: int, extras: int) -> None:
    style = OptionStyle(
        is_extra=lambda option: option.key.startswith("extra"),
        style=lambda option: "plain" if option.key.startswith("extra") else "main",
    )
    options = [Option(f"k{n}:{n}", Message("a label that fills a line")) for n in range(7)]
    options += [Option(f"extra:{n}", Message(f"extra{n}")) for n in range(extras)]

    rows = rows_of(options, style, most)

    offered = {button.press.index for row in rows if isinstance(row, tuple) for button in row}
    offered |= {int(choice.value) for row in rows if isinstance(row, Select) for choice in row.choices}
    assert offered == set(range(len(options)))


def forms(*labels: str) -> list[Button]:
    return [Button(PRESS, label) for label in labels]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tool_row_fits_on_one_line_of_a_phone(language: str) -> None:
    row = forms(*(WORDS.say(Message(f"button.{verb}"), language) for verb in ("hand", "undo", "tools")))

    assert phone_rows([tuple(row)]) == 1
    assert all(button.label for button in row)


def test_button_widths_determine_the_number_of_lines() -> None:
    assert button_px("W" * 80) == ROOM_PX
    assert text_px("é") == text_px("e")
    assert lines([]) == 0
    assert lines([ROOM_PX, 1.0]) == 2
    assert lines([100.0, 100.0, 100.0]) == 2


def test_no_control_label_is_too_long_in_any_language() -> None:
    """Checks all messages that are used as labels and have no blanks."""
    long = [
        (language, message_id, text)
        for language in LANGUAGES
        for message_id, entry in by_id(language).items()
        if is_label(message_id) and not WORDS.knows(f"{message_id}.short")
        for text in entry.strings
        if "{" not in text and len(text) > LABEL
    ]
    assert long == []


def is_label(message_id: str) -> bool:
    """Return whether a message can label a button or an option at a table, outside the lobby."""
    parts = message_id.split(".")
    if parts[0] in ("button", "panel"):
        return True
    lobby = {option.key for game in GAMES.values() for option in game.rules.options}
    return len(parts) > 2 and parts[1] in ("option", "action", "choice", "group", "kind") and parts[2] not in lobby


def test_the_phone_check_finds_labels_too_long_or_cut() -> None:
    assert list(faults_of((Button(PRESS, "x" * 35),)))
    assert list(faults_of(Select(PRESS, "", (PanelOption("0", "cut…"),))))
    assert not list(faults_of(Select(PRESS, "", (PanelOption("0", "cut…", hint="whole"),))))


def test_similar_long_lines_are_cut_at_their_beginning() -> None:
    way, cut = "over the hills and far away to ", "over the hills and…"
    options = [("build", f"{way}a farm"), ("build", f"{way}a city"), ("build", way[:-4]), ("expand", f"{way}a farm")]

    assert shorten_apart(options, 40) == [f"{way}a farm", f"{way}a city", way[:-4], f"{way}a farm"]
    assert shorten_apart(options, 20) == ["… away to a farm", "… away to a city", cut, cut]


def test_cut_lines_differ_even_within_a_long_word() -> None:
    first, second = shorten_apart([("go", "a" * 60 + "b"), ("go", "a" * 60 + "c")], 20)

    assert first != second
    assert len(first) <= 20


def test_identical_lines_stay_identical() -> None:
    assert shorten_apart([("go", "far " * 9), ("go", "far " * 9)], 10) == ["far far…", "far far…"]


def test_selects_with_equal_titles_are_numbered() -> None:
    """If a select's first and last options look the same, they cannot be its title."""
    options = [Option(f"a:{n}", Message("go"), hint=Message(f"way {n % 24}")) for n in range(50)]

    rows = Presenter(
        1, 1, decision(options), lambda words: WORDS.say(words, "en") if WORDS.knows(words.id) else words.id
    ).rows()

    titles = [row.placeholder for row in rows if isinstance(row, Select)]
    assert titles == ["1/2 · Choose one", "2/2 · Choose one"]


def test_the_phone_check_finds_too_many_controls() -> None:
    five = tuple(Button(PRESS, "x") for _ in range(5))

    assert list(too_many([five] * 4)) == []
    assert list(too_many([five] * 5)) == ["43 components"]


def test_the_phone_check_finds_missing_and_identical_options() -> None:
    asked = decision([Option("a", Message("go")), Option("b", Message("go")), Option("c", Message("stay"))])
    rows: list[Row] = [(Button(Press(1, 1, "o", 0), "go"),), Select(PRESS, "", (PanelOption("1", "go"),))]
    same = Select(PRESS, "", (PanelOption("0", "go"), PanelOption("1", "go"), PanelOption("2", "stay")))

    assert list(lost_or_alike(asked, rows, range(3))) == ["is missing: c"]
    assert list(lost_or_alike(asked, [same], range(3))) == ["read alike,  | go | : a, b"]
