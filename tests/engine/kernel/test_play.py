"""Answers and the agenda: questions, the order of steps, and refusals."""

from typing import Any, ClassVar

import msgspec
import pytest

from engine.kernel import play as kernel
from engine.kernel.codec import encode
from engine.kernel.decision import Answer, Decision, Fact, Message, Option, Seat
from engine.kernel.game import Game, complete_settings
from engine.kernel.refusals import (
    DeadEnd,
    NotAnOption,
    NotAsked,
    Refusal,
    StaleDecision,
    UnplayableSettings,
    WrongNumber,
)
from engine.kernel.rules import Rules, Settings, with_pending
from engine.kernel.steps import Choice, Consequence, Happening, Now, Step
from tests.engine.kernel.orchard import ORCHARD
from tests.engine.situation import SEED, Situation

ALICE, BOB = 0, 1


class Diary(msgspec.Struct):
    """A state that only records what happened."""

    lines: list[str]


class Written(Fact, frozen=True):
    """A line was written."""

    line: str


class Write(Happening[Diary], frozen=True):
    """Writes a line, then schedules further steps."""

    line: str
    followed_by: tuple[str, ...] = ()

    def happen(self, state: Diary, now: Now[Diary]) -> None:
        state.lines.append(self.line)
        now.emit(Written(self.line))
        now.then(*(Write(line) for line in self.followed_by))


class Stop(Happening[Diary], frozen=True):
    """Ends the game immediately."""

    def happen(self, state: Diary, now: Now[Diary]) -> None:
        now.abandon()


class Dictated(Consequence[Diary], frozen=True):
    """A step whose effect the game supplies."""

    lines: tuple[str, ...]


class Circle(Happening[Diary], frozen=True):
    """Schedules itself again forever."""

    def happen(self, state: Diary, now: Now[Diary]) -> None:
        now.then(self)


class Ask(Choice[Diary], frozen=True):
    """Asks for some of its keys."""

    keys: tuple[str, ...]
    at_least: int = 1
    at_most: int = 1
    shown: bool = False
    seat: Seat = ALICE

    def decisions(self, state: Diary) -> list[Decision]:
        options = tuple(Option(key, Message("diary.key")) for key in self.keys)
        return [
            Decision(self.seat, "ASK-1", Message("diary.ask"), options, self.at_least, self.at_most, shown=self.shown)
        ]

    def apply(self, state: Diary, now: Now[Diary], answer: Answer) -> None:
        now.then(*(Write(key) for key in answer.keys))


class Nothing(Choice[Diary], frozen=True):
    """Asks nothing."""

    def decisions(self, state: Diary) -> list[Decision]:
        return []


class DiaryRules(Rules[Diary]):
    """The rules of a game that consists of an agenda only."""

    key = "diary"
    version = 1
    seats = (2,)
    state_type = Diary
    steps: ClassVar[tuple[type[Step[Any]], ...]] = (Write, Stop, Dictated, Circle, Ask, Nothing)
    facts = (Written,)


def dictate(state: Diary, now: Now[Diary], due: Dictated) -> None:
    """Write the lines of a `Dictated` step."""
    now.then(*(Write(line) for line in due.lines))


DIARY = Game(DiaryRules(), consequences={Dictated: dictate})


def diary(*steps: Write | Stop | Dictated | Circle | Ask | Nothing) -> Situation[Diary]:
    return Situation(DIARY, Diary([]), *steps)


def test_steps_happen_in_order_with_their_consequences_first() -> None:
    then = diary(Write("a", followed_by=("b", "c")), Write("d"))
    assert then.state.lines == ["a", "b", "c", "d"]
    assert then.facts == tuple(map(Written, "abcd"))
    assert then.is_over


def test_the_game_supplies_the_effect_of_a_consequence() -> None:
    then = diary(Dictated(("a", "b")), Write("c"))
    assert then.state.lines == ["a", "b", "c"]
    assert then.is_over


def test_the_game_waits_at_a_question_until_the_answer() -> None:
    given = diary(Write("a"), Ask(("x", "y")), Write("z"))
    assert given.state.lines == ["a"]
    assert given.keys(ALICE) == ("x", "y")
    then = given.choose(ALICE, "y")
    assert then.state.lines == ["a", "y", "z"]
    assert then.facts == (Written("y"), Written("z"))


def test_several_keys_are_carried_out_in_the_picked_order() -> None:
    then = diary(Ask(("x", "y", "z"), 0, 3)).choose(ALICE, "z", "x")
    assert then.state.lines == ["z", "x"]
    assert diary(Ask(("x", "y"), 0, 2)).choose(ALICE).state.lines == []


def test_abandon_drops_all_remaining_steps() -> None:
    then = diary(Write("a"), Stop(), Ask(("x", "y")), Write("b"))
    assert then.state.lines == ["a"]
    assert then.is_over


def test_a_question_with_nothing_to_ask_is_skipped() -> None:
    assert diary(Nothing(), Write("a")).state.lines == ["a"]


@pytest.mark.parametrize("ask", [Ask(("x",)), Ask(("x", "y"), 2, 2), Ask((), 0, 0)], ids=["one", "all", "none"])
def test_a_single_legal_answer_is_given_automatically(ask: Ask) -> None:
    then = diary(ask, Write("end"))
    assert then.state.lines == [*ask.keys, "end"]
    assert then.position.number == 0


def test_a_step_can_ask_although_the_answer_is_forced() -> None:
    given = diary(Ask(("x",), shown=True))
    assert given.keys(ALICE) == ("x",)
    assert given.choose(ALICE, "x").state.lines == ["x"]


def test_a_question_without_a_legal_answer_is_a_dead_end() -> None:
    with pytest.raises(DeadEnd):
        diary(Ask(()))
    with pytest.raises(DeadEnd):
        diary(Ask(("x",), at_least=2, at_most=2))


def test_an_endless_chain_of_steps_is_a_dead_end() -> None:
    with pytest.raises(DeadEnd):
        diary(Circle())


@pytest.mark.parametrize(
    ("answer", "refusal"),
    [
        (Answer(BOB, 0, ("x",)), NotAsked),
        (Answer(7, 0, ("x",)), NotAsked),
        (Answer(-1, 0, ("x",)), NotAsked),
        (Answer(ALICE, 1, ("x", "y")), StaleDecision),
        (Answer(ALICE, -1, ("x", "y")), StaleDecision),
        (Answer(ALICE, 0, ("x",)), WrongNumber),
        (Answer(ALICE, 0, ("x", "y", "z", "w")), WrongNumber),
        (Answer(ALICE, 0, ("x", "q")), NotAnOption),
        (Answer(ALICE, 0, ("x", "x")), NotAnOption),
        (Answer(ALICE, 0, ("x", "Y")), NotAnOption),
    ],
)
def test_an_illegal_answer_is_refused_and_changes_nothing(answer: Answer, refusal: type[Refusal]) -> None:
    given = diary(Write("a"), Ask(("x", "y", "z", "w"), 2, 3))
    before = encode(given.position)
    with pytest.raises(refusal):
        kernel.answer(given.game, given.position, answer)
    play = kernel.Play(given.game, given.position)
    with pytest.raises(refusal):
        play.answer(answer)
    assert encode(given.position) == before
    assert play.pending == given.pending


def test_refusals_contain_the_reason() -> None:
    given = diary(Ask(("x", "y")))
    with pytest.raises(NotAnOption) as foreign:
        given.choose(ALICE, "q")
    assert foreign.value.key == "q"
    with pytest.raises(WrongNumber) as number:
        given.choose(ALICE, "x", "y")
    assert (number.value.given, number.value.at_least, number.value.at_most) == (2, 1, 1)
    with pytest.raises(NotAsked) as asked:
        given.choose(BOB, "x")
    assert asked.value.seat == BOB
    with pytest.raises(StaleDecision) as stale:
        kernel.answer(given.game, given.position, Answer(ALICE, 3, ("x",)))
    assert (stale.value.given, stale.value.current) == (3, 0)


def test_decisions_are_numbered_by_earlier_answers_of_the_seat() -> None:
    given = diary(Ask(("a", "b")), Ask(("c", "d"), seat=BOB), Ask(("e", "f")))
    assert given.decision_of(ALICE).id == 0
    then = given.choose(ALICE, "a")
    assert then.decision_of(BOB).id == 0
    assert then.choose(BOB, "c").decision_of(ALICE).id == 1


def test_an_answer_does_not_change_the_given_position() -> None:
    given = diary(Ask(("x", "y")), Ask(("x", "y")))
    outcome = kernel.answer(given.game, given.position, Answer(ALICE, 0, ("x",)))
    assert given.state.lines == []
    assert (outcome.position.state.lines, outcome.facts, outcome.revealed) == (["x"], (Written("x"),), False)
    assert (given.position.number, outcome.position.number) == (0, 1)


def test_an_answer_is_accepted_before_its_question_was_read() -> None:
    game = ORCHARD
    position = kernel.start(game, complete_settings(game, 2, {}), SEED).position
    given = kernel.decisions(game, position)[0]
    answer = Answer(given.seat, given.id, (given.options[0].key,))
    unseen = kernel.Play(game, kernel.copy_position(game, position))
    seen = kernel.Play(game, kernel.copy_position(game, position))
    assert seen.pending

    assert unseen.take(answer).facts == seen.take(answer).facts
    assert encode(unseen.position) == encode(seen.position)


def test_a_result_before_the_end_is_refused() -> None:
    given = diary(Ask(("x", "y")))
    with pytest.raises(Refusal):
        kernel.result(given.game, given.position)


@pytest.mark.parametrize(
    ("seats", "options", "field"),
    [
        (1, {}, "seats"),
        (5, {}, "seats"),
        (3, {"goal": 5}, "goal"),
        (3, {"gaol": 6}, "gaol"),
        (3, {"goal": "6"}, "goal"),
    ],
)
def test_invalid_settings_are_refused(seats: int, options: dict[str, int | str], field: str) -> None:
    with pytest.raises(UnplayableSettings) as refused:
        complete_settings(ORCHARD, seats, options)
    assert refused.value.field == field
    with pytest.raises(UnplayableSettings):
        kernel.start(ORCHARD, Settings(seats, dict(options)), SEED)


def test_missing_settings_get_their_defaults() -> None:
    assert complete_settings(ORCHARD, 3, {"goal": 12}).options == {"goal": 12, "crows": True}
    assert kernel.start(ORCHARD, Settings(2), SEED).position.settings.options == {"goal": 6, "crows": True}


@pytest.mark.parametrize("length", [0, 15, 17])
def test_a_seed_must_have_sixteen_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        kernel.start(ORCHARD, Settings(2), bytes(length))


class _Seen(msgspec.Struct, frozen=True):
    """A view that contains only the fields about pending questions."""

    to_answer: tuple[int, ...] = ()
    asked_places: str = ""


def test_a_view_lists_the_seats_being_asked_in_order() -> None:
    asked = [Decision(seat, "X-1", Message("x"), (Option("a", Message("a")),)) for seat in (2, 0)]
    assert with_pending(_Seen(), asked) == _Seen((0, 2))
    assert with_pending(_Seen(), []) == _Seen()
    other = Settings(2, {})
    assert with_pending(other, asked) is other


def test_a_view_names_the_kind_of_place_asked_for() -> None:
    targets = ("site:mill", "field:3", "tree:1")
    named = tuple(Option(target or "none", Message("x"), target) for target in (None, *targets))
    asked = Decision(2, "X-1", Message("x"), named)
    assert with_pending(_Seen(), [asked]) == _Seen((2,), "site")
    assert with_pending(_Seen(), [msgspec.structs.replace(asked, private=True)]) == _Seen((2,))
    assert with_pending(_Seen(), [asked, msgspec.structs.replace(asked, seat=0)]) == _Seen((0, 2))
    assert msgspec.structs.replace(asked, asides=3).places == "", "asides don't count"
