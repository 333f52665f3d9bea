"""Games with one changed part. Checks must notice the change."""

from dataclasses import replace
from typing import Any

from engine.kernel.game import Game


def with_part(game: Game[Any], part: str, **members: Any) -> Game[Any]:
    """Return a copy of the game in which `members` replace attributes of one part."""
    honest = getattr(game, part)
    other: Any = object.__new__(type(type(honest).__name__, (type(honest),), members))
    vars(other).update(vars(honest))
    return replace(game, **{part: other})
