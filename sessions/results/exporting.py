"""Exports of games: a finished game in full, or the part of a running game that one listener may know."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from engine.kernel.decision import Fact, Seat
from engine.kernel.proof import exported
from engine.kernel.proof.exported import FinishedGame, HeardEntry, Place, RunningGame
from engine.kernel.rules import Placing
from sessions.play.table_log import facts_of, holders_at
from sessions.play.timeline import AnyGame
from sessions.records import log as logged
from sessions.records.table import Table

KINDS: dict[type[logged.LoggedAction], str] = {
    logged.Started: "started",
    logged.Answered: "answered",
    logged.Conceded: "left",
    logged.Reseated: "taken_over",
    logged.Upgraded: "new_rules",
    logged.Ended: "ended",
}
"""Names of entry kinds in the file of a running game. Standing orders are private, so they have none. Undos have none
either: instead, the undone entries are marked."""


def finished_game(
    game: AnyGame, table: Table, entries: Sequence[logged.Entry], places: Iterable[Placing], names: Sequence[str]
) -> FinishedGame:
    """The whole log of a finished game, with its seed but without user ids."""
    begun = _start_of(entries)
    return FinishedGame(
        **_heading(table, begun, names),
        ended=table.ended or "closed",
        seed=begun.seed.hex(),
        result=tuple(Place(seat=each.seat, place=each.place, score=each.score) for each in places),
        entries=tuple(_whole(game, table, entries)),
    )


def running_game(
    game: AnyGame, table: Table, entries: Sequence[logged.Entry], seat: Seat | None, names: Sequence[str]
) -> RunningGame:
    """The part of a running game that `seat` (None: everybody) has heard."""
    heading, heard = _heading(table, _start_of(entries), names), _entries_for(game, table, entries, seat)
    return RunningGame(**heading, seen_by=seat, heard=tuple(heard))


def _start_of(entries: Sequence[logged.Entry]) -> logged.Started:
    begun = entries[0].action
    assert isinstance(begun, logged.Started), "the log does not begin with a start"
    return begun


def _heading(table: Table, begun: logged.Started, names: Sequence[str]) -> dict[str, Any]:
    return {
        "game": table.game,
        "rules": table.version,
        "seats": begun.settings.seats,
        "options": begun.settings.options,
        "names": tuple(names),
        "sha256": table.commitment or "",
    }


def _whole(game: AnyGame, table: Table, entries: Sequence[logged.Entry]) -> Iterator[exported.ExportedEntry]:
    for entry in entries:
        facts = facts_of(game, entry)
        told: dict[str, Any] = {"round": _round_begun(game, facts), "facts": _plain(facts)}
        base: dict[str, Any] = {"number": entry.number, "at_ms": entry.at, "digest": entry.digest}
        seated = base | {"seat": entry.seat}
        match entry.action:
            case logged.Started():
                yield exported.Started(**base, **told)
            case logged.Answered(decision, keys, _, _, by_autopilot):
                yield exported.Answer(**seated, **told, decision=decision, keys=keys, by_autopilot=by_autopilot)
            case logged.Ordered(rule, keys):
                yield exported.Order(**seated, rule=rule, keys=keys)
            case logged.Retracted(numbers):
                yield exported.TakenBack(**base, numbers=numbers)
            case logged.Conceded():
                yield exported.Left(**seated, name=_holder(table, entries, entry))
            case logged.Reseated():
                yield exported.TakenOver(**seated, name=_holder(table, entries, entry))
            case logged.Upgraded(old, new):
                yield exported.NewRules(**base, old=old, new=new)
            case logged.Ended(_, by_moderator):
                yield exported.EndedEarly(**base, by_moderator=by_moderator)


def _entries_for(
    game: AnyGame, table: Table, entries: Sequence[logged.Entry], listener: Seat | None
) -> Iterator[HeardEntry]:
    gone = logged.undone_numbers(entries)
    shown = [entry for entry in entries if type(entry.action) in KINDS]
    for number, entry in enumerate(shown, start=1):
        facts = facts_of(game, entry)
        heard = [told for fact in facts if (told := game.rules.hear(fact, listener)) is not None]
        is_named = isinstance(entry.action, logged.Conceded | logged.Reseated)
        yield HeardEntry(
            number=number,
            at_ms=entry.at,
            kind=KINDS[type(entry.action)],
            seat=entry.seat,
            name=_holder(table, entries, entry) if is_named else "",
            round=_round_begun(game, facts),
            taken_back=entry.number in gone,
            facts=_plain(heard),
        )


def _plain(facts: Iterable[Fact]) -> tuple[Any, ...]:
    return tuple(msgspec.to_builtins(fact) for fact in facts)


def _round_begun(game: AnyGame, facts: Iterable[Fact]) -> int | None:
    return next((number for fact in facts if (number := game.narration.round_begun(fact)) is not None), None)


def _holder(table: Table, entries: Sequence[logged.Entry], entry: logged.Entry) -> str:
    """Return the name of the person who held the seat at this entry, or "" if only their Discord id is known."""
    changes = [one for one in entries if isinstance(one.action, logged.Conceded | logged.Reseated)]
    assert entry.seat is not None
    name = holders_at(table, changes, entry.number)[entry.seat]
    return "" if name.startswith("<@") else name
