"""Conversion to records of msgspec in one thread at a time.

If two threads use a type for the first time together, msgspec 0.22 ends the process with a segmentation fault.
"""

import threading
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

LEARNING = threading.RLock()
"""Held while msgspec may be learning a type."""


def convert(raw: Any, kind: type[T]) -> T:
    """Return `msgspec.convert(raw, kind)`. Raises `msgspec.ValidationError`."""
    with LEARNING:
        return msgspec.convert(raw, kind)
