"""The census of fields: every varying field of a state is visible, in a hidden zone, or bookkeeping. K4, K9

The census finds visible fields by experiment: it gives a field another value from the same game and checks whether
the view changes.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any

import msgspec

from engine.kernel.chance import SEED_BYTES
from engine.kernel.decision import Seat
from engine.kernel.game import Game
from engine.kernel.hidden import Path, Zone, differences, paths_outside, set_value, state_of, tree_of, value_at
from engine.kernel.play import Play, Position, start
from engine.kernel.policy import FastChance

PLACES_TRIED = 2
"""Number of places tested per field and position."""
VALUES_TRIED = 3
"""Number of other values tried in each place."""
TRIED_EVERY = 4
"""One in this many positions of a game is tested."""
OTHER_GAMES = 8
"""Number of other games that are started only to collect values."""

BOOKKEEPING: Mapping[str, frozenset[str]] = {
    "minos-dawn": frozenset({
        "carrying", "category", "claims", "owed", "picked_first", "window",  # Derived from public facts.
        "opened.chosen", "opened.sites.seat", "opened.stage",  # Copies of public answers.
        "players.exchange_lock", "turn.has_age2_draw", "turn.is_used",  # Results of public actions.
        "rival.face_down",  # Facts show how many cards the rival takes.
        "sealed.stage",  # A seat sees its own stage as a question. Other seats' stages are hidden.
    }),
    "minerva": frozenset({
        "aside",  # Round tiles of earlier rounds.
        "starter",  # Announced at the start of the game.
    }),
    "minos-classic": frozenset({
        "first",  # Announced at the start of the game.
        "held",  # Derived from the spaces of the pieces.
        "rounds_without_building", "has_built_this_round",  # Everyone can count these.
        "turn.is_rolling", "turn.built", "turn.recruited",  # Seen by everyone during this turn.
        "turn.spent.natural", "turn.spent.jokers", "turn.spent.stars",
        "battle.defence_rings",  # Facts show each ring that is spent.
    }),
}  # fmt: skip
"""For each game, the fields that views omit because everyone knows them. The comments say why."""

_bytes = msgspec.msgpack.Encoder(order="deterministic").encode


def field_of(path: Path) -> str:
    """Return the path without numbers. The result is the same for every seat and every place in a pile."""
    return ".".join(key for key in path if isinstance(key, str))


def covers(zone: Zone, path: Path) -> bool:
    """Return whether everything at `path` is in the zone."""
    return not paths_outside([zone], [path])


def _paths(tree: Any, path: Path = ()) -> Iterator[Path]:
    """Return the paths of all values that can be changed: numbers, texts and lists."""
    if not isinstance(tree, dict):
        yield path
    if isinstance(tree, dict | list):
        for key, part in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from _paths(part, (*path, key))


def _rises(values: list[Any]) -> bool:
    """Return whether the values are in rising order."""
    comparable = all(isinstance(value, int) for value in values) or all(isinstance(value, str) for value in values)
    return values == values[::-1] or (comparable and values == sorted(values))


class Fields:
    """Fields of a game's states, grouped by who notices a change of their value.

    Views show changes of `seen` fields. `hidden` fields are in a hidden zone, and no view shows their changes.
    `unnamed` fields are neither in a view nor in a zone. `answers` are in zones of other seats' secret answers.
    """

    def __init__(self, game: Game[Any], positions: list[Position[Any]]) -> None:
        self.game = game
        self.chance = FastChance(bytes(16))
        self.values: dict[tuple[Any, ...], dict[bytes, Any]] = {}
        for position in positions:
            tree = tree_of(position.state)
            for path in _paths(tree):
                value = value_at(tree, path)
                self.values.setdefault(self._kind(path, value), {})[_bytes(value)] = value
        self.seen: set[str] = set()
        self.hidden: set[str] = set()
        self.answers: set[str] = set()
        self.unnamed: set[str] = set()

    @property
    def known(self) -> set[str]:
        """Return all fields found in the games."""
        return {kind[0] for kind in self.values}

    def _kind(self, path: Path, value: Any) -> tuple[Any, ...]:
        """Return a key that is equal for values that can replace each other in a state."""
        return (
            field_of(path),
            path[-1] if isinstance(path[-1], int) else -1,
            len(value) if isinstance(value, list) else type(value),
        )

    def _others(self, path: Path, value: Any) -> list[Any]:
        """Return some values to try in this place: values from other states, and two other orders of a list.

        Lists in rising order aren't reordered, because their order carries no information.
        """
        others = [other for other in self.values[self._kind(path, value)].values() if other != value]
        self.chance.shuffle("others", others)
        if isinstance(value, list) and not _rises(value):
            others = [value[::-1], [*value[1::-1], *value[2:]], *others]
        return others[:VALUES_TRIED]

    def try_out(self, position: Position[Any], seat: Seat | None) -> None:
        """Change some values of each field, and record whether the seat notices."""
        tree = tree_of(position.state)
        places: dict[str, list[Path]] = {}
        for path in _paths(tree):
            places.setdefault(field_of(path), []).append(path)
        looking = _Viewer(self.game, position, seat)
        zones = self.game.secrecy.hidden(position.state, seat)
        for paths in places.values():
            self.chance.shuffle("places", paths)
            for path in paths[:PLACES_TRIED]:
                value = value_at(tree, path)
                for other in self._others(path, value):
                    set_value(tree, path, other)
                    self._note(path, value, other, looking.notices(tree), zones)
                set_value(tree, path, value)

    def _note(self, path: Path, value: Any, other: Any, is_seen: bool | None, zones: Sequence[Zone]) -> None:
        if any(zone.is_answer and covers(zone, path) for zone in zones):
            self.answers.add(field_of(path))
        if is_seen:
            self.seen.add(field_of(path))
        elif is_seen is not None:
            places = list(differences(value, other, path))
            unnamed = paths_outside(zones, places)
            self.unnamed.update(map(field_of, unnamed))
            self.hidden.update(field_of(place) for place in places if place not in unnamed)


class _Viewer:
    """A seat at a position. It compares what it sees there, and what it is asked, with other states."""

    def __init__(self, game: Game[Any], position: Position[Any], seat: Seat | None) -> None:
        self.game, self.position, self.seat = game, position, seat
        self.view, self.asked = self._view(position.state), self._ask(position.state)

    def _view(self, state: Any) -> bytes:
        return _bytes(self.game.rules.look(state, self.seat))

    def _ask(self, state: Any) -> bytes:
        play = Play(self.game, msgspec.structs.replace(self.position, state=state))
        return _bytes([decision for decision in play.pending if decision.seat == self.seat])

    def notices(self, tree: Any) -> bool | None:
        """Return whether the state in `tree` looks different to the seat, or None if that state can't be shown."""
        try:
            state: Any = state_of(self.game.rules.state_type, tree)
            return self._view(state) != self.view or self._ask(state) != self.asked
        except (LookupError, ValueError, AssertionError):
            return None


def fields_of(game: Game[Any], walk: Sequence[Position[Any]]) -> Fields:
    """Test each field in games with the same number of seats. The viewer changes from position to position.

    The values to try come from these games and from the first positions of other games.
    """
    settings = walk[0].settings
    others = [start(game, settings, bytes([number] * SEED_BYTES)).position for number in range(OTHER_GAMES)]
    fields = Fields(game, [*walk, *others])
    looking = cycle((None, *range(settings.seats)))
    for position in walk[::TRIED_EVERY]:
        if not position.is_over:
            fields.try_out(position, next(looking))
    return fields
