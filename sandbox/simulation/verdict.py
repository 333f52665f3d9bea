"""The evening held against the bot's own log, read from its database once it has stopped."""

import re
import sqlite3
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import msgspec

from sandbox.records import Message
from sandbox.simulation.answered import Answered
from sandbox.simulation.notes import Life, Notes, up_ms
from sandbox.witness import Shown

BOARD_S = 30.0
"""A board that does not follow what happened within this time, the bot being connected, is missing.

Long enough for a machine that is busy with other things: those that never come are meant, not those that are slow.
"""
ANSWER_S = 30.0
"""So long an answer that was put off may take."""
CONTROL, DISABLED = '"custom_id"', '"disabled":true'
SHA256 = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")


@dataclass(slots=True)
class Verdict:
    """What went wrong, a line each; all empty when nothing did."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    unposted: list[str] = field(default_factory=list)


def _reading(database: Path) -> sqlite3.Connection:
    """The bot's database, to be read only."""
    return sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)


Row = tuple[int, int, int, str]
"""Table, number, part and kind of an entry."""


def _is_once(found: list[Row]) -> bool:
    """Whether these entries are one action: at one table, without a gap, its parts counted from 0."""
    first = found[0][1]
    return all(
        (table, number, part) == (found[0][0], first + place, place)
        for place, (table, number, part, _) in enumerate(found)
    )


def compare(notes: Notes, database: Path) -> Verdict:
    """Every confirmed press is in the log exactly once, and no number is missing.

    One that was refused, or is still to be said once more, is not in the log at all. Nor is one on an old board, whose
    question the log had answered by then: whoever has changed a board presses on the old one without being told off.
    """
    verdict = Verdict()
    entries: dict[int, list[Row]] = defaultdict(list)
    with closing(_reading(database)) as connection:
        answered = Answered(connection)
        for table, number, interaction, part, kind in connection.execute(
            "SELECT table_id, number, interaction, part, kind FROM entries ORDER BY table_id, number"
        ):
            entries[interaction].append((table, number, part, kind))
        for table, count, first, last in connection.execute(
            "SELECT table_id, count(*), min(number), max(number) FROM entries GROUP BY table_id"
        ):
            if (first, last) != (1, count):
                verdict.lost.append(f"table {table}: {count} entries numbered {first} to {last}")
    verdict.unposted += [f"table {table}: {count} posts still wait" for table, count in waiting_posts(database).items()]
    for press in notes.presses:
        found = entries.get(press.interaction, [])
        if press.fate == "confirmed" and not found and not answered.before(press):
            verdict.lost.append(f"interaction {press.interaction} was confirmed and is not in the log: {press.what}")
        if press.fate in ("refused", "asked") and found:
            verdict.doubled.append(f"interaction {press.interaction} was {press.fate} and is in the log: {press.what}")
        if found and not _is_once(found):
            verdict.doubled.append(f"interaction {press.interaction} is in the log at {found}")
    return verdict


def waiting_posts(database: Path) -> dict[int, int]:
    """How many posts wait, by table: none where nothing does."""
    with closing(_reading(database)) as connection:
        return dict(connection.execute("SELECT table_id, count(*) FROM posts GROUP BY table_id"))


def missing_boards(database: Path, shown: Sequence[Shown], lives: Sequence[Life]) -> list[str]:
    """What happened at a table and was followed by no board in its channel within `BOARD_S` of a bot's time."""
    boards = _boards(shown)
    missing: list[str] = []
    with closing(_reading(database)) as connection:
        happened = connection.execute(
            "SELECT t.id, t.channel, max(e.number), max(e.at) FROM entries e JOIN tables t ON t.id = e.table_id "
            "WHERE e.kind <> 'Ordered' GROUP BY t.id, coalesce(e.interaction, -e.number) ORDER BY t.id, max(e.number)"
        )
        for table, channel, number, at_ms in happened:
            shown_at = boards.get(channel, [])
            place = bisect_left(shown_at, at_ms)
            late_ms = None if place == len(shown_at) else up_ms(lives, at_ms, shown_at[place])
            if late_ms is None or late_ms > BOARD_S * 1000:
                since = "to the end" if late_ms is None else f"for {late_ms / 1000:.1f} s"
                missing.append(f"table {table}: no board showed entry {number} {since}")
    return missing


def _boards(shown: Sequence[Shown]) -> dict[int, list[int]]:
    """When each channel's newest message was posted or edited and had controls, in milliseconds since 1970.

    One whose controls are disabled is the board from before a press: it shows nothing of what happened.
    """
    newest: dict[int, int] = {}
    boards: dict[int, list[int]] = defaultdict(list)
    for state in shown:
        if state.reader is None and state.id >= newest.get(state.channel, 0):
            newest[state.channel] = state.id
            if CONTROL in state.text and DISABLED not in state.text:
                boards[state.channel].append(state.at_ms)
    return boards


def wrong_commitments(database: Path, shown: Sequence[Shown]) -> list[str]:
    """Tables whose channel was told another SHA-256 than that of their seed, or none, or at the end another seed."""
    wrong: list[str] = []
    with closing(_reading(database)) as connection:
        started = connection.execute(
            "SELECT t.id, t.channel, t.status, e.deed FROM tables t JOIN entries e ON e.table_id = t.id "
            "WHERE e.kind = 'Started' ORDER BY t.id"
        )
        for table, channel, status, action in started:
            seed: bytes = msgspec.msgpack.decode(action)["seed"]
            text = "\n".join(state.text for state in shown if state.reader is None and state.channel == channel)
            published = set(SHA256.findall(text))
            if published != {sha256(seed).hexdigest()}:
                wrong.append(f"table {table}: its seed is not that of the commitments {sorted(published)}")
            if status == "over" and seed.hex() not in text:
                wrong.append(f"table {table}: its seed was not told at the end")
    return wrong


def unfinished_answers(shown: Sequence[Shown], messages: Iterable[Message], lives: Sequence[Life]) -> list[str]:
    """Answers that say "is thinking" to this day though the bot that owed them had `ANSWER_S` to go on."""
    thinking = {message.id for message in messages if message.is_loading and not message.gone}
    begun = {state.id: state.at_ms for state in reversed(shown) if state.id in thinking}
    return [
        f"message {number} was never filled in"
        for number, at_ms in begun.items()
        if any(life.begun_ms <= at_ms and at_ms + ANSWER_S * 1000 <= life.ended_ms for life in lives)
    ]
