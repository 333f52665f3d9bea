"""Every error code of Discord has the prescribed reaction. Unknown codes are raised."""

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from cogs.delivery.reactions import Reaction, pause_s, reaction_to
from cogs.gateway import pause_before_start_s
from cogs.logs import redact


def refusal(code: int, status: int = 400, headers: dict[str, str] | None = None) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="", headers=headers or {})
    kind = {403: discord.Forbidden, 404: discord.NotFound, 503: discord.DiscordServerError}.get(status)
    return (kind or discord.HTTPException)(response, {"code": code, "message": ""})


@pytest.mark.parametrize(
    ("error", "reaction"),
    [
        (refusal(10008, 404), Reaction.FRESH),
        (refusal(30046, 429), Reaction.FRESH),
        (refusal(50083), Reaction.FRESH),
        (refusal(10003, 404), Reaction.SUSPEND),
        (refusal(10004, 404), Reaction.SUSPEND),
        (refusal(50001, 403), Reaction.BLOCKED),
        (refusal(50013, 403), Reaction.BLOCKED),
        (refusal(160005), Reaction.BLOCKED),
        (refusal(50007, 403), Reaction.SHUT),
        (refusal(50278, 403), Reaction.SHUT),
        (refusal(40005), Reaction.PLAIN),
        (refusal(50035), Reaction.PLAIN),
        (refusal(0, 413), Reaction.PLAIN),
        (refusal(200000), Reaction.PLAIN),
        (refusal(40003), Reaction.LATER),
        (refusal(20016), Reaction.LATER),
        (refusal(0, 429), Reaction.LATER),
        (refusal(0, 503), Reaction.LATER),
        (refusal(0, 401), Reaction.STOP),
        (refusal(0, 404), Reaction.LATER),
        (refusal(0, 403), Reaction.LATER),
        (refusal(40333, 403), Reaction.LATER),
        (refusal(40004, 403), Reaction.LATER),
        (refusal(40006, 403), Reaction.LATER),
        (refusal(40062, 429), Reaction.LATER),
        (refusal(400001, 403), Reaction.PLAIN),
        (refusal(50024), Reaction.PLAIN),
        (refusal(50027, 400), Reaction.PLAIN),
        (refusal(10013, 404), Reaction.PLAIN),
        (discord.RateLimited(90.0), Reaction.LATER),
        (aiohttp.ClientConnectionError(), Reaction.LATER),
        (ConnectionResetError(104, "reset"), Reaction.LATER),
        (TimeoutError(), Reaction.LATER),
    ],
)
def test_each_error_has_its_reaction(error: Exception, reaction: Reaction) -> None:
    assert reaction_to(error) is reaction


@pytest.mark.parametrize("error", [KeyError("x"), AssertionError()])
def test_an_unknown_error_is_raised_as_a_bug(error: Exception) -> None:
    with pytest.raises(type(error)):
        reaction_to(error)


def test_the_pause_follows_discords_retry_after() -> None:
    assert pause_s(discord.RateLimited(90.0)) == 90.0
    assert pause_s(discord.RateLimited(3600.0)) == pause_s(refusal(20016, 429, {"Retry-After": "3600"})) == 300.0
    assert pause_s(refusal(20016, 429, {"Retry-After": "7"})) == 7.0
    assert pause_s(refusal(40003)) == 60.0
    assert pause_s(refusal(0, 503)) is None


def test_a_day_of_crashes_uses_fewer_starts_than_allowed() -> None:
    now, day = 0, 24 * 3600 * 1000
    starts: list[int] = []
    while now < day:
        now += int(pause_before_start_s(starts, now) * 1000) + 2000
        starts.append(now)

    assert len(starts) <= 300


def test_the_first_starts_of_a_bot_do_not_wait() -> None:
    assert pause_before_start_s([0] * 7, 1000) == 0
    assert pause_before_start_s([0] * 8, 1000) > 0
    assert pause_before_start_s([0] * 50, 3 * 3600 * 1000) == 0


@pytest.mark.parametrize(
    "line",
    [
        "POST https://discord.com/api/v10/interactions/123/aW50ZXJhY3Rpb246c2VjcmV0/callback failed",
        "PATCH http://127.0.0.1/api/v10/webhooks/42/aW50ZXJhY3Rpb246c2VjcmV0/messages/@original",
        "token MTE4NTk3NDY0NTg3ODIwNzE4MA.GxYz12.aW50ZXJhY3Rpb246c2VjcmV0aW50ZXJhY3Rpb24",
    ],
)
def test_no_token_reaches_the_log(line: str) -> None:
    assert "aW50ZXJhY3Rpb246c2VjcmV0" not in redact(line)
