"""A simulated month passes with a correct bot, and the month's judge finds every planted fault."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast, get_args

import discord
import pytest

from engine.kernel.decision import Message
from locales.words import LANGUAGES, Words
from sandbox import Sandbox
from sandbox.month.almanac import BEGINS_MS, DAY_MS, FOREVER, HOUR_MS, MINUTE_MS, Almanac
from sandbox.month.bot import LeapingBot
from sandbox.month.calls import NEWS, REMINDER, Call, CallLog, Vote
from sandbox.month.database import BotDatabase
from sandbox.month.judge import Findings, Matter, Removal, Removals, judge
from sandbox.month.people import Hours, OwnTime, Player, kinds_of, new_player
from sandbox.month.plan import Plan
from sandbox.month.run import spend_month
from sandbox.month.tables import one_of_each_server
from sandbox.month.waits import TableStory, Wait, with_true_times
from sandbox.moved import draw_seed
from sandbox.simulation.notes import Life
from sessions.clocks.own_time import NAMED
from sessions.records.person import News
from tests.sandbox.bot import LittleBot

FAULTS = (
    "stuck", "reminders_in_quiet_hours", "reminders_doubled", "reminders_after_answer", "false_timeouts", "lost",
    "losses_untold", "doubled", "leaks", "errors_logged", "untold", "stale_questions", "boards_missing",
)  # fmt: skip
"""The counts of the report that must be zero."""
DAYS = 8
ENDS = BEGINS_MS + DAYS * DAY_MS
ARIADNE, TABLE, CHANNEL, SERVER = 7, 3, 55, 5
SEAT = 0


async def test_two_eventful_days_pass_the_judge() -> None:
    """Two faults must not come back. Two abandoned tables with empty time banks once stopped every clock. A table once
    continued while its server was without the bot."""
    report, code = await spend_month(Plan(2, 2, 1, kills=1, outages=0, deserted=3, removals=2))
    assert [(each["tables"], each["to_day"] is None) for each in report["removals"]] == [(2, False), (1, True)]
    assert {name: report[name] for name in FAULTS if report[name]} == {}
    assert (code, report["kills"], report["replays"]) == (0, 1, True)
    assert report["presses"] > 20
    assert report["votes"] >= 3
    assert report["turn_pings_a_person_a_day"] > 0


def test_the_games_of_a_month_depend_only_on_the_seed(tmp_path: Path) -> None:
    drawn = [draw_seed(1, tmp_path / "whole", 16) for _ in range(4)]
    assert [draw_seed(1, tmp_path / "again", 16) for _ in range(4)] == drawn
    assert len({*drawn, draw_seed(2, tmp_path / "other", 16)}) == 5


def test_players_look_for_seats_in_every_server() -> None:
    tables = [SimpleNamespace(place=SimpleNamespace(guild_id=number % 3)) for number in range(7)]
    assert {place.guild_id for place in one_of_each_server(cast("Any", tables))} == {0, 1, 2}


def test_posts_count_as_waiting_only_after_they_are_due(tmp_path: Path) -> None:
    file = tmp_path / "knossos.db"
    with closing(sqlite3.connect(file)) as made:
        made.execute("CREATE TABLE posts (channel INTEGER, due_at INTEGER)")
        made.execute("INSERT INTO posts VALUES (?, 100)", (CHANNEL,))
        made.commit()
    with closing(BotDatabase(file, lambda: 0)) as state:
        assert [state.has_posted(channel, 99) for channel in (None, CHANNEL)] == [True, True]
        assert [state.has_posted(channel, 100) for channel in (None, CHANNEL, CHANNEL + 1)] == [False, False, True]


async def test_posts_are_due_by_the_unbroken_clock(tmp_path: Path) -> None:
    """The host's clock was put back an hour. The bot had put off a post by a second, and the month leapt past it."""
    async with Sandbox.running(port=0) as sandbox:
        almanac = Almanac.beginning(sandbox.clock, tmp_path / "clock")
        almanac.note_start(0)
        almanac.leap_to(BEGINS_MS + DAY_MS)
        almanac.let_host_be_wrong(-HOUR_MS)
        due_at = almanac.now() + MINUTE_MS
        with closing(sqlite3.connect(tmp_path / "knossos.db")) as made:
            made.execute("CREATE TABLE posts (channel INTEGER, due_at INTEGER)")
            made.execute("CREATE TABLE seat_clocks (table_id INTEGER, due_at INTEGER)")
            made.execute("CREATE TABLE due (table_id INTEGER, kind TEXT, at INTEGER)")
            made.execute("INSERT INTO posts VALUES (?, ?)", (CHANNEL, due_at))
            made.commit()
        bot = LeapingBot(cast("Any", SimpleNamespace(database=tmp_path / "knossos.db")), almanac)

        assert bot.database.has_posted(CHANNEL, almanac.host_now())
        assert bot.database.next_at(almanac.host_now()) == due_at - HOUR_MS
        assert not bot.database.has_posted(CHANNEL, almanac.host_now() + MINUTE_MS)
        bot.database.close()


async def test_work_that_comes_due_among_posts_is_done_before_a_leap(tmp_path: Path) -> None:
    """A reminder came due while people waited for posts. The clock leapt an hour, and the reminder was an hour late."""
    async with Sandbox.running(port=0) as sandbox:
        almanac = Almanac.beginning(sandbox.clock, tmp_path / "clock")
        uptime = SimpleNamespace(is_up=True)
        simulation = SimpleNamespace(database=tmp_path / "knossos.db", fleet=SimpleNamespace(uptime=uptime))
        bot = LeapingBot(cast("Any", simulation), almanac)
        undone_for, done_at = [3], list[int]()

        def is_at_rest(now: int, since: int) -> bool:
            undone_for[0] -= 1
            if undone_for[0] == 0:
                done_at.append(now)
            return undone_for[0] <= 0

        bot.database = cast("Any", SimpleNamespace(is_at_rest=is_at_rest, next_at=lambda after: None))
        begun = almanac.now()
        await bot.leap_to_next(begun + HOUR_MS)

    assert almanac.now() >= begun + HOUR_MS
    assert done_at[0] < begun + MINUTE_MS


def test_a_month_draws_every_kind_of_person() -> None:
    assert len(set(kinds_of(8))) == 8
    assert 25 < kinds_of(100).count("prompt") < 35
    random = Random(1)
    for kind in set(kinds_of(8)):
        player = new_player(cast("Any", SimpleNamespace(id=1, name=kind)), kind, random, BEGINS_MS, 30)
        looks = [at for day in range(6) if (at := player.next_look(BEGINS_MS + day * DAY_MS))]
        assert looks
        assert all(not player.is_gone(at) for at in looks)


def ariadne(quiet: tuple[int, int] | None = None) -> Player:
    player = Player(cast("Any", SimpleNamespace(id=ARIADNE, name="Ariadne")), "daily", "UTC", Random(1))
    player.chosen = [Hours(BEGINS_MS, "UTC", quiet)]
    return player


def reminder(at: int) -> Call:
    return Call(at, at, 1, 9, (ARIADNE,), "reminder", f"{REMINDER} <#{CHANNEL}>")


def judge_month(
    player: Player,
    end: int | None,
    told: Sequence[Call],
    *,
    pace: str = "none",
    vote: int = 0,
    nudged_at: int = 0,
    down: tuple[int, int] = (ENDS, ENDS),
    waits: Sequence[Wait] = (),
    wrong: Sequence[tuple[int, int]] = (),
    removed: tuple[int, int] | None = None,
    moments: Sequence[int] = (),
    losses: Sequence[tuple[int, int]] = (),
) -> Findings:
    """Judge a month in which the bot sent the calls `told`.

    - `end`: Ariadne was asked until then, unless `waits` lists other questions.
    - `vote`: a vote on her seat began this long after the beginning of the month.
    - `nudged_at`: someone nudged her at this time.
    - `down`: the bot was stopped at the first of these times, and started at the second.
    - `wrong`: the times at which the host's clock changed, each with its error from then on.
    - `removed`: the server removed the bot at the first of these times, and invited it at the second.
    - `moments`: the times of log entries.
    - `losses`: the seats that were lost.
    """
    story = TableStory(TABLE, CHANNEL, "minerva", NAMED.get(pace), "running", None, BEGINS_MS, BEGINS_MS, guild=SERVER)
    story.waits, story.moments = list(waits) or [Wait(TABLE, SEAT, ARIADNE, BEGINS_MS, end)], list(moments)
    story.losses = list(losses)
    almanac = Almanac(cast("Any", None), cast("Any", None), [(BEGINS_MS, 0), *wrong])
    lives = [Life(BEGINS_MS, down[0]), Life(down[1], ENDS)]
    own = {user: OwnTime(each, almanac, lives, ENDS) for user, each in ((0, ariadne()), (ARIADNE, player))}
    at = BEGINS_MS + vote
    votes = {1: Vote(1, TABLE, at, FOREVER, "Ariadne <@8> <t:1:R>")} if vote else {}
    table = SimpleNamespace(channel=SimpleNamespace(id=CHANNEL), nudges=[nudged_at] if nudged_at else [], waits=[])
    tables = cast("Any", [table])
    removals = Removals([Removal(SERVER, *removed)] if removed else [])
    return judge(Matter(almanac, [player], tables, [story], told, votes, own, lives, ENDS, removals))


def test_a_reminder_after_a_day_is_correct() -> None:
    findings = judge_month(ariadne(), BEGINS_MS + 30 * HOUR_MS, [reminder(BEGINS_MS + DAY_MS + MINUTE_MS)])
    assert findings == Findings(reminders=1, other_pings=1, others_a_day=findings.others_a_day)


def test_a_missing_reminder_counts_as_lost() -> None:
    assert len(judge_month(ariadne(), BEGINS_MS + 30 * HOUR_MS, []).lost) == 1
    assert judge_month(ariadne(), BEGINS_MS + 24 * HOUR_MS, []).lost == []


@pytest.mark.parametrize(("put_back_ms", "lost"), [(HOUR_MS, 0), (0, 1)], ids=["put back", "right"])
def test_reminders_are_a_day_apart_on_the_host_clock(put_back_ms: int, lost: int) -> None:
    waits = [
        Wait(TABLE, SEAT, ARIADNE, BEGINS_MS, BEGINS_MS + 25 * HOUR_MS),
        Wait(TABLE, SEAT, ARIADNE, BEGINS_MS + 13 * HOUR_MS, None),
    ]
    told = [reminder(BEGINS_MS + hours * HOUR_MS + MINUTE_MS) for hours in (24, 49)]
    wrong = [(BEGINS_MS + 30 * HOUR_MS, -put_back_ms)]
    assert len(judge_month(ariadne(), None, told, waits=waits, wrong=wrong).lost) == lost


def test_the_bots_entries_are_dated_by_their_ids(tmp_path: Path) -> None:
    """The host's clock went back an hour between the two entries, but ids never go back."""
    back, written = BEGINS_MS + DAY_MS, BEGINS_MS + DAY_MS + HOUR_MS // 2
    almanac = Almanac(cast("Any", None), cast("Any", None), [(BEGINS_MS, 0), (back, -HOUR_MS)])
    assert when_entered(tmp_path, almanac, almanac.shown_at(back - 1), almanac.shown_at(written)) == written


def test_entries_are_dated_correctly_if_their_ids_are_ahead(
    tmp_path: Path,
) -> None:
    ahead, started, right, written = (BEGINS_MS + days * DAY_MS for days in (1, 2, 3, 4))
    wrong = [(BEGINS_MS, 0), (ahead, HOUR_MS), (right, 0)]
    almanac = Almanac(cast("Any", None), cast("Any", None), wrong, [(started, HOUR_MS)])
    assert when_entered(tmp_path, almanac, written + HOUR_MS, written) == written


def when_entered(tmp_path: Path, almanac: Almanac, id_ms: int, at: int) -> int:
    """Return the true time of an entry. `id_ms` is the time in its id, and `at` its time by the host's clock."""
    with closing(sqlite3.connect(tmp_path / "bot.db")) as made:
        made.execute("CREATE TABLE tables (id, created_at, changed_at)")
        made.execute("CREATE TABLE entries (table_id, number, interaction, at)")
        made.execute("INSERT INTO entries VALUES (1, 1, ?, ?)", (id_ms * 1000 + 3, at))
        made.commit()

    copy = with_true_times(tmp_path / "bot.db", almanac, tmp_path / "true.db")

    with closing(sqlite3.connect(copy)) as told:
        return int(told.execute("SELECT at FROM entries").fetchone()[0])


def test_a_second_reminder_without_a_reason_is_found() -> None:
    told = [reminder(BEGINS_MS + DAY_MS + minutes * MINUTE_MS) for minutes in (1, 2)]
    assert len(judge_month(ariadne(), BEGINS_MS + 30 * HOUR_MS, told).doubled) == 1


def test_a_nudge_delayed_by_a_kill_is_not_a_reminder() -> None:
    nudged_at, back = BEGINS_MS + 5 * HOUR_MS, BEGINS_MS + 11 * HOUR_MS
    called = Call(back + MINUTE_MS // 2, back + MINUTE_MS // 2, 1, CHANNEL, (ARIADNE,), "ping", "")
    killed = judge_month(ariadne(), None, [called], nudged_at=nudged_at, down=(nudged_at, back))
    assert (killed.nudges, killed.doubled) == (1, [])
    for findings in (
        judge_month(ariadne(), None, [called], nudged_at=nudged_at),
        judge_month(ariadne(), None, [called]),
    ):
        assert (findings.nudges, len(findings.doubled)) == (0, 1)


def test_a_ping_about_a_vote_does_not_count_as_a_reminder() -> None:
    bank, player = NAMED["brisk"].bank, ariadne()
    called = Call(BEGINS_MS + bank, BEGINS_MS + bank, 1, CHANNEL, (ARIADNE,), "vote", "")
    warned = reminder(BEGINS_MS + bank + HOUR_MS)
    findings = judge_month(player, None, [called, warned], pace="brisk", vote=bank)
    assert (findings.vote_calls, findings.reminders, findings.doubled) == (1, 1, [])
    assert judge_month(player, None, [called, warned], pace="brisk").doubled != []


def test_several_banks_warn_in_the_order_they_run_out() -> None:
    """Three banks run out, and no question waits long enough to cause another reminder."""
    hours = [(0, 20), (1, 20), (2, 4)]
    waits = [Wait(TABLE, SEAT, ARIADNE, BEGINS_MS + a * HOUR_MS, BEGINS_MS + b * HOUR_MS) for a, b in hours]
    told = [reminder(BEGINS_MS + hour * HOUR_MS) for hour in (3, 8, 12)]
    assert judge_month(ariadne(), None, told, pace="relaxed", waits=waits).doubled == []
    assert len(judge_month(ariadne(), None, [*told, told[2]], pace="relaxed", waits=waits).doubled) == 1


def test_the_judge_finds_a_reminder_sent_after_the_answer() -> None:
    told = [reminder(BEGINS_MS + DAY_MS + MINUTE_MS)]
    assert len(judge_month(ariadne(), BEGINS_MS + DAY_MS, told).after_answer) == 1


def test_a_reminder_in_quiet_hours_is_found() -> None:
    sleeper = ariadne(quiet=(22 * 60, 8 * 60))
    at = BEGINS_MS + DAY_MS + 20 * HOUR_MS
    assert judge_month(sleeper, None, [reminder(at)]).in_quiet_hours == []
    assert len(judge_month(sleeper, None, [reminder(at + 3 * HOUR_MS)]).in_quiet_hours) == 1


def test_a_vote_before_the_timeout_is_a_fault() -> None:
    bank = NAMED["brisk"].bank
    assert judge_month(ariadne(), None, [], pace="brisk", vote=bank).false_timeouts == []
    assert len(judge_month(ariadne(), None, [], pace="brisk", vote=bank - 2 * HOUR_MS).false_timeouts) == 1
    assert len(judge_month(ariadne(quiet=(0, 120)), None, [], pace="brisk", vote=bank).false_timeouts) == 1


def test_an_empty_bank_without_a_vote_is_found() -> None:
    bank = NAMED["brisk"].bank
    assert judge_month(ariadne(), BEGINS_MS + bank, [], pace="brisk").unvoted == []
    assert len(judge_month(ariadne(), BEGINS_MS + bank + 3 * HOUR_MS, [], pace="brisk").unvoted) == 1


REMOVED = BEGINS_MS + 3 * HOUR_MS, BEGINS_MS + 5 * DAY_MS
"""When a server removed the bot, and when it invited the bot again. Both times are during a question."""


def test_no_bank_runs_while_its_server_is_without_the_bot() -> None:
    bank = NAMED["brisk"].bank
    back = REMOVED[1] - BEGINS_MS
    in_time, early, never = (
        judge_month(ariadne(), None, [], pace="brisk", vote=vote, removed=REMOVED)
        for vote in (back + bank - 3 * HOUR_MS, back, 0)
    )
    assert (in_time.false_timeouts, in_time.unvoted) == ([], [])
    assert len(early.false_timeouts) == 1, "the bank must not run without the bot"
    assert len(never.unvoted) == 1, "the bank must continue once the bot is back"
    assert judge_month(ariadne(), None, [], pace="brisk", vote=0, removed=(REMOVED[0], FOREVER)).unvoted == []


def test_reminders_pause_while_the_bot_is_removed() -> None:
    again = reminder(REMOVED[1] + DAY_MS + MINUTE_MS)
    early = reminder(BEGINS_MS + DAY_MS + MINUTE_MS)
    assert judge_month(ariadne(), None, [], removed=(REMOVED[0], FOREVER)).lost == []
    assert len(judge_month(ariadne(), None, [], removed=REMOVED).lost) == 1
    in_time = judge_month(ariadne(), None, [again], removed=REMOVED)
    assert (in_time.lost, in_time.after_answer) == ([], [])
    assert len(judge_month(ariadne(), None, [early, again], removed=REMOVED).after_answer) == 1


def test_log_entries_while_the_bot_is_removed_are_caught() -> None:
    moments = [BEGINS_MS, REMOVED[0] + DAY_MS, REMOVED[0] + 2 * DAY_MS, REMOVED[1] + MINUTE_MS]
    assert judge_month(ariadne(), None, [], moments=moments).false_timeouts == []
    (found,) = judge_month(ariadne(), None, [], moments=moments, removed=REMOVED).false_timeouts
    assert "2 entries while the bot was removed from the server" in found


@pytest.mark.parametrize(
    ("told_at", "missed"), [(None, 1), (-HOUR_MS, 1), (0, 0), (2 * MINUTE_MS, 0), (3 * HOUR_MS, 1)]
)
def test_losing_a_seat_without_a_message_is_found(told_at: int | None, missed: int) -> None:
    at = BEGINS_MS + DAY_MS
    told = [] if told_at is None else [Call(at + told_at, at + told_at, 1, 9, (ARIADNE,), "news", "")]
    found = judge_month(ariadne(), BEGINS_MS + HOUR_MS, told, losses=[(at, ARIADNE)])
    assert len(found.losses_untold) == missed


def test_the_judge_recognises_news_in_every_language() -> None:
    words, blanks = Words(), {"game": "Minerva", "channel": "<#1>", "name": "<@2>", "outcome": "lost"}
    for language in LANGUAGES:
        for news in get_args(News):
            line = words.say(Message(f"notice.{news}", dict(blanks)), language)
            assert NEWS.match(line)
            assert NEWS.match(words.say(Message("notice.called", {"person": "<@3>", "news": line}), language))


@pytest.mark.parametrize(("silent", "heard"), [(True, 0), (False, 1)])
async def test_silent_news_in_a_channel_counts_as_delivered(
    sandbox: Sandbox, bot: LittleBot, tmp_path: Path, silent: bool, heard: int
) -> None:
    """People with closed direct messages get their news in the channel, and at night without a ping."""
    calls: list[Call] = []
    log = CallLog(sandbox, Almanac.beginning(sandbox.world.clock, tmp_path / "clock"), calls.append)
    person, channel = sandbox.person("Ariadne").id, sandbox.channel("agora")
    text = f"<@{person}> \N{HOURGLASS} **Minerva**: your time is up."

    await bot.get_partial_messageable(channel.id).send(
        text, silent=silent, allowed_mentions=discord.AllowedMentions(users=[discord.Object(person)])
    )

    assert [(call.kind, call.users) for call in log.calls] == [("news", (person,))]
    assert len(calls) == heard
