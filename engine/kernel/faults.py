"""Faults in a folder of content, collected so that its owner is told all of them together."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, NoReturn

import msgspec


class Fault(msgspec.Struct, frozen=True):
    file: str
    entry: str
    field: str
    problem: str

    def __str__(self) -> str:
        place = ": ".join(part for part in (self.file, self.entry, self.field) if part != "-")
        return f"{place}: {self.problem}"


class UnfitContent(ValueError):  # noqa: N818  (as the kernel names its refusals)
    """Content that can't be played with; `faults` are everything wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


class Unread(Exception):  # noqa: N818  (a check that stops, not a mistake of ours)
    """Raised when a check touches a value that could not be read. That fault is noted already."""


class _Unreadable:
    """Stands in for a value that could not be read. Any use of it ends the check."""

    def _stop(self, *_: object) -> NoReturn:
        raise Unread

    __getattr__ = __getitem__ = __iter__ = __len__ = __contains__ = __bool__ = __hash__ = __str__ = _stop
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _stop
    __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __index__ = _stop


UNREAD: Any = _Unreadable()


class Faults:
    """Collects what is wrong with a folder of content."""

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def require(self, holds: bool, file: str, entry: str, field: str, problem: str) -> bool:
        """Note a fault unless `holds`. Return `holds`."""
        fault = Fault(file, entry, field, problem)
        if not holds and fault not in self.found:
            self.found.append(fault)
        return holds

    def check_word(self, word: str, words: Collection[str], file: str, entry: str, field: str) -> bool:
        return word in words or self.require(False, file, entry, field, unknown_word(word, words))

    def check_value(self, given: object, wanted: object, file: str, entry: str, field: str) -> bool:
        """Note a fault unless `given` is `wanted`, the only value the rules can play with."""
        return self.require(given == wanted, file, entry, field, f"the rules know only {as_toml(wanted)} here")

    def check_unique(self, names: Iterable[object], file: str, table: str, field: str) -> None:
        """Note a fault for each name that two entries of a table share."""
        seen: set[object] = set()
        for name in names:
            self.require(name not in seen, file, f"{table} {name}", field, "stands there twice; each needs its own")
            seen.add(name)

    def run(self, check: Callable[..., None], *given: object) -> None:
        """Run a check up to the first value that could not be read."""
        with self.until_unread():
            check(*given)

    @contextmanager
    def until_unread(self) -> Iterator[None]:
        try:
            yield
        except Unread:
            assert self.found

    def close(self) -> None:
        """Raise `UnfitContent` with everything found, if anything was."""
        if self.found:
            raise UnfitContent(self.found)


def as_toml(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case list() | tuple():
            return "[" + ", ".join(map(as_toml, value)) + "]"
        case dict():
            return "{ " + ", ".join(f"{key} = {as_toml(each)}" for key, each in value.items()) + " }"
    return str(value)


def unknown_word(word: object, words: Collection[str]) -> str:
    """Say that there is no such word, with the closest one and all of them."""
    close = get_close_matches(str(word), words, 1)
    meant = f" (did you mean {close[0]}?)" if close else ""
    return f"{as_toml(word)} is unknown{meant}; it is one of: {', '.join(words)}"
