"""Which answers a game offers as one, and what they are called then. See `offering`, which makes the options."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from engine.kernel.decision import Decision, Message, Option

JOINT = ">"
"""Stands between the keys of answers that are offered as one option."""


class Called(NamedTuple):
    """The words of two answers in one; `hint` stands small below the label."""

    label: Message
    hint: Message | None = None


class Joint(NamedTuple):
    """How an option and one of the question that it leads to are offered as one.

    `is_usual`: where all would be too many, the option stays and those answers to the question are offered beside it.
    `leads_on`: where the first of those answers brings the question again, what it opens there and fits is offered too.
    `in_public`: of a question to one seat alone those answers may stand in a public one, as all know of them.
    `may_coincide`: answers like these in another order can come to the same, or lead back to where they began; of those
    that do the first is offered, or none.
    """

    called: Callable[[Option, Option], Called]
    may_coincide: bool = False
    is_usual: Callable[[Option], bool] | None = None
    leads_on: Callable[[Option], bool] | None = None
    in_public: Callable[[Option], bool] | None = None


Joints: TypeAlias = Mapping[tuple[str, str], Joint]
"""By what the key of the option begins with (see `head_of`), and by the rule of the question that it leads to."""


class Sequel(NamedTuple):
    """What an option makes possible when its question comes again, to be picked with it at once.

    `follows` tells of an option that is possible then whether it is one; `called` gives the words of the two in one;
    `most` is the number of answers at most that they come to.
    """

    follows: Callable[[Option, Option], bool]
    called: Callable[[Option, Option], Called]
    most: int = 5


class Opened(NamedTuple):
    """A question that options of another one open: the rule of that one, what opens it, and the answer that goes back.

    `beside` tells which options of the other question may be picked in a row with answers to this one.
    """

    rule: str
    by: tuple[str, ...]
    back: str
    beside: Callable[[Option], bool]


def single_keys(key: str) -> tuple[str, ...]:
    """The keys of the answers that an option stands for, in their order."""
    return tuple(key.split(JOINT))


def head_of(key: str) -> str:
    """What a key begins with: `move` of `move:3>region:5`."""
    return single_keys(key)[0].partition(":")[0]


def is_joined(decision: Decision) -> bool:
    """Whether any of the options stands for several answers."""
    return any(JOINT in option.key for option in decision.options)


def is_offered(decision: Decision) -> bool:
    """Whether `offering` made something of it: options that stand for several answers, or that are picked in a row."""
    return is_joined(decision) or bool(decision.rows)


def by_first(first: Option, second: Option) -> Called:
    """Called by the first answer, with the second below it."""
    return Called(first.label, second.label)
