"""Metrics of a running bot for Prometheus, and the health of its parts."""

from metrics.meters import Meters
from metrics.server import Health, MetricsServer

__all__ = ["Health", "Meters", "MetricsServer"]
