"""How a game looks at the table: the word ids of its name and options, its emoji, its commands."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from cogs.ui.option_words import OptionStyle, Say, main_style, never, no_hint
from engine.kernel.decision import Decision, Message, Option, Seat
from engine.kernel.proof.lesson import Lesson
from engine.kernel.rules import OptionValue, Placing
from games import Parts, package_of
from locales.words import Signs, no_sign

Alone: TypeAlias = Callable[[str, Sequence[Placing], Mapping[str, OptionValue]], Sequence[Message]]
"""How a game alone came out, for whom it is called so, by its result and options: a headline, then what comes next."""


COMPUTERS = 6
"""How many names computers have in each game: more than it has seats, since people may be called the same."""


class Entry(msgspec.Struct, frozen=True):
    """One thing of a game that people can look up."""

    key: str
    name: Message
    text: Message


class InPublic(msgspec.Struct, frozen=True):
    """What everybody may know of a question that one seat is asked: its kind in words, and the id of its rule."""

    prompt: Message
    rule: str


def nothing_in_public(_: Decision) -> InPublic | None:
    """Nobody else may know what is asked."""
    return None


def about_no_hand(_: Any, __: Decision) -> bool:
    """No question is about a hand."""
    return False


def no_name(_: str, __: str) -> Message | None:
    """Nothing that a setup gives has a name."""
    return None


class GameUI(msgspec.Struct, frozen=True):
    """What the table needs to know of a game that its rules do not say.

    Its word ids begin with its package, `domain`: `<domain>.name`, `<domain>.teach`, `<domain>.option.<key>` and
    `<domain>.option.<key>.<value>`; computers are called `<domain>.computer.<number>`. `commands` builds its command
    group, if it has one.
    Its result tells what scores are made of, a part named `<domain>.part.<key>`, in a narrow table
    `<domain>.sheet.<key>`, points `<domain>.points`, what decided between equals `<domain>.tie.<rule>`. An opponent
    whom the rules play is named `<domain>.rival`; `alone_by` is the option by which statistics tell games alone apart,
    and `alone` says how a game alone came out.
    `hint`, `group`, `style`, `is_extra`, `is_brief` and `subject` are those of `OptionStyle`. `guard` asks once
    more before an option is taken that ends something, where others are left.
    `sign` names the emoji that stands for a message; it is drawn by the renderer, see `render.renderer.EmojiRenderer`,
    and called `<emoji_prefix>_<name>` at Discord.
    `hand` says what a seat's own view holds in hand, a message a card; `held` names the cards alone. `about_hand` tells
    whether a question is about some of them, so that their picture stands with it. `in_public` says what everybody may
    know of a secret question; None where even its kind is secret.
    `notes`: the options of whose values the lobby says more, by `<domain>.note.<key>.<value>`; what an option is about
    is `<domain>.about.<key>`. `experts` are the options that nobody needs before a first game. By the number of seats,
    `minutes` is how long a game takes at one sitting, `waits` how often it waits for somebody else.
    `entries` are what can be looked up, by kind: each kind becomes a command (`card`: `/card`, with the word id
    `command.card`), shared by all games that have it. Their pictures are the renderer's `entry_scenes` of the same
    kinds and keys; see `render.renderer.LookupRenderer`.
    `lesson` is its first game for `/learn`, worded by `<domain>.lesson.<text>`. `dealt` names what `Statistics.dealt`
    returns, by kind and value, or returns None if that has no name; all games name the `turn` alike.
    `worth_of_point` is what a point is in the units of `Level.worth`, where programs play at several levels.
    `points_so_far` says what each seat has in a view, which the score sheet shows round by round.
    """

    key: str
    emoji_prefix: str
    commands: Callable[[Any], Any] | None = None
    has_hands: bool = False
    alone_by: str | None = None
    notes: tuple[str, ...] = ()
    experts: tuple[str, ...] = ()
    minutes: Mapping[int, int] = {}
    waits: Mapping[int, int] = {}
    accent: int = 0x2A6F97
    hint: Callable[[Option], Message | None] = no_hint
    group: Callable[[Option], Message | None] = no_hint
    style: Callable[[Option], str] = main_style
    is_extra: Callable[[Option], bool] = never
    is_brief: Callable[[Option], bool] = never
    guard: Callable[[Option], Message | None] = no_hint
    subject: Callable[[Option], Message | None] = no_hint
    sign: Signs = no_sign
    hand: Callable[[Any], tuple[Message, ...]] | None = None
    held: Callable[[Any], tuple[Message, ...]] | None = None
    about_hand: Callable[[Any, Decision], bool] = about_no_hand
    in_public: Callable[[Decision], InPublic | None] = nothing_in_public
    alone: Alone | None = None
    entries: Callable[[], Mapping[str, tuple[Entry, ...]]] | None = None
    lesson: Lesson | None = None
    dealt: Callable[[str, str], Message | None] = no_name
    points_so_far: Callable[[Any], Mapping[Seat, int]] | None = None
    worth_of_point: int = 1

    @property
    def domain(self) -> str:
        """What its word ids begin with: its package."""
        return package_of(self.key)

    @property
    def name(self) -> Message:
        """What the game is called."""
        return Message(f"{self.domain}.name")

    @property
    def computers(self) -> tuple[Message, ...]:
        """The names of computers, from the world of the game, in the order in which they sit down."""
        return tuple(Message(f"{self.domain}.computer.{number}") for number in range(1, COMPUTERS + 1))

    @property
    def teach(self) -> Message:
        """The game in a minute."""
        return Message(f"{self.domain}.teach")

    @property
    def rival(self) -> Message:
        """What the opponent is called whom the rules play."""
        return Message(f"{self.domain}.rival")

    def option_style(self, sign: Signs, knows: Callable[[str], bool], elsewhere: Say | None = None) -> OptionStyle:
        """What its options look like, with the emoji and the catalogues that there are; see `OptionStyle`."""
        return OptionStyle(
            hint=self.hint,
            sign=sign,
            group=self.group,
            style=self.style,
            is_extra=self.is_extra,
            is_brief=self.is_brief,
            knows=knows,
            subject=self.subject,
            elsewhere=elsewhere,
        )

    def part(self, key: str) -> Message:
        """What a part of a score is called."""
        return Message(f"{self.domain}.part.{key}")

    def sheet_part(self, key: str) -> Message:
        """The same in a word, for a narrow table."""
        return Message(f"{self.domain}.sheet.{key}")

    def points(self, count: int) -> Message:
        """A number of points, in the words of this game."""
        return Message(f"{self.domain}.points", {"count": count})

    def tie(self, rule: str) -> str:
        """The id of the sentence that says how that rule decided between two equal scores."""
        return f"{self.domain}.tie.{rule.lower().replace('-', '_')}"

    def dealt_name(self, kind: str, value: str) -> Message | None:
        """What the setup gave, in words; the place in the turn order of the first round is a number."""
        if kind == "turn" and value.isdecimal():
            return Message("stats.turn", {"number": int(value)})
        return self.dealt(kind, value)

    def option(self, key: str) -> Message:
        """What an option of the lobby is called."""
        return Message(f"{self.domain}.option.{key}")

    def about(self, key: str) -> Message:
        """What an option of the lobby is about, for someone who does not know the game."""
        return Message(f"{self.domain}.about.{key}")

    @property
    def for_one(self) -> Message:
        """What a game alone is about."""
        return Message(f"{self.domain}.for_one")

    def value(self, key: str, value: OptionValue) -> Message:
        """What a value of an option is called."""
        return Message(f"{self.domain}.option.{key}.{str(value).lower()}")

    def note(self, key: str, value: OptionValue) -> Message | None:
        """What the lobby says of a value, for the options that have notes."""
        return Message(f"{self.domain}.note.{key}.{str(value).lower()}") if key in self.notes else None


GAME_UIS: Mapping[str, GameUI] = Parts("ui", lambda key: GameUI(key, package_of(key)))
"""How each game looks at the table, by the game's key."""
