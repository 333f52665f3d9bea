"""A game's command as data: the questions it answers, and its answers."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from cogs.interactions import authority
from engine.kernel.conversion import convert
from engine.kernel.decision import Decision

Typed: TypeAlias = "Mapping[str, str | None]"


class AnswerPattern(msgspec.Struct, frozen=True):
    """A command's answer to one decision."""

    rule: str = ""
    """The rule id of the decision. Empty for any decision."""
    stem: str = ""
    """A prefix of the option keys, or one whole key. An argument in braces is part of the key."""
    argument: str | None = None
    """The argument that chooses among these options."""
    otherwise: Literal["stop", "none", "all"] = "stop"
    """If the argument was left out: `stop` and ask the player, choose `none`, or choose `all`."""


AnswerChain: TypeAlias = tuple[AnswerPattern, ...]
"""The answers of one command, in order."""


class CommandSpec(msgspec.Struct, frozen=True):
    path: str
    """The command's name within the game's group, after the name of its subgroup if it has one."""
    chains: tuple[AnswerChain, ...]
    """The chains of answers that the command can mean."""
    needed: tuple[str, ...] = ()
    """The required arguments."""
    optional: tuple[str, ...] = ()
    is_order: bool = False
    """If true, the command has one pattern. It gives a standing order for the pattern's rule id, at any time."""
    who: authority.Who = authority.SEATED_BY_THE_RULES
    """The people who may use the command, as in `docs/authority.md`."""

    @property
    def parts(self) -> tuple[str, ...]:
        stems = " ".join(pattern.stem for chain in self.chains for pattern in chain)
        return tuple(dict.fromkeys(re.findall(r"{(\w+)}", stems)))

    def fill(self, blanks: Mapping[str, str]) -> list[AnswerChain]:
        return [tuple(replace(word, stem=word.stem.format_map(blanks)) for word in chain) for chain in self.chains]


def read_commands(file: Path) -> tuple[CommandSpec, ...]:
    """Read a game's commands, by path, from TOML. `who` names a constant in `cogs.interactions.authority`. In a chain,
    ` > ` separates the patterns. A pattern lists the fields of an `AnswerPattern`; `*` means the default."""
    commands = []
    for path, spec in tomllib.loads(file.read_text(encoding="utf-8")).items():
        chains = [[_read_pattern(pattern) for pattern in chain.split(" > ")] for chain in spec.pop("chains")]
        who = getattr(authority, spec.pop("who", "SEATED_BY_THE_RULES"))
        commands.append(convert({**spec, "path": path, "chains": chains, "who": who}, CommandSpec))
    return tuple(commands)


def _read_pattern(text: str) -> AnswerPattern:
    given = zip(("rule", "stem", "argument", "otherwise"), text.split(), strict=False)
    return convert({field: word for field, word in given if word != "*"}, AnswerPattern)


def fits(pattern: AnswerPattern, decision: Decision) -> bool:
    if pattern.rule and decision.rule != pattern.rule:
        return False
    if pattern.argument is None and pattern.otherwise == "stop":
        return any(option.key == pattern.stem for option in decision.options)
    return any(option.key.startswith(pattern.stem) for option in decision.options)
