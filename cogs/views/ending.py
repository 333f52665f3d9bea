"""How a game came out, as the last message of its table tells it."""

from cogs.services import Services
from engine.kernel.decision import Message
from sessions.records import Table
from sessions.session import Session

CUT_SHORT = ("agreed", "moderated")
"""Ways in which a running game comes to an early end."""


def _last_one(table: Table) -> list[Message]:
    """The places of a game that ended because all but one left; nothing of other games."""
    winner = table.last_one
    if winner is None:
        return []
    left = [sitter.name for sitter in table.sitters if sitter.has_left]
    return [
        Message("board.last_one", {"name": winner.name}),
        Message("board.placing_stayed", {"place": 1, "name": winner.name}),
        *(Message("board.placing_left", {"place": 2, "name": name}) for name in left),
    ]


def ending_lines(services: Services, session: Session) -> list[str]:
    """Places and scores, what the scores are made of, and how chance can be checked."""
    table, game_ui = session.table, services.game_uis[session.table.game]
    lines = [Message("board.cut_short" if table.ended in CUT_SHORT else "board.over")]
    lines += _last_one(table)
    for placing in session.result() or ():
        name = game_ui.rival if placing.seat is None else services.names(table)[placing.seat]
        lines.append(Message("board.placing", {"place": placing.place, "name": name, "count": placing.score}))
        parts = {part: score for part, score in placing.parts.items() if score}
        if game_ui.has_sheet and parts:
            sheet = tuple(
                Message("board.part", {"part": game_ui.part(part), "score": score}) for part, score in parts.items()
            )
            lines.append(Message("board.sheet", {"parts": sheet}))
    seed = session.reader.seed()
    if seed is not None and table.commitment:
        lines.append(Message("board.proof", {"seed": seed.hex(), "commitment": table.commitment}))
    return [services.say(line, table.language) for line in lines]
