"""The list of games, and the names under which each layer finds a game's parts. Only this module and a game's own
folders name the game. A part is loaded when its layer asks for it, so no layer imports a part that it must not know."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Generic, Literal, TypeVar

T = TypeVar("T")

Part = Literal["engine", "content", "weights", "renderer", "icons", "gallery", "components", "ui"]
"""The parts that are Python objects."""


@dataclass(frozen=True, slots=True)
class Registration:
    """The names under which each layer finds its part of one game.

    `key` is stored with tables and typed in commands, `package` names folders. `GameParts` loads names like
    `module:object`. `catalogues` is a folder below each language of `locales`, `rulebook` a path in the project.
    """

    key: str
    package: str
    engine: str
    content: str
    weights: str
    renderer: str
    icons: str
    gallery: str
    components: str
    ui: str
    catalogues: str
    rulebook: str


def package_of(key: str) -> str:
    """Return a game's name in folders and message ids."""
    return key.replace("-", "_")


def registration(key: str) -> Registration:
    """Return the places of a game's parts, which follow from its key."""
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
"""All games, in the order in which they are offered. Add a new game's key here."""

GAMES: Mapping[str, Registration] = {key: registration(key) for key in KEYS}
"""The places of all games' parts, by key."""


class GameParts(Mapping[str, T], Generic[T]):
    """One part of each game that has it, by the game's key, loaded on first use. `make_default` makes missing parts."""

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
    """Return whether the module in `module:object` exists. This imports the packages that contain the module."""
    try:
        return find_spec(name.partition(":")[0]) is not None
    except ModuleNotFoundError:
        return False


@cache
def _load(name: str) -> Any:
    module, _, part = name.partition(":")
    return getattr(import_module(module), part)
