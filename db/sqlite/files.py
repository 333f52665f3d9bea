"""Whether the files of an open database are still those that its name leads to."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

PARTS = ("", "-wal", "-shm")
"""The names' endings of the files that an open database consists of."""

Identity = tuple[int, int]
"""The device and the number of a file. A file that is renamed keeps them, another one of its name has others."""


@dataclass(eq=False, repr=False)
class FileReplaced(Exception):  # noqa: N818
    """A file of the database was deleted, moved or replaced while it was open: what is written there is lost."""

    path: Path


def identify(path: Path) -> Identity | None:
    """Return the identity of the file of that name; None if there is no such file."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


class OpenFiles:
    """The files of a connection, as they are when it has just been opened."""

    def __init__(self, path: Path) -> None:
        self._opened = {each: identify(each) for each in (path.with_name(path.name + part) for part in PARTS)}

    def check(self) -> None:
        """Raise `FileReplaced` if a name leads to another file by now, or to none."""
        for path, opened in self._opened.items():
            if identify(path) != opened:
                raise FileReplaced(path)
