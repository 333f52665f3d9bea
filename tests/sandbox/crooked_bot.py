"""The bot with planted faults and fixed seeds: `python -m tests.sandbox.crooked_bot FAULT…`.

Simulations must find the faults. Without a FAULT, the bot is correct. `patient` isn't a fault: it allows each picture a
minute.
"""

import asyncio
import itertools
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec
from discord import InteractionResponse

import bot
import sessions.clocks.own_time
import sessions.clocks.seat_clocks
import sessions.lobby.seats
import sessions.time.deadlines
import sessions.time.interruptions
import sessions.time.reminders
import sessions.waiting.votes
from cogs import logs
from cogs.delivery import boards, recaps, reminders
from cogs.delivery.board_sender import BoardSender
from cogs.delivery.reminders import ReminderSender
from cogs.league import chore
from cogs.play.answers import Answers
from cogs.play.presses import OwnPresses
from cogs.views import board
from cogs.views.waiting import waiting_lines
from render import RenderClient
from sessions.delivery.outbox import DONE, Outbox
from sessions.play.playing import TablePlay
from sessions.play.table_log import TableLog
from sessions.records.clock import Schedule
from sessions.records.league import Play
from sessions.snapshot import Awaited, snapshot_of
from sessions.time.deadlines import Deadlines
from sessions.time.lost_servers import LostServers
from settings import read_settings
from tests.seeds import Seeds


def board_in_six() -> None:
    """Plant a fault: skip one board in six, and each board in the three seconds after it."""
    whole, count = BoardSender.deliver, itertools.count(1)
    skipped_until = 0.0

    async def deliver(self: Any, session: Any, posts: Any) -> Any:
        nonlocal skipped_until
        if next(count) % 6 == 0:
            skipped_until = time.monotonic() + 3
        return DONE if time.monotonic() < skipped_until else await whole(self, session, posts)

    setattr(BoardSender, "deliver", deliver)  # noqa: B010


def answer_in_two() -> None:
    """Plant a fault: skip every second reply, although the press counts."""
    whole, count = InteractionResponse.defer, itertools.count(1)

    async def defer(self: Any, **how: Any) -> Any:
        return None if next(count) % 2 == 0 else await whole(self, **how)

    setattr(InteractionResponse, "defer", defer)  # noqa: B010


def seed_on_the_board() -> None:
    """Plant a fault: show the seed on the board from the beginning."""
    seeds = dict[int, str]()

    def with_seed(session: Any) -> Any:
        if session.number:
            seeds[session.table.id] = session.reader.timeline.position.seed.hex()
        return snapshot_of(session)

    def lines(wording: Any, seen: Any, decision: Any) -> list[str]:
        return [*waiting_lines(wording, seen, decision), f"-# {seeds[seen.table.id]}"]

    setattr(boards, "snapshot_of", with_seed)  # noqa: B010
    setattr(board, "waiting_lines", lines)  # noqa: B010


def log_of_seat_0() -> None:
    """Plant a fault: show everybody seat 0's private log."""
    whole = TableLog.lines

    async def lines(self: Any, listener: int | None, first: int, last: int) -> Any:
        return await whole(self, listener or 0, first, last)

    setattr(TableLog, "lines", lines)  # noqa: B010


def private_question() -> None:
    """Plant a fault: ask private questions on the public board."""

    def public_if_small(awaited: Any, _: int) -> Any:
        return awaited.decisions[0] if awaited.decisions else None

    setattr(Awaited, "public_if_small", public_if_small)  # noqa: B010


def other_commitment() -> None:
    """Plant a fault: publish the commitment to another seed."""

    def commitment(seed: bytes) -> str:
        return sha256(seed[::-1]).hexdigest()

    assert hasattr(sessions.lobby.seats, "commitment")
    setattr(sessions.lobby.seats, "commitment", commitment)  # noqa: B010


def newest_line_alone() -> None:
    """Plant a fault: show only the newest lines in each edit, and drop the earlier ones."""
    whole = recaps.read_events

    async def read_events(session: Any, first: int, last: int, **how: Any) -> Any:
        return await whole(session, max(first, last), last, **how)

    for module in (recaps, boards):
        vars(module)["read_events"] = read_events


def question_left_open() -> None:
    """Plant a fault: keep showing a question in its message after the question's turn is over."""

    async def close(self: Any, session: Any, live: Any, first: int, *, tells: bool = True) -> int:
        return int(session.number) + 1

    setattr(recaps.Recaps, "close", close)  # noqa: B010


def turn_shown_twice() -> None:
    """Plant a fault: repeat the lines of each recap in the message that follows."""
    whole = recaps.Recaps.close

    async def close(self: Any, session: Any, live: Any, first: int, *, tells: bool = True) -> int:
        await whole(self, session, live, first, tells=tells)
        return first

    setattr(recaps.Recaps, "close", close)  # noqa: B010


def answer_in_four_forgotten() -> None:
    """Plant a fault: acknowledge one answer in four without passing it to the game."""
    whole, count = TablePlay.answer, itertools.count(1)

    async def answer(self: Any, *what: Any, **how: Any) -> None:
        if next(count) % 4:
            await whole(self, *what, **how)

    setattr(TablePlay, "answer", answer)  # noqa: B010


def confirmation_after_the_answer() -> None:
    """Plant a fault: ask people to confirm an answer that the game has already received."""
    again, whole = Answers._ask_again, Answers._answer
    asked: list[str] = []

    def ask_again(self: Any, interaction: Any, session: Any, decision: Any, key: str, question: Any) -> Any:
        asked.append(key)
        return again(self, interaction, session, decision, key, question)

    async def answer(self: Any, interaction: Any, session: Any, press: Any) -> Any:
        reply = await whole(self, interaction, session, press)
        while asked:
            await session.play.answer(interaction.user.id, (asked.pop(),), interaction.id)
        return reply

    setattr(Answers, "_ask_again", ask_again)  # noqa: B010
    vars(answer).update(vars(whole))  # `answer` keeps the attributes that the decorator added.
    setattr(Answers, "_answer", answer)  # noqa: B010


def second_tap_refused() -> None:
    """Plant a fault: refuse the second tap of a person who taps twice."""

    def is_second(self: Any, *press: Any) -> bool:
        return False

    setattr(OwnPresses, "is_second", is_second)  # noqa: B010


def reminder_recorded_early() -> None:
    """Plant a fault: record that a reminder was sent before sending it."""
    whole = Outbox._deliver

    async def deliver(self: Any, sender: Any, table: int, posts: Any) -> Any:
        await self._store.settle([post.id for post in posts if post.kind == "remind"], [])
        return await whole(self, sender, table, posts)

    setattr(Outbox, "_deliver", deliver)  # noqa: B010


def reminder_recorded_late() -> None:
    """Plant a fault: record a sent reminder a second late, and never check whether it was already sent."""
    whole = ReminderSender.deliver

    async def deliver(self: Any, session: Any, post: Any) -> Any:
        done = await whole(self, session, post)
        await asyncio.sleep(1.0)
        return done

    async def find_sent(*_: Any) -> None:
        return None

    setattr(ReminderSender, "deliver", deliver)  # noqa: B010
    setattr(reminders, "find_sent", find_sent)  # noqa: B010


def bank_in_quiet_hours() -> None:
    """Plant a fault: let time banks run through quiet hours and absences."""

    def always(how: Callable[..., Any]) -> Callable[..., Any]:
        return lambda clock, schedule, *times: how(clock, Schedule(schedule.user), *times)

    time = sessions.time
    for module in (
        sessions.clocks.own_time, sessions.clocks.seat_clocks, time.deadlines, time.interruptions, time.reminders,
        sessions.waiting.votes,
    ):  # fmt: skip
        for name in ("empty_at", "warning_at", "count_until"):
            if name in vars(module):
                vars(module)[name] = always(vars(module)[name])


def silence_without_vote() -> None:
    """Plant a fault: ask nobody to vote when a bank is empty."""

    async def run_out(self: Any, now: int) -> None:
        return None

    setattr(Deadlines, "run_out", run_out)  # noqa: B010


def bank_of_the_removed() -> None:
    """Plant a fault: empty every time bank of a suspended table."""
    whole = sessions.clocks.seat_clocks.SeatClocks._stop

    def stop(self: Any, clock: Any, table: Any, at: int) -> Any:
        still = whole(self, clock, table, at)
        return still if still is None else msgspec.structs.replace(still, left=0)

    setattr(sessions.clocks.seat_clocks.SeatClocks, "_stop", stop)  # noqa: B010


def removal_unnoticed() -> None:
    """Plant a fault: keep tables running after their server removed the bot."""

    async def suspend(self: Any, session: Any) -> None:
        """Do nothing."""

    setattr(LostServers, "_suspend", suspend)  # noqa: B010


def return_unnoticed() -> None:
    """Plant a fault: keep tables suspended after their server invited the bot again."""

    async def wake(self: Any, session: Any) -> Any:
        return ()

    setattr(LostServers, "_wake", wake)  # noqa: B010


def places_reversed() -> None:
    """Plant a fault: reverse the places in every result of a league's table."""
    whole = chore.play_of

    def play_of(*table: Any) -> Any:
        play = whole(*table)
        return Play({user: 1 + len(play.places) - place for user, place in play.places.items()}, play.left)

    setattr(chore, "play_of", play_of)  # noqa: B010


def round_announced_twice() -> None:
    """Plant a fault: post each announcement of a league twice."""
    whole = chore.LeagueChore._post

    async def post(self: Any, channel: Any, words: Any, step: Any) -> None:
        await whole(self, channel, words, step)
        await whole(self, channel, words, msgspec.structs.replace(step, round=step.round + 100))

    async def read_texts(*_: Any) -> set[str]:
        return set()

    setattr(chore.LeagueChore, "_read_texts", read_texts)  # noqa: B010
    setattr(chore.LeagueChore, "_post", post)  # noqa: B010


def patient() -> None:
    """Allow a minute for each picture. This isn't a fault: the first picture can be slow on a busy machine."""
    defaults: Any = RenderClient.__init__.__kwdefaults__
    defaults |= {"order_s": 60.0, "start_s": 60.0}


FAULTS: dict[str, Callable[[], None]] = {
    fault.__name__: fault
    for fault in (
        board_in_six, answer_in_two, seed_on_the_board, log_of_seat_0, private_question, other_commitment,
        newest_line_alone, question_left_open, turn_shown_twice, answer_in_four_forgotten,
        confirmation_after_the_answer,
    )
}  # fmt: skip
OF_THE_MONTH: dict[str, Callable[[], None]] = {
    fault.__name__: fault
    for fault in (
        reminder_recorded_early, reminder_recorded_late, bank_in_quiet_hours, silence_without_vote,
        bank_of_the_removed, removal_unnoticed, return_unnoticed,
    )
}  # fmt: skip
"""Faults that only a simulated month can reveal."""
OF_THE_SEASON: dict[str, Callable[[], None]] = {
    fault.__name__: fault for fault in (places_reversed, round_announced_twice)
}
"""Faults that only a season of a league can reveal."""
ON_A_SLOW_LINE: dict[str, Callable[[], None]] = {second_tap_refused.__name__: second_tap_refused}
"""Faults that only an evening on a slow line can reveal."""
WAYS = {**FAULTS, **OF_THE_MONTH, **OF_THE_SEASON, **ON_A_SLOW_LINE, "patient": patient}

if __name__ == "__main__":
    for name in sys.argv[1:]:
        WAYS[name]()
    logs.set_up("INFO")
    vars(bot)["seeds_of"] = lambda _: Seeds()
    sys.exit(asyncio.run(bot.run(read_settings())))
