"""Conversion between records and rows."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from engine.kernel.codec import UNREADABLE
from engine.kernel.decision import Seat
from engine.kernel.rules import AGREED
from sessions.records.clock import Absence, Due, Quiet, Schedule, SeatClock, Vote
from sessions.records.league import League
from sessions.records.log import Entry, LoggedAction, PastGame, Snapshot
from sessions.records.person import Notice, Person, Report, Seasons, Server, Waiting, Watcher
from sessions.records.table import LiveMessage, Post, Proposal, Seating, Sitter, Table
from sessions.store import Damaged, Write

R = TypeVar("R", bound=msgspec.Struct)

_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_action = msgspec.msgpack.Decoder(LoggedAction)
_dealt = msgspec.msgpack.Decoder(dict[str, str])
_options = msgspec.msgpack.Decoder(dict[str, str | int | bool])
_channels = msgspec.msgpack.Decoder(tuple[int, ...])
_seasons = msgspec.msgpack.Decoder(Seasons)
_seating = msgspec.msgpack.Decoder(Seating)
_league = msgspec.msgpack.Decoder(League)
_absences = msgspec.msgpack.Decoder(tuple[Absence, ...])
_TABLE_PARTS: Mapping[str, msgspec.msgpack.Decoder[Any]] = {
    "options": _options,
    "proposal": msgspec.msgpack.Decoder(Proposal),
    "seating": _seating,
    "vote": msgspec.msgpack.Decoder(Vote),
}


class PostPayload(msgspec.Struct, frozen=True):
    first: int
    last: int
    users: tuple[int, ...]
    turn_passed: bool
    notice: str | None


_payload = msgspec.msgpack.Decoder(PostPayload)


def row_of(record: msgspec.Struct, **columns: Any) -> dict[str, Any]:
    """Return the row of a record. The field `table` becomes `table_id`, and `columns` replaces or adds columns."""
    row = asdict(record) | columns
    if "table" in row:
        row["table_id"] = row.pop("table")
    return row


def _record(kind: type[R], row: Mapping[str, Any], **fields: Any) -> R:
    """Build a record from a row. `fields` replaces or adds fields."""
    values = {**row, "table": row.get("table_id"), **fields}
    return kind(**{name: values[name] for name in kind.__struct_fields__})


snapshot_of = partial(_record, Snapshot)
"""The position is not checked, because only the game can do that."""
person_of = partial(_record, Person)
report_of = partial(_record, Report)
waiting_of = partial(_record, Waiting)
notice_of = partial(_record, Notice)
watcher_of = partial(_record, Watcher)
clock_of = partial(_record, SeatClock)
due_of = partial(_record, Due)


def table_row(table: Table) -> dict[str, Any]:
    row = row_of(
        table,
        options=_encode(table.options),
        proposal=_encode(table.proposal) if table.proposal else None,
        seating=encode_seating(table.seating),
        vote=_encode(table.vote) if table.vote else None,
    )
    del row["sitters"]
    return row


def encode_seating(seating: Seating) -> bytes | None:
    return _encode(seating) if seating != Seating() else None


def _decode(decoder: msgspec.msgpack.Decoder[Any], packed: bytes, default: Any) -> Any:
    try:
        return decoder.decode(packed)
    except UNREADABLE:
        return default


def seating_of(packed: bytes) -> Seating:
    seating: Seating = _decode(_seating, packed, Seating())
    return seating


def table_of(row: Mapping[str, Any], sitters: Iterable[Mapping[str, Any]], is_lenient: bool = False) -> Table:
    """Decode a table from its row. If `is_lenient`, skip unreadable parts; otherwise raise `Damaged`."""
    parts: dict[str, Any] = {"options": {}, "proposal": None, "seating": Seating(), "vote": None}
    try:
        parts |= {name: each.decode(row[name]) for name, each in _TABLE_PARTS.items() if row[name] is not None}
    except UNREADABLE as error:
        if not is_lenient:
            raise Damaged(row["id"], "table") from error
    seated = tuple(Sitter(s["seat"], s["user"], s["name"], bool(s["has_left"]), s["level"]) for s in sitters)
    return _record(Table, row, **parts, sitters=seated)


def kind_of(action: type[msgspec.Struct]) -> str:
    tag = action.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def entry_row(table: int, entry: Entry) -> dict[str, Any]:
    """Return the row of an entry. Automatic entries have no interaction."""
    row = row_of(
        entry,
        table=table,
        kind=kind_of(type(entry.action)),
        deed=_encode(entry.action),
        interaction=entry.interaction or None,
    )
    del row["action"]
    return row


def action_of(stored: bytes) -> LoggedAction | None:
    """Decode an entry's action. Return None if it is unreadable."""
    action: LoggedAction | None = _decode(_action, stored, None)
    return action


def entry_of(row: Mapping[str, Any]) -> Entry:
    try:
        action = _action.decode(row["deed"])
        return Entry(row["number"], row["seat"], action, row["digest"], row["interaction"] or 0, row["part"], row["at"])
    except UNREADABLE as error:
        raise Damaged(row["table_id"], f"entry {row['number']}") from error


def result_rows(write: Write) -> list[dict[str, Any]]:
    """Return the rows of final places. `db.results` later adds more from the log."""
    return [
        {
            "table_id": write.table,
            "number": number,
            "seat": placing.seat,
            "place": placing.place,
            "score": placing.score,
            "dealt": _encode(dict(write.dealt[placing.seat])) if placing.seat is not None and write.dealt else None,
            **dict.fromkeys(("turns", "waited_ms", "has_changed")),
        }
        for number, placing in enumerate(write.results)
    ]


def past_game_of(row: Mapping[str, Any]) -> tuple[PastGame, Seat]:
    """Decode one person's side of a finished game, and its seat. Unreadable options are skipped."""
    options = _decode(_options, row["options"], {})
    dealt = _decode(_dealt, row["dealt"], {}) if row["dealt"] else {}
    side = PastGame(
        row["id"], row["seats"], options, row["changed_at"], bool(row["has_left"]), row["place"], row["score"],
        row["rival"], row["ended"] in ("agreed", "moderated"), row["ended"] == "conceded" and not row["has_left"],
        row["game"], row["guild"], row["user"], row["name"], dealt, row["turns"] or 0, row["waited_ms"] or 0,
        row["has_changed"] is None or bool(row["has_changed"]), row["computers"],
        row["seating"] is not None and seating_of(row["seating"]).is_casual,
        is_agreed=row["ended"] in AGREED,
    )  # fmt: skip
    return side, row["seat"]


def post_row(post: Post) -> dict[str, Any]:
    packed = {name: getattr(post, name) for name in PostPayload.__struct_fields__}
    row = row_of(post, payload=_encode(PostPayload(**packed)))
    return {name: value for name, value in row.items() if name not in packed}


def post_of(row: Mapping[str, Any]) -> Post:
    try:
        payload = _payload.decode(row["payload"])
    except UNREADABLE as error:
        raise Damaged(row["table_id"], f"post {row['id']}") from error
    return _record(Post, row, **asdict(payload))


def server_row(server: Server) -> dict[str, Any]:
    return row_of(server, channels=_encode(server.channels), seasons=_encode(server.seasons))


def server_of(row: Mapping[str, Any]) -> Server:
    """Decode a server's settings. Unreadable channels and seasons are skipped."""
    seasons = _decode(_seasons, row["seasons"], Seasons())
    return _record(Server, row, channels=_decode(_channels, row["channels"], ()), seasons=seasons)


def league_row(league: League) -> dict[str, Any]:
    kept = {name: getattr(league, name) for name in ("id", "guild", "is_finished", "revision")}
    return {**kept, "state": _encode(league)}


def league_of(row: Mapping[str, Any]) -> League | None:
    """Decode a league. Return None if it is unreadable."""
    league: League | None = _decode(_league, row["state"], None)
    return None if league is None else replace(league, revision=row["revision"])


def message_row(message: LiveMessage) -> dict[str, Any]:
    return row_of(message, files=msgspec.json.encode(message.files).decode())


def message_of(row: Mapping[str, Any]) -> LiveMessage:
    return _record(LiveMessage, row, files=msgspec.json.decode(row["files"], type=dict[str, int]))


def schedule_row(schedule: Schedule) -> dict[str, Any]:
    begin, end = (schedule.quiet.begin, schedule.quiet.end) if schedule.quiet else (None, None)
    row = row_of(schedule, quiet_begin=begin, quiet_end=end, absences=_encode(schedule.absences))
    del row["quiet"]
    return row


def schedule_of(row: Mapping[str, Any]) -> Schedule:
    """Decode a schedule. Unreadable absences are skipped."""
    quiet = None if row["quiet_begin"] is None else Quiet(row["quiet_begin"], row["quiet_end"])
    return _record(Schedule, row, quiet=quiet, absences=_decode(_absences, row["absences"], ()))
