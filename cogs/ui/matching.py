"""Match typed text with the names of things. Accents, case and punctuation don't count."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Generic, TypeVar

import msgspec
from discord import app_commands

import discord_limits as limits
from cogs.ui.refusals import UIRefusal
from cogs.ui.text import fold, have_same_stems, shorten, words_of

T = TypeVar("T")
_fold, _words_of = lru_cache(maxsize=8192)(fold), lru_cache(maxsize=8192)(words_of)
"""Cached, since the same names are compared with every letter that someone types."""
LONGEST = 300
"""A longer text matches nothing. Comparing thousands of words with each name would delay everyone for 60 ms."""
MOST_ALIKE = 5
"""Maximum number of names suggested for a misspelt one."""


class Named(msgspec.Struct, Generic[T], frozen=True):
    thing: T
    name: str
    other_names: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.other_names)


def matching(typed: str, things: Iterable[Named[T]]) -> list[Named[T]]:
    """Return the things that match `typed`, best first: the whole name, its start, the start of words, any part."""
    if len(typed) > LONGEST:
        return []
    ranked = [(rank, each) for each in things if (rank := _rank(typed, each)) is not None]
    return [each for _, each in sorted(ranked, key=lambda pair: pair[0])]


def find_meant(typed: str, things: Iterable[Named[T]]) -> T | None:
    """Return the thing whose name is `typed`, or else the only match. Return None if that is ambiguous."""
    fitting = matching(typed, things) if words_of(typed) else []
    exact = [each for each in fitting if 0 in (_unlikeness(typed, name) for name in each.names)]
    shown = [each for each in fitting if _unlikeness(typed, each.name) is not None]
    for found in (exact, shown, fitting):
        if len(found) == 1:
            return found[0].thing
        if found:
            return None
    return None


def match_stems(typed: str, things: Iterable[Named[T]]) -> list[Named[T]]:
    """Return the things with a name that is another form of `typed`. Too loose for anything that changes a game."""
    words = words_of(typed)
    return [each for each in things if any(have_same_stems(words, _words_of(name)) for name in each.names)]


def match_nearest(typed: str, things: Iterable[Named[T]]) -> list[Named[T]]:
    """Return the things with names, or words in names, that are spelt most like `typed`."""
    spelt: dict[str, list[Named[T]]] = defaultdict(list)
    for each in things:
        for part in {part for name in each.names for part in (_fold(name), *_words_of(name))}:
            spelt[part].append(each)
    close = get_close_matches(_fold(typed), spelt, MOST_ALIKE)
    return list({id(each): each for part in close for each in spelt[part]}.values())


def _rank(typed: str, named: Named[T]) -> tuple[int, bool] | None:
    """Return a match's rank, and whether it is in `other_names`. (0, False) is best. Return None without a match."""
    ranks = [
        (unlikeness, place > 0)
        for place, name in enumerate(named.names)
        if (unlikeness := _unlikeness(typed, name)) is not None
    ]
    return min(ranks, default=None)


def _unlikeness(typed: str, name: str) -> int | None:
    plain, within = _fold(typed), _fold(name)
    wanted, words = _words_of(typed), _words_of(name)
    if plain == within or (wanted and wanted == words):
        return 0
    if within.startswith(plain):
        return 1
    if wanted and all(any(word.startswith(each) for word in words) for each in wanted):
        return 2
    return 3 if plain in within else None


def suggest_matches(typed: str, things: Iterable[Named[str]]) -> list[app_commands.Choice[str]]:
    """Return the matches of `typed`, best first, up to Discord's limit."""
    return [
        app_commands.Choice(name=shorten(each.name, limits.CHOICE_NAME), value=each.thing[: limits.CHOICE_VALUE])
        for each in matching(typed, things)[: limits.AUTOCOMPLETE_CHOICES]
    ]


def echo_typed(typed: str, choices: Iterable[app_commands.Choice[str]]) -> list[app_commands.Choice[str]]:
    """Return choices up to Discord's limit. If a name doesn't contain the typed text, the text is put before it."""
    shown = list(choices)[: limits.AUTOCOMPLETE_CHOICES]
    for choice in shown:
        if _alike(typed) not in _alike(choice.name):
            choice.name = shorten(f"{typed} → {choice.name}", limits.CHOICE_NAME)
    return shown


def _alike(text: str) -> str:
    return fold(text.replace("_", " "))


def the_one(typed: str, readings: Mapping[str, T], unreadable: str) -> T:
    """Return the only reading. Raises `UIRefusal`: `unreadable` if there is none, a question if there are several."""
    if not readings:
        raise UIRefusal(unreadable, typed=as_shown(typed))
    if len(readings) > 1:
        named = ", ".join(f"`{reading}`" for reading in readings)
        raise UIRefusal("refused.which", typed=as_shown(typed), readings=named)
    return next(iter(readings.values()))


def as_shown(typed: str) -> str:
    return shorten(typed, 50).replace("`", "'")
