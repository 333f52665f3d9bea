"""Finished games, as statistics and the ladder read them."""

import msgspec

from engine.kernel.rules import OptionValue


class PastGame(msgspec.Struct, frozen=True):
    """One person's side of a finished game, with how many seats and which options.

    `place` and `score` are theirs, `rival` is the best score of any other side; None where no result was kept.
    `is_given_up`: they left before its end. `is_cut_short`: it was ended early, by all or by a moderator.
    `is_last_one`: they won because everyone else left. `dealt` is what the setup gave them, `turns` how many they had,
    which waited `waited_ms` in all. `has_changed`: the seat was left or taken over, or nobody kept whether it was.
    `computers` is how many seats computers had, whose own sides are nobody's.
    """

    table: int
    seats: int
    options: dict[str, OptionValue]
    ended_at: int
    is_given_up: bool
    place: int | None = None
    score: int | None = None
    rival: int | None = None
    is_cut_short: bool = False
    is_last_one: bool = False
    game: str = ""
    guild: int | None = None
    user: int = 0
    name: str = ""
    dealt: dict[str, str] = {}
    turns: int = 0
    waited_ms: int = 0
    has_changed: bool = False
    computers: int = 0
