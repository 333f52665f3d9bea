"""`compose.yaml` and the `Dockerfile` grant each service no more rights than the documented systemd unit has."""

import re
from pathlib import Path

import pytest

from tests.hosting.test_deployment import ROOT, values_of

COMPOSE = ("compose.yaml", "compose.postgresql.yaml")
BOUNDS = {
    "read_only": "true",
    "cap_drop": "[ALL]",
    "security_opt": '["no-new-privileges:true"]',
    "restart": "unless-stopped",
}
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def services_of(path: Path) -> dict[str, dict[str, str]]:
    """Return the settings of each service in a compose file, as written."""
    text = path.read_text(encoding="utf-8")
    (below,) = re.findall(r"^services:\n(.*?)(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
    found: dict[str, dict[str, str]] = {}
    for name, settings in re.findall(r"^  (\w+):\n(.*?)(?=^  \S|\Z)", below, re.MULTILINE | re.DOTALL):
        found[name] = dict(re.findall(r"^    (\w+): *(.*)$", settings, re.MULTILINE))
    return found


BOT = services_of(ROOT / "compose.yaml")["knossos"]
POSTGRESQL = services_of(ROOT / "compose.postgresql.yaml")["postgresql"]


@pytest.mark.parametrize("service", [BOT, POSTGRESQL], ids=["knossos", "postgresql"])
def test_a_service_has_only_the_rights_it_needs(service: dict[str, str]) -> None:
    assert {name: service.get(name) for name in BOUNDS} == BOUNDS
    assert re.fullmatch(r"[1-4]g", service.get("mem_limit", "none"))
    assert 0 < int(service.get("pids_limit", 0)) <= 256
    assert "/tmp" in service.get("tmpfs", "")
    assert not {"privileged", "cap_add", "ports", "network_mode", "devices", "pid"} & set(service)


def test_there_are_no_unknown_services() -> None:
    named = {name for file in COMPOSE for name in services_of(ROOT / file)}
    assert named == {"knossos", "postgresql"}


def test_container_and_unit_have_the_same_limits() -> None:
    assert [BOT["mem_limit"].upper()] == values_of("MemoryMax")
    assert [BOT["pids_limit"]] == values_of("TasksMax")
    assert [BOT["stop_grace_period"]] == [f"{seconds}s" for seconds in values_of("TimeoutStopSec")]


def test_no_service_runs_as_root() -> None:
    assert POSTGRESQL["user"] == "postgres"
    *_, last = re.findall(r"^USER (\S+)$", DOCKERFILE, re.MULTILINE)
    assert last == "knossos"
    assert re.search(r"^RUN useradd .*--uid 10001 .* knossos ", DOCKERFILE, re.MULTILINE)


def test_both_images_can_be_pinned_by_digest() -> None:
    """Hosts can do this without changing a file."""
    assert set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)) == {"${BASE}"}
    assert re.fullmatch(r"\$\{POSTGRES_IMAGE:-postgres:\d+\}", POSTGRESQL["image"])


def test_the_image_installs_only_packages_with_known_hashes() -> None:
    installing = re.findall(r"^.*\bpip\b.*$", DOCKERFILE, re.MULTILINE)
    assert len(installing) == 1
    assert "--require-hashes -r requirements.lock" in installing[0]
    assert not re.search(r"^ADD |curl|wget|apt-get", DOCKERFILE, re.MULTILINE)
