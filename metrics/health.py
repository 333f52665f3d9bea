"""Whether each part of the bot is well, asked one by one and each with a deadline."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

LOOK_S = 2.0
"""A part that has not answered by then is not well."""

log = logging.getLogger("knossos")

Check = Callable[[], Awaitable[str | None]]
"""Looks at one part: None where it is well, else what is wrong, in a few words without secrets."""


class Health:
    """The checks of all parts, by their names."""

    def __init__(self, checks: Mapping[str, Check]) -> None:
        self._checks = checks

    async def report(self) -> dict[str, str]:
        """Each part with "well" or what is wrong with it; ready after `LOOK_S` at the latest."""
        found = await asyncio.gather(*map(_look, self._checks, self._checks.values()))
        return dict(zip(self._checks, found, strict=True))


WELL = "well"


async def _look(name: str, check: Check) -> str:
    try:
        async with asyncio.timeout(LOOK_S):
            return await check() or WELL
    except TimeoutError:
        return "does not answer"
    except Exception as error:
        # What it says may hold an address with a password, so only its kind is told.
        log.warning("health: %s fails: %s", name, type(error).__name__)
        return type(error).__name__
