"""Check the descriptions of commands as sent to Discord."""

from typing import Any

from locales.words import Words


def missing_words(payload: Any, words: Words) -> list[str]:
    """Return the descriptions that aren't message ids."""
    if isinstance(payload, list):
        return [key for part in payload for key in missing_words(part, words)]
    if not isinstance(payload, dict):
        return []
    found = [key for part in payload.values() for key in missing_words(part, words)]
    key = payload.get("description")
    return [*found, key] if isinstance(key, str) and not words.knows(key) else found
