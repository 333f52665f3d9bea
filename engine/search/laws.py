"""The second half of law K9: what a program answers for a seat hangs on nothing that the seat may not know."""

import msgspec

from engine.kernel.levels import Level
from engine.kernel.secrecy import member
from engine.kernel.trial import Case, LawBroken
from engine.kernel.worlds import world_of
from engine.search.thinking import think


def check_thoughts(case: Case, level: Level) -> None:
    """K9: by the same secret the same thought, byte for byte, wherever the seat cannot tell the games apart.

    So too over a world dealt anew for it, which is all that another process is given.
    """
    for decision in case.pending:
        seat, secret = decision.seat, case.chance.token("secret")
        alike = (case.position, member(case, seat), world_of(case.game, case.position, seat, case.chance))
        thoughts = [msgspec.json.encode(think(case.game, each, seat, level, secret)) for each in alike]
        if any(thought != thoughts[0] for thought in thoughts):
            raise LawBroken("K9", f"what is answered for seat {seat} hangs on what it cannot know: {thoughts}")
