"""The time that each person has for their tables, in small steps from what they chose: no rule of the bot's."""

from bisect import bisect_left
from itertools import accumulate

from sandbox.month.almanac import BEGINS_MS, MINUTE_MS, Almanac
from sandbox.month.people import Player
from sandbox.simulation.notes import Life, up_ms

STEP_MS = 5 * MINUTE_MS


class OwnTime:
    """The time that one person had for their tables: not in quiet hours, not away, and with a bot in reach."""

    def __init__(self, player: Player, almanac: Almanac, lives: list[Life], ends: int) -> None:
        self._steps = list(accumulate(
            (_share(at, player, almanac, lives) for at in range(BEGINS_MS, ends + STEP_MS, STEP_MS)), initial=0.0
        ))  # fmt: skip

    def until(self, at: int) -> float:
        """Their time from the beginning of the month until `at`, in milliseconds."""
        place, rest = divmod(max(0, at - BEGINS_MS), STEP_MS)
        place = min(place, len(self._steps) - 2)
        share = self._steps[place + 1] - self._steps[place]
        return (self._steps[place] + share * min(rest, STEP_MS) / STEP_MS) * STEP_MS

    def between(self, begin: int, end: int) -> float:
        return max(0.0, self.until(end) - self.until(begin))

    def after(self, begin: int, needed: float) -> int | None:
        """When they had had that much time since `begin`; None if the month ends before."""
        wanted = (self.until(begin) + needed) / STEP_MS
        place = bisect_left(self._steps, wanted)
        return None if place >= len(self._steps) else max(begin, BEGINS_MS + place * STEP_MS)


def _share(at: int, player: Player, almanac: Almanac, lives: list[Life]) -> float:
    """The share of the step from `at` on that counts, from 0 to 1."""
    if player.is_quiet(almanac.shown_at(at + STEP_MS // 2)):
        return 0.0
    return min(1.0, up_ms(lives, at, at + STEP_MS) / STEP_MS)
