"""The entry point of all presses and forms. Each id is parsed once and passed on as a value."""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeAlias

import discord
from discord.ext import commands

from cogs.interactions.answering import Answering, Reply
from cogs.interactions.gate import CONTROLS, Control
from cogs.traffic import Rates
from cogs.ui.press import Press, decode, read_press
from cogs.ui.refusals import UIRefusal

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
