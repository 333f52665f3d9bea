"""Questions to one seat."""

from typing import ClassVar

from engine.kernel.decision import Answer, Message, Option
from engine.kernel.steps import Now, SeatChoice
from tests.engine.changed import with_part
from tests.engine.kernel.test_play import ALICE, DIARY, Diary, Write
from tests.engine.situation import Situation


class Which(SeatChoice[Diary], frozen=True):
    """Ask which line to write."""

    lines: tuple[str, ...] = ()
    rule: ClassVar[str] = "WHICH-1"

    def options(self, state: Diary) -> list[Option]:
        return [Option(line, Message("diary.key")) for line in self.lines]

    def prompt(self, state: Diary) -> Message:
        return Message("diary.ask")

    def take(self, state: Diary, now: Now[Diary], key: str) -> None:
        now.then(Write(key))


class WhichTwo(Which, frozen=True):
    """Ask privately for two lines."""

    hidden: ClassVar[bool] = True

    def limits(self, state: Diary) -> tuple[int, int]:
        return 2, 2

    def apply(self, state: Diary, now: Now[Diary], answer: Answer) -> None:
        now.then(*(Write(key) for key in answer.keys))


ASKING = with_part(DIARY, "rules", steps=(*DIARY.rules.steps, Which, WhichTwo))
"""The diary game with these questions added."""


def asking(question: SeatChoice[Diary]) -> Situation[Diary]:
    return Situation(ASKING, Diary([]), question)


def test_one_seat_is_asked_under_the_rule_of_the_question() -> None:
    (decision,) = asking(Which(ALICE, ("a", "b"))).pending

    assert (decision.seat, decision.rule, decision.at_least, decision.at_most) == (ALICE, "WHICH-1", 1, 1)
    assert not decision.private
    assert not decision.shown


def test_the_chosen_option_is_carried_out() -> None:
    assert asking(Which(ALICE, ("a", "b"))).choose(ALICE, "b").state.lines[-1] == "b"


def test_a_question_without_options_is_not_asked() -> None:
    assert asking(Which(ALICE, ())).is_over


def test_a_single_option_is_taken_automatically() -> None:
    assert asking(Which(ALICE, ("a",))).state.lines[-1] == "a"


def test_a_hidden_question_is_private_and_asked_even_if_forced() -> None:
    given = asking(WhichTwo(ALICE, ("a", "b")))
    (decision,) = given.pending

    assert (decision.at_least, decision.at_most, decision.private, decision.shown) == (2, 2, True, True)
    assert given.choose(ALICE, "b", "a").state.lines[-2:] == ["b", "a"]
