"""Choose among the readings of something typed: take the only one, or ask which is meant."""

from collections.abc import Mapping
from typing import TypeVar

from cogs.ui.refusals import UIRefusal
from cogs.ui.text import shorten

T = TypeVar("T")


def the_one(typed: str, readings: Mapping[str, T], unreadable: str) -> T:
    """The only reading. `readings` are named as they can be typed, so that each means nothing else.

    Raises `UIRefusal`: with the words `unreadable` if there is none, or asking which of them is meant.
    """
    if not readings:
        raise UIRefusal(unreadable, typed=as_shown(typed))
    if len(readings) > 1:
        named = ", ".join(f"`{reading}`" for reading in readings)
        raise UIRefusal("refused.which", typed=as_shown(typed), readings=named)
    return next(iter(readings.values()))


def as_shown(typed: str) -> str:
    return shorten(typed, 50).replace("`", "'")
