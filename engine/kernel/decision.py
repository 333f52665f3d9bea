"""The decision protocol: questions to seats, their answers, and the facts that follow."""

from typing import TypeAlias

import msgspec

Seat: TypeAlias = int
"""A player's place at the table, counted from 0 in seating order. Only the shell knows the player."""

Argument: TypeAlias = "int | str | Message | tuple[Message, ...]"


class Message(msgspec.Struct, frozen=True, tag="m"):
    """A text to be worded by the catalogues: the id of an entry and the values of its blanks.

    A blank holds a number, a proper name, a message, or a list of messages. `count` chooses the plural. Blanks for
    players hold `seat_name(seat)`.
    """

    id: str
    blanks: dict[str, Argument] = {}


def seat_name(seat: Seat) -> Message:
    """The name of the player in that seat, which the shell fills in."""
    return Message("seat", {"seat": seat})


class Option(msgspec.Struct, frozen=True):
    """One legal choice: `key` is logged and typed, `label` is shown, `target` is the place to mark on the board.

    Keys are short and readable (`site:north`, `pass`) and unique within their decision. `hint` is shown small, below
    the label.
    """

    key: str
    label: Message
    target: str | None = None
    hint: Message | None = None


class Decision(msgspec.Struct, frozen=True):
    """A question to one seat with every legal option. Any `at_least` to `at_most` distinct options are an answer.

    `rule` is the id of the rule in the rulebook that explains the question. The kernel sets `id` to the number of
    answers this seat has given so far. If `private`, others only learn that the seat is asked. If `shown`, the question
    is asked even if only one answer is legal. The last `asides` options are not answers: they are actions to take
    first, after which the question is asked again.

    `rows` come from `offering`: each row lists options, by position, that can be picked together and are then carried
    out in that order.
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
    rows: tuple[tuple[int, ...], ...] = ()

    def is_aside(self, key: str) -> bool:
        """Return whether the option `key` is an aside, after which the question is asked again."""
        return self.asides > 0 and any(option.key == key for option in self.options[-self.asides :])

    @property
    def places(self) -> str:
        """The kind of place that the first answer with a target names (`region` of `region:7`), or ""."""
        answers = self.options[: len(self.options) - self.asides]
        return next((option.target.partition(":")[0] for option in answers if option.target), "")

    @property
    def is_forced(self) -> bool:
        """Return whether exactly one answer is legal."""
        return self.at_most == 0 or self.at_least == len(self.options)


class Answer(msgspec.Struct, frozen=True):
    """A seat's answer to the decision with that id: the keys it picked, in the order it picked them."""

    seat: Seat
    decision: int
    keys: tuple[str, ...]


class Fact(msgspec.Struct, frozen=True, tag=True):
    """Something that happened, in the past tense.

    A game derives its own, and its view.py says which seats hear each.
    """
