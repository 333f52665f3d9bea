"""Why an answer is refused. A refusal leaves the position as it was; words for it are in the catalogue."""

from engine.kernel.decision import Seat


class Refusal(Exception):  # noqa: N818  (the protocol's word)
    """An answer that the rules do not allow; nothing has changed."""


class StaleDecision(Refusal):
    """The decision answered is not the one this seat is asked now."""

    def __init__(self, given: int, current: int) -> None:
        super().__init__(given, current)
        self.given = given
        self.current = current


class NotAsked(Refusal):
    """The seat is not asked anything now."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat


class NotAnOption(Refusal):
    """A key that the decision does not offer, or one given twice."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class WrongNumber(Refusal):
    """Too few or too many of the options."""

    def __init__(self, given: int, at_least: int, at_most: int) -> None:
        super().__init__(given, at_least, at_most)
        self.given = given
        self.at_least = at_least
        self.at_most = at_most


class UnplayableSettings(Refusal):
    """Settings no game can start with: `field` is `seats` or the option's key."""

    def __init__(self, field: str, value: object) -> None:
        super().__init__(field, value)
        self.field = field
        self.value = value


class DeadEnd(Exception):  # noqa: N818
    """A decision nobody can answer, or steps that never come to one: our mistake. Carries the agenda."""


class UnreadablePosition(Exception):  # noqa: N818
    """Bytes that are no position of this game and version."""
