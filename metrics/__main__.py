"""`python -m metrics` asks the bot on this machine for its health.

The exit code is 0 if the bot is healthy, 1 if it's unhealthy or doesn't answer, and 2 if the settings are wrong or
name no port.
"""

import sys
import urllib.error
import urllib.request

from metrics.server import HOST
from settings import BadSettings, read_settings

ASK_S = 5.0


def main() -> int:
    """Print the health of every part, for checks of containers and services. Return the exit code."""
    try:
        port = read_settings().metrics_port
    except BadSettings as error:
        print(error, file=sys.stderr)
        return 2
    if port is None:
        print("METRICS_PORT is not set, so the bot tells nothing.", file=sys.stderr)
        return 2
    if not port:
        print("METRICS_PORT is 0, so the bot takes any port. Set it to the one that its log names.", file=sys.stderr)
        return 2
    try:
        with urllib.request.urlopen(f"http://{HOST}:{port}/health", timeout=ASK_S) as answer:
            print(answer.read().decode())
            return 0
    except urllib.error.HTTPError as error:
        print(error.read().decode())
    except OSError:
        print(f"Nothing answers on port {port}: the bot does not run, or hangs.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
