"""A table's messages are remembered. A message doesn't become younger when the host's clock changes."""

from typing import Any, cast

from cogs.delivery.live_messages import Live, LiveMessages

HOUR_MS = 3_600_000


def test_messages_do_not_get_younger_if_the_clock_goes_back() -> None:
    shown, steady = 50 * HOUR_MS, 7 * HOUR_MS
    messages = LiveMessages(cast("Any", None), lambda: shown, lambda: steady)
    live = Live(channel=1, message=2, posted_at=shown, known_at=steady)
    shown, steady = shown + HOUR_MS, steady + HOUR_MS
    assert messages.age_ms(live) == HOUR_MS
    shown -= HOUR_MS
    assert messages.age_ms(live) == HOUR_MS


def test_after_a_restart_message_ages_follow_the_clock() -> None:
    messages = LiveMessages(cast("Any", None), lambda: 50 * HOUR_MS, lambda: 7 * HOUR_MS)
    assert messages.age_ms(Live(channel=1, message=2, posted_at=48 * HOUR_MS, known_at=7 * HOUR_MS)) == 2 * HOUR_MS
