"""The words for days, months, numbers and spans of time in each language, mostly taken from Unicode's data."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec
from babel import Locale
from babel.units import format_unit

from cogs.ui.text import fold
from locales.words import LANGUAGES

UNITS = ("minute", "hour", "day", "week", "month")

_MORE: Mapping[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
"""Each language's words that Unicode's data lacks: other cases, abbreviations, and words with other meanings."""


class Vocabulary(msgspec.Struct, frozen=True):
    """One language's words, without accents and in lower case. Weekdays count from 0 (Monday); months from 1."""

    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    units: Mapping[str, str]
    numbers: Mapping[str, int]
    words: Mapping[str, str]

    def pattern(self, meaning: str) -> str:
        return any_of(self.words[meaning].split("|"))


LONGEST = 200
"""Maximum number of characters in a typed time. A longer text could take long to read, or name an impossible year."""


def plain(typed: str) -> str:
    """Normalise typed text: folded, one kind of dash and quote, `p.m.` as `pm`. Return "" if it is too long."""
    if len(typed) > LONGEST:
        return ""
    text = re.sub(r"\b([ap])\.\s?m\b\.?", r"\1m", fold(typed).replace("−", "-"))
    return text.strip(" !?,;")


def any_of(words: Iterable[str]) -> str:
    return "(?:" + "|".join(re.escape(word) for word in sorted(set(words), key=lambda word: (-len(word), word))) + ")"


@cache
def vocabulary(language: str) -> Vocabulary:
    locale, more = Locale(language), _MORE.get(language, _MORE["en"])
    months: dict[str, int] = {}
    weekdays: dict[str, int] = {}
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            months |= {_bare(name): number for number, name in locale.months[context][width].items()}
            weekdays |= {_bare(name): day for day, name in locale.days[context][width].items()}
    units: dict[str, str] = {}
    for unit in UNITS:
        widths: tuple[Literal["long", "short"], ...] = ("long", "short")
        for width in widths:
            said = (format_unit(count, f"duration-{unit}", width, locale=locale) for count in (1, 1.5, 2, 5))
            bare = (_bare(re.sub(r"[\d.,]", "", each)) for each in said)
            units |= {name: unit for name in bare if len(name) > 1}
    months |= {name: int(number) for name, number in _by_name(more.get("months", {}))}
    weekdays |= {name: int(day) for name, day in _by_name(more.get("weekdays", {}))}
    units |= dict(_by_name(more["units"]))
    numbers = {word: number for number, words in enumerate(more["numbers"].split(), 1) for word in words.split(",")}
    months = {name: number for name, number in months.items() if not name.isdecimal()}
    return Vocabulary(months, weekdays, units, numbers, more["words"])


def _by_name(forms: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    return ((name, meaning) for meaning, names in forms.items() for name in names.split())


def vocabularies(language: str) -> list[Vocabulary]:
    """Return the vocabularies, the reader's language first. Ambiguous short words of other languages are left out."""
    return [vocabulary(language), *(_long_words(other) for other in LANGUAGES if other != language)]


@cache
def _long_words(language: str) -> Vocabulary:
    found, locale = vocabulary(language), Locale(language)
    whole = {_bare(name) for context in ("format", "stand-alone") for name in locale.months[context]["wide"].values()}
    days = {name: day for name, day in found.weekdays.items() if len(name) > 4}
    months = {name: number for name, number in found.months.items() if name in whole}
    return msgspec.structs.replace(found, weekdays=days, months=months)


def _bare(name: str) -> str:
    return fold(name).strip(" .")
