"""A channel must have each public line of the log once and in order, and no outdated question."""

import pytest

from cogs.ui.press import Press
from engine.minos_dawn.game import GAME
from engine.minos_dawn.state.facts import DecreePlayed, TempGained, WarriorMoved
from locales.words import Words
from sandbox.records import Message as Posted
from sandbox.simulation.chronicle import Bullets, Line, Story, bullets, find_missing_lines, stale_questions
from sandbox.strict.components import BUTTON, ROW
from sessions.records.table import Table

WORDS, NAMES = Words(), {0: "Ariadne", 1: "Theseus"}
TABLE = Table(7, 1, 2, "minerva", 1, 3, "en", 0, 0, status="running")
LINES = [
    Line(1, "begins"),
    Line(2, "builds"),
    Line(2, "gains"),
    Line(3, "sells", gone_by=5),
    Line(4, "passes"),
]
WHOLE = ("begins", "builds", "gains", "sells", "passes")


def story(**more: object) -> Story:
    return Story(TABLE, list(LINES), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "told",
    [
        [Bullets(1, 0, WHOLE)],
        [Bullets(1, 0, WHOLE[:1]), Bullets(2, 0, WHOLE[1:])],
        [Bullets(1, 0, ("begins", "builds", "gains", "passes"))],
        [Bullets(1, 1, ("builds", "gains", "passes"))],
    ],
    ids=["in one message", "in two", "without what was taken back", "with one a button away"],
)
def test_a_complete_channel_has_no_faults(told: list[Bullets]) -> None:
    assert find_missing_lines(story(), told) == []


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ([Bullets(1, 0, WHOLE[1:])], "entry 1 is missing from the channel"),
        ([Bullets(1, 0, ("begins", "builds", "sells", "passes"))], "entry 2 is missing from the channel: 'gains'"),
        ([Bullets(1, 0, WHOLE[:-1])], "entry 4 is missing from the channel"),
        ([Bullets(1, 1, WHOLE[3:])], "entry 2 is missing from the channel"),
        ([Bullets(1, 0, WHOLE), Bullets(2, 0, ("passes",))], "posted once too often: 'passes'"),
        ([Bullets(1, 0, WHOLE[1:]), Bullets(2, 0, WHOLE[:1])], "posted once too often: 'begins'"),
    ],
    ids=["the first", "what came of it", "the last", "more than it says", "twice", "out of order"],
)
def test_missing_repeated_and_misordered_lines_are_caught(told: list[Bullets], fault: str) -> None:
    assert any(fault in found for found in find_missing_lines(story(), told))


def warrior_move(entry: int, origin: int, target: int, gone_by: int = 0) -> Line:
    (told,) = GAME.narration.lines([WarriorMoved(0, origin, target)])
    return Line(entry, WORDS.say(told.message, "en", NAMES), told, NAMES, gone_by)


MOVES = [
    warrior_move(1, 3, 7),
    warrior_move(2, 7, 11, gone_by=3),
    Line(3, "Ariadne takes back an answer.", takes_back=True),
    warrior_move(4, 8, 9),
    warrior_move(5, 9, 10),
]
LAST_MOVES = "Ariadne moves warriors: ⑧ Rhithymna → ⑨ Kydonia and ⑨ Kydonia → ⑩ Kisamos."
ALL_MOVES = "Ariadne moves warriors: ③ Zakros → ⑦ Knossos, ⑧ Rhithymna → ⑨ Kydonia, and ⑨ Kydonia → ⑩ Kisamos."


@pytest.mark.parametrize(
    ("told", "faults"),
    [
        ([(ALL_MOVES,)], 0),
        ([(MOVES[0].words,), (MOVES[3].words, MOVES[4].words)], 0),
        ([(ALL_MOVES.replace("⑩ Kisamos", "⑪ Tarrha"),)], 4),
        ([(ALL_MOVES,), (MOVES[4].words,)], 1),
        ([(MOVES[0].words, MOVES[1].words), (LAST_MOVES,)], 1),
        ([(MOVES[0].words, MOVES[1].words), (MOVES[2].words, LAST_MOVES)], 0),
    ],
    ids=["as one", "one by one", "another one", "the last twice", "never called off", "called off"],
)
def test_each_line_of_a_joined_message_is_checked(told: list[tuple[str, ...]], faults: int) -> None:
    """The second move may be undone before or after it is posted."""
    table = Table(7, 1, 2, "minos-dawn", 1, 3, "en", 0, 0, status="running")
    messages = [Bullets(number, 0, pieces) for number, pieces in enumerate(told)]

    assert len(find_missing_lines(Story(table, list(MOVES)), messages)) == faults


@pytest.mark.parametrize(
    ("heading", "faults"),
    [("Minos: Dawn · round 1 · Ariadne", 0), ("Minos: Dawn · round 1 · Theseus", 2), ("Minos: Dawn · round 1", 2)],
)
def test_a_line_may_omit_a_name_from_the_heading(heading: str, faults: int) -> None:
    table = Table(7, 1, 2, "minos-dawn", 1, 3, "en", 0, 0, status="running")
    told = Bullets(1, 0, ("Moves a warrior: ⑧ Rhithymna → ⑨ Kydonia.",), heading)

    assert len(find_missing_lines(Story(table, [warrior_move(4, 8, 9)]), [told])) == faults


@pytest.mark.parametrize(("player", "faults"), [("Ariadne", 0), ("Theseus", 2)])
def test_a_line_may_omit_a_name_shown_above(player: str, faults: int) -> None:
    table = Table(7, 1, 2, "minos-dawn", 1, 3, "en", 0, 0, status="running")
    told = Bullets(1, 0, ("Moves a warrior: ⑧ Rhithymna → ⑨ Kydonia.",), "Minos: Dawn · round 1", (player,))

    assert len(find_missing_lines(Story(table, [warrior_move(4, 8, 9)]), [told])) == faults


GIVEN = [DecreePlayed(0, "A1-38", "hand", 4), TempGained(0, 1, "decree:A1-38")]


@pytest.mark.parametrize("is_apart", [False, True], ids=["as one", "apart"])
def test_a_line_implied_by_another_line_may_be_missing(is_apart: bool) -> None:
    """The line about a decree already mentions the decree's stone."""
    told = [GAME.narration.lines([fact])[0] for fact in GIVEN]
    lines = [
        Line(number, WORDS.say(each.message, "en", NAMES), each, NAMES) for number, each in enumerate(told, start=1)
    ]
    table = Table(7, 1, 2, "minos-dawn", 1, 3, "en", 0, 0, status="running")
    pieces = tuple(line.words for line in lines)

    assert find_missing_lines(Story(table, lines), [Bullets(1, 0, pieces if is_apart else pieces[:1])]) == []
    assert find_missing_lines(Story(table, lines), [Bullets(1, 0, pieces[1:])]) != []


TAKEN_BACK = [
    Line(1, "begins"),
    Line(2, "builds", gone_by=3),
    Line(3, "takes back", takes_back=True),
    Line(4, "builds"),
]


@pytest.mark.parametrize(
    ("told", "faults"),
    [
        ([("begins", "builds")], []),
        ([("begins", "builds"), ("takes back", "builds")], []),
        ([("begins",), ("takes back", "builds")], []),
        ([("begins", "builds"), ("builds",)], ["table 7: entry 3 is missing from the channel: 'takes back'"]),
        ([("begins", "builds"), ("takes back",)], ["table 7: entry 4 is missing from the channel: 'builds'"]),
    ],
    ids=["in the same message", "told and called off", "called off for nothing", "never called off", "not done again"],
)
def test_an_undo_is_posted_if_its_answer_was_posted(told: list[tuple[str, ...]], faults: list[str]) -> None:
    """The log has the same words for the undone answer and for the answer given instead."""
    messages = [Bullets(number, 0, pieces) for number, pieces in enumerate(told)]

    assert find_missing_lines(Story(TABLE, list(TAKEN_BACK)), messages) == faults


def text(content: str) -> dict[str, object]:
    return {"type": 10, "content": content}


def button(press: Press) -> dict[str, object]:
    return {"type": ROW, "components": [{"type": BUTTON, "custom_id": press.custom_id, "label": "x", "style": 1}]}


def post(number: int, *components: dict[str, object]) -> Posted:
    return Posted(number, 2, 9, components=list(components))


def test_bullets_are_read_without_emoji() -> None:
    lines = "• a\n• <:m_x:12> b\n• 2 times: c\n• 3 times: d\n• 2 x e\nno"
    message = post(1, text(f"### Minerva\n-# 3 earlier lines of this turn: press **Whole turn**.\n{lines}"))

    assert bullets(message, "en") == Bullets(1, 3, ("a", "b", "c", "c", "d", "d", "d", "2 x e"), "Minerva")


ASKED = {"What do you do?": True, "Which dice do you keep?": False}


def test_the_current_question_may_appear_only_once() -> None:
    asked, answer = text("<@5> – What do you do?"), button(Press(7, 0, "o", 0, 1, 12))
    more = button(Press(7, 0, "turn", 3, decision=2))
    here = story(asked=ASKED, now={(1, 12)})

    assert stale_questions(here, [post(1, text("• a"), more), post(2, asked, answer)]) == []
    assert len(stale_questions(here, [post(1, asked), post(2, asked, answer)])) == 1


@pytest.mark.parametrize(
    "left", [text("<@4> – Which dice do you keep?"), button(Press(7, 0, "o", 0, 0, 11))], ids=["words", "controls"]
)
def test_an_outdated_question_is_found(left: dict[str, object]) -> None:
    here = story(asked=ASKED, now={(1, 12)})

    assert len(stale_questions(here, [post(1, left), post(2, text("<@5> – What do you do?"))])) == 1


def test_a_departure_is_posted_if_only_one_person_remains() -> None:
    left = Line(2, "leaves, and the seat plays on", at_first="leaves")
    lines = [Line(1, "begins"), left, Line(3, "passes")]
    for words in (left.at_first, left.words):
        assert find_missing_lines(Story(TABLE, lines), [Bullets(1, 0, ("begins", words, "passes"))]) == []
    both = [Bullets(1, 0, ("begins", left.at_first, left.words, "passes"))]
    assert len(find_missing_lines(Story(TABLE, lines), both)) == 1
