"""Metrics of a running bot for Prometheus, and the health of its parts."""

from metrics.health import Health
from metrics.meters import Meters
from metrics.server import MetricsServer

__all__ = ["Health", "Meters", "MetricsServer"]
