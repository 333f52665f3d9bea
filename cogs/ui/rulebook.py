"""The rules of each game as topics to look up, read from their Markdown files in every language."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import lru_cache, partial
from itertools import chain, product
from math import log
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

import discord_limits as limits
from cogs.ui.text import LETTERS_OF_A_STEM, are_forms, have_same_stems, shorten, words_of
from engine.kernel.decision import Message
from locales.words import LANGUAGES, OFFERED, Words

_ID = r"[A-Z][A-Z0-9]*(?:-[A-Z]+)*-[A-Z]{0,2}\d+[a-z]?"
_RULE = re.compile(rf"[-*]\s+(?:\*\*)?({_ID})(?:\*\*)?\s")
_ITEMS = re.compile(rf"^(?=[-*]\s+(?:\*\*)?{_ID}(?:\*\*)?\s)", re.MULTILINE)
_PASSAGES = re.compile(r"\n(?=[-*] )|\n\s*\n")
_TABLE = re.compile(r"(?:^\|.*\|[ \t]*\n?)+", re.MULTILINE)
_SOLO = "SOLO-"
_MARK = re.compile(r"\((partly )?([RDH])(?:[,:] ?([^()]*))?\)")

SHORTEST_PART = 3
"""Words shorter than this match only the beginnings of words."""
MOST_WORDS = 8
"""Maximum number of words in a search; the rest is ignored."""

MOST_LINES, LONGEST_LINE = 2, 240
"""Maximum number of lines shown of a section in the results, and of characters in each line."""

_OVERVIEW = "section-0"
"""The section that explains the game in a minute. It mentions everything, so it ranks last."""

_DIFFERENT = 3
"""The difference between unrelated words; 0 is the same word."""
_MISSING = 2 * _DIFFERENT
"""The rank of a word that a passage lacks. Words in its title have the ranks 0 to 2, words in its text 3 to 5."""

_ALIKE = 0.75
"""Minimum similarity, from 0 to 1, between a misspelt word and the word meant."""
_ASKING = frozenset(
    words_of(
        "a about an and are be can could did do does for from get happens have how I if in into is it many may me mean"
        " much must my need of on or please should tell that the then there they this to we what when where which who"
        " why with you your"
        " avec ce combien comment dans de des dois doit du en est et faut il je la le les mes mon ne on ou par peut"
        " peux pour pourquoi puis quand que quel quelle quels qui se sont sur un une"
        " abych co jak jaká jaké jaký jestli ke která které který kde kdo kdy když kolik mám mohu musí může můžu na po"
        " proč se si ve za"
    )
)
"""Folded question words of all languages. A search ignores them unless nothing else was typed."""

Say: TypeAlias = Callable[[Message], str]


class Topic(msgspec.Struct, frozen=True):
    """One thing to look up: a section, or a single rule."""

    key: str
    """The same in every language: `section-3` (counted from 0), or the rule's id."""
    title: str
    text: str
    section: int
    """The index of this section, or of the rule's section."""
    kind: Literal["section", "rule"]

    @property
    def summary(self) -> str:
        return self.title if self.kind == "section" else re.sub(r"^- |\*", "", self.text)


class Found(msgspec.Struct, frozen=True):
    """The topics found, best first: with all words (`whole`), some (`partly`), or words spelt alike (`nearest`)."""

    topics: list[Topic]
    how: Literal["whole", "partly", "nearest"] = "whole"


class Rulebook:
    """The rules of one game in one language: sections (`##`) and rules (`- **ID-1** …`), in the file's order."""

    def __init__(self, text: str, say: Say) -> None:
        self._say = say
        self.sections: list[Topic] = []
        self.rules: list[Topic] = []
        self._ranks_by_word: dict[str, dict[str, int]] = defaultdict(dict)
        """For each word of the book, the rank of each passage that has it: 0 if in the title, else `_DIFFERENT`."""
        self._passages: dict[str, Topic] = {}
        """The topic of each rule and each paragraph of a section. Words match only within one of these passages."""
        for place, part in enumerate(re.split(r"^## ", text, flags=re.MULTILINE)[1:]):
            title, _, body = part.partition("\n")
            self._read_section(place, title.strip(), _without_tables(body.strip()))
        self.topics: Mapping[str, Topic] = {topic.key: topic for topic in (*self.sections, *self.rules)}
        solo = {rule.section for rule in self.rules if rule.key.startswith(_SOLO)}
        self._solo = next((_before_colon(self.sections[place].title) for place in sorted(solo)), "")

    def _read_section(self, place: int, title: str, body: str) -> None:
        own, *items = _ITEMS.split(body)
        around = "\n".join([own, *(item.partition("\n\n")[2] for item in items)])
        whole = f"## {title}\n{self._say_marks(body)}"
        self.sections.append(Topic(f"section-{place}", title, whole, place, "section"))
        self._index(self.sections[-1], around)
        for item in items:
            rule = _RULE.match(item)
            assert rule is not None, item
            text = self._say_marks(item.partition("\n\n")[0].strip())
            self.rules.append(Topic(rule[1], rule[1], text, place, "rule"))
            self._index(self.rules[-1], f"{title} {text}")

    def _index(self, topic: Topic, text: str) -> None:
        titled = words_of(topic.title)
        for number, passage in enumerate(_PASSAGES.split(text)):
            key = f"{topic.key} {number}"
            self._passages[key] = topic
            for word in words_of(passage):
                self._ranks_by_word[word][key] = _DIFFERENT
            for word in titled:
                self._ranks_by_word[word][key] = 0

    def _say_marks(self, text: str) -> str:
        return _MARK.sub(self._word, text)

    def _word(self, mark: re.Match[str]) -> str:
        partly, letter, more = mark.groups()
        word_id = _MARKS.get((bool(partly), letter, bool(more)))
        return f"*({self._say(Message(word_id, {'more': more} if more else {}))})*" if word_id else mark[0]

    def legend(self, text: str) -> list[str]:
        """Explain each mark in `text`, one per line. In `text`, each mark is already written in words."""
        return [
            self._say(Message(meaning))
            for meaning, marks in _MEANINGS.items()
            if any(f"*({self._say(Message(mark))}" in text for mark in marks)
        ]

    def by_title(self, typed: str) -> Topic | None:
        words = words_of(typed)
        return next((topic for topic in self.topics.values() if words and words_of(topic.title) == words), None)

    def search(self, typed: str) -> tuple[list[Topic], int]:
        """Return the topics with the typed words, best first, and how many of the words they lack.

        - Sections with the words in their titles come first, then titles before texts, and sections before rules.
        - Whole words rank before beginnings and other forms, and parts of words last.
        - Solo rules come last unless they are asked for.
        - A topic needs all of the longer words. If no topic has all, the topics with the rarest ones are found.
        - The overview mentions nearly everything, so it comes last, and only if it has all the words.
        """
        words = _significant_words(typed)
        ranks = [self._ranks(word) for word in words]
        least = min(LETTERS_OF_A_STEM, max(map(len, words), default=0))
        needed = [place for place, word in enumerate(words) if len(word) >= least]
        weights = {place: log(2 * len(self._passages) / len(ranks[place])) if ranks[place] else 0.0 for place in needed}
        asks_solo = bool(set(words) & set(words_of(self._solo)))
        ranked: list[tuple[float, bool, bool, int, int, bool, bool, int, int, Topic]] = []
        for order, (key, topic) in enumerate(self._passages.items()):
            here = [each.get(key, _MISSING) for each in ranks]
            lacked = [place for place in needed if here[place] == _MISSING]
            weight = round(sum(weights[place] for place in lacked), 6)
            if len(lacked) < len(needed) and not (lacked and topic.key == _OVERVIEW):
                is_titled = topic.kind == "section" and max(here) < _DIFFERENT
                is_solo = not asks_solo and _before_colon(self.sections[topic.section].title) == self._solo
                likeness = (max(here), sum(here), topic.key == _OVERVIEW, topic.kind == "rule")
                ranked.append((weight, is_solo, not is_titled, *likeness, order, len(lacked), topic))
        ranked.sort(key=lambda each: each[:-1])
        best = [each for each in ranked if each[0] == ranked[0][0]]
        found = {topic.key: topic for *_, topic in best}
        return list(found.values()), best[0][-2] if best else len(words)

    def nearest(self, typed: str) -> list[Topic]:
        """Return the topics with words that are spelt like the typed ones and begin with the same letter."""
        alike = [
            *chain.from_iterable(
                get_close_matches(word, [there for there in self._ranks_by_word if there[0] == word[0]], 1, _ALIKE)
                for word in _significant_words(typed)
                if len(word) >= LETTERS_OF_A_STEM
            )
        ]
        return [topic for topic in self.search(" ".join(alike))[0] if topic.key != _OVERVIEW]

    def excerpt(self, topic: Topic, typed: str) -> str:
        """Return a whole rule, or a section's title and first lines, preferably lines with a word that was typed."""
        if topic.kind == "rule":
            return topic.text
        words = [word for word in _significant_words(typed) if len(word) >= LETTERS_OF_A_STEM]
        lines = [line for line in topic.text.splitlines()[1:] if not _RULE.match(line)]
        telling = [
            line for line in lines if any(_unlikeness(*pair) < _DIFFERENT for pair in product(words, words_of(line)))
        ]
        shown = (telling or [line for line in lines if line])[:MOST_LINES]
        return "\n".join([f"**{topic.title}**", *(shorten(line, LONGEST_LINE) for line in shown)])

    def _ranks(self, word: str) -> dict[str, int]:
        ranks: dict[str, int] = {}
        stem = word[:LETTERS_OF_A_STEM]
        for there in [there for there in self._ranks_by_word if stem in there]:
            unlikeness = _unlikeness(word, there)
            if unlikeness < _DIFFERENT:
                for key, rank in self._ranks_by_word[there].items():
                    ranks[key] = min(ranks.get(key, _MISSING), rank + unlikeness)
        return ranks


_MARKS = {
    (False, "R", False): "rules.mark.ruling",
    (False, "R", True): "rules.mark.ruling_of",
    (False, "D", False): "rules.mark.design",
    (False, "D", True): "rules.mark.design_of",
    (True, "D", False): "rules.mark.partly_design",
    (False, "H", False): "rules.mark.option",
}
"""Message ids of marks, by whether the mark has "partly", by its letter, and by whether text follows the letter."""
_MEANINGS = {
    "rules.legend.ruling": ("rules.mark.ruling",),
    "rules.legend.design": ("rules.mark.design", "rules.mark.partly_design"),
    "rules.legend.option": ("rules.mark.option",),
}
"""Message ids of the explanations below a text, each with the marks that it explains."""


def _significant_words(typed: str) -> list[str]:
    """Return the words that a search looks for. Question words are left out if other words remain."""
    words = words_of(typed)
    return [word for word in words if word not in _ASKING][:MOST_WORDS] or list(words[:MOST_WORDS])


def condense(typed: str, longest: int) -> str:
    """Return the typed text if it is short enough, else as many of its significant words as fit."""
    kept = shorten(typed, limits.STRING_OPTION)
    if len(kept) <= longest:
        return kept
    kept = ""
    for word in _significant_words(typed):
        kept = f"{kept} {word}".strip() if len(kept) + 1 + len(word) <= longest else kept
    return kept or shorten(typed, longest)


def _before_colon(title: str) -> str:
    return title.partition(":")[0].strip()


def _without_tables(text: str) -> str:
    def as_list(table: re.Match[str]) -> str:
        rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table[0].strip().splitlines()]
        return "\n".join(f"- **{row[0]}**: {' · '.join(row[1:])}" for row in rows[2:]) + "\n"

    return _TABLE.sub(as_list, text)


def _unlikeness(word: str, there: str) -> int:
    """Return 0 if the words are equal, 1 for a beginning or another form, 2 for a part, 3 if unrelated."""
    if word == there:
        return 0
    if there.startswith(word) or are_forms(word, there):
        return 1
    return 2 if len(word) >= SHORTEST_PART and word in there else _DIFFERENT


_NO_RULES = Rulebook("", lambda message: message.id)


class Rulebooks:
    """The rulebooks by game and language, and synonyms: folded words, each with its term, title or id in the rules."""

    def __init__(
        self,
        books: Mapping[tuple[str, str], Rulebook],
        synonyms: Mapping[tuple[str, str], Mapping[tuple[str, ...], str]],
    ) -> None:
        self._books = books
        self._synonyms = synonyms
        self._find = lru_cache(maxsize=256)(self._find_in)

    def of(self, game: str, language: str) -> Rulebook:
        """Return the rules of a game, in English if that language has none. Empty if the game has no rulebook."""
        return self._books.get((game, language)) or self._books.get((game, "en"), _NO_RULES)

    def search(self, game: str, language: str, typed: str) -> Found:
        """Return the topics with the typed words or, if there are none, with words that are spelt alike."""
        topics, lacking = self._find(game, language, typed)
        if topics:
            return Found(topics, "partly" if lacking else "whole")
        return Found(self.of(game, language).nearest(typed), "nearest")

    def _find_in(self, game: str, language: str, typed: str) -> tuple[list[Topic], int]:
        """Return the topics with the words, and how many words they lack. A matching title or synonym comes first."""
        own, lacking = self._find_words(game, language, typed)
        meant = self.find_meant(game, language, typed) or (
            "" if own else self.find_meant_by_stems(game, language, typed)
        )
        titled = self.by_title(game, language, meant) or self.by_title(game, language, typed)
        first = [titled] if titled else self._find_words(game, language, meant)[0]
        return list(dict.fromkeys((*first, *own))), 0 if first else lacking

    def find_meant(self, game: str, language: str, typed: str) -> str:
        """Return the term, title or id for a synonym, preferring the reader's language, or "" if there is none."""
        words = words_of(typed)
        return next((table[words] for table in self._tables(game, language) if words in table), "")

    def find_meant_by_stems(self, game: str, language: str, typed: str) -> str:
        """Do the same as `find_meant` for other forms of synonyms, such as plurals."""
        words = words_of(typed)
        pairs = chain.from_iterable(table.items() for table in self._tables(game, language))
        return next((meant for synonym, meant in pairs if have_same_stems(words, synonym)), "")

    def _tables(self, game: str, language: str) -> list[Mapping[tuple[str, ...], str]]:
        return [self._synonyms.get((game, other), {}) for other in dict.fromkeys((language, *LANGUAGES))]

    def _find_words(self, game: str, language: str, typed: str) -> tuple[list[Topic], int]:
        """Search in the language that has most of the words. If several languages are equal, prefer the reader's."""
        topics, lacking = self.of(game, language).search(typed)
        for other in LANGUAGES:
            if not topics or lacking:
                found = self.of(game, other).search(typed)
                topics, lacking = found if found[0] and (not topics or found[1] < lacking) else (topics, lacking)
        book = self.of(game, language)
        return [book.topics[topic.key] for topic in topics], lacking

    def by_title(self, game: str, language: str, typed: str) -> Topic | None:
        """Return the topic with that id or title, in the reader's language or another, or None."""
        for other in dict.fromkeys((language, *LANGUAGES)):
            topic = self.of(game, other).by_title(typed)
            if topic is not None:
                return self.of(game, language).topics[topic.key]
        return None


def read_rulebooks(paths: Mapping[str, Path], words: Words) -> Rulebooks:
    """Read each game's rulebook in every language, and its synonyms from `GAME.synonyms.toml`, if there are any.

    A translation whose sections and rules differ from the English ones is left out, so people get the English rulebook.
    """
    books: dict[tuple[str, str], Rulebook] = {}
    synonyms: dict[tuple[str, str], Mapping[tuple[str, ...], str]] = {}
    for game, path in paths.items():
        english = books[game, "en"] = Rulebook(_text(path), partial(words.say, language="en"))
        for language in OFFERED[1:]:
            book = Rulebook(_text(path.parent / language / path.name), partial(words.say, language=language))
            if book.topics.keys() == english.topics.keys():
                books[game, language] = book
        for language, table in tomllib.loads(_text(path.with_suffix(".synonyms.toml"))).items():
            synonyms[game, language] = {words_of(typed): meant for typed, meant in table.items()}
    return Rulebooks(books, synonyms)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""
