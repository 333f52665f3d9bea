"""Questions of one seat, with what may be done beside the answer: extra actions and the exchange of SA5."""

from typing import ClassVar

from engine.kernel.decision import Answer, Decision, Message, Option, Seat
from engine.kernel.game import Choice, Now
from engine.minos_dawn.state import Table


class Ask(Choice[Table], frozen=True):
    """A question to `seat` under the rule `rule`; subclasses say what the options are and what follows from one.

    `hidden`: the options hang on a hand; asked in private, and asked even where one option is left (INFO-13).
    """

    seat: Seat
    rule: ClassVar[str] = ""
    hidden: ClassVar[bool] = False
    in_one_piece: ClassVar[bool] = False
    """Part of an act that has begun: nothing may be done beside it, not even an exchange. GEN-5, Q-40"""

    def options(self, state: Table) -> list[Option]:
        """All that is legal; none where there is nothing to ask."""
        raise NotImplementedError

    def prompt(self, state: Table) -> Message:
        """The question."""
        raise NotImplementedError

    def limits(self, state: Table) -> tuple[int, int]:
        """How many options make an answer."""
        return 1, 1

    def may_go_aside(self) -> bool:
        """Whether extra actions may be taken before this: an effect is due and has not begun. EXTRA-2"""
        return False

    def is_held_up(self, state: Table, options: list[Option]) -> bool:
        """Whether extra actions hold up what is due: not a single effect that is left, but a single way to decline."""
        return len(options) > 1 or options[0].key == "skip"

    def take(self, state: Table, now: Now[Table], keys: tuple[str, ...]) -> None:
        """What follows from the options chosen."""
        raise NotImplementedError

    def decisions(self, state: Table) -> list[Decision]:
        """The question, with what may be done beside it."""
        options = self.options(state)
        if not options:
            return []
        least, most = self.limits(state)
        if most == 1 and not self.in_one_piece:
            options += beside(state, self.seat, self.may_go_aside() and self.is_held_up(state, options))
        hidden = self.hidden
        return [
            Decision(
                self.seat, self.rule, self.prompt(state), tuple(options), least, most, private=hidden, shown=hidden
            )
        ]

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
    turn = state.turn
    if not (may_go_aside and turn is not None and turn.seat == seat) and state.carrying != seat:
        return []
    from engine.minos_dawn.extra import exchange_options, extra_options

    return exchange_options(state, seat) if state.carrying == seat else extra_options(state, seat)
