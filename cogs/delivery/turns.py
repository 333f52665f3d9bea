"""Lines about a person's open questions, for `/myturns` and for reminders."""

from collections.abc import Sequence

from cogs.delivery.live_messages import CONTROL
from cogs.ui.wording import Wording
from cogs.views.waiting import rounded
from engine.kernel.decision import Argument, Decision, Message
from sessions.clocks.own_time import empty_at
from sessions.records.post import LiveMessage
from sessions.session import Session
from sessions.store import PostStore


async def asked_lines(
    wording: Wording, posts: PostStore, sessions: Sequence[Session], user: int
) -> list[tuple[Session, Message]]:
    """Return what this person is asked, with its table, for each of these tables that asks them."""
    messages = await posts.live_messages(*(session.table.id for session in sessions))
    boards = {message.table: message for message in messages if message.kind == CONTROL}
    told = []
    for session in sessions:  # one may be answered while the lines of others are made
        decision = session.decision_of(user)
        if decision is not None:
            board = boards.get(session.table.id)
            told.append((session, await _asked_line(wording, session, decision, board, user)))
    return told


async def _asked_line(
    wording: Wording, session: Session, decision: Decision, board: LiveMessage | None, user: int
) -> Message:
    line = await _asked(wording, session, decision, board, user)
    clock = session.context.seat_clocks.of(session.table.id).get(session.seat_of(user) or 0)
    if clock is None or clock.user != user or clock.left is None or clock.decision is None:
        return line
    at = empty_at(clock, session.context.schedules.get(user))
    if at is None:
        return Message("myturns.bank_empty", {"line": line})
    return Message("myturns.bank", {"line": line, "when": f"<t:{rounded(at)}:R>"})


async def _asked(
    wording: Wording, session: Session, decision: Decision, board: LiveMessage | None, user: int
) -> Message:
    table = session.table
    blanks: dict[str, Argument] = {
        "game": wording.game_uis[table.game].name,
        "channel": f"<#{table.channel}>",
        "prompt": decision.prompt,
        "when": f"<t:{await session.reader.past.asked_since(user) // 1000}:R>",
    }
    number = session.reader.round
    if number is not None:
        blanks["round"] = number
    if board is None or table.guild is None:
        return Message("myturns.line" if number is None else "myturns.line_round", blanks)
    link = f"https://discord.com/channels/{table.guild}/{board.channel}/{board.message}"
    key = "myturns.line_linked" if number is None else "myturns.line_round_linked"
    return Message(key, {**blanks, "link": link})
