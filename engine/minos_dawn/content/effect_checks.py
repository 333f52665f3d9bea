"""What an effect text of the content must fit: the language itself, and no conversions that run round. VAL-7"""

import re

from engine.kernel.faults import UNREAD, Faults
from engine.minos_dawn.content.language import (
    Coin,
    Conversion,
    Draw,
    DrawActive,
    DrawAge2,
    Effects,
    Gains,
    If,
    UnknownEffect,
    Vp,
    Weapon,
    parse,
)


def checked_effect(faults: Faults, text: str, file: str, entry: str, field: str) -> Effects:
    """The records of an effect text; none where it is not of the language, or runs round. VAL-7"""
    if text is UNREAD:
        return ()
    try:
        effects = parse(text)
    except UnknownEffect as error:
        faults.require(False, file, entry, field, f"no such effect: {error}")
        return ()
    edges: set[tuple[str, str]] = set()
    for effect in effects:
        conversion = effect.then if isinstance(effect, If) else effect
        if isinstance(conversion, Conversion) and conversion.repeats:
            edges |= {(paid, got) for paid in _paid(conversion) for got in _got(conversion.gains)}
    faults.require(not _runs_round(edges), file, entry, field, "conversions that run round without end")
    return effects


def builds(text: str) -> bool:
    """Whether an effect gives Build AP, by itself or as Wild AP."""
    return re.search(r"\b(build|buildfree|wild) \d", text) is not None


def _paid(conversion: Conversion) -> list[str]:
    cost = conversion.cost
    kinds = [("money", cost.coins + cost.weaponry), ("card", cost.discard), ("vp", cost.vp)]
    return [kind for kind, amount in kinds if amount]


def _got(gains: Gains) -> list[str]:
    """What a gain gives that a conversion can cost; coins and weaponry are one, by SA5."""
    kinds = []
    for part in gains:
        match part.atom:
            case Coin() | Weapon():
                kinds.append("money")
            case DrawActive() | DrawAge2() | Draw():
                kinds.append("card")
            case Vp():
                kinds.append("vp")
    return kinds


def _runs_round(edges: set[tuple[str, str]]) -> bool:
    reach = set(edges)
    for _ in range(3):
        reach |= {(a, d) for a, b in reach for c, d in reach if b == c}
    return any(a == b for a, b in reach)
