"""Every rule in docs/rules/ is named in the game's code and in its tests."""

import re

import pytest

from engine import games
from tests.architecture.sources import ROOT

ID = r"[A-Z][A-Z0-9]*(?:-[A-Z]+)*-[A-Z]{0,2}\d+[a-z]?"
HEAD = re.compile(rf"^\s*[-*|]\s*\*\*({ID})\*\*|^\|\s*\**({ID})\**\s*\|", re.MULTILINE)
GAMES = sorted(games.GAMES)


def rules_of(game: str) -> list[str]:
    """Return the rule ids at the head of list items and table rows of our rules."""
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    return list(dict.fromkeys(one or other for one, other in HEAD.findall(text)))


def mentions(rule: str, text: str) -> bool:
    """Return whether the text mentions the rule, in a form such as BUILD-4 or build_4."""
    snake = rule.lower().replace("-", "_")
    # Each pattern begins with plain letters, because `re` finds those fifteen times faster.
    return bool(
        re.search(rf"{re.escape(rule)}(?<![A-Z0-9-]{re.escape(rule)})(?!\d)", text)
        or re.search(rf"{re.escape(snake)}(?<![a-z0-9]{re.escape(snake)})(?!\d)", text)
    )


def texts_under(folder: str) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted((ROOT / folder).rglob("*.py")))


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_published_with_their_ids(game: str) -> None:
    assert len(rules_of(game)) >= 20


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("folder", ["engine", "tests/engine"])
def test_every_published_rule_is_implemented_and_tested(game: str, folder: str) -> None:
    text = texts_under(f"{folder}/{game.replace('-', '_')}")
    assert [rule for rule in rules_of(game) if not mentions(rule, text)] == []
