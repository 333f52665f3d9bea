"""Answers that report a table as open, shown or moved only after Discord has accepted its board."""

from collections.abc import Awaitable, Callable

import discord

from cogs.delivery.outcomes import Outcomes, Posted, Refused
from cogs.interactions.answering import REFUSED, Reply
from cogs.ui.wording import Wording
from engine.kernel.decision import Argument, Message
from sessions.session import Session


def promise(
    wording: Wording,
    outcomes: Outcomes,
    interaction: discord.Interaction,
    session: Session,
    since: int,
    *,
    begun: Message,
    done: Message,
    refused: str = "table.not_posted",
    take_back: Callable[[], Awaitable[None]] | None = None,
) -> Reply:
    """Reply with `begun`. Once the board of row `since` is posted, replace it with `done`, or report the failure.

    If Discord refuses the board, the reply is the message `refused`, after what was begun has been undone.
    """
    language, table = wording.speech.reader(interaction), session.table.id
    place: dict[str, Argument] = {
        "game": wording.game_uis[session.table.game].name,
        "channel": f"<#{session.table.channel}>",
    }
    outcomes.expect(table)

    async def draw() -> Reply:
        match outcome := await outcomes.of(table, since):
            case Posted():
                return Reply(wording.say(done, language))
            case Refused(why=why):
                if take_back is not None:
                    await take_back()
                return Reply(f"{REFUSED} {wording.say(Message(refused, {**place, 'why': why}), language)}")
        late = Message("table.not_yet", place)
        if outcome is not None and outcome.wait_s is not None:
            late = Message("table.put_off", {**place, "seconds": max(1, round(outcome.wait_s))})
        return Reply(wording.say(late, language))

    return Reply(wording.say(begun, language), drawn=draw)
