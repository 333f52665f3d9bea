"""The decision protocol: questions to seats, their answers, and the facts that follow."""

from typing import TypeAlias

import msgspec

Seat: TypeAlias = int
"""A player's place at the table, counted from 0 in seating order. The engine doesn't know who sits there."""

Argument: TypeAlias = "int | str | Message | tuple[Message, ...]"


class Message(msgspec.Struct, frozen=True, tag="m", gc=False):
    """A translatable text: the id of a message in the catalogues, and the values of its blanks. A blank holds a number,
    a proper name, `seat_name(seat)`, a message, or a list of messages. `count` selects the plural form."""

    id: str
    blanks: dict[str, Argument] = {}


def seat_name(seat: Seat) -> Message:
    return Message("seat", {"seat": seat})


class Option(msgspec.Struct, frozen=True, gc=False):
    """One legal choice."""

    key: str
    """Stored in logs and typed by players: a short word like `site:north`, unique in a decision."""
    label: Message
    target: str | None = None
    """The place to mark on the board."""
    hint: Message | None = None
    """Shown in small print below the label."""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """A question to one seat with every legal option."""

    seat: Seat
    rule: str
    """The id of the rule to look up."""
    prompt: Message
    options: tuple[Option, ...]
    at_least: int = 1
    """Minimum number of distinct options in an answer."""
    at_most: int = 1
    """Maximum number of distinct options in an answer."""
    private: bool = False
    """If true, other seats only learn that the seat is asked."""
    shown: bool = False
    """If true, the question is asked even with only one legal answer."""
    id: int = -1
    """The number of answers that the seat has given before."""
    asides: int = 0
    """Number of options at the end of `options` that are actions the seat may take before it answers."""
    row: tuple[int, ...] = ()
    """The positions of options that can be picked together, in the order they are carried out."""

    def is_aside(self, key: str) -> bool:
        return self.asides > 0 and any(option.key == key for option in self.options[-self.asides :])

    @property
    def places(self) -> str:
        """Return the kind of place (`region`) of the first option with a target, or ""."""
        answers = self.options[: len(self.options) - self.asides]
        return next((option.target.partition(":")[0] for option in answers if option.target), "")

    @property
    def is_forced(self) -> bool:
        return self.at_most == 0 or self.at_least == len(self.options)


class Answer(msgspec.Struct, frozen=True, gc=False):
    """A seat's answer: the id of the decision, and the picked keys in order."""

    seat: Seat
    decision: int
    keys: tuple[str, ...]


class Fact(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Something that happened, in the past tense. `Rules.hear` decides which seats hear it."""


class SeatFact(Fact, frozen=True):
    """Something that a seat did or that happened to it."""

    seat: Seat
