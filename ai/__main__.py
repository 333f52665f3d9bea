"""`python -m ai [CONTENT]`: a process of the bot that thinks for computer players."""

import os
import resource
import signal
import sys
from pathlib import Path

from ai.worker import MOST_BYTES, serve
from engine.games import GAMES, use_content

answers = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)  # What a game prints goes to standard error, not among the answers.
os.nice(15)  # Let the bot and its drawing process run first.
resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
for number in (signal.SIGINT, signal.SIGTERM):  # Ctrl-C and the end of the service are for the bot to handle.
    signal.signal(number, signal.SIG_IGN)
for folder in sys.argv[1:]:
    use_content(Path(folder))
serve(sys.stdin.buffer, answers, GAMES)
