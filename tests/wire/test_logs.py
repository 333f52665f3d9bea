"""The DEBUG log of a game with faults contains no token, seed or card."""

import io
import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Literal

import pytest

from cogs import logs
from cogs.client import Knossos
from sandbox.interactions import Event, Interaction
from sandbox.records import Channel, Message
from tests.wire.dawn import dawn_bot, dawn_table, press_something
from tests.wire.evening import CHANNEL, Wired, WireTable
from tests.wire.panels import change

TOKEN = "MTEwMDAwMDAwMDAwMDAwMDAwMQ.GcanaR.y-Of-the_bot-0123456789-abcdefghijkl"
CARD = re.compile(r"A[12]-\d\d")
ANSWERS = 36
FAULTS = 3
"""Number of answers between two faults. With this number each kind of fault happens once."""


class Canaries:
    """Secrets collected during a game. The log must contain none of them."""

    def __init__(self, wired_bot: Wired) -> None:
        self.tokens = {TOKEN}
        self.cards: set[str] = set()
        self.seed = b""
        self._world = wired_bot.sandbox.world
        wired_bot.sandbox.interactions.listen(self._note_token)

    def _note_token(self, interaction: Interaction, event: Event) -> None:
        if event == "sent":
            self.tokens.add(interaction.token)

    def gather(self, evening: WireTable) -> None:
        """Collect the secrets of the current position."""
        session = evening.wired_bot.parts.sessions.at_hand(evening.sandbox.channel(CHANNEL).id)
        assert session is not None
        position = session.reader.timeline.position
        self.seed = position.seed
        self.cards.update(card for player in position.state.players for card in player.hand)
        messages: list[Message] = [m for held in self._world.messages.values() for m in held.values()]
        self.tokens.update(attachment.secret for message in messages for attachment in message.attachments)

    def found_in(self, logged: str) -> set[str]:
        """Return the secrets that the log contains."""
        seeds = {"seed": self.seed.hex(), "the seed's bytes": repr(self.seed)[2:-1], "its number": str(self._number)}
        found = {what for what, spelt in seeds.items() if spelt in logged}
        return found | {token for token in self.tokens if token in logged} | set(CARD.findall(logged))

    @property
    def _number(self) -> int:
        return int.from_bytes(self.seed, "big")


@contextmanager
def logged_at(
    level: str, monkeypatch: pytest.MonkeyPatch, layout: Literal["text", "json"] = "text"
) -> Iterator[io.StringIO]:
    """Capture the log of a block with these values of `LOG_LEVEL` and `LOG_FORMAT`."""
    root, written = logging.getLogger(), io.StringIO()
    before = {name: logging.getLogger(name).level for name in [*logging.Logger.manager.loggerDict, *logs.OURS]}
    handlers, level_before = root.handlers[:], root.level
    monkeypatch.setattr(sys, "stderr", written)
    logs.set_up(level, layout)
    try:
        yield written
    finally:
        root.handlers[:] = handlers
        root.setLevel(level_before)
        for name, old in before.items():
            logging.getLogger(name).setLevel(old)


def next_fault(wired_bot: Wired, turn: int, direct: Channel) -> None:
    """Plant this turn's fault. It is a lost connection or an error, for a board, an answer or a hand."""
    faults = wired_bot.sandbox.faults
    boards, edits = "POST /channels/*/messages", "PATCH /channels/*/messages/*"
    answers = "POST /interactions/*/callback"
    hand = f"PATCH /channels/{direct.id}/messages/*"
    ordered = (
        lambda: faults.drop(boards),
        lambda: faults.drop(answers, applied=True),
        lambda: faults.refuse(edits, 10008),
        lambda: faults.fail(boards, status=502),
        lambda: faults.rate_limit(boards),
        lambda: faults.refuse(answers, 10062),
        lambda: faults.refuse(hand, 50007),
        lambda: faults.refuse(boards, 130000),
        lambda: faults.fail(answers, status=500),
        lambda: faults.refuse(edits, 50035),
        lambda: faults.drop(boards, applied=True),
        lambda: faults.refuse("PATCH /webhooks/*/*/messages/*", 50027),
    )
    ordered[turn % len(ordered)]()


async def play(wired_bot: Wired, answers: int, *, has_faults: bool = True) -> Canaries:
    """Play that many answers, with a fault every few answers."""
    canaries, dice = Canaries(wired_bot), Random(4)
    wired_bot.sandbox.interactions.patience_s = 1.0  # Wait only briefly for an answer that a fault may have dropped.
    async with dawn_table(wired_bot, 2) as evening:
        session = await evening.session()
        first = evening.people[0]
        await change(first, "/settings", evening.channel, hand_by_dm=True)
        for number in range(answers):
            await wired_bot.parts.client.services.attended.calm(30)  # A slow answer may still be under way.
            person = next(person for person in evening.people if session.reader.decision_of(person.id))
            if has_faults and number % FAULTS == 0:
                next_fault(wired_bot, number // FAULTS, first.inbox.direct)
            await evening.command(person, "/hand")
            await press_something(evening, person, dice)
            canaries.gather(evening)
    return canaries


@pytest.fixture
def _real_token(monkeypatch: pytest.MonkeyPatch) -> None:
    start = Knossos.start
    monkeypatch.setattr(Knossos, "start", lambda bot, _token: start(bot, TOKEN))


@pytest.mark.usefixtures("_real_token")
async def test_the_debug_log_has_no_token_seed_or_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with logged_at("DEBUG", monkeypatch) as written:
        async with dawn_bot(tmp_path, monkeypatch) as wired_bot:
            canaries = await play(wired_bot, ANSWERS)
    logged = written.getvalue()
    assert "post failed" in logged
    assert len(canaries.cards) > 10
    assert len(canaries.tokens) > ANSWERS
    assert canaries.found_in(logged) == set()


@pytest.mark.usefixtures("_real_token")
async def test_the_search_finds_secrets_logged_at_debug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: SQLite's driver logs a seed and hands at DEBUG."""
    monkeypatch.setattr(logs, "OURS", logs.OURS | {"aiosqlite"})
    with logged_at("DEBUG", monkeypatch) as written:
        async with dawn_bot(tmp_path, monkeypatch) as wired_bot:
            canaries = await play(wired_bot, 2, has_faults=False)
    found = canaries.found_in(written.getvalue())
    assert "the seed's bytes" in found
    assert canaries.cards & found
