"""Checks that the files of an open database are still those of its name."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

PARTS = ("", "-wal", "-shm")
"""The suffixes of the files of an open database."""

Identity = tuple[int, int]
"""The device and number of a file. A renamed file keeps them; another file of its name has others."""


@dataclass(eq=False, repr=False)
class FileReplaced(Exception):  # noqa: N818
    """A file of the database was deleted, moved or replaced while open: writes to it are lost."""

    path: Path


def identify(path: Path) -> Identity | None:
    """Return the identity of this file; None if there is no such file."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


class OpenFiles:
    """The files of a connection when it was opened."""

    def __init__(self, path: Path) -> None:
        self._opened = {each: identify(each) for each in (path.with_name(path.name + part) for part in PARTS)}

    def check(self) -> None:
        """Raise `FileReplaced` if a name has another file by now, or none."""
        for path, opened in self._opened.items():
            if identify(path) != opened:
                raise FileReplaced(path)
