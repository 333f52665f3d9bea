"""The words for days, months, numbers and spans of time in each language: from Unicode's data where it has them."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

import msgspec
from babel import Locale
from babel.units import format_unit

from cogs.ui.text import fold
from locales.words import LANGUAGES

UNITS = ("minute", "hour", "day", "week", "month")
"""Unicode's names of the time units."""

_FORMS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "0": "mon", "1": "tue tues", "2": "wed weds", "3": "thu thur thurs", "4": "fri", "5": "sat", "6": "sun",
        "m9": "sept",
        "hour": "h hr hrs", "day": "d", "week": "w wk wks", "minute": "min mins", "fortnight": "fortnight fortnights",
    },
    "fr": {
        "m2": "fev", "m7": "juil", "m1": "janv",
        "hour": "h heures", "day": "j jr jrs", "week": "sem", "minute": "min mn", "fortnight": "quinzaine",
    },
    "cs": {
        "0": "pondeli", "1": "uterka", "2": "stredu stredy", "3": "ctvrtka", "4": "patku", "5": "sobotu soboty",
        "6": "nedeli nedele",
        "hour": "h hod hodinu hodinach", "day": "d dnu dni", "week": "t tyd tydnu", "minute": "min minutu",
        "month": "mesicu",
    },
}  # fmt: skip
"""Words that Unicode's data lacks: other cases and common abbreviations. Without accents, like all words here."""

_NUMBERS: Mapping[str, str] = {
    "en": "a,an,one two three four five six seven eight nine ten eleven twelve thirteen fourteen",
    "fr": "un,une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze",
    "cs": "jeden,jednu,jedno,jedna dva,dve tri ctyri pet sest sedm osm devet deset jedenact dvanact trinact ctrnact",
}

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "now": "now|right now", "today": "today", "tomorrow": "tomorrow|tmrw|tomorow",
        "after": "the day after tomorrow|day after tomorrow", "noon": "noon|midday", "midnight": "midnight",
        "next": "next", "this": "this|coming|this coming", "at": "at|@", "on": "on|the|of",
        "until": "until|till|til|up to|by|to|from|starting|through", "in": "in|for|another", "week_later": "week",
        "dayth": "the|until the|till the|by the|from the|on the", "next_week": "next week",
        "to": "to|until|till|til|and|through", "between": "between|from",
        "half": "half a|half an", "and": "and",
        "am": "am|in the morning", "pm": "pm|in the afternoon|in the evening|at night", "oclock": "o'clock|oclock",
    },
    "fr": {
        "now": "maintenant|tout de suite|des maintenant", "today": "aujourd'hui", "tomorrow": "demain",
        "after": "apres-demain|apres demain", "noon": "midi", "midnight": "minuit",
        "next": "prochain|prochaine", "this": "ce|cette", "at": "a|vers", "on": "le|la|du|de",
        "until": "jusqu'au|jusqu'a|jusque|avant|des|a partir du|a partir de|au|du|a", "in": "dans|pour|pendant|d'ici",
        "dayth": "le|au|du|jusqu'au|avant le|des le",
        "week_later": "en huit", "next_week": "la semaine prochaine|semaine prochaine",
        "to": "a|au|jusqu'a|et", "between": "de|entre|du", "half": "une demi|un demi|demi", "and": "et",
        "am": "du matin|am", "pm": "du soir|de l'apres-midi|pm", "oclock": "heures|heure",
    },
    "cs": {
        "now": "ted|nyni|hned|ihned", "today": "dnes|dneska", "tomorrow": "zitra|zejtra|zitrka",
        "after": "pozitri|pozitri", "noon": "poledne|v poledne", "midnight": "pulnoc|o pulnoci|pulnoci",
        "next": "pristi|dalsi|pristiho|pristi", "this": "tento|tuto|toto|tohoto|nejblizsi|tuhle", "at": "v|ve|od|do",
        "on": "v|ve|dne|o", "until": "az do|do|az|od", "in": "za|na|po dobu", "week_later": "za tyden", "dayth": "dne",
        "next_week": "pristi tyden|pristiho tydne", "to": "do|az|az do|a", "between": "od|mezi", "half": "pul|pulka",
        "and": "a", "am": "rano|dopoledne|am", "pm": "vecer|odpoledne|pm", "oclock": "hod|hodin|hodiny|hodine",
    },
}  # fmt: skip
"""Other words, by their meaning."""


class Vocabulary(msgspec.Struct, frozen=True):
    """One language's words, without accents and in lower case. Weekdays count from 0 (Monday); months from 1."""

    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    units: Mapping[str, str]
    numbers: Mapping[str, int]
    words: Mapping[str, str]

    def pattern(self, meaning: str) -> str:
        return any_of(self.words[meaning].split("|"))


def plain(typed: str) -> str:
    """Normalise typed text: folded, one kind of dash and quote, `p.m.` as `pm`."""
    text = re.sub(r"\b([ap])\.\s?m\b\.?", r"\1m", fold(typed).replace("−", "-"))
    return text.strip(" !?,;")


def any_of(words: Iterable[str]) -> str:
    return "(?:" + "|".join(re.escape(word) for word in sorted(set(words), key=lambda word: (-len(word), word))) + ")"


@cache
def vocabulary(language: str) -> Vocabulary:
    locale, forms = Locale(language), _FORMS[language]
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
    for key, names in forms.items():
        if key.isdigit():
            weekdays |= dict.fromkeys(names.split(), int(key))
        elif key[1:].isdigit():
            months |= dict.fromkeys(names.split(), int(key[1:]))
        else:
            units |= dict.fromkeys(names.split(), key)
    numbers = {word: number for number, words in enumerate(_NUMBERS[language].split(), 1) for word in words.split(",")}
    months = {name: number for name, number in months.items() if not name.isdecimal()}
    return Vocabulary(months, weekdays, units, numbers, WORDS[language])


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
