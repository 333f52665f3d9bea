"""Keys of options that stand for several answers."""

from engine.kernel.decision import Decision

JOINT = ">"


def single_keys(key: str) -> tuple[str, ...]:
    return tuple(key.split(JOINT))


def head_of(key: str) -> str:
    """The first word of a key: `move` of `move:3>region:5`."""
    return single_keys(key)[0].partition(":")[0]


def is_joined(decision: Decision) -> bool:
    return any(JOINT in option.key for option in decision.options)


def is_offered(decision: Decision) -> bool:
    """Return whether `offering` changed the question."""
    return is_joined(decision) or bool(decision.rows)
