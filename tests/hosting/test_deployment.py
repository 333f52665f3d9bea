"""The steps of `docs/hosting.md` for systemd work on a fresh clone."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
UNIT = re.search(r"```ini\n(\[Unit\].*?)```", TEXT, re.DOTALL)
HOME = "/srv/knossos"
MOST_EXPOSED = 17
"""The exposure reported by systemd, times ten: 0 is best and 100 worst. A unit without any restrictions has 96."""


def values_of(name: str) -> list[str]:
    """Return all values of a directive of the unit."""
    assert UNIT is not None
    return re.findall(rf"^{name}=(.*)$", UNIT[1], re.MULTILINE)


def test_every_folder_of_the_unit_is_cloned_or_created() -> None:
    """systemd refuses to start a unit (226/NAMESPACE) if one of its paths is missing."""
    made = set(re.findall(r"^install -d -o knossos -m 700 (\S+)$", TEXT, re.MULTILINE))
    needed = {path for value in values_of("ReadWritePaths") for path in value.split() if not path.startswith("-")}
    assert needed == {f"{HOME}/var"}
    assert needed <= made
    assert re.search(r"^useradd .* knossos$", TEXT, re.MULTILINE)
    assert values_of("User") == ["knossos"]


def test_the_unit_limits_memory_and_processes() -> None:
    assert (values_of("MemoryMax"), values_of("TasksMax")) == (["3G"], ["256"])


def test_the_network_is_up_before_the_bot_starts() -> None:
    """`After` alone does not start the target, so the unit needs `Wants` as well."""
    assert values_of("Wants") == values_of("After") == ["network-online.target"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
def test_systemd_reports_little_exposure(tmp_path: Path) -> None:
    assert UNIT is not None
    unit = tmp_path / "knossos.service"
    unit.write_text(UNIT[1])
    command = ["systemd-analyze", "security", "--no-pager", "--offline=true", f"--threshold={MOST_EXPOSED}", str(unit)]
    found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
def test_systemd_knows_every_directive(tmp_path: Path) -> None:
    assert UNIT is not None
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    unit = tmp_path / "knossos.service"
    unit.write_text(UNIT[1].replace(HOME, str(tmp_path)))
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(unit)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [line for line in found.stderr.splitlines() if "knossos" in line] == []
