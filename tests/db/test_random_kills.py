"""A restore that is killed at any moment loses nothing, even if the next one is killed as well."""

import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.db.cutting import fingerprint_of
from tests.db.test_cutting import ROOT, fingerprint_in, killed

__all__ = ["killed"]
KILLS = 6
KILLS_OF_A_SEED = 50


async def test_a_restore_killed_at_random_loses_nothing(
    killed: tuple[Path, Path], request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    folder, source = killed
    seed = request.config.getoption("--seed")
    old, new = fingerprint_in(folder), fingerprint_of(source)

    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.db.cutting", "restore", str(folder), str(source),
        str(seed or 1), str(KILLS_OF_A_SEED if seed else KILLS), stdout=asyncio.subprocess.PIPE, cwd=ROOT,
    )  # fmt: skip
    out, _ = await child.communicate()

    assert child.returncode == 0
    runs = [json.loads(line) for line in out.decode().splitlines()]
    record_property("tries", sum(len(each["found"]) for each in runs))
    for each in runs:
        for found in each["found"]:
            assert "failed" not in found, found
            assert found.get("print") in (None, old, new), found
            assert "was cut short" in found.get("refused", "was cut short"), found
            assert found.get("faults", "") == "", found
        assert each["at last"] == {"print": new, "faults": ""}, each
        assert old in each["kept"], each
