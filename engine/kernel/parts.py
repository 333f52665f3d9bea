"""The optional parts of a game. Each has a default that plays, so a game brings only those it has use for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Fact, Message, Option, Seat, seat_name
from engine.kernel.hidden import Zone
from engine.kernel.levels import Level
from engine.kernel.lines import Line, PlainLine
from engine.kernel.policy import Policy
from engine.kernel.steps import Choice, Now, Step

S = TypeVar("S")


class Narration(Generic[S]):
    """How a game is told: the lines of its log, and where its turns and rounds begin."""

    turns: ClassVar[tuple[type[Step[Any]], ...]] = ()
    """The steps that begin a turn, so that a turn is known to pass even if the same seat is asked again."""

    def describe(self, fact: Fact) -> Message | None:
        """Return the log line for a fact as it was heard, or None if it isn't worth one.

        By default, a tag with a dot in it (`orchard.picked`) is the id of the line, and the fact's fields fill its
        blanks.
        """
        tag = str(fact.__struct_config__.tag)
        if "." not in tag:
            return None
        blanks = msgspec.structs.asdict(fact)
        return Message(tag, blanks | ({"seat": seat_name(blanks["seat"])} if "seat" in blanks else {}))

    def lines(self, heard: Sequence[Fact]) -> list[Line]:
        """Return the log lines for the facts of one entry, in order. Several facts may share a line."""
        messages = (self.describe(fact) for fact in heard)
        return [PlainLine(message) for message in messages if message is not None]

    def tell(self, heard: Sequence[Fact]) -> list[Message]:
        """Return the words of the log lines for the facts of one entry, in order."""
        return [line.message for line in self.lines(heard)]

    def round_begun(self, fact: Fact) -> int | None:
        """Return the number, from 1, of the round that begins with this fact. Everyone hears such a fact unchanged."""
        return None

    def turn_begun(self, fact: Fact) -> Seat | None:
        """Return the seat whose turn begins with this fact as it was heard."""
        return None

    def opens(self, fact: Fact) -> bool:
        """Return whether a turn or round begins with this fact, so that it is told with what follows."""
        return self.turn_begun(fact) is not None or self.round_begun(fact) is not None

    def round_of(self, state: S) -> int | None:
        """Return the number, from 1, of the current round, or None before the first and in games without rounds."""
        return None

    def is_in_turn(self, state: S) -> bool:
        """Return whether what is asked belongs to somebody's turn, not to a setup, a draft or a phase of all seats."""
        return True

    def look_back(self, view: msgspec.Struct, before: msgspec.Struct) -> msgspec.Struct:
        """Return a spectator's `view` at the end of a turn, given the view `before` its last answer."""
        return view


class Wording(NamedTuple):
    """The words of an option made of two answers. `hint` is shown small, below the label."""

    label: Message
    hint: Message | None = None


class Join(NamedTuple):
    """How an option is offered together with each answer to the question that it leads to.

    `may_coincide`: answers of this kind in another order can come to the same, or lead back to the start; only the
    first that leads anywhere new is offered. `is_usual`: if all would be too many, the option stays and only these
    answers are joined to it. `leads_on`: if the first of those answers brings the question back, the options that are
    new there and pass this test are joined as well. `in_public`: which answers to a private question may appear in a
    public one, because everyone knows them.
    """

    wording: Callable[[Option, Option], Wording]
    may_coincide: bool = False
    is_usual: Callable[[Option], bool] | None = None
    leads_on: Callable[[Option], bool] | None = None
    in_public: Callable[[Option], bool] | None = None


Joins: TypeAlias = Mapping[tuple[str, str], Join]
"""By the head of the option's key (`move` of `move:3`) and the rule of the question that it leads to."""


class FollowUp(NamedTuple):
    """What an option makes possible when its question is asked again, picked together with it.

    `follows` tells whether an option possible then is one of these; `most` is the highest number of answers in one.
    """

    follows: Callable[[Option, Option], bool]
    wording: Callable[[Option, Option], Wording]
    most: int = 5


class Detour(NamedTuple):
    """A question that options of another one open, and that leads back to it.

    `rule` is that of the other question, `by` the heads of the options that open this one, `back` the answer that goes
    back. `beside` tells which options of the other question may be picked in a row with answers to this one.
    """

    rule: str
    by: tuple[str, ...]
    back: str
    beside: Callable[[Option], bool]


class Revealing(NamedTuple):
    """How an option reads if the answer given unasked after it reveals something.

    `heads` are those of the options that may lead there; extra actions beside a question always may.
    """

    heads: frozenset[str]
    wording: Callable[[Option], Wording]


class Offering(Generic[S]):
    """How a game's questions are offered so that fewer have to be asked. See `offering.offers`, which reads it.

    The head of a key is the part before its first colon. Examples from Minos: Dawn:

    - `joins` {("move", "EXP-1"): …}: `move:3` asks where to; `move:3>region:5` is offered instead.
    - `repeats` {"ACT-7"}: the question comes back after most answers, so several are picked at once.
    - `follow_ups` {"sail": …}: a ship takes a trade-bonus tile that can be used next; both are one option.
    - `detours` {"DEV-1": …}: choosing a card is opened from another question and can lead back to it.
    - `order` {"income": -3}: of options picked at once, the lowest number is carried out first; others have 0.
    - `most` {"battle": 12}: at most this many options are made of those with this head.
    - `reveals` {"GEN-8": …}: if the answer given unasked to a question of this rule reveals something, the play before
      it can't be undone freely, and its option says so.
    """

    joins: ClassVar[Joins] = {}
    repeats: ClassVar[frozenset[str]] = frozenset()
    follow_ups: ClassVar[Mapping[str, FollowUp]] = {}
    detours: ClassVar[Mapping[str, Detour]] = {}
    order: ClassVar[Mapping[str, int]] = {}
    most: ClassVar[Mapping[str, int]] = {}
    reveals: ClassVar[Mapping[str, Revealing]] = {}

    def unasked(self, state: S, question: Choice[S], decision: Decision) -> tuple[str, ...]:
        """Return the answer to `decision`, put by `question`, that its seat need not be asked for, or () if it must be.

        It is given after an answer of the same seat, and undone with it. Whatever another answer could reach must stay
        within reach. It depends on nothing hidden from anybody. Must not change `state`.
        """
        return ()


class Asides(Generic[S]):
    """What a seat may do before it answers a question: "at any time in your turn"."""

    def offer(self, state: S, question: Choice[S], decision: Decision) -> Sequence[Option]:
        """Return what the seat of `decision`, put by `question`, may do first. Must not change `state`.

        Called for questions that allow asides and take one option. A decision with asides is asked even if it has a
        single option.
        """
        return ()

    def take(self, state: S, now: Now[S], seat: Seat, key: str) -> None:
        """Change `state` in place as the aside `key` says. The question is on the agenda again already."""
        raise NotImplementedError


class StandingOrders(Generic[S]):
    """Orders that a seat may leave at any time without being asked. The game never waits for them."""

    cancelled_by: ClassVar[Mapping[str, str]] = {}
    """By the rule id of each order: the key that cancels it."""

    def offer(self, state: S, seat: Seat) -> list[Decision]:
        """Return the orders that `seat` may leave now, each with a rule id of its own. Their id stays -1."""
        return []

    def take(self, state: S, seat: Seat, rule: str, keys: tuple[str, ...]) -> None:
        """Change `state` in place as the order of that rule says. It is private and reveals nothing."""
        raise NotImplementedError


@dataclass(frozen=True)
class Autopilot(Generic[S]):
    """Answers for a seat whose player has left, as harmlessly as it can.

    `preferred` are the keys that it answers wherever they are offered, the best first.
    """

    preferred: tuple[str, ...] = ("end", "pass", "done", "decline", "skip")

    def answer(self, state: S, decision: Decision) -> tuple[str, ...]:
        """Return a legal answer: none if it may, else a preferred option, else the first ones."""
        keys = tuple(option.key for option in decision.options)
        if decision.at_least == 0:
            return ()
        return next(((key,) for key in self.preferred if key in keys), keys[: decision.at_least])


class Secrecy(Generic[S]):
    """What a state hides from a seat, and how else it might be, as far as that seat knows."""

    bookkeeping: ClassVar[frozenset[str]] = frozenset()
    """Fields of the state that views leave out though they are no secret, by their paths without numbers."""

    def hidden(self, state: S, seat: Seat | None) -> Sequence[Zone]:
        """Return all that `state` hides from `seat`. K4, K9

        Named without regard to `redeal`, which the laws hold against it. If zones share places, the things in the
        first change places before those in the next.
        """
        return ()

    def redeal(self, world: S, seat: Seat | None, chance: Chance) -> None:
        """Deal everything in `world` that `seat` may not know differently, in place. K4

        Nothing of how hidden things were may be left: sort them, then deal. K9
        """

    def suppose(self, world: S, seat: Seat) -> None:
        """Put what `seat` should expect in place of secret answers in a redealt state."""


@dataclass(frozen=True)
class Programs:
    """The computer players of a game.

    `policies` are players besides the random one, by name (`greedy`); `levels` those that a table can choose, by name,
    the weakest first.
    """

    policies: Mapping[str, Policy] = field(default_factory=dict)
    levels: Mapping[str, Level] = field(default_factory=dict)


class Statistics(Generic[S]):
    """What simulations count."""

    uses: ClassVar[Mapping[type[Fact], tuple[str, str]]] = {}
    """Facts in which a seat uses a component: its kind, and the field that names it."""
    once_a_turn: ClassVar[tuple[str, str]] = ("", "")
    """The rule and key ("" for any) of an answer that every turn has once, to count turns by."""

    def components(self) -> Mapping[str, tuple[str, ...]]:
        """Return the names of all components by the kinds of `uses`, to find those that are never used."""
        return {}

    def dealt(self, state: S, seat: Seat) -> Mapping[str, str]:
        """Return what the setup gave this seat and not the others, by kind (`ability`: `SA3`)."""
        return {}


class Proof(Generic[S]):
    """What the laws that every game keeps need to know of this one."""

    longest_answers: ClassVar[int] = 100_000
    """No game has more answers than this. K5"""

    def census(self, state: S) -> None:
        """Raise `AssertionError` if a component is missing, doubled or out of place. K6"""

    def canonical(self, state: S) -> S:
        """Return `state`, or a copy with everything that has no order sorted: equal if nobody could tell two apart.

        Must not change `state`. The copy only serves to compare; nobody plays on from it.
        """
        return state
