"""Every game's weights match its content. They are checked completely, and loaded lazily."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import games
from engine.kernel import content as reader
from engine.kernel.content import Fault, Faults, UnfitContent, content_digest
from tests.architecture.sources import ROOT
from tests.architecture.test_rules import rules_of

KEYS = tuple(games.GAMES)
FILE = "weights.toml"
WHOLE = {key: reader.read_toml(games.WEIGHTS[key].folder, FILE, Faults()) or {} for key in KEYS}
LEFT_OUT = {"turns", "rounds", "thorough", "doubt", "beaten"}
"""Optional fields of a `search` table. In a `taste` table, every field is optional."""

Path_ = tuple[str | int, ...]


@pytest.mark.parametrize("key", KEYS)
def test_the_weights_were_fitted_on_our_current_content(key: str) -> None:
    weights, content = games.WEIGHTS[key], games.CONTENT[key]
    digest = content_digest(content.folder)
    assert weights.box().fitted_on == digest, (
        f"The computer players of {key} were fitted on other content. Repeat the matches of "
        f"docs/studies/opponents.md and record the results there. Then set\n"
        f'fitted_on = "{digest}"\nin {(weights.folder / FILE).relative_to(ROOT)}. If only names or '
        f"drawings have changed, the new digest is enough."
    )


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Path]:
    """A host's folder with a copy of every game's content. During the test, the weights count as tuned for it."""
    before = {key: source.box() for key, source in games.WEIGHTS.items()}
    for key, source in games.CONTENT.items():
        shutil.copytree(source.folder, tmp_path / key, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        fitted = msgspec.structs.replace(before[key], fitted_on=content_digest(source.folder))
        games.WEIGHTS[key].use(fitted)
    yield tmp_path
    for key, weights in before.items():
        games.WEIGHTS[key].use(weights)


FIGURE = re.compile(r"^(\w+ = \d+)", re.MULTILINE)


def test_the_weights_fit_host_content_that_equals_ours(host: Path) -> None:
    for file in host.glob("*/*.toml"):
        file.write_text("# As in our box.\n\n" + file.read_text(encoding="utf-8") + "# The end.\n", encoding="utf-8")
    assert games.games_not_fitted(host) == []


@pytest.mark.parametrize("key", KEYS)
def test_content_counts_as_foreign_if_one_number_differs(host: Path, key: str) -> None:
    file = next(file for file in sorted((host / key).glob("*.toml")) if FIGURE.search(file.read_text(encoding="utf-8")))
    file.write_text(FIGURE.sub(r"\g<1>0", file.read_text(encoding="utf-8"), count=1), encoding="utf-8")
    assert games.games_not_fitted(host) == [key]


def test_our_weights_fit_games_without_a_host_folder(host: Path) -> None:
    for key in KEYS:
        (host / key / "more.toml").write_text("more = 1\n", encoding="utf-8")
    shutil.rmtree(host / KEYS[0])
    assert games.games_not_fitted(host) == list(KEYS[1:])


def test_host_content_may_be_for_a_game_without_weights(host: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package may have content, but no computer players."""
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(games, "WEIGHTS", {key: games.WEIGHTS[key] for key in KEYS[1:]})
        assert games.games_not_fitted(host) == []


@pytest.mark.parametrize("key", KEYS)
def test_searches_name_existing_rules_and_seat_counts(key: str) -> None:
    searches = games.WEIGHTS[key].box().search
    assert searches
    for each in searches:
        assert set(each.rules) <= set(rules_of(key))
        assert set(each.seats) <= set(games.GAMES[key].rules.seats)


def leaves(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Yield every value of a file, including tables and lists, with its path."""
    if path:
        yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in inner:
        yield from leaves(each, (*path, step))


def faults_in(key: str, spoil: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch) -> tuple[Fault, ...]:
    """Return the faults found in changed weights, or nothing if they are accepted."""
    spoilt = msgspec.msgpack.decode(msgspec.msgpack.encode(WHOLE[key]))
    spoil(spoilt)
    monkeypatch.setattr(reader, "read_toml", lambda *_: spoilt)
    try:
        games.WEIGHTS[key].unpack(games.WEIGHTS[key].folder)
    except UnfitContent as error:
        return error.faults
    return ()


def inside(whole: Any, path: Path_) -> Any:
    for step in path:
        whole = whole[step]
    return whole


def is_named(fault: Fault, path: Path_) -> bool:
    """Return whether a fault names the file and the field at the path. List elements have no name of their own."""
    names = [step for step in path if isinstance(step, str)]
    return fault.file == FILE and names[-1] in f"{fault.entry}.{fault.field}"


@pytest.mark.parametrize("key", KEYS)
def test_a_weight_of_wrong_type_or_range_is_refused(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, value in leaves(WHOLE[key]):
        wrong_ones = ["seven", -1, 10**6] if type(value) is int else [[7]] if isinstance(value, str) else ["seven"]
        for wrong in wrong_ones:
            faults = faults_in(key, lambda whole: inside(whole, path[:-1]).__setitem__(path[-1], wrong), monkeypatch)  # noqa: B023
            assert any(is_named(fault, path) for fault in faults), (path, wrong, faults)


@pytest.mark.parametrize("key", KEYS)
def test_a_missing_or_unknown_weight_is_refused_by_name(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, value in leaves(WHOLE[key]):
        if isinstance(path[-1], str) and not (path[-1] in LEFT_OUT or (path[0] == "taste" and len(path) == 3)):
            faults = faults_in(key, lambda whole: inside(whole, path[:-1]).__delitem__(path[-1]), monkeypatch)  # noqa: B023
            assert any(is_named(fault, path) for fault in faults), (path, faults)
        if isinstance(value, dict):
            faults = faults_in(key, lambda whole: inside(whole, path).__setitem__("colur", 1), monkeypatch)  # noqa: B023
            assert any("colur" in fault.field for fault in faults), (path, faults)
    assert faults_in(key, lambda whole: whole.__setitem__("colur", 1), monkeypatch)[0].field == "colur"


READ = """
import sys
from pathlib import Path

read, whole = [], Path.read_text
Path.read_text = lambda file, **given: read.append(file.name) or whole(file, **given)
from engine.games import GAMES, WEIGHTS

games, weights = dict(GAMES), dict(WEIGHTS)
assert "weights.toml" not in read
weights[sys.argv[1]].box(), weights[sys.argv[1]].box()
print(read.count("weights.toml"))
"""


@pytest.mark.parametrize("key", KEYS)
def test_weights_are_loaded_once_when_they_are_first_needed(key: str) -> None:
    ran = subprocess.run([sys.executable, "-c", READ, key], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["1"]
