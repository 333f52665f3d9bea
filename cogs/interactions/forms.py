"""The one way in for forms, and what was written into them."""

import unicodedata
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeAlias

import discord
from discord.ext import commands

from cogs.interactions.answering import Reply, attend
from cogs.services import Services
from cogs.ui.press import Press, read_press
from cogs.ui.refusals import UIRefusal

FormWay: TypeAlias = "Callable[[discord.Interaction, Press], Coroutine[Any, Any, Reply]]"
_KEPT = frozenset("\n\t")
"""The control characters that people write."""


class Forms(commands.Cog):
    """Takes every form that is sent in. `ways` says what each does, by its verb."""

    def __init__(self, services: Services, ways: Mapping[str, FormWay]) -> None:
        self.services = services
        self.ways = ways

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Take a form, whether or not it's one of ours: each is answered."""
        if interaction.type is discord.InteractionType.modal_submit:
            await attend(self.services, interaction, self._take(interaction))

    async def _take(self, interaction: discord.Interaction) -> Reply:
        self.services.rates.admit(interaction)
        data: Any = interaction.data or {}
        press = read_press(str(data.get("custom_id")))
        way = self.ways.get(press.verb) if press is not None else None
        if press is None or way is None:
            raise UIRefusal("refused.unknown_control")
        return await way(interaction, press)


def text_of(interaction: discord.Interaction, field_id: str) -> str:
    """What was written into the field of that id, without what no keyboard writes and some databases refuse."""
    data: Any = interaction.data or {}
    components = data.get("components")
    written: list[str] = []
    for part in components if isinstance(components, list) else []:
        field = part.get("component") if isinstance(part, dict) else None
        if isinstance(field, dict) and field.get("custom_id") == field_id and isinstance(field.get("value"), str):
            written.append(field["value"])
    lines = "\n".join(written).replace("\r\n", "\n")
    return "".join(c for c in lines if c in _KEPT or unicodedata.category(c) not in ("Cc", "Cs")).strip()
