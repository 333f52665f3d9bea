"""What is wrong with a folder of content: collected, so that its owner is told everything at once."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, NoReturn

import msgspec


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong with a content file: where, and what would fit."""

    file: str
    entry: str
    field: str
    problem: str

    def __str__(self) -> str:
        """The fault as one line for the host."""
        place = ": ".join(part for part in (self.file, self.entry, self.field) if part != "-")
        return f"{place}: {self.problem}"


class UnfitContent(ValueError):  # noqa: N818  (as the kernel names its refusals)
    """Content that no game can be played with; `faults` are all that is wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


class Unread(Exception):  # noqa: N818  (a check that stops, not a mistake of ours)
    """A check has come to a value that could not be read, which has been told already."""


class _Unreadable:
    """Stands where a value could not be read. Whatever is done with it ends the check that does it."""

    def _stop(self, *_: object) -> NoReturn:
        raise Unread

    __getattr__ = __getitem__ = __iter__ = __len__ = __contains__ = __bool__ = __hash__ = __str__ = _stop
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _stop
    __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __index__ = _stop


UNREAD: Any = _Unreadable()


class Faults:
    """Collects what is wrong with a folder of content, so that its owner is told everything at once."""

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def require(self, holds: bool, file: str, entry: str, field: str, problem: str) -> bool:
        """Returns `holds`, and notes a fault where it is false."""
        fault = Fault(file, entry, field, problem)
        if not holds and fault not in self.found:
            self.found.append(fault)
        return holds

    def known(self, word: str, words: Collection[str], file: str, entry: str, field: str) -> bool:
        """Returns whether `word` is one of `words`, and notes a fault where it is not."""
        return word in words or self.require(False, file, entry, field, unknown_word(word, words))

    def is_fixed(self, given: object, wanted: object, file: str, entry: str, field: str) -> bool:
        """Note a fault unless a value that the rules themselves know is the one they know."""
        return self.require(given == wanted, file, entry, field, f"the rules know only {as_toml(wanted)} here")

    def unique(self, names: Iterable[object], file: str, table: str, field: str) -> None:
        """Note a fault for each name that stands for two entries of a table."""
        seen: set[object] = set()
        for name in names:
            self.require(name not in seen, file, f"{table} {name}", field, "stands there twice; each needs its own")
            seen.add(name)

    def run(self, check: Callable[..., None], *given: object) -> None:
        """Run a check as far as what it looks at could be read."""
        with self.reading():
            check(*given)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Leave the block where it comes to a value that could not be read."""
        try:
            yield
        except Unread:
            assert self.found

    def close(self) -> None:
        """Raise `UnfitContent` with all that was found, if anything was."""
        if self.found:
            raise UnfitContent(self.found)


def as_toml(value: object) -> str:
    """A value as a host would write it in the file."""
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
    """That there is no such word, the word that was probably meant, and all that there are."""
    close = get_close_matches(str(word), words, 1)
    meant = f" (did you mean {close[0]}?)" if close else ""
    return f"{as_toml(word)} is unknown{meant}; it is one of: {', '.join(words)}"
