"""A server's week in words: games that ended, games under way, free seats, and the ladder."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from cogs.ui.wording import Wording
from cogs.views.people import person
from cogs.views.results import outcome
from engine.kernel.decision import Argument, Message
from sessions.records.log import PastGame
from sessions.records.table import Table

MOST = 8
"""Maximum number of lines in each part. A message has 2,000 characters."""


class Move(msgspec.Struct, frozen=True):
    """Someone's new place and rating in a game's ladder, and the change within a week."""

    game: str
    place: int
    user: int
    name: str
    rating: int
    change: int


class Week(msgspec.Struct, frozen=True):
    """One week's news for a server."""

    until: int
    """The end of the week."""
    ended: Sequence[Table]
    running: Sequence[Table]
    free: Mapping[int, int]
    """The number of free seats by table."""
    lobbies: Sequence[Table]
    past: Sequence[PastGame]
    moves: Sequence[Move]


def digest_lines(wording: Wording, week: Week) -> list[Message]:
    """Return the lines of a digest. The first line names the digest's time."""
    return [Message("digest.title", {"when": f"<t:{week.until // 1000}:f>"}), *_parts(wording, week)]


def _parts(wording: Wording, week: Week) -> Iterator[Message]:
    if week.ended:
        yield Message("digest.ended", {"count": len(week.ended)})
        for table in week.ended[:MOST]:
            yield _line(wording, table, outcome(table, week.past))
        yield from _more(week.ended)
    if week.running:
        channels = tuple(person(f"<#{table.channel}>") for table in week.running[:MOST])
        yield Message("digest.running", {"count": len(week.running), "channels": channels})
        yield from _more(week.running)
    if week.lobbies:
        yield Message("digest.free")
        for table in week.lobbies[:MOST]:
            yield _line(wording, table, Message("digest.seats", {"count": week.free[table.id]}))
        yield from _more(week.lobbies)
    if week.moves:
        yield Message("digest.ladder")
    for move in week.moves[:MOST]:
        blanks: dict[str, Argument] = {"place": move.place, "name": move.name, "rating": move.rating}
        change = f"{'−' if move.change < 0 else '+'}{abs(move.change)}"
        yield Message("digest.move", {**blanks, "change": change, "game": wording.game_uis[move.game].name})


def _line(wording: Wording, table: Table, state: Message) -> Message:
    return Message("digest.line", {"table": Message("overview.table", {**wording.place_of(table), "state": state})})


def _more(tables: Sequence[Table]) -> Iterator[Message]:
    if len(tables) > MOST:
        yield Message("overview.more", {"count": len(tables) - MOST})
