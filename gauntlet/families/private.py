"""S3: search everything shown in private for secrets that its reader may not know."""

import asyncio
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from cogs.interactions.answering import REFUSED
from cogs.interactions.gate import CONTROLS
from cogs.ui.layout import TEXT
from cogs.ui.press import Press, read_press
from cogs.views.menu import HINT, NOTE
from engine.games import GAMES
from engine.kernel.chance import Chance
from engine.kernel.policy import random_policy
from gauntlet.family import Control, Doses, Family, Findings
from sandbox.client import NotOffered
from sandbox.driver import Actor
from sandbox.seen import Reply, Seen
from sandbox.simulation.hidden import leaks
from sessions.lobby.lobby import LobbyOptions
from sessions.session import Session
from tests.wire import evening as wire
from tests.wire.dawn import DawnRenderClient
from tests.wire.evening import Wired, wired
from tests.wire.test_leaks import Game, Play

MOMENTS = 24
"""Number of times in a game that people stop to look around."""
MOST_ANSWERS = 12
"""Most answers between two such moments."""
STEPS = 12
"""Number of buttons pressed in one replay."""
STRANGER = "Pasiphae"
STAYS_OUT = frozenset({"watch", "nudge", "pause", "quit", "give"})
"""Menu buttons that do something instead of showing something."""
EXPORTED = b'"format"'
"""Every exported game contains this text."""
REPLAYED = "replayed"
LANGUAGES = ("en", "fr", "cs")
HINTED = 0.3
"""The probability that everybody asks for a hint after somebody looked around. They always do at a private question.
Only people with a question get one."""
LEVEL_OF_HINTS = "standard"
"""Hints are searched for by this level instead of the strongest, which takes longer."""


class Curious(Play):
    """A table whose players, and a stranger without a seat, open everything that is shown in private."""

    def __init__(self, wired_bot: Wired, game: Game, seed: int) -> None:
        super().__init__(wired_bot, game, seed)
        self.chance = Chance(f"private {seed}".encode(), {})
        self.stranger = wired_bot.person(STRANGER)
        self.looks = 0
        self.hints = 0
        self.notes = {person.id: f"tell nobody {place}{self.dice.random()}" for place, person in enumerate(self.people)}
        """A note that each person writes for themselves, by user."""

    async def prepare(self) -> None:
        """Allow hints, and let a lower level search for them."""
        session, owner = await self.evening.session(), self.people[0]
        await session.lobby.configure(owner.id, self.wired_bot.sandbox.world.clock.fresh_id(), LobbyOptions(hints=True))
        adviser = self.wired_bot.parts.client.services.adviser
        weigh = adviser.weigh
        assert weigh is not None

        async def weigh_quickly(game: Any, position: Any, seat: int, level: str, *what: Any) -> Any:
            secret, about, _ = what
            return await weigh(game, position, seat, LEVEL_OF_HINTS, secret, about, False)

        adviser.weigh = weigh_quickly

    async def begin(self) -> Session:
        """Start the game. Everybody writes a note, and the stranger watches the game through direct messages."""
        session = await super().begin()
        reply = await self.evening.from_menu(self.stranger, "watch")
        assert reply.is_answered
        for person in self.people:
            opened = await self.evening.from_menu(person, NOTE)
            await person.fill(opened, {TEXT: self.notes[person.id]})
        return session

    def leaks(self) -> list[str]:
        """Return every secret found in messages and exported files whose reader may not know it."""
        books = self.books()
        found = leaks(books, self.shown)
        for state in self.shown:
            if EXPORTED in state.beside:
                text = state.beside.decode(errors="replace").casefold()
                found += [
                    f"the export (tells|shows) user {state.reader} {what}"
                    for book in books
                    for what in book.leaks(state, text)
                ]
            found += [
                f"message {state.id} shows user {state.reader} the note of {writer}"
                for writer, note in self.notes.items()
                if state.reader != writer and note in state.text
            ]
        return found

    async def spend(self) -> None:
        """Play at random. Stop at many moments to look around."""
        session = await self.begin()
        for _ in range(MOMENTS):
            for _ in range(self.dice.randint(1, MOST_ANSWERS)):
                if session.pending:
                    decision = session.pending[0]
                    keys = random_policy(lambda: None, decision, self.chance)
                    user = session.table.sitters[decision.seat].user
                    await session.play.answer(user, keys, self.wired_bot.sandbox.world.clock.fresh_id())
            await self.wired_bot.quiet()
            await self._look(self.dice.choice(self.people))
            is_private = any(decision.private for decision in session.pending)
            if self.dice.random() < HINTED or is_private:
                await self._ask_for_hints()
        await self.wired_bot.quiet()

    async def _look(self, person: Actor) -> None:
        for reader in (person, self.stranger):
            self.looks += 1
            for path, option, values in self.game.orders if reader is person else ():
                await self.evening.command(reader, path, **{option: self.dice.choice(values)})
            await self.evening.command(reader, "/hand")
            await self.evening.from_menu(reader, NOTE)
            parts = await reader.autocomplete("/table show", self.evening.channel, "what", what="")
            for what in (None, *(each["value"] for each in self.dice.sample(parts, min(2, len(parts))))):
                await self.evening.command(reader, "/table show", what=what)
            menu = await self.evening.command(reader, "/table menu")
            if menu.message is not None:
                await self._open(reader, menu.message)

    async def _ask_for_hints(self) -> None:
        for reader in (*self.people, self.stranger):
            reply = await self.evening.from_menu(reader, HINT)
            self.hints += reply.is_answered and not reply.text.startswith(REFUSED)

    async def _open(self, reader: Actor, menu: Seen) -> None:
        """Press up to three of the menu's buttons that show something, open the replay, and use each select once."""
        presses = [press for button in menu.buttons if (press := read_press(button.custom_id or "")) is not None]
        shows = [press for press in presses if press.verb not in STAYS_OUT and press.verb in CONTROLS]
        for press in self.dice.sample(shows, min(3, len(shows))):
            if press.verb != REPLAYED:
                await self._press(reader, menu, press)
        for press in shows:
            if press.verb == REPLAYED:
                reply = await self._press(reader, menu, press)
                if reply is not None and reply.message is not None:
                    await self._replay(reader, reply.message)
        for select in menu.selects:
            value = self.dice.choice(select.options).value
            await reader.choose(menu, value, custom_id=select.custom_id)

    async def _press(self, reader: Actor, message: Seen, press: Press) -> Reply | None:
        try:
            return await reader.press(message, custom_id=press.custom_id)
        except NotOffered:
            return None

    async def _replay(self, reader: Actor, shown: Seen) -> None:
        """Press buttons of the replay, mostly "back"."""
        select = shown.selects[0]
        await reader.choose(shown, self.dice.choice(select.options).value, custom_id=select.custom_id)
        for _ in range(STEPS):
            ways = [button.custom_id for button in shown.buttons if button.custom_id]
            open_ways = [button.custom_id for button in shown.buttons if button.custom_id and not button.disabled]
            back = ways[1] if self.dice.random() < 0.9 else self.dice.choice(ways)
            if back in open_ways:
                await reader.press(shown, custom_id=back)


async def _play(seed: int) -> Findings:
    random, findings, hints = Random(seed), Findings(), 0
    vars(wire)["render_client"] = DawnRenderClient
    for key, game in GAMES.items():
        seats = random.choice([each for each in game.rules.seats if each > 1])
        with tempfile.TemporaryDirectory(prefix="private-") as folder:
            async with wired(Path(folder)) as wired_bot:
                play = Curious(wired_bot, Game(key, seats, random.choice(LANGUAGES)), random.randrange(1 << 30))
                await play.spend()
                findings.tries += play.looks
                hints += play.hints
                findings.failures += [f"{key}, {seats} seats: {leak}" for leak in play.leaks()]
    findings.expect(hints, "nobody got a hint")
    return findings


def attempt(seed: int) -> Findings:
    return asyncio.run(_play(seed))


FAMILY = Family(
    "S3",
    "private answers: replays, logs, exports, hands, hints, notes, parts, direct messages of watchers (also S11)",
    "looks",
    Doses(140, 6000, 60_000),
    140,
    attempt,
    (
        Control("replay-as-seat-0", r"(tells|shows) user \d+ .* \(A[12]-\d\d\)", 2),
        Control("hand-of-another", r"(tells|shows) user \d+ .* \(A[12]-\d\d\)"),
        Control("export-of-seat-0", "the export"),
        Control("note-of-the-owner", "the note of"),
        Control("part-with-a-hand", r"(tells|shows) user \d+ .* \(A[12]-\d\d\)"),
        Control("hint-for-another", r"(tells|shows) user \d+ .* \(A[12]-\d\d\)"),
        Control("watcher-hears-seat-0", r"(tells|shows) user \d+ .* \(A[12]-\d\d\)", 2),
    ),
)
