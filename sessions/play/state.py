"""The current state of a table: its row, its game, and the pending decisions."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from engine.kernel.decision import Decision, Seat
from engine.kernel.play import places_of
from engine.kernel.rules import Placing, with_pending
from sessions import refusals
from sessions.play.context import SessionContext
from sessions.play.timeline import AnyGame, Timeline
from sessions.records.departures import settle
from sessions.records.table import Table

Stage: TypeAlias = Literal["turn", "computers", "phase"]
"""Somebody's turn, a turn of computer players alone, or a phase of all players."""


def asked_of(seat: Seat, pending: Iterable[Decision]) -> Decision | None:
    return next((decision for decision in pending if decision.seat == seat), None)


def not_seated(table: Table, user: int) -> refusals.TableRefusal:
    """Return the refusal for someone without a seat: it depends on whether they may take one."""
    if table.status == "closed":
        return refusals.TableOver()
    if table.has_open_seat:
        is_own = any(each.user == user and each.has_left for each in table.sitters)
        if is_own:
            return refusals.SeatIsOpen()
        if table.seating.admits == "anyone" or user in (table.owner, *table.seating.invited):
            return refusals.SeatIsFree()
    return refusals.NotPlaying() if table.commitment else refusals.NotSeated()


def check_owner(table: Table, user: int) -> None:
    if table.owner != user:
        raise refusals.NotOwner(table.owner)


def seats_for(table: Table, game: AnyGame) -> int:
    return table.seats_wanted or max(game.rules.seats)


class TableState:
    def __init__(self, context: SessionContext, table: Table, timeline: Timeline | None) -> None:
        self._context = context
        self._timeline = timeline
        self.table = table

    @property
    def game(self) -> AnyGame:
        return self._context.games[self.table.game]

    @property
    def timeline(self) -> Timeline:
        """The game's timeline. Raises `TableSuspended`, `NotStarted`, `TableOver`."""
        if self._timeline is None:
            if self.table.status == "suspended":
                raise refusals.TableSuspended(self.table.reason or "damaged")
            if self.table.game not in self._context.games:
                raise refusals.TableSuspended("game")
            raise refusals.TableOver if self.table.status == "closed" else refusals.NotStarted
        return self._timeline

    @property
    def number(self) -> int:
        """The number of the last log entry; 0 in the lobby."""
        return self._timeline.number if self._timeline else 0

    @property
    def pending(self) -> list[Decision]:
        """The pending decisions; none unless the game is running."""
        return pending_at(self, self.table)

    @property
    def seats(self) -> int:
        """The number of seats in the game. In the lobby, the number that people may take."""
        if self._timeline:
            return self._timeline.position.settings.seats
        return seats_for(self.table, self.game)

    def seat_of(self, user: int) -> Seat | None:
        sitter = self.table.sitter_of(user)
        return sitter.seat if sitter else None

    def decision_of(self, user: int) -> Decision | None:
        seat = self.seat_of(user)
        return None if seat is None else asked_of(seat, self.pending)

    def view(self, seat: Seat | None) -> msgspec.Struct:
        """Return everything that `seat` (None: a spectator) may see. Raises `NotStarted`, `TableSuspended`."""
        view = with_pending(self.game.rules.look(self.timeline.position.state, seat), self.pending)
        known: dict[str, Any] = {"is_over": self.table.status in ("over", "closed")}
        if result := self.result():  # the game itself can't know who left
            known["result"] = result
        return msgspec.structs.replace(view, **{name: known[name] for name in known if name in view.__struct_fields__})

    def result(self) -> tuple[Placing, ...] | None:
        return places_at(self, self.table.ended or "") or None


def pending_at(state: TableState, table: Table, timeline: Timeline | None = None) -> list[Decision]:
    """Return the decisions that would be pending at `table` with `timeline` (default: the current game)."""
    game = timeline or state._timeline
    return game.pending if game and table.status == "running" else []


def places_at(state: TableState, ended: str) -> tuple[Placing, ...]:
    """Return the places that the game would give if it ended now. `ended` says how it ends."""
    if state._timeline is None:
        return ()
    return settle(state.table, places_of(state.game, state._timeline.position, ended))


def round_of(state: TableState) -> int | None:
    """The current round; None before the first, and in games without rounds."""
    return state.game.narration.round_of(state._timeline.position.state) if state._timeline else None


def stage_of(state: TableState) -> Stage:
    return "turn" if state._timeline is None else stage_in(state.game, state.table, state._timeline)


def stage_in(game: AnyGame, table: Table, timeline: Timeline) -> Stage:
    if not game.narration.is_in_turn(timeline.position.state):
        return "phase"
    return "computers" if asks_only_computers(table, timeline.pending) else "turn"


def asks_only_computers(table: Table, pending: Sequence[Decision]) -> bool:
    return bool(pending) and all(table.sitters[decision.seat].is_computer for decision in pending)


def check_running(table: Table) -> None:
    """Raise `NotStarted`, `TableOver` or `TableSuspended` unless the game is running."""
    match table.status:
        case "lobby":
            raise refusals.NotStarted
        case "over" | "closed":
            raise refusals.TableOver
        case "suspended":
            raise refusals.TableSuspended(table.reason or "damaged")


def seat_in_play(state: TableState, user: int) -> Seat:
    """Return this user's seat in a running game. Raises `NotSeated`, `NotStarted`, `TableOver`, `TableSuspended`."""
    check_running(state.table)
    seat = state.seat_of(user)
    if seat is None:
        raise not_seated(state.table, user)
    return seat


def asked_now(state: TableState, seat: Seat, decision: int | None) -> Decision:
    """Return the pending decision of `seat`. Raises `NotYourTurn`, or `StalePress` if its id is not `decision`."""
    asked = asked_of(seat, state.pending)
    if asked is None:
        raise refusals.NotYourTurn(tuple(other.seat for other in state.pending))
    if decision not in (None, asked.id):
        raise refusals.StalePress
    return asked


def public_decision(state: TableState) -> Decision | None:
    """Return the only pending decision if it is public, else None. Also None if a computer player is asked."""
    pending = state.pending
    is_public = len(pending) == 1 and not (pending[0].private or state.table.sitters[pending[0].seat].is_computer)
    return pending[0] if is_public else None


def is_small(decision: Decision, most: int) -> bool:
    """Return whether one select can show the decision. A multiple choice of more than `most` options can't."""
    return decision.at_most <= 1 or len(decision.options) <= most


def is_asked_publicly(state: TableState, most: int) -> bool:
    """Return whether the pending decision is public and fits in one select."""
    public = public_decision(state)
    return public is not None and is_small(public, most)
