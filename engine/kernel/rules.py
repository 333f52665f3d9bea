"""The rules of a game, the only part that every game must define, and helpers to copy and view its states."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from types import ModuleType, UnionType
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, Union, get_args, get_origin

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Fact, Seat
from engine.kernel.steps import Step

K = TypeVar("K")
S = TypeVar("S")
V = TypeVar("V", bound=msgspec.Struct)

OptionValue: TypeAlias = "str | int | bool"


AGREED = ("settled", "tied")
"""Ways to end a game by consent with a result: keep the current places (`settled`), or share first place (`tied`)."""


class GameOption(msgspec.Struct, frozen=True):
    """A setting of the lobby. It applies to games with one of these numbers of `seats`, or to all if empty."""

    key: str
    choices: tuple[OptionValue, ...]
    default: OptionValue
    seats: tuple[int, ...] = ()

    def matters_for(self, seats: int) -> bool:
        return not self.seats or seats in self.seats


class Settings(msgspec.Struct, frozen=True):
    seats: int
    options: dict[str, OptionValue] = {}


class Placing(msgspec.Struct, frozen=True):
    """The final place and score of one side."""

    seat: Seat | None
    """The side's seat, or None for an automated opponent."""
    place: int
    """Sides that tie share a place."""
    score: int
    parts: dict[str, int] = {}
    tie_breaks: dict[str, int] = {}
    """The values that break ties, by rule id, in their order of use. Empty if points don't decide the place."""


def kinds_in(kind: type[K], *modules: ModuleType) -> tuple[type[K], ...]:
    """Return the subclasses of `kind` in these modules, except those with subclasses of their own."""
    found = ((module, each) for module in modules for each in vars(module).values() if isinstance(each, type))
    own = (each for module, each in found if each.__module__ == module.__name__)
    return tuple(each for each in own if issubclass(each, kind) and not each.__subclasses__())


@cache
def copier(kind: type) -> Any:
    """Return a function that copies a `kind`. Copies share tuples and frozen records. Nothing in those may change."""
    if not _is_record(kind):
        return deepcopy
    names: dict[str, Any] = {"kind": kind}
    fields = [_copy_of(field.type, f"it.{field.name}", names) for field in msgspec.structs.fields(kind)]
    return eval(f"lambda it: kind({', '.join(fields)})", names)


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _copy_of(kind: Any, value: str, names: dict[str, Any]) -> str:
    """Return a Python expression for a copy of `value`. Add the functions that it calls to `names`."""
    origin, of = get_origin(kind) or kind, get_args(kind)
    if origin in (Union, UnionType):
        (inner,) = {_copy_of(each, value, names) for each in of if each is not type(None)}
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


class Rules(Generic[S]):
    """The rules of one game. Subclass this class and fill it in. It holds no state of any table."""

    key: ClassVar[str]
    version: ClassVar[int] = 1
    """Increase it when old logs would replay differently or old positions would not load."""
    seats: ClassVar[tuple[int, ...]]
    """The playable numbers of seats, ascending."""
    options: ClassVar[tuple[GameOption, ...]] = ()
    state_type: ClassVar[type]
    steps: ClassVar[tuple[type[Step[Any]], ...]]
    facts: ClassVar[tuple[type[Fact], ...]]

    def start(self, settings: Settings, chance: Chance) -> tuple[S, list[Step[S]]]:
        """Set up a game. Return its state and its first steps, in order."""
        raise NotImplementedError

    def copy(self, state: S) -> S:
        """Return an independent copy. Anything shared with `state` must be immutable."""
        copied: S = copier(self.state_type)(state)
        return copied

    def look(self, state: S, seat: Seat | None) -> msgspec.Struct:
        """Return everything that `seat` (None: a spectator) may see, as one record."""
        raise NotImplementedError

    def hear(self, fact: Fact, seat: Seat | None) -> Fact | None:
        """Return `fact` as `seat` (None: a spectator) hears it, or None if the seat doesn't hear it."""
        return fact

    def result(self, state: S) -> tuple[Placing, ...]:
        """Return the final places, first place first. Called when no steps are left."""
        raise NotImplementedError


@dataclass(frozen=True)
class Agreement(Generic[S]):
    """The places on which several players may agree to end a running game."""

    standing: Callable[[S], tuple[Placing, ...]] = lambda _: ()
    """Returns the places as if the game ended now, or () if there are no scores."""
    tie_rule: str = ""
    """The rule that lets players share a victory; "" if every tie is broken."""


def with_pending(view: V, pending: Sequence[Decision]) -> V:
    """Return the view with what everyone may know about the pending questions. If it has a field `to_answer`, that
    lists the seats with a question. If one seat has a public question, `asked_places` is the kind of place that the
    question asks for."""
    if "to_answer" not in view.__struct_fields__:
        return view
    view = msgspec.structs.replace(view, to_answer=tuple(sorted(decision.seat for decision in pending)))
    if "asked_places" not in view.__struct_fields__ or len(pending) != 1 or pending[0].private:
        return view
    return msgspec.structs.replace(view, asked_places=pending[0].places)


def view_of(kind: type[V], source: object, **given: Any) -> V:
    """Return a record of `kind` with the fields `given`. Other required fields come from `source`, lists as tuples."""
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
