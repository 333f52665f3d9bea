"""Routes: functions by method and path, registered by a decorator."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

Answer: TypeAlias = Any
"""JSON, or None for an empty 204."""
Endpoint: TypeAlias = Callable[..., Answer]


@dataclass(frozen=True, slots=True)
class Route:
    endpoint: Endpoint
    status: int


class Routes:
    """Endpoints by method and path. `{}` in a pattern is one part of the path."""

    def __init__(self) -> None:
        self._by_shape: dict[tuple[str, int], list[tuple[list[str], Route]]] = {}

    def add(self, method: str, pattern: str, *, status: int = 200) -> Callable[[Endpoint], Endpoint]:
        """Register the decorated function for `method` and `pattern`."""
        parts = pattern.strip("/").split("/")

        def register(endpoint: Endpoint) -> Endpoint:
            self._by_shape.setdefault((method, len(parts)), []).append((parts, Route(endpoint, status)))
            return endpoint

        return register

    def find(self, method: str, path: str) -> tuple[Route, list[str]] | None:
        """The route of a path, and the parts for `{}`; None without one."""
        given = path.strip("/").split("/")
        for parts, route in self._by_shape.get((method, len(given)), ()):
            if all(part == "{}" or part == found for part, found in zip(parts, given, strict=True)):
                return route, [found for part, found in zip(parts, given, strict=True) if part == "{}"]
        return None
