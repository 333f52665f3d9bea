"""A game's appearance at the table: the ids of its words, its emoji, its options and its commands."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from cogs.ui.option_words import PLAIN, OptionStyle
from engine.kernel.decision import Decision, Message, Seat
from engine.kernel.proof.lesson import Lesson
from engine.kernel.rules import OptionValue, Placing
from games import GameParts, package_of
from locales.words import Signs, no_sign

SoloEnding: TypeAlias = Callable[[str, Sequence[Placing], Mapping[str, OptionValue]], Sequence[Message]]
"""Describes the end of a solo game from the player's name, the result and the options: a headline, then advice."""

COMPUTERS = 6
"""Number of names for computer players in each game: more than it has seats, because people may have some of them."""


class Entry(msgspec.Struct, frozen=True):
    """One component of a game that people can look up."""

    key: str
    name: Message
    text: Message


class PublicPart(msgspec.Struct, frozen=True):
    """The public part of a question to one seat: its kind in words, and the id of its rule."""

    prompt: Message
    rule: str


class GameEmoji(msgspec.Struct, frozen=True):
    """The emoji of a game, drawn by its renderer. Discord's name of an emoji is `<prefix>_<name>`. `sign` returns the
    name for a message."""

    prefix: str
    sign: Signs = no_sign

    def name_of(self, message: Message) -> str | None:
        name = self.sign(message)
        return None if name is None else f"{self.prefix}_{name}"


def read_emoji(file: Path, domain: str) -> dict[str, str]:
    """Return the emoji of messages, by message id. The file lists ids, without the `domain`, for each emoji."""
    listed = tomllib.loads(file.read_text(encoding="utf-8"))
    return {f"{domain}.{id}": emoji for emoji, ids in listed.items() for id in ids}


class LobbyUI(msgspec.Struct, frozen=True):
    """A game's options and durations, as its lobby shows them."""

    noted: tuple[str, ...] = ()
    """The options that have a note for each value."""
    expert: tuple[str, ...] = ()
    """The options that a first game doesn't need."""
    minutes: Mapping[int, int] = {}
    """The duration of a game at one sitting, by the number of seats."""
    waits: Mapping[int, int] = {}
    """The number of times that a game waits for somebody else, by the number of seats."""


class PrivateUI(msgspec.Struct, frozen=True):
    """A game's hands and secret questions."""

    has_hands: bool = False
    """If true, each person's hand is sent to them."""
    hand: Callable[[Any], tuple[Message, ...]] | None = None
    """Makes a heading and one message per card, from the seat's own view."""
    held: Callable[[Any], tuple[Message, ...]] | None = None
    """Names the cards, from the seat's own view."""
    is_about_hand: Callable[[Any, Decision], bool] = lambda _view, _decision: False
    """Returns whether a question is about cards in the hand. Their picture is then shown with it."""
    in_public: Callable[[Decision], PublicPart | None] = lambda _: None
    """Returns the public part of a secret question, or None if even its kind is secret."""

    def public_part(self, decision: Decision) -> PublicPart | None:
        """Return the public part of a question, or None if even its kind is secret."""
        return self.in_public(decision) if decision.private else PublicPart(decision.prompt, decision.rule)


class ResultsUI(msgspec.Struct, frozen=True):
    """A game's results in words."""

    solo: SoloEnding | None = None
    """Describes how a solo game ended."""
    solo_by: str | None = None
    """Statistics group solo games by this option."""
    dealt: Callable[[str, str], Message | None] = lambda _kind, _value: None
    """Names a result of the setup, by the kind and value from `Statistics.dealt`."""
    points_so_far: Callable[[Any], Mapping[Seat, int]] | None = None
    """Returns each seat's points in a view. The score sheet shows them round by round."""
    worth_of_point: int = 1
    """The worth of a point in the units of `Level.worth`."""

    def dealt_name(self, kind: str, value: str) -> Message | None:
        """Return the words for a result of the setup, or None if it has no name."""
        if kind == "turn" and value.isdecimal():
            return Message("stats.turn", {"number": int(value)})
        return self.dealt(kind, value)


class GameWords(msgspec.Struct, frozen=True):
    """The messages that every game has. Their ids begin with the game's package, the `domain`."""

    domain: str

    @property
    def computers(self) -> tuple[Message, ...]:
        return tuple(Message(f"{self.domain}.computer.{number}") for number in range(1, COMPUTERS + 1))

    @property
    def teach(self) -> Message:
        return Message(f"{self.domain}.teach")

    @property
    def rival(self) -> Message:
        return Message(f"{self.domain}.rival")

    @property
    def for_one(self) -> Message:
        return Message(f"{self.domain}.for_one")

    def points(self, count: int) -> Message:
        return Message(f"{self.domain}.points", {"count": count})

    def part(self, key: str) -> Message:
        return Message(f"{self.domain}.part.{key}")

    def sheet_part(self, key: str) -> Message:
        """Name a part of a score in one word, for a narrow table."""
        return Message(f"{self.domain}.sheet.{key}")

    def tie(self, rule: str) -> str:
        """Return the id of the sentence about `rule` as the tie-breaker."""
        return f"{self.domain}.tie.{rule.lower().replace('-', '_')}"

    def option(self, key: str) -> Message:
        return Message(f"{self.domain}.option.{key}")

    def about(self, key: str) -> Message:
        """Explain an option to someone who doesn't know the game."""
        return Message(f"{self.domain}.about.{key}")

    def value(self, key: str, value: OptionValue) -> Message:
        return Message(f"{self.domain}.option.{key}.{str(value).lower()}")


class GameUI(msgspec.Struct, frozen=True):
    """Everything that a table needs to know about a game beyond its rules. Only the key and the emoji are required."""

    key: str
    emoji: GameEmoji
    commands: Any = None
    """The game's `GameCommands`, if it has any."""
    accent: int = 0x2A6F97
    options: OptionStyle = PLAIN
    private: PrivateUI = PrivateUI()
    lobby: LobbyUI = LobbyUI()
    results: ResultsUI = ResultsUI()
    entries: Callable[[], Mapping[str, tuple[Entry, ...]]] | None = None
    """Returns the components that `/look` can show, by kind. The renderer's `entry_scenes` have the same kinds and
    keys. A kind's name is the message `look.kind.<kind>`, the same in all games."""
    lesson: Lesson | None = None
    """The game's lesson in `/learn`. Its messages are `<domain>.lesson.<text>`."""

    @property
    def words(self) -> GameWords:
        return GameWords(package_of(self.key))

    @property
    def name(self) -> Message:
        return Message(f"{self.words.domain}.name")


def plain_ui(key: str) -> GameUI:
    """Return the UI of a game that brings none."""
    return GameUI(key, GameEmoji(package_of(key)))


GAME_UIS: Mapping[str, GameUI] = GameParts("ui", plain_ui)
"""Every game's `GameUI`, by key."""
