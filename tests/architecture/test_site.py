"""The navigation of the documentation site has every page, and no page that doesn't exist."""

from collections.abc import Iterator
from typing import Any

import yaml

from tests.architecture.sources import ROOT, tracked_files

SITE = yaml.safe_load((ROOT / ".ci/site/mkdocs.yml").read_text(encoding="utf-8"))
PAGES = {name.removeprefix("docs/") for name in tracked_files() if name.startswith("docs/") and name.endswith(".md")}
MADE = SITE["extra"]["copied"] | SITE["extra"]["reference"]
"""Pages made during the build, each with its source."""


def named_in(entries: Any) -> Iterator[str]:
    """Yield the pages and patterns of a navigation."""
    if isinstance(entries, str):
        yield entries
    else:
        for entry in entries.values() if isinstance(entries, dict) else entries:
            yield from named_in(entry)


def faults_of(navigation: Any, pages: set[str], made: set[str]) -> set[str]:
    """Return navigation entries that lead to no page, and pages without an entry."""
    faults: set[str] = set()
    reached: set[str] = set()
    for entry in named_in(navigation):
        folder, _, name = entry.rpartition("/")
        found = {page for page in pages if page.rpartition("/")[0] == folder} if name == "*.md" else {entry}
        faults |= {entry} if not found or not found <= pages | made else set()
        reached |= found
    return faults | (pages | made) - reached


def test_every_page_is_in_the_navigation() -> None:
    assert faults_of(SITE["nav"], PAGES, set(MADE)) == set()
    assert [source for source in MADE.values() if not (ROOT / source).exists()] == []


def test_control_lost_and_missing_pages_are_found() -> None:
    navigation = [{"Start": "index.md"}, {"Rules": [{"English": "rules/*.md"}, {"None": "gone/*.md"}, {"No": "no.md"}]}]
    pages = {"rules/a.md", "rules/fr/a.md", "lost.md"}
    assert faults_of(navigation, pages, {"index.md"}) == {"gone/*.md", "no.md", "rules/fr/a.md", "lost.md"}
