"""`python -m engine`: computer games, failed games that are stored and reopened, and errors in plain words."""

import builtins
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from engine import games
from engine.__main__ import main
from engine.kernel.proof.record import decode_record
from tests.engine.changed import with_part
from tests.engine.kernel.orchard import ORCHARD, Orchard

GAMES = {"orchard": ORCHARD}
REQUIRED = (
    "game seats games finished answers seconds answers_per_second largest_position_bytes longest_game_answers scores"
)


def shrinking(proof: Any, state: Orchard) -> None:
    """Plant a fault: fail the census from the fourth round on."""
    assert state.round < 4, "gone"


def run(capsys: pytest.CaptureFixture[str], command: str, games: Any = GAMES) -> tuple[int, str, str]:
    """Run the command. Return its exit code, output and error output."""
    code = main(command.split(), games)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def type_lines(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Type these lines, then close the input."""
    left = list(lines)

    def read(prompt: str = "") -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    monkeypatch.setattr(builtins, "input", read)


def test_simulate_prints_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "simulate orchard --seats 3 --games 5 --seed 1 --json")
    report = json.loads(out)
    assert code == 0
    assert set(REQUIRED.split()) <= set(report)
    assert (report["games"], report["finished"], report["seats"]) == (5, 5, 3)
    assert [score["seat"] for score in report["scores"]] == [0, 1, 2]
    assert sum(score["wins"] for score in report["scores"]) >= 5
    for score in report["scores"]:
        assert score["min"] <= score["mean"] <= score["max"]
        assert abs(sum(score["parts"].values()) - score["mean"]) < 0.05


def test_simulate_plays_the_same_games_from_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    def scores(seed: int, jobs: int = 1) -> Any:
        report = json.loads(run(capsys, f"simulate orchard --seats 4 --games 8 --seed {seed} --jobs {jobs} --json")[1])
        return report["answers"], report["scores"]

    assert scores(7) == scores(7) == scores(7, jobs=2)
    assert scores(7) != scores(8)


def test_simulate_takes_players_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    command = "simulate orchard --seats 2 --games 5 --player greedy --json"
    plain = json.loads(run(capsys, command)[1])
    longer = json.loads(run(capsys, command + " --option goal=12 --option crows=false")[1])
    assert longer["answers"] > plain["answers"]


def test_simulate_counts_the_components_used(capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(run(capsys, "simulate orchard --seats 4 --games 6 --seed 1 --json")[1])
    assert set(report["used"]) == {"picked", "sold"}
    assert set(report["used"]["sold"]) == {"plum", "pear", "fig"}
    assert report["never"] == {"sold": [name for name, used in report["used"]["sold"].items() if not used["times"]]}
    assert 0 < sum(used["times"] for used in report["used"]["picked"].values()) < report["answers"]


def test_simulate_rotates_several_players_through_the_seats(capsys: pytest.CaptureFixture[str]) -> None:
    command = "simulate orchard --seats 2 --games 6 --seed 1 --player greedy,random --json"
    by = json.loads(run(capsys, command)[1])["by"]["player"]
    assert {name: group["seats"] for name, group in by.items()} == {"greedy": 6, "random": 6}
    assert by["greedy"]["ahead"] == -by["random"]["ahead"]
    assert by["greedy"]["wins"] + by["random"]["wins"] == pytest.approx(1)


def test_simulate_checks_the_laws(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "simulate orchard --seats 3 --games 3 --check --json")
    assert code == 0
    assert json.loads(out)["failures"] == []


def test_a_failed_game_is_stored_and_can_be_reopened(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    games = {"orchard": with_part(ORCHARD, "proof", census=shrinking)}
    command = f"simulate orchard --seats 3 --games 2 --player greedy --option goal=12 --check --json --found {tmp_path}"
    code, out, err = run(capsys, command, games)
    report = json.loads(out)
    assert code == 1
    assert report["finished"] == 0
    assert "K6" in report["failures"][0]["failure"]
    assert "gone" in err

    file = tmp_path / report["failures"][0]["file"]
    assert decode_record(file.read_bytes()).note.startswith("K6")
    code, out, _ = run(capsys, f"replay {file}")
    assert code == 0
    assert "FruitPicked" in out


def test_a_game_that_does_not_end_counts_as_failed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    endless = with_part(ORCHARD, "proof", longest_answers=5)
    code, out, _ = run(capsys, f"simulate orchard --seats 2 --games 1 --json --found {tmp_path}", {"orchard": endless})
    assert code == 1
    assert "K5" in json.loads(out)["failures"][0]["failure"]


def test_replay_reports_changed_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(
        '{"game": "orchard", "version": 1, "settings": {"seats": 2}, "seed": "00000000000000000000000000000000",'
        ' "entries": [{"type": "answer", "seat": 0, "keys": ["tree:9"]}], "digest": "", "note": ""}'
    )
    code, out, _ = run(capsys, f"replay {file}", {"orchard": with_part(ORCHARD, "rules", version=2)})
    assert code == 1
    assert "version 1" in out
    assert "tree:9" in out.splitlines()[-1]


def test_replay_reports_a_different_digest(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(
        '{"game": "orchard", "version": 1, "settings": {"seats": 2}, "seed": "00000000000000000000000000000000",'
        ' "entries": [], "digest": "feed", "note": ""}'
    )
    code, out, _ = run(capsys, f"replay {file}")
    assert code == 1
    assert "feed" in out


@pytest.mark.parametrize("seed", ["", "00", "z" * 32])
def test_replay_refuses_a_file_without_a_whole_seed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, seed: str
) -> None:
    file = tmp_path / "game.json"
    file.write_text(f'{{"game": "orchard", "version": 1, "settings": {{"seats": 2}}, "seed": "{seed}", "entries": []}}')
    code, _, err = run(capsys, f"replay {file}")
    assert code == 2
    assert "not a stored game" in err


@pytest.mark.parametrize(
    ("command", "word"),
    [
        ("simulate chess --seats 2", "orchard"),
        ("simulate orchard --seats 9", "seats = 9"),
        ("simulate orchard --seats 2 --player deep", "greedy"),
        ("simulate orchard --seats 2 --option goal=5", "4, 6, 12"),
        ("simulate orchard --seats 2 --option gaol=4", "goal"),
        ("simulate orchard --seats 2 --games 0", "nothing"),
        ("play orchard --seats 2 --me 2", "0 to 1"),
        ("play orchard --seats 2 --seed lucky", "seed"),
        ("play orchard --seats 2 --seed -1", "seed"),
        ("play orchard --seats 2 --save no-such-folder/game.json", "no-such-folder"),
        ("replay no-such-file.json", "cannot be read"),
        (f"replay {__file__}", "not a stored game"),
    ],
)
def test_errors_are_reported_in_plain_words(capsys: pytest.CaptureFixture[str], command: str, word: str) -> None:
    code, _, err = run(capsys, command)
    assert code == 2
    assert word in err
    assert "Traceback" not in err


def test_play_accepts_numbers_keys_and_orders_and_stores_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    type_lines(monkeypatch, "?", "nonsense", "order STAND-1 scarecrow:on", "order STAND-1 wrong", "1", "pass")
    file = tmp_path / "game.json"
    code, out, _ = run(capsys, f"play orchard --seats 2 --seed 5 --save {file}")
    assert code == 0
    assert "tree:0" in out
    assert "not legal: NotAnOption('nonsense')" in out
    assert "STAND-1 scarecrow:off" in out
    assert "FruitPicked(seat=0" in out
    assert run(capsys, f"replay {file}")[0] == 0
    assert [type(entry).__name__ for entry in decode_record(file.read_bytes()).entries[:2]] == ["Ordered", "Answered"]


def test_play_continues_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "play orchard --seats 3 --seed 5 --player greedy --me")
    assert code == 0
    assert "1. seat" in out
    assert "FruitDrawn(seat=0, fruit=('unknown', 'unknown'))" in out or "FruitDrawn" not in out


def test_play_hides_the_secrets_of_other_seats(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_lines(monkeypatch, *["1", "1 2"] * 200)
    _, out, _ = run(capsys, "play orchard --seats 4 --seed 3 --option goal=12")
    drawn = [line for line in out.splitlines() if "FruitDrawn" in line]
    assert any("seat=0" in line and "unknown" not in line for line in drawn)
    assert any("seat=0" not in line for line in drawn)
    assert all("unknown" in line for line in drawn if "seat=0" not in line)


def test_the_content_command_lists_all_faults_and_fails(tmp_path, capsys):
    source = games.CONTENT["minos-classic"]
    shutil.copytree(source.folder, tmp_path / "minos-classic")

    assert main(["content", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "minos-classic: everything is valid\n"

    dice = tmp_path / "minos-classic" / "dice.toml"
    dice.write_text(dice.read_text().replace('"star"]', '"moon"]').replace("rolls_max = 3", 'rolls_max = "3"'))
    assert main(["content", str(tmp_path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("minos-classic/dice.toml: set: rolls_max: expected a whole number, got text")
    assert sum(line.startswith("minos-classic/dice.toml: die ") for line in told) == 6
    assert main(["content", str(tmp_path / "nowhere")]) == 2
