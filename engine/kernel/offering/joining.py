"""The keys and words of options that stand for several answers."""

from engine.kernel.decision import Decision, Option
from engine.kernel.parts import Wording

JOINT = ">"
"""Stands between the keys of answers that are offered as one option."""


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


def by_first(first: Option, second: Option) -> Wording:
    """Called by the first answer, with the second below it."""
    return Wording(first.label, second.label)
