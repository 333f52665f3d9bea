"""`make audit` finds vulnerable locked versions, and fails if the advisories can't be trusted."""

import json
import os
import re
import subprocess
import sys
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def locked_in(lock: str) -> dict[str, str]:
    return dict(re.findall(r"^(\S+)==(\S+)", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))


LOCKED, LOCKED_FOR_DOCS = locked_in("requirements-dev.lock"), locked_in("requirements-docs.lock")
NOBODY_LISTENS = "http://127.0.0.1:9/"


def advice(name: str, package: str, *events: dict[str, str], days: int = 0, **more: object) -> dict[str, Any]:
    """Return an advisory about a package in the OSV format, last changed `days` ago."""
    changed = datetime.now(UTC) - timedelta(days=days)
    ranges = [{"type": "ECOSYSTEM", "events": list(events)}]
    affected = {"package": {"ecosystem": "PyPI", "name": package}, "ranges": ranges}
    return {"id": name, "modified": f"{changed:%Y-%m-%dT%H:%M:%S.%fZ}", "affected": [affected], **more}


BAD_PILLOW = advice("PYSEC-1", "Pillow", {"introduced": "0"}, {"fixed": "9.0.1"})
SINCE_EVER = {"introduced": "0"}


def audit(folder: Path, *entries: dict[str, Any], **environment: str) -> tuple[int, str]:
    """Run the audit with these advisories. Return the exit code and the output."""
    packed = folder / "all.zip"
    with zipfile.ZipFile(packed, "w") as made:
        for entry in entries:
            made.writestr(f"{entry['id']}.json", json.dumps(entry))
    settings = {**os.environ, "ADVISORIES": str(packed), "UV_HTTP_RETRIES": "0", **environment}
    done = subprocess.run(
        [sys.executable, ".ci/audit.py"],
        cwd=ROOT,
        env=settings,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stdout + done.stderr


def test_versions_without_an_advisory_pass(tmp_path: Path) -> None:
    code, told = audit(
        tmp_path,
        BAD_PILLOW,
        advice("PYSEC-2", "aiohttp", SINCE_EVER, {"fixed": LOCKED["aiohttp"]}),
        advice("PYSEC-3", "aiohttp", SINCE_EVER, withdrawn="2026-01-01T00:00:00Z"),
        advice("PYSEC-4", "a-package-that-is-not-locked", SINCE_EVER),
    )
    assert f"requirements-dev.lock: {len(LOCKED)} locked packages, none known to be vulnerable." in told
    assert f"requirements-docs.lock: {len(LOCKED_FOR_DOCS)} locked packages, none known to be vulnerable." in told
    assert code == 0


@pytest.mark.parametrize(
    "events",
    [
        [SINCE_EVER],
        [{"introduced": LOCKED["aiohttp"]}, {"fixed": "999"}],
        [SINCE_EVER, {"fixed": "0.1"}, {"introduced": "0.2"}],
        [SINCE_EVER, {"last_affected": LOCKED["aiohttp"]}],
        [{"introduced": "not a version"}],
    ],
    ids=["ever", "of late", "again", "to the last", "unreadable"],
)
def test_a_vulnerable_version_is_found(tmp_path: Path, events: list[dict[str, str]]) -> None:
    code, told = audit(tmp_path, BAD_PILLOW, advice("PYSEC-5", "AioHTTP", *events))
    assert "PYSEC-5" in told
    assert code == 1


def test_a_version_listed_by_name_is_found(tmp_path: Path) -> None:
    named = advice("PYSEC-6", "discord-py")
    package = {"ecosystem": "PyPI", "name": "Discord.py"}
    named["affected"] = [{"package": package, "versions": [LOCKED["discord-py"]]}]
    code, told = audit(tmp_path, BAD_PILLOW, named)
    assert "PYSEC-6" in told
    assert code == 1


def test_a_vulnerable_package_of_the_site_is_found(tmp_path: Path) -> None:
    assert "mkdocs" not in LOCKED
    code, told = audit(tmp_path, BAD_PILLOW, advice("PYSEC-8", "mkdocs", SINCE_EVER))
    assert "PYSEC-8" in told
    assert code == 1


def test_outdated_advisories_are_rejected(tmp_path: Path) -> None:
    assert audit(tmp_path, {**BAD_PILLOW, "modified": advice("", "", days=13)["modified"]})[0] == 0
    code, told = audit(tmp_path, {**BAD_PILLOW, "modified": advice("", "", days=15)["modified"]})
    assert "too old to rely on" in told
    assert code == 2


def test_advisories_that_lack_a_known_bad_version_are_rejected(tmp_path: Path) -> None:
    code, told = audit(tmp_path, advice("PYSEC-7", "a-package-that-is-not-locked", SINCE_EVER))
    assert "cannot be relied on" in told
    assert code == 2


def test_an_empty_or_broken_zip_is_rejected(tmp_path: Path) -> None:
    assert audit(tmp_path)[0] == 2
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"PK")
    for path in (broken, tmp_path / "missing.zip"):
        code, told = audit(tmp_path, BAD_PILLOW, ADVISORIES=str(path))
        assert "is no zip of advice" in told
        assert code == 2


def test_a_service_that_does_not_answer_is_an_error(tmp_path: Path) -> None:
    code, told = audit(tmp_path, ADVISORIES="", ADVICE_URL=NOBODY_LISTENS)
    assert "No advice could be had" in told
    assert code == 2
