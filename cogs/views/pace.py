"""A table's pace in words."""

from engine.kernel.decision import Argument, Message
from sessions.clocks.own_time import NAMED, pace_of

NO_PACE = Message("pace.none")


def hours_of(kept: str | None) -> Message | None:
    pace = pace_of(kept)
    if pace is None:
        return None
    bank, more, most = pace.hours
    hours: dict[str, Argument] = {"bank": bank, "more": more, "most": most}
    return Message("pace.own", hours)


def pace_message(kept: str | None) -> Message:
    hours = hours_of(kept)
    if hours is None:
        return NO_PACE
    return Message(f"pace.{kept}", hours.blanks) if kept in NAMED else hours


def pace_lines(kept: str | None) -> list[Message]:
    pace = pace_message(kept)
    return [] if pace == NO_PACE else [Message("lobby.pace", {"pace": pace})]
