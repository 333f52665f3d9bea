"""What a person is asked at their tables, line by line: for `/myturns` and for reminders."""

from cogs.delivery.live_messages import CONTROL
from cogs.services import Services
from engine.kernel.decision import Argument, Message
from sessions.session import Session


async def asked_line(services: Services, session: Session, user: int) -> Message:
    """What this person is asked at a table, in which round, since when, and where its board is."""
    table, decision = session.table, session.decision_of(user)
    assert decision is not None
    blanks: dict[str, Argument] = {
        "game": services.game_uis[table.game].name,
        "channel": f"<#{table.channel}>",
        "prompt": decision.prompt,
        "when": f"<t:{await session.reader.asked_since(user) // 1000}:R>",
    }
    number = (await session.reader.log_index()).round_before(session.number + 1)
    if number is not None:
        blanks["round"] = number
    messages = await services.sessions.store.live_messages(table.id)
    board = next((message for message in messages if message.kind == CONTROL), None)
    if board is None or table.guild is None:
        return Message("myturns.line" if number is None else "myturns.line_round", blanks)
    link = f"https://discord.com/channels/{table.guild}/{board.channel}/{board.message}"
    key = "myturns.line_linked" if number is None else "myturns.line_round_linked"
    return Message(key, {**blanks, "link": link})
