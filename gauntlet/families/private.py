"""S3: search everything shown in private for secrets that its reader may not know."""

import asyncio
import tempfile
from pathlib import Path
from random import Random

from cogs.interactions.gate import CONTROLS
from cogs.ui.press import Press, read_press
from engine.games import GAMES
from engine.kernel.chance import Chance
from engine.kernel.policy import random_policy
from gauntlet.family import Control, Doses, Family, Findings
from sandbox.client import NotOffered
from sandbox.driver import Actor
from sandbox.seen import Reply, Seen
from sandbox.simulation.hidden import leaks
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
STAYS_OUT = frozenset({"note", "watch", "nudge", "pause", "quit", "give"})
"""Menu buttons that do something instead of showing something."""
EXPORTED = b'"format"'
"""Every exported game contains this text."""
REPLAYED = "replayed"
LANGUAGES = ("en", "fr", "cs")


class Curious(Play):
    """A table whose players, and a stranger without a seat, open everything that is shown in private."""

    def __init__(self, wired_bot: Wired, game: Game, seed: int) -> None:
        super().__init__(wired_bot, game, seed)
        self.chance = Chance(f"private {seed}".encode(), {})
        self.stranger = wired_bot.person(STRANGER)
        self.looks = 0

    async def begin(self) -> Session:
        """Start the game. The stranger watches it through direct messages."""
        session = await super().begin()
        reply = await self.evening.from_menu(self.stranger, "watch")
        assert reply.is_answered
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
        await self.wired_bot.quiet()

    async def _look(self, person: Actor) -> None:
        for reader in (person, self.stranger):
            self.looks += 1
            for path, option, values in self.game.orders if reader is person else ():
                await self.evening.command(reader, path, **{option: self.dice.choice(values)})
            await self.evening.command(reader, "/hand")
            menu = await self.evening.command(reader, "/table menu")
            if menu.message is not None:
                await self._open(reader, menu.message)

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
    random, findings = Random(seed), Findings()
    vars(wire)["render_client"] = DawnRenderClient
    for key, game in GAMES.items():
        seats = random.choice([each for each in game.rules.seats if each > 1])
        with tempfile.TemporaryDirectory(prefix="private-") as folder:
            async with wired(Path(folder)) as wired_bot:
                play = Curious(wired_bot, Game(key, seats, random.choice(LANGUAGES)), random.randrange(1 << 30))
                await play.spend()
                findings.tries += play.looks
                findings.failures += [f"{key}, {seats} seats: {leak}" for leak in play.leaks()]
    return findings


def attempt(seed: int) -> Findings:
    return asyncio.run(_play(seed))


FAMILY = Family(
    "S3",
    "private answers: replays, logs, exports, hands, hints, parts, direct messages of watchers",
    "looks",
    Doses(140, 6000, 60_000),
    140,
    attempt,
    (
        Control("replay-as-seat-0", r"(tells|shows) user \d+ .* \(A[12]-\d\d\)", 2),
        Control("hand-of-another", r"(tells|shows) user \d+ .* \(A[12]-\d\d\)"),
        Control("export-of-seat-0", "the export"),
        Control("watcher-hears-seat-0", r"(tells|shows) user \d+ .* \(A[12]-\d\d\)", 2),
    ),
)
