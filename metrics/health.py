"""The health of each part of the bot, with a deadline for each check."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

LOOK_S = 2.0

log = logging.getLogger("knossos")

Check = Callable[[], Awaitable[str | None]]
"""Checks one part. Returns None if it is well, or else a few words without secrets."""


class Health:
    def __init__(self, checks: Mapping[str, Check]) -> None:
        self._checks = checks

    async def report(self) -> dict[str, str]:
        """Return each part with "well" or its fault, within `LOOK_S` seconds."""
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
        # Its text may contain an address with a password, so only its type is shown.
        log.warning("health: %s fails: %s", name, type(error).__name__)
        return type(error).__name__
