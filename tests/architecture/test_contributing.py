"""Workflows, forms and other files for contributors are well formed and name only what exists."""

import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml

from games import KEYS
from tests.architecture.sources import ROOT, tracked_files

GITHUB = ROOT / ".github"
WORKFLOWS = sorted(GITHUB.glob("workflows/*.yml"))
FORMS = sorted(GITHUB.glob("ISSUE_TEMPLATE/*.yml"))
FIELDS = {"markdown": "value", "textarea": "label", "input": "label", "dropdown": "options", "checkboxes": "options"}
"""The kinds of fields in an issue form, and what each needs."""
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
NAMED_TARGET = re.compile(r"(?:^|`)make ([a-z-]+)", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", ".github/pull_request_template.md")
SUPPORTED = ("3.11", "3.12", "3.13", "3.14")


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def jobs() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in WORKFLOWS:
        for name, job in read(path)["jobs"].items():
            yield f"{path.stem}: {name}", job


def faults_of(job: dict[str, Any]) -> Iterator[str]:
    """Yield the faults of a workflow's job: names of things that don't exist, and missing limits."""
    if "timeout-minutes" not in job:
        yield "has no timeout"
    for step in job["steps"]:
        if not re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step.get("uses", "a/b@v1")):
            yield f"{step['uses']} has no version"
        for target in NAMED_TARGET.findall(step.get("run", "")):
            if target not in TARGETS:
                yield f"make {target} doesn't exist"
        cached = step.get("with", {}).get("cache-dependency-path")
        if cached is not None and not (ROOT / cached).is_file():
            yield f"{cached} doesn't exist"


def test_workflows_call_existing_targets_with_few_rights() -> None:
    assert {name: found for name, job in jobs() if (found := list(faults_of(job)))} == {}
    for path in WORKFLOWS:
        assert read(path)["permissions"] == {"contents": "read"}, path


def test_control_faults_of_a_job_are_found() -> None:
    cached = {"uses": "a/cache@v2", "with": {"cache-dependency-path": "none.lock"}}
    job = {"steps": [{"uses": "a/setup@main"}, cached, {"run": "make check\nmake haste"}]}
    assert list(faults_of(job)) == [
        "has no timeout", "a/setup@main has no version", "none.lock doesn't exist", "make haste doesn't exist",
    ]  # fmt: skip


def test_pull_requests_pass_everything_that_the_makefile_checks() -> None:
    run = "\n".join(step.get("run", "") for _, job in jobs() for step in job["steps"])
    assert {"check", "test", "test-postgresql", "test-pythons", "coverage", "audit", "image"} <= set(
        NAMED_TARGET.findall(run)
    )


def test_every_declared_python_version_is_tested() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    prefix = "Programming Language :: Python :: "
    declared = [each.removeprefix(prefix) for each in project["classifiers"] if re.search(r":: 3\.\d+$", each)]
    (matrix,) = [job["strategy"]["matrix"]["python"] for _, job in jobs() if "strategy" in job]
    (tried,) = re.findall(r"^VERSIONS = \((.*)\)$", (ROOT / ".ci/pythons.py").read_text(encoding="utf-8"), re.MULTILINE)

    assert declared == matrix == re.findall(r"3\.\d+", tried) == list(SUPPORTED)
    assert project["requires-python"] == f">={SUPPORTED[0]}"


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_has_all_that_github_needs(path: Path) -> None:
    form = read(path)
    assert set(form) == {"name", "description", "labels", "body"}
    ids = [field["id"] for field in form["body"] if field["type"] != "markdown"]
    assert len(set(ids)) == len(ids) > 2
    for field in form["body"]:
        assert field["attributes"].get(FIELDS[field["type"]]), field
        assert set(field) <= {"type", "id", "attributes", "validations"}
        options = field["attributes"].get("options", [])
        assert len({str(option) for option in options}) == len(options)
    assert any(field.get("validations", {}).get("required") for field in form["body"])


def test_forms_about_a_game_offer_every_game() -> None:
    offers = [
        field
        for path in FORMS
        for field in read(path)["body"]
        if field.get("id") == "game" and "options" in field["attributes"]
    ]
    assert len(offers) == 2
    assert all(len(set(field["attributes"]["options"]) - {"none of them"}) == len(KEYS) for field in offers)


def test_every_owned_path_exists() -> None:
    lines = [line.split() for line in (GITHUB / "CODEOWNERS").read_text(encoding="utf-8").splitlines()]
    owned = [words[0] for words in lines if words and not words[0].startswith("#")]
    files = [f"/{name}" for name in tracked_files()]
    missing = [path for path in owned if not any(fnmatch(file, path + "*" * path.endswith("/")) for file in files)]
    assert len(owned) > 5
    assert missing == []


def test_dependabot_proposes_new_versions_after_a_week() -> None:
    updates = read(GITHUB / "dependabot.yml")["updates"]
    assert {each["package-ecosystem"] for each in updates} == {"pip", "github-actions", "docker"}
    assert all(each["cooldown"]["default-days"] >= 7 and each["directory"] == "/" for each in updates)


def test_pre_commit_hooks_run_existing_files() -> None:
    (repository,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "local", "nothing is downloaded"
    words = [word for hook in repository["hooks"] for word in hook["entry"].split()]
    named = [word for word in words if "/" in word and not word.startswith(".venv/")]
    assert [path for path in named if not (ROOT / path).exists()] == []
    assert {hook["id"] for hook in repository["hooks"]} >= {"ruff", "ruff-format", "catalogues", "subject"}


@pytest.mark.parametrize("page", PAGES)
def test_pages_for_contributors_name_existing_files_and_targets(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    linked = [link for link in LINK.findall(text) if not (ROOT / page).parent.joinpath(link).exists()]
    assert linked == []
    assert set(NAMED_TARGET.findall(text)) - TARGETS == set()
