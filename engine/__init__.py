"""The games: the only place that lists them."""

from collections.abc import Mapping
from typing import Any

from engine.kernel.game import Game
from engine.minerva import GAME as MINERVA
from engine.minos_classic import GAME as MINOS_CLASSIC
from engine.minos_dawn import GAME as MINOS_DAWN

GAMES: Mapping[str, Game[Any]] = {game.key: game for game in (MINOS_CLASSIC, MINOS_DAWN, MINERVA)}
"""Every game by its key."""
