"""Copies and views of states: a constructor call per record, made from its fields, as fast as one written by hand."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

import msgspec

V = TypeVar("V", bound=msgspec.Struct)


@cache
def copier(kind: type) -> Callable[[Any], Any]:
    """Return a function that copies a `kind`. It shares tuples and frozen records, so nothing in them may change."""
    if not _is_record(kind):
        return deepcopy
    names: dict[str, Any] = {"kind": kind}
    fields = [_copy_of(field.type, f"it.{field.name}", names) for field in msgspec.structs.fields(kind)]
    copy: Callable[[Any], Any] = eval(f"lambda it: kind({', '.join(fields)})", names)
    return copy


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _copy_of(kind: Any, value: str, names: dict[str, Any]) -> str:
    """Return the Python expression for a copy of `value`, and put the functions that it calls into `names`."""
    origin, of = get_origin(kind) or kind, get_args(kind)
    if origin in (Union, UnionType):
        (one,) = (each for each in of if each is not type(None))
        inner = _copy_of(one, value, names)
        return inner if inner == value else f"{value} and {inner}"
    if origin in (list, dict):
        inner = _copy_of(of[-1], "each", names)
        if inner == "each":
            return f"{value}.copy()"
        every = f"for key, each in {value}.items()" if origin is dict else f"for each in {value}"
        return f"{{key: {inner} {every}}}" if origin is dict else f"[{inner} {every}]"
    if origin in (int, str, bool, bytes, tuple) or (_is_record(kind) and kind.__struct_config__.frozen):
        return value
    name = f"copy_{len(names)}"
    names[name] = copier(kind)
    return f"{name}({value})"


def view_of(kind: type[V], source: object, **given: Any) -> V:
    """Return a `kind` with the fields `given`, the others as `source` has them, with tuples in place of lists."""
    view: V = _compile_view(kind, tuple(given))(source, *given.values())
    return view


@cache
def _compile_view(kind: type[V], given: tuple[str, ...]) -> Callable[..., V]:
    fields = []
    for field in msgspec.structs.fields(kind):
        name, seen = field.name, f"tuple(it.{field.name})" if get_origin(field.type) is tuple else f"it.{field.name}"
        if field.required:
            fields.append(name if name in given else seen)
        elif name in given:
            fields.append(f"{name}={name}")
    make: Callable[..., V] = eval(f"lambda it, {', '.join(given)}: kind({', '.join(fields)})", {"kind": kind})
    return make
