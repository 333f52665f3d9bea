"""The base of all checks of the content."""

import re
from collections.abc import Collection
from typing import NamedTuple

from engine.kernel.content import UNREAD, Checks, Faults, UnknownEffect
from engine.minos_dawn.content import language as e
from engine.minos_dawn.content.records import Content


def builds(text: str) -> bool:
    return re.search(r"\b(build|buildfree|wild) \d", text) is not None


def _kinds_paid(cost: e.Cost) -> list[str]:
    kinds = {"money": cost.coins + cost.weaponry, "card": cost.discard, "vp": cost.vp}
    return [kind for kind, amount in kinds.items() if amount]


_KINDS = {"money": (e.Coin, e.Weapon), "card": (e.DrawActive, e.DrawAge2, e.Draw), "vp": (e.Vp,)}


def _kinds_got(gains: e.Gains) -> list[str]:
    """Return the kinds of cost that the gains can pay. Coins and weaponry are one kind, because SA5 exchanges them."""
    return [kind for kind, atoms in _KINDS.items() for part in gains if isinstance(part.atom, atoms)]


def _runs_round(edges: set[tuple[str, str]]) -> bool:
    if not edges:
        return False
    reach = set(edges)
    for _ in range(3):
        reach |= {(a, d) for a, b in reach for c, d in reach if b == c}
    return any(a == b for a, b in reach)


SEATS = (2, 3, 4)


class Place(NamedTuple):
    """An entry of a content file. Faults in the entry's fields are reported under its name."""

    faults: Faults
    file: str
    entry: str

    def require(self, holds: bool, field: str, problem: str) -> bool:
        return self.faults.require(holds, self.file, self.entry, field, problem)

    def check_word(self, word: str, words: Collection[str], field: str) -> bool:
        return self.faults.check_word(word, words, self.file, self.entry, field)

    def check_value(self, given: object, wanted: object, field: str) -> None:
        self.faults.check_value(given, wanted, self.file, self.entry, field)

    def effect(self, text: str, field: str) -> e.Effects:
        """Parse an effect text. Report a fault if parsing fails or conversions could repeat forever. VAL-7"""
        if text is UNREAD:
            return ()
        try:
            effects = e.parse(text)
        except UnknownEffect as error:
            self.require(False, field, f"no such effect: {error}")
            return ()
        edges: set[tuple[str, str]] = set()
        for effect in effects:
            conversion = effect.then if isinstance(effect, e.If) else effect
            if isinstance(conversion, e.Conversion) and conversion.repeats:
                edges |= {(paid, got) for paid in _kinds_paid(conversion.cost) for got in _kinds_got(conversion.gains)}
        self.require(not _runs_round(edges), field, "conversions that run round without end")
        return effects


class DawnChecks(Checks[Content]):
    """Base class of the checks for one part of Dawn's content."""

    def at(self, file: str, entry: str) -> Place:
        return Place(self.faults, file, entry)

    def payment(self, text: str, file: str, field: str) -> None:
        """Check that an effect gives only coins, weapons or VP. No seat is asked about such an effect."""
        effects = self.at(file, "-").effect(text, field)
        plain = all(
            isinstance(effect, e.Plain)
            and all(isinstance(part.atom, e.Coin | e.Weapon | e.Vp) and not part.per for part in effect.gains)
            for effect in effects
        )
        self.require(plain, file, "-", field, "coins, weapons and VP alone fit here, such as: coin 2")


def as_list(words: Collection[object]) -> str:
    return ", ".join(map(str, words))
