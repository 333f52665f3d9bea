"""The consequences of an answer, in words for the person who gave it."""

import discord_limits as limits
from cogs.ui.wording import Wording
from engine.kernel.decision import Message
from sessions.records.log import Moved
from sessions.session import Session

ROOM_TO_ASK = 500
"""The most characters of an answer that are repeated in the next question."""


def say_consequences(wording: Wording, session: Session, user: int, language: str, moved: Moved) -> str:
    """Say what happened, as this person may know it, and the next question."""
    described = [(line, session.table.names) for line in session.reader.log.describe(moved.facts)]
    lines = wording.show_all(described, language, limits.CONTENT - ROOM_TO_ASK)
    decision = session.decision_of(user)
    if decision is not None:
        prompt = wording.show(decision.prompt, language, session.table)
        lines.append(wording.say(Message("play.asked", {"prompt": prompt}), language))
    text = "\n".join(lines) or wording.say(Message("play.taken"), language)
    return text if len(text) <= limits.CONTENT else text[: limits.CONTENT - 1] + "…"
