"""Lessons: one prepared game told step by step, and what another answer would have led to.

A lesson is data, played by its game's own rules. A step is known by its number alone, so that nothing about a learner
needs to be kept. It shows what the learner's seat may see and hear, and nothing else.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from engine.kernel.decision import Answer, Decision, Fact, Message, Seat
from engine.kernel.game import Game
from engine.kernel.lines import merge
from engine.kernel.offering.joining import single_keys
from engine.kernel.offering.offers import automatic_answer, offer
from engine.kernel.play import Play, Position, check_keys, copy_position, decisions, start
from engine.kernel.refusals import Refusal, UnplayableSettings
from engine.kernel.rules import OptionValue, Settings, with_pending

LEARNER: Seat = 0
"""Where the learner sits."""

Shown: TypeAlias = Literal["board", "hand"]
"""What of a position is drawn: the board, or the learner's own cards."""


class Page(msgspec.Struct, frozen=True):
    """Something told, with nothing to do but read on. `text` names its words; `rule` is an id of the rulebook."""

    text: str
    rule: str = ""
    shows: Shown = "board"


class Task(msgspec.Struct, frozen=True):
    """A question put to the learner: which options the lesson means, and why.

    A key such as `gulls>natural:1` means an option and what is answered to the question that follows; see `offering`.
    Where the two are not offered as one, the lesson answers the second itself. `typed` is a command that does the same.
    `rule` is the rule that the text explains; the question's own where none is named. `notes` names words on options
    that are legal too, by the beginning of their keys; the longest that fits counts.
    """

    text: str
    keys: tuple[str, ...]
    typed: str = ""
    rule: str = ""
    notes: Mapping[str, str] = {}
    shows: Shown = "board"

    def note_on(self, keys: Iterable[str]) -> str | None:
        """The words on another answer; None where there are none."""
        chosen = set(keys).symmetric_difference(self.keys) if len(self.keys) > 1 else set(keys)
        fitting = [stem for stem in self.notes if any(key.startswith(stem) for key in chosen)]
        return self.notes[max(fitting, key=len)] if fitting else None


class Played(msgspec.Struct, frozen=True):
    """An answer given without the learner: another seat's, or one that prepares the game."""

    seat: Seat
    keys: tuple[str, ...]


Scene: TypeAlias = "Page | Task | Played"


class Lesson(msgspec.Struct, frozen=True):
    """One lesson: a prepared game, told scene by scene. `seed` is 16 bytes in hex; the game goes by its rules and this
    seed, so nothing in it is made up.

    `names` are what the others are called, from the seat after the learner's on.
    """

    seats: int
    seed: str
    scenes: tuple[Scene, ...]
    options: Mapping[str, OptionValue] = {}
    names: tuple[str, ...] = ("Theseus", "Daidalos", "Phaidra")


class LessonUnfit(Exception):  # noqa: N818
    """The game asks something else than the lesson expects, as with a host's own content."""


class LearnerView(msgspec.Struct, frozen=True):
    """What the learner sees after something happened: the view, the lines of the log for what they heard.

    `prompt` is what they are asked then.
    """

    view: msgspec.Struct
    lines: tuple[Message, ...]
    prompt: Message | None


class LessonStep(msgspec.Struct, frozen=True):
    """One step as the learner meets it. A page asks nothing; `meant` are the options that the lesson asks for.

    `decision` is the question as a table offers it.
    """

    scene: Page | Task
    seen: LearnerView
    decision: Decision | None
    meant: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        """The rule it explains."""
        return self.scene.rule or (self.decision.rule if self.decision is not None else "")

    def is_meant(self, keys: Iterable[str]) -> bool:
        """Whether these are the options that the lesson asks for, in whatever order."""
        return set(keys) == set(self.meant)


def _meant(task: Task, shown: Decision) -> tuple[str, ...]:
    """The options to choose: those of the task, or the first part of one whose parts are not offered together.

    Raises `NotAnOption` where neither is offered.
    """
    there = {option.key for option in shown.options}
    keys = tuple(key if key in there else single_keys(key)[0] for key in task.keys)
    check_keys(shown, keys)
    return keys


class Course:
    """A lesson played through. `steps` are what the learner meets, in order; the last is a page."""

    def __init__(self, game: Game[Any], lesson: Lesson) -> None:
        """Raises `LessonUnfit` where the game does not go as it is written."""
        self._game = game
        self._positions: list[Position[Any]] = []
        try:
            self.steps = tuple(self._walk(lesson))
        except (Refusal, UnplayableSettings) as refused:
            raise LessonUnfit(f"{game.rules.key}: {refused!r}") from refused
        if not self.steps or self.steps[-1].decision is not None:
            raise LessonUnfit(f"{game.rules.key}: a lesson ends with a page")

    def fork(self, number: int, keys: tuple[str, ...]) -> LearnerView:
        """What follows from answering the step of that number with `keys`; the lesson stays as it was.

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
        """Answer, one after the other, what a key stands for; and, as a table does, what need not be asked then."""
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
