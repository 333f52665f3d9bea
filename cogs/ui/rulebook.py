"""The rules of each game as topics to look up, read from their Markdown files in every language."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from cogs.ui.text import LETTERS_OF_A_STEM, are_forms, have_same_stems, shorten, words_of
from engine.kernel.decision import Message
from locales.words import LANGUAGES, Words

_ID = r"[A-Z][A-Z0-9]*(?:-[A-Z]+)*-[A-Z]{0,2}\d+[a-z]?"
_RULE = re.compile(rf"[-*]\s+(?:\*\*)?({_ID})(?:\*\*)?\s")
_ITEMS = re.compile(rf"^(?=[-*]\s+(?:\*\*)?{_ID}(?:\*\*)?\s)", re.MULTILINE)
_TABLE = re.compile(r"(?:^\|.*\|[ \t]*\n?)+", re.MULTILINE)
_SOLO = "SOLO-"
"""The prefix of the ids of solo rules."""
_MARK = re.compile(r"\((partly )?([RDH])(?:[,:] ?([^()]*))?\)")

SHORTEST_PART = 3
"""Words shorter than this match only the beginnings of words."""
MOST_WORDS = 8
"""The most words of a search; the rest is ignored."""

MOST_LINES, LONGEST_LINE = 2, 240
"""The most lines shown of a section in the results, and the most characters of each line."""

_OVERVIEW = "section-0"
"""The section that explains the game in a minute. It mentions everything, so it ranks last."""

_DIFFERENT = 3
"""The difference between unrelated words; 0 is the same word."""
_MISSING = 2 * _DIFFERENT
"""The rank of a word found in neither titles nor texts. Ranks in titles come first."""

Say: TypeAlias = Callable[[Message], str]


class Topic(msgspec.Struct, frozen=True):
    """One thing to look up: a section, or a single rule.

    `key` is the same in every language: `section-3`, counted from 0, or the rule's id. `section` is the place of the
    section that it is or belongs to.
    """

    key: str
    title: str
    text: str
    section: int
    kind: Literal["section", "rule"]

    @property
    def summary(self) -> str:
        return re.sub(r"^- |\*", "", self.text)


class Rulebook:
    """The rules of one game in one language: sections (`##`) and rules (`- **ID-1** …`), in the file's order."""

    def __init__(self, text: str, say: Say) -> None:
        self._say = say
        self.sections: list[Topic] = []
        self.rules: list[Topic] = []
        self._ranks_by_word: dict[str, dict[str, int]] = defaultdict(dict)
        """For each word of the book, the rank of each topic that has it: 0 if in the title, else `_DIFFERENT`."""
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
        for word in words_of(text):
            self._ranks_by_word[word][topic.key] = _DIFFERENT
        for word in words_of(topic.title):
            self._ranks_by_word[word][topic.key] = 0

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

    def find(self, typed: str) -> list[Topic]:
        """Return the topics that have the typed words, best first; none if nothing was typed.

        Sections with the words in their titles come first. After that, titles rank before texts, whole words before
        beginnings and other forms, those before parts of words, and sections before rules. Solo rules come last unless
        they are asked for; the overview is the last among equals. A topic needs all of the longer words. If no topic
        has them all, those with most of them are found.
        """
        words = words_of(typed)[:MOST_WORDS]
        ranks = [self._ranks(word) for word in words]
        needed = [place for place, word in enumerate(words) if len(word) >= LETTERS_OF_A_STEM] or range(len(words))
        asks_solo = bool(set(words) & set(words_of(self._solo)))
        ranked: list[tuple[int, bool, bool, int, int, bool, int, Topic]] = []
        for order, (key, topic) in enumerate(self.topics.items()):
            of_topic = [each.get(key, _MISSING) for each in ranks]
            lacking = sum(of_topic[place] == _MISSING for place in needed)
            if lacking < len(needed):
                is_titled = topic.kind == "section" and max(of_topic) < _DIFFERENT
                is_solo = not asks_solo and _before_colon(self.sections[topic.section].title) == self._solo
                likeness = (max(of_topic), sum(of_topic), topic.key == _OVERVIEW)
                ranked.append((lacking, is_solo, not is_titled, *likeness, order, topic))
        ranked.sort(key=lambda each: each[:-1])
        return [topic for lacking, *_, topic in ranked if lacking == ranked[0][0]]

    def excerpt(self, topic: Topic, typed: str) -> str:
        """Return a whole rule, or a section's title and first lines, preferably lines with a word that was typed."""
        if topic.kind == "rule":
            return topic.text
        words = [word for word in words_of(typed)[:MOST_WORDS] if len(word) >= LETTERS_OF_A_STEM]
        lines = [line for line in topic.text.splitlines()[1:] if not _RULE.match(line)]
        telling = [line for line in lines if any(_has(line, word) for word in words)]
        shown = (telling or [line for line in lines if line])[:MOST_LINES]
        return "\n".join([f"**{topic.title}**", *(shorten(line, LONGEST_LINE) for line in shown)])

    def _ranks(self, word: str) -> dict[str, int]:
        ranks: dict[str, int] = {}
        for there, topics in self._ranks_by_word.items():
            unlikeness = _unlikeness(word, there)
            if unlikeness < _DIFFERENT:
                for key, rank in topics.items():
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
"""The words for each mark. The key says whether it has "partly", its letter, and whether it names a subject."""
_MEANINGS = {
    "rules.legend.ruling": ("rules.mark.ruling",),
    "rules.legend.design": ("rules.mark.design", "rules.mark.partly_design"),
    "rules.legend.option": ("rules.mark.option",),
}
"""The explanations below a text, each with the marks that need it."""


def _before_colon(title: str) -> str:
    return title.partition(":")[0].strip()


def _without_tables(text: str) -> str:
    def as_list(table: re.Match[str]) -> str:
        rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table[0].strip().splitlines()]
        return "\n".join(f"- **{row[0]}**: {' · '.join(row[1:])}" for row in rows[2:]) + "\n"

    return _TABLE.sub(as_list, text)


def _unlikeness(word: str, there: str) -> int:
    """Return 0 for the same word, 1 for a beginning or another form, 2 for a part, 3 for an unrelated word."""
    if word == there:
        return 0
    if there.startswith(word) or are_forms(word, there):
        return 1
    return 2 if len(word) >= SHORTEST_PART and word in there else _DIFFERENT


def _has(text: str, word: str) -> bool:
    return any(_unlikeness(word, there) < _DIFFERENT for there in words_of(text))


class Rulebooks:
    """The rulebook of each game in every language, and synonyms of the rules' terms.

    `synonyms` has, by game and language, the folded words people type, each with its term, title or id in the rules.
    """

    def __init__(
        self,
        books: Mapping[tuple[str, str], Rulebook],
        synonyms: Mapping[tuple[str, str], Mapping[tuple[str, ...], str]],
    ) -> None:
        self._books = books
        self._synonyms = synonyms

    def of(self, game: str, language: str) -> Rulebook:
        """Return the rules of a game, in English if that language has none. Raises `KeyError`."""
        return self._books.get((game, language)) or self._books[game, "en"]

    def find(self, game: str, language: str, typed: str) -> list[Topic]:
        """Return the topics with the typed words, in `language`: by its own words, else by those of another language.

        A topic with that title in any language, or the target of a synonym, comes first.
        """
        own = self._find(game, language, typed)
        meant = self.find_meant(game, language, typed) or (
            "" if own else self.find_meant_by_stems(game, language, typed)
        )
        titled = self.by_title(game, language, meant)
        first = [titled] if titled else self._find(game, language, meant)
        return list(dict.fromkeys((*first, *own)))

    def find_meant(self, game: str, language: str, typed: str) -> str:
        """Return the term, title or id for a synonym, preferring the reader's language, or "" if there is none."""
        words = words_of(typed)
        return next((table[words] for table in self._tables(game, language) if words in table), "")

    def find_meant_by_stems(self, game: str, language: str, typed: str) -> str:
        """Like `find_meant`, for another form of a synonym, such as its plural."""
        words = words_of(typed)
        pairs = chain.from_iterable(table.items() for table in self._tables(game, language))
        return next((meant for synonym, meant in pairs if have_same_stems(words, synonym)), "")

    def _tables(self, game: str, language: str) -> list[Mapping[tuple[str, ...], str]]:
        return [self._synonyms.get((game, other), {}) for other in dict.fromkeys((language, *LANGUAGES))]

    def _find(self, game: str, language: str, typed: str) -> list[Topic]:
        book, titled = self.of(game, language), self.by_title(game, language, typed)
        for other in dict.fromkeys((language, *LANGUAGES)):
            found = [book.topics[topic.key] for topic in self.of(game, other).find(typed)]
            if found:
                return list(dict.fromkeys((titled, *found))) if titled else found
        return []

    def by_title(self, game: str, language: str, typed: str) -> Topic | None:
        """Return the topic with that id or title, in the reader's language or another, or None."""
        for other in dict.fromkeys((language, *LANGUAGES)):
            topic = self.of(game, other).by_title(typed)
            if topic is not None:
                return self.of(game, language).topics[topic.key]
        return None


def read_rulebooks(paths: Mapping[str, Path], words: Words) -> Rulebooks:
    """Read each game's rulebook, by key, from its English file and the files in other languages' folders.

    Next to an English file `GAME.md` may be `GAME.synonyms.toml`, with a table for each language.
    """
    books: dict[tuple[str, str], Rulebook] = {}
    synonyms: dict[tuple[str, str], Mapping[tuple[str, ...], str]] = {}
    for game, path in paths.items():
        for language in LANGUAGES:
            file = path if language == "en" else path.parent / language / path.name
            if file.exists() or language == "en":
                books[game, language] = Rulebook(_text(file), partial(words.say, language=language))
        for language, table in tomllib.loads(_text(path.with_suffix(".synonyms.toml"))).items():
            synonyms[game, language] = {words_of(typed): meant for typed, meant in table.items()}
    return Rulebooks(books, synonyms)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""
