"""Each docstring is a sentence or a noun phrase: no bare rule id, fragment or question."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGES, ROOT, python_files, syntax

pytestmark = pytest.mark.xdist_group("syntax")

RULE_ID = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z]+)*-[A-Z]{0,2}\d+[a-z]?\b|\b[A-Z]{3,}\b")
WORD = re.compile(r"[\w’'`-]*\w[\w’'`-]*")
FEWEST_WORDS = 3
QUESTION_TAIL = re.compile(r"; (?:and )?(?:whether|who|whom|whose|what|which|how|why)\b")
"""Matches a question at the end of a docstring, as in "Note it; whether it was new."."""
FILES = [ROOT / "bot.py", ROOT / "settings.py", ROOT / "games.py", ROOT / "discord_limits.py"]


def docstrings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every docstring of a module with its line, including those below a variable."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text)), lineno=line):
                yield line, text


def first_sentence(text: str) -> str:
    """Return the text up to the end of its first sentence or paragraph."""
    paragraph = " ".join(text.strip().split("\n\n")[0].split())
    return re.split(r"(?<=[.!?])\s", paragraph)[0]


def faults_of(text: str) -> list[str]:
    """Return the faults of one docstring, each in a few words."""
    sentence = first_sentence(text)
    words = WORD.findall(RULE_ID.sub("", sentence))
    faults = []
    if not words:
        faults.append("nothing but rule ids")
    elif len(words) < FEWEST_WORDS:
        faults.append(f"a first sentence of fewer than {FEWEST_WORDS} words")
    if QUESTION_TAIL.search(sentence):
        faults.append("a question after a semicolon")
    return faults


def faults_in(tree: ast.AST) -> list[str]:
    """Return the faults of all docstrings of a module, with their lines."""
    return [f"line {line}: {fault}: {text[:60]}" for line, text in docstrings(tree) for fault in faults_of(text)]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_docstring_of_a_package_can_be_read_alone(package: str) -> None:
    found = {str(file.relative_to(ROOT)): faults_in(syntax(file)) for file in python_files(package)}
    assert len(found) > 1, "there are no such modules"
    assert {file: faults for file, faults in found.items() if faults} == {}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_docstring_of_the_top_modules_can_be_read_alone(file: Path) -> None:
    assert faults_in(syntax(file)) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("SETUP", "nothing but rule ids"),
        ("END-3, TIE", "nothing but rule ids"),
        ("EXTRA-2, ABIL-SA5a, DATA-SOLO-9.", "nothing but rule ids"),
        ("Which.", "a first sentence of fewer than 3 words"),
        ("Those tiles. Read on for what they are.", "a first sentence of fewer than 3 words"),
        ("BUY-1: two guards", "a first sentence of fewer than 3 words"),
        ("Use none until then; whether any were used.", "a question after a semicolon"),
        ("Add the points;\n    and how many are wild.", "a question after a semicolon"),
    ],
)
@pytest.mark.parametrize("code", ['"""{}"""', 'def run():\n    """{}"""', 'class One:\n    most = 3\n    """{}"""'])
def test_control_each_fault_is_found(code: str, text: str, fault: str) -> None:
    [found] = faults_in(ast.parse(code.format(text)))
    assert fault in found


@pytest.mark.parametrize(
    "text",
    [
        "Checks the zones of the sea. MOVE-6",
        "Returns whether any were in use.",
        "Change a message. What the payload leaves out stays; whoever waits is told.",
    ],
)
def test_control_a_plain_sentence_passes(text: str) -> None:
    assert faults_of(text) == []
