"""I6: people with nasty names open, fill and play tables. Their names may ping nobody and hide nothing."""

import contextlib
import re
import unicodedata
from random import Random

from cogs.ui.names import LONGEST_NAME
from engine.games import GAMES
from gauntlet.family import Control, Doses, Family, Findings
from gauntlet.over_wire import over_wire
from sandbox.client import NotOffered
from sandbox.driver import Actor
from sandbox.records import TEXT, Channel
from sandbox.seen import Seen
from sandbox.simulation.notes import Notes
from sandbox.simulation.table import Table
from sandbox.simulation.visitor import Visitor
from sandbox.world import GUILD_ID
from tests.wire.evening import Wired

NAMES_EACH = 50
MOVES = 4
LANGUAGES = ("en-US", "fr", "cs")
LONGEST_ON_DISCORD = 32
STRANGER = 1100000000000000999
"""No person has this id, so no ping of them is expected."""
PIECES = (
    "@everyone", "@here", f"<@{STRANGER}>", f"<@&{STRANGER}>", f"<#{STRANGER}>", "<:smile:7>", "</table:9>", "<t:1:R>",
    "https://evil.example/x", "discord.gg/minos", "[press](https://evil.example)", "www.evil.example", "evil.example",
    "**Minos**", "__x__", "~~x~~", "||secret||", "`code`", "```", "# big", "> quote", "- list", "-# small", "1. one",
    "\u202eevil", "\u2066x", "\u200b", "\u3164", "\u200d", "\ufeff", "\x00", "\n", "\r\n", "\t", "\\", "\\n",
    "Z\u0334\u0335\u0336\u0337\u0338\u0339", "\u0301\u0301\u0301", "ß", "İ", "ﷺ", "𝐀𝐫𝐢𝐚", "ＡＢＣ", "العربية", "עברית",
    "ภาษาไทย", "한국어", "漢字", "👨\u200d👩\u200d👧\u200d👦", "🇨🇿", "☝🏿", "{0}", "{ $name }", "%s", "$1", "…", "?",
    "W" * 32, "i" * 32,
)  # fmt: skip
"""Pieces of names: pings, links, markup, invisible and combining characters, other scripts, emoji, placeholders."""
OWN_LINK = re.compile(r"\]\(https://discord\.com/channels/[\d/]+\)")
"""The bot's links to boards."""
LINK = re.compile(r"https?://|discord\.gg|\]\(|www\.|\.example")
PING = re.compile(rf"@everyone|@here|{STRANGER}>")
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories of characters that no shown name may have."""


class Registry:
    """Seats people with nasty names at tables of all games, and looks at every message."""

    def __init__(self, wired_bot: Wired, seed: int, findings: Findings) -> None:
        self._wired, self._sandbox, self._findings = wired_bot, wired_bot.sandbox, findings
        self._random = Random(seed)
        self._commands = {command["name"] for command in wired_bot.sandbox.world.application.commands[0]}

    def _name(self) -> str:
        pieces = self._random.choices(PIECES, k=self._random.randint(1, 3))
        return self._random.choice(("", " ")).join(pieces)[:LONGEST_ON_DISCORD] or "x"

    async def seat(self) -> None:
        """Fill a table with newcomers, let them play, and look at all that was shown."""
        game = self._random.choice([key for key, game in GAMES.items() if max(game.rules.seats) > 1])
        seats = max(GAMES[game].rules.seats)
        world = self._sandbox.world
        channel = world.channels.add(Channel(world.clock.fresh_id(), TEXT, "names", GUILD_ID))
        people = [self._wired.newcomer(self._name(), locale=self._random.choice(LANGUAGES)) for _ in range(seats)]
        self._findings.tries += seats
        owner, *others = people
        await owner.command("/table open", channel, game=game, seats=seats)
        for person in others:
            await person.command("/table join", channel)
        self._check_names(people, (await self._wired.parts.sessions.at(channel.id)).table.names)
        await owner.command("/table start", channel)
        await self._wired.quiet()
        await self._play(channel, game, people)
        for path in ("/table show", "/myturns"):
            reply = await self._random.choice(people).command(path, channel)
            if reply.message is not None:
                self._look(reply.message, people)
        for message in self._sandbox.messages(channel):
            self._look(message, people)
        session = await self._wired.parts.sessions.at(channel.id)
        await session.leaving.close(owner.id, world.clock.fresh_id(), is_moderator=True)

    async def _play(self, channel: Channel, game: str, people: list[Actor]) -> None:
        group = next(word for word in reversed(game.split("-")) if word in self._commands)
        visitors = {each.id: Visitor(each, Random(self._random.random()), group) for each in people}
        session = await self._wired.parts.sessions.at(channel.id)
        table = Table(self._sandbox, channel, Notes())
        for _ in range(MOVES):
            asked = next(visitor for user, visitor in visitors.items() if session.reader.decision_of(user) is not None)
            live = table.live()
            with contextlib.suppress(NotOffered):
                reply = await asked.use(live) if live else None
                if reply is not None:
                    await table.note(asked, reply, 0.0)
            await self._wired.quiet()

    def _check_names(self, people: list[Actor], names: dict[int, str]) -> None:
        expect = self._findings.expect
        expect(len(set(names.values())) == len(people), f"two people have the same name: {names}")
        for name in names.values():
            longest = LONGEST_NAME + len(" 2")
            expect(0 < len(name) <= longest, f"a name of {len(name)} characters: {name!r}")
            hidden = [each for each in name if unicodedata.category(each) in HIDDEN]
            expect(not hidden, f"hidden characters {hidden} in {name!r}")

    def _look(self, message: Seen | None, people: list[Actor]) -> None:
        """Check the texts of a message, and that it pings nobody but these people."""
        if message is None:
            return
        known, pinged = {each.id for each in people}, {int(user["id"]) for user in message.raw["mentions"]}
        self._findings.expect(pinged <= known, f"{pinged - known} were pinged by {message.text!r}")
        self._findings.expect(not message.raw["mention_everyone"], f"everyone was pinged by {message.text!r}")
        for what, pattern in (("a link", LINK), ("a ping", PING)):
            found = pattern.search(OWN_LINK.sub("]", message.text))
            self._findings.expect(found is None, f"{what} in {message.text!r}")


def attempt(seed: int) -> Findings:
    async def register(wired_bot: Wired, findings: Findings) -> None:
        registry = Registry(wired_bot, seed, findings)
        while findings.tries < NAMES_EACH:
            await registry.seat()

    return over_wire(register)


FAMILY = Family(
    "I6",
    "nasty names in lobbies, boards, logs and private answers: no ping, no link, no hidden character",
    "names",
    Doses(500, 5000, 50_000),
    NAMES_EACH,
    attempt,
    (Control("names-as-they-are", "a link in|a ping in|hidden characters"),),
)
