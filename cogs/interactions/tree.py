"""The command tree, and the errors of commands that can't be read."""

import contextlib
import logging
from typing import Any

import discord
from discord import app_commands

from cogs.delivery.messages import LOST
from cogs.interactions.answering import Answering, Reply
from cogs.logs import log
from cogs.traffic import Rates
from cogs.ui.refusals import UIRefusal
from metrics import Meters

HALF_TYPED = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
    app_commands.CheckFailure,
)
"""Errors raised if a client sends a command in an older form, or with values that were not offered."""


def _is_no_lost_suggestion(record: logging.LogRecord) -> bool:
    """Keep discord.py from logging lost or late suggestions as errors: the next keystroke requests new ones."""
    return record.exc_info is None or not isinstance(record.exc_info[1], LOST)


class Tree(app_commands.CommandTree[Any]):
    """The tree of all commands. Its dependencies are set before the first interaction."""

    answering: Answering
    rates: Rates
    meters: Meters

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        logging.getLogger(app_commands.tree.__name__).addFilter(_is_no_lost_suggestion)

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        """Check the rate limits of this person, channel and server. If one is exceeded, say so to the person."""
        try:
            self.rates.admit(interaction)
        except UIRefusal as refusal:
            if interaction.type is discord.InteractionType.autocomplete:
                with contextlib.suppress(*LOST):
                    await interaction.response.autocomplete([])
            else:
                await self.answering.attend(interaction, _refuse(refusal))
            return False
        return True

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError, /) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            return
        is_ours = not isinstance(error, HALF_TYPED)
        if is_ours:
            log.error("our mistake: interaction=%s", interaction.id, exc_info=error)
            self.meters.mistakes.inc()
        refusal = UIRefusal("refused.our_mistake" if is_ours else "refused.half_typed")
        await self.answering.attend(interaction, _refuse(refusal))


async def _refuse(refusal: UIRefusal) -> Reply:
    raise refusal
