"""A host's own content: a folder with a folder for each game that it changes, all of it checked."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.kernel.content import UnfitContent

SHELVES = {key: game.shelf for key, game in engine.GAMES.items() if game.shelf is not None}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Path]:
    """A host's folder with every game in it, like ours so far; our own is back afterwards."""
    for key, shelf in SHELVES.items():
        shutil.copytree(shelf.folder, tmp_path / key)
    yield tmp_path
    for shelf in SHELVES.values():
        shelf.use_folder(shelf.folder)


def test_every_game_has_content() -> None:
    assert SHELVES.keys() == engine.GAMES.keys()


def test_each_game_is_played_from_its_own_folder(host: Path) -> None:
    before = {key: shelf.box() for key, shelf in SHELVES.items()}

    engine.use_content(host)

    assert all(shelf.box() is not before[key] for key, shelf in SHELVES.items())


@pytest.mark.parametrize("key", SHELVES)
def test_a_game_without_a_folder_keeps_ours(host: Path, key: str) -> None:
    shutil.rmtree(host / key)
    ours = SHELVES[key].box()

    engine.use_content(host)

    assert SHELVES[key].box() is ours


@pytest.mark.parametrize("key", SHELVES)
def test_a_fault_is_told_with_its_game(host: Path, key: str) -> None:
    file = sorted((host / key).iterdir())[0]
    file.write_text("= nothing", encoding="utf-8")

    with pytest.raises(UnfitContent) as refused:
        engine.use_content(host)
    assert refused.value.file == f"{key}/{file.name}"


def test_a_folder_with_no_game_in_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnfitContent, match="minerva"):
        engine.use_content(tmp_path)
