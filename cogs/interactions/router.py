"""The one way in for presses and forms: an id is read once, by its prefix, and handed on as a value."""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, NamedTuple, TypeAlias

import discord
from discord.ext import commands

from cogs.interactions.answering import Answering, Reply
from cogs.interactions.gate import CONTROLS, Control
from cogs.interactions.pressed import custom_id_of
from cogs.rates import Rates
from cogs.ui.press import Press, read_press
from cogs.ui.refusals import UIRefusal

Handle: TypeAlias = "Callable[[discord.Interaction, Any], Coroutine[Any, Any, Reply | None]]"
TABLES = "k1"
"""The prefix of the ids of controls at a table."""


class Route(NamedTuple):
    """The reader and the handler of ids with one prefix. `read` returns None for an id it can't read."""

    read: Callable[[str], Any | None]
    handle: Handle


class Router(commands.Cog):
    """Takes every press and every form. `routes` are those by prefix, `forms` those by verb.

    An id of no route, or one that its route can't read, goes to the tables, which refuse it in words.
    """

    def __init__(
        self, answering: Answering, rates: Rates, routes: Mapping[str, Route], forms: Mapping[str, Handle]
    ) -> None:
        self._answering = answering
        self._rates = rates
        self.routes = routes
        self._forms = forms

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a press or a form, whether or not it's one of ours. Commands find their own way."""
        if interaction.type is discord.InteractionType.component:
            await self._press(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await self._answering.attend(interaction, self._fill_in(interaction))

    async def _press(self, interaction: discord.Interaction) -> None:
        custom_id, tables = custom_id_of(interaction), self.routes[TABLES]
        route = self.routes.get(custom_id.partition(":")[0], tables)
        press = route.read(custom_id)
        if press is None:
            route = tables
        control = CONTROLS.get(press.verb, Control()) if isinstance(press, Press) else Control()
        await self._answering.attend(
            interaction,
            route.handle(interaction, press),
            always_replies=control.always_replies,
            is_hint=control.is_hint,
        )

    async def _fill_in(self, interaction: discord.Interaction) -> Reply | None:
        self._rates.admit(interaction)
        press = read_press(custom_id_of(interaction))
        handle = self._forms.get(press.verb) if press is not None else None
        if handle is None:
            raise UIRefusal("refused.unknown_control")
        return await handle(interaction, press)
