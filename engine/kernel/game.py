"""What a game brings: its steps, its state, its settings, what may be seen of it, and how it ends."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision, Fact, Message, Option, Seat
from engine.kernel.hidden import Zone
from engine.kernel.levels import Level
from engine.kernel.offering.joining import Joints, Opened, Sequel
from engine.kernel.policy import Policy
from engine.kernel.refusals import UnplayableSettings

S = TypeVar("S")

OptionValue: TypeAlias = "str | int | bool"


class GameOption(msgspec.Struct, frozen=True):
    """One thing the table may choose at the lobby. `choices` are all legal values, `default` is one of them.

    `seats` are the numbers of seats for which it matters; none named: for all.
    """

    key: str
    choices: tuple[OptionValue, ...]
    default: OptionValue
    seats: tuple[int, ...] = ()

    def matters_for(self, seats: int) -> bool:
        """Whether the option changes a game with this number of seats."""
        return not self.seats or seats in self.seats


class Settings(msgspec.Struct, frozen=True):
    """How a table wants to play: number of seats and the value of every option of the game."""

    seats: int
    options: dict[str, OptionValue] = {}


class Placing(msgspec.Struct, frozen=True):
    """One side's final place (1 is first; shared places share the number) and score, with what the score is made of.

    `seat` is None for an opponent whom the rules play: nobody sits there. `tie_breaks` are what decides between equal
    scores, by rule id, in the order in which it counts; nothing there is a score.
    """

    seat: Seat | None
    place: int
    score: int
    parts: dict[str, int] = {}
    tie_breaks: dict[str, int] = {}


class Now(Generic[S]):
    """What a step may do besides changing the state: ask for chance, say what must follow, tell what happened."""

    __slots__ = ("_agenda", "_chance", "facts", "forced", "revealed", "turn_passed")

    def __init__(self, agenda: "list[Step[Any]]", chance: Chance) -> None:
        self._agenda = agenda
        self._chance = chance
        self.facts: list[Fact] = []
        self.forced: list[tuple[Seat, str]] = []
        """The answers that seats gave unasked, as no other was possible."""
        self.revealed = False
        self.turn_passed = False
        """Whether a turn has begun meanwhile: one of `Game.turns` happened."""

    def then(self, *steps: "Step[Any]") -> None:
        """These steps follow, the first named first, before anything already on the agenda."""
        self._agenda.extend(reversed(steps))

    def abandon(self) -> None:
        """Everything still on the agenda falls away, as when the game ends at once."""
        self._agenda.clear()

    def emit(self, fact: Fact) -> None:
        """Record a fact: something that has just happened."""
        self.facts.append(fact)

    def reveal(self) -> None:
        """Something hidden has been seen: undo stops here. Draws do this by themselves."""
        self.revealed = True

    def roll(self, name: str, dice: int, sides: int = 6) -> list[int]:
        """Roll `dice` dice, each giving 0 to `sides` - 1."""
        self.revealed = True
        return self._chance.roll(name, dice, sides)

    def below(self, name: str, bound: int) -> int:
        """A random number from 0 to `bound` - 1."""
        self.revealed = True
        return self._chance.below(name, bound)

    def shuffle(self, name: str, items: list[Any]) -> None:
        """Shuffle `items` in place, by the named draw."""
        self.revealed = True
        self._chance.shuffle(name, items)


class Step(msgspec.Struct, Generic[S], frozen=True, tag=True):
    """Something still to happen: small, frozen, plain data. Derive one of those below."""


class Happening(Step[S], Generic[S], frozen=True):
    """A step that happens by itself."""

    def happen(self, state: S, now: Now[S]) -> None:
        """Change `state` in place. The step has already left the agenda."""
        raise NotImplementedError


class Consequence(Step[S], Generic[S], frozen=True):
    """A step that happens by itself, and of which the game says what happens: `Game.bring_about`.

    For what is brought about from below the module that knows what it means, as a gain that has an effect of its own.
    """


class Choice(Step[S], Generic[S], frozen=True):
    """A step that asks. It leaves the agenda when it is answered or has nothing to ask.

    A step asked of several seats at once, or asked again, puts itself back with `now.then`.
    """

    allows_asides: ClassVar[bool] = False
    """Whether it is a question to one seat, which the game may let do something else first (`Game.asides`)."""
    certain: ClassVar[str] = ""
    """The rule of a question that one seat is asked and shown however things stand: its options are found when somebody
    looks at them. Empty where it hangs on how they stand."""

    def decisions(self, state: S) -> list[Decision]:
        """What is asked now, at most one decision a seat; empty when nothing is. Must not change `state`.

        A pending decision stays the same, whatever other seats answer meanwhile.
        """
        raise NotImplementedError

    def chosen(self, state: S, now: Now[S], answer: Answer) -> None:
        """Change `state` in place as the legal `answer` says. The step has already left the agenda."""
        raise NotImplementedError


class Game(Generic[S]):
    """One game: subclass, fill in, register in the project's `games.py`. Holds no state of any table."""

    key: ClassVar[str]
    version: ClassVar[int]
    """Counts up whenever old logs would replay differently or old positions would not load."""
    seats: ClassVar[tuple[int, ...]]
    """The numbers of seats it can be played with, ascending."""
    options: ClassVar[tuple[GameOption, ...]] = ()
    state_type: ClassVar[type]
    steps: ClassVar[tuple[type[Step[Any]], ...]]
    facts: ClassVar[tuple[type[Fact], ...]]
    turns: ClassVar[tuple[type[Step[Any]], ...]] = ()
    """The steps with which a turn begins, so that a turn is seen to pass where the same seat is asked again."""
    longest_answers: ClassVar[int]
    """No game has more answers than this. K5"""
    unordered: ClassVar[Mapping[str, str]] = {}
    """By the rule id of each standing order: the key that takes it back."""
    bookkeeping: ClassVar[frozenset[str]] = frozenset()
    """Fields of the state that views leave out though they are no secret, by their paths without numbers."""
    policies: ClassVar[Mapping[str, Policy]] = {}
    """Players of its own beside the random one, by name (`greedy`)."""
    levels: ClassVar[Mapping[str, Level]] = {}
    """How well programs may play at a table, by name, the weakest first."""
    uses: ClassVar[Mapping[type[Fact], tuple[str, str]]] = {}
    """Facts in which a seat uses a component: its kind and the field that names it. Simulations count them."""
    joints: ClassVar[Joints] = {}
    """Which answers are offered as one, though the rules ask for them one after the other. See `offering`."""
    in_a_row: ClassVar[frozenset[str]] = frozenset()
    """The rules of questions that come again after most of their answers: several are picked at once. See `offering`"""
    most_alike: ClassVar[Mapping[str, int]] = {}
    """How many options whose keys begin so may be made of a question's, where it is less than for others."""
    sequels: ClassVar[Mapping[str, Sequel]] = {}
    """What is picked at once with an option that only makes it possible, by what the option's key begins with."""
    opened: ClassVar[Mapping[str, Opened]] = {}
    """By the rule of a question: that it is opened by another, to which it leads back."""
    row_order: ClassVar[Mapping[str, int]] = {}
    """When options picked at once are carried out, the lowest number first, by what their key begins with; else 0."""
    once_a_turn: ClassVar[tuple[str, str]] = ("", "")
    """The rule and the key ("" for any) of an answer that every turn has once, to count turns by. See `is_in_turn`."""

    def start(self, settings: Settings, chance: Chance) -> tuple[S, list[Step[S]]]:
        """The laid-out game and what happens first (the first step named first)."""
        raise NotImplementedError

    def copy(self, state: S) -> S:
        """An independent copy; anything shared with `state` must be immutable."""
        raise NotImplementedError

    def look(self, state: S, seat: Seat | None) -> msgspec.Struct:
        """All that `seat` (None: a spectator) may see, as one record."""
        raise NotImplementedError

    def look_back(self, state: S, before: S) -> msgspec.Struct:
        """All that everybody may see of `state`, with the turn that has just ended there; `before` it was played."""
        return self.look(state, None)

    def hear(self, fact: Fact, seat: Seat | None) -> Fact | None:
        """`fact` as `seat` (None: a spectator) hears it; None when it hears nothing of it."""
        return fact

    def describe(self, fact: Fact) -> Message | None:
        """The line of the log for a heard fact; None when it is not worth one."""
        raise NotImplementedError

    def round_begun(self, fact: Fact) -> int | None:
        """The number of the round that begins with this fact, from 1; None for any other, and in games without rounds.

        Everybody hears such a fact as it is.
        """
        return None

    def turn_begun(self, fact: Fact) -> Seat | None:
        """The seat whose turn begins with this heard fact; None for any other, and where no fact says so."""
        return None

    def opens(self, fact: Fact) -> bool:
        """Whether a turn or a round begins with this heard fact, so that it is told with what follows."""
        return self.turn_begun(fact) is not None or self.round_begun(fact) is not None

    def round_of(self, state: S) -> int | None:
        """The number of the round that is played, from 1; None before the first, and in games without rounds."""
        return None

    def tell(self, heard: Sequence[Fact]) -> list[Message]:
        """The lines of the log for what was heard of one entry, in order; a game may say several facts in one line."""
        lines = (self.describe(fact) for fact in heard)
        return [line for line in lines if line is not None]

    def in_one_line(self, line: Message, following: Message) -> Message | None:
        """What says both of two lines of the log that follow one another; None where they stay apart.

        What it returns may take in the next line, too.
        """
        return None

    def bring_about(self, state: S, now: Now[S], due: Consequence[S]) -> None:
        """Change `state` in place as `due` says. It has already left the agenda."""
        raise NotImplementedError

    def asides(self, state: S, question: Choice[S], decision: Decision) -> Sequence[Option]:
        """What the seat of `decision`, asked by `question`, may do first: what is allowed "at any time in your turn".

        Asked by the kernel where the question allows asides and one option answers it. Where there are any, a decision
        with a single option is asked too. Must not change `state`.
        """
        return ()

    def take_aside(self, state: S, now: Now[S], seat: Seat, key: str) -> None:
        """Change `state` in place as the aside `key` says. The question is on the agenda again already."""
        raise NotImplementedError

    def unasked(self, state: S, question: Choice[S], decision: Decision) -> tuple[str, ...]:
        """The answer to `decision`, asked by `question`, that its seat need not be asked for; empty where it must be.

        Given by itself after an answer of the same seat, and taken back with it. Whatever may be reached by another
        answer must be within reach after this one too. Hangs on nothing that is hidden from anybody. Must not change
        `state`.
        """
        return ()

    def standing(self, state: S, seat: Seat) -> list[Decision]:
        """Orders that `seat` may leave at any time without being asked; the game never waits for them.

        Their `rule` tells them apart; their id is kept at -1.
        """
        return []

    def canonical(self, state: S) -> S:
        """`state`, or a copy with all that lies in no order put into one: equal where nobody could tell two apart.

        Must not change `state`. It only serves to compare; nobody plays on from it.
        """
        return state

    def stand(self, state: S, seat: Seat, rule: str, keys: tuple[str, ...]) -> None:
        """Take the standing order with that rule id. It is private, reveals nothing and tells nothing."""
        raise NotImplementedError

    def autopilot(self, state: S, decision: Decision) -> tuple[str, ...]:
        """A legal answer for a seat whose player has left: whatever holds up and disturbs the others least."""
        raise NotImplementedError

    def is_in_turn(self, state: S) -> bool:
        """Whether what is asked now belongs to somebody's turn, and not to a setup, a draft or another phase of all."""
        return True

    def result(self, state: S) -> tuple[Placing, ...]:
        """The final places, first place first. Called when nothing is left to happen."""
        raise NotImplementedError

    def census(self, state: S) -> None:
        """Raise AssertionError when a component is missing, doubled or out of place. K6"""
        raise NotImplementedError

    def components(self) -> Mapping[str, tuple[str, ...]]:
        """The names of all components by the kinds of `uses`, so that one that is never used is seen as well."""
        return {}

    def dealt(self, state: S, seat: Seat) -> Mapping[str, str]:
        """What the setup gave one seat and not the others, by kind (`ability`: `SA3`), to compare scores by."""
        return {}

    def hidden(self, state: S, seat: Seat | None) -> Sequence[Zone]:
        """All that `state` hides from `seat`, by where it lies. K4, K9

        Named without regard to `redeal`, which the laws hold against it. Where zones share places, what lies in one may
        change places before what lies in the next does.
        """
        return ()

    def redeal(self, state: S, seat: Seat | None, chance: Chance) -> S:
        """A copy in which everything `seat` may not know is dealt differently. K4; a copy when nothing is hidden.

        Nothing of how hidden things lie is left in it: sort them, then deal. K9
        """
        return self.copy(state)

    def suppose(self, world: S, seat: Seat) -> None:
        """Change a redealt state in place to what `seat` should expect: likely secret answers in place of any."""


def settled(game: Game[Any], seats: int, given: Mapping[str, OptionValue]) -> Settings:
    """Settings with every option filled in. Raises `UnplayableSettings`."""
    if seats not in game.seats:
        raise UnplayableSettings("seats", seats)
    known = {option.key: option for option in game.options}
    for key, value in given.items():
        if key not in known or value not in known[key].choices:
            raise UnplayableSettings(key, value)
    return Settings(seats, {option.key: given.get(option.key, option.default) for option in game.options})


V = TypeVar("V", bound=msgspec.Struct)


def with_asked(view: V, pending: Sequence[Decision]) -> V:
    """A view that tells who is asked now, in seat order, if it has a field `to_answer` for that.

    Who is asked is public, whatever the question: a table waits for them. What kind of place one seat is asked for
    stands in a field `asked_places`, unless its question is private.
    """
    if "to_answer" not in view.__struct_fields__:
        return view
    view = msgspec.structs.replace(view, to_answer=tuple(sorted(decision.seat for decision in pending)))
    if "asked_places" not in view.__struct_fields__ or len(pending) != 1 or pending[0].private:
        return view
    return msgspec.structs.replace(view, asked_places=pending[0].places)
