"""Standing orders for defenders in fights. HOUSE-4"""

from functools import cache

from engine.kernel.decision import Decision, Message, Option, Seat
from engine.minos_classic.state.state import NO_ORDER, ClassicState

RULE = "HOUSE-4"
MOST_RINGS = 12
"""The largest order offered. A duel never needs more rings."""


@cache
def dice_to_reroll(dice: tuple[str, ...]) -> tuple[int, ...]:
    """The dice (0 to 5) to reroll: gulls and builds; else stars, else jokers outside a complete set. HOUSE-4"""
    idle = tuple(die for die, face in enumerate(dice) if face in ("gull", "build"))
    if idle:
        return idle
    sets = min(dice.count("arrow"), dice.count("joker"), dice.count("star"))
    for face in ("star", "joker"):
        outside = [die for die, shown in enumerate(dice) if shown == face][sets:]
        if outside:
            return tuple(outside)
    return ()


@cache
def _options() -> tuple[Option, ...]:
    off = Option("rings:off", Message("minos_classic.choice.order_off"))
    none = Option("rings:0", Message("minos_classic.choice.order_none"))
    limits = [
        Option(f"rings:{rings}", Message("minos_classic.choice.order", {"count": rings}))
        for rings in range(1, MOST_RINGS + 1)
    ]
    return (off, none, *limits)


def standing_order(table: ClassicState, seat: Seat) -> list[Decision]:
    if table.players[seat].is_out:
        return []
    return [Decision(seat, RULE, Message("minos_classic.prompt.order"), _options(), private=True)]


def set_order(table: ClassicState, seat: Seat, key: str) -> None:
    rings = key.removeprefix("rings:")
    table.players[seat].order = NO_ORDER if rings == "off" else int(rings)
