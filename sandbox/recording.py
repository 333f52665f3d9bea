"""Record every request and every frame of the gateway as JSON, one object per line."""

import json
import os
import time
from pathlib import Path
from typing import Any

from sandbox.incoming import Incoming
from sandbox.records import Json


class Recording:
    """Appends to a `file` that several processes may share. `life` counts the bot's starts. Tokens are left out."""

    def __init__(self, file: Path, test: str | None = None) -> None:
        # Append each line in one write. Otherwise lines of several processes could mix.
        self._file = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        self._world = f"{os.getpid()}-{time.time_ns()}"
        self._life = 0
        self._test = test

    def close(self) -> None:
        os.close(self._file)

    def rest(self, incoming: Incoming, asked: Any, status: int, answer: Any, ms: float) -> None:
        if (incoming.method, incoming.path) == ("GET", "/users/@me"):  # discord.py always begins with this request
            self._life += 1
        self._write(
            "rest",
            method=incoming.method,
            path=incoming.path,
            query=incoming.query,
            type=incoming.content_type.partition(";")[0],
            authorized=incoming.is_authorized,
            json=asked,
            uploads=[{"index": u.index, "filename": u.filename, "size": len(u.content)} for u in incoming.uploads],
            request_bytes=incoming.size,
            status=status,
            answer=answer,
            ms=ms,
        )

    def event(self, text: str) -> None:
        frame = json.loads(text)
        self._write("event", op=frame.get("op"), event=frame.get("t"), data=frame.get("d"))

    def hear(self, frame: Json) -> None:
        body = frame.get("d")
        shown = {**body, "token": "***"} if isinstance(body, dict) and "token" in body else body
        self._write("heard", op=frame.get("op"), data=shown)

    def _write(self, kind: str, **what: Any) -> None:
        head = {"kind": kind, "at": time.time(), "world": self._world, "life": self._life, "test": self._test}
        os.write(self._file, (json.dumps(head | what) + "\n").encode())
