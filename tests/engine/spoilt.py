"""Copies of a game's content with one text changed, and the faults that the game finds in them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.kernel.content import Fault, UnfitContent


def change(folder: Path, file: str, old: str, new: str, count: int = 1) -> None:
    """Replace the first `count` occurrences of `old` in a file by `new`."""
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, count), encoding="utf-8")


def faults_of(load: Callable[[Path], object], folder: Path) -> tuple[Fault, ...]:
    """Return the faults for which `load` refuses the folder."""
    with pytest.raises(UnfitContent) as refused:
        load(folder)
    return refused.value.faults
