"""What every cog works with, built once by `bot.py`."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from cogs.logs import log
from cogs.members import Members
from cogs.private_answers import PrivateAnswers
from cogs.rates import Rates
from cogs.ui.emoji import Emoji, parts
from cogs.ui.game_ui import GameUI
from cogs.ui.matching import Named, matching, meant
from cogs.ui.refusals import UIRefusal
from cogs.ui.rulebook import Rulebooks
from cogs.ui.speech import Speech
from cogs.ui.text import shorten
from engine.kernel.decision import Message
from engine.kernel.game import Game
from locales.words import LANGUAGES
from metrics import Meters
from render import GEAR, CannotDraw, Colours, RenderClient
from sessions.clocks.steady import steady_ms
from sessions.computers.reasons import Adviser
from sessions.delivery.blocked_channels import BlockedChannels
from sessions.lobby.colours import colours_of
from sessions.records.table import Table
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.time.due_work import DueWork

Drawn = TypeVar("Drawn")


class Traffic:
    """Counts the interactions under way, for what waits until there are none."""

    def __init__(self) -> None:
        self._under_way = 0
        self._calm = asyncio.Event()
        self._calm.set()

    @contextlib.contextmanager
    def interaction(self) -> Iterator[None]:
        """One interaction, for as long as it counts."""
        self._under_way += 1
        self._calm.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._calm.set()

    async def calm(self, longest_s: float) -> None:
        """Wait until no interaction is under way, or for `longest_s`."""
        if not self._calm.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(longest_s):
                    await self._calm.wait()


@dataclass(frozen=True, slots=True)
class Services:
    """Sessions, words, pictures, rules, the job that does what is due, and how each game looks at the table.

    Games are found by their keys.
    `steady` counts milliseconds and never jumps.
    `traffic` counts interactions until they are answered: pictures are drawn when nobody waits. `attended` counts them
    until nothing is left to be done for them: then the bot may stop.
    """

    sessions: Sessions
    speech: Speech
    render_client: RenderClient
    game_uis: Mapping[str, GameUI]
    games: Mapping[str, Game[Any]]
    rates: Rates
    rulebooks: Rulebooks
    due_work: DueWork
    adviser: Adviser
    steady: Callable[[], int] = steady_ms
    blocked_channels: BlockedChannels = field(default_factory=BlockedChannels)
    traffic: Traffic = field(default_factory=Traffic)
    attended: Traffic = field(default_factory=Traffic)
    emoji: Emoji = field(default_factory=Emoji)
    members: Members = field(default_factory=Members)
    private_answers: PrivateAnswers = field(default_factory=PrivateAnswers)
    meters: Meters = field(default_factory=Meters)

    async def drawn(self, drawing: Awaitable[Drawn]) -> Drawn | None:
        """The picture; None where it cannot be drawn, for whatever reason: words take its place."""
        try:
            with self.meters.picture():
                return await drawing
        except CannotDraw:
            log.warning("no picture: the painter does not answer")
        except Exception:  # what the painter met comes back as it was raised there
            log.warning("no picture: drawing it met a mistake of ours", exc_info=True)
        return None

    def names(self, table: Table) -> dict[int, str]:
        """The names at a table, by seat."""
        return {sitter.seat: sitter.name for sitter in table.sitters}

    def colours(self, table: Table) -> Colours:
        """The colours at a table, by seat."""
        return colours_of(table)

    def say(self, message: Message, language: str, table: Table | None = None) -> str:
        """`message` in `language`, with the names of the people at `table`: words alone."""
        return self.speech.say(message, language, self.names(table) if table else None)

    def computer_names(self, game: str, language: str) -> list[str]:
        """What computers at that game are called, the first one first: from its world, and marked as what they are."""
        names = self.game_uis[game].words.computers
        known = [
            name if self.speech.words.knows(name.id) else Message("computer.numbered", {"number": number})
            for number, name in enumerate(names, start=1)
        ]
        return [f"{GEAR} {self.say(name, language)}" for name in known]

    def games_named(self, language: str) -> list[Named[str]]:
        """Every game by its key, as it is called in `language`, in the others and in code."""
        return [
            Named(
                key,
                self.say(game_ui.name, language),
                (*(self.say(game_ui.name, other) for other in LANGUAGES if other != language), key),
            )
            for key, game_ui in self.game_uis.items()
        ]

    def game_meant(self, typed: str, language: str) -> str:
        """The key of the game that somebody typed. Raises `UIRefusal` where it is none, or can be several."""
        games = self.games_named(language)
        key = meant(typed, games)
        if key is not None:
            return key
        shown = shorten(typed, 50).replace("`", "'")
        fitting = tuple(self.game_uis[each.thing].name for each in matching(typed, games))
        if len(fitting) > 1:
            raise UIRefusal("refused.several", typed=shown, things=fitting)
        raise UIRefusal("refused.unknown_game", game=shown)

    def sign(self, message: Message) -> str | None:
        """The emoji that stands for a message, where its game has one and Discord has it."""
        for game_ui in self.game_uis.values():
            name = game_ui.emoji.name_of(message)
            if name is not None:
                return self.emoji.markup(name)
        return None

    def sign_within(self, message: Message) -> str | None:
        """The first emoji of a message or of what fills its blanks, for a button or a line of a select."""
        return next((sign for part in parts(message) if (sign := self.sign(part)) is not None), None)

    def show(self, message: Message, language: str, table: Table | None = None) -> str:
        """As `say`, with emoji before the words; for texts of messages, which alone can show them."""
        return self.speech.say(message, language, self.names(table) if table else None, self.sign)

    def shown(self, messages: Sequence[Message], language: str, table: Table, longest: int) -> list[str]:
        """Each as `show`; without emoji where they would be longer than `longest` together."""
        names = self.names(table)
        return self.told([(message, names) for message in messages], language, longest)

    def told(self, lines: Sequence[tuple[Message, Mapping[int, str]]], language: str, longest: int) -> list[str]:
        """Each message with the names that go with it; without emoji where they would be too long together."""
        texts = [self.speech.say(message, language, names, self.sign) for message, names in lines]
        if sum(map(len, texts)) + 2 * len(texts) <= longest:
            return texts
        return [self.speech.say(message, language, names) for message, names in lines]

    def view_for(self, session: Session, user: int | None) -> msgspec.Struct:
        """What this person may see; a spectator's view for whoever sits elsewhere."""
        return session.reader.view(None if user is None else session.seat_of(user))
