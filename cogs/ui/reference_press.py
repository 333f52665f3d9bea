"""Custom ids of the controls under rules and help. None of them reads as a table's."""

import re
from typing import Literal

import msgspec

_RULES = re.compile(r"r1:([a-z0-9-]{1,24}):(\d{1,20}):([ceos])(\d{0,3}):(\d{1,3}):(.{0,40})", re.DOTALL | re.ASCII)
_HELP = re.compile(r"h1:(\d{1,20})", re.ASCII)

LONGEST_SEARCH = 40
"""The most characters of a search that are kept to turn the pages of its results."""

RulesVerb = Literal["c", "e", "o", "s"]
CONTENTS: RulesVerb = "c"
SEARCH: RulesVerb = "e"
OPEN: RulesVerb = "o"
"""Open the section that is picked in a select; `index` tells several selects of a message apart."""
SECTION: RulesVerb = "s"


class RulesPress(msgspec.Struct, frozen=True):
    """One control of looked-up rules, made for `user`: go to a page of a section or of search results.

    The message remembers nothing else. `index` is the section and `page` the page, from 0; `typed` is the search.
    """

    game: str
    user: int
    verb: RulesVerb
    index: int = 0
    page: int = 0
    typed: str = ""

    @property
    def custom_id(self) -> str:
        """At most 100 characters, unique within its message."""
        return f"r1:{self.game}:{self.user}:{self.verb}{self.index}:{self.page}:{self.typed[:LONGEST_SEARCH]}"


class HelpPress(msgspec.Struct, frozen=True):
    """The select under the help, made for `user`: explain the topic picked."""

    user: int
    verb: str = "help"
    index: int = 0

    @property
    def custom_id(self) -> str:
        """At most 100 characters."""
        return f"h1:{self.user}"


def read_reference_press(custom_id: str) -> RulesPress | HelpPress | None:
    """Decode a custom id. Return None if it is neither's."""
    match = _HELP.fullmatch(custom_id)
    if match is not None:
        return HelpPress(int(match[1]))
    match = _RULES.fullmatch(custom_id)
    if match is None:
        return None
    game, user, verb, index, page, typed = match.groups()
    return RulesPress(game, int(user), verb, int(index or 0), int(page), typed)  # type: ignore[arg-type]
