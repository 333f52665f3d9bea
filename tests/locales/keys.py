"""Find the message ids that the code uses. The rule is simple so that everyone can rely on it:

- A message id is written out as a string or an f-string. It is either dotted and starts with the domain of a catalogue
(`"lobby.full"`, `f"minos_classic.place.{site}"`), or it is the first argument of `Message(...)`.
- An f-string uses every id that it could produce. Each blank stands for one or more characters.
- Ids in a dictionary or tuple count as well.

An id put together in any other way counts as unused, so write it out.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.architecture.sources import ROOT, python_files, syntax

SAYING = ("engine", "sessions", "cogs", "render", "locales")
ID = re.compile(r"[a-z][a-z0-9_]*(\.[A-Za-z0-9_]+)+")
FILE_ENDINGS = ("png", "toml", "po", "json", "py", "md", "txt", "ttf", "svg", "html", "css", "js")
FILLED_BY_THE_SHELL = frozenset({"seat"})


class Use(NamedTuple):
    """A place in the code that names a message, by its id or by an f-string. `pattern` matches the ids."""

    where: str
    pattern: str
    is_exact: bool
    is_said: bool
    """True if the id is the first argument of `Message`."""
    blanks: frozenset[str] | None = None
    """Names of the blanks filled in at this place, or None if they can't be read from the code."""

    def matches(self, message_id: str) -> bool:
        """Return whether this place could produce the message id."""
        if self.is_exact:
            return self.pattern == message_id
        return re.fullmatch(self.pattern, message_id) is not None


def _pattern(node: ast.JoinedStr) -> str | None:
    """Return a pattern for the ids that an f-string can produce, or None if it could produce any text."""
    parts = []
    written = ""
    for value in node.values:
        if isinstance(value, ast.Constant):
            parts.append(re.escape(str(value.value)))
            written += str(value.value)
        else:
            parts.append(r"[A-Za-z0-9_.]+")
    if "." not in written or not re.fullmatch(r"[A-Za-z0-9_.]{3,}", written):
        return None
    return "".join(parts)


def _blanks(call: ast.Call) -> frozenset[str] | None:
    if len(call.args) == 1 and not call.keywords:
        return frozenset()
    if len(call.args) == 2 and isinstance(call.args[1], ast.Dict):
        keys = call.args[1].keys
        if all(isinstance(key, ast.Constant) for key in keys):
            return frozenset(str(key.value) for key in keys if isinstance(key, ast.Constant))
    return None


def _uses_in(tree: ast.Module, where: str, domains: frozenset[str]) -> Iterator[Use]:
    said: dict[ast.AST, ast.Call] = {
        node.args[0]: node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message" and node.args
    }
    pieces = {piece for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for piece in node.values}
    for node in ast.walk(tree):
        if node in pieces:
            continue
        place = f"{where}:{getattr(node, 'lineno', 0)}"
        call = said.get(node)
        blanks = _blanks(call) if call else None
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            is_id = bool(ID.fullmatch(text)) and text.split(".")[0] in domains
            if call or (is_id and text.split(".")[-1] not in FILE_ENDINGS):
                yield Use(place, text, True, call is not None, blanks)
        elif isinstance(node, ast.JoinedStr) and (pattern := _pattern(node)):
            yield Use(place, pattern, False, call is not None, blanks)


@cache
def uses(domains: frozenset[str]) -> tuple[Use, ...]:
    """Return every use of a message, in all packages that show texts."""
    return tuple(
        use
        for package in SAYING
        for file in python_files(package)
        for use in _uses_in(syntax(file), file.relative_to(ROOT).as_posix(), domains)
    )
