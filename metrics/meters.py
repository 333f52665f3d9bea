"""All counters and timers, under the stable names in `docs/hosting.md`."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, disable_created_metrics

ANSWER_S = (0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 2.5, 5.0, 10.0)
"""Buckets for answer times, in seconds. Discord drops a press after 3 s."""
COMMIT_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
PICTURE_S = (0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 5.0, 10.0)
LAG_S = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


# One start time for the process is enough; by default each series would export another.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Meters:
    """All meters of one bot. They contain numbers and kinds, but no ids, texts or secrets."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        histogram = partial(Histogram, registry=registry)
        counter, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        self.answer_seconds = histogram(
            "knossos_answer_seconds",
            "From the arrival of a command, press or form until it was answered",
            ["kind"],
            buckets=ANSWER_S,
        )
        self.refusals = counter("knossos_refusals", "Requests refused, by reason", ["reason"])
        self.mistakes = counter("knossos_mistakes", "Requests that met a mistake of the bot")
        self.lost_answers = counter("knossos_lost_answers", "Answers Discord did not take")
        self.commit_seconds = histogram(
            "knossos_commit_seconds", "How long a transaction of changes took to be on disk", buckets=COMMIT_S
        )
        self._picture_seconds = histogram(
            "knossos_picture_seconds", "How long a picture took, waiting for others included", buckets=PICTURE_S
        )
        self._pictures_missing = counter(
            "knossos_pictures_missing", "Pictures that could not be drawn: words went out alone"
        )
        self.thoughts = counter(
            "knossos_thoughts",
            "Thoughts of processes for computer players, hints and reasons, by whether they were cut short",
            ["end"],
        )
        self.thoughts_missing = counter(
            "knossos_thoughts_missing", "Answers of computer players that a policy gave since no process did in time"
        )
        self.discord_refused = counter(
            "knossos_discord_refused", "Requests that Discord refused, by its status", ["status"]
        )
        self.turn_feed = counter("knossos_turn_feed", "Turns for the turn feed, by what became of them", ["end"])
        self.loop_lag_seconds = histogram(
            "knossos_loop_lag_seconds", "How late the event loop came to a timer", buckets=LAG_S
        )
        self.tables = gauge("knossos_tables", "Live tables, by state", ["state"])
        self.identifies_left = gauge(
            "knossos_identifies_left", "Connections that Discord still allows this token today"
        )

    def watch(self, name: str, what: str, read: Callable[[], float]) -> None:
        """Add a gauge that calls `read` for its value."""
        Gauge(name, what, registry=self.registry).set_function(read)

    @contextmanager
    def picture(self) -> Iterator[None]:
        """Measure how long it takes to draw a picture. A failed picture counts as missing."""
        began = time.perf_counter()
        try:
            yield
        except Exception:  # A cancelled picture doesn't count as missing.
            self._pictures_missing.inc()
            raise
        self._picture_seconds.observe(time.perf_counter() - began)
