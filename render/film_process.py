"""`python -m render.film_process [CONTENT]`: the process that makes one moving picture, so that boards needn't wait.

The bot starts it, talks to it and ends it. If the bot is killed, the input ends and so does this process.
"""

import os
import signal
import sys
from pathlib import Path

from engine.games import use_content
from render.film import Film
from render.worker import serve

if hasattr(os, "nice"):
    os.nice(15)  # boards come before films
signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bot handles Ctrl-C
for folder in sys.argv[1:]:
    use_content(Path(folder))
serve(sys.stdin.buffer, sys.stdout.buffer, Film().answer)
