"""Compare the bot's calls and votes with people's settings and with the log. Uses none of the bot's own rules."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from sandbox.month.almanac import DAY_MS, FOREVER, HOUR_MS, MINUTE_MS, Almanac
from sandbox.month.calls import Call, Vote
from sandbox.month.people import OwnTime, Player
from sandbox.month.tables import MonthTable
from sandbox.month.waits import TableStory, Wait
from sandbox.simulation.notes import Life, up_ms

CHANNEL = re.compile(r"<#(\d+)>")
EDGE_MS = 3 * MINUTE_MS
"""A message this close to the start or end of quiet hours doesn't count as sent during them."""
GRACE_MS = 10_000
"""Messages and answers closer together than this may have crossed each other."""
TURN_MS = 10 * MINUTE_MS
"""The first call about a question is the ping for the turn if it comes within this much connected time."""
SLACK_MS = 45 * MINUTE_MS
"""The bot's count of a person's time may differ from ours by this much, because we count in steps."""
LATER_H = (72, 168)
NUDGE_MS = 2 * MINUTE_MS


@dataclass(slots=True)
class Removal:
    guild: int
    begin: int
    end: int = FOREVER


@dataclass(slots=True)
class Removals:
    known: list[Removal] = field(default_factory=list)

    def remove(self, guild: int, at: int) -> None:
        self.known.append(Removal(guild, at))

    def invite(self, guild: int, at: int) -> None:
        for removal in self.known:
            if removal.guild == guild and removal.end == FOREVER:
                removal.end = at

    def is_out(self, guild: int | None) -> bool:
        return any(removal.guild == guild and removal.end == FOREVER for removal in self.known)

    def interrupt(self, story: TableStory) -> TableStory:
        """Return a table's story, with its questions interrupted while the bot was removed from the server."""
        waits = story.waits
        for removal in self.known:
            if removal.guild == story.guild:
                waits = [part for wait in waits for part in _parts(wait, removal)]
        return replace(story, waits=sorted(waits, key=lambda wait: (wait.begin, wait.seat)))

    def find_entries_while_removed(self, story: TableStory) -> Iterator[str]:
        """Yield a line for each removal of the bot during which the table still got entries."""
        for removal in self.known:
            inside = [at for at in story.moments if removal.begin + GRACE_MS < at < removal.end]
            if removal.guild == story.guild and inside:
                yield f"table {story.table}: {len(inside)} entries while the bot was removed from the server"


def _parts(wait: Wait, removal: Removal) -> Sequence[Wait]:
    end = FOREVER if wait.end is None else wait.end
    if end <= removal.begin or wait.begin >= removal.end:
        return (wait,)
    before = [replace(wait, end=removal.begin, passes=False)] if wait.begin < removal.begin else []
    after = [replace(wait, begin=removal.end)] if end > removal.end else []
    return (*before, *after)


@dataclass
class Findings:
    in_quiet_hours: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    after_answer: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    false_timeouts: list[str] = field(default_factory=list)
    unvoted: list[str] = field(default_factory=list)
    losses_untold: list[str] = field(default_factory=list)
    reminders: int = 0
    nudges: int = 0
    vote_calls: int = 0
    turn_pings: int = 0
    other_pings: int = 0
    others_a_day: dict[tuple[int, int], int] = field(default_factory=dict)
    """The number of reminders, nudges and calls to vote, by person and day."""


@dataclass(frozen=True)
class Matter:
    almanac: Almanac
    players: Sequence[Player]
    tables: Sequence[MonthTable]
    stories: Sequence[TableStory]
    calls: Sequence[Call]
    votes: dict[int, Vote]
    own: dict[int, OwnTime]
    lives: Sequence[Life]
    ends: int
    removals: Removals = field(default_factory=Removals)


def judge(matter: Matter) -> Findings:
    findings = Findings()
    for story in matter.stories:
        findings.false_timeouts += matter.removals.find_entries_while_removed(story)
    matter = replace(matter, stories=list(map(matter.removals.interrupt, matter.stories)))
    by_channel = {story.channel: story for story in matter.stories}
    for player in matter.players:
        calls = [call for call in matter.calls if player.actor.id in call.users]
        reminders = _sort_calls(matter, findings, player, calls, by_channel)
        waits = [wait for story in matter.stories for wait in story.waits if wait.user == player.actor.id]
        waits.sort(key=lambda wait: wait.begin)
        findings.doubled += _find_doubled(matter, player, waits, reminders)
        findings.lost += _find_lost(matter, player, waits, reminders)
        findings.losses_untold += _find_silent_losses(matter, player)
    for story in matter.stories:
        if story.pace is not None:
            _judge_banks(matter, findings, story)
    return findings


def _sort_calls(
    matter: Matter, findings: Findings, player: Player, calls: Sequence[Call], by_channel: dict[int, TableStory]
) -> list[Call]:
    """Count the calls to one person. Return the reminders among these calls."""
    reminders: list[Call] = []
    user = player.actor.id
    for call in calls:
        story = by_channel.get(call.channel)
        who = f"{player.actor.name} at {_when(call.at)}"
        if call.kind in ("direct", "news"):
            continue
        wait = _wait_at(story, user, call.at) if story else None
        # Outside a question, a call says that the lobby is full, or announces a proposal or a result.
        is_news = _is_turn(matter, wait, call) if wait else story is None or call.kind == "ping"
        if call.kind != "reminder" and is_news:
            findings.turn_pings += 1
            continue
        findings.other_pings += 1
        day = user, call.at // DAY_MS
        findings.others_a_day[day] = findings.others_a_day.get(day, 0) + 1
        if all(player.is_quiet(call.shown + edge) for edge in (-EDGE_MS, 0, EDGE_MS)):
            findings.in_quiet_hours.append(f"{who} got a message in quiet hours: a {call.kind} in {call.channel}")
        # The first message to ask for a vote also pings everyone who is asked a question.
        begun = [vote.table for vote in matter.votes.values() if abs(vote.first - call.at) < MINUTE_MS // 60]
        if call.kind == "vote" and (wait is None or wait.table in begun):
            findings.vote_calls += 1
        elif call.kind != "reminder" and _is_nudge(matter, call):
            findings.nudges += 1
        else:
            findings.reminders += 1
            reminders.append(call)
            for channel in CHANNEL.findall(call.text) if call.kind == "reminder" else ():
                asked = by_channel.get(int(channel))
                if asked is None or not asked.asks(user, call.at, GRACE_MS):
                    findings.after_answer.append(f"{who} was reminded of {channel}, but had no question there")
    return reminders


def _is_nudge(matter: Matter, call: Call) -> bool:
    """Return whether somebody has just nudged at this table. Only connected time counts: a killed bot nudges late."""
    nudges = (at - NUDGE_MS // 2 for table in matter.tables if table.channel.id == call.channel for at in table.nudges)
    return any(at <= call.at and up_ms(matter.lives, at, call.at) < NUDGE_MS for at in nudges)


def _wait_at(story: TableStory, user: int, at: int) -> Wait | None:
    own = (wait for wait in reversed(story.waits) if wait.user == user and wait.begin <= at)
    return next((wait for wait in own if wait.end is None or wait.end >= at), None)


def _is_turn(matter: Matter, wait: Wait, call: Call) -> bool:
    """Return whether this is the first call about the question, shortly after it was asked."""
    if matter.own[0].between(wait.begin, call.at) > TURN_MS:
        return False
    before = (each for each in matter.calls if each.channel == call.channel and wait.begin <= each.at < call.at)
    return not any(each is not call and wait.user in each.users for each in before)


def _thresholds(player: Player) -> list[int]:
    if not player.remind_h:
        return []
    first = player.remind_h * HOUR_MS
    return [first, *(hours * HOUR_MS for hours in LATER_H if hours * HOUR_MS > first)]


def _find_doubled(matter: Matter, player: Player, waits: Sequence[Wait], reminders: Sequence[Call]) -> Iterator[str]:
    own, user = matter.own[player.actor.id], player.actor.id
    paced = {story.table for story in matter.stories if story.pace is not None}
    reasons: list[tuple[int, int]] = []
    warnings: set[int] = set()
    for place, wait in enumerate(waits):
        for threshold in _thresholds(player):
            at = own.after(wait.begin, max(0, threshold - SLACK_MS))
            if at is not None and (wait.end is None or at <= wait.end + GRACE_MS):
                reasons.append((at, place))
        if wait.table in paced:
            warnings.add(place)
    reasons.sort()
    for call in reminders:
        new = [reason for reason in reasons if reason[0] <= call.at + GRACE_MS]
        if new:
            reasons = reasons[len(new) :]
            continue
        begun = (place for place in warnings if waits[place].begin <= call.at)
        waiting = (place for place in begun if (waits[place].end or FOREVER) >= call.at - GRACE_MS)
        # The call doesn't say whose time bank it warned of. Assume the question that ended first.
        warned = min(waiting, key=lambda place: waits[place].end or FOREVER, default=None)
        if warned is None:
            yield f"{player.actor.name} ({user}) was reminded at {_when(call.at)}, but no reminder was due"
        else:
            warnings.remove(warned)


def _add_on_host_clock(almanac: Almanac, before: int, apart: int) -> int:
    """Return when `apart` ms had passed since `before`, both in real time and on the host's clock."""
    return max(before + apart, almanac.true_of(almanac.shown_at(before) + apart, before))


def _find_lost(matter: Matter, player: Player, waits: Sequence[Wait], reminders: Sequence[Call]) -> Iterator[str]:
    if not player.remind_h or player.kind == "leaving":
        return
    own = matter.own[player.actor.id]
    first = player.remind_h * HOUR_MS
    sent = [call.at for call in reminders]
    paced = {story.table for story in matter.stories if story.pace is not None}
    for wait in waits:
        due = own.after(wait.begin, first)
        half = own.after(wait.begin, first // 2)
        if due is None or half is None:
            continue
        place = bisect_left(sent, due)
        before = sent[place - 1] if place else 0
        if before >= (wait.begin if wait.table in paced else half - SLACK_MS):
            continue
        held = max(due, _add_on_host_clock(matter.almanac, before, min(DAY_MS, first)) if before else 0)
        late = own.after(held, SLACK_MS)
        if late is None or late >= (matter.ends if wait.end is None else wait.end):
            continue
        if not any(due - SLACK_MS <= at <= late for at in sent):
            yield f"{player.actor.name} was not reminded of table {wait.table}, asked since {_when(wait.begin)}"


def _find_silent_losses(matter: Matter, player: Player) -> Iterator[str]:
    """Yield a line for each turn or seat that this person lost without a message, unless they have left."""
    if player.kind == "leaving":
        return
    user, lives = player.actor.id, matter.lives
    news = [call.at for call in matter.calls if call.kind == "news" and user in call.users]
    for story in matter.stories:
        for at in (at for at, loser in story.losses if loser == user):
            is_told = any(at - GRACE_MS <= told and up_ms(lives, at, told) <= SLACK_MS for told in news)
            if not is_told and up_ms(lives, at, matter.ends) > SLACK_MS:
                yield f"{player.actor.name} was not told about a loss at table {story.table}, {_when(at)}"


def _judge_banks(matter: Matter, findings: Findings, story: TableStory) -> None:
    votes = sorted((vote for vote in matter.votes.values() if vote.table == story.table), key=lambda vote: vote.first)
    for seat, user in sorted({(wait.seat, wait.user) for wait in story.waits}):
        name = next(player.actor.name for player in matter.players if player.actor.id == user)
        own_votes = [vote for vote in votes if re.search(rf"{re.escape(name)}(?!\d)", vote.words)]
        waits = [wait for wait in story.waits if (wait.seat, wait.user) == (seat, user)]
        _judge_bank(matter, findings, story, waits, (own_votes, votes))


def _judge_bank(
    matter: Matter, findings: Findings, story: TableStory, waits: Sequence[Wait],
    votes: tuple[Sequence[Vote], Sequence[Vote]],
) -> None:  # fmt: skip
    """Follow one person's time bank at a seat. `votes` has the votes about that person, and all votes at the table."""
    pace, more = story.pace, {vote: at for table in matter.tables for at, vote in table.waits}
    assert pace is not None
    own = matter.own[waits[0].user]
    least = most = float(pace.bank)  # bounds of the time left: a vote may have added a day
    is_ahead = False
    for wait in waits:
        end, at = matter.ends if wait.end is None else wait.end, wait.begin
        for vote in votes[0]:
            if not wait.begin <= vote.first <= end + GRACE_MS:
                continue
            left = least - own.between(at, vote.first)
            if left > SLACK_MS:
                when = f"{left / HOUR_MS:.1f} h left at {_when(vote.first)}"
                findings.false_timeouts.append(f"table {story.table}: a vote on seat {wait.seat} with {when}")
            least, most, at = 0.0, 0.0, vote.first
            if vote.id in more:
                most, at = DAY_MS, min(end, max(vote.first, more[vote.id]))
        spent = own.between(at, end)
        over = own.after(at, most + SLACK_MS)
        begun = [vote for vote in votes[1] if vote.first <= end]
        voted_until = max((vote.last for vote in begun), default=0)
        if over is not None and voted_until < over < end:
            since = f"out of time since {_when(over)}"
            findings.unvoted.append(f"table {story.table}: no vote on seat {wait.seat}, {since}")
        least, most = max(0.0, least - spent), max(0.0, most - spent)
        if wait.passes:
            least = least if is_ahead else min(pace.most, least + pace.more)
            most, is_ahead = min(pace.most, most + pace.more), False
        elif not least:  # unless the autopilot has answered, the turn's time was added in advance
            most, is_ahead = max(most, HOUR_MS, pace.more), True


def _when(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%d %b %H:%M}"
