"""Since the commit that added the hook, subjects have the form `[layer] Verb …` and at most 72 characters."""

import subprocess
import sys
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

from tests.architecture.sources import ROOT

HOOK = ".ci/hooks/commit-msg"


@cache
def load_hook() -> ModuleType:
    loader = SourceFileLoader("commit_msg", str(ROOT / HOOK))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    cached, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    loader.exec_module(module)
    sys.dont_write_bytecode = cached
    return module


def git(*arguments: str) -> str:
    """Return the output of git, or an empty text if there is no git or no repository."""
    try:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def test_commit_subjects_since_the_hook_are_short_with_a_verb() -> None:
    if git("rev-parse", "--is-shallow-repository") != "false":
        pytest.skip("no history here")
    added = git("log", "-1", "--diff-filter=A", "--format=%H", "--", HOOK)
    since = f"{added}^..HEAD" if added else "HEAD..HEAD"
    subjects = git("log", "--no-merges", "--format=%s", since).splitlines()
    assert [subject for subject in subjects if load_hook().find_fault(subject)] == []


@pytest.mark.parametrize(
    ("subject", "fault"),
    [
        ("[play] " + "Undo " * 14, "76 characters"),
        ("[play] Who presses Undo a second time is refused", "[layer] Verb"),
        ("[play] a second press on Undo", "[layer] Verb"),
        ("Refuse a second press on Undo", "[layer] Verb"),
        ("[play] Refuse", "[layer] Verb"),
    ],
)
def test_control_the_hook_refuses_a_long_or_malformed_subject(tmp_path: Path, subject: str, fault: str) -> None:
    message = tmp_path / "message"
    message.write_text(f"{subject}\n\nA body.\n", encoding="utf-8")
    refused = subprocess.run([sys.executable, ROOT / HOOK, message], capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert fault in refused.stderr


@pytest.mark.parametrize("subject", ["[play] Refuse an undo", "[minos-dawn] Count dice", "Merge branch 'x'"])
def test_control_the_hook_accepts_a_verb_after_the_layer(subject: str) -> None:
    assert load_hook().find_fault(subject) is None
