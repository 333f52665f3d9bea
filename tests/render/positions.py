"""Three hundred positions of each game, from whole games of greedy and strong computer players.

`python -m tests.render.positions --record GAME` lets the strong players play again. That takes minutes. Record again if
the rules or the order of options have changed.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from cogs.ui.option_words import marks_of
from engine.games import GAMES
from engine.kernel.decision import Answer, Fact
from engine.kernel.game import Game
from engine.kernel.offering.offers import offer
from engine.kernel.offering.turn_end import state_at_turn_end
from engine.kernel.play import Play
from engine.kernel.rules import with_pending
from engine.simulate import Plan, Simulation, simulation_of
from locales.words import LANGUAGES
from render.gallery import NAMES
from render.plate import Plate
from render.renderer import RENDERERS, Mark, Names, Say
from tests.render import plates

POLICIES = {"minos-dawn": "greedy,builder,ruler,warlord"}
"""The greedy computer players of a game that has several kinds of them."""
GREEDY, STRONG = "greedy", "strong"
SEATS = (2, 3, 4)
SEED = 31
EACH = 50
"""Number of positions taken from one game."""
RECORDED = Path(__file__).parent / "strong"
"""Recorded answers of strong players. They would think for a minute per game.

There is a file for each game, with a line for each number of seats.
"""
KINDS = ("asked", "asked", "since", "asked", "finished")
"""Kinds of boards, in the order in which they are taken.

"asked": a question with the moves of the turn. "since": a question with all moves since someone's last answer.
"finished": a turn that is over.
"""
TABLES: Sequence[Names] = (plates.LONG, NAMES, dict.fromkeys(range(4), "Ariadne"))


@dataclass(frozen=True)
class Board:
    """A board as its players see it. `label` identifies the board among all boards of a game."""

    game: str
    label: str
    view: Any
    marks: tuple[Mark, ...]
    moves: tuple[Fact, ...]
    names: Names
    language: str
    is_past: bool

    def draw(self, say: Say) -> tuple[Plate, ...]:
        """Return the plates. If the turn is over, return only the plate that stays in the message."""
        renderer = RENDERERS[self.game]
        drawn = renderer.plates(self.view, self.marks, self.names, say, self.moves)
        if not self.is_past:
            return drawn
        choose = renderer.past_plate
        return (choose(self.view, drawn, self.moves) if choose else renderer.film_plate(drawn),)


def boards(game: str) -> Iterator[Board]:
    """Yield the boards of six games in three languages, with long, usual and equal names."""
    for seats in SEATS:
        for player in (GREEDY, STRONG):
            yield from _boards_of(GAMES[game], player, _simulation(game, player, seats))


def _simulation(game: str, player: str, seats: int) -> Simulation:
    names = POLICIES.get(game, player) if player == GREEDY else player
    return simulation_of(GAMES[game], Plan(game, seats, SEED, names), seats)


def _boards_of(game: Game[Any], player: str, simulation: Simulation) -> Iterator[Board]:
    """Yield `EACH` boards, spread evenly over the game, with at least one at the end.

    The board of a finished turn is taken some answers later, when the turn has ended.
    """
    key, seats, start = game.rules.key, simulation.settings.seats, simulation.play.fork().position
    answers = _strong_answers(key, seats) if player == STRONG else _play(simulation)
    wanted = [(2 * number + 1) * len(answers) // (2 * EACH) for number in range(EACH)]
    turn: list[Fact] = []
    since: list[Fact] = []
    shown = 0
    play = Play(game, start)
    for at, answer in enumerate(answers):
        given, asked = _read(play, answer), play.pending
        view = game.rules.look(play.position.state, None)
        ended: msgspec.Struct | None = None
        while shown < EACH - 1 and at >= wanted[shown]:
            kind = KINDS[shown % len(KINDS)]
            label = f"{player} {seats} at {at}, {kind}"
            if kind == "finished":
                state = state_at_turn_end(game, play.position, given)
                if state is not None:
                    last = [each for each in asked if each.seat == given.seat and game.narration.is_in_turn(state)]
                    ended = with_pending(game.narration.look_back(game.rules.look(state, None), view), last)
                break
            marks = marks_of(offer(game, play.position, asked[0])) if len(asked) == 1 else ()
            yield _board(key, label, shown, with_pending(view, asked), marks, since if kind == "since" else turn)
            shown += 1
        now = play.answer(given)
        heard = [fact for each in now.facts if (fact := game.rules.hear(each, None)) is not None]
        opening = [place for place, fact in enumerate(heard) if game.narration.opens(fact)]
        if ended is not None:
            yield _board(key, label, shown, ended, (), [*turn, *heard[: opening[0] if opening else None]])
            shown += 1
        turn = heard[opening[-1] :] if opening else [] if now.turn_passed else [*turn, *heard]
        since = heard if given.seat == 0 else [*since, *heard]
    over = game.rules.look(play.position.state, None)
    for number in range(shown, EACH):
        yield _board(key, f"{player} {seats} at the end, {number}", number, over, (), turn)


def _board(
    game: str, label: str, number: int, view: msgspec.Struct, marks: tuple[Mark, ...], moves: Sequence[Fact]
) -> Board:
    names, language = TABLES[number % len(TABLES)], LANGUAGES[number // len(TABLES) % len(LANGUAGES)]
    return Board(game, label, view, marks, tuple(moves), names, language, label.endswith("finished"))


def _play(simulation: Simulation) -> list[str]:
    """Play to the end and return the answers as numbers of options, joined by `+`.

    If several seats are asked, the number of the seat and a colon come first.
    """
    answers: list[str] = []
    while simulation.play.pending:
        asked = {decision.seat: decision for decision in simulation.play.pending}
        simulation.turn()
        entry = simulation.entries[-1]
        keys = [option.key for option in asked[entry.seat].options]
        answers.append(f"{entry.seat}:" * (len(asked) > 1) + "+".join(str(keys.index(key)) for key in entry.keys))
    return answers


def _read(play: Play[Any], answer: str) -> Answer:
    """Return the answer that this text means. Raise `IndexError` if the recorded game no longer fits the rules."""
    seat, _, numbers = answer.rpartition(":")
    decision = next(each for each in play.pending if not seat or each.seat == int(seat))
    keys = tuple(decision.options[int(number)].key for number in numbers.split("+") if number)
    return Answer(decision.seat, decision.id, keys)


def _strong_answers(game: str, seats: int) -> list[str]:
    lines = (RECORDED / f"{game}.txt").read_text(encoding="ascii").splitlines()
    return lines[SEATS.index(seats)].split(" ")


def record(game: str) -> None:
    """Let strong players play, and store their answers."""
    lines = [" ".join(_play(_simulation(game, STRONG, seats))) for seats in SEATS]
    (RECORDED / f"{game}.txt").write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--record", metavar="GAME", required=True, choices=list(GAMES))
    record(arguments.parse_args().record)
