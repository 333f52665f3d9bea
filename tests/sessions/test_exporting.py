"""A finished game's export can be verified. A running game's export has only facts for its listener."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.__main__ import main
from engine.kernel.decision import Seat
from engine.kernel.proof.exported import LARGEST_BYTES, FinishedGame, RunningGame, decode_export
from engine.kernel.proof.verify import Differs, verify
from sessions.records.table import Sitter
from sessions.session import Session
from tests.engine.kernel.orchard import KINDS, ORCHARD, UNKNOWN
from tests.sessions.fixture import ALICE, BOB, CAROL, DAVE, SessionFixture, can_undo
from tests.sessions.test_resume import KINDER_ORCHARD
from tests.sessions.test_telling import BLABBER, play_with_draws

GAMES = {"orchard": ORCHARD}


async def eventful(fixture: SessionFixture) -> Session:
    """Play a game to its end. People give orders, undo, agree to an undo, leave and take over a seat."""
    session = await fixture.game(BOB, CAROL)
    await session.play.order(BOB, "STAND-1", ("scarecrow:off",), fixture.press())
    for answers in range(60):
        user = fixture.user_asked(session)
        await fixture.step(session)
        if answers % 4 == 0 and can_undo(session, user):
            await session.undo.take_back(user, fixture.press())
    await session.undo.propose(ALICE, fixture.press())
    await session.proposals.consent(BOB, fixture.press())
    await session.proposals.consent(CAROL, fixture.press())
    await session.leaving.concede(CAROL, fixture.press())
    await session.lobby.join(DAVE, "Dave", fixture.press())
    await fixture.play(session)
    return session


def by_name(sitter: Sitter) -> str:
    return sitter.name


async def file_of(session: Session, seat: Seat | None = None, longest: int = LARGEST_BYTES) -> bytes:
    """Return the game as a file for `seat`."""
    file = await session.history.export(seat, longest, by_name)
    assert file is not None
    return file


@pytest.fixture
async def finished(fixture: SessionFixture) -> FinishedGame:
    """The export of a finished, eventful game."""
    export = decode_export(await file_of(await eventful(fixture)))
    assert isinstance(export, FinishedGame)
    return export


def run_verify(capsys: pytest.CaptureFixture[str], path: Path, games: Any = GAMES) -> tuple[int, list[str]]:
    """Run `verify`. Return its exit code and printed lines."""
    code = main(["verify", str(path)], games)
    printed = capsys.readouterr()
    return code, (printed.out + printed.err).splitlines()


async def test_verify_replays_an_eventful_game_and_compares_every_digest(finished: FinishedGame) -> None:
    kinds = {entry.__struct_config__.tag for entry in finished.entries}
    found = verify(ORCHARD, finished)

    assert {"started", "answered", "ordered", "taken_back", "left", "taken_over"} <= kinds
    assert found.entries == len(finished.entries)
    assert found.taken_back > 3
    assert found.places == 3
    assert finished.names == ("Alice", "user 1002", "Dave")


async def test_an_export_names_no_user_by_id(fixture: SessionFixture) -> None:
    session = await eventful(fixture)
    text = (await file_of(session)).decode()

    assert all(str(user) not in text.replace("user 1002", "").replace("user 1003", "") for user in (ALICE, BOB, CAROL))


async def test_verify_prints_the_checks_it_made(
    fixture: SessionFixture, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = await eventful(fixture)
    path = tmp_path / "game.json"
    path.write_bytes(await file_of(session))
    code, lines = run_verify(capsys, path)

    assert code == 0
    assert f"The seed has the SHA-256 in this file: {session.table.commitment}." in lines
    assert any(line.startswith(f"All {session.number} entries were played again") for line in lines)
    assert "The final places and scores are those that the rules give." in lines


def _other_seed(game: dict[str, Any]) -> None:
    game["seed"] = "00" * 16


def _other_keys(game: dict[str, Any]) -> None:
    answer = next(entry for entry in game["entries"] if entry["kind"] == "answered")
    answer["keys"] = ["tree:0" if answer["keys"] != ["tree:0"] else "tree:1"]


def _other_digest(game: dict[str, Any]) -> None:
    game["entries"][7]["digest"] = "0" * 64


def _other_result(game: dict[str, Any]) -> None:
    game["result"][0]["score"] += 1


def _less(game: dict[str, Any]) -> None:
    del game["entries"][5]


def _cut(game: dict[str, Any]) -> None:
    del game["entries"][-1]


def _twice(game: dict[str, Any]) -> None:
    game["entries"].append({**game["entries"][0], "number": len(game["entries"]) + 1})


def _of_nobody(game: dict[str, Any]) -> None:
    game["entries"][3] = {**game["entries"][3], "kind": "answered", "seat": 10**9, "decision": -1, "keys": []}


def _nothing_to_take_back(game: dict[str, Any]) -> None:
    entry = next(entry for entry in game["entries"] if entry["kind"] == "taken_back")
    entry["numbers"] = [10**12]


def _many_seats(game: dict[str, Any]) -> None:
    game["seats"] = 10**9


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_other_seed, "the seed does not match its SHA-256"),
        (_other_keys, "entry 3 differs"),
        (_other_digest, "entry 8 differs: it leads to another position"),
        (_other_result, "the final places"),
        (_less, "entries are missing"),
        (_cut, "the log ends before the game is over"),
        (_twice, "starts a second time"),
        (_of_nobody, "entry 4 differs: the rules refuse it"),
        (_nothing_to_take_back, "undoes entries that do not exist"),
        (_many_seats, "no game can begin with these settings"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
async def test_verify_says_where_an_export_was_changed(
    finished: FinishedGame,
    change: Callable[[dict[str, Any]], None],
    why: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = json.loads(msgspec.json.encode(finished))
    change(game)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game))
    code, lines = run_verify(capsys, path)

    assert code == 1
    assert any(line.startswith("It does not hold: ") and why in line for line in lines), lines


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"null",
        b"[1, 2",
        b"[" * 200_000,
        b'{"format": "knossos-game", "format_version": 1, "state": "finished", "game": ' + b"[" * 200_000,
        b'{"format": "knossos-game", "format_version": 99, "state": "finished"}',
        b'{"format": "another"}',
        b'{"format": "another", "format_version": 1, "state": "finished"}',
        b'{"format": "knossos-game", "format_version": 1, "state": "finished", "seats": "three"}',
        b'{"format": "knossos-game", "format_version": 1, "state": "finished", "seats": 1e400}',
        b'{"format": "knossos-game", "format_version": 1' + b"0" * 5000 + b"}",
        b" " * (33 * 1024 * 1024),
    ],
    ids=range(13),
)
def test_verify_refuses_other_files_in_one_sentence(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    code, lines = run_verify(capsys, path)

    assert code == 1
    assert len(lines) == 1
    assert lines[0].startswith(f"{path} cannot be checked: it ")
    assert len(lines[0]) < len(str(path)) + 300


def test_verify_reports_a_missing_file_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = run_verify(capsys, tmp_path / "nothing.json")

    assert (code, len(lines)) == (1, 1)
    assert "cannot be read" in lines[0]


async def test_verify_detects_an_export_truncated_at_any_place(
    finished: FinishedGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = msgspec.json.encode(finished)
    path = tmp_path / "game.json"
    for length in range(1, len(whole), len(whole) // 40):
        path.write_bytes(whole[:length])
        code, lines = run_verify(capsys, path)
        assert (code, len(lines)) == (1, 1), length


async def test_verify_reports_a_game_of_older_rules(
    finished: FinishedGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(msgspec.json.encode(finished))
    code, lines = run_verify(capsys, path, {"orchard": KINDER_ORCHARD})

    assert code == 1
    assert any("played under version 1 of the rules, and these are version 2" in line for line in lines)
    assert run_verify(capsys, path, {})[0] == 1


async def test_verify_stops_at_too_many_repeated_undos(finished: FinishedGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a small file could cause hours of work, because each line may replay thousands of answers."""
    monkeypatch.setattr("engine.kernel.proof.verify.MOST_REPEATED", 5)

    with pytest.raises(Differs, match="more often than any game does"):
        verify(ORCHARD, finished)


async def test_a_very_long_export_omits_facts_that_follow_from_answers(fixture: SessionFixture) -> None:
    session = await eventful(fixture)
    whole = await file_of(session)
    export = decode_export(await file_of(session, longest=len(whole) - 1))

    assert isinstance(export, FinishedGame)
    assert verify(ORCHARD, export).entries == session.number
    assert not any(getattr(entry, "facts", ()) for entry in export.entries)
    assert await session.history.export(None, 1000, by_name) is None


async def test_verify_refuses_the_export_of_a_running_game(
    fixture: SessionFixture, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = await play_with_draws(fixture)
    path = tmp_path / "game.json"
    path.write_bytes(await file_of(session, 0))
    code, lines = run_verify(capsys, path)

    assert code == 1
    assert lines == [
        "This game was still running. Its seed is published at the end, so there is nothing to verify yet."
    ]


@pytest.mark.parametrize("listener", [None, 0, 1, 2])
async def test_k4_a_running_games_export_has_only_the_listeners_facts(
    fixture: SessionFixture, listener: Seat | None
) -> None:
    session = await play_with_draws(fixture)
    await session.play.order(BOB, "STAND-1", ("scarecrow:off",), fixture.press())
    await fixture.step(session)
    text = await file_of(session, listener)
    export = decode_export(text)

    assert isinstance(export, RunningGame)
    assert export.seen_by == listener
    assert [line.number for line in export.heard] == list(range(1, session.number))
    assert session.reader.timeline.position.seed.hex() not in text.decode()
    assert b"digest" not in text
    assert b"STAND-1" not in text
    others = _others_fruit(export, listener)
    assert others
    assert set(others) == {UNKNOWN}


async def test_k4_the_export_check_finds_a_game_that_reveals_all(tmp_path: Path) -> None:
    fixture = await SessionFixture.begin(tmp_path / "knossos.db", BLABBER)
    export = decode_export(await file_of(await play_with_draws(fixture), 0))
    await fixture.close()

    assert isinstance(export, RunningGame)
    assert set(_others_fruit(export, 0)) & set(KINDS)


def _others_fruit(export: RunningGame, listener: Seat | None) -> list[str]:
    return [
        fruit
        for line in export.heard
        for fact in line.facts
        if fact["type"] == "FruitDrawn" and fact["seat"] != listener
        for fruit in fact["fruit"]
    ]
