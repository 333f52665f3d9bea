"""A game: its rules and its optional parts. Every optional part has a working default."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Fact, Message, Option, Seat, seat_name
from engine.kernel.hidden import Zone
from engine.kernel.lines import Line, PlainLine
from engine.kernel.policy import Level, Policy
from engine.kernel.refusals import UnplayableSettings
from engine.kernel.rules import Agreement, OptionValue, Rules, Settings
from engine.kernel.steps import Choice, Consequence, Now, Step

S = TypeVar("S")


class Narration(Generic[S]):
    """The lines of a game's log, and where turns and rounds begin."""

    turns: ClassVar[tuple[type[Step[Any]], ...]] = ()

    def describe(self, fact: Fact) -> Message | None:
        """Return a fact's line, or None. By default, a tag with a dot is a message id, and fields are its blanks."""
        tag = str(fact.__struct_config__.tag)
        if "." not in tag:
            return None
        blanks = msgspec.structs.asdict(fact)
        return Message(tag, blanks | ({"seat": seat_name(blanks["seat"])} if "seat" in blanks else {}))

    def lines(self, heard: Sequence[Fact]) -> list[Line]:
        """Return the log lines for the facts of one entry. Several facts may share a line."""
        messages = (self.describe(fact) for fact in heard)
        return [PlainLine(message) for message in messages if message is not None]

    def tell(self, heard: Sequence[Fact]) -> list[Message]:
        return [line.message for line in self.lines(heard)]

    def round_begun(self, fact: Fact) -> int | None:
        """Return the number, from 1, of the round that this fact begins, or None. Every seat hears such facts."""
        return None

    def turn_begun(self, fact: Fact) -> Seat | None:
        """Return the seat whose turn starts with this fact."""
        return None

    def opens(self, fact: Fact) -> bool:
        """Return whether this fact starts a turn or round, so its line belongs with the following lines."""
        return self.turn_begun(fact) is not None or self.round_begun(fact) is not None

    def round_of(self, state: S) -> int | None:
        """Return the number, from 1, of the current round, if there is one."""
        return None

    def is_in_turn(self, state: S) -> bool:
        """Return whether a single seat is taking its turn, as opposed to a setup, a draft or a phase of all seats."""
        return True

    def look_back(self, view: msgspec.Struct, before: msgspec.Struct) -> msgspec.Struct:
        """Return the spectator's view to show after a turn. `before` is the view before the turn's last answer."""
        return view


class Wording(NamedTuple):
    """The words of an option that joins two answers. `hint` is the small text below the label."""

    label: Message
    hint: Message | None = None


class Join(NamedTuple):
    """A way to combine an option with the answers to the question it leads to."""

    wording: Callable[[Option, Option], Wording]
    may_coincide: bool = False
    """True if two pairs may have the same effect, or a pair may have none. Of pairs with the same effect, only the
    first is offered."""
    is_usual: Callable[[Option], bool] | None = None
    """If there are too many pairs, only answers that pass this test are combined. The plain option remains."""
    leads_on: Callable[[Option], bool] | None = None
    """If the first pair brings the question back, new options that pass this test are combined as well."""
    in_public: Callable[[Option], bool] | None = None
    """Answers to a private question that pass this test may be combined with a public option."""


Joins: TypeAlias = Mapping[tuple[str, str], Join]
"""Joins, keyed by the head of an option's key (`move` of `move:3`) and the rule of the next question."""


class FollowUp(NamedTuple):
    """Combines an option with options that it makes possible and that pass `follows`. A combined option has at most
    `most` answers."""

    follows: Callable[[Option, Option], bool]
    wording: Callable[[Option, Option], Wording]
    most: int = 5


class Revealing(NamedTuple):
    """The wording of asides, and of options with these `heads`, if something is revealed automatically after them."""

    heads: frozenset[str]
    wording: Callable[[Option], Wording]


class Offering(Generic[S]):
    """Ways to combine questions so that players are asked less. The examples are from Minos: Dawn.

    The head of a key is the part before its colon.
    """

    joins: ClassVar[Joins] = {}
    """{("move", "EXP-1"): …}: `move:3` asks for a destination, so `move:3>region:5` is offered instead."""
    repeats: ClassVar[frozenset[str]] = frozenset()
    """{"ACT-7"}: this question returns after most answers, so several answers can be picked together."""
    follow_ups: ClassVar[Mapping[str, FollowUp]] = {}
    """{"sail": …}: a ship takes a trade-bonus tile that can be used next, so one option does both."""
    order: ClassVar[Mapping[str, int]] = {}
    """{"income": -3}: of options picked together, lower numbers are carried out first. The default is 0."""
    most: ClassVar[Mapping[str, int]] = {}
    """{"battle": 12}: at most this many joined options replace the options with this head."""
    reveals: ClassVar[Mapping[str, Revealing]] = {}
    """{"GEN-8": …}: an automatic answer to this question may reveal something, so the option before it warns."""

    def answer_automatically(self, state: S, question: Choice[S], decision: Decision) -> tuple[str, ...]:
        """Return the answer to give automatically, or (). Must not change `state`. The answer must not prevent anything
        another answer allows, and must not depend on hidden information."""
        return ()


class Asides(Generic[S]):
    """Actions that a seat may take "at any time in your turn", before it answers."""

    def offer(self, state: S, question: Choice[S], decision: Decision) -> Sequence[Option]:
        """Return the asides available before `decision`, whose answer is one option. Must not change `state`."""
        return ()

    def take(self, state: S, now: Now[S], seat: Seat, key: str) -> None:
        """Carry out an aside: change `state` in place. The question is already back on the agenda."""
        raise NotImplementedError


class StandingOrders(Generic[S]):
    """Standing orders that a seat may place at any time. The game never waits for them."""

    cancelled_by: ClassVar[Mapping[str, str]] = {}
    """The key that cancels each order, by rule id."""

    def offer(self, state: S, seat: Seat) -> list[Decision]:
        """Return the orders that `seat` may place now, each with its own rule id."""
        return []

    def take(self, state: S, seat: Seat, rule: str, keys: tuple[str, ...]) -> None:
        """Record an order: change `state` in place. An order is private and reveals nothing."""
        raise NotImplementedError


@dataclass(frozen=True)
class Autopilot(Generic[S]):
    """Harmless answers for the seat of a player who has left. `preferred` lists keys to pick, best first."""

    preferred: tuple[str, ...] = ("end", "pass", "done", "decline", "skip")

    def answer(self, state: S, decision: Decision) -> tuple[str, ...]:
        """Return () if that is legal, otherwise a preferred option if there is one, otherwise the first options."""
        keys = tuple(option.key for option in decision.options)
        if decision.at_least == 0:
            return ()
        return next(((key,) for key in self.preferred if key in keys), keys[: decision.at_least])


class Secrecy(Generic[S]):
    """The hidden parts of a state, and ways to replace them without the seat noticing."""

    def hidden(self, state: S, seat: Seat | None) -> Sequence[Zone]:
        """Return all places hidden from `seat`, without using `redeal`. Earlier zones are shuffled first. K4, K9"""
        return ()

    def redeal(self, world: S, seat: Seat | None, chance: Chance) -> None:
        """Redeal everything hidden from `seat`, in place. Sort it first, so the old order leaves no trace. K4, K9"""

    def suppose(self, world: S, seat: Seat) -> None:
        """Replace others' secret answers in a redealt state with answers that `seat` should expect."""


@dataclass(frozen=True)
class Programs:
    """The computer players of a game: policies by name, and the `levels` to choose from, weakest first."""

    policies: Mapping[str, Policy] = field(default_factory=dict)
    levels: Mapping[str, Level] = field(default_factory=dict)


class Statistics(Generic[S]):
    uses: ClassVar[Mapping[type[Fact], tuple[str, str]]] = {}
    """For each type of fact that reports the use of a component: the component's kind, and the field that names it."""
    once_a_turn: ClassVar[tuple[str, str]] = ("", "")
    """The rule and the key ("" for any key) of an answer that is given exactly once per turn."""

    def components(self) -> Mapping[str, tuple[str, ...]]:
        """Return the names of all components by kind."""
        return {}

    def setup_of(self, state: S, seat: Seat) -> Mapping[str, str]:
        """Return the components that the setup gave only to this seat, by kind (`ability`: `SA3`)."""
        return {}


class Proof(Generic[S]):
    """Information about this game that the checks of the laws need."""

    longest_answers: ClassVar[int] = 100_000
    """Upper bound on the answers in one game. K5"""

    def census(self, state: S) -> None:
        """Raise `AssertionError` if a component is missing, duplicated or out of place. K6"""

    def canonical(self, state: S) -> S:
        """Return a copy for comparison, sorted wherever order has no meaning. Must not change `state`."""
        return state


Effect: TypeAlias = Callable[[Any, Now[Any], Any], None]
"""A function that changes a state in place to carry out a `Consequence`. The step has already left the agenda."""


@dataclass(frozen=True)
class Game(Generic[S]):
    """A game as `games.py` registers it. Only the rules are required."""

    rules: Rules[S]
    narration: Narration[S] = field(default_factory=Narration)
    offering: Offering[S] = field(default_factory=Offering)
    asides: Asides[S] = field(default_factory=Asides)
    orders: StandingOrders[S] = field(default_factory=StandingOrders)
    autopilot: Autopilot[S] = field(default_factory=Autopilot)
    secrecy: Secrecy[S] = field(default_factory=Secrecy)
    programs: Programs = field(default_factory=Programs)
    statistics: Statistics[S] = field(default_factory=Statistics)
    agreement: Agreement[S] = field(default_factory=Agreement)
    proof: Proof[S] = field(default_factory=Proof)
    consequences: Mapping[type[Consequence[Any]], Effect] = field(default_factory=dict)
    """The effect of each kind of consequence."""


def complete_settings(game: Game[Any], seats: int, given: Mapping[str, OptionValue]) -> Settings:
    if seats not in game.rules.seats:
        raise UnplayableSettings("seats", seats)
    known = {option.key: option for option in game.rules.options}
    for key, value in given.items():
        if key not in known or value not in known[key].choices:
            raise UnplayableSettings(key, value)
    return Settings(seats, {option.key: given.get(option.key, option.default) for option in game.rules.options})


def playable_options(game: Game[Any], given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return every option of the game, with the value given for it, or the default if the game lacks that value."""
    return {
        option.key: given[option.key] if given.get(option.key) in option.choices else option.default
        for option in game.rules.options
    }
