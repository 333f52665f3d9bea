"""Rows of schedules and of the clocks of seats to records, and back."""

from collections.abc import Mapping
from typing import Any

import msgspec

from sessions.records.clock import Absence, Due, Quiet, Schedule, SeatClock

_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_absences = msgspec.msgpack.Decoder(tuple[Absence, ...])


def schedule_row(schedule: Schedule) -> dict[str, Any]:
    """The row of a schedule."""
    return {
        "user": schedule.user,
        "zone": schedule.zone,
        "quiet_begin": schedule.quiet.begin if schedule.quiet else None,
        "quiet_end": schedule.quiet.end if schedule.quiet else None,
        "remind_h": schedule.remind_h,
        "absences": _encode(schedule.absences),
        "reminded_at": schedule.reminded_at,
    }


def schedule_of(row: Mapping[str, Any]) -> Schedule:
    """The schedule of a row; absences that cannot be read are none."""
    quiet = None if row["quiet_begin"] is None else Quiet(row["quiet_begin"], row["quiet_end"])
    try:
        absences = _absences.decode(row["absences"])
    except msgspec.MsgspecError:
        absences = ()
    return Schedule(row["user"], row["zone"], quiet, row["remind_h"], absences, row["reminded_at"])


def clock_row(clock: SeatClock) -> dict[str, Any]:
    """The row of a seat's clock."""
    row = msgspec.structs.asdict(clock)
    return {"table_id": row.pop("table"), **row}


def clock_of(row: Mapping[str, Any]) -> SeatClock:
    """The seat's clock of a row."""
    columns = dict(row)
    for name in ("is_warned", "is_asleep", "is_gone", "is_out", "is_ahead"):
        columns[name] = bool(columns[name])
    return SeatClock(columns.pop("table_id"), **columns)


def due_row(due: Due) -> dict[str, Any]:
    """The row of something due."""
    return {"table_id": due.table, "kind": due.kind, "at": due.at}
