"""Finished games, as statistics and the ladder read them."""

import msgspec

from engine.kernel.rules import OptionValue


class PastGame(msgspec.Struct, frozen=True):
    """One person's side of a finished game.

    `place` and `score` are theirs, `rival` is the best other score; None without a result. `is_given_up`: they left
    before the end. `is_cut_short`: it was ended early. `is_last_one`: they won because everyone else left. `dealt` is
    what the setup gave them. Their `turns` took `waited_ms` in all. `has_changed`: the seat was left or taken over, or
    that is unknown. `computers` counts the computer players.
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
