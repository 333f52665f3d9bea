"""`python -m render`: the painter's process; the bot starts it and talks to it."""

import signal
import sys

from render.studio import serve

signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is the bot's to take
serve(sys.stdin.buffer, sys.stdout.buffer)
