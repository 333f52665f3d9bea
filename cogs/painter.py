"""Draws pictures for a bot that also works without them."""

from collections.abc import Awaitable
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from cogs.logs import log
from metrics import Meters
from render import CannotDraw, RenderClient
from sessions.kept.choices import People

Drawn = TypeVar("Drawn")


@dataclass(frozen=True, slots=True)
class Painter:
    """Wraps the render client. Failures are logged, never raised."""

    client: RenderClient
    meters: Meters
    _people: People

    def of(self, user: int) -> Self:
        """Return the painter of this person's private pictures. The pictures are small if the person saves data."""
        return replace(self, client=self.client.small) if self._people.get(user).low_data else self

    async def draw(self, drawing: Awaitable[Drawn]) -> Drawn | None:
        """Return the picture, or None if it can't be drawn: text replaces it."""
        try:
            with self.meters.picture():
                return await drawing
        except CannotDraw:
            log.warning("no picture: the painter does not answer")
        except Exception:  # the painter raises whatever went wrong in its process
            log.warning("no picture: drawing it met a mistake of ours", exc_info=True)
        return None
