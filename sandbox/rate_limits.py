"""Discord's rate limits: buckets per route and resource, such as a channel, and one limit over all routes."""

import hashlib
import math
import re
from dataclasses import dataclass

from sandbox.clock import Clock
from sandbox.errors import Refused
from sandbox.records import DISCORD


@dataclass(frozen=True, slots=True)
class Bucket:
    """Allows `most` requests in `span_s` seconds. The group in `path` matches a resource. Each resource counts
    separately."""

    method: str
    path: re.Pattern[str]
    most: int
    span_s: float

    @property
    def name(self) -> str:
        return hashlib.sha256(f"{self.method} {self.path.pattern}".encode()).hexdigest()[:32]


BUCKETS = tuple(Bucket(method, re.compile(path), *counts) for method, path, *counts in DISCORD["rate_limits"])
GLOBAL = Bucket("*", re.compile(".*"), 50, 1)
"""Applies to all requests that send the token in a header."""
OUTSIDE_GLOBAL = ("/interactions/", "/webhooks/")


@dataclass(slots=True)
class _Window:
    ends: float
    spent: int = 0


class RateLimits:
    """Counts requests and refuses those over the limit. If not `is_on`, counts nothing and sends no headers."""

    def __init__(self, clock: Clock, *, is_on: bool = True) -> None:
        self.is_on = is_on
        self._clock = clock
        self._windows: dict[tuple[str, str], _Window] = {}

    def meet(self, method: str, path: str) -> dict[str, str]:
        """Count a request and return headers for its answer. Refuse with 429 if there are too many."""
        if not self.is_on:
            return {}
        now = self._clock.now()
        if len(self._windows) > 1000:
            self._windows = {key: window for key, window in self._windows.items() if window.ends > now}
        own, place = _found(method, path)
        window = self._window(own, place, now) if own else None
        if own and window and window.spent >= own.most:
            raise _too_many(window.ends - now, is_global=False, headers=_headers(own, window, now))
        if not path.startswith(OUTSIDE_GLOBAL):
            everything = self._window(GLOBAL, "", now)
            if everything.spent >= GLOBAL.most:
                raise _too_many(everything.ends - now, is_global=True, headers={})
            everything.spent += 1
        if not own or not window:
            return {}
        window.spent += 1
        return _headers(own, window, now)

    def _window(self, bucket: Bucket, place: str, now: float) -> _Window:
        window = self._windows.get((bucket.name, place))
        if window is None or window.ends <= now:
            window = self._windows[bucket.name, place] = _Window(now + bucket.span_s)
        return window


def _found(method: str, path: str) -> tuple[Bucket | None, str]:
    for bucket in BUCKETS:
        found = bucket.path.fullmatch(path) if bucket.method == method else None
        if found is not None:
            return bucket, found[1] if found.re.groups else ""
    return None, ""


def _headers(bucket: Bucket, window: _Window, now: float) -> dict[str, str]:
    return nothing_left(now, window.ends - now) | {
        "X-RateLimit-Limit": str(bucket.most),
        "X-RateLimit-Remaining": str(bucket.most - window.spent),
        "X-RateLimit-Bucket": bucket.name,
    }


def nothing_left(now: float, after_s: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": "1",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": f"{now + after_s:.3f}",
        "X-RateLimit-Reset-After": f"{after_s:.3f}",
    }


def _too_many(wait_s: float, *, is_global: bool, headers: dict[str, str]) -> Refused:
    words, after_s = "You are being rate limited.", math.ceil(wait_s * 1000) / 1000
    return Refused(0, status=429, message=words, retry_after_s=after_s, is_global=is_global, headers=headers)
