"""The month's report: what was wrong, and what people would want to know of a bot that they play with for weeks."""

import asyncio
import os
import statistics
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

from sandbox.month.almanac import BEGINS_MS, DAY_MS
from sandbox.month.judge import Findings, Matter, judge
from sandbox.month.own_time import OwnTime
from sandbox.month.people import FOREVER, Player
from sandbox.month.plan import Plan
from sandbox.month.run import ROOT, MonthRun
from sandbox.month.tables import MonthTable
from sandbox.month.waits import TableStory, stories, with_true_times
from sandbox.records import Json
from sandbox.server import Sandbox
from sandbox.simulation import chronicle
from sandbox.simulation.hidden import leaks, read_books
from sandbox.simulation.verdict import compare, missing_boards

FAULTS = (
    "stuck", "reminders_in_quiet_hours", "reminders_doubled", "reminders_after_answer", "false_timeouts", "lost",
    "doubled", "leaks", "errors_logged", "untold", "stale_questions", "boards_missing",
)  # fmt: skip
"""The counts of the report that must be zero."""
MOST_TOLD = 60
"""The most faults that are reported one by one."""


async def report(month: MonthRun, home: Path) -> Json:
    """What came of a month that has been played."""
    database = with_true_times(month.database, month.almanac, home / "true.db")
    found = stories(database)
    matter = _matter(month, found)
    findings = await asyncio.to_thread(judge, matter)
    verdict = compare(month.notes, database)
    world = month.sandbox.world
    untold, stale = await chronicle.held(database, world.messages, world.bot.id)
    told = month.notes.leaks + leaks(read_books(database), month.witness.shown)
    missing = missing_boards(database, month.witness.shown, month.notes.lives)
    errors = [*month.errors, *month.bot.errors()]
    errors += [f"unknown route: {route}" for route in month.sandbox.rest.unknown]
    lost = [*verdict.lost, *verdict.unposted, *findings.lost]
    for what in [
        *findings.in_quiet_hours, *findings.doubled, *findings.after_answer, *findings.false_timeouts,
        *findings.unvoted, *month.stuck_at, *lost, *verdict.doubled, *told, *errors, *untold, *stale, *missing,
    ][:MOST_TOLD]:  # fmt: skip
        print(what, file=sys.stderr)
    person_days = max(1, len(month.players)) * month.plan.days
    return {
        "tables": len(month.tables),
        "days": month.plan.days,
        "seed": month.plan.seed,
        "people": len(month.players),
        "kills": len(month.deaths),
        "removals": [
            {
                "from_day": _day(each.begin),
                "to_day": None if each.end == FOREVER else _day(each.end),
                "tables": sum(table.place.guild_id == each.guild for table in month.tables),
            }
            for each in month.removals.known
        ],
        "finished": sum(story.status == "over" for story in found),
        "endings": dict(Counter(str(story.ended) for story in found if story.status in ("over", "closed"))),
        "sleeping": month.sleeping,
        "stuck": month.stuck + len(findings.unvoted),
        "reminders": findings.reminders,
        "reminders_in_quiet_hours": len(findings.in_quiet_hours),
        "reminders_doubled": len(findings.doubled),
        "reminders_after_answer": len(findings.after_answer),
        "false_timeouts": len(findings.false_timeouts),
        "votes": len(month.witnessed.votes),
        "seats_played": sum(story.played_for for story in found),
        "substitutes": sum(story.substitutes for story in found),
        "nudges": findings.nudges,
        "turn_pings_a_person_a_day": round(findings.turn_pings / person_days, 3),
        "other_pings_a_person_a_day": round(findings.other_pings / person_days, 3),
        "days_with_more_than_one_other_ping": _crowded(findings),
        "lost": len(lost),
        "doubled": len(verdict.doubled),
        "leaks": len(told),
        "errors_logged": len(errors),
        "untold": len(untold),
        "stale_questions": len(stale),
        "boards_missing": len(missing),
        "presses": len(month.notes.presses),
        "fates": dict(Counter(press.fate for press in month.notes.presses)),
        "days_to_the_end": _lengths(month.tables, found),
        "rss_mb": round(month.bot.rss_mb, 1),
        "seconds_of": {what: round(seconds, 1) for what, seconds in sorted(month.seconds.items())},
    }


def _matter(month: MonthRun, found: Sequence[TableStory]) -> Matter:
    """What is to be judged. Under the number 0 stands somebody who always has time."""
    anybody = Player(month.players[0].actor, "prompt", "UTC", month.random)
    people = {0: anybody, **{player.actor.id: player for player in month.players}}
    ends = min(month.ends, month.almanac.now())
    own = {user: OwnTime(player, month.almanac, month.notes.lives, ends) for user, player in people.items()}
    guilds = {number: channel.guild_id for number, channel in month.sandbox.world.channels.items()}
    return Matter(
        month.almanac, month.players, month.tables, found, month.witnessed.told, month.witnessed.votes,
        month.witnessed.still_open(), own, month.notes.lives, ends, month.removals, guilds,
    )  # fmt: skip


def _day(at: int) -> float:
    """How many days of the month had passed."""
    return round((at - BEGINS_MS) / DAY_MS, 1)


def _crowded(findings: Findings) -> int:
    """On how many of their days people were called more than once beside their turns."""
    return sum(count > 1 for count in findings.others_a_day.values())


def _lengths(tables: Sequence[MonthTable], found: Sequence[TableStory]) -> Json:
    """By game, and by the kind of all who began there: tables, those that ended, the median of their days."""
    by_channel = {table.channel.id: table for table in tables}
    lengths: dict[str, dict[str, list[TableStory]]] = defaultdict(lambda: defaultdict(list))
    for story in found:
        table = by_channel.get(story.channel)
        if table is not None:
            kinds = {player.kind for player in table.players}
            lengths[story.game][kinds.pop() if len(kinds) == 1 else "mixed"].append(story)
    return {
        game: {kind: _length(those) for kind, those in sorted(by_kind.items())}
        for game, by_kind in sorted(lengths.items())
    }


def _length(those: Sequence[TableStory]) -> Json:
    days = [(story.last - story.begun) / DAY_MS for story in those if story.status == "over"]
    return {
        "tables": len(those),
        "ended": len(days),
        "median_days": round(statistics.median(days), 1) if days else None,
    }


async def replayed(month: MonthRun, home: Path) -> int:
    """The exit code of the bot's own check of every log against its positions."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "db", "replay", cwd=home,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DATABASE": str(month.database)},
        stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    return await process.wait()


async def month(plan: Plan, bot: Sequence[str] = ()) -> tuple[Json, int]:
    """Play a month with this bot, or with ours; the report, and 0 if nothing went wrong."""
    with tempfile.TemporaryDirectory(prefix="knossos-month-") as folder:
        async with Sandbox.running(port=0, rate_limits=False) as sandbox:
            played = MonthRun(plan, sandbox, Path(folder), bot)
            await played.run()
            told = await report(played, Path(folder))
            told["replays"] = await replayed(played, Path(folder)) == 0
    wrong = any(told[count] for count in FAULTS)
    return told, 1 if wrong or not told["replays"] else 0
