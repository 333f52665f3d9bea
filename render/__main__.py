"""`python -m render [CONTENT]`: the process that draws. The bot starts it and talks to it."""

import os
import signal
import sys
from pathlib import Path

from engine.games import use_content
from render.worker import RenderWorker, serve

if hasattr(os, "nice"):
    os.nice(10)  # whoever waits for an answer comes before whoever waits for a picture
signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is the bot's to take
for folder in sys.argv[1:]:
    use_content(Path(folder))
serve(sys.stdin.buffer, sys.stdout.buffer, RenderWorker().answer)
