"""Simulated people at a table: how they sit down, and which of the bot's faults they notice."""

from collections.abc import Awaitable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock, Mock

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.month import bot as month_bot
from sandbox.month.almanac import BEGINS_MS, DAY_MS, HOUR_MS, Almanac
from sandbox.month.bot import LeapingBot, Misfortunes
from sandbox.month.tables import MonthTable, find_seat
from sandbox.records import Channel
from sandbox.season import run as season
from sandbox.seen import Reply
from sandbox.simulation.notes import Notes
from sandbox.simulation.table import NobodyAnswers, Table
from sandbox.simulation.visitor import REFUSED_SIGN
from tests.sandbox.conftest import Wire
from tests.sandbox.test_evening import reply_to
from tests.sandbox.test_limits import button, row, text, v2

READY = "k1:1:0:-1:-1:ready0"


def reply(kind: str | None = "message", says: str = "", **more: Any) -> Any:
    made: Any = reply_to(cast("str", kind), latency_s=more.pop("latency_s", 0.1))
    made.text = says
    made.interaction.channel = SimpleNamespace(name="agora")
    made.settle = AsyncMock(return_value=SimpleNamespace(text=says))
    vars(made).update(more)
    return made


async def answer_with(answer: Any) -> Reply:
    return cast("Reply", answer)


def person(*answers: Any) -> Any:
    """Return a person whose commands get these answers, and whose presses succeed."""
    return SimpleNamespace(id=8, name="Ariadne", command=AsyncMock(side_effect=answers), press=AsyncMock())


def table_in(sandbox: Any = None) -> Table:
    return Table(sandbox, cast(Any, SimpleNamespace(id=77)), Notes())


async def test_a_refusal_ends_sitting_down_unless_it_is_repeated() -> None:
    refused, fine = reply(says=f"{REFUSED_SIGN} Not here"), reply()

    with pytest.raises(NobodyAnswers, match="Not here"):
        await table_in().seat([person(refused)], {})
    await table_in().seat([person(refused, refused, fine)], {}, "daily", is_again=True)


async def test_a_command_without_an_answer_ends_sitting_down() -> None:
    with pytest.raises(NobodyAnswers, match="agora"):
        await table_in().take(answer_with(reply(None)))


async def test_a_deferred_answer_is_awaited_before_the_next_command() -> None:
    settle = AsyncMock()
    deferred = reply("deferred", latency_s=1.6, settle=settle)

    assert await table_in().take(answer_with(deferred)) is deferred
    settle.assert_awaited_once()


@pytest.mark.parametrize("is_private", [True, False])
async def test_a_public_answer_to_a_press_counts_as_a_leak(is_private: bool) -> None:
    table = table_in(SimpleNamespace(clock=SimpleNamespace(now=lambda: 1.0)))
    visitor: Any = SimpleNamespace(actor=person(), puts_away=lambda _: True)

    await table.note(visitor, reply(says="Your hand: 1, 2", is_ephemeral=is_private), 0.0)

    assert table.notes.leaks == ([] if is_private else ["a public answer to Ariadne: Your hand: 1, 2"])


# The queue of `/play`, and free seats


class Queue:
    """A table of the month for two people who use `/play`. The bot starts its thread after `needed` commands."""

    def __init__(self, sandbox: Sandbox, wire: Wire, needed: int = 1, control: str = READY) -> None:
        self.sandbox, self.wire, self.needed, self.control = sandbox, wire, needed, control
        self.thread: Channel | None = None
        self.actors = [
            SimpleNamespace(id=id, command=self.play, press=AsyncMock(return_value=reply())) for id in (8, 9)
        ]
        simulation = SimpleNamespace(sandbox=sandbox, notes=Notes())
        self.bot: Any = SimpleNamespace(simulation=simulation, is_up=True, now=lambda: 0, wait_for_posts=self.post)
        players: Any = [SimpleNamespace(actor=actor, kind="prompt", random=Random(1)) for actor in self.actors]
        place = sandbox.channel("agora")
        self.table = MonthTable(cast(Any, self.bot), 0, "minerva", "daily", place, players, Random(1), by_queue=True)

    async def play(self, path: str, place: Channel, **options: object) -> Any:
        assert (path, options) == ("/play", {"game": "minerva", "seats": "2"})
        self.needed -= 1
        if not self.needed:
            owner = self.sandbox.person("Ariadne").person
            self.thread = self.sandbox.world.channels.start_thread(place, "table", owner)
        return reply()

    async def post(self, channel: int) -> None:
        """Post the board with its button, as the bot does once people are in its thread."""
        if self.thread is not None and channel == self.thread.id:
            await self.wire.send("table", **v2(text("<@8>"), row(button(custom_id=self.control))))


async def test_people_get_a_table_from_the_queue(sandbox: Sandbox, wire: Wire) -> None:
    queue = Queue(sandbox, wire, 2, READY)

    assert await queue.table.open()
    assert queue.table.channel is queue.thread
    assert [actor.press.await_count for actor in queue.actors] == [1, 0], "all but one press Ready"


async def test_nobody_presses_a_button_other_than_ready(sandbox: Sandbox, wire: Wire) -> None:
    queue = Queue(sandbox, wire, 2, "k1:1:0:-1:-1:rule0")

    assert await queue.table.open()
    assert await queue.table.open(), "the second call finds the table"
    assert [actor.press.await_count for actor in queue.actors] == [0, 0]


async def test_a_queue_without_a_thread_is_not_an_open_table(sandbox: Sandbox, wire: Wire) -> None:
    queue = Queue(sandbox, wire, 3)

    assert not await queue.table.open()
    assert queue.table.channel is queue.table.place


async def test_a_failed_press_ends_a_look_at_the_table(sandbox: Sandbox, wire: Wire) -> None:
    queue = Queue(sandbox, wire)
    [player, _] = queue.table.players
    await wire.send(**v2(text("<@8>"), row(button(custom_id="k1:1:3:0:12:o2"))))
    queue.actors[0].press.return_value = reply(None, latency_s=None)

    await queue.table.visit(player)

    queue.actors[0].press.assert_awaited_once()
    assert [press.fate for press in queue.bot.simulation.notes.presses] == ["unanswered"]


@pytest.mark.parametrize(
    ("joined", "is_seated"),
    [(reply(), True), (reply(says=f"{REFUSED_SIGN} Full"), False), (reply(None), False)],
    ids=["seated", "refused", "unanswered"],
)
async def test_a_free_seat_is_taken_only_if_the_bot_agrees(
    sandbox: Sandbox, wire: Wire, joined: Any, is_seated: bool
) -> None:
    queue, agora = Queue(sandbox, wire), sandbox.channel("agora")
    offer = SimpleNamespace(text=f"A seat in <#{agora.id}>", buttons=[SimpleNamespace(custom_id="k1")])
    player: Any = SimpleNamespace(actor=person(reply(message=offer)))
    player.actor.press.return_value = joined

    found = await find_seat(queue.bot, player, sandbox.channel("megaron"))

    assert found is (agora if is_seated else None)


# Kills and outages


class Victim:
    """A bot of the month that isn't a process. Its fleet only counts kills and starts."""

    def __init__(self, sandbox: Sandbox, home: Path, days: int = 28) -> None:
        uptime = SimpleNamespace(is_up=True, begin=Mock(), end=Mock())
        bots = [SimpleNamespace(tail=lambda: "its last words")]
        self.fleet = SimpleNamespace(uptime=uptime, kill_now=Mock(), kill=AsyncMock(), start=AsyncMock(), bots=bots)
        self.simulation: Any = SimpleNamespace(
            sandbox=sandbox, fleet=self.fleet, random=Random(1), errors=[], database=home / "bot.db"
        )
        self.almanac = Almanac.beginning(sandbox.clock, home / "clock")
        self.bot = LeapingBot(cast(Any, self.simulation), self.almanac)
        self.bot.rest = AsyncMock()  # type: ignore[method-assign]
        self.misfortunes = Misfortunes(self.bot, days)


@pytest.fixture
def victim(sandbox: Sandbox, tmp_path: Path) -> Victim:
    return Victim(sandbox, tmp_path)


def test_a_bot_dies_once_at_the_call_it_was_armed_for(victim: Victim) -> None:
    victim.misfortunes.armed = "reminder"

    for kind in ("ping", "reminder", "reminder"):
        victim.misfortunes.note_call(kind)

    victim.fleet.kill_now.assert_called_once_with()
    assert (victim.misfortunes.is_dead, victim.misfortunes.armed) == (True, "")


@pytest.mark.parametrize(("place", "code"), [("agora", 200), ("direct", None)])
async def test_a_bot_dies_at_a_direct_message_that_is_lost(
    victim: Victim, wire: Wire, place: str, code: int | None
) -> None:
    ariadne = wire.sandbox.person("Ariadne")
    channel = wire.sandbox.channel("agora") if place == "agora" else ariadne.inbox.direct
    victim.misfortunes.armed = "message"

    try:
        status: int | None = (await wire("POST", f"/channels/{channel.id}/messages", {"content": "c"}))[0]
    except aiohttp.ClientError:
        status = None

    assert status == code
    assert victim.misfortunes.is_dead is (code is None)
    assert len(wire.sandbox.messages(channel)) == (code is not None)


@pytest.mark.parametrize(("days", "longest"), [(28, 2.5 * DAY_MS), (14, 6 * HOUR_MS)])
async def test_the_third_death_of_a_long_month_lasts_days(
    sandbox: Sandbox, tmp_path: Path, days: int, longest: float
) -> None:
    victim, down = Victim(sandbox, tmp_path, days), []
    for _ in range(3):
        before = victim.almanac.now()
        victim.misfortunes.kill()
        await victim.misfortunes.revive()
        down.append(victim.almanac.now() - before)

    assert len(victim.misfortunes.deaths) == 3
    assert victim.fleet.start.await_count == 3
    assert (down[2] > DAY_MS) is (days == 28)
    assert max(down) <= longest + HOUR_MS


async def test_a_bot_that_stays_away_after_an_outage_is_reported(
    victim: Victim, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(month_bot, "OUTAGES_H", (1,))
    monkeypatch.setattr(month_bot, "BACK_S", 0.0)

    await victim.misfortunes.cut_off()

    assert victim.simulation.errors == ["the bot did not come back after an outage: its last words"]
    assert victim.misfortunes.is_dead
    assert victim.simulation.sandbox.gateway.is_reachable
    assert victim.almanac.now() >= BEGINS_MS + HOUR_MS


async def test_a_bot_killed_during_an_outage_is_not_reported(victim: Victim, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(month_bot, "OUTAGES_H", (1,))
    victim.misfortunes.kill()

    await victim.misfortunes.cut_off()

    assert victim.simulation.errors == []
    assert victim.bot.is_cut_off


async def test_a_note_that_the_bot_never_stores_is_reported(victim: Victim, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(month_bot, "POSTED_S", 0.0)

    await victim.bot.wait_for_note(lambda: False, "a server has removed it")

    assert victim.simulation.errors == ["the bot doesn't store that a server has removed it"]


# Answers in a season


@pytest.mark.parametrize(
    "answer", [reply(None), reply(says=f"{REFUSED_SIGN} Closed"), reply(settle=AsyncMock(side_effect=TimeoutError))]
)
async def test_a_season_repeats_what_has_no_answer(answer: Any) -> None:
    action: Awaitable[Reply] = answer_with(answer)
    with pytest.raises(season._NoAnswer):
        await season._take(action)
