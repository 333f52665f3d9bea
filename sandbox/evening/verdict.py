"""The evening held against the bot's own log, read from its database once it has stopped."""

import sqlite3
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from sandbox.evening.notes import Notes
from sandbox.server import Sandbox


@dataclass(slots=True)
class Verdict:
    """What went wrong, a line each; all empty when nothing did."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    unposted: list[str] = field(default_factory=list)


Row = tuple[int, int, int, str]
"""Table, number, part and kind of an entry."""


def _is_once(found: list[Row]) -> bool:
    """Whether these entries are one deed: at one table, without a gap, its parts counted from 0."""
    first = found[0][1]
    return all(
        (table, number, part) == (found[0][0], first + place, place)
        for place, (table, number, part, _) in enumerate(found)
    )


def compare(notes: Notes, database: Path) -> Verdict:
    """Every confirmed press is in the log exactly once, every refused one not at all, and no number is missing."""
    verdict = Verdict()
    entries: dict[int, list[Row]] = defaultdict(list)
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        for table, number, interaction, part, kind in connection.execute(
            "SELECT table_id, number, interaction, part, kind FROM entries ORDER BY table_id, number"
        ):
            entries[interaction].append((table, number, part, kind))
        for table, count, first, last in connection.execute(
            "SELECT table_id, count(*), min(number), max(number) FROM entries GROUP BY table_id"
        ):
            if (first, last) != (1, count):
                verdict.lost.append(f"table {table}: {count} entries numbered {first} to {last}")
        for table, count in connection.execute("SELECT table_id, count(*) FROM posts GROUP BY table_id"):
            verdict.unposted.append(f"table {table}: {count} posts still wait")
    for press in notes.presses:
        found = entries.get(press.interaction, [])
        if press.fate == "confirmed" and not found:
            verdict.lost.append(f"interaction {press.interaction} was confirmed and is not in the log")
        if press.fate == "refused" and found:
            verdict.doubled.append(f"interaction {press.interaction} was refused and is in the log")
        if found and not _is_once(found):
            verdict.doubled.append(f"interaction {press.interaction} is in the log at {found}")
    return verdict


def seeds(database: Path) -> list[bytes]:
    """The seeds of games that are still running: nobody may have heard of them."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        rows = connection.execute(
            "SELECT s.position FROM snapshots s JOIN tables t ON t.id = s.table_id WHERE t.status = 'running'"
        ).fetchall()
    return list({msgspec.msgpack.decode(position)["seed"] for (position,) in rows})


def told_seeds(sandbox: Sandbox, secret: list[bytes]) -> list[str]:
    """Messages and uploads in which a secret seed stands, in any usual spelling."""
    found: list[str] = []
    for channel in sandbox.world.channels.values():
        for message in sandbox.messages(channel):
            text = msgspec.json.encode(message.raw).decode()
            for seed in secret:
                if seed.hex() in text.lower() or str(int.from_bytes(seed, "big")) in text:
                    found.append(f"message {message.id} tells a seed")
                if any(seed in (picture.content or b"") for picture in message.pictures):
                    found.append(f"an upload of message {message.id} holds a seed")
    return found
