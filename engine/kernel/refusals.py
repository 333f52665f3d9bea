"""Reasons for refusing an answer. A refused answer changes nothing. The messages are in the catalogues."""

from dataclasses import dataclass

from engine.kernel.decision import Seat


class Refusal(Exception):  # noqa: N818  (the protocol's word)
    """The rules do not allow an answer. Nothing has changed."""


@dataclass(eq=False, repr=False)
class StaleDecision(Refusal):
    """The seat now has a different decision."""

    given: int
    current: int


@dataclass(eq=False, repr=False)
class NotAsked(Refusal):
    """The seat has no decision now."""

    seat: Seat


@dataclass(eq=False, repr=False)
class NotAnOption(Refusal):
    """The decision doesn't offer a key, or a key was repeated."""

    key: str


@dataclass(eq=False, repr=False)
class WrongNumber(Refusal):
    """The answer has too few or too many options."""

    given: int
    at_least: int
    at_most: int


@dataclass(eq=False, repr=False)
class UnplayableSettings(Refusal):
    """No game can start with these settings. `field` is `seats` or the option's key."""

    field: str
    value: object


class DeadEnd(Exception):  # noqa: N818
    """A decision without a legal answer, or steps that never reach a decision. Either is a bug. Contains the agenda."""


class UnreadablePosition(Exception):  # noqa: N818
    """The bytes are not a position of this game and version."""
