"""The decision protocol: what a seat is asked, what it may answer, and what then happened."""

from typing import TypeAlias

import msgspec

Seat: TypeAlias = int
"""A player's place at the table, counted from 0 in seating order. Only the shell knows who sits there."""

Argument: TypeAlias = "int | str | Message | tuple[Message, ...]"


class Message(msgspec.Struct, frozen=True, tag="m"):
    """Something to be said: an id of the word catalogue and what fills its blanks, never prose.

    A blank holds a number, a proper name, another message, or a list of messages. `count` is the blank that
    chooses the plural. `seat`-like blanks hold seats as `Message("seat", {"seat": n})`.
    """

    id: str
    blanks: dict[str, Argument] = {}


def seat_name(seat: Seat) -> Message:
    """The name of whoever sits there, which only the shell can fill in."""
    return Message("seat", {"seat": seat})


class Option(msgspec.Struct, frozen=True):
    """One legal choice: `key` is logged and typed, `label` is shown, `target` is the place on the board to mark.

    Keys are short and readable (`site:north`, `pass`) and unique inside their decision. `hint` says small below the
    label what it leads to.
    """

    key: str
    label: Message
    target: str | None = None
    hint: Message | None = None


class Decision(msgspec.Struct, frozen=True):
    """A question to one seat with all that is legal; any `at_least` to `at_most` distinct options are an answer.

    `rule` is the id of a rule that the game's rulebook tells: what its seat reads to know why it is asked.
    `id` is given by the kernel and counts the answers of that seat so far. `private`: others learn only that the seat
    is asked. `shown`: asked even where a single answer is possible. The last `asides` of the options are no answer:
    they may be taken first, and the question is asked again.

    `rows` are made by `offering`: the places of options of which several may be picked at once, to be given one after
    the other in that order.
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
        """Whether the option `key` is taken beside the answer, and leaves the question to be asked again."""
        return self.asides > 0 and any(option.key == key for option in self.options[-self.asides :])

    @property
    def places(self) -> str:
        """What kind of place the answers name on the board, such as `region` of `region:7`; "" for none.

        Where they name several kinds it is the first. What may be taken beside the answer does not count.
        """
        answers = self.options[: len(self.options) - self.asides]
        return next((option.target.partition(":")[0] for option in answers if option.target), "")

    @property
    def is_forced(self) -> bool:
        """Whether exactly one answer is legal."""
        return self.at_most == 0 or self.at_least == len(self.options)


class Answer(msgspec.Struct, frozen=True):
    """What a seat answers: the keys it picked of the decision with that id, in the order it picked them."""

    seat: Seat
    decision: int
    keys: tuple[str, ...]


class Fact(msgspec.Struct, frozen=True, tag=True):
    """Something that happened, in the past tense.

    A game derives its own, and its view.py says which seats hear each.
    """
