"""`python -m render [CONTENT]`: the process that draws. The bot starts it and talks to it."""

import os
import signal
import sys
from pathlib import Path

from engine.games import use_content
from render.worker import RenderWorker, serve

if hasattr(os, "nice"):
    os.nice(10)  # answers to players come before pictures
signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bot handles Ctrl-C
for folder in sys.argv[1:]:
    use_content(Path(folder))
serve(sys.stdin.buffer, sys.stdout.buffer, RenderWorker().answer)
