"""What a host can see of a running bot: numbers for Prometheus, and whether each part is well."""

from metrics.health import Health
from metrics.meters import Meters
from metrics.server import MetricsServer

__all__ = ["Health", "Meters", "MetricsServer"]
