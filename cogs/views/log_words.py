"""The lines of a table's log: for each entry, and for each message in the channel."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from cogs.views.people import mention_of, person
from engine.kernel.decision import Fact, Message, Seat
from engine.kernel.game import Game
from engine.kernel.lines import Line, PlainLine
from engine.kernel.rules import AGREED
from sessions.records.log import LogLine
from sessions.records.table import Table


class Group(msgspec.Struct, frozen=True):
    """Lines of one entry. `begins` is the player whose turn begins with them, or ""."""

    lines: tuple[Line, ...]
    names: Mapping[int, str]
    begins: str = ""


class Happened(msgspec.Struct, frozen=True):
    """The public lines and moves of a message's entries."""

    groups: tuple[Group, ...] = ()
    moves: tuple[Fact, ...] = ()
    round: int | None = None
    """None in games without rounds."""
    names: tuple[str, ...] = ()
    """The players whose turns these are, in order."""
    leaves_a_beginning: bool = False
    """If true, the next turn or round has begun, and the next message shows that."""
    ended_round: int | None = None
    """The round that has just ended."""
    is_last_of_round: bool = False
    """If true, no turn of this round follows."""


class Parts(NamedTuple):
    ended: tuple[Fact, ...]
    begun: tuple[Fact, ...]


class LogWords:
    """Describes the entries of one table's log, whose newest entry is `number`."""

    def __init__(self, game: Game[Any], table: Table, number: int) -> None:
        self._narration = game.narration
        self._table = table
        self._number = number

    def describe(self, facts: Iterable[Fact]) -> list[Message]:
        return self._narration.tell(tuple(facts))

    def by_round(self, facts: Iterable[Fact]) -> Iterator[tuple[int | None, Sequence[Line]]]:
        """Yield each round's number and lines. Lines before the first round have None as number."""
        parts: list[tuple[int | None, list[Fact]]] = [(None, [])]
        for fact in facts:
            begun = self._narration.round_begun(fact)
            if begun is not None:
                parts.append((begun, []))
            parts[-1][1].append(fact)
        return ((number, self._narration.lines(tuple(part))) for number, part in parts)

    def content_of(
        self,
        entries: Sequence[LogLine],
        first: int,
        round_now: int | None,
        *,
        is_closed: bool = False,
        is_turn: bool = True,
    ) -> Happened:
        """Return the content of a message that shows the log from the entry `first` on.

        `entries` must begin with the entry before `first`, because the message's turn may have begun in it. If
        `is_closed`, leave out the beginning of the next turn: the next message shows it. Name players only if
        `is_turn`.
        """
        number, left = round_now, tuple[Fact, ...]()
        if is_closed and entries:
            left = self._parts(entries[-1]).begun
            number = number and number - sum(self._narration.round_begun(fact) is not None for fact in left)
        parts = list(self._parts_here(entries, first, is_closed=is_closed))
        moves = tuple(fact for _, (ended, begun) in parts for fact in (*ended, *begun))
        ended_round = self.ended_round(moves)
        return Happened(
            tuple(self.groups(entries, first, is_closed=is_closed)),
            moves,
            number or None,
            self._players_of(parts, first, entries[-1].names) if is_turn and entries else (),
            bool(left),
            ended_round,
            ended_round is not None or any((self._narration.round_begun(fact) or 1) > 1 for fact in left),
        )

    def ended_round(self, moves: Sequence[Fact]) -> int | None:
        """Return the round that ended during these moves, or None. A round ends when the next one begins."""
        begun = ((place, self._narration.round_begun(fact)) for place, fact in enumerate(moves))
        at, number = next(((place, number) for place, number in begun if number is not None), (0, 1))
        return number - 1 if number > 1 and self.describe(moves[:at]) else None

    def groups(self, entries: Sequence[LogLine], first: int | None = None, *, is_closed: bool = False) -> list[Group]:
        """Return the lines of each entry. Leave out entries that were undone or have no lines.

        With `first`, show only the beginning of the turn from the entry before `first`, and don't mention undos of
        answers since `first`. If `is_closed`, leave out the beginning of the next turn.
        """
        gone, groups = _retracted_by(entries), []
        for entry in entries:
            if entry.number in gone:
                continue
            ended, begun = self.halves(entry)
            if first is None or entry.number >= first:
                groups.append(ended)
            is_forgotten = first is not None and bool(entry.numbers) and min(entry.numbers) >= first
            if not is_forgotten and not (is_closed and entry is entries[-1]):
                groups.append(begun)
        return [group for group in groups if group.lines]

    def halves(self, entry: LogLine) -> tuple[Group, Group]:
        """Split an entry's lines: first those of the turn that ends, then those of the turn that begins or begins
        again."""
        parts = self._parts(entry)
        action = self.action(entry) if entry.action != "started" else None
        lines = (*([PlainLine(action)] if action else ()), *self._narration.lines(parts.ended))
        if entry.action == "retracted":
            return Group((), entry.names), Group(lines, entry.names)
        seat = self._begun_by(parts.begun)
        begins = "" if seat is None else entry.names.get(seat, "")
        begun = Group(tuple(self._narration.lines(parts.begun)), entry.names, begins)
        return Group(lines, entry.names), begun

    def split(self, entry: LogLine) -> list[LogLine]:
        """Split an entry whose facts begin the next turn or round. The second part belongs to the next player."""
        ended, begun = self._parts(entry)
        if not begun:
            return [entry]
        seat = self._begun_by(begun)
        number = min(entry.number + 1, self._number)
        rest = LogLine(number, "answered", seat, begun, names=entry.names, at=entry.at)
        return [msgspec.structs.replace(entry, facts=ended), rest]

    def ends_turn(self, entry: LogLine) -> bool:
        ended, begun = self._parts(entry)
        return bool(ended) and self._begun_by(begun) is not None

    def action(self, entry: LogLine) -> Message | None:
        """Return the line for the entry's own action, apart from its facts, or None."""
        names, table = entry.names, self._table
        name = names.get(entry.seat, "?") if entry.seat is not None else "?"
        match entry.action:
            case "conceded":
                return self._departure(entry, name)
            case "reseated":
                if not entry.former:
                    return Message("log.returned", {"name": name})
                return Message("log.reseated", {"name": name, "former": entry.former})
            case "retracted":
                return self._retraction(entry)
            case "upgraded" if entry.versions:
                old, new = entry.versions
                return Message("log.upgraded", {"old": old, "new": new})
            case "agreed" if table.ended == "conceded":
                return Message("log.ended_last", {"name": name})
            case "agreed" if table.ended in AGREED:
                return Message(f"log.{table.ended}")
            case "agreed":
                return Message("log.ended_alone", {"name": name}) if table.is_alone else Message("log.ended")
            case "moderated":
                return Message("log.moderated", {"person": f"<@{entry.user}>"}) if entry.user else Message("log.ended")
            case "started" if table.commitment:
                return Message("board.sealed", {"commitment": table.commitment})
        return None

    def _departure(self, entry: LogLine, name: str) -> Message:
        """Say who left or didn't respond, and how their seat is played now."""
        table = self._table
        if entry.user is not None and entry.plays == "nobody":
            is_own = entry.user == table.sitters[entry.seat or 0].user
            return Message("log.conceded_last" if is_own else "log.not_waited_for", {"name": name})
        plays = dict(table.seating.plays).get(entry.seat or 0) if entry.plays == "nobody" else entry.plays
        if entry.seats:
            voters = tuple(person(entry.names.get(seat, "?")) for seat in entry.seats)
            return Message(
                "log.voted_standard" if plays == "standard" else "log.voted", {"name": name, "people": voters}
            )
        if entry.user is not None:
            key = "log.opened_standard" if plays == "standard" else "log.opened"
            return Message(key, {"name": name, "by": mention_of(entry.user)})
        is_end = table.ended == "conceded" and entry.number == self._number  # logs of older versions end like this
        is_still = entry.plays == "nobody" and (table.is_left_alone or table.ended == "conceded")
        why = "silent" if entry.was_silent else "conceded"
        if is_end and entry.was_silent:  # nobody is left
            return Message("log.silent_end", {"name": name})
        if is_end or is_still or plays is None:
            return Message(f"log.{why}_last", {"name": name})
        return Message(f"log.{why}_standard" if plays == "standard" else f"log.{why}", {"name": name})

    def _retraction(self, entry: LogLine) -> Message:
        """Say whose answers were undone. Name the first public line that no longer holds."""
        count, names = len(entry.numbers), [entry.names.get(seat, "?") for seat in entry.seats]
        line = Message("log.retracted_by", {"count": count, "name": names[0]})
        if len(names) > 1:
            line = Message("log.retracted", {"count": count, "people": tuple(map(person, names))})
        undone = self.describe(entry.undone)
        if not undone:
            return Message("log.retracted_untold", {"line": line})
        return Message("log.retracted_from", {"line": line, "undone": undone[0]})

    def _parts(self, entry: LogLine) -> Parts:
        """Split the entry's facts where a turn or round begins. The end of the game belongs to the last turn."""
        facts = entry.facts
        if self._table.ended == "finished" and entry.number == self._number:
            return Parts(facts, ())
        at = next((place for place, fact in enumerate(facts) if self._narration.opens(fact)), len(facts))
        return Parts(facts[:at], facts[at:])

    def _begun_by(self, begun: Iterable[Fact]) -> Seat | None:
        return next((seat for seat in map(self._narration.turn_begun, begun) if seat is not None), None)

    def _players_of(
        self, here: Iterable[tuple[LogLine, Parts]], first: int, names: Mapping[int, str]
    ) -> tuple[str, ...]:
        """Return the names of the players whose turns began, in order. If no turn began, name those who answered."""
        began: dict[Seat, None] = {}
        answered: dict[Seat, None] = {}
        for entry, parts in here:
            began |= dict.fromkeys(seat for seat in map(self._narration.turn_begun, parts.begun) if seat is not None)
            if entry.number >= first and entry.action == "answered" and entry.seat is not None:
                answered[entry.seat] = None
        return tuple(names.get(seat, "") for seat in began or answered)

    def _parts_here(
        self, entries: Sequence[LogLine], first: int, *, is_closed: bool
    ) -> Iterator[tuple[LogLine, Parts]]:
        gone = _retracted_by(entries)
        for entry in entries:
            if entry.number not in gone:
                ended, begun = self._parts(entry)
                is_left = is_closed and entry is entries[-1]
                yield entry, Parts(ended if entry.number >= first else (), () if is_left else begun)


def _retracted_by(entries: Iterable[LogLine]) -> set[int]:
    return {number for entry in entries for number in entry.numbers}
