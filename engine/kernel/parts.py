"""The optional parts of a game. Every part has a default that works, so a game brings only what it needs."""

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
    """The log of a game: its lines, and the beginnings of turns and rounds."""

    turns: ClassVar[tuple[type[Step[Any]], ...]] = ()
    """Steps that begin a turn. They tell turns apart even if the same seat is asked again."""

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
        """Return the number, from 1, of the round that begins with this fact. All seats must hear it unchanged."""
        return None

    def turn_begun(self, fact: Fact) -> Seat | None:
        """Return the seat whose turn begins with this fact, as it was heard."""
        return None

    def opens(self, fact: Fact) -> bool:
        """Return whether a turn or round begins with this fact, so that its line stands with those that follow."""
        return self.turn_begun(fact) is not None or self.round_begun(fact) is not None

    def round_of(self, state: S) -> int | None:
        """Return the number, from 1, of the current round, or None before the first and in games without rounds."""
        return None

    def is_in_turn(self, state: S) -> bool:
        """Return False in a setup, a draft or a phase of all seats."""
        return True

    def look_back(self, view: msgspec.Struct, before: msgspec.Struct) -> msgspec.Struct:
        """Return a spectator's `view` at the end of a turn, given the view `before` its last answer."""
        return view


class Wording(NamedTuple):
    """The words of an option made of two answers. `hint` is shown small, below the label."""

    label: Message
    hint: Message | None = None


class Join(NamedTuple):
    """How an option is combined with the answers to the question it leads to.

    - `may_coincide`: pairs of answers may have the same effect or none; only the first of each effect is offered.
    - `is_usual`: if there would be too many pairs, only answers that pass this test are combined, and the option stays.
    - `leads_on`: if the first pair brings the question back, its new options that pass this test are combined too.
    - `in_public`: the answers to a private question that may appear in a public one, because everyone knows them.
    """

    wording: Callable[[Option, Option], Wording]
    may_coincide: bool = False
    is_usual: Callable[[Option], bool] | None = None
    leads_on: Callable[[Option], bool] | None = None
    in_public: Callable[[Option], bool] | None = None


Joins: TypeAlias = Mapping[tuple[str, str], Join]
"""Keyed by the head of the option's key (`move` of `move:3`) and the rule of the question it leads to."""


class FollowUp(NamedTuple):
    """Options that become possible after an option, offered together with it.

    `follows` tests whether an option possible then belongs to it. `most` limits the answers in one option.
    """

    follows: Callable[[Option, Option], bool]
    wording: Callable[[Option, Option], Wording]
    most: int = 5


class Detour(NamedTuple):
    """A side question: options of question `rule` whose keys start with `by` open it, and its answer `back` returns.

    `beside` tests which options of the other question can be picked together with answers to this one.
    """

    rule: str
    by: tuple[str, ...]
    back: str
    beside: Callable[[Option], bool]


class Revealing(NamedTuple):
    """The wording of an option if the automatic answer after it reveals something.

    `heads` are the heads of the options that can lead there. Asides always can.
    """

    heads: frozenset[str]
    wording: Callable[[Option], Wording]


class Offering(Generic[S]):
    """How questions are combined so that players are asked less. Read by `offering.offers`.

    The head of a key is the part before its first colon. Examples from Minos: Dawn:

    - `joins` {("move", "EXP-1"): …}: `move:3` asks for a destination, so `move:3>region:5` is offered instead.
    - `repeats` {"ACT-7"}: the question returns after most answers, so several can be picked together.
    - `follow_ups` {"sail": …}: a ship takes a trade-bonus tile that can be used next; one option does both.
    - `detours` {"DEV-1": …}: choosing a card is opened from another question and can lead back to it.
    - `order` {"income": -3}: of options picked together, lower numbers are carried out first; the default is 0.
    - `most` {"battle": 12}: at most this many options are made from those with this head.
    - `reveals` {"GEN-8": …}: if the automatic answer to a question of this rule reveals something, the play before it
      can't be undone freely, and its option says so.
    """

    joins: ClassVar[Joins] = {}
    repeats: ClassVar[frozenset[str]] = frozenset()
    follow_ups: ClassVar[Mapping[str, FollowUp]] = {}
    detours: ClassVar[Mapping[str, Detour]] = {}
    order: ClassVar[Mapping[str, int]] = {}
    most: ClassVar[Mapping[str, int]] = {}
    reveals: ClassVar[Mapping[str, Revealing]] = {}

    def unasked(self, state: S, question: Choice[S], decision: Decision) -> tuple[str, ...]:
        """Return the answer to `decision` that its seat needn't be asked for, or () if it must be asked.

        The answer is given after another of the same seat and undone with it. It must cut off nothing that another
        answer allows, and must not depend on hidden information. Must not change `state`.
        """
        return ()


class Asides(Generic[S]):
    """Things a seat may do "at any time in your turn", before it answers."""

    def offer(self, state: S, question: Choice[S], decision: Decision) -> Sequence[Option]:
        """Return what the seat may do before it answers `decision`. Must not change `state`.

        Called for questions that allow asides and take one option. A decision with asides is asked even if it has only
        one option.
        """
        return ()

    def take(self, state: S, now: Now[S], seat: Seat, key: str) -> None:
        """Change `state` in place as the aside `key` says. The question is back on the agenda."""
        raise NotImplementedError


class StandingOrders(Generic[S]):
    """Orders that a seat may leave at any time. The game never waits for them."""

    cancelled_by: ClassVar[Mapping[str, str]] = {}
    """The key that cancels each order, by rule id."""

    def offer(self, state: S, seat: Seat) -> list[Decision]:
        """Return the orders that `seat` may leave now, each with its own rule id. Their `id` stays -1."""
        return []

    def take(self, state: S, seat: Seat, rule: str, keys: tuple[str, ...]) -> None:
        """Change `state` in place as the order says. It is private and reveals nothing."""
        raise NotImplementedError


@dataclass(frozen=True)
class Autopilot(Generic[S]):
    """Answers for a seat whose player has left, as harmlessly as possible.

    `preferred` are the keys to pick wherever they are offered, best first.
    """

    preferred: tuple[str, ...] = ("end", "pass", "done", "decline", "skip")

    def answer(self, state: S, decision: Decision) -> tuple[str, ...]:
        """Return no option if that is legal, else a preferred option, else the first ones."""
        keys = tuple(option.key for option in decision.options)
        if decision.at_least == 0:
            return ()
        return next(((key,) for key in self.preferred if key in keys), keys[: decision.at_least])


class Secrecy(Generic[S]):
    """Things that a state hides from a seat, and other states that look the same to it."""

    bookkeeping: ClassVar[frozenset[str]] = frozenset()
    """Paths, without indexes, of fields that views omit although they are not secret."""

    def hidden(self, state: S, seat: Seat | None) -> Sequence[Zone]:
        """Return everything that `state` hides from `seat`. K4, K9

        Written without regard to `redeal`; the laws compare the two. If zones overlap, earlier ones are shuffled first.
        """
        return ()

    def redeal(self, world: S, seat: Seat | None, chance: Chance) -> None:
        """Deal everything that `seat` may not know differently, in place. K4

        Leave no trace of the previous order: sort, then deal. K9
        """

    def suppose(self, world: S, seat: Seat) -> None:
        """Replace secret answers in a redealt state with what `seat` should expect."""


@dataclass(frozen=True)
class Programs:
    """The computer players of a game.

    `policies` are players by name (`greedy`), besides the random one. `levels` are the strengths that a table can
    choose, weakest first.
    """

    policies: Mapping[str, Policy] = field(default_factory=dict)
    levels: Mapping[str, Level] = field(default_factory=dict)


class Statistics(Generic[S]):
    """Counts of simulations."""

    uses: ClassVar[Mapping[type[Fact], tuple[str, str]]] = {}
    """Facts in which a seat uses a component: the kind of component, and the field with its name."""
    once_a_turn: ClassVar[tuple[str, str]] = ("", "")
    """Rule and key ("" for any) of an answer given exactly once per turn, to count turns."""

    def components(self) -> Mapping[str, tuple[str, ...]]:
        """Return the names of all components by kind, to find those never used."""
        return {}

    def dealt(self, state: S, seat: Seat) -> Mapping[str, str]:
        """Return what the setup gave this seat alone, by kind (`ability`: `SA3`)."""
        return {}


class Proof(Generic[S]):
    """Facts about this game that the laws of every game need."""

    longest_answers: ClassVar[int] = 100_000
    """Upper bound on the answers in one game. K5"""

    def census(self, state: S) -> None:
        """Raise `AssertionError` if a component is missing, doubled or out of place. K6"""

    def canonical(self, state: S) -> S:
        """Return `state`, or a copy with everything unordered sorted, so that indistinguishable states are equal.

        Must not change `state`. The copy is only compared, never played on.
        """
        return state
