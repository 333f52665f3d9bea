"""The rules of a game: the only part that every game must bring."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.copying import copier
from engine.kernel.decision import Decision, Fact, Seat
from engine.kernel.steps import Step

K = TypeVar("K")
S = TypeVar("S")

OptionValue: TypeAlias = "str | int | bool"


class GameOption(msgspec.Struct, frozen=True):
    """A setting of the lobby. `seats` are the numbers of seats for which it matters, or () if it always does."""

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
    """The final place and score of one side; ties share a place. `seat` is None for an automated opponent.

    `tie_breaks` are by rule id, in the order in which they count. {}: points don't decide the place.
    """

    seat: Seat | None
    place: int
    score: int
    parts: dict[str, int] = {}
    tie_breaks: dict[str, int] = {}


def kinds_in(kind: type[K], *modules: ModuleType) -> tuple[type[K], ...]:
    """Return the descendants of `kind` that these modules define, without those that have descendants of their own."""
    found = ((module, each) for module in modules for each in vars(module).values() if isinstance(each, type))
    own = (each for module, each in found if each.__module__ == module.__name__)
    return tuple(each for each in own if issubclass(each, kind) and not each.__subclasses__())


class Rules(Generic[S]):
    """The rules of one game. Subclass and fill in. Holds no state of any table."""

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
        """Lay out a game. Return its state and its first steps, in order."""
        raise NotImplementedError

    def copy(self, state: S) -> S:
        """Return an independent copy; anything shared with `state` must be immutable."""
        copied: S = copier(self.state_type)(state)
        return copied

    def look(self, state: S, seat: Seat | None) -> msgspec.Struct:
        """Return all that `seat` (None: a spectator) may see, as one record."""
        raise NotImplementedError

    def hear(self, fact: Fact, seat: Seat | None) -> Fact | None:
        """Return `fact` as `seat` (None: a spectator) learns of it, or None if it doesn't."""
        return fact

    def result(self, state: S) -> tuple[Placing, ...]:
        """Return the final places, first place first. Called when nothing is left to happen."""
        raise NotImplementedError


V = TypeVar("V", bound=msgspec.Struct)


def with_pending(view: V, pending: Sequence[Decision]) -> V:
    """The view with the seats that are asked, which is public, if it has a field `to_answer`.

    If one seat is asked a public question, `asked_places` names the kind of place it is asked for.
    """
    if "to_answer" not in view.__struct_fields__:
        return view
    view = msgspec.structs.replace(view, to_answer=tuple(sorted(decision.seat for decision in pending)))
    if "asked_places" not in view.__struct_fields__ or len(pending) != 1 or pending[0].private:
        return view
    return msgspec.structs.replace(view, asked_places=pending[0].places)
