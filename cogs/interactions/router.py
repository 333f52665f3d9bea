"""The entry points of all presses, forms and commands. A press's id is parsed once and passed on as a value."""

import contextlib
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import LOST, Answering, Reply
from cogs.interactions.gate import CONTROLS, Control
from cogs.logs import log
from cogs.traffic import Rates
from cogs.ui.press import Press, decode, read_press
from cogs.ui.refusals import UIRefusal
from metrics import Meters

Handle: TypeAlias = "Callable[[discord.Interaction, Any], Coroutine[Any, Any, Reply | None]]"


class Router(commands.Cog):
    """Receives every press and every form. `presses` are the handlers by kind of press, `forms` those by verb.

    A press with an unknown id goes to the tables' handler as None, which refuses it in words.
    """

    def __init__(
        self, answering: Answering, rates: Rates, presses: Mapping[type, Handle], forms: Mapping[str, Handle]
    ) -> None:
        self._answering = answering
        self._rates = rates
        self.presses = presses
        self._forms = forms

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            press = decode(_custom_id_of(interaction))
            handle = self.presses[Press if press is None else type(press)]
            control = CONTROLS.get(press.verb, Control()) if isinstance(press, Press) else Control()
            await self._answering.attend(
                interaction,
                handle(interaction, press),
                always_replies=control.always_replies,
                is_hint=control.is_hint,
            )
        elif interaction.type is discord.InteractionType.modal_submit:
            await self._answering.attend(interaction, self._fill_in(interaction))

    async def _fill_in(self, interaction: discord.Interaction) -> Reply | None:
        self._rates.admit(interaction)
        press = read_press(_custom_id_of(interaction))
        handle = self._forms.get(press.verb) if press is not None else None
        if handle is None:
            raise UIRefusal("refused.unknown_control")
        return await handle(interaction, press)


def _custom_id_of(interaction: discord.Interaction) -> str:
    data: Any = interaction.data or {}
    custom_id = data.get("custom_id")
    return custom_id if isinstance(custom_id, str) else ""


HALF_TYPED = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
    app_commands.CheckFailure,
)
"""Errors of a command that a client still knows in an older form, or with values that were not offered."""


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
