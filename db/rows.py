"""Records to rows and back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict

from engine.kernel.rules import Placing
from sessions.records.clock import Absence, Due, Quiet, Schedule, SeatClock, Vote
from sessions.records.log import Entry, LoggedAction, Snapshot
from sessions.records.past_game import PastGame
from sessions.records.person import Person, Server
from sessions.records.post import LiveMessage, Post
from sessions.records.table import Proposal, Seating, Sitter, Table
from sessions.store import Damaged

_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_action = msgspec.msgpack.Decoder(LoggedAction)
_dealt = msgspec.msgpack.Decoder(dict[str, str])
_options = msgspec.msgpack.Decoder(dict[str, str | int | bool])
_channels = msgspec.msgpack.Decoder(tuple[int, ...])
_seating = msgspec.msgpack.Decoder(Seating)
_proposal = msgspec.msgpack.Decoder(Proposal)
_vote = msgspec.msgpack.Decoder(Vote)
_absences = msgspec.msgpack.Decoder(tuple[Absence, ...])


class PostPayload(msgspec.Struct, frozen=True):
    """The packed part of a post's row."""

    first: int
    last: int
    users: tuple[int, ...]
    turn_passed: bool
    notice: str | None


_payload = msgspec.msgpack.Decoder(PostPayload)
_MESSAGE = ("kind", "channel", "message", "posted_at", "first", "post")


def _row(record: msgspec.Struct, **columns: Any) -> dict[str, Any]:
    """The row of a record, whose field `table` becomes the column `table_id`. `columns` replace or add fields."""
    row = asdict(record) | columns
    if "table" in row:
        row["table_id"] = row.pop("table")
    return row


def table_row(table: Table) -> dict[str, Any]:
    row = _row(
        table,
        options=_encode(table.options),
        proposal=_encode(table.proposal) if table.proposal else None,
        seating=packed_seating(table.seating),
        vote=_encode(table.vote) if table.vote else None,
    )
    del row["sitters"]
    return row


def packed_seating(seating: Seating) -> bytes | None:
    """Encode the seating for the row; None if it is the default."""
    return _encode(seating) if seating != Seating() else None


def seating_of(packed: bytes) -> Seating:
    """Decode the seating of a row; the default if it cannot be read."""
    try:
        return _seating.decode(packed)
    except msgspec.MsgspecError:
        return Seating()


def sitter_rows(table: Table) -> list[dict[str, Any]]:
    return [_row(sitter, table=table.id) for sitter in table.sitters]


def table_of(row: Mapping[str, Any], sitters: Iterable[Mapping[str, Any]], is_lenient: bool = False) -> Table:
    """Decode the table of a row. If lenient, unreadable parts are left out; otherwise raises `Damaged`."""
    columns = dict(row)
    try:
        columns["options"] = _options.decode(columns["options"])
        columns["proposal"] = _proposal.decode(columns["proposal"]) if columns["proposal"] else None
        columns["seating"] = _seating.decode(columns["seating"]) if columns["seating"] else Seating()
        columns["vote"] = _vote.decode(columns["vote"]) if columns["vote"] else None
    except (msgspec.MsgspecError, TypeError) as error:
        if not is_lenient:
            raise Damaged(columns["id"], "table") from error
        columns["options"], columns["proposal"], columns["seating"] = {}, None, Seating()
        columns["vote"] = None
    columns["sitters"] = tuple(
        Sitter(s["seat"], s["user"], s["name"], bool(s["has_left"]), s["level"]) for s in sitters
    )
    return Table(**columns)


def kind_of(action: type[msgspec.Struct]) -> str:
    """The tag under which the log stores entries of that class."""
    tag = action.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def entry_row(table: int, entry: Entry) -> dict[str, Any]:
    """The row of an entry. Automatic ones have no interaction."""
    row = _row(
        entry,
        table=table,
        kind=kind_of(type(entry.action)),
        deed=_encode(entry.action),
        interaction=entry.interaction or None,
    )
    del row["action"]
    return row


def entry_of(row: Mapping[str, Any]) -> Entry:
    """Decode the entry of a row. Raises `Damaged`."""
    try:
        action = _action.decode(row["deed"])
        return Entry(row["number"], row["seat"], action, row["digest"], row["interaction"] or 0, row["part"], row["at"])
    except (msgspec.MsgspecError, TypeError) as error:
        raise Damaged(row["table_id"], f"entry {row['number']}") from error


def result_rows(
    table: int, placings: Iterable[Placing], dealt: Sequence[Mapping[str, str]] = ()
) -> list[dict[str, Any]]:
    """The rows of a game's final places, numbered from the first place; `dealt` is what each seat got by setup.

    `db.results` adds the rest from the log.
    """
    return [
        {
            "table_id": table,
            "number": number,
            "seat": placing.seat,
            "place": placing.place,
            "score": placing.score,
            "dealt": _encode(dict(dealt[placing.seat])) if placing.seat is not None and dealt else None,
            **dict.fromkeys(("turns", "waited_ms", "has_changed")),
        }
        for number, placing in enumerate(placings)
    ]


def past_game_of(row: Mapping[str, Any]) -> PastGame:
    """Decode one person's side of a finished game. Unreadable options are left out."""
    try:
        options = _options.decode(row["options"])
        dealt = _dealt.decode(row["dealt"]) if row["dealt"] else {}
    except (msgspec.MsgspecError, TypeError):
        options, dealt = {}, {}
    return PastGame(
        row["id"], row["seats"], options, row["changed_at"], bool(row["has_left"]), row["place"], row["score"],
        row["rival"], row["ended"] in ("agreed", "moderated"), row["ended"] == "conceded" and not row["has_left"],
        row["game"], row["guild"], row["user"], row["name"], dealt, row["turns"] or 0, row["waited_ms"] or 0,
        row["has_changed"] is None or bool(row["has_changed"]), row["computers"],
    )  # fmt: skip


def snapshot_row(table: int, snapshot: Snapshot) -> dict[str, Any]:
    return _row(snapshot, table=table)


def snapshot_of(row: Mapping[str, Any]) -> Snapshot:
    """The snapshot of a row. Only the game can say whether its position is sound."""
    return Snapshot(row["number"], row["version"], bytes(row["position"]), bool(row["is_anchor"]))


def post_row(post: Post) -> dict[str, Any]:
    payload = PostPayload(post.first, post.last, post.users, post.turn_passed, post.notice)
    row = _row(post, payload=_encode(payload))
    for packed in PostPayload.__struct_fields__:
        del row[packed]
    return row


def post_of(row: Mapping[str, Any]) -> Post:
    """Decode the post of a row. Raises `Damaged`."""
    try:
        payload = _payload.decode(row["payload"])
    except (msgspec.MsgspecError, TypeError) as error:
        raise Damaged(row["table_id"], f"post {row['id']}") from error
    return Post(
        row["id"], row["table_id"], row["channel"], row["kind"], row["nonce"], row["due_at"],
        payload.first, payload.last, payload.users, payload.turn_passed, payload.notice, row["attempts"],
    )  # fmt: skip


def person_of(row: Mapping[str, Any]) -> Person:
    return Person(row["user"], row["language"], bool(row["hand_by_dm"]), row["dm_closed_at"], bool(row["off_ladder"]))


def server_row(server: Server) -> dict[str, Any]:
    return {**asdict(server), "channels": _encode(server.channels)}


def server_of(row: Mapping[str, Any]) -> Server:
    """Decode a server's choices. Unreadable channels count as none."""
    try:
        channels = _channels.decode(row["channels"])
    except (msgspec.MsgspecError, TypeError):
        channels = ()
    return Server(**{**row, "channels": channels, "results_public": bool(row["results_public"])})


def message_row(message: LiveMessage) -> dict[str, Any]:
    return _row(message, files=msgspec.json.encode(message.files).decode())


def message_of(row: Mapping[str, Any]) -> LiveMessage:
    files = msgspec.json.decode(row["files"], type=dict[str, int])
    return LiveMessage(row["table_id"], **{name: row[name] for name in _MESSAGE}, files=files)


def schedule_row(schedule: Schedule) -> dict[str, Any]:
    begin, end = (schedule.quiet.begin, schedule.quiet.end) if schedule.quiet else (None, None)
    row = _row(schedule, quiet_begin=begin, quiet_end=end, absences=_encode(schedule.absences))
    del row["quiet"]
    return row


def schedule_of(row: Mapping[str, Any]) -> Schedule:
    """Decode the schedule of a row. Unreadable absences count as none."""
    quiet = None if row["quiet_begin"] is None else Quiet(row["quiet_begin"], row["quiet_end"])
    try:
        absences = _absences.decode(row["absences"])
    except msgspec.MsgspecError:
        absences = ()
    return Schedule(row["user"], row["zone"], quiet, row["remind_h"], absences, row["reminded_at"])


def clock_row(clock: SeatClock) -> dict[str, Any]:
    return _row(clock)


def clock_of(row: Mapping[str, Any]) -> SeatClock:
    columns = dict(row)
    for name in ("is_warned", "is_asleep", "is_gone", "is_out", "is_ahead"):
        columns[name] = bool(columns[name])
    return SeatClock(columns.pop("table_id"), **columns)


def due_row(due: Due) -> dict[str, Any]:
    return _row(due)
