"""Whole games as text: every question with every option, the answer, what happened, and a digest of what is seen.

`= digest` stands for the views of all seats and of a spectator; when a transcript moves, the lines around tell why.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from textwrap import fill
from typing import Any, NamedTuple

import msgspec

import engine
from engine.kernel.codec import digest
from engine.kernel.decision import Decision, Fact
from engine.kernel.game import Game, settled
from engine.kernel.play import result, start
from engine.simulate import Simulation, player_named
from tests.engine.kernel.orchard import OrchardGame

FOLDER = Path(__file__).parent
WIDTH = 120
DIGITS = 12


class Transcript(NamedTuple):
    """A game to be kept as text: `head` answers from its start and `tail` from its end."""

    game: Game[Any]
    seats: int
    player: str
    head: int = 10_000
    tail: int = 0

    @property
    def file(self) -> Path:
        """Where it is kept."""
        return FOLDER / f"{self.game.key}-{self.seats}-{self.player}.txt"


def transcripts() -> list[Transcript]:
    """All that are kept."""
    classic = [
        Transcript(engine.GAMES["minos-classic"], 3, player, head=200, tail=40)
        for player in ("random", *engine.GAMES["minos-classic"].players)
    ]
    toy = [Transcript(OrchardGame(), seats, "random") for seats in OrchardGame.seats]
    return [*toy, Transcript(OrchardGame(), 3, "greedy"), *classic]


def text_of(kept: Transcript) -> str:
    """The game played anew, as text."""
    game = kept.game
    settings = settled(game, kept.seats, {})
    seed = bytes(range(16))
    simulation = Simulation(game, settings, seed, player_named(game, kept.player))
    play = simulation.play
    blocks = [_opening(kept, start(game, settings, seed).facts, simulation)]
    while play.pending:
        asked = list(play.pending)
        facts = simulation.turn().facts
        blocks.append("\n".join(_turn(simulation, asked, tuple(facts))))
    shown = blocks[: kept.head]
    left = blocks[len(shown) :]
    if left:
        shown.append(f"… {len(left) - kept.tail} answers left out …")
        shown += left[len(left) - kept.tail :]
    ends = [f"{p.place}. seat {p.seat}: {p.score} {p.parts}" for p in result(game, play.position)]
    return "\n\n".join([*shown, "\n".join([*ends, f"position {digest(play.position)}"])]) + "\n"


def _opening(kept: Transcript, facts: tuple[Fact, ...], simulation: Simulation) -> str:
    title = f"{kept.game.key}, version {kept.game.version}, {kept.seats} seats, {kept.player} players"
    return "\n".join([title, *map(_fact, facts), _seen(simulation)])


def _turn(simulation: Simulation, asked: list[Decision], facts: tuple[Fact, ...]) -> Iterator[str]:
    for decision in asked:
        yield _question(decision)
    entry = simulation.entries[-1]
    yield f"{simulation.play.position.number}. seat {entry.seat} > {' '.join(entry.keys) or '(none)'}"
    yield from map(_fact, facts)
    yield _seen(simulation)


def _question(decision: Decision) -> str:
    number = f"{decision.at_least}..{decision.at_most}"
    how = "".join(f" {word}" for word in ("private", "shown") if getattr(decision, word))
    keys = " ".join(option.key for option in decision.options)
    return _wrapped(f"? {decision.seat}#{decision.id} {decision.rule} {number}{how}: {keys}")


def _fact(fact: Fact) -> str:
    return _wrapped(f"  * {fact!r}")


def _wrapped(line: str) -> str:
    return fill(line, WIDTH, subsequent_indent="      ", break_long_words=False, break_on_hyphens=False)


def _seen(simulation: Simulation) -> str:
    state, seats = simulation.play.position.state, simulation.settings.seats
    views = [simulation.game.look(state, seat) for seat in (None, *range(seats))]
    return f"  = {sha256(msgspec.json.encode(views)).hexdigest()[:DIGITS]}"
