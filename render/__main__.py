"""`python -m render boards|film [CONTENT]`: draw in a separate process, because building scenes would block the bot's
event loop. The process reads jobs from standard input and exits at the end of the input, even if the bot was killed."""

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
    """Draw boards or one film, with content from a folder if given. A length precedes each job and each answer."""
    worker, niceness = (Film(), 15) if kind == "film" else (RenderWorker(), 10)
    os.nice(niceness)  # answers to players take priority over pictures, and boards over films
    for number in (signal.SIGINT, signal.SIGTERM):  # the bot handles Ctrl-C and the end of its service
        signal.signal(number, signal.SIG_IGN)
    for folder in folders:
        use_content(Path(folder))
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a game prints goes to standard error, not among the answers
    with contextlib.suppress(BrokenPipeError):  # the bot is gone
        while length := int.from_bytes(jobs.read(LENGTH), "big"):
            answered = _pickle(_answer(worker, jobs.read(length)))
            answers.write(len(answered).to_bytes(LENGTH, "big") + answered)
            answers.flush()


def _answer(worker: Film | RenderWorker, job: bytes) -> Any:
    """Carry out a pickled job. If a game's view can't be read here, return the error, as if drawing had failed."""
    try:
        order = pickle.loads(job)
    except Exception as error:  # reading a view imports its game, which may raise anything
        return error
    return worker.answer(order)


def _pickle(answer: Any) -> bytes:
    """Return the answer as bytes. If an exception can't be pickled, use its name instead."""
    try:
        return pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
    except Exception:  # pickling calls the exception's own methods, which may raise anything
        return pickle.dumps(RuntimeError(type(answer).__name__), pickle.HIGHEST_PROTOCOL)


serve(*sys.argv[1:])
