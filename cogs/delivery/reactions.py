"""Reactions to Discord's error codes when something is posted."""

import asyncio
from enum import Enum

import aiohttp
import discord

from cogs.ui.refusals import UIRefusal


class Reaction(Enum):
    """The next step after a failed post."""

    LATER = "the same again, after a pause"
    FRESH = "the message cannot be edited: post a new one"
    PLAIN = "too large, refused as it is, or for no reason we know: post it without the picture"
    BLOCKED = "no permission: keep it until the permission may be back"
    SUSPEND = "the place is gone: keep the game, let a seat move it"
    SHUT = "this person takes no direct messages"
    STOP = "the token is bad: stop everything"


LOCKED = 160005
"""Discord's error code for a thread that only moderators may write in."""

ARCHIVED = 50083
"""Discord's error code for a change in an archived thread. A new message reopens the thread."""

BAD_FORM = 50035
"""Discord's error code for an invalid message, perhaps one with an emoji that was deleted."""

_CODES = {
    Reaction.FRESH: (10008, 30046, 50005, ARCHIVED),
    Reaction.SUSPEND: (10003, 10004),
    Reaction.BLOCKED: (50001, 50013, LOCKED),
    Reaction.SHUT: (50007, 50278),
    Reaction.PLAIN: (40005, BAD_FORM, 200000, 400001),
    Reaction.LATER: (40003, 40004, 40006, 40062, 40333, 20016, 20028, 20029, 130000),
}
_BY_CODE = {code: reaction for reaction, codes in _CODES.items() for code in codes}

OUTAGES = (aiohttp.ClientError, OSError, asyncio.TimeoutError, discord.RateLimited, discord.DiscordServerError)
"""Failures that say nothing about the post itself."""

FAILURES = (discord.HTTPException, *OUTAGES)
"""Everything that a failed request to Discord can raise."""

RETRY_S = 60.0
"""Shortest time in seconds between two tries at a blocked channel."""

OPENING_DMS_S = 60.0
LONGEST_PAUSE_S = 300.0
"""Longest pause before the next try, in seconds, even if Discord asks for more: its limit may end earlier."""


def reaction_to(error: Exception) -> Reaction:
    """Return the reaction to a failed request. Re-raises any other error: it is a bug."""
    if isinstance(error, OUTAGES):
        return Reaction.LATER
    if not isinstance(error, discord.HTTPException):
        raise error
    if error.code in _BY_CODE:
        return _BY_CODE[error.code]
    match error.status:
        case 401:
            return Reaction.STOP
        case 403 | 404 if not error.code:
            return Reaction.LATER  # not Discord's own response, but that of a proxy in front of it
        case 403:
            return Reaction.BLOCKED
        case 429:
            return Reaction.LATER
    return Reaction.LATER if error.status >= 500 else Reaction.PLAIN


def check_is_final(error: Exception) -> None:
    """Raise `UIRefusal` if the same request may succeed later: nobody has to change anything for that."""
    if reaction_to(error) is Reaction.LATER:
        raise UIRefusal("refused.discord_busy") from error


def pause_s(error: Exception) -> float | None:
    """Return the seconds that Discord asks us to wait, at most `LONGEST_PAUSE_S`, or None."""
    if isinstance(error, discord.RateLimited):
        return min(error.retry_after, LONGEST_PAUSE_S)
    if isinstance(error, discord.HTTPException):
        if error.code == 40003:
            return OPENING_DMS_S
        header = error.response.headers.get("Retry-After") if error.response is not None else None
        if header is not None:
            try:
                return min(float(header), LONGEST_PAUSE_S)
            except ValueError:
                return None
    return None


def code_of(error: Exception) -> object:
    """Return Discord's code for the error, or the name of the error's type, for the log."""
    return getattr(error, "code", None) or type(error).__name__
