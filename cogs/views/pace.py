"""A table's pace in words."""

from engine.kernel.decision import Argument, Message
from sessions.clocks.paces import NAMED, pace_of


def hours_of(kept: str | None) -> Message | None:
    """The hours of a pace; None where there is none."""
    pace = pace_of(kept)
    if pace is None:
        return None
    bank, more, most = pace.hours
    hours: dict[str, Argument] = {"bank": bank, "more": more, "most": most}
    return Message("pace.own", hours)


def pace_message(kept: str | None) -> Message:
    """A pace in words, with its hours."""
    hours = hours_of(kept)
    if hours is None:
        return Message("pace.none")
    return Message(f"pace.{kept}", hours.blanks) if kept in NAMED else hours
