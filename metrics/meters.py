"""All counters and timers, under the stable names in `docs/hosting.md`."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, disable_created_metrics

ANSWER_S = (0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 2.5, 5.0, 10.0)
"""Discord gives up on a press after 3 s."""
COMMIT_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
PICTURE_S = (0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 5.0, 10.0)
LAG_S = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


# The start of each series says no more than the start of the process.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Meters:
    """The meters of one bot: numbers and names of kinds, without ids, texts or secrets."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.answer_seconds = Histogram(
            "knossos_answer_seconds",
            "From the arrival of a command, press or form until it was answered",
            ["kind"],
            buckets=ANSWER_S,
            registry=registry,
        )
        self.refusals = Counter("knossos_refusals", "Requests refused, by reason", ["reason"], registry=registry)
        self.mistakes = Counter("knossos_mistakes", "Requests that met a mistake of the bot", registry=registry)
        self.lost_answers = Counter("knossos_lost_answers", "Answers Discord did not take", registry=registry)
        self.commit_seconds = Histogram(
            "knossos_commit_seconds",
            "How long a transaction of changes took to be on disk",
            buckets=COMMIT_S,
            registry=registry,
        )
        self.picture_seconds = Histogram(
            "knossos_picture_seconds",
            "How long a picture took, waiting for others included",
            buckets=PICTURE_S,
            registry=registry,
        )
        self.pictures_missing = Counter(
            "knossos_pictures_missing", "Pictures that could not be drawn: words went out alone", registry=registry
        )
        self.thoughts = Counter(
            "knossos_thoughts",
            "Thoughts of processes for computer players, hints and reasons, by whether they were cut short",
            ["end"],
            registry=registry,
        )
        self.thoughts_missing = Counter(
            "knossos_thoughts_missing",
            "Answers of computer players that a policy gave since no process did in time",
            registry=registry,
        )
        self.discord_refused = Counter(
            "knossos_discord_refused", "Requests that Discord refused, by its status", ["status"], registry=registry
        )
        self.loop_lag_seconds = Histogram(
            "knossos_loop_lag_seconds", "How late the event loop came to a timer", buckets=LAG_S, registry=registry
        )
        self.tables = Gauge("knossos_tables", "Live tables, by state", ["state"], registry=registry)
        self.identifies_left = Gauge(
            "knossos_identifies_left", "Connections that Discord still allows this token today", registry=registry
        )

    def watch(self, name: str, what: str, read: Callable[[], float]) -> None:
        """Show a number that is read when asked for. Raises `ValueError` if the name is taken."""
        Gauge(name, what, registry=self.registry).set_function(read)

    @contextmanager
    def picture(self) -> Iterator[None]:
        """Time the drawing of a picture. One that fails counts as missing."""
        began = time.perf_counter()
        try:
            yield
        except Exception:  # a cancelled one is not missing
            self.pictures_missing.inc()
            raise
        self.picture_seconds.observe(time.perf_counter() - began)
