"""Content files: TOML next to a game's rules, decoded into frozen records. Every fault is reported with its place."""

import re
import tomllib
from collections.abc import Callable, Collection, Iterable
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, ClassVar, Generic, Literal, NoReturn, TypeVar, Union, cast, get_args, get_origin

import msgspec

from engine.kernel.conversion import convert

B = TypeVar("B")
T = TypeVar("T")

Count = Annotated[int, msgspec.Meta(ge=0, le=999)]

Positive = Annotated[int, msgspec.Meta(ge=1, le=999)]

Pixel = Annotated[int, msgspec.Meta(ge=0, le=4000)]

Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
"""The name of an entry in option keys and in the log: up to 40 letters, digits, `_` and `-`."""

Name = Annotated[str, msgspec.Meta(pattern=r"^\S([^\n\r\t]{0,46}\S)?$")]
"""A printed name: one line of 1 to 48 characters."""

Point = tuple[Pixel, Pixel]
Polygon = Annotated[tuple[Point, ...], msgspec.Meta(min_length=3)]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a content file. Unknown fields are errors."""


class Named(Record, frozen=True):
    id: Id
    name: Name


class Fault(msgspec.Struct, frozen=True):
    file: str
    entry: str
    field: str
    problem: str

    def __str__(self) -> str:
        place = ": ".join(part for part in (self.file, self.entry, self.field) if part != "-")
        return f"{place}: {self.problem}"


class UnfitContent(ValueError):  # noqa: N818  (as the kernel names its refusals)
    """The content is invalid. `faults` lists everything wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


class UnknownEffect(ValueError):  # noqa: N818
    """An effect text that the game's effect language doesn't allow. The message quotes it and may say what fits."""

    def __init__(self, piece: str, fitting: str = "") -> None:
        super().__init__(f'"{piece}"' + (f"; {fitting}" if fitting else ""))


class Unread(Exception):  # noqa: N818  (stops a check; not an error)
    """Raised when a check uses a value that could not be read. The fault has already been reported."""


class _Unreadable:
    """Replaces a value that could not be read. Any use of it ends the check."""

    def _stop(self, *_: object) -> NoReturn:
        raise Unread

    __getattr__ = __getitem__ = __iter__ = __len__ = __contains__ = __bool__ = __hash__ = __str__ = _stop
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _stop
    __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __index__ = _stop


UNREAD: Any = _Unreadable()


class _UntilUnread:
    """Context manager that ends its block at the first value that could not be read. As a generator it would be slower,
    and content has thousands of these blocks."""

    def __init__(self, found: list[Fault]) -> None:
        self._found = found

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        if kind is None or not issubclass(kind, Unread):
            return False
        assert self._found
        return True


class Faults:
    def __init__(self) -> None:
        self.found: list[Fault] = []
        self._block = _UntilUnread(self.found)

    def require(self, holds: bool, file: str, entry: str, field: str, problem: str) -> bool:
        """Note a fault if `holds` is false. Return `holds`."""
        if not holds and (fault := Fault(file, entry, field, problem)) not in self.found:
            self.found.append(fault)
        return holds

    def check_word(self, word: str, words: Collection[str], file: str, entry: str, field: str) -> bool:
        return word in words or self.require(False, file, entry, field, unknown_word(word, words))

    def check_value(self, given: object, wanted: object, file: str, entry: str, field: str) -> bool:
        """Note a fault unless `given` equals `wanted`, the only value that the rules support."""
        return self.require(given == wanted, file, entry, field, f"the rules only allow {as_toml(wanted)} here")

    def check_unique(self, names: Iterable[object], file: str, table: str, field: str) -> None:
        """Note a fault for each name that two entries of a table share."""
        seen: set[object] = set()
        for name in names:
            self.require(name not in seen, file, f"{table} {name}", field, "is used twice; each needs its own")
            seen.add(name)

    def run(self, check: Callable[..., None], *given: object) -> None:
        """Run a check up to the first value that could not be read."""
        with self.until_unread():
            check(*given)

    def until_unread(self) -> _UntilUnread:
        """Run a block up to the first value that could not be read."""
        return self._block

    def close(self) -> None:
        """Raise `UnfitContent` with all faults, if there are any."""
        if self.found:
            raise UnfitContent(self.found)


class Checks(Generic[T]):
    """Checks a game's content, or one part of it. Each check runs until it meets a value that could not be read."""

    def __init__(self, content: T, faults: Faults) -> None:
        self.content = content
        self.faults = faults
        self.require = faults.require
        self.check_value = faults.check_value
        self.check_word = faults.check_word
        self.check_unique = faults.check_unique

    parts: ClassVar[tuple[Callable[[Any], None], ...]]
    """The checks, in the order in which the report lists their faults."""

    def check(self) -> None:
        for part in self.parts:
            self.faults.run(part, self)


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
    """Return the message for an unknown word. It names the closest valid word, then all valid words."""
    close = get_close_matches(str(word), words, 1)
    meant = f" (did you mean {close[0]}?)" if close else ""
    return f"{as_toml(word)} is unknown{meant}; it is one of: {', '.join(words)}"


def read_toml(folder: Path, file: str, faults: Faults) -> dict[str, Any] | None:
    """Return the parsed TOML of the file. If the file can't be read, note a fault and return None."""
    try:
        return tomllib.loads((folder / file).read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        faults.require(False, file, "-", "-", "the file is missing")
    except OSError as error:
        faults.require(False, file, "-", "-", f"the file cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        faults.require(False, file, "-", "-", "the file is not saved as UTF-8")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        faults.require(False, file, "-", "-", f"not TOML: {error}")
    return None


def read_record(folder: Path, file: str, record: type[T], faults: Faults) -> T:
    """Return the file as one record. Values that can't be decoded become `UNREAD`."""
    raw = read_toml(folder, file, faults)
    if raw is None:
        return cast(T, UNREAD)
    try:
        return convert(raw, record)
    except msgspec.ValidationError:
        return cast(T, _Reader(file, faults).table(raw, record, "-", ""))


class ContentFolder:
    """A folder of a game's content. Values that can't be read become `UNREAD`, with a fault."""

    def __init__(self, folder: Path, game: str, faults: Faults) -> None:
        """The `schema` of each file begins with `game`."""
        self._folder, self._game, self._faults = folder, game, faults
        self._files: list[str] = []

    def record(self, file: str, record: type[T]) -> T:
        self._files.append(file)
        return read_record(self._folder, file, record, self._faults)

    def entries(self, file: str, table: str, entry: Any, schema: str = "", **fixed: int) -> Any:
        """Return the entries of a file with a single table. `fixed` has the only values allowed for other fields."""
        schema = schema or file.removesuffix(".toml").replace("_", "-")
        fields: dict[str, Any] = {"schema": Literal[f"{self._game}-{schema}/1"], table: tuple[entry, ...]}
        fields |= {name: Literal[value] for name, value in fixed.items()}
        record = msgspec.defstruct(file, fields.items(), frozen=True, forbid_unknown_fields=True)
        whole = self.record(file, record)
        return UNREAD if whole is UNREAD else getattr(whole, table)

    def check_strays(self) -> None:
        """Note a fault for each TOML file that wasn't read: its name may be misspelt. These faults come first."""
        problem = f"no file of this game, which has {', '.join(self._files)}"
        strays = sorted(path.name for path in self._folder.glob("*.toml") if path.name not in self._files)
        self._faults.found[:0] = [Fault(name, "-", "-", problem) for name in strays]


def load(folder: Path, game: str, read: Callable[[ContentFolder], T], *checks: type[Checks[T]]) -> T:
    """Return the content of `folder`. Raises `UnfitContent` with everything that is wrong."""
    faults = Faults()
    files = ContentFolder(folder, game, faults)
    content = read(files)
    files.check_strays()
    for each in checks:
        each(content, faults).check()
    faults.close()
    return content


def content_digest(folder: Path) -> str:
    """Return the SHA-256 of the folder's TOML in hex, regardless of comments and order. Raises `UnfitContent`."""
    faults = Faults()
    files = {path.name: read_toml(folder, path.name, faults) for path in folder.glob("*.toml")}
    faults.close()
    return sha256(msgspec.json.encode(files, order="deterministic")).hexdigest()


class _Reader:
    """Decodes a file field by field. One wrong field therefore doesn't hide other faults."""

    def __init__(self, file: str, faults: Faults) -> None:
        self._file = file
        self._faults = faults

    def table(self, raw: Any, record: Any, entry: str, path: str) -> Any:
        if not isinstance(raw, dict):
            return self._unread(entry, path, f"expected a table, not {_kind_of(raw)}")
        fields = _fields(record)
        names = [field.name for field in fields]
        for name in raw:
            self._faults.check_word(name, names, self._file, entry, _under(path, name))
        values = {}
        for field in fields:
            place = _under(path, field.name)
            if field.name in raw:
                values[field.name] = self._value(raw[field.name], field.type, entry, place)
            elif field.required:
                values[field.name] = self._unread(entry, place, "the field is missing")
        return record(**values)

    def _value(self, raw: Any, kind: Any, entry: str, path: str) -> Any:
        if get_origin(kind) in (Union, UnionType):
            kind = next(each for each in get_args(kind) if each is not type(None))
        if _is_record(kind):
            at_top = entry == "-"
            return self.table(raw, kind, path if at_top else entry, "" if at_top else path)
        if get_origin(kind) is tuple and (of := get_args(kind))[1:] == (...,) and _is_record(of[0]):
            return self._list(raw, of[0], entry, path)
        if get_origin(kind) is Literal:
            words = get_args(kind)
            is_one = raw in words and type(raw) is type(words[0])
            return raw if is_one else self._unread(entry, path, unknown_word(raw, [str(word) for word in words]))
        if get_origin(kind) is dict and isinstance(raw, dict):
            of, at_top = get_args(kind)[1], entry == "-"
            entry, path = (path, "") if at_top else (entry, path)
            return {key: self._value(each, of, entry, _under(path, key)) for key, each in raw.items()}
        try:
            return convert(raw, kind)
        except msgspec.ValidationError as error:
            return self._unread(entry, *_explain(error, raw, path))

    def _list(self, raw: Any, kind: type[Any], entry: str, path: str) -> Any:
        if not isinstance(raw, list):
            return self._unread(entry, path, f"expected a list of tables, not {_kind_of(raw)}")
        if entry != "-":
            return tuple(self.table(each, kind, entry, f"{path}[{number}]") for number, each in enumerate(raw, 1))
        return tuple(self.table(each, kind, _name(path, number, each, kind), "") for number, each in enumerate(raw, 1))

    def _unread(self, entry: str, path: str, problem: str) -> Any:
        self._faults.require(False, self._file, entry, path or "-", problem)
        return UNREAD


_fields = cache(msgspec.structs.fields)  # Reading annotations is slow.


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _under(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _name(table: str, number: int, raw: Any, kind: type[Any]) -> str:
    by = getattr(kind, "named_by", "id")
    name = raw.get(by) if isinstance(raw, dict) else None
    return f"{table} {name}" if isinstance(name, str | int) and name != "" else f"{table} no. {number}"


_KINDS = {"int": "a whole number", "str": "text", "bool": "true or false", "array": "a list", "object": "a table",
          "float": "a number with a point", "datetime": "a date", "date": "a date", "time": "a time"}  # fmt: skip


def _kind_of(raw: Any) -> str:
    kinds = {bool: "true or false", int: "a number", str: "text", list: "a list", dict: "a table"}
    return kinds.get(type(raw), "this")


def _explain(error: msgspec.ValidationError, raw: Any, path: str) -> tuple[str, str]:
    """Return the place of msgspec's error in the file, and the fault in plain words."""
    problem, _, inner = str(error).partition(" - at `")
    inner = inner.rstrip("`").removeprefix("$").replace("[...]", "")
    inner = re.sub(r"\[(\d+)\]", lambda found: f"[{int(found[1]) + 1}]", inner)
    if "matching regex" in problem:
        problem = "letters, digits, - and _ alone, 1 to 40" if "A-Za-z" in problem else "one line of 1 to 48 signs"
    problem = re.sub(r"`(\w+)`", lambda found: _KINDS.get(found[1], found[1]), problem)
    given = f"; given is {as_toml(raw)}" if isinstance(raw, str | int) else ""
    return path + inner, problem[0].lower() + problem[1:] + given


class ContentSource(Generic[B]):
    """Holds the box (the checked content) of a game: the game's own, unless a host has chosen other content."""

    def __init__(self, folder: Path, unpack: Callable[[Path], B]) -> None:
        """`unpack` reads and checks a folder when a box is first needed. It raises `UnfitContent`."""
        self.folder = folder
        self.unpack = unpack
        self._box: B | None = None

    def use(self, box: B) -> None:
        """Use this box from now on. Call this before any game is opened."""
        self._box = box

    def box(self) -> B:
        if self._box is None:
            self._box = self.unpack(self.folder)
        return self._box
