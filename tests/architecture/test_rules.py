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


NAME = re.compile(r"(?<![a-z0-9])([a-z]+[0-9]*(?:_[a-z]+)*)_([a-z]?\d+[a-z]?(?:_to_\d+|_[a-z]?\d+[a-z]?)+)(?![a-z0-9])")


def spell_out(text: str) -> str:
    """Add every rule of names such as `build_4_5` or `build_4_to_6` to a text: build_4, build_5, build_6."""
    more = []
    for family, numbers in NAME.findall(text):
        for first, last in re.findall(r"([a-z]?\d+[a-z]?)(?:_to_(\d+))?", numbers):
            more += [f"{family}_{each}" for each in (range(int(first), int(last) + 1) if last else [first])]
    return "\n".join([text, *more])


def mentions(rule: str, text: str) -> bool:
    """Return whether the text mentions the rule, in a form such as BUILD-4 or build_4."""
    snake = rule.lower().replace("-", "_")
    return bool(
        re.search(rf"(?<![A-Z0-9-]){re.escape(rule)}(?!\d)", text)
        or re.search(rf"(?<![a-z0-9]){re.escape(snake)}(?!\d)", text)
    )


def texts_under(folder: str) -> str:
    return spell_out("\n".join(file.read_text(encoding="utf-8") for file in sorted((ROOT / folder).rglob("*.py"))))


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_published_with_their_ids(game: str) -> None:
    assert len(rules_of(game)) >= 20


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("folder", ["engine", "tests/engine"])
def test_every_published_rule_is_implemented_and_tested(game: str, folder: str) -> None:
    text = texts_under(f"{folder}/{game.replace('-', '_')}")
    assert [rule for rule in rules_of(game) if not mentions(rule, text)] == []


def test_control_a_name_with_several_numbers_mentions_each_rule() -> None:
    text = spell_out("def test_build_4_5_and_track_i2_i5_then_eff_80_to_82_hold")
    named = ["BUILD-4", "BUILD-5", "TRACK-I2", "TRACK-I5", "EFF-80", "EFF-81", "EFF-82"]
    assert [rule for rule in [*named, "BUILD-6", "TRACK-I3", "EFF-83"] if mentions(rule, text)] == named
