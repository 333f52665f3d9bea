"""Languages: `python -m locales status` lists them, `python -m locales begin LANGUAGE` writes files to translate."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po, write_po

from games import BUNDLED
from locales.words import LANGUAGES, OFFERED

HOME = Path(__file__).parents[1]
_HEADER = """\
# {name} words, from en/{file}.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Language: {language}\\n"
"Plural-Forms: {plural}\\n"

"""


def begin(language: str, home: Path = HOME) -> list[Path]:
    """Write a language's files for translators, or add new messages to existing files. Return the written files.

    Each message has its English sentence above it. Translations are kept, except those of removed messages. A missing
    rulebook becomes a copy of the English one. Raises `ValueError` if Unicode doesn't know the language.
    """
    try:
        locale = Locale.parse(language)
    except (ValueError, UnknownLocaleError):
        raise ValueError(f"Unicode knows no language {language!r}. Write its letters, such as `de`.") from None
    written = []
    for source, target in _catalogues(language, home):
        catalogue = Catalog(locale)
        known = _read(target, language) if target.exists() else Catalog(locale)
        for entry in _read(source, "en"):
            if entry.id:
                comments = [line for text in dict.fromkeys(_strings(entry)) for line in text.splitlines()]
                translated = known.get(_id(entry))
                catalogue.add(entry.id, translated.string if translated else "", auto_comments=comments)
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as file:
            header = {"name": locale.english_name, "file": source.name, "language": language}
            file.write(_HEADER.format(**header, plural=catalogue.plural_forms).encode())
            write_po(file, catalogue, width=0, omit_header=True)
        written.append(target)
    for source, target in _rulebooks(language, home):
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
            written.append(target)
    return written


def status(languages: Sequence[str] = OFFERED, home: Path = HOME) -> Iterator[str]:
    """Yield a line for each language: how many messages it has, and how many lines of rules differ from English."""
    for language in languages:
        pairs = [pair for files in _catalogues(language, home) for pair in _paired_messages(*files, language)]
        lines = [pair for files in _rulebooks(language, home) for pair in _paired_lines(*files)]
        messages = sum(is_translated for is_translated in pairs)
        rules = sum(is_translated for is_translated in lines) if language != "en" else len(lines)
        yield f"{language}  {_share(messages, len(pairs))} of messages, {_share(rules, len(lines))} of lines of rules"


def _share(done: int, total: int) -> str:
    return f"{done * 100 // total:3} % ({done} of {total})"


def _paired_messages(source: Path, target: Path, language: str) -> Iterator[bool]:
    known = _read(target, language) if target.exists() else Catalog(language)
    for entry in _read(source, "en"):
        if entry.id:
            own = known.get(_id(entry))
            yield own is not None and all(_strings(own))


def _id(entry: Message) -> str:
    return str(entry.id if isinstance(entry.id, str) else entry.id[0])


def _strings(entry: Message) -> tuple[str, ...]:
    return (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ("",))


def _paired_lines(source: Path, target: Path) -> Iterator[bool]:
    lines = source.read_text(encoding="utf-8").splitlines()
    own = target.read_text(encoding="utf-8").splitlines() if target.exists() else []
    return (line != other for line, other in zip(lines, own + lines[len(own) :], strict=True) if line)


def _catalogues(language: str, home: Path) -> list[tuple[Path, Path]]:
    """Return pairs of an English catalogue and the language's own, which may be missing."""
    folder = home / "locales"
    return [
        (file, folder / language / file.relative_to(folder / "en")) for file in sorted((folder / "en").rglob("*.po"))
    ]


def _rulebooks(language: str, home: Path) -> list[tuple[Path, Path]]:
    """Return pairs of an English rulebook and the language's own, which may be missing."""
    english = [home / game.rulebook for game in BUNDLED.values()]
    return [(file, file if language == "en" else file.parent / language / file.name) for file in english]


def _read(file: Path, language: str) -> Catalog:
    with file.open("rb") as content:
        return read_po(content, locale=language)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m locales", description=__doc__)
    subcommands = parser.add_subparsers(dest="command", required=True)
    subcommands.add_parser("status", help="list the languages and how much of each is translated")
    subcommands.add_parser("begin", help="write a language's files, or add new messages").add_argument("language")
    given = parser.parse_args()
    if given.command == "status":
        print(*status(), sep="\n")
    elif given.language in LANGUAGES:
        sys.exit(f"{given.language} is complete. Edit its files in locales/{given.language}.")
    else:
        try:
            written = begin(given.language)
        except ValueError as error:
            sys.exit(str(error))
        print(*(path.relative_to(HOME) for path in written), sep="\n")


if __name__ == "__main__":
    main()
