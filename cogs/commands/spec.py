"""What a command of a game can mean, as data: the questions it answers, and with what."""

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from engine.kernel.decision import Decision

Typed: TypeAlias = "Mapping[str, str | None]"


class Word(msgspec.Struct, frozen=True):
    """Answers a decision with the rule id `rule`.

    `stem` begins the keys of its options, or is the one key meant. `argument` names the command's option that chooses
    among them. Without what was typed, `otherwise` says: `stop` there and let the person be asked, answer `none` of
    the options, or `all`.
    """

    rule: str
    stem: str = ""
    argument: str | None = None
    otherwise: Literal["stop", "none", "all"] = "stop"


class Action(msgspec.Struct, frozen=True):
    """What one command does, word by word."""

    words: tuple[Word, ...]


class Verb(msgspec.Struct, frozen=True):
    """One command: its path below the group, the chains of answers it can mean, its arguments.

    An argument that stands in braces in a word's stem is a part of a key. `is_order`: the one word leaves the
    standing order with its rule id, at any time.
    """

    path: str
    ways: tuple[Action, ...]
    needed: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    is_order: bool = False

    @property
    def parts(self) -> tuple[str, ...]:
        """The arguments that are parts of keys."""
        stems = " ".join(word.stem for action in self.ways for word in action.words)
        return tuple(dict.fromkeys(re.findall(r"{(\w+)}", stems)))

    def chains(self, blanks: Mapping[str, str]) -> list[Action]:
        """The ways with the blanks of their stems filled in."""
        return [
            Action(tuple(msgspec.structs.replace(word, stem=word.stem.format_map(blanks)) for word in action.words))
            for action in self.ways
        ]


def fits(word: Word, decision: Decision) -> bool:
    """Whether `decision` is the one this word answers."""
    if word.rule and decision.rule != word.rule:
        return False
    if word.argument is None and word.otherwise == "stop":
        return any(option.key == word.stem for option in decision.options)
    return any(option.key.startswith(word.stem) for option in decision.options)
