"""README's tables name every command and every setting that there is, and no other."""

import re
from collections.abc import Iterator
from typing import Any

from settings import Settings
from tests.architecture.sources import ROOT
from tests.wire.authority import paths
from tests.wire.evening import Wired

README = (ROOT / "README.md").read_text(encoding="utf-8")
OF_A_GAME = ("/classic", "/minos", "/minerva")
"""Groups that are named as such: what they can do is suggested while typing."""


def section(title: str) -> str:
    """What stands under a heading."""
    return README.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def named(text: str) -> set[str]:
    """What stands in code in the first column of the tables of a text."""
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("|")]
    return {code for row in rows for code in re.findall(r"`([^`]+)`", row)}


def typed(text: str) -> Iterator[str]:
    """Every command that the first columns name: where words follow a comma they are of the group before."""
    for line in text.splitlines():
        if line.startswith("|"):
            group = ""
            for code in re.findall(r"`([^`]+)`", line.split("|")[1]):
                words = code.split(" game:")[0].split()
                if code.startswith("/"):
                    group = words[0]
                    yield " ".join(words[:2])
                else:
                    yield f"{group} {code}"


def options(commands: list[dict[str, Any]], name: str) -> set[str]:
    """The options of a command, as Discord was told of them."""
    (command,) = (each for each in commands if each["name"] == name)
    return {option["name"] for option in command["options"]}


async def test_the_tables_of_commands_and_settings_are_complete_and_true(wired_bot: Wired) -> None:
    commands = wired_bot.sandbox.world.commands[0]
    there = {path for path in paths(commands) if not path.startswith(OF_A_GAME)}
    told = {path for path in typed(section("At the table")) if not path.startswith(OF_A_GAME)}
    everywhere = set(re.findall(r"`(/[a-z]+(?: [a-z]+)?)", section("At the table")))

    assert there - everywhere - told == set(), "not in README"
    assert told - there == set(), "there is no such command"
    assert {group for group in OF_A_GAME if group not in README} == set()
    mine, server, host = section("Settings").split("What ")[1:]
    assert named(mine) == options(commands, "settings")
    assert named(server) == options(commands, "server")
    assert named(host) == {name.upper() for name in Settings.model_fields}
