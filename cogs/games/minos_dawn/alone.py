"""The results of Minos: Dawn alone: the margin, and what that level or the next asks. SOLO-END-8"""

from collections.abc import Mapping, Sequence

from engine.kernel.decision import Argument, Message
from engine.kernel.rules import OptionValue, Placing

LEVELS = ("easy", "normal", "hard")


def alone(name: str, placings: Sequence[Placing], options: Mapping[str, OptionValue]) -> tuple[Message, ...]:
    """Return who won by how much, then what the next level asks, or after a loss what this one does."""
    own, rival = sorted(placings, key=lambda placing: placing.seat is None)
    level = str(options.get("difficulty", LEVELS[0]))
    lead = own.score - rival.score
    blanks: dict[str, Argument] = {
        "name": name,
        "rival": Message("minos_dawn.rival"),
        "level": Message(f"minos_dawn.option.difficulty.{level}"),
        "own": own.score,
        "his": rival.score,
        "lead": Message("minos_dawn.points", {"count": abs(lead)}),
    }
    if lead == 0:
        return Message("minos_dawn.alone.level", blanks), _level(level)
    if lead < 0:
        return Message("minos_dawn.alone.lost", blanks), _level(level)
    won = Message("minos_dawn.alone.won", blanks)
    if level == LEVELS[-1]:
        return won, Message("minos_dawn.alone.hardest")
    return won, _level(LEVELS[LEVELS.index(level) + 1])


def _level(level: str) -> Message:
    return Message(f"minos_dawn.note.difficulty.{level}")
