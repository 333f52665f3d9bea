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
    """One legal choice. Logs store its `key`, and players type it: a short word like `site:north`, unique in a
    decision. `target` is the place to mark on the board. `hint` is shown in small print below the label."""

    key: str
    label: Message
    target: str | None = None
    hint: Message | None = None


class Decision(msgspec.Struct, frozen=True, gc=False):
    """A question to one seat with every legal option. An answer picks `at_least` to `at_most` distinct options.

    `rule` is the id of the rule to look up. `id` counts the answers this seat has given. If `private`, other seats only
    learn that the seat is asked. If `shown`, the question is asked even with only one legal answer. The last `asides`
    options are actions to take before answering. `row` has the positions of options that can be picked together, in
    the order in which they are carried out.
    """

    seat: Seat
    rule: str
    prompt: Message
    options: tuple[Option, ...]
    at_least: int = 1
    at_most: int = 1
    private: bool = False
    shown: bool = False
    id: int = -1
    asides: int = 0
    row: tuple[int, ...] = ()

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
