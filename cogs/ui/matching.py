"""What somebody typed and the things that it can mean: the one way in which every option of every command is read.

Each thing has names: the one that is shown, then what else it may be called (in other languages, by its key). Accents,
case and what stands between words do not count.
"""

from collections.abc import Iterable
from typing import Generic, TypeVar

import msgspec

from cogs.ui.text import folded, words_of

T = TypeVar("T")


class Named(msgspec.Struct, Generic[T], frozen=True):
    """A thing and what it may be called, its own name first."""

    thing: T
    name: str
    other_names: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names it can be called by, its own first."""
        return (self.name, *self.other_names)


def matching(typed: str, things: Iterable[Named[T]]) -> list[Named[T]]:
    """The things that `typed` fits, best first: wholly, from the name's beginning, from words' beginnings, within.

    A name that is shown counts before the others. Things that fit as well as one another keep their order.
    """
    ranked = [(rank, each) for each in things if (rank := _rank(typed, each)) is not None]
    return [each for _, each in sorted(ranked, key=lambda pair: pair[0])]


def meant(typed: str, things: Iterable[Named[T]]) -> T | None:
    """The one thing that `typed` means: called so, or else the only one that it fits. None where there is doubt."""
    fitting = matching(typed, things) if words_of(typed) else []
    exact = [each for each in fitting if _is_one_of(typed, each.names)]
    shown = [each for each in fitting if _unlikeness(typed, each.name) is not None]
    for found in (exact, shown, fitting):
        if len(found) == 1:
            return found[0].thing
        if found:
            return None
    return None


def _is_one_of(typed: str, names: Iterable[str]) -> bool:
    return any(_unlikeness(typed, name) == 0 for name in names)


def _rank(typed: str, named: Named[T]) -> tuple[int, bool] | None:
    """How well it fits: 0 is best; then whether it fits another name only. None where it does not."""
    ranks = [
        (unlikeness, place > 0)
        for place, name in enumerate(named.names)
        if (unlikeness := _unlikeness(typed, name)) is not None
    ]
    return min(ranks, default=None)


def _unlikeness(typed: str, name: str) -> int | None:
    """0 for the whole name, 1 for its beginning, 2 for beginnings of its words, 3 for a part; None for none of them."""
    plain, within = folded(typed), folded(name)
    wanted, words = words_of(typed), words_of(name)
    if plain == within or (wanted and wanted == words):
        return 0
    if within.startswith(plain):
        return 1
    if wanted and all(any(word.startswith(each) for word in words) for each in wanted):
        return 2
    return 3 if plain in within else None
