"""The fields of a form, as people filled them in."""

import unicodedata
from typing import Any

import discord

_KEPT = frozenset("\n\t")
"""The control characters that people write."""


def text_of(interaction: discord.Interaction, field_id: str) -> str:
    """Return the text of that field, without characters that no keyboard writes and some databases refuse."""
    data: Any = interaction.data or {}
    components = data.get("components")
    written: list[str] = []
    for part in components if isinstance(components, list) else []:
        field = part.get("component") if isinstance(part, dict) else None
        if isinstance(field, dict) and field.get("custom_id") == field_id and isinstance(field.get("value"), str):
            written.append(field["value"])
    lines = "\n".join(written).replace("\r\n", "\n")
    return "".join(c for c in lines if c in _KEPT or unicodedata.category(c) not in ("Cc", "Cs")).strip()
