"""Conversion to msgspec records by one thread at a time.

If two threads are the first to use a type at the same time, msgspec 0.22 crashes with a segmentation fault.
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
