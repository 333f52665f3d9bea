"""`/table pace`: how much time each seat has, chosen in the lobby."""

import discord
from discord import app_commands

from cogs.interactions.answering import Reply
from cogs.services import Services
from cogs.ui.matching import Named, meant
from cogs.ui.refusals import UIRefusal
from cogs.ui.suggestions import suggested
from cogs.ui.text import shorten
from cogs.views.pace import pace_message
from engine.kernel.decision import Message
from sessions.clocks.paces import NAMED, NONE, pace_typed
from sessions.session import Session


def paces_named(services: Services, language: str) -> list[Named[str]]:
    """The paces that have names."""
    return [Named(key, services.say(pace_message(key), language), (key,)) for key in (NONE, *NAMED)]


def paces_suggested(services: Services, language: str, typed: str) -> list[app_commands.Choice[str]]:
    """Paces that fit what was typed; two numbers are one of one's own."""
    own = pace_typed(typed)
    if own is not None:
        return [app_commands.Choice(name=services.say(pace_message(own), language), value=own)]
    return suggested(typed, paces_named(services, language))


async def choose_pace(services: Services, interaction: discord.Interaction, session: Session, typed: str) -> Reply:
    """Keep the pace that the owner of a lobby typed. Raises `UIRefusal`, `NotOwner`, `AlreadyStarted`."""
    language = services.speech.reader(interaction)
    chosen = pace_typed(typed) or meant(typed, paces_named(services, language))
    if chosen is None:
        raise UIRefusal("refused.pace", typed=shorten(typed, 50).replace("`", "'"))
    await session.choose_pace(interaction.user.id, chosen, interaction.id)
    return Reply(services.say(Message("pace.chosen", {"pace": pace_message(chosen)}), language))
