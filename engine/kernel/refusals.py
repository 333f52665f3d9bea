"""Reasons for refusing an answer. The position stays as it was; the catalogues have the words."""

from dataclasses import dataclass

from engine.kernel.decision import Seat


class Refusal(Exception):  # noqa: N818  (the protocol's word)
    """An answer that the rules do not allow. Nothing has changed."""


@dataclass(eq=False, repr=False)
class StaleDecision(Refusal):
    """The seat is asked a different decision now."""

    given: int
    current: int


@dataclass(eq=False, repr=False)
class NotAsked(Refusal):
    """The seat is not asked anything now."""

    seat: Seat


@dataclass(eq=False, repr=False)
class NotAnOption(Refusal):
    """A key that the decision does not offer, or a repeated one."""

    key: str


@dataclass(eq=False, repr=False)
class WrongNumber(Refusal):
    """Too few or too many options."""

    given: int
    at_least: int
    at_most: int


@dataclass(eq=False, repr=False)
class UnplayableSettings(Refusal):
    """Settings that no game can start with. `field` is `seats` or the option's key."""

    field: str
    value: object


class DeadEnd(Exception):  # noqa: N818
    """A decision nobody can answer, or steps that never reach one: a bug. Carries the agenda."""


class UnreadablePosition(Exception):  # noqa: N818
    """Bytes that are not a position of this game and version."""
