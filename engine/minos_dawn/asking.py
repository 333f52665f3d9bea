"""Questions of one seat, with what may be done beside the answer: extra actions and the exchange of SA5."""

from typing import ClassVar

from engine.kernel.asking import Question
from engine.kernel.decision import Answer, Option, Seat
from engine.kernel.game import Now
from engine.minos_dawn.state import Table


class Ask(Question[Table], frozen=True):
    """A question with extra actions and the exchange beside it. INFO-13: `hidden` where the options hang on a hand."""

    in_one_piece: ClassVar[bool] = False
    """Part of an act that has begun: nothing may be done beside it, not even an exchange. GEN-5, Q-40"""

    def may_go_aside(self) -> bool:
        """Whether extra actions may be taken before this: an effect is due and has not begun. EXTRA-2"""
        return False

    def is_held_up(self, state: Table, options: list[Option]) -> bool:
        """Whether extra actions hold up what is due: not a single effect that is left, but a single way to decline."""
        return len(options) > 1 or options[0].key == "skip"

    def take(self, state: Table, now: Now[Table], keys: tuple[str, ...]) -> None:
        """What follows from the options chosen."""
        raise NotImplementedError

    def alongside(self, state: Table, options: list[Option]) -> list[Option]:
        """EXTRA-2, ABIL-SA5a; nothing beside an answer of several options."""
        if self.limits(state)[1] != 1 or self.in_one_piece:
            return []
        return beside(state, self.seat, self.may_go_aside() and self.is_held_up(state, options))

    def chosen(self, state: Table, now: Now[Table], answer: Answer) -> None:
        """The answer, or something beside it and the question again."""
        key = answer.keys[0] if answer.keys else ""
        if key.partition(":")[0] in BESIDE:
            # Late, here and below, because extra actions ask questions of their own.
            from engine.minos_dawn.extra import take_extra

            now.then(self)
            take_extra(state, now, self.seat, key)
            return
        self.take(state, now, answer.keys)


BESIDE = ("march", "gather", "bonus", "sell", "swap", "battle", "exchange")
"""What options that stand beside a question begin with. No other option may."""


def beside(state: Table, seat: Seat, may_go_aside: bool) -> list[Option]:
    """EXTRA-2: extra actions before an effect that is due; ABIL-SA5a: the exchange likewise, and all through PROG."""
    if not (may_go_aside and state.is_turn_of(seat)) and state.carrying != seat:
        return []
    from engine.minos_dawn.extra import exchange_options, extra_options

    return exchange_options(state, seat) if state.carrying == seat else extra_options(state, seat)
