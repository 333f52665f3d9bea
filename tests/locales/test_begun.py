"""An unfinished language: translated messages are valid, missing ones are English, and `begin` makes its files."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cogs.ui.wording import LANGUAGE_NAMES, language_of
from engine.kernel.decision import Message
from locales.__main__ import begin, main, status
from locales.words import LANGUAGES, OFFERED, Words
from tests.architecture.sources import ROOT
from tests.locales.test_catalogues import all_blanks, by_id

BEGUN = [language for language in OFFERED if language not in LANGUAGES]
WORDS = Words()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with the English catalogues and rulebooks."""
    shutil.copytree(ROOT / "locales/en", tmp_path / "locales/en")
    shutil.copytree(ROOT / "docs/rules", tmp_path / "docs/rules", ignore=shutil.ignore_patterns("fr", "cs"))
    return tmp_path


@pytest.mark.parametrize("language", BEGUN)
def test_translated_messages_have_the_blanks_of_english(language: str) -> None:
    english = by_id("en")
    translated = [entry for entry in by_id(language).values() if all(entry.strings)]
    assert translated
    for entry in translated:
        assert entry.id in english, "`python -m locales begin` removes it"
        assert (entry.plural is None) == (english[entry.id].plural is None), entry
        assert all_blanks(entry) == all_blanks(english[entry.id]), entry


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="needs gettext")
def test_gettext_accepts_every_catalogue() -> None:
    for file in sorted((ROOT / "locales").rglob("*.po")):
        checked = subprocess.run(
            ["msgfmt", "--check", "-o", "/dev/null", file], capture_output=True, text=True, check=False, timeout=20
        )
        assert checked.returncode == 0, checked.stderr


def test_each_missing_message_is_shown_in_english() -> None:
    die = Message("minos_dawn.die.red", {"value": 3})
    assert WORDS.say(die, "de") == "rot 3"
    assert WORDS.say(Message("button.sure"), "de") == WORDS.say(Message("button.sure"), "en")
    assert WORDS.say(Message("button.as_is", {"count": 1}), "de") == "Start with 1 player"


def test_an_unfinished_language_is_used_only_if_chosen() -> None:
    assert LANGUAGE_NAMES["de"] == "Deutsch / English"
    assert language_of("de") is None
    assert language_of("fr") == "fr"


def test_begin_writes_files_that_gettext_reads(home: Path) -> None:
    written = begin("ru", home)
    assert {file.relative_to(home / "locales/ru") for file in written if file.suffix == ".po"} == {
        file.relative_to(home / "locales/en") for file in (home / "locales/en").rglob("*.po")
    }
    text = (home / "locales/ru/labels.po").read_text(encoding="utf-8")
    assert '"Plural-Forms: nplurals=3;' in text
    assert '#. Yes, I’m sure\nmsgid "button.sure"\nmsgstr ""\n' in text
    english, begun = status(("en", "ru"), home)
    assert english.count("100 %") == 2
    assert begun.count("  0 %") == 2


def test_begin_again_keeps_translations_and_adds_messages(home: Path) -> None:
    begin("ru", home)
    own, english = home / "locales/ru/labels.po", home / "locales/en/labels.po"
    own.write_text(own.read_text("utf-8").replace('"button.sure"\nmsgstr ""', '"button.sure"\nmsgstr "Да"'), "utf-8")
    changed = english.read_text("utf-8").replace("button.rule", "button.law")
    english.write_text(changed, "utf-8")
    rules = home / "docs/rules/ru/minerva.md"
    rules.write_text(rules.read_text("utf-8").replace("## Money", "## Деньги"), "utf-8")

    begin("ru", home)

    text = own.read_text("utf-8")
    assert 'msgid "button.sure"\nmsgstr "Да"' in text
    assert "button.law" in text
    assert "button.rule" not in text
    assert "## Деньги" in rules.read_text("utf-8")
    assert [line.split("(")[1].split()[0] for line in status(("ru",), home)] == ["1"]


def test_begin_refuses_an_unknown_language(home: Path) -> None:
    with pytest.raises(ValueError, match="Unicode knows no language 'xx'"):
        begin("xx", home)


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("fr", "fr is complete. Edit its files in locales/fr."),
        ("xx", "Unicode knows no language 'xx'. Write its letters"),
    ],
)
def test_the_command_does_not_begin_these_languages(monkeypatch: pytest.MonkeyPatch, language: str, why: str) -> None:
    monkeypatch.setattr(sys, "argv", ["locales", "begin", language])
    with pytest.raises(SystemExit) as ended:
        main()
    assert str(ended.value).startswith(why)
    assert not (ROOT / "locales/xx").exists()


def test_the_command_lists_each_offered_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["locales", "status"])
    main()
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(OFFERED)
