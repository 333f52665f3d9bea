"""I5 and I10: typed moves and times that are nearly right or nonsense, and texts that look like SQL or paths."""

import asyncio
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar

import discord

import discord_limits as limits
from cogs.commands.resolver import CommandResolver
from cogs.commands.spec import AnswerPattern, CommandSpec, fits
from cogs.interactions.answering import REFUSED
from cogs.people.hours import read_quiet, read_weekly, read_zone
from cogs.table.turns import read_pace
from cogs.ui.refusals import UIRefusal
from cogs.ui.typed.times import hours_of, moments_of, quiet_to_type, quiets_of, to_type, weeklies_of, weekly_to_type
from cogs.ui.typed.zones import learn_names, places, zones_of
from cogs.ui.wording import Wording
from cogs.views.options import read_options
from engine.games import GAMES
from engine.kernel.chance import Chance
from engine.kernel.decision import Decision
from engine.kernel.policy import random_policy
from gauntlet.called_tests import call_tests
from gauntlet.family import Control, Doses, Family, Findings
from sandbox.client import NotOffered
from sandbox.records import TEXT, Channel
from sandbox.world import GUILD_ID
from sessions.records.clock import MINUTE_MS
from sessions.session import Session
from tests.cogs.typed import CZECH, ENGLISH, FRENCH, OFFSETS
from tests.wire import evening as wire
from tests.wire.dawn import DawnRenderClient
from tests.wire.evening import CHANNEL, Wired, wired

T = TypeVar("T")

A_SEED = 500
MOVES, SENT = 0.5, 0.1
"""Shares of texts: half are typed moves, and a tenth are typed in Discord. All others are read as times and zones."""
LONGEST_CPU_S = 0.05
"""Longest CPU time for one text, in seconds."""
LONGEST_TEXT = 6000
"""Discord's limit for the text of an option."""
ANSWERS = 3
"""After this many typed moves, somebody really makes one."""
LANGUAGES = ("en", "fr", "cs")
SENT_TO: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("/away", "until", {}), ("/table open", "options", {"game": next(iter(GAMES))}), ("/rules", "topic", {}),
    ("/settings", "quiet", {}), ("/settings", "time_zone", {}), ("/table pace", "pace", {}),
)  # fmt: skip
"""Commands that take any text: the path, the option for the text, and other options. `/settings` has forms instead."""
SENSELESS = ("☃☃", "\0\0", "'; DROP TABLE entries; --", "../../etc/passwd", "\ud800", "9" * 400)
"""Texts that mean nothing in any game or language."""
ODD = (*SENSELESS, "", " ", "-1", "0", "²", "٣", "1e9", "½", "\n", "\u202e", "é" * 200, "0" * 90, "|", "*", "<@1>")
NOW = round(datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp() * 1000)
LAST_MS = datetime(9999, 1, 1, tzinfo=UTC).timestamp() * 1000
TIMES = [row[0] for rows in (ENGLISH, FRENCH, CZECH) for row in rows if row[0]]
SPANS = [
    "48+6", "2 days + 6h", "deux jours plus 6 h", "daily", "999 weeks", "999 months", "12.5 days", "half a day", "2t",
    "dans 3 semaines", "za 5 měsíců", "a fortnight", "3mo", "1d 12h",
]  # fmt: skip
HOURS = ["22-7", "de 22h à 7h", "od 22 do 7", "10pm to 7:15 am", "midnight to 8", "22.30–7.15", "0-24", "none"]
OPTIONS = ["first_seat=first", "round_limit=10 short_game=true", "difficulty=hard", "goal=12"]
TYPED = [TIMES, SPANS, HOURS, [*OFFSETS, *places()], OPTIONS]
"""Texts that people may type, by kind."""


def mutate(random: Random, text: str, others: list[str]) -> str:
    """Return the text with up to three changes, such as typing errors or an attacker's characters."""
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        at, end = sorted(random.choices(range(len(text) + 1), k=2))
        text = random.choice((
            text[:at] + text[at + 1 :], text[:at] + text[at : at + 1] * 2 + text[at + 1 :], text[:at], text[end:],
            text[:at] + random.choice(ODD) + text[at:], text[:at] + random.choice(others) + text[end:],
            text.upper(), text.swapcase(), text[::-1], f"  {text}\t", f"{text} {text}",
            f"{text} " * random.randint(2, 900),
            "".join(str(random.randrange(10)) if each.isdigit() else each for each in text),
            text.replace(" ", random.choice(("", "\u00a0", " - ", ", "))), text + random.choice(others),
        ))[:LONGEST_TEXT]  # fmt: skip
    return text


@dataclass
class TextFuzzer:
    """Reads fuzzed texts as the bot does, and types some of them in Discord."""

    wired_bot: Wired
    random: Random
    findings: Findings

    def __post_init__(self) -> None:
        self._wording: Wording = self.wired_bot.parts.client.services.wording
        self._chance = Chance(f"typed {self.random.random()}".encode(), {})
        self._people = [self.wired_bot.person("Theseus"), self.wired_bot.person("Daidalos")]
        for person, locale in zip(self._people, self.random.sample(("en-US", "fr", "cs"), 2), strict=True):
            person.person.locale = locale
        self._channels = {key: Channel(self._fresh_id(), TEXT, key, GUILD_ID) for key in GAMES}
        for channel in self._channels.values():
            self.wired_bot.sandbox.world.channels.add(channel)
        self._sessions: dict[str, Session] = {}
        self._moves = 0

    def _fresh_id(self) -> int:
        return self.wired_bot.sandbox.world.clock.fresh_id()

    async def open(self, key: str) -> Session:
        """Return the running game of this title. Start one if there is none."""
        session = self._sessions.get(key)
        if session is None or session.table.status != "running":
            first, second = self._people
            sessions = self.wired_bot.parts.sessions
            session = await sessions.open(GUILD_ID, self._channels[key].id, first.id, first.name, key, self._fresh_id())
            await session.lobby.join(second.id, second.name, self._fresh_id())
            await session.lobby.start(first.id, self._fresh_id())
            self._sessions[key] = session
            await self.wired_bot.quiet()
        return session

    async def type(self) -> None:
        """Read or type one text, chosen at random."""
        self.findings.tries += 1
        chance = self.random.random()
        if chance < MOVES:
            await self._type_move(await self.open(self.random.choice(list(GAMES))))
        elif chance < MOVES + SENT:
            await self._send(self._draw())
        else:
            self._read(self._draw())

    def _draw(self) -> str:
        others = self.random.choice(TYPED)
        return mutate(self.random, self.random.choice(self.random.choice(TYPED)), others)

    def _time(self, what: str, read: Callable[[], T]) -> T | None:
        """Call `read`, up to three times if it is slow. Return its result, or None if it refuses. Record a failure if
        `read` raises another error, or if all three calls were slow.
        """
        took_s: list[float] = []
        found: T | None = None
        while len(took_s) < 3 and (not took_s or min(took_s) > LONGEST_CPU_S):
            begun = time.thread_time()
            try:
                found = read()
            except UIRefusal:
                found = None
            except Exception as error:
                self.findings.failures.append(f"{what} raised {error!r}")
                return None
            took_s.append(time.thread_time() - begun)
        self.findings.expect(min(took_s) <= LONGEST_CPU_S, f"{what} took {min(took_s) * 1000:.0f} ms")
        return found

    # Times, zones, paces, options

    def _read(self, text: str) -> None:
        """Read a text in every way that forms do. Check that each reading can be typed again."""
        language, zone = self.random.choice(LANGUAGES), self.random.choice(places())
        shown = f"{text[:60]!r} ({len(text)}) in {language}"
        game = GAMES[self.random.choice(list(GAMES))]
        hours = self._time(f"hours_of {shown}", lambda: hours_of(text, language))
        self.findings.expect(hours is None or 0 <= hours < 10**9, f"hours_of {shown}: {hours}")
        for quiet in self._time(f"quiets_of {shown}", lambda: quiets_of(text, language)) or ():
            again = quiets_of(quiet_to_type(quiet, language), language)
            self.findings.expect(again == (quiet,), f"quiets_of {shown}: {quiet} is offered, but reads as {again}")
        for at in self._time(f"moments_of {shown}", lambda: moments_of(text, NOW, zone, language)) or ():
            self._check_moment(f"moments_of {shown} in {zone}", at, zone, language)
        for minute in self._time(f"weeklies_of {shown}", lambda: weeklies_of(text, NOW, zone, language)) or ():
            self.findings.expect(0 <= minute < 7 * 24 * 60, f"weeklies_of {shown}: {minute}")
            weekly_to_type(minute, language)
        found = self._time(f"zones_of {shown}", lambda: zones_of(text, language)) or ()
        self.findings.expect(all(map(zones_of, found, [language] * len(found))), f"zones_of {shown}: {found}")
        for reader in (
            lambda: read_zone(text, language), lambda: read_quiet(text, language),
            lambda: read_weekly(text, NOW, zone, language), lambda: read_pace(self._wording, language, text),
            lambda: read_options(game, text),
        ):  # fmt: skip
            self._time(f"a reader of {shown}", reader)

    def _check_moment(self, what: str, at: int, zone: str, language: str) -> None:
        """Check that a moment's year can be shown. If the moment is within a year, also check that its typed form
        is read as the same moment."""
        self.findings.expect(abs(at) < LAST_MS, f"{what}: the year of {at} is past 9999")
        if abs(at) < LAST_MS and at % MINUTE_MS == 0 and 0 < at - NOW < 366 * 24 * 60 * MINUTE_MS:
            again = moments_of(to_type(at, zone, language), NOW, zone, language)
            self.findings.expect(at in again, f"{what}: {to_type(at, zone, language)!r} reads as {again}")

    # Moves

    async def _type_move(self, session: Session) -> None:
        """Resolve a typed command of the game. After `ANSWERS` of them, somebody really makes a move."""
        decision = session.pending[0]
        user = session.table.sitters[decision.seat].user
        commands = self._wording.game_uis[session.table.game].commands
        locale = next(person.person.locale for person in self._people if person.id == user)
        interaction: Any = SimpleNamespace(
            user=SimpleNamespace(id=user), locale=discord.Locale(locale), guild_locale=None, guild_id=GUILD_ID
        )
        resolver = commands.resolver(self._wording, interaction, session)
        specs = [spec for spec in commands.specs if not spec.is_order and (spec.needed or spec.optional)]
        fitting = [spec for spec in specs if any(_may_fit(chain[0], decision) for chain in spec.chains)]
        self._resolve(resolver, self.random.choice(fitting if fitting and self.random.random() < 0.9 else specs))
        self._type_own_names(resolver, decision, [chain[0] for spec in fitting for chain in spec.chains])
        self._moves += 1
        if self._moves % ANSWERS == 0:
            await session.play.answer(user, random_policy(lambda: None, decision, self._chance), self._fresh_id())
            await self.wired_bot.quiet()

    def _resolve(self, resolver: CommandResolver, spec: CommandSpec) -> None:
        """Fill in a command with suggestions, change one text or replace it with nonsense, and resolve the command."""
        typed: dict[str, str | None] = {}
        is_senseless = False
        for argument in (*spec.needed, *spec.optional):
            part = self.random.choice(("", "", "a", "1", self.random.choice(ODD)))
            what = f"suggestions for {part!r} as {argument} of /{spec.path}"
            offered = self._time(what, lambda: resolver.offers(spec, argument, typed, part)) or []  # noqa: B023
            fits_discord = len(offered) <= limits.AUTOCOMPLETE_CHOICES and all(
                0 < len(each.name) <= limits.CHOICE_NAME and len(each.value) <= limits.CHOICE_VALUE for each in offered
            )
            self.findings.expect(fits_discord, f"{what} don't fit Discord")
            chance = self.random.random()
            if offered and chance < 0.5:
                typed[argument] = offered[int(chance * 2 * len(offered))].value
                continue
            names = [text for each in offered for text in (each.name, each.value)] or TIMES
            is_senseless = chance > 0.85
            typed[argument] = (
                self.random.choice(SENSELESS) if is_senseless else mutate(self.random, self.random.choice(names), names)
            )
            break
        what = f"/{spec.path} {typed}"[:200]
        planned = self._time(what, lambda: resolver.plan(resolver.chains(spec, typed)[0], typed)) or []
        self.findings.expect(not (is_senseless and planned), f"{what} is senseless, but was taken as {planned}")
        self._check_plan(resolver, what, planned)

    def _check_plan(self, resolver: CommandResolver, what: str, planned: list[tuple[str, ...]]) -> None:
        """Check that every answer consists of options of its question."""
        ahead = resolver.session.reader.offers.look_ahead(resolver.interaction.user.id)
        for keys in planned:
            decision = ahead.decision
            options = {option.key for option in decision.options} if decision else set()
            self.findings.expect(options.issuperset(keys), f"{what}: {keys} aren't options of the question")
            if not options.issuperset(keys):
                return
            ahead.take(keys)

    def _type_own_names(self, resolver: CommandResolver, decision: Decision, patterns: list[AnswerPattern]) -> None:
        """Type an option's key and its words. The key must mean this option, and the words must not mean another
        one."""
        patterns = [each for each in patterns if each.argument and "{" not in each.stem and fits(each, decision)]
        if not patterns or decision.at_most > 1:
            return
        pattern = self.random.choice(patterns)
        option = self.random.choice([each for each in decision.options if each.key.startswith(pattern.stem)])
        for text, is_key in ((option.key.removeprefix(pattern.stem), True), (resolver.label(option), False)):
            what = f"{text!r} for {pattern.argument} of {decision.rule}"
            found = self._time(what, lambda: resolver.keys(pattern, decision, text))  # noqa: B023
            is_meant = found == (option.key,) or (found is None and not is_key)
            self.findings.expect(is_meant, f"{what} is {option.key}, but was taken as {found}")

    # Over the wire

    async def _send(self, text: str) -> None:
        """Type a text wherever Discord accepts any: an absence, options, a pace, a search, or a form."""
        person = self.random.choice(self._people)
        path, option, more = self.random.choice(SENT_TO)
        what = f"{path} {option}={text[:60]!r} ({len(text)})"
        try:
            if path == "/settings":
                opened = await person.command(path, CHANNEL)
                if opened.message is None:
                    return
                form = await person.press(opened.message, custom_id=f"s1:settings:{option}:type:{person.id}")
                reply = await person.fill(form, {"text": text})
            else:
                await person.autocomplete(path, CHANNEL, option, **more, **{option: text[:100]})
                reply = await person.command(path, CHANNEL, **more, **{option: text})
        except NotOffered:
            return
        self.findings.expect(reply.is_answered, f"{what} was not answered")
        if reply.text.startswith(REFUSED):
            self.findings.expect(reply.is_ephemeral, f"{what} was refused in public")


def _may_fit(pattern: AnswerPattern, decision: Decision) -> bool:
    stem = pattern.stem.partition("{")[0]
    return pattern.rule in ("", decision.rule) and any(option.key.startswith(stem) for option in decision.options)


async def _type_all(seed: int) -> Findings:
    findings, random = Findings(), Random(seed)
    vars(wire)["render_client"] = DawnRenderClient
    learn_names()
    for language in LANGUAGES:  # the first reading of each language builds its vocabulary
        moments_of("tomorrow", NOW, "UTC", language)
    with tempfile.TemporaryDirectory(prefix="typed-") as folder:
        async with wired(Path(folder)) as wired_bot:
            fuzzer = TextFuzzer(wired_bot, random, findings)
            while findings.tries < A_SEED:
                await fuzzer.type()
            findings.failures += [f"logged: {record.getMessage()}" for record in wired_bot.errors.records]
            wired_bot.errors.records.clear()
    return findings


def attempt(seed: int) -> Findings:
    return asyncio.run(_type_all(seed))


FAMILIES = (
    Family(
        "I5",
        "typed moves, times, zones, paces and forms, nearly right or senseless",
        "texts",
        Doses(1000, 10_000, 100_000),
        A_SEED,
        attempt,
        (
            Control("part-of-a-key-taken", "but was taken as"),
            Control("anything-taken", "is senseless, but was taken as"),
            Control("impossible-day-raises", "raised ValueError"),
        ),
    ),
    Family(
        "I10",
        "texts that look like SQL, placeholders or paths: stored and shown as they are",
        "texts",
        Doses(500, 5000, 50_000),
        560,
        lambda seed: call_tests(
            seed, "tests/db/test_literal_texts.py", "tests/wire/test_literal_texts.py", "-k", "not postgresql"
        ),
        (Control("notes-in-the-statement", "test_texts_are_stored_literally"),),
    ),
)
