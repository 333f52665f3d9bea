"""Custom ids of components. They name the table, message and control of a press.

Ids come from clients, so they aren't trusted: they only distinguish presses on old messages from those on the current
one. A press is read from its id alone, even after a restart. discord.py's `DynamicItem` would rebuild the view first.
That took 0.3 ms, more than everything else before the commit, and unknown ids got no answer.
"""

import re
from typing import Literal, TypeAlias

import msgspec

NOBODY = -1
"""The value of `seat` if anyone may use a control, of `decision` if there is none, and of `user` if it is public."""
DAYS = ("tomorrow", "monday")
"""The buttons under a reminder mark someone as away until one of these days."""
GO, RULE = "go", "rule"
"""Verbs of a lesson's own controls: go to a step, look up its rule."""
LONGEST_SEARCH = 40
"""Maximum number of characters in a search that a control keeps to turn the pages of results."""
RulesVerb: TypeAlias = Literal["c", "e", "o", "s"]
CONTENTS: RulesVerb = "c"
SEARCH: RulesVerb = "e"
OPEN: RulesVerb = "o"
"""Open the section picked in a select. `index` distinguishes several selects of a message."""
SECTION: RulesVerb = "s"


class Press(msgspec.Struct, frozen=True):
    """A control of a table's message."""

    table: int
    epoch: int
    verb: str
    index: int = 0
    seat: int = NOBODY
    decision: int = NOBODY
    """The id of a question, proposal or vote, or the number of a log entry."""
    user: int = NOBODY
    """The only reader, if the message is private."""

    @property
    def custom_id(self) -> str:
        made_for = "" if self.user == NOBODY else f":{self.user}"
        return f"k1:{self.table}:{self.epoch}:{self.seat}:{self.decision}:{self.verb}{self.index}{made_for}"


class LessonPress(Press, frozen=True, kw_only=True):
    """A control of a lesson, made for `user`. `epoch` is a step (from 0): the one shown, or the one to go to."""

    game: str

    @property
    def custom_id(self) -> str:
        return f"l1:{self.game}:{self.epoch}:{self.verb}{self.index}:{self.user}"


def lesson_press(game: str, step: int, verb: str, index: int, user: int) -> LessonPress:
    return LessonPress(0, step, verb, index, user=user, game=game)


class RulesPress(msgspec.Struct, frozen=True):
    """A control under the rules, made for `user`: go to a page of a section, or of the results for `typed`."""

    game: str
    user: int
    verb: RulesVerb
    index: int = 0
    page: int = 0
    typed: str = ""

    @property
    def custom_id(self) -> str:
        return f"r1:{self.game}:{self.user}:{self.verb}{self.index}:{self.page}:{self.typed[:LONGEST_SEARCH]}"


class HelpPress(msgspec.Struct, frozen=True):
    """The select on a help page, made for `user`."""

    user: int
    verb: str = "help"
    index: int = 0

    @property
    def custom_id(self) -> str:
        return f"h1:{self.user}"


class BeginPress(msgspec.Struct, frozen=True):
    """A button that begins a game against a computer player, made for `user`, or for everybody."""

    game: str
    user: int = NOBODY
    verb: str = "begin"
    index: int = 0

    @property
    def custom_id(self) -> str:
        return f"g1:{self.game}" if self.user == NOBODY else f"g1:{self.game}:{self.user}"


class LookPress(msgspec.Struct, frozen=True):
    """The select of things to look up, made for `user`."""

    user: int
    index: int = 0
    verb: str = "look"

    @property
    def custom_id(self) -> str:
        return f"v1:{self.user}:{self.index}"


class AwayPress(msgspec.Struct, frozen=True):
    """A button under a reminder. It marks `user` as away until the beginning of that `day`."""

    day: str
    user: int
    verb: str = "away"
    index: int = 0

    @property
    def custom_id(self) -> str:
        return f"a1:{self.day}:{self.user}"


class QueuePress(msgspec.Struct, frozen=True):
    """A button to `wait` for a game, or to `stop` waiting for it. If `game` is empty, the button stops all waits.

    Without a game, `take` and `drop` are about the seekers' role.
    """

    verb: str
    game: str
    user: int = NOBODY
    index: int = 0

    @property
    def custom_id(self) -> str:
        return f"q1:{self.verb}:{self.game}:{'' if self.user == NOBODY else self.user}"


class SettingPress(msgspec.Struct, frozen=True):
    """A control of a settings panel, made for `user`. `of` is the panel's name. Only buttons have a `value`."""

    of: str
    name: str
    user: int
    value: str = ""
    verb: str = "setting"
    index: int = 0

    @property
    def custom_id(self) -> str:
        return f"s1:{self.of}:{self.name}:{self.value}:{self.user}"


class LeaguePress(msgspec.Struct, frozen=True):
    """A control of a league, made for `user`, or for everybody."""

    verb: str
    league: int = 0
    """0 on the panel that opens a league."""
    user: int = NOBODY
    index: int = 0
    typed: str = ""
    """Text that the control keeps. On the panel, it's the game's key and the league's name."""

    @property
    def custom_id(self) -> str:
        return f"t1:{self.verb}:{self.league}:{'' if self.user == NOBODY else self.user}:{self.index}:{self.typed}"


AnyPress: TypeAlias = (
    Press
    | LessonPress
    | RulesPress
    | HelpPress
    | BeginPress
    | LookPress
    | AwayPress
    | QueuePress
    | SettingPress
    | LeaguePress
)
"""The meaning of a control. Its `custom_id` has at most 100 characters, and is unique within the message."""
_FORMS = {
    "k1": re.compile(r"(\d{1,15}):(\d{1,9}):(-1|\d{1,2}):(-1|\d{1,20}):([a-z]{1,12})(\d{0,3})(?::(\d{1,20}))?", re.A),
    "l1": re.compile(r"([a-z0-9-]{1,40}):(\d{1,3}):([a-z]{1,12})(\d{0,3}):(\d{1,20})", re.A),
    "r1": re.compile(r"([a-z0-9-]{1,24}):(\d{1,20}):([ceos])(\d{0,3}):(\d{1,3}):(.{0,40})", re.A | re.DOTALL),
    "h1": re.compile(r"(\d{1,20})", re.A),
    "g1": re.compile(r"([a-z0-9-]{1,40})(?::(\d{1,20}))?", re.A),
    "v1": re.compile(r"(\d{1,20}):(\d{1,2})", re.A),
    "a1": re.compile(rf"({'|'.join(DAYS)}):(\d{{1,20}})", re.A),
    "q1": re.compile(r"(wait|stop|take|drop):([a-z0-9-]{0,40}):(\d{0,20})", re.A),
    "t1": re.compile(r"([a-z]{1,8}):(\d{1,20}):(\d{0,20}):(\d{1,2}):(.{0,60})", re.A | re.DOTALL),
    "s1": re.compile(r"([a-z]{1,12}):([a-z_]{1,20}):([a-z]{0,8}):(\d{1,20})", re.A),
}
"""The format of each kind of press, after its prefix and a colon."""


def decode(custom_id: str) -> AnyPress | None:
    """Decode a custom id of any kind. Return None for an unknown id."""
    kind, _, rest = custom_id.partition(":")
    found = _FORMS[kind].fullmatch(rest) if kind in _FORMS else None
    match kind, found.groups() if found else None:
        case "k1", (table, epoch, seat, decision, verb, index, user):
            return Press(int(table), int(epoch), verb, int(index or 0), int(seat), int(decision), int(user or NOBODY))
        case "l1", (game, step, verb, index, user):
            return lesson_press(game, int(step), verb, int(index or 0), int(user))
        case "r1", (game, user, verb, index, page, typed):
            return RulesPress(game, int(user), verb, int(index or 0), int(page), typed)  # type: ignore[arg-type]
        case "h1", (user,):
            return HelpPress(int(user))
        case "g1", (game, user):
            return BeginPress(game, int(user or NOBODY))
        case "v1", (user, index):
            return LookPress(int(user), int(index))
        case "a1", (day, user):
            return AwayPress(day, int(user))
        case "q1", (verb, game, user):
            return QueuePress(verb, game, int(user or NOBODY))
        case "t1", (verb, league, user, index, typed):
            return LeaguePress(verb, int(league), int(user or NOBODY), int(index), typed)
        case "s1", (of, name, value, user):
            return SettingPress(of, name, int(user), value)
    return None


def read_press(custom_id: str) -> Press | None:
    """Decode the custom id of a table's control. Return None for any other id."""
    press = decode(custom_id)
    return press if type(press) is Press else None
