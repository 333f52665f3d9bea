"""A game is registered in one place, has all its parts, and is named nowhere else outside its own folders."""

import re
from collections.abc import Callable, Iterator
from importlib import import_module

import pytest

from engine import games as engine_games
from games import BUNDLED, GameParts, Registration, registration
from locales.words import LANGUAGES
from tests.architecture.sources import PACKAGES, ROOT, tracked_files
from tests.engine.transcripts.transcript import transcripts_of

NAMES_GAMES = {
    "Makefile": "tests one game's wire over PostgreSQL",
    "games.py": "the registration",
    "render/palette.py": "one palette of 256 colours for all pictures: what the theme lacks, a game adds",
    "sandbox/simulation/hidden.py": "knows what to look for where a game has secrets that people may not learn",
    "gauntlet/families/evening.py": "plants faults in a game that reveals them",
    "benchmarks/answers.py": "measures one game that everybody can compare with",
    "benchmarks/tables.py": "measures one game that everybody can compare with",
}
"""Files outside a game's folders that may name the game, with the reason."""


def outside_games() -> Iterator[str]:
    """Yield the files of code and settings that belong to no game. Tests may name games."""
    packages = {game.package for game in BUNDLED.values()}
    for name in tracked_files():
        top = name.split("/")[0]
        is_code = name.endswith(".py") and (top in PACKAGES or "/" not in name)
        if (is_code or name in ("pyproject.toml", "Makefile", ".ci/run")) and packages.isdisjoint(name.split("/")):
            yield name


def test_a_game_is_named_once_outside_its_folders() -> None:
    spelt = re.compile("|".join(rf"{game.key}|{game.package}" for game in BUNDLED.values()))
    found = {name for name in outside_games() if spelt.search((ROOT / name).read_text(encoding="utf-8"))}
    assert found == set(NAMES_GAMES)


def is_loadable(part: str, name: str) -> Callable[[Registration], bool]:
    """Return a check that the part exists and can be loaded."""

    def is_there(game: Registration) -> bool:
        module = getattr(game, part).partition(":")[0]
        if not (ROOT / f"{module.replace('.', '/')}.py").exists():
            return False
        parts: GameParts[object] = GameParts(name)  # type: ignore[arg-type]
        return parts[game.key] is not None

    return is_there


has_engine = is_loadable("engine", "engine")


def has_catalogues(language: str) -> Callable[[Registration], bool]:
    """Return a check that the game has catalogues in that language."""
    return lambda game: any((ROOT / "locales" / language / game.catalogues).glob("*.po"))


def has_transcripts(game: Registration) -> bool:
    """Return whether a transcript of the game is stored."""
    if not (ROOT / "tests" / "engine" / game.package / "transcripts.py").exists():
        return False
    kept = transcripts_of(game)
    return bool(kept) and all(each.file.exists() for each in kept)


def has_tests(game: Registration) -> bool:
    """Return whether the rules of the game have tests."""
    return any((ROOT / "tests" / "engine" / game.package).glob("test_*.py"))


def has_tags(game: Registration) -> bool:
    """Return whether a list of the game's stored tags exists."""
    return (ROOT / "tests" / "engine" / game.package / "tags.txt").is_file()


def has_tables(game: Registration) -> bool:
    """Return whether the contract tests play the game at every number of seats."""
    if not has_engine(game):
        return False
    from tests.engine.contract.tables import TABLES  # Imported only here, because it loads every game.

    played = {table.seats for table in TABLES if table.game == game.key}
    return played == set(engine_games.GAMES[game.key].rules.seats)


def has_pictures(game: Registration) -> bool:
    """Return whether the gallery has pictures of the game."""
    return is_loadable("gallery", "gallery")(game) and bool(import_module(game.gallery.partition(":")[0]).pictures())


NEEDED: dict[str, Callable[[Registration], bool]] = {
    "engine: {engine}": has_engine,
    "content: {content}, a ContentSource of TOML": is_loadable("content", "content"),
    "weights: {weights}, a ContentSource of weights.toml": is_loadable("weights", "weights"),
    "renderer: {renderer}": is_loadable("renderer", "renderer"),
    "icons: {icons}": is_loadable("icons", "icons"),
    "gallery: {gallery}, with pictures": has_pictures,
    "components: {components}": is_loadable("components", "components"),
    "ui: {ui}": is_loadable("ui", "ui"),
    **{f"catalogue: locales/{language}/{{catalogues}}/*.po": has_catalogues(language) for language in LANGUAGES},
    "rulebook: {rulebook}": lambda game: (ROOT / game.rulebook).is_file(),
    "tests: tests/engine/{package}/test_*.py": has_tests,
    "transcripts: tests/engine/{package}/transcripts.py and tests/engine/transcripts/{key}-*.txt": has_transcripts,
    "tags: tests/engine/{package}/tags.txt": has_tags,
    "contract tables at every number of seats": has_tables,
}
"""Descriptions of everything that a registered game needs, each with its check."""


def missing_parts(game: Registration) -> list[str]:
    """Return the requirements that the game does not meet."""
    names = {field: getattr(game, field) for field in Registration.__slots__}
    return [what.format(**names) for what, is_there in NEEDED.items() if not is_there(game)]


@pytest.mark.parametrize("key", BUNDLED)
def test_a_registered_game_is_complete(key: str) -> None:
    assert missing_parts(BUNDLED[key]) == []


def test_missing_parts_of_a_game_are_reported() -> None:
    """A game without any parts lacks every part."""
    assert len(missing_parts(registration("never-written"))) == len(NEEDED)
