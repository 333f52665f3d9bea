"""The rules of each game as topics to look up, read from their Markdown files."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from cogs.ui.text import folded

_ID = r"[A-Z][A-Z0-9]*(?:-[A-Z]+)*-[A-Z]{0,2}\d+[a-z]?"
_HEAD = rf"[-*]\s+\*\*{_ID}\*\*"
_RULE = re.compile(rf"[-*]\s+\*\*({_ID})\*\*")


class Topic(msgspec.Struct, frozen=True):
    """One thing to look up: a section, or a single rule by its id."""

    title: str
    text: str


class Rulebook:
    """The rules of one game, read from its Markdown file: sections (`##`) and rules (`- **ID-1** …`)."""

    def __init__(self, text: str) -> None:
        self.topics: dict[str, Topic] = {}
        for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
            title, _, body = part.partition("\n")
            self.topics[folded(title)] = Topic(title.strip(), f"## {title.strip()}\n{body.strip()}")
            for item in re.split(rf"^(?={_HEAD})", body, flags=re.MULTILINE)[1:]:
                rule = _RULE.match(item)
                assert rule is not None, item
                first = item.split("\n\n")[0].strip()
                self.topics[folded(rule[1])] = Topic(rule[1], f"### {title.strip()}\n{first}")

    def find(self, wanted: str) -> list[Topic]:
        """The topic called so; else those whose title, else whose text, holds the words."""
        sought = folded(wanted)
        if sought in self.topics:
            return [self.topics[sought]]
        titled = [topic for name, topic in self.topics.items() if sought in name]
        return titled or [topic for topic in self.topics.values() if sought in folded(topic.text)]


def read_rulebooks(paths: Mapping[str, Path]) -> dict[str, Rulebook]:
    """The rulebook of each game by its key; an empty one where the file is missing."""
    return {key: Rulebook(_text(path)) for key, path in paths.items()}


def rule_teller(books: Mapping[str, Rulebook]) -> Callable[[str, str, str], str | None]:
    """Returns what tells a rule by game, id and language; None where the rulebook has no such rule."""

    def tell(game: str, rule: str, language: str) -> str | None:
        topic = books[game].topics.get(folded(rule)) if game in books else None
        return topic.text if topic else None

    return tell


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""
