"""`python -m render boards|film [CONTENT]`: a process of the bot, which answers jobs on standard input until that ends.

Building scenes in Python would block the bot's event loop for many milliseconds, even from a thread. If the bot is
killed, the input ends and so does this process.
"""

import contextlib
import os
import pickle
import signal
import sys
from pathlib import Path
from typing import Any

from engine.games import use_content
from render.child import LENGTH
from render.film import Film
from render.worker import RenderWorker


def serve(kind: str, *folders: str) -> None:
    """Draw boards or one film, with the host's own content. Each pickled job and each answer follows its length."""
    worker, niceness = (Film(), 15) if kind == "film" else (RenderWorker(), 10)
    if hasattr(os, "nice"):
        os.nice(niceness)  # answers to players come before pictures, boards before films
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bot handles Ctrl-C
    for folder in folders:
        use_content(Path(folder))
    jobs, answers = sys.stdin.buffer, sys.stdout.buffer
    with contextlib.suppress(BrokenPipeError):  # the bot is gone
        while length := int.from_bytes(jobs.read(LENGTH), "big"):
            answered = _pickle(worker.answer(pickle.loads(jobs.read(length))))
            answers.write(len(answered).to_bytes(LENGTH, "big") + answered)
            answers.flush()


def _pickle(answer: Any) -> bytes:
    """Return the answer as bytes. An exception that can't be pickled is replaced by its name."""
    try:
        return pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
    except Exception:  # pickle may raise anything that the exception's methods raise
        return pickle.dumps(RuntimeError(type(answer).__name__), pickle.HIGHEST_PROTOCOL)


serve(*sys.argv[1:])
