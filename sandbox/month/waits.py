"""Read from the bot's log when each person was asked and when they answered."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from engine.games import GAMES
from engine.kernel.chance import SEED_BYTES
from engine.kernel.game import complete_settings
from engine.kernel.play import Play, start
from sandbox.clock import made_at
from sandbox.month.almanac import Almanac
from sandbox.simulation.log import stored_tables
from sessions.clocks.own_time import Pace, pace_of
from sessions.play.replaying import walk_log
from sessions.records.log import Answered, Conceded, Entry, Reseated
from sessions.records.table import Table

SEATS = {key: tuple(seats for seats in game.rules.seats if seats > 1) for key, game in GAMES.items()}


def asks_all(seats: int) -> str:
    """Return a game that begins with a question to all `seats` seats."""
    for key, game in GAMES.items():
        if seats in game.rules.seats:
            begun = start(game, complete_settings(game, seats, {}), bytes(SEED_BYTES)).position
            if len(Play(game, begun).pending) == seats:
                return key
    raise ValueError(seats)


SNOWFLAKES = 1 << 56
"""Interaction ids are larger than this. Ids that the bot makes for its own actions are smaller."""


@dataclass(slots=True)
class Wait:
    """One question to one person. `end` is None if nobody answered it."""

    table: int
    seat: int
    user: int
    begin: int
    end: int | None = None
    passes: bool = False
    """The question ended with an answer that also ended the seat's turn."""


@dataclass(slots=True)
class TableStory:
    table: int
    channel: int
    game: str
    pace: Pace | None
    status: str
    ended: str | None
    begun: int
    last: int
    waits: list[Wait] = field(default_factory=list)
    moments: list[int] = field(default_factory=list)
    played_for: int = 0
    """Number of the autopilot's answers for people who had not left."""
    substitutes: int = 0
    losses: list[tuple[int, int]] = field(default_factory=list)
    """When the bot played a user's turn or gave the user's seat away."""
    guild: int | None = None

    def asks(self, user: int, at: int, grace_ms: int) -> bool:
        return any(
            wait.user == user and wait.begin <= at + grace_ms and (wait.end is None or wait.end >= at - grace_ms)
            for wait in self.waits
        )


def with_true_times(database: Path, almanac: Almanac, copy: Path) -> Path:
    """Copy the bot's database, converting times on the host's clock to true times."""
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copy)) as made:
        source.backup(made)
        found = made.execute("SELECT table_id, number, interaction, at FROM entries ORDER BY table_id, number")
        before: dict[int, int] = {}
        changed = []
        for table, number, interaction, at in found.fetchall():
            since = before.get(table, 0)
            if interaction is not None and interaction > SNOWFLAKES:
                since = max(since, round(made_at(interaction) * 1000))
            elif interaction is not None:  # the bot's own id, made from microseconds of its monotonic clock
                since = max(since, almanac.true_of_unbroken(interaction // 1000))
            before[table] = max(since, almanac.true_of(at, since))
            changed.append((before[table], table, number))
        made.executemany("UPDATE entries SET at = ? WHERE table_id = ? AND number = ?", changed)
        tables = made.execute("SELECT id, created_at, changed_at FROM tables").fetchall()
        for table, created, last in tables:
            times = almanac.true_of(created), max(almanac.true_of(last), before.get(table, 0)), table
            made.execute("UPDATE tables SET created_at = ?, changed_at = ? WHERE id = ?", times)
        made.commit()
    return copy


def stories(database: Path) -> list[TableStory]:
    return [_story(table, entries) for table, entries in stored_tables(database)]


def _story(table: Table, entries: Sequence[Entry]) -> TableStory:
    story = TableStory(
        table.id, table.channel, table.game, pace_of(table.pace), table.status, table.ended,
        entries[0].at, entries[-1].at, guild=table.guild,
    )  # fmt: skip
    story.moments = [entry.at for entry in entries]
    users = _first_users({sitter.seat: sitter.user for sitter in table.sitters}, entries)
    left: set[int] = set()
    open_waits: dict[int, tuple[int, Wait]] = {}
    for entry, timeline in walk_log(GAMES[story.game], entries):
        _note_seat(entry, users, left, story)
        answers = {entry.seat} if isinstance(entry.action, Answered) else set()
        asked = {decision.seat: decision.id for decision in timeline.pending if decision.seat not in left}
        for seat, (decision, wait) in list(open_waits.items()):
            if asked.get(seat) != decision or wait.user != users[seat]:
                wait.end, wait.passes = entry.at, seat not in asked and seat in answers
                story.waits.append(wait)
                del open_waits[seat]
        for seat in asked.keys() - open_waits.keys():
            open_waits[seat] = asked[seat], Wait(story.table, seat, users[seat], entry.at)
    for _, wait in open_waits.values():
        if story.status != "running" and table.reason != "server":
            wait.end = max(entries[-1].at, table.changed_at) if story.status == "closed" else entries[-1].at
        story.waits.append(wait)
    story.waits.sort(key=lambda wait: (wait.begin, wait.seat))
    return story


def _first_users(users: dict[int, int], entries: Sequence[Entry]) -> dict[int, int]:
    for entry in reversed(entries):
        if entry.seat is not None and isinstance(entry.action, Reseated):
            users[entry.seat] = entry.action.former or users[entry.seat]
        elif entry.seat is not None and isinstance(entry.action, Conceded):
            users[entry.seat] = entry.action.user
    return users


def _note_seat(entry: Entry, users: dict[int, int], left: set[int], story: TableStory) -> None:
    match entry.seat, entry.action:
        case int(seat), Conceded(user, opened_by, _, was_silent):
            left.add(seat)
            if opened_by is not None or was_silent:
                story.losses.append((entry.at, user))
        case int(seat), Reseated() as reseated:
            story.substitutes += users[seat] != reseated.user
            users[seat] = reseated.user
            left.discard(seat)
        case int(seat), Answered(by_autopilot=True):
            if seat not in left and not entry.part:
                story.played_for += 1
                story.losses.append((entry.at, users[seat]))
