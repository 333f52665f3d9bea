"""Lessons: a prepared game explained step by step, and the effects of other answers.

A lesson is data, played by the game's own rules. A step is identified by its number alone, so nothing about a learner
has to be stored. It shows only what the learner's seat may see and hear.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from engine.kernel.decision import Answer, Decision, Fact, Message, Seat
from engine.kernel.game import Game
from engine.kernel.lines import merge
from engine.kernel.offering.joining import single_keys
from engine.kernel.offering.offers import offer
from engine.kernel.play import Play, Position, automatic_answer, check_keys, copy_position, decisions, start
from engine.kernel.refusals import Refusal, UnplayableSettings
from engine.kernel.rules import OptionValue, Settings, with_pending

LEARNER: Seat = 0
"""The learner's seat."""

Shown: TypeAlias = Literal["board", "hand"]
"""The picture to draw: the board, or the learner's own cards."""


class Page(msgspec.Struct, frozen=True):
    """A page to read. `text` names its words; `rule` is an id of the rulebook."""

    text: str
    rule: str = ""
    shows: Shown = "board"


class Task(msgspec.Struct, frozen=True):
    """A question to the learner: the options that the lesson means, and why.

    A key such as `gulls>natural:1` means an option and the answer to the next question; see `offering`. If the two are
    not offered as one, the lesson gives the second answer itself. `typed` is a command that does the same. `rule` is
    the rule being explained, by default the question's own. `notes` comment on other legal options, keyed by the
    beginning of their keys; the longest match counts.
    """

    text: str
    keys: tuple[str, ...]
    typed: str = ""
    rule: str = ""
    notes: Mapping[str, str] = {}
    shows: Shown = "board"

    def note_on(self, keys: Iterable[str]) -> str | None:
        """Return the comment on another answer, if there is one."""
        chosen = set(keys).symmetric_difference(self.keys) if len(self.keys) > 1 else set(keys)
        fitting = [stem for stem in self.notes if any(key.startswith(stem) for key in chosen)]
        return self.notes[max(fitting, key=len)] if fitting else None


class Played(msgspec.Struct, frozen=True):
    """An answer given without the learner: by another seat, or to prepare the game."""

    seat: Seat
    keys: tuple[str, ...]


Scene: TypeAlias = "Page | Task | Played"


class Lesson(msgspec.Struct, frozen=True):
    """A prepared game, told scene by scene. `seed` is 16 bytes in hex, so nothing in it is made up.

    `names` are the other players, starting with the seat after the learner's.
    """

    seats: int
    seed: str
    scenes: tuple[Scene, ...]
    options: Mapping[str, OptionValue] = {}
    names: tuple[str, ...] = ("Theseus", "Daidalos", "Phaidra")


class LessonUnfit(Exception):  # noqa: N818
    """The game asks something the lesson doesn't expect, for example because of a host's own content."""


class LearnerView(msgspec.Struct, frozen=True):
    """The learner's view, the log lines they heard, and the prompt of their question."""

    view: msgspec.Struct
    lines: tuple[Message, ...]
    prompt: Message | None


class LessonStep(msgspec.Struct, frozen=True):
    """One step as the learner meets it. A page asks nothing; `meant` are the options that the lesson asks for.

    `decision` is the question as a table would offer it.
    """

    scene: Page | Task
    seen: LearnerView
    decision: Decision | None
    meant: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        """The rule being explained."""
        return self.scene.rule or (self.decision.rule if self.decision is not None else "")

    def is_meant(self, keys: Iterable[str]) -> bool:
        """Return whether these are the options that the lesson asks for, in any order."""
        return set(keys) == set(self.meant)


def _meant(task: Task, shown: Decision) -> tuple[str, ...]:
    """Return the options to choose: those of the task, or their first parts if they are not offered together.

    Raises `NotAnOption` if neither is offered.
    """
    there = {option.key for option in shown.options}
    keys = tuple(key if key in there else single_keys(key)[0] for key in task.keys)
    check_keys(shown, keys)
    return keys


class Course:
    """A lesson played through. `steps` are what the learner meets, in order; the last is a page."""

    def __init__(self, game: Game[Any], lesson: Lesson) -> None:
        """Raises `LessonUnfit` if the game does not go as written."""
        self._game = game
        self._positions: list[Position[Any]] = []
        try:
            self.steps = tuple(self._walk(lesson))
        except (Refusal, UnplayableSettings) as refused:
            raise LessonUnfit(f"{game.rules.key}: {refused!r}") from refused
        if not self.steps or self.steps[-1].decision is not None:
            raise LessonUnfit(f"{game.rules.key}: a lesson ends with a page")

    def fork(self, number: int, keys: tuple[str, ...]) -> LearnerView:
        """Return what the learner sees after answering step `number` with `keys`. The lesson stays as it was.

        Raises a `Refusal`.
        """
        asked = self.steps[number].decision
        assert asked is not None
        check_keys(asked, keys)
        play = Play(self._game, copy_position(self._game, self._positions[number]))
        facts = self._answered(play, LEARNER, keys)
        return self._learner_view(play.position, facts)

    def _walk(self, lesson: Lesson) -> list[LessonStep]:
        settings = Settings(lesson.seats, dict(lesson.options))
        opening = start(self._game, settings, bytes.fromhex(lesson.seed))
        play, facts = Play(self._game, opening.position), list(opening.facts)
        steps: list[LessonStep] = []
        for scene in lesson.scenes:
            if isinstance(scene, Played):
                facts += self._answered(play, scene.seat, scene.keys)
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
            # One thing at a time: a lesson explains each.
            shown = replace(offer(self._game, play.position, asked), rows=())
            steps.append(LessonStep(scene, seen, shown, _meant(scene, shown)))
            facts = self._answered(play, LEARNER, scene.keys)
        return steps

    def _answered(self, play: Play[Any], seat: Seat, keys: tuple[str, ...]) -> list[Fact]:
        """Give the answers behind a key, then the automatic ones, as a table does."""
        facts: list[Fact] = []
        chain = [(key,) for key in single_keys(keys[0])] if len(keys) == 1 else [keys]
        while chain:
            asked = play.decision_of(seat)
            if asked is None:
                raise LessonUnfit(f"{self._game.rules.key}: seat {seat} is not asked for {keys}")
            check_keys(asked, chain[0])
            facts += play.take(Answer(seat, asked.id, chain[0])).facts
            chain = chain[1:]
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
