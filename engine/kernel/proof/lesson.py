"""Lessons: prepared games with explanations. The game's own rules run them, so the learner can also try other answers.
Steps are identified by numbers, so nothing about a learner is stored."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from engine.kernel.conversion import convert
from engine.kernel.decision import Decision, Fact, Message, Seat
from engine.kernel.game import Game
from engine.kernel.lines import merge
from engine.kernel.offering.offers import offer, single_keys
from engine.kernel.play import Play, Position, automatic_answer, check_keys, copy_position, decisions, start
from engine.kernel.refusals import Refusal
from engine.kernel.rules import OptionValue, Settings, with_pending

LEARNER: Seat = 0

Shown: TypeAlias = Literal["board", "hand"]


class Page(msgspec.Struct, frozen=True):
    text: str
    rule: str = ""
    shows: Shown = "board"


class Task(msgspec.Struct, frozen=True):
    """A question to the learner, with the expected options and an explanation."""

    text: str
    keys: tuple[str, ...]
    """The expected options. A key like `gulls>natural:1` names an option and the answer to the next question."""
    typed: str = ""
    """The expected answer as a command."""
    rule: str = ""
    """The rule to explain. By default, it's the question's."""
    notes: Mapping[str, str] = {}
    """Comments on other options, by a prefix of their keys. If several match, the longest counts."""
    missing: Mapping[str, str] = {}
    """Comments on answers that lack options. Each key lists options, separated by spaces. The first one whose options
    are all missing replaces all notes."""
    shows: Shown = "board"

    def note_on(self, keys: Iterable[str]) -> str | None:
        given = set(keys)
        for options, note in self.missing.items():
            if given.isdisjoint(options.split()):
                return note
        chosen = given.symmetric_difference(self.keys) if len(self.keys) > 1 else given
        fitting = [stem for stem in self.notes if any(key.startswith(stem) for key in chosen)]
        return self.notes[max(fitting, key=len)] if fitting else None


class Played(msgspec.Struct, frozen=True):
    """An answer given by the lesson: for another seat, or to prepare the game."""

    seat: Seat
    keys: tuple[str, ...]


Scene: TypeAlias = "Page | Task | Played"


class Lesson(msgspec.Struct, frozen=True):
    """A prepared game, divided into scenes. `seed` is 16 bytes in hex."""

    seats: int
    seed: str
    scenes: tuple[Scene, ...]
    options: Mapping[str, OptionValue] = {}


def read_lesson(file: Path) -> Lesson:
    """Read a lesson from TOML. A scene with a `seat` has that seat's answers, one with `keys` is a task, and any other
    is a page. An answer is a list of keys, or a single key. `shared_notes` names notes to add to a task's own."""
    raw = tomllib.loads(file.read_text(encoding="utf-8"))
    shared, scenes = raw.pop("notes", {}), list[Scene]()
    for scene in raw.pop("scenes"):
        if "seat" in scene:
            answers = ([keys] if isinstance(keys, str) else keys for keys in scene["answers"])
            scenes += [Played(scene["seat"], tuple(keys)) for keys in answers]
        elif "keys" in scene:
            notes = shared.get(scene.pop("shared_notes", ""), {}) | scene.get("notes", {})
            scenes.append(convert(scene | {"notes": notes}, Task))
        else:
            scenes.append(convert(scene, Page))
    return Lesson(**raw, scenes=tuple(scenes))


class LessonUnfit(Exception):  # noqa: N818
    """The game does not match the lesson, for example because of a host's own content."""


class LearnerView(msgspec.Struct, frozen=True):
    view: msgspec.Struct
    lines: tuple[Message, ...]
    prompt: Message | None


class LessonStep(msgspec.Struct, frozen=True):
    """A step as the learner sees it."""

    scene: Page | Task
    seen: LearnerView
    decision: Decision | None
    """The question of a task. None for a page."""
    meant: tuple[str, ...] = ()
    """The options that the lesson expects."""

    @property
    def rule(self) -> str:
        return self.scene.rule or (self.decision.rule if self.decision is not None else "")

    def is_meant(self, keys: Iterable[str]) -> bool:
        return set(keys) == set(self.meant)


def _expected_keys(task: Task, shown: Decision) -> tuple[str, ...]:
    """Return the expected keys. A key that isn't offered is shortened to its first answer. Raises `NotAnOption`."""
    there = {option.key for option in shown.options}
    keys = tuple(key if key in there else single_keys(key)[0] for key in task.keys)
    check_keys(shown, keys)
    return keys


class Course:
    """A played lesson, whose last step is a page. Raises `LessonUnfit` if the game does not match the lesson."""

    def __init__(self, game: Game[Any], lesson: Lesson) -> None:
        self._game = game
        self._positions: list[Position[Any]] = []
        try:
            self.steps = tuple(self._walk(lesson))
        except Refusal as refused:
            raise LessonUnfit(f"{game.rules.key}: {refused!r}") from refused
        if not self.steps or self.steps[-1].decision is not None:
            raise LessonUnfit(f"{game.rules.key}: a lesson ends with a page")

    def fork(self, number: int, keys: tuple[str, ...]) -> LearnerView:
        """Return the learner's view after a different answer to step `number`. Raises a `Refusal`."""
        asked = self.steps[number].decision
        assert asked is not None
        check_keys(asked, keys)
        play = Play(self._game, copy_position(self._game, self._positions[number]))
        facts = self._answer(play, LEARNER, keys)
        return self._learner_view(play.position, facts)

    def _walk(self, lesson: Lesson) -> list[LessonStep]:
        settings = Settings(lesson.seats, dict(lesson.options))
        opening = start(self._game, settings, bytes.fromhex(lesson.seed))
        play, facts = Play(self._game, opening.position), list(opening.facts)
        steps: list[LessonStep] = []
        for scene in lesson.scenes:
            if isinstance(scene, Played):
                facts += self._answer(play, scene.seat, scene.keys)
                continue
            self._positions.append(copy_position(self._game, play.position))
            seen = self._learner_view(self._positions[-1], facts)
            if isinstance(scene, Page):
                steps.append(LessonStep(scene, seen, None))
                facts = []
                continue
            asked = play.decision_of(LEARNER)
            if asked is None:
                raise LessonUnfit(f"{self._game.rules.key}: nothing is asked at {scene.text!r}")
            # A lesson explains one thing at a time.
            shown = replace(offer(self._game, play.position, asked), row=())
            steps.append(LessonStep(scene, seen, shown, _expected_keys(scene, shown)))
            facts = self._answer(play, LEARNER, scene.keys)
        return steps

    def _answer(self, play: Play[Any], seat: Seat, keys: tuple[str, ...]) -> list[Fact]:
        """Give every answer that an option combines, then the automatic answers, as a real table does."""
        facts: list[Fact] = []
        chain = [(key,) for key in single_keys(keys[0])] if len(keys) == 1 else [keys]
        while chain:
            asked = play.decision_of(seat)
            if asked is None:
                raise LessonUnfit(f"{self._game.rules.key}: seat {seat} is not asked for {keys}")
            check_keys(asked, chain[0])
            facts += play.take_keys(seat, *chain.pop(0)).facts
            if not chain and (given := automatic_answer(play, seat)):
                chain = [given]
        return facts

    def _learner_view(self, position: Position[Any], facts: Iterable[Fact]) -> LearnerView:
        pending = decisions(self._game, position)
        view = with_pending(self._game.rules.look(position.state, LEARNER), pending)
        heard = [fact for each in facts if (fact := self._game.rules.hear(each, LEARNER)) is not None]
        lines = merge(self._game.narration.lines(heard))
        prompt = next((asked.prompt for asked in pending if asked.seat == LEARNER), None)
        return LearnerView(view, tuple(line.message for line in lines), prompt)
