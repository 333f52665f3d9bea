"""Whole games as text: every question with its options, the answer, the facts, and the views.

For the toy game, a view is written whenever one of its fields has changed. `= all` means all viewers, `= 1` seat 1, and
`= -` a spectator. Larger games have a `= digest` of all views together.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib import import_module
from itertools import chain
from pathlib import Path
from textwrap import fill
from typing import Any, NamedTuple

import msgspec

from engine.kernel.codec import digest
from engine.kernel.decision import Decision, Fact, Seat
from engine.kernel.game import Game, complete_settings
from engine.kernel.play import result, start
from engine.simulate import Simulation, find_policy
from games import GAMES, Registration
from tests.engine.kernel.orchard import ORCHARD

FOLDER = Path(__file__).parent
WIDTH = 120
DIGITS = 12


class Transcript(NamedTuple):
    """The first `head` and the last `tail` answers of a game, as text. `shows_views` adds the views."""

    game: Game[Any]
    seats: int
    player: str
    head: int = 10_000
    tail: int = 0
    shows_views: bool = False

    @property
    def file(self) -> Path:
        """Return the file of the transcript."""
        return FOLDER / f"{self.game.rules.key}-{self.seats}-{self.player}.txt"


def transcripts() -> list[Transcript]:
    """Return all transcripts."""
    toy = [Transcript(ORCHARD, seats, "random", shows_views=True) for seats in ORCHARD.rules.seats]
    return [
        *toy,
        Transcript(ORCHARD, 3, "greedy", shows_views=True),
        *chain(*map(transcripts_of, GAMES.values())),
    ]


def transcripts_of(game: Registration) -> Sequence[Transcript]:
    """Return the transcripts listed in one game's tests."""
    kept: Sequence[Transcript] = import_module(f"tests.engine.{game.package}.transcripts").TRANSCRIPTS
    return kept


class Onlookers:
    """All viewers, and their latest views."""

    def __init__(self, simulation: Simulation, kept: Transcript) -> None:
        self.simulation = simulation
        self.kept = kept
        self.seen: dict[tuple[Seat | None, str], Any] = {}

    def views(self) -> dict[Seat | None, Any]:
        """The views of a spectator and each seat."""
        state = self.simulation.play.position.state
        return {seat: self.kept.game.rules.look(state, seat) for seat in (None, *range(self.kept.seats))}

    def lines(self) -> Iterator[str]:
        """Yield the changes in the views."""
        views = self.views()
        if not self.kept.shows_views:
            yield f"  = {sha256(msgspec.json.encode(list(views.values()))).hexdigest()[:DIGITS]}"
            return
        for name in (field.name for field in msgspec.structs.fields(views[None])):
            fields = {seat: getattr(view, name) for seat, view in views.items()}
            fresh = {s: value for s, value in fields.items() if self.seen.get((s, name), self) != value}
            self.seen |= {(seat, name): value for seat, value in fields.items()}
            if fresh and all(value == fields[None] for value in fields.values()):
                yield _wrap(f"  = all {name}: {fields[None]}")
            else:
                yield from (
                    _wrap(f"  = {'-' if seat is None else seat} {name}: {value}") for seat, value in fresh.items()
                )


def text_of(kept: Transcript) -> str:
    """Play the game again and return it as text."""
    game = kept.game
    settings = complete_settings(game, kept.seats, {})
    seed = bytes(range(16))
    simulation = Simulation(game, settings, seed, find_policy(game, kept.player))
    play, onlookers = simulation.play, Onlookers(simulation, kept)
    title = f"{game.rules.key}, version {game.rules.version}, {kept.seats} seats, {kept.player} players"
    opening = start(game, settings, seed).facts
    blocks = ["\n".join([title, *map(_fact, opening), *onlookers.lines()])]
    while play.pending:
        asked = list(play.pending)
        facts = simulation.turn().facts
        blocks.append("\n".join([*_turn(simulation, asked, tuple(facts)), *onlookers.lines()]))
    shown = blocks[: kept.head]
    left = blocks[len(shown) :]
    if left:
        shown.append(f"… {len(left) - kept.tail} answers left out …")
        shown += left[len(left) - kept.tail :]
    ends = [f"{p.place}. seat {p.seat}: {p.score} {p.parts}" for p in result(game, play.position)]
    return "\n\n".join([*shown, "\n".join([*ends, f"position {digest(play.position)}"])]) + "\n"


def _turn(simulation: Simulation, asked: list[Decision], facts: tuple[Fact, ...]) -> Iterator[str]:
    for decision in asked:
        yield _question(decision)
    entry = simulation.entries[-1]
    yield f"{simulation.play.position.number}. seat {entry.seat} > {' '.join(entry.keys) or '(none)'}"
    yield from map(_fact, facts)


def _question(decision: Decision) -> str:
    number = f"{decision.at_least}..{decision.at_most}"
    how = "".join(f" {word}" for word in ("private", "shown") if getattr(decision, word))
    keys = " ".join(option.key for option in decision.options)
    return _wrap(f"? {decision.seat}#{decision.id} {decision.rule} {number}{how}: {keys}")


def _fact(fact: Fact) -> str:
    return _wrap(f"  * {fact!r}")


def _wrap(line: str) -> str:
    return fill(line, WIDTH, subsequent_indent="      ", break_long_words=False, break_on_hyphens=False)
