"""The command line of the sandbox: which simulation it runs, and what it prints."""

import json
import sys
from typing import Any
from unittest.mock import AsyncMock

import pytest

from sandbox.__main__ import main
from sandbox.evening.run import Plan
from sandbox.month.plan import Plan as MonthPlan
from sandbox.season.run import SeasonPlan
from sandbox.simulation import postgresql

EVENING = ("evening", "minerva", "--seats", "3", "--games", "2")


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["sandbox", *arguments])
    return main()


@pytest.mark.parametrize(
    ("where", "arguments", "plan"),
    [
        ("evening.run.spend_evening", EVENING, Plan("minerva", 3, 2, 1, 0)),
        (
            "month.run.spend_month",
            ("month", "--tables", "2", "--days", "30", "--seed", "7", "--removals", "1"),
            MonthPlan(2, 30, 7, deserted=3, removals=1),
        ),
        (
            "season.run.spend_season",
            ("season", "minerva", "--people", "8", "--form", "groups", "--kills", "2"),
            SeasonPlan("minerva", 8, 1, form="groups", kills=2),
        ),
    ],
)
@pytest.mark.parametrize("code", [0, 1])
def test_a_simulation_runs_as_planned_on_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    where: str, arguments: tuple[str, ...], plan: Any, code: int,
) -> None:  # fmt: skip
    spend = AsyncMock(return_value=({"kills": 0, "lost": []}, code))
    monkeypatch.setattr(f"sandbox.{where}", spend)

    assert run(monkeypatch, *arguments) == code
    assert capsys.readouterr().out == "kills: 0\nlost: []\n"
    assert run(monkeypatch, *arguments, "--json") == code
    assert json.loads(capsys.readouterr().out) == {"kills": 0, "lost": []}
    assert [each.args for each in spend.await_args_list] == [(plan,)] * 2


def test_a_file_takes_only_one_process(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(monkeypatch, *EVENING, "--processes", "2")

    assert ended.value.code == 2
    assert "--database postgresql" in capsys.readouterr().err


def test_an_evening_on_postgresql_needs_the_server(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(postgresql, "is_installed", lambda: False)

    with pytest.raises(SystemExit) as ended:
        run(monkeypatch, *EVENING, "--database", "postgresql")

    assert ended.value.code == 2
    assert postgresql.WHY_NOT in capsys.readouterr().err


def test_several_processes_play_on_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    spend = AsyncMock(return_value=({}, 0))
    monkeypatch.setattr("sandbox.evening.run.spend_evening", spend)
    monkeypatch.setattr(postgresql, "is_installed", lambda: True)

    assert run(monkeypatch, *EVENING, "--processes", "2", "--database", "postgresql") == 0
    spend.assert_awaited_once_with(Plan("minerva", 3, 2, 1, 0, processes=2, database="postgresql"))
