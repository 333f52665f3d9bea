"""`/learn` over the wire: every step in each language, wrong answers, undo, restarts and forged controls."""

import re
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cogs.help import lessons
from cogs.help.lessons import OPPONENTS
from cogs.interactions.answering import REFUSED, SLOW_S
from cogs.ui.game_ui import GAME_UIS
from cogs.ui.presenter import ALL, ANSWER, ANSWER_OFFERED, NONE
from cogs.ui.press import GO, LessonPress, decode, lesson_press
from engine.games import GAMES
from engine.kernel.decision import Message
from engine.kernel.offering.offers import single_keys
from engine.kernel.proof.lesson import LEARNER, Course, Lesson, LessonStep, LessonUnfit, Page, Played, Task
from locales.words import Words
from render import CannotDraw, Picture
from sandbox.driver import Actor
from sandbox.seen import Reply, Seen
from sandbox.strict.components import BUTTON, STRING_SELECT
from sessions.play.timeline import AnyGame
from sessions.records.log import Answered
from sessions.session import Session
from sessions.store import Store
from tests.seeds import Seeds
from tests.wire import evening as wire
from tests.wire.dawn import DawnRenderClient
from tests.wire.evening import CHANNEL, Wired, table_of, wired

WORDS = Words()
LESSONS = {key: game_ui.lesson for key, game_ui in GAME_UIS.items() if game_ui.lesson is not None}
COURSES = {key: Course(GAMES[key], lesson).steps for key, lesson in LESSONS.items()}
LOCALES = {"en": "en-US", "fr": "fr", "cs": "cs"}


class NothingDrawn(DawnRenderClient):
    """A renderer without pictures."""

    async def board(self, *_: object, **__: object) -> tuple[Picture, ...]:
        raise CannotDraw

    async def hand(self, *_: object, **__: object) -> Picture:
        raise CannotDraw


@pytest.fixture
async def wired_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    """The bot with all games. Its pictures are dots."""
    monkeypatch.setattr(wire, "render_client", DawnRenderClient)
    async with wired(tmp_path) as wired_bot:
        yield wired_bot


def lesson_of(reply: Reply) -> Seen:
    """Return the lesson's message in its newest version."""
    assert reply.is_ephemeral or reply.kind in ("update", "deferred_update"), reply
    assert reply.message is not None, reply.text
    assert not reply.message.text.startswith(REFUSED), reply.message.text
    return reply.message


async def begin_lesson(person: Actor, game: str, channel: object = CHANNEL) -> Seen:
    """Start a lesson. Return its first step as the person sees it."""
    return lesson_of(await person.command("/learn", channel, game=game))  # type: ignore[arg-type]


async def answer(person: Actor, message: Seen, step: LessonStep, keys: tuple[str, ...]) -> Reply:
    """Choose these options with the step's controls."""
    assert step.decision is not None
    wanted = [index for index, option in enumerate(step.decision.options) if option.key in keys]
    for button in message.buttons:
        press = decode(button.custom_id or "")
        if press is None:
            continue
        is_whole = (press.verb, len(wanted)) in ((ALL, len(step.decision.options)), (NONE, 0))
        if is_whole or (press.verb in (ANSWER, ANSWER_OFFERED) and [press.index] == wanted):
            return await person.press(message, custom_id=button.custom_id)
    for select in message.selects:
        values = {option.value for option in select.options}
        if values >= set(map(str, wanted)):
            return await person.choose(message, *map(str, wanted), custom_id=select.custom_id)
    raise AssertionError((step.scene.text, keys))


async def on(person: Actor, message: Seen, step: LessonStep) -> Seen:
    """Answer as the lesson suggests. Return the next step."""
    if isinstance(step.scene, Task):
        return lesson_of(await answer(person, message, step, step.meant))
    return lesson_of(await person.press(message, custom_id=max(ways(message).items())[1]))


def ways(message: Seen) -> dict[int, str]:
    """Return the steps that can be reached without an answer, each with its control's custom id."""
    read = {button.custom_id: decode(button.custom_id or "") for button in message.buttons}
    return {
        press.epoch: press.custom_id for press in read.values() if isinstance(press, LessonPress) and press.verb == GO
    }


def text_of(key: str, step: LessonStep, language: str) -> str:
    message = Message(f"{GAME_UIS[key].words.domain}.lesson.{step.scene.text}", {"opponent": OPPONENTS[0]})
    return WORDS.say(message, language)


def other_answer(step: LessonStep) -> tuple[str, ...] | None:
    """Return a legal answer that the lesson does not expect, or None."""
    if not isinstance(step.scene, Task) or step.decision is None:
        return None
    others = [option.key for option in step.decision.options if option.key not in step.meant]
    count = max(1, step.decision.at_least)
    return tuple(others[:count]) if len(others) >= count else None


def stored_rows(wired_bot: Wired) -> list[str]:
    """Return all stored rows."""
    with closing(sqlite3.connect(f"file:{wired_bot.folder / 'knossos.db'}?mode=ro", uri=True)) as db:
        return [line for line in db.iterdump() if '"clock_marks"' not in line]  # the bot's heartbeat


def path_and_arguments(task: Task) -> tuple[str, Any]:
    """Return the path and typed arguments of a step's command."""
    path, *arguments = re.split(r" (?=[a-z]+:)", task.typed)
    return path, dict(argument.split(":", 1) for argument in arguments)


def answers_of(scene: Page | Task | Played) -> list[tuple[str, ...]]:
    """Return the answers of a scene, question by question."""
    match scene:
        case Played(_, keys):
            return [keys]
        case Task(keys=(key,)):
            return [(each,) for each in single_keys(key)]
        case Task(keys=keys):
            return [keys]
    return []


async def answers_in(store: Store, session: Session) -> list[tuple[str, ...]]:
    """Return all answers in the log of a table, in order."""
    entries = await store.log.entries(session.table.id, 1, session.number)
    return [entry.action.keys for entry in entries if isinstance(entry.action, Answered)]


@pytest.fixture(params=LESSONS)
def key(request: pytest.FixtureRequest) -> str:
    """Each game in turn."""
    return str(request.param)


@pytest.mark.parametrize("language", LOCALES)
async def test_a_lesson_can_be_played_from_start_to_end(wired_bot: Wired, key: str, language: str) -> None:
    """The lesson is private, is in the reader's language, opens no table and stores nothing."""
    ariadne = wired_bot.person("Ariadne")
    ariadne.person.locale = LOCALES[language]
    course = COURSES[key]
    before = stored_rows(wired_bot)
    message = await begin_lesson(ariadne, key)

    for number, step in enumerate(course):
        assert message.is_ephemeral
        assert f" {number + 1} " in message.text.split("\n")[0]
        assert text_of(key, step, language) in message.text
        assert number or "• " not in message.text, "no log before the welcome"
        assert len(message.pictures) == len(message.record.attachments) == 1
        if isinstance(step.scene, Task):
            assert f"`{step.scene.typed}`" in message.text
        if number + 1 < len(course):
            message = await on(ariadne, message, step)

    assert set(ways(message)) == {len(course) - 2}
    assert [seen.id for seen in ariadne.inbox.sees(CHANNEL)] == [message.id], (
        "the lesson is one message, without refusals"
    )
    assert stored_rows(wired_bot) == before


def test_every_game_has_a_lesson() -> None:
    assert set(LESSONS) == set(GAMES)


async def test_a_wrong_choice_is_shown_and_can_be_undone(wired_bot: Wired, key: str) -> None:
    """The lesson shows the result on a copy of its game, and stays at its step."""
    ariadne, course = wired_bot.person("Ariadne"), COURSES[key]
    message = await begin_lesson(ariadne, key)
    tried = 0
    for number, step in enumerate(course[:-1]):
        keys = other_answer(step)
        if keys is not None:
            asked = message.text
            wrong = lesson_of(await answer(ariadne, message, step, keys))
            assert "That’s a legal move, too" in wrong.text
            assert wrong.text != asked
            assert set(ways(wrong)) == {number}
            message = lesson_of(await ariadne.press(wrong, "Take back"))
            assert message.text == asked
            tried += 1
        message = await on(ariadne, message, step)
    assert tried >= 6


async def test_a_choice_that_leads_to_a_question_shows_that_question(wired_bot: Wired) -> None:
    """For example, a chosen tile leads to the question about its place."""
    ariadne, (first, second, *_) = wired_bot.person("Ariadne"), COURSES["minerva"]
    message = await on(ariadne, await begin_lesson(ariadne, "minerva"), first)

    wrong = lesson_of(await answer(ariadne, message, second, ("build:forest-1",)))

    assert "The next question would be:** Where do you put Forest?" in wrong.text


async def test_one_press_shows_the_rule_of_a_step(wired_bot: Wired, key: str) -> None:
    """The rule is a separate message, so the lesson stays in place."""
    ariadne, course = wired_bot.person("Ariadne"), COURSES[key]
    message = await begin_lesson(ariadne, key)
    for step in course:
        told = await ariadne.press(message, f"Rule {step.rule}")
        assert told.is_ephemeral
        assert f"**{step.rule}**" in told.text
        assert told.message != message
        if step is not course[-1]:
            message = await on(ariadne, message, step)


async def test_going_back_shows_the_previous_step(wired_bot: Wired) -> None:
    ariadne, course = wired_bot.person("Ariadne"), COURSES["minerva"]
    first = await begin_lesson(ariadne, "minerva")
    texts = [first.text]
    message = first
    for step in course[:3]:
        message = await on(ariadne, message, step)
        texts.append(message.text)

    for text in texts[-2::-1]:
        message = lesson_of(await ariadne.press(message, "Previous step"))
        assert message.text == text


async def test_a_lesson_survives_a_restart(wired_bot: Wired, key: str) -> None:
    """The controls hold the whole state, so the restarted bot can continue."""
    ariadne, course = wired_bot.person("Ariadne"), COURSES[key]
    message = await begin_lesson(ariadne, key)
    for step in course[:4]:
        message = await on(ariadne, message, step)

    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    message = await on(ariadne, message, course[4])

    assert text_of(key, course[5], "en") in message.text


async def test_a_lesson_that_loads_slowly_still_continues(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first press after a restart loads the whole lesson. On a busy machine, loading can outlast a press."""

    def read_slowly(game: AnyGame, lesson: Lesson) -> Course:
        time.sleep(SLOW_S + 0.1)
        return Course(game, lesson)

    ariadne, course = wired_bot.person("Ariadne"), COURSES["minerva"]
    message = await begin_lesson(ariadne, "minerva")
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    monkeypatch.setattr(lessons, "Course", read_slowly)

    reply = await ariadne.press(message, custom_id=ways(message)[1])

    assert reply.kind == "deferred_update"
    assert text_of("minerva", course[1], "en") in lesson_of(reply).text


async def test_two_people_can_learn_together_in_different_languages(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    theseus.person.locale = "cs"
    course = COURSES["minerva"]
    hers, his = await begin_lesson(ariadne, "minerva"), await begin_lesson(theseus, "minerva")
    hers = await on(ariadne, hers, course[0])
    his = await on(theseus, his, course[0])
    hers = await on(ariadne, hers, course[1])

    assert text_of("minerva", course[2], "en") in hers.text
    assert text_of("minerva", course[1], "cs") in his.text
    stolen = await theseus.forge(hers, ways(hers)[1])
    assert stolen.text.startswith(REFUSED)
    assert "`/learn`" in stolen.text
    assert text_of("minerva", course[2], "en") in ariadne.inbox.last(CHANNEL).text


@pytest.mark.parametrize("learner", ["Theseus", "lykos"])
async def test_the_opponent_never_has_the_name_of_the_learner(wired_bot: Wired, learner: str) -> None:
    person, course = wired_bot.person("Theseus"), COURSES["minerva"]
    person.person.name = learner
    opponent = OPPONENTS[learner == "lykos"]
    message = await begin_lesson(person, "minerva")
    assert f"against {opponent}." in message.text
    for step in course[:3]:
        message = await on(person, message, step)

    assert f"{opponent} builds Forest" in message.text
    assert f"{opponent} has built a Forest." in message.text
    assert f"{learner} builds Wheat Field" in message.text
    assert f"{learner} 2" not in message.text


async def test_a_reason_fits_the_dice_that_were_kept(wired_bot: Wired) -> None:
    ariadne, course = wired_bot.person("Ariadne"), COURSES["minos-classic"]
    message = await on(ariadne, await begin_lesson(ariadne, "minos-classic"), course[0])
    told = {}
    for kept in (("die:2", "die:3", "die:5"), ("die:1", "die:5"), ("die:2",)):
        wrong = lesson_of(await answer(ariadne, message, course[1], kept))
        told[kept] = [key for key in ("no gull", "no builder", "Today you need") if key in wrong.text]
        message = lesson_of(await ariadne.press(wrong, "Take back"))

    assert list(told.values()) == [["Today you need"], ["no gull"], ["no builder"]]


async def test_a_lesson_works_in_a_direct_message(wired_bot: Wired) -> None:
    ariadne, course = wired_bot.person("Ariadne"), COURSES["minerva"]
    message = await begin_lesson(ariadne, "minerva", ariadne.inbox.direct)
    for step in course[:-1]:
        message = await on(ariadne, message, step)

    assert text_of("minerva", course[-1], "en") in message.text


@pytest.mark.parametrize(
    ("game", "step", "verb", "index", "values"),
    [
        ("minerva", 999, GO, 0, None),
        ("minerva", 1, GO, 0, None),
        ("minerva", 0, "o", 0, None),
        ("minerva", 1, "o", 99, None),
        ("minerva", 1, "s", 0, ["99"]),
        ("minerva", 1, "s", 0, ["x"]),
        ("minerva", 1, "s", 0, []),
        ("minerva", 1, "s", 0, ["0", "1"]),
        ("minerva", 1, "all", 0, None),
        ("minerva", 1, "none", 0, None),
        ("minerva", 1, "done", 0, None),
        ("minerva", 1, "join", 0, None),
        ("chess", 1, GO, 0, None),
        ("minerva", 1, GO, 7, None),
    ],
)
async def test_a_forged_control_is_refused_or_does_what_it_says(
    wired_bot: Wired, game: str, step: int, verb: str, index: int, values: list[str] | None
) -> None:
    """No error is logged, and nobody else sees the answers."""
    ariadne = wired_bot.person("Ariadne")
    message = await begin_lesson(ariadne, "minerva")
    forged = lesson_press(game, step, verb, index, ariadne.id).custom_id
    kind = BUTTON if values is None else STRING_SELECT

    reply = await ariadne.forge(message, forged, kind=kind, values=values)

    if game in GAMES and verb == GO and step < len(COURSES[game]):
        assert text_of(game, COURSES[game][step], "en") in lesson_of(reply).text
    else:
        assert reply.is_ephemeral
        assert reply.text.startswith(REFUSED)
        assert "`/learn`" in reply.text
    assert wired_bot.public_messages() == []


async def test_a_lesson_never_replaces_a_board(wired_bot: Wired) -> None:
    """A forged control on a public message would otherwise edit the message."""
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        board = await evening.board()
        ariadne = evening.people[0]

        reply = await ariadne.forge(board, lesson_press("minerva", 1, GO, 0, ariadne.id).custom_id)

        assert reply.is_ephemeral
        assert reply.text.startswith(REFUSED)
        assert (await evening.board()).text == board.text


async def test_refusing_an_unknown_lesson_lists_the_available_ones(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    by_name = await ariadne.command("/learn", CHANNEL, game="MINERVA")
    reply = await ariadne.command("/learn", CHANNEL, game="chess")
    offered = await ariadne.autocomplete("/learn", CHANNEL, "game", game="mine")

    assert "Minerva" in lesson_of(by_name).text
    assert reply.text.startswith(REFUSED)
    assert "Minerva" in reply.text
    assert [choice["value"] for choice in offered] == ["minerva"]
    ariadne.person.locale = "cs"
    by_key = await ariadne.autocomplete("/learn", CHANNEL, "game", game="dawn")
    assert [choice["value"] for choice in by_key] == ["minos-dawn"]


async def test_a_lesson_works_without_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "render_client", NothingDrawn)
    async with wired(tmp_path) as wired_bot:
        ariadne, course = wired_bot.person("Ariadne"), COURSES["minerva"]
        message = await begin_lesson(ariadne, "minerva")
        for step in course[:-1]:
            assert "The picture could not be drawn." in message.text
            assert not message.pictures
            message = await on(ariadne, message, step)


async def test_a_lesson_that_contradicts_custom_content_is_refused(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unfit(*_: object) -> None:
        raise LessonUnfit("another box")

    monkeypatch.setattr("cogs.help.lessons.Course", unfit)
    reply = await wired_bot.person("Ariadne").command("/learn", CHANNEL, game="minerva")

    assert reply.text.startswith(REFUSED)
    assert "`/help`" in reply.text


async def test_commands_from_a_lesson_work_at_a_table(
    wired_bot: Wired, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Play the lesson's game at a real table, with the learner's commands typed exactly as in the lesson."""
    lesson = LESSONS[key]
    monkeypatch.setattr(Seeds, "__call__", lambda *_: bytes.fromhex(lesson.seed))
    chosen = " ".join(f"{name}={value}" for name, value in lesson.options.items())
    async with table_of(wired_bot, key, lesson.seats, options=chosen) as evening:
        session, told = await evening.session(), 0
        store, fresh_id = wired_bot.parts.sessions.store, wired_bot.sandbox.world.clock.fresh_id
        for scene in lesson.scenes:
            wanted, said = answers_of(scene), ""
            given = await answers_in(store, session)
            if given[told : told + len(wanted)] != wanted:  # otherwise the table has answered already
                told = len(given)  # The table answers forced questions by itself.
                person = evening.people[scene.seat if isinstance(scene, Played) else LEARNER]
                if isinstance(scene, Task):
                    path, values = path_and_arguments(scene)
                    said = (await evening.command(person, path, **values)).text
                typed_so_far = (await answers_in(store, session))[told:]
                assert typed_so_far or isinstance(scene, Played), (scene, said)
                for keys in wanted[len(typed_so_far) :]:
                    await session.play.answer(person.id, keys, fresh_id())
                given = await answers_in(store, session)
                assert given[told : told + len(wanted)] == wanted, (scene, said)
            told += len(wanted)
        assert session.reader.view(LEARNER) == COURSES[key][-1].seen.view


async def test_a_lesson_names_the_list_that_contains_the_choice(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    message, course = await begin_lesson(ariadne, "minos-dawn"), COURSES["minos-dawn"]
    for step in course[:3]:
        message = await on(ariadne, message, step)

    assert "Choose **red 2** in the list **Build (9)**." in message.text


async def test_a_refusal_in_a_follow_up_becomes_the_reply(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the bot defers the press first and sends the refusal as a follow-up."""
    ariadne = wired_bot.person("Ariadne")
    message = await begin_lesson(ariadne, "minerva")
    for module in ("cogs.interactions.answering", "tests.wire.evening"):
        monkeypatch.setattr(f"{module}.SLOW_S", 0.0)

    reply = await ariadne.forge(message, lesson_press("minerva", 0, "o", 0, ariadne.id).custom_id)

    assert reply.kind == "deferred_update"
    assert reply.text.startswith(REFUSED)
