"""What was written into forms."""

from collections.abc import Iterator
from typing import Any

import discord


def texts_of(interaction: discord.Interaction, field_id: str) -> Iterator[str]:
    """What was written into the field of that id; never believed."""
    data: Any = interaction.data or {}
    components = data.get("components")
    for part in components if isinstance(components, list) else []:
        field = part.get("component") if isinstance(part, dict) else None
        if isinstance(field, dict) and field.get("custom_id") == field_id and isinstance(field.get("value"), str):
            yield field["value"]
