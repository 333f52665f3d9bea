"""`/table watch`: being told how a game goes that one does not have to play."""

import discord

from cogs.delivery.watch_sender import WatchSender
from cogs.interactions.answering import Reply
from cogs.services import Services
from engine.kernel.decision import Argument
from sessions.refusals import TableOver
from sessions.session import Session


async def watch(services: Services, watches: WatchSender, interaction: discord.Interaction, session: Session) -> Reply:
    """Begin to watch a table, or stop. Who takes no direct messages is told how to. Raises `TableOver`, `UIRefusal`."""
    watchers, table, user = services.sessions.watchers, session.table, interaction.user.id
    translate = services.wording.speech.translate
    blanks: dict[str, Argument] = {"game": services.wording.game_uis[table.game].name, "channel": f"<#{table.channel}>"}
    if watchers.get(table.id, user) is not None:
        await watchers.stop(table.id, user)
        return Reply(translate(interaction, "watch.stopped"))
    if not table.is_live:
        raise TableOver
    services.rates.admit_watching(interaction)
    if not await watches.greet(user, translate(interaction, "watch.hello", **blanks)):
        return Reply(translate(interaction, "watch.dm_closed"))
    begun = (await session.reader.log.index()).round_before(session.number + 1) if session.number else None
    await watchers.watch(table.id, user, (begun or 1) - 1)
    return Reply(translate(interaction, "watch.begun"))
