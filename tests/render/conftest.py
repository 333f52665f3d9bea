"""Fixtures of the picture tests: words, and scenes of ten positions of Minos (classic)."""

from collections.abc import Callable

import pytest

from engine.kernel.decision import Message
from locales.words import Words
from render.gallery import NAMES
from render.minos_classic.gallery import Position, positions
from render.minos_classic.renderer import plates
from render.paint import Painting
from render.scene import Scene

PATIENCE_S = 60.0
"""Longest wait for a picture on a busy machine, in seconds. No test waits for this deadline to pass."""

Speaking = Callable[[str], Callable[[Message], str]]


@pytest.fixture(scope="session")
def speaking() -> Speaking:
    words = Words()
    return lambda language: lambda message: words.say(message, language, NAMES)


@pytest.fixture(scope="session")
def ten() -> dict[str, Position]:
    return positions()


@pytest.fixture(scope="session")
def scenes(speaking: Speaking, ten: dict[str, Position]) -> dict[str, Scene]:
    return {name: plates(given.view, given.marks, given.names, speaking("en"))[0].scene for name, given in ten.items()}


@pytest.fixture(scope="session")
def painting() -> Painting:
    return Painting()
