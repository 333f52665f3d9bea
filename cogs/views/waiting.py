"""What the board says of those it waits for: who is away until when, who has left the server, and that it sleeps."""

from cogs.services import Services
from engine.kernel.decision import Argument, Message
from sessions.clocks.own_time import absence_at
from sessions.session import Session


def waiting_lines(services: Services, session: Session) -> list[str]:
    """Why a running table waits, as far as it is for everybody to know, in the table's language."""
    table, now = session.table, services.sessions.clock()
    if table.status != "running":
        return []
    lines: list[Message] = []
    clocks = services.sessions.seat_clocks.of(table.id)
    for sitter in table.sitters:
        if sitter.has_left:
            continue
        name: dict[str, Argument] = {"name": sitter.name}
        clock, away = clocks.get(sitter.seat), absence_at(services.sessions.schedules.get(sitter.user), now)
        if clock is not None and clock.is_gone:
            lines.append(Message("board.gone", name))
        elif away is not None:
            lines.append(Message("board.away", {**name, "when": f"<t:{away.until // 1000}:f>"}))
    asked = [clock for clock in clocks.values() if clock.decision is not None]
    if asked and all(clock.is_asleep for clock in asked):
        since = min(clock.since for clock in asked)
        lines.append(Message("board.sleeps", {"when": f"<t:{since // 1000}:R>"}))
    return [services.say(line, table.language) for line in lines]
