"""A typo in a content file is reported with the file, the entry and the field.

The tests change every field and entry as a typo could. Among similar entries, they change only the first and the last.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from engine import games
from engine.kernel import content as reader
from engine.kernel.content import Fault, Faults, UnfitContent

Path = tuple[str | int, ...]

GAMES = games.CONTENT
FILES = [(key, file.name) for key, source in GAMES.items() for file in sorted(source.folder.glob("*.toml"))]
WHOLE = {
    (key, file): reader.read_toml(GAMES[key].folder, file, Faults()) or {} for key, file in FILES
}  # fmt: skip
PACKED = {place: msgspec.msgpack.encode(whole) for place, whole in WHOLE.items()}
"""The original content. Each test unpacks a fresh copy."""

NAMED_BY = {"setup": "players", "solo_home": "human_start", "price": "owned", "position": "number", "title": "name"}
EFFECTS = {"effect", "gain", "income", "forfeit", "beyond_top", "gained"}
FREE_TEXT = {"name"}
"""Fields that are only displayed."""

OPTIONAL = {
    "gain", "action_bonus", "age2_draw", "coin", "fish", "pick", "effect", "coins", "warriors",
    "palace", "ability", "weapons", "presence", "dominance", "islet",
}  # fmt: skip
"""Optional fields. A missing field counts as empty or 0."""

MAY_SHRINK = {"discount", "covered_at_2", "vases", "closed_sites_2p", "closed_sites_3p", "closed_sites_4p", "gained",
              "title", "locked_faces", "active", "islet", "landmass", "outer_sea", "polygon"}  # fmt: skip
"""Lists that are still valid without one of their elements."""

MAY_GROW = {"discount", "gained", "polygon", "covered_at_2", "closed_sites_2p", "closed_sites_3p", "closed_sites_4p",
            "locked_faces", "adjacent", "land"}  # fmt: skip


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every value of a file, including tables and lists, with its path."""
    if path:
        yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in inner:
        yield from leaves(each, (*path, step))


def values_to_try(key: str, file: str) -> list[tuple[Path, Any]]:
    """Return the first and the last value of each kind in a file."""
    kinds: dict[tuple[Any, ...], list[tuple[Path, Any]]] = {}
    for path, value in leaves(WHOLE[key, file]):
        kinds.setdefault((*(step if isinstance(step, str) else 0 for step in path), type(value)), []).append(
            (path, value)
        )
    return [places[place] for places in kinds.values() for place in dict.fromkeys((0, len(places) - 1))]


def faults_in(key: str, file: str, spoil: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch) -> tuple[Fault, ...]:
    """Return the faults found in a changed file, or nothing if it is accepted."""
    spoilt = msgspec.msgpack.decode(PACKED[key, file])
    spoil(spoilt)
    given = {name: spoilt if name == file else WHOLE[of, name] for of, name in FILES if of == key}
    monkeypatch.setattr(reader, "read_toml", lambda _folder, name, _faults: given[name])
    try:
        GAMES[key].unpack(GAMES[key].folder)
    except UnfitContent as error:
        return error.faults
    return ()


def inside(whole: Any, path: Path) -> Any:
    for step in path:
        whole = whole[step]
    return whole


def setting(path: Path, value: Any) -> Callable[[Any], None]:
    return lambda whole: inside(whole, path[:-1]).__setitem__(path[-1], value)


def without(path: Path) -> Callable[[Any], None]:
    return lambda whole: inside(whole, path[:-1]).__delitem__(path[-1])


def repeating_the_last(path: Path) -> Callable[[Any], None]:
    return lambda whole: inside(whole, path).append(inside(whole, path)[-1])


def place_of(key: str, file: str, path: Path) -> tuple[str, str]:
    """Return the entry and the field that an error at `path` should name."""
    whole, table = WHOLE[key, file], path[0]
    if len(path) == 1:
        return "-", str(table)
    if isinstance(path[1], int) and isinstance(inside(whole, path[:2]), dict):
        named = inside(whole, path[:2]).get(NAMED_BY.get(str(table), "id"))
        entry, rest = f"{table} no. {path[1] + 1}" if named is None else f"{table} {named}", path[2:]
    elif isinstance(whole[str(table)], dict):
        entry, rest = str(table), path[1:]
    else:
        entry, rest = "-", path
    field = ""
    for step in rest:
        field += f"[{step + 1}]" if isinstance(step, int) else f".{step}" if field else step
    return entry, field


def name_of(path: Path) -> str:
    """Return the name of the field at a path, without numbers."""
    return [step for step in path if isinstance(step, str)][-1]


def is_table_entry(path: Path, value: Any) -> bool:
    return isinstance(path[-1], int) and isinstance(value, dict)


def wrong_kinds(value: Any) -> list[Any]:
    return [wrong for wrong in (7, "seven", True, [[1]]) if type(wrong) is not type(value)]


@pytest.mark.parametrize(("key", "file"), FILES)
def test_an_error_names_the_value_of_the_wrong_type(key, file, monkeypatch):
    for path, value in values_to_try(key, file):
        for wrong in wrong_kinds(value):
            faults = faults_in(key, file, setting(path, wrong), monkeypatch)
            entry, field = place_of(key, file, path)
            if len(path) == 3 and path[-1] == NAMED_BY.get(str(path[0]), "id"):
                entry = f"{path[0]} {wrong}" if type(wrong) in (int, str, bool) else f"{path[0]} no. {int(path[1]) + 1}"
            if not (is_table_entry(path, value) or isinstance(value, dict)):
                start = field.split("[")[0]
                told = [f for f in faults if (f.file, f.entry) == (file, entry) and f.field.startswith(start)]
                assert told, (path, wrong, faults)
            else:
                assert any(f.file == file for f in faults), (path, wrong, faults)


@pytest.mark.parametrize(("key", "file"), FILES)
def test_an_error_names_the_missing_or_unknown_field(key, file, monkeypatch):
    assert faults_in(key, file, lambda whole: whole.__setitem__("colur", 1), monkeypatch)[0].field == "colur"
    for path, value in values_to_try(key, file):
        is_dictionary = any(
            step in ("value", "colours", "pile_size", "tracks", "temp", "removed_2", "removed_3") for step in path[:-1]
        )
        if isinstance(path[-1], str) and not is_dictionary:
            faults = faults_in(key, file, without(path), monkeypatch)
            entry, field = place_of(key, file, path)
            if name_of(path) in NAMED_BY.values() or path[-1] == "id":
                assert not faults or any((f.file, f.field) == (file, field) for f in faults), (path, faults)
            elif str(path[-1]) not in OPTIONAL:
                told = [(f.file, f.entry, f.field) for f in faults]
                assert (
                    (file, entry, field) in told
                    or (file, field, "-") in told
                    or any((f.file, f.entry) == (file, entry) for f in faults)
                ), (path, faults)
        if isinstance(value, dict):
            faults = faults_in(key, file, setting((*path, "colur"), 1), monkeypatch)
            is_told = any("colur" in f.field + f.problem for f in faults)
            assert is_told or (path[-1] in ("pile_size", "trade_bonus_tiles_per_route") and faults), (path, faults)


@pytest.mark.parametrize(("key", "file"), FILES)
def test_an_error_names_the_number_out_of_range(key, file, monkeypatch):
    for path, value in values_to_try(key, file):
        if type(value) is int:
            for wrong in (-1, 10**30):
                faults = faults_in(key, file, setting(path, wrong), monkeypatch)
                assert any(f.file == file for f in faults), (path, wrong, faults)


@pytest.mark.parametrize(("key", "file"), FILES)
def test_an_error_names_the_unknown_word(key, file, monkeypatch):
    for path, value in values_to_try(key, file):
        if isinstance(value, str) and name_of(path) not in FREE_TEXT:
            for wrong in ("gren", "gr en: 1"):
                if path[-1] == "id" and wrong == "gren":
                    continue
                if name_of(path) == "kind" and key == "minerva" and wrong == "gren":
                    continue
                faults = faults_in(key, file, setting(path, wrong), monkeypatch)
                assert any(f.file == file for f in faults), (path, wrong, faults)


@pytest.mark.parametrize(("key", "file"), FILES)
def test_an_effect_with_bad_operator_or_count_is_refused(key, file, monkeypatch):
    for path, value in values_to_try(key, file):
        words = {step for step in path if isinstance(step, str)}
        if isinstance(value, str) and words & EFFECTS and not (key == "minerva" and not value):
            spoilt = [
                f"coins 2; {value}",
                f"{value} + coin 0",
                f"{value}.",
                "coin 100",
                "coin two",
                "",
                "coin 2 per moons",
            ]
            for wrong in spoilt[: 5 if path[-1] == "effect" and key == "minerva" else 7]:
                faults = faults_in(key, file, setting(path, wrong), monkeypatch)
                if wrong == "" and name_of(path) in OPTIONAL - {"effect"}:
                    continue
                entry, field = place_of(key, file, path)
                assert (file, entry, field) in [(f.file, f.entry, f.field) for f in faults], (path, wrong, faults)


@pytest.mark.parametrize(("key", "file"), FILES)
def test_an_error_names_the_missing_or_repeated_entry(key, file, monkeypatch):
    for path, value in values_to_try(key, file):
        if not isinstance(value, list) or not value:
            continue
        name = str(path[-1])
        for place in (0, -1):
            faults = faults_in(key, file, without((*path, place)), monkeypatch)
            if name not in MAY_SHRINK:
                assert faults, (path, "one less")
        faults = faults_in(key, file, repeating_the_last(path), monkeypatch)
        if name not in MAY_GROW:
            assert faults, (path, "the last twice")
