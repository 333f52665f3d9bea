"""The list of games, and the names under which each layer finds a game's parts. Only this module and a game's own
folders name the game. Parts are loaded on demand, so no layer imports a part that it must not know.

Installed packages can bring more games (decision 040).
"""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

T = TypeVar("T")

Part = Literal["engine", "content", "weights", "renderer", "icons", "gallery", "components", "ui"]
"""The parts that are Python objects."""


@dataclass(frozen=True, slots=True)
class Registration:
    """The names under which each layer finds its part of one game. `GameParts` loads names like `module:object`."""

    key: str
    """Stored with tables and typed in commands."""
    package: str
    """The name of the game's folders."""
    engine: str
    content: str
    weights: str
    renderer: str
    icons: str
    gallery: str
    components: str
    ui: str
    catalogues: str
    """A folder below each language of `locales`."""
    rulebook: str
    """A path in the project."""
    folder: Path | None = None
    """The folder of an installed package that brings the game."""
    source: str = ""
    """The name and version of the package that brings the game."""


def package_of(key: str) -> str:
    """Return a game's name in folders and message ids."""
    return key.replace("-", "_")


def registration(key: str) -> Registration:
    """Derive the places of a game's parts from its key."""
    package = package_of(key)
    return Registration(
        key=key,
        package=package,
        engine=f"engine.{package}.game:GAME",
        content=f"engine.{package}.content.box:SOURCE",
        weights=f"engine.{package}.policies.weights:WEIGHTS",
        renderer=f"render.{package}.renderer:RENDERER",
        icons=f"render.{package}.icons:GAME_ICONS",
        gallery=f"render.{package}.gallery:pictures",
        components=f"render.{package}.components:pages",
        ui=f"cogs.games.{package}.ui:UI",
        catalogues=package,
        rulebook=f"docs/rules/{key}.md",
    )


KEYS = ("minos-classic", "minos-dawn", "minerva")
"""All games of the bot, in the order in which they are offered. Add a new game's key here."""

BUNDLED: Mapping[str, Registration] = {key: registration(key) for key in KEYS}
"""The places of the parts of the bot's own games, by key."""

GROUP = "knossos.games"
"""The group of entry points by which installed packages bring games. The name of an entry point is the game's key, its
value the package to import."""

INTERFACE = 1
"""The version of the interface for games in packages. It grows when such games have to change."""

LEFT_OUT = "KNOSSOS_GAMES_LEFT_OUT"
"""The environment variable with the keys of games that this process and its children don't use."""

_KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_KEY = 24
"""Maximum length of a key, which has to fit into the ids of buttons."""


class Unfit(Exception):  # noqa: N818  (shown to the host as a sentence)
    """A package's game can't be used. The text says why."""


def from_package(point: EntryPoint) -> Registration:
    """Return the registration of a package's game, without importing the package. Raises `Unfit`."""
    key, package = point.name, point.value
    if not _KEY.fullmatch(key) or len(key) > LONGEST_KEY:
        raise Unfit(f"a key has at most {LONGEST_KEY} lower-case letters, digits and single hyphens")
    if key in BUNDLED:
        raise Unfit("the bot has a game with this key")
    spec = find_spec(package) if package.isidentifier() else None
    if spec is None or not spec.submodule_search_locations:
        raise Unfit(f"{package!r} isn't a package that can be imported")
    folder = Path(next(iter(spec.submodule_search_locations)))
    return Registration(
        key=key,
        package=package_of(key),
        engine=f"{package}.game:GAME",
        content=f"{package}.content.box:SOURCE",
        weights=f"{package}.policies.weights:WEIGHTS",
        renderer=f"{package}.renderer:RENDERER",
        icons=f"{package}.icons:GAME_ICONS",
        gallery=f"{package}.gallery:pictures",
        components=f"{package}.components:pages",
        ui=f"{package}.ui:UI",
        catalogues="",
        rulebook=str(folder / "rules" / f"{key}.md"),
        folder=folder,
        source=source_of(point),
    )


def source_of(point: EntryPoint) -> str:
    """Return the name and version of the installed package that has this entry point."""
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else "?"


def find_games() -> tuple[dict[str, Registration], list[tuple[EntryPoint, str]]]:
    """Return all games by key, the bot's own first, and the entry points that can't be used, with the reasons."""
    found, unfit = dict(BUNDLED), list[tuple[EntryPoint, str]]()
    points = sorted(entry_points(group=GROUP), key=lambda point: (point.name, source_of(point)))
    times = Counter(point.name for point in points)
    for point in points:
        try:
            game = from_package(point)
            if times[point.name] > 1:
                raise Unfit("several packages have a game with this key")
        except Exception as error:  # a broken package must not affect other games
            unfit.append((point, str(error)))
        else:
            found[game.key] = game
    for key in os.environ.get(LEFT_OUT, "").split():
        found.pop(key, None)
    return found, unfit


def leave_out(key: str) -> None:
    """Remove a package's game from this process, and from children that it starts from now on."""
    del GAMES[key]
    os.environ[LEFT_OUT] = " ".join(sorted({*os.environ.get(LEFT_OUT, "").split(), key}))


GAMES, UNFIT = find_games()
"""The places of all games' parts, by key, and the entry points of packages that can't be used, with the reasons."""


def find(key: str) -> Registration:
    """Return the places of a game's parts. If the game is unknown, it's treated as one of the bot's own."""
    return GAMES.get(key) or registration(key)


class GameParts(Mapping[str, T], Generic[T]):
    """One part of each game that has it, by the game's key. A part is loaded on first use. `make_default` makes missing
    ones."""

    def __init__(self, part: Part, make_default: Callable[[str], T] | None = None) -> None:
        self._part = part
        self._make_default = make_default

    def __getitem__(self, key: str) -> T:
        name = getattr(GAMES[key], self._part)
        if _exists(name):
            loaded: T = _load(name)
            return loaded
        if self._make_default is None:
            raise KeyError(key)
        return self._make_default(key)

    def __contains__(self, key: object) -> bool:
        return key in GAMES and (self._make_default is not None or _exists(getattr(GAMES[str(key)], self._part)))

    def __iter__(self) -> Iterator[str]:
        return (key for key in GAMES if key in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def _exists(name: str) -> bool:
    """Return whether the module in `module:object` exists. This imports the packages that contain it. Return True if
    one of them raises."""
    module = name.partition(":")[0]
    try:
        return find_spec(module) is not None
    except Exception as error:  # loading the part will report it
        return not (isinstance(error, ModuleNotFoundError) and f"{module}.".startswith(f"{error.name}."))


@cache
def _load(name: str) -> Any:
    module, _, part = name.partition(":")
    return getattr(import_module(module), part)


class WithAbsent(dict[str, T]):
    """One part of each game that can be played, by key. Any other key has a stand-in, which is not listed."""

    def __init__(self, known: Mapping[str, T], make_absent: Callable[[str], T]) -> None:
        super().__init__(known)
        self._make_absent = make_absent

    def __missing__(self, key: str) -> T:
        return self._make_absent(key)
