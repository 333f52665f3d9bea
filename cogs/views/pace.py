"""A table's pace in words."""

from engine.kernel.decision import Argument, Message
from sessions.clocks.paces import NAMED, pace_of


def pace_message(kept: str | None) -> Message:
    """A pace in words, with its hours."""
    pace = pace_of(kept)
    if pace is None:
        return Message("pace.none")
    bank, more, most = pace.hours
    hours: dict[str, Argument] = {"bank": bank, "more": more, "most": most}
    return Message(f"pace.{kept}" if kept in NAMED else "pace.own", hours)
