"""The engine: compare random play with python-chess, and copying a position with a MessagePack round trip."""

from time import perf_counter
from typing import Any

import chess
from msgspec import msgpack

from benchmarks.row import Row, seconds_each
from engine.games import GAMES
from engine.kernel import codec
from engine.kernel.chance import Chance
from engine.kernel.decision import Answer
from engine.kernel.game import Game
from engine.kernel.play import Play, Position, copy_position, start
from engine.kernel.policy import random_policy
from engine.kernel.rules import Settings
from engine.simulate import Simulation

SEED = bytes(range(16))
SECONDS = 4.0
ANSWERS = 300
PLAY_GOALS, COPY_GOALS = (1.5, 1.2, 1.2), (0.3, 0.25, 0.15)
"""Goals for each game, in the order of `GAMES`."""


def chess_moves_per_second() -> float:
    """Play random moves with python-chess, and list all legal moves before each. Return the moves per second."""
    chance, moves, board = Chance(SEED, {}), 0, chess.Board()
    begun = perf_counter()
    while perf_counter() - begun < SECONDS:
        for _ in range(200):
            legal = list(board.legal_moves)
            if not legal or board.is_seventyfive_moves():
                board = chess.Board()
                continue
            board.push(legal[chance.below("player", len(legal))])
            moves += 1
    return moves / (perf_counter() - begun)


def answers_per_second(game: Game[Any], seats: int) -> float:
    """Give random answers without copying positions, listing all options before each. Return the answers per second."""
    chance, answers, games = Chance(SEED, {}), 0, 0
    begun = perf_counter()
    play: Play[Any] | None = None
    while perf_counter() - begun < SECONDS:
        for _ in range(200):
            if play is None or not play.pending:
                games += 1
                seed = games.to_bytes(16, "big")
                play = Play(game, start(game, Settings(seats), seed).position)
            decision = play.pending[0]
            play.take(Answer(decision.seat, decision.id, random_policy(lambda: None, decision, chance)))
            answers += 1
    return answers / (perf_counter() - begun)


def middle_of(game: Game[Any], seats: int) -> Position[Any]:
    """Return a position from the middle of a random game."""
    simulation = Simulation(game, Settings(seats), SEED, random_policy)
    while simulation.play.pending and simulation.play.position.number < ANSWERS:
        simulation.turn()
    return simulation.play.position


def rows_of(game: Game[Any], play_goal: float, copy_goal: float) -> list[Row]:
    seats = game.rules.seats[-1]
    played = answers_per_second(game, seats)
    what, theirs = f"{game.rules.key}: random play, {seats} seats", chess_moves_per_second()
    against = "python-chess random play"
    play_row = Row(what, played, theirs, "answers/s", against, play_goal, more_is_better=True)
    position, encoder, times = middle_of(game, seats), msgpack.Encoder(), 2_000
    stored = codec.encode(position)
    copied = seconds_each(lambda: copy_position(game, position), times) * 1e6
    round_trip = seconds_each(lambda: codec.decode(game, encoder.encode(position)), times) * 1e6
    what = f"{game.rules.key}: copy of a position of {len(stored):,} bytes"
    copy_row = Row(what, copied, round_trip, "µs", "msgspec round trip of it", copy_goal)
    return [play_row, copy_row]


def rows() -> list[Row]:
    goals = zip(GAMES.values(), PLAY_GOALS, COPY_GOALS, strict=True)
    return [row for game, play_goal, copy_goal in goals for row in rows_of(game, play_goal, copy_goal)]
