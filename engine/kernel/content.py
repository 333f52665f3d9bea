"""Content files: TOML beside the rules of a game, decoded into its frozen records, with errors that name the place."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

B = TypeVar("B")
T = TypeVar("T")

_PLACE = re.compile(r"\$\.?(?P<table>\w+)?(?:\[(?P<number>\d+)\])?\.?(?P<field>.*)")


class UnfitContent(ValueError):  # noqa: N818  (as the kernel names its refusals)
    """A content file that no game can be played with: which file, entry and field, and what is wrong there."""

    def __init__(self, file: str, entry: str, field: str, problem: str) -> None:
        super().__init__(f"{file}: {entry}: {field}: {problem}")
        self.file = file
        self.entry = entry
        self.field = field
        self.problem = problem


def fit(holds: bool, file: str, entry: str, field: str, problem: str) -> None:
    """Raise `UnfitContent` unless it `holds`."""
    if not holds:
        raise UnfitContent(file, entry, field, problem)


def read_toml(folder: Path, file: str) -> dict[str, Any]:
    """The file as TOML has it. Raises `UnfitContent` when it is missing or is no TOML."""
    try:
        return tomllib.loads((folder / file).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UnfitContent(file, "-", "-", str(error)) from error


def read_record(folder: Path, file: str, record: type[T]) -> T:
    """The whole file as one record. Raises `UnfitContent` naming table, id and field of what does not decode."""
    raw = read_toml(folder, file)
    try:
        return msgspec.convert(raw, record)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).rpartition(" - at `")
        raise UnfitContent(file, *_entry_and_field(raw, place.rstrip("`")), problem or str(error)) from error


def _entry_and_field(raw: dict[str, Any], place: str) -> tuple[str, str]:
    """Which entry and field msgspec's path `$.site[3].land[0]` means: (`site s_populonia`, `land[0]`)."""
    found = _PLACE.match(place)
    if found is None:
        return "-", place or "-"
    table = found["table"] or "-"
    if found["number"] is None:
        return table, found["field"] or "-"
    entry = raw[table][int(found["number"])]
    name = entry.get("id", found["number"]) if isinstance(entry, dict) else found["number"]
    return f"{table} {name}", found["field"] or "-"


class Shelf(Generic[B]):
    """Where a game keeps the box it is played from: that of its own folder, until a host chooses another."""

    def __init__(self, folder: Path, unpack: Callable[[Path], B]) -> None:
        """`unpack` reads and checks a folder. It raises `UnfitContent`, and is not called before a box is needed."""
        self.folder = folder
        self._unpack = unpack
        self._box: B | None = None

    def use_folder(self, folder: Path) -> None:
        """Play from the content of `folder` from now on; for whoever builds the program, before any game is opened.

        Raises `UnfitContent`; then all stays as it was.
        """
        self._box = self._unpack(folder)

    def box(self) -> B:
        """The box that games are played from."""
        if self._box is None:
            self._box = self._unpack(self.folder)
        return self._box
