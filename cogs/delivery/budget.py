"""The budget of connections: Discord takes 1,000 IDENTIFY a day, and resets the token of a bot that needs more."""

from collections.abc import Sequence

FREE_STARTS = 8
"""Starts within the window that wait for nothing."""
WINDOW_MS = 2 * 3600 * 1000
FIRST_PAUSE_S = 5.0
LONGEST_PAUSE_S = 600.0


def pause_before_start_s(starts: Sequence[int], now: int, processes: int = 1) -> float:
    """Return the seconds to wait before connecting, after earlier starts of all processes (in milliseconds).

    A crash loop soon waits ten minutes each time: fewer than 300 starts a day.
    """
    lately = sum(1 for at in starts if 0 <= now - at < WINDOW_MS) // processes
    if lately < FREE_STARTS:
        return 0.0
    over = min(lately - FREE_STARTS, 16)
    # The window holds twelve of the longest pauses, so a loop settles near them and stays there.
    return float(min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2**over))
