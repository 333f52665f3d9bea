"""A process of the bot, seen from inside: it answers jobs on standard input until that ends.

Building scenes in Python would block the bot's event loop for many milliseconds, even from a thread. If the bot is
killed, the input ends and so does this process.
"""

import contextlib
import os
import pickle
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from engine.games import use_content
from render.child import LENGTH


def run(answer: Callable[[Any], Any], niceness: int) -> None:
    """Answer jobs on standard input. The host's own content is named in `sys.argv`."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bot handles Ctrl-C
    for folder in sys.argv[1:]:
        use_content(Path(folder))
    serve(sys.stdin.buffer, sys.stdout.buffer, answer)


def serve(jobs: BinaryIO, answers: BinaryIO, answer: Callable[[Any], Any]) -> None:
    """Answer pickled jobs until they end. Each job and each answer follows its length."""
    with contextlib.suppress(BrokenPipeError):  # the bot is gone
        while length := int.from_bytes(jobs.read(LENGTH), "big"):
            answered = _pickle(answer(pickle.loads(jobs.read(length))))
            answers.write(len(answered).to_bytes(LENGTH, "big") + answered)
            answers.flush()


def _pickle(answer: Any) -> bytes:
    """Return the answer as bytes. An exception that can't be pickled is replaced by its name."""
    try:
        return pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
    except Exception:  # pickle may raise anything that the exception's methods raise
        return pickle.dumps(RuntimeError(type(answer).__name__), pickle.HIGHEST_PROTOCOL)
