"""Which function answers which request: a table filled by decorators, with Discord's paths as patterns."""

from collections.abc import Callable
from typing import Any, TypeAlias

Answer: TypeAlias = Any
"""JSON to send back, or None for an empty 204."""
Endpoint: TypeAlias = Callable[..., Answer]


class Routes:
    """Endpoints by method and path; `{}` in a pattern stands for one part of the path."""

    def __init__(self) -> None:
        self._by_shape: dict[tuple[str, int], list[tuple[list[str], Endpoint]]] = {}

    def add(self, method: str, pattern: str) -> Callable[[Endpoint], Endpoint]:
        """Register the decorated function for `method` and `pattern`."""
        parts = pattern.strip("/").split("/")

        def register(endpoint: Endpoint) -> Endpoint:
            self._by_shape.setdefault((method, len(parts)), []).append((parts, endpoint))
            return endpoint

        return register

    def find(self, method: str, path: str) -> tuple[Endpoint, list[str]] | None:
        """The endpoint of a path and the parts that stood for `{}`; None where there is no such route."""
        given = path.strip("/").split("/")
        for parts, endpoint in self._by_shape.get((method, len(given)), ()):
            if all(part == "{}" or part == found for part, found in zip(parts, given, strict=True)):
                return endpoint, [found for part, found in zip(parts, given, strict=True) if part == "{}"]
        return None
