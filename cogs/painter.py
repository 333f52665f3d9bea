"""Pictures, which the bot can do without."""

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeVar

from cogs.logs import log
from metrics import Meters
from render import CannotDraw, RenderClient

Drawn = TypeVar("Drawn")


@dataclass(frozen=True, slots=True)
class Painter:
    """The render client, and a way to use it that never fails."""

    client: RenderClient
    meters: Meters

    async def draw(self, drawing: Awaitable[Drawn]) -> Drawn | None:
        """Return the picture, or None if it can't be drawn: words take its place."""
        try:
            with self.meters.picture():
                return await drawing
        except CannotDraw:
            log.warning("no picture: the painter does not answer")
        except Exception:  # the painter passes on whatever went wrong there
            log.warning("no picture: drawing it met a mistake of ours", exc_info=True)
        return None
