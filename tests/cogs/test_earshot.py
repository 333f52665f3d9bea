"""Cogs read the log only as a particular listener hears it, so they never see raw entries, positions or states."""

import ast
from pathlib import Path

import pytest

COGS = Path(__file__).parents[2] / "cogs"
RAW = frozenset({"timeline", "position", "decode_facts", "state"})
STORE = frozenset({"store", "_store", "log"})
ACTIONS = frozenset(
    {"Entry", "LoggedAction", "Started", "Answered", "Ordered", "Retracted", "Conceded", "Reseated", "Upgraded"}
)


def _is_store(node: ast.expr) -> bool:
    return getattr(node, "attr", getattr(node, "id", "")) in STORE


def raw_reaches(source: str) -> list[str]:
    """Return uses of the log or the position in `source`."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in RAW:
            found.append(node.attr)
        if isinstance(node, ast.Attribute) and node.attr.endswith("entries") and _is_store(node.value):
            found.append(node.attr)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("sessions", "engine.kernel")):
            found += [alias.name for alias in node.names if alias.name in ACTIONS | RAW]
    return found


@pytest.mark.parametrize("path", sorted(COGS.glob("**/*.py")), ids=lambda path: path.name)
def test_k4_no_cog_accesses_the_log_or_the_position(path: Path) -> None:
    assert raw_reaches(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "from sessions.records.log import Entry",
        "session.timeline.number",
        "x = session.timeline.position.state",
        "await services.sessions.store.log.entries(1, 1, 9)",
    ],
)
def test_k4_the_check_finds_a_cog_that_reads_the_log(source: str) -> None:
    assert raw_reaches(f"async def f():\n    {source}")
