"""Lessons follow their games' rules exactly. If a rule changes a question, a test here fails."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

import discord_limits as limits
from cogs.help.lessons import OPPONENTS, labels_in
from cogs.ui.game_ui import GAME_UIS
from cogs.ui.names import skeleton
from cogs.ui.option_words import LABEL
from cogs.ui.panel import PanelOption, Select
from cogs.ui.presenter import PICK, Presenter
from cogs.ui.press import Press, decode, lesson_press, read_press
from cogs.ui.rulebook import read_rulebooks
from engine.games import GAMES
from engine.kernel.decision import Decision, Message
from engine.kernel.proof.lesson import LEARNER, Course, Lesson, LessonStep, LessonUnfit, Page, Played, Task
from games import GAMES as REGISTERED
from locales.words import LANGUAGES, Words
from sandbox.world import PEOPLE
from tests.architecture.sources import ROOT

WORDS = Words()
LESSONS = {key: game_ui.lesson for key, game_ui in GAME_UIS.items() if game_ui.lesson is not None}
NAMES = dict(enumerate(("Ariadne", *OPPONENTS)))
FEWEST, MOST = 12, 24
"""Minimum and maximum number of steps. A lesson takes about ten minutes."""
LONGEST = 1400
"""Maximum number of characters in a step's text. The question and the events are shown below the text."""
MANY_ANSWERS = 40


@cache
def course(key: str) -> Course:
    """Return the game's lesson after playing it."""
    return Course(GAMES[key], LESSONS[key])


def answers(decision: Decision) -> Iterator[tuple[str, ...]]:
    """Yield answers to a step: up to `MANY_ANSWERS` for each number of options that may be chosen."""
    keys = [option.key for option in decision.options]
    for count in range(decision.at_least, min(decision.at_most, len(keys)) + 1):
        every = combinations(keys, count)
        yield from (each for each, _ in zip(every, range(MANY_ANSWERS), strict=False))


def tasks(key: str) -> Iterator[tuple[LessonStep, Task, Decision]]:
    """Yield the lesson's steps that have a question."""
    for step in course(key).steps:
        if isinstance(step.scene, Task):
            assert step.decision is not None
            yield step, step.scene, step.decision


def notes_of(task: Task) -> set[str]:
    return {*task.notes.values(), *task.missing.values()}


def note_on(key: str, text: str, *keys: str) -> str | None:
    """Return the lesson's comment on a legal but unexpected answer to the step with that text."""
    number, step = next((number, step) for number, step in enumerate(course(key).steps) if step.scene.text == text)
    assert isinstance(step.scene, Task)
    assert not step.is_meant(keys)
    course(key).fork(number, keys)
    return step.scene.note_on(keys)


@pytest.fixture(params=LESSONS)
def key(request: pytest.FixtureRequest) -> str:
    """Return each game in turn."""
    return str(request.param)


def test_every_lesson_plays_as_written_in_ten_minutes(key: str) -> None:
    assert FEWEST <= len(course(key).steps) <= MOST
    assert isinstance(course(key).steps[0].scene, Page)


def test_trying_another_answer_does_not_change_the_lesson(key: str) -> None:
    tried = 0
    for number, step in enumerate(course(key).steps):
        if not isinstance(step.scene, Task):
            continue
        assert step.decision is not None
        meant = course(key).fork(number, step.meant)
        for keys in answers(step.decision):
            course(key).fork(number, keys)
            tried += 1
        assert course(key).fork(number, step.meant) == meant, step.scene.text
    assert tried > len(course(key).steps)
    assert course(key).steps == Course(GAMES[key], LESSONS[key]).steps


def test_the_lesson_comments_on_every_other_answer(key: str) -> None:
    for step, task, decision in tasks(key):
        for keys in answers(decision):
            if not step.is_meant(keys):
                assert task.note_on(keys) is not None, (task.text, keys)


def test_the_reason_for_keeping_dice_fits_every_choice() -> None:
    """The dice are a star, two gulls, scales, a builder and an arrow."""
    step, task, decision = next(each for each in tasks("minos-classic") if each[1].text == "keep")
    dice = [option.key for option in decision.options]
    tried = 0
    for kept in (set(each) for count in range(len(dice) + 1) for each in combinations(dice, count)):
        if step.is_meant(kept):
            continue
        has_gull, has_builder = kept & {"die:2", "die:3"}, "die:5" in kept
        wanted = "keep" if has_gull and has_builder else "no_builder" if has_gull else "no_gull"
        assert task.note_on(kept) == wanted, kept
        tried += 1
    assert tried == 2**6 - 1


@pytest.mark.parametrize(
    ("key", "text", "chosen", "note"),
    [
        ("minos-classic", "gulls", "gulls>natural:2", "gulls"),
        ("minos-classic", "gulls", "rings>natural:1>buy:0", "rings"),
        ("minos-classic", "gulls", "rings>natural:1>buy:1", "buy"),
        ("minos-classic", "ship", "move:z_fish>to:z_libyan_sea", "sea"),
        ("minos-classic", "ship", "move:z_fish>to:h_taras", "harbour"),
        ("minos-classic", "builders", "builders>natural:1", "points"),
        ("minos-classic", "builders", "builders>natural:2+star:1>build:s_syrakousai>kind:dwelling", "joined"),
        ("minos-classic", "builders", "move:h_syrakousai>to:h_taras", "away"),
        ("minos-classic", "found", "move:h_syrakousai>to:h_taras", "away"),
        ("minos-classic", "second", "move:h_syrakousai>to:h_taras", "later"),
        ("minos-classic", "end", "move:h_syrakousai>to:h_taras", "still"),
        ("minos-classic", "end", "rings>buy:0", "still"),
        ("minos-classic", "end", "rings>buy:1", "buy"),
        ("minos-classic", "income", "income>natural:1", "scale"),
        ("minos-classic", "rings", "rings>buy:1", "buy"),
        ("minos-classic", "fight", "die:1", "fight"),
        ("minos-classic", "fight", "die:2", "risky"),
        ("minerva", "field_cell", "cell:-1,0", "other_end"),
        ("minerva", "field_cell", "cell:0,1", "cell"),
        ("minerva", "school_cell", "cell:-1,0", "other_end"),
        ("minerva", "stables_cell", "cell:3,0", "other_end"),
        ("minerva", "residence_cell", "cell:-2,0", "other_end"),
        ("minerva", "residence_cell", "cell:2,1", "cell"),
        ("minerva", "pass", "residence", "another"),
        ("minerva", "place_assistant", "residence", "another"),
        ("minos-dawn", "benefit", "trait:A1-10>skip", "place"),
        ("minos-dawn", "move", "benefit>skip", "place"),
        ("minos-dawn", "move", "benefit>place:1", "later"),
        ("minos-dawn", "decree", "skip", "back"),
        ("minos-dawn", "decree", "card:A1-60", "decree"),
    ],
)
def test_the_lesson_gives_a_reason_that_fits_the_choice(key: str, text: str, chosen: str, note: str) -> None:
    assert note_on(key, text, chosen) == note


def test_opponents_in_lessons_share_no_name_with_people_or_computers() -> None:
    computers = [
        WORDS.say(name, language) for ui in GAME_UIS.values() for name in ui.words.computers for language in LANGUAGES
    ]
    taken = {skeleton(name) for name in [*computers, *(person[0] for person in PEOPLE)]}
    assert not taken & {skeleton(name) for name in OPPONENTS}
    assert max(lesson.seats for lesson in LESSONS.values()) < len(OPPONENTS)


def test_a_lesson_step_offers_the_same_options_as_a_table(key: str) -> None:
    """A lesson combines options into steps as a table does, so its controls offer every answer."""
    for step, task, decision in tasks(key):
        assert step.meant == task.keys, task.text
        assert {option.key for option in decision.options} >= set(task.keys), task.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_text_exists_and_is_short_enough(key: str, language: str) -> None:
    domain = GAME_UIS[key].words.domain
    for step in course(key).steps:
        said = WORDS.say(Message(f"{domain}.lesson.{step.scene.text}", {"opponent": OPPONENTS[0]}), language)
        assert len(said) <= LONGEST, (language, step.scene.text)
        for note in notes_of(step.scene) if isinstance(step.scene, Task) else ():
            assert len(WORDS.say(Message(f"{domain}.lesson.not.{note}"), language)) <= LONGEST


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_buttons_of_a_lesson_fit_on_a_phone(key: str, language: str) -> None:
    for step in course(key).steps:
        assert len(WORDS.say(Message("lesson.rule", {"rule": step.rule}), language)) <= LABEL
    for button in ("lesson.back", "button.next", "button.take_back"):
        assert len(WORDS.say(Message(button), language)) <= LABEL


def test_a_lesson_catalogue_has_exactly_the_texts_used(key: str) -> None:
    domain = GAME_UIS[key].words.domain
    said = {f"{domain}.lesson.{step.scene.text}" for step in course(key).steps}
    said |= {f"{domain}.lesson.not.{note}" for _, task, _ in tasks(key) for note in notes_of(task)}
    catalogue = (ROOT / "locales" / "en" / REGISTERED[key].catalogues / "lesson.po").read_text(encoding="utf-8")
    known = {line.split('"')[1] for line in catalogue.splitlines() if line.startswith("msgid ")} - {""}
    assert known == said


def test_every_rule_named_in_a_lesson_is_in_the_rulebook(key: str) -> None:
    book = read_rulebooks({key: ROOT / REGISTERED[key].rulebook}, WORDS).of(key, "en")
    for step in course(key).steps:
        assert step.rule, step.scene.text
        assert step.rule in book.topics, (step.scene.text, step.rule)


def test_every_task_can_be_typed_at_a_table(key: str) -> None:
    """A wire test checks that the typed command has the same effect."""
    for _, task, _ in tasks(key):
        assert task.typed.startswith("/"), task.text


def test_every_lesson_question_fits_one_select(key: str) -> None:
    for _, task, decision in tasks(key):
        presenter = Presenter(0, 0, decision, lambda message: WORDS.say(message, "en", NAMES))
        assert not presenter.needs_drafting, task.text


def test_an_outdated_lesson_is_recognised() -> None:
    """A lesson is outdated if a key is not offered, a seat is not asked, or the lesson ends with a question."""
    for scenes in (
        (Task("welcome", ("build:nothing",)), Page("end")),
        (Played(1, ("pass",)), Page("end")),
        (Task("field", ("pass",)),),
        (Task("field", ("pass",)), Task("field", ("pass",)), Page("end")),
        (),
    ):
        lesson = Lesson(2, "00" * 16, scenes, {"first_seat": "first"})
        with pytest.raises(LessonUnfit):
            Course(GAMES["minerva"], lesson)
    with pytest.raises(LessonUnfit):
        Course(GAMES["minerva"], Lesson(9, "00" * 16, (Page("end"),)))


def test_lesson_and_table_controls_are_never_confused() -> None:
    longest = lesson_press("g" * 40, 999, "v" * 12, 999, 10**20 - 1)
    assert len(longest.custom_id) <= limits.CUSTOM_ID
    for press in (longest, lesson_press("minerva", 0, "o", 0, 7)):
        assert decode(press.custom_id) == press
        assert read_press(press.custom_id) is None
    assert type(decode("k1:1:0:0:0:o0:7")) is Press
    assert LEARNER == 0


def test_the_expected_answer_names_its_select_and_full_label() -> None:
    """Five selects of dice share one name, and a sea route's label doesn't fit in a select option."""
    dice = [PanelOption(str(n), "red 2", False, hint) for n, hint in enumerate(("space 1: 3 AP", "space 1: 4 AP"))]
    way = PanelOption("2", "1 · Sea of the Fish → harbour of…", False, "Sea of the Fish → harbour of Knossos · 3 AP")
    press = Press(1, 0, PICK)
    two = [Select(press, "Build", (dice[0],)), Select(press, "Wild", (dice[1],))]

    assert labels_in(two) == {0: "red 2", 1: "red 2"}
    assert labels_in([Select(press, "Build", (*dice, way))]) == {
        0: "red 2 · space 1: 3 AP",
        1: "red 2 · space 1: 4 AP",
        2: "1 · Sea of the Fish → harbour of Knossos",
    }
