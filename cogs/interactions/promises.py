"""Answers that report a table as open, shown or moved only after Discord has accepted its board."""

import discord

from cogs.delivery.outcomes import Outcome, Outcomes, Posted, PutOff, Refused
from cogs.interactions.answering import REFUSED, Reply
from cogs.ui.wording import Wording
from engine.kernel.decision import Message
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
) -> Reply:
    """Reply with `begun`. Once the board of row `since` is posted, replace it with `done`, or report the failure."""
    language, table, channel = wording.speech.reader(interaction), session.table.id, session.table.channel
    game = wording.game_uis[session.table.game].name
    outcomes.expect(table)

    async def draw() -> Reply:
        return Reply(say(await outcomes.of(table, since)))

    def say(outcome: Outcome | None) -> str:
        match outcome:
            case Posted():
                return wording.say(done, language)
            case Refused(why=why):
                refused = Message("table.not_posted", {"game": game, "channel": f"<#{channel}>", "why": why})
                return f"{REFUSED} {wording.say(refused, language)}"
        return wording.say(late(outcome, game, channel), language)

    return Reply(wording.say(begun, language), drawn=draw)


def late(outcome: PutOff | None, game: Message, channel: int) -> Message:
    place = f"<#{channel}>"
    if outcome is not None and outcome.wait_s is not None:
        return Message("table.put_off", {"game": game, "channel": place, "seconds": max(1, round(outcome.wait_s))})
    return Message("table.not_yet", {"game": game, "channel": place})
