"""The games as the engine knows them, loaded on first use. A host's own content can replace the games' content."""

from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.kernel.codec import decode, decode_facts, encode_facts
from engine.kernel.content import ContentSource, Faults, UnfitContent, content_digest, unknown_word
from engine.kernel.game import Game, complete_settings
from engine.kernel.refusals import UnreadablePosition
from engine.kernel.weights import Weights
from games import INTERFACE, GameParts, Registration, Unfit

GAMES: Mapping[str, Game[Any]] = GameParts("engine")

CONTENT: Mapping[str, ContentSource[Any]] = GameParts("content")
"""The content of every game, by key. Loading it doesn't import the game's rules."""

WEIGHTS: Mapping[str, ContentSource[Weights]] = GameParts("weights")
"""The weights of every game's computer players, by key."""


def check_package(registered: Registration) -> None:
    """Load the rules, content and weights of a package's game. Raises `Unfit`, and whatever the package raises."""
    key, package = registered.key, import_module(registered.engine.partition(".")[0])
    made_for = getattr(package, "INTERFACE", None)
    if made_for != INTERFACE:
        raise Unfit(f"it is made for interface {made_for}, but this bot has {INTERFACE}")
    game: object = GAMES[key]
    if not isinstance(game, Game) or game.rules.key != key:
        raise Unfit(f"{registered.engine} isn't a Game with the key {key}")
    rules = game.rules
    if not (rules.seats and rules.steps and isinstance(rules.version, int)):
        raise Unfit("its rules lack seats, steps or a version")
    for seats in rules.seats:
        complete_settings(game, seats, {})
    with suppress(UnreadablePosition):
        decode(game, b"")  # build the decoders now: unsuitable types raise TypeError
    decode_facts(game, encode_facts(()))
    if key in CONTENT:
        CONTENT[key].box()
    if key in WEIGHTS:
        WEIGHTS[key].box()


def digest_of(registered: Registration, content: Path | None = None) -> str:
    """Return a digest of everything that a game's rules depend on: its files, the kernel's, and a host's content."""
    home = Path(__file__).parent
    folders = [registered.folder or home / registered.package, home / "kernel"]
    folders += [content / registered.key] if content is not None else []
    digest = sha256()
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(b"%s\0%s\0" % (file.relative_to(folder).as_posix().encode(), file.read_bytes()))
    return digest.hexdigest()


def use_content(folder: Path) -> None:
    """Play from a host's own content: `folder` holds one folder per game, named by its key. Raises `UnfitContent`."""
    for name, box in unpack_content(folder):
        CONTENT[name].use(box)


def unpack_content(folder: Path) -> list[tuple[str, Any]]:
    """Return the key and the checked box of each game with a subfolder in `folder`. Raises `UnfitContent`."""
    faults = Faults()
    given = sorted(path.name for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))
    fits = not CONTENT.keys().isdisjoint(given)
    faults.require(fits, str(folder), "-", "-", f"there is no folder {' or '.join(CONTENT)} in it")
    boxes = []
    for name in given:
        if name not in CONTENT:
            faults.require(False, f"{name}/", "-", "-", f"no such game: {unknown_word(name, CONTENT)}")
            continue
        try:
            boxes.append((name, CONTENT[name].unpack(folder / name)))
        except UnfitContent as error:
            for fault in error.faults:
                faults.require(False, f"{name}/{fault.file}", fault.entry, fault.field, fault.problem)
    faults.close()
    return boxes


def games_not_fitted(folder: Path) -> list[str]:
    """Return the keys of games whose weights weren't fitted on the content in `folder`. That content must be valid."""
    given = [key for key in CONTENT if key in WEIGHTS and (folder / key).is_dir()]
    return [key for key in given if content_digest(folder / key) != WEIGHTS[key].box().fitted_on]
