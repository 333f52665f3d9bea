"""Keys of options that stand for several answers."""

from engine.kernel.decision import Decision

JOINT = ">"
"""Separates the keys of answers offered as one option."""


def single_keys(key: str) -> tuple[str, ...]:
    """The keys of the answers that an option stands for, in order."""
    return tuple(key.split(JOINT))


def head_of(key: str) -> str:
    """The first word of a key: `move` of `move:3>region:5`."""
    return single_keys(key)[0].partition(":")[0]


def is_joined(decision: Decision) -> bool:
    """Return whether any option stands for several answers."""
    return any(JOINT in option.key for option in decision.options)


def is_offered(decision: Decision) -> bool:
    """Return whether `offering` changed the question: it has joined options, or rows to pick several from."""
    return is_joined(decision) or bool(decision.rows)
