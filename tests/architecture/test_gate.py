"""Only the gate looks up the table for a person's request."""

import ast

import pytest

from tests.architecture.sources import ROOT, python_files, syntax

pytestmark = pytest.mark.xdist_group("syntax")

FINDS_TABLES = {
    "interactions/gate.py": "it is the gate",
    "delivery/outbox_dispatcher.py": "it posts for no person",
    "delivery/digests.py": "it counts the free seats of a server, and no person asked",
    "delivery/turn_feed.py": "it posts to the host, what everybody at the table may know",
    "delivery/reminders.py": "it tells a person of the tables where they are asked",
    "table/places.py": "a channel is gone, and no person asked",
    "people/settings.py": "the tables where a person sits, for that person alone",
    "table/seats.py": "`/table find` lists the tables of this server with room, as everybody there may know",
    "table/queue.py": "people who wait get seats at tables that the queue opened for them",
    "league/chore.py": "the tables that the bot opened for a league, whose results everybody may know",
    "table/moving.py": "`/table move` names a table of another channel; the session says who may",
}


def test_no_cog_bypasses_the_gate() -> None:
    found = {
        file.relative_to(ROOT / "cogs").as_posix()
        for file in python_files("cogs")
        for node in ast.walk(syntax(file))
        if isinstance(node, ast.Attribute)
        and node.attr in ("at", "by_id", "all_of")
        and getattr(node.value, "attr", getattr(node.value, "id", "")).lstrip("_") == "sessions"
    }
    assert found == set(FINDS_TABLES)
