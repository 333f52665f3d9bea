"""Undo, and proposals that need everyone's consent: further undo, an early end, pausing, resuming, a rematch."""

from collections.abc import Set
from typing import Literal

from msgspec.structs import replace

from engine.kernel.codec import decode
from engine.kernel.decision import Seat
from engine.kernel.refusals import Refusal
from engine.kernel.rules import AGREED
from sessions import refusals
from sessions.clocks.seat_clocks import PAUSED, RESUME
from sessions.lobby.lobby import is_complete, unseat_user
from sessions.lobby.seats import last_one_left, lay_out, leave_seat
from sessions.play.change import Change
from sessions.play.replaying import Departed, catch_up, retract
from sessions.play.state import not_seated, pending_at, places_at, seat_in_play
from sessions.play.timeline import Timeline
from sessions.play.undo import check_computers, counting, last_answers_of, still_asked
from sessions.play.writer import SessionPart
from sessions.records.clock import DAY_MS, Due
from sessions.records.departures import abandon, is_against_programs, is_won
from sessions.records.log import Answered, Conceded, Ended, Moved, Retracted
from sessions.records.table import Ending, Proposal

SILENCE_AGREES_MS = 7 * DAY_MS
"""Time after which silence counts as agreement to resume."""
LONGEST_PAUSE_MS = 28 * DAY_MS
"""Time after which one player may resume a game, so that nobody can refuse forever. Absences have the same limit."""


class Proposals(SessionPart):
    async def propose(
        self,
        kind: Literal["end", "pause", "settled", "tied"],
        user: int,
        interaction: int,
        *,
        epoch: int | None = None,
        number: int = 0,
    ) -> Moved:
        """Propose to end or pause the game. In a solo game, do so immediately. To end with places, `number` is the
        entry after which the user saw these places. Raises `ProposalRefused`, …"""

        async def decide(change: Change) -> None:
            proposal = Proposal(0, (seat_in_play(self._reader, user),), interaction, kind)
            is_known = number == self._reader.number and bool(places_at(self._reader, kind))
            if kind in AGREED and (change.table.is_alone or not is_known):
                raise refusals.StalePress
            await propose(change, proposal, self._writer.refused)

        return await self._writer.change(interaction, decide, epoch=epoch)

    async def propose_resume(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Propose to resume a paused game, or resume it after a long pause. Raises `NotPaused`, `NotSeated`, …"""

        async def decide(change: Change) -> None:
            table = change.table
            if not table.is_paused:
                raise refusals.NotPaused
            sitter = table.sitter_of(user)
            if sitter is None:
                raise not_seated(table, user)
            if table.proposal is not None:
                raise refusals.ProposalStands
            ends_at = self._context.seat_clocks.due_at(table.id, PAUSED)
            agreed = (sitter.seat,) if ends_at else (sitter.seat, *(each.seat for each in table.people))
            await agree(change, Proposal(0, agreed, interaction, "resume"), user, is_new=True)
            if ends_at and change.write is not None and change.write.row is not None and change.write.row.is_paused:
                at = min(ends_at, change.origin.at + SILENCE_AGREES_MS)
                change.include(due=(Due(table.id, RESUME, at),))

        return await self._writer.change(interaction, decide, epoch=epoch)

    async def resume_unopposed(self) -> Moved:
        """Resume a paused game if somebody proposed it and nobody refused in time. Raises `NotPaused`."""

        async def decide(change: Change) -> None:
            table = change.table
            if not table.is_paused or table.proposal is None:
                raise refusals.NotPaused
            everyone = tuple(sitter.seat for sitter in table.people)
            await agree(change, replace(table.proposal, agreed=everyone), table.owner)

        return await self._writer.change(self._context.outbox.next_id(), decide)

    async def end_long_pause(self) -> Moved:
        """Resume a game after a long pause if somebody proposed it. Otherwise, let anyone do it. Raises `NotPaused`."""

        async def decide(change: Change) -> None:
            table = change.table
            if not table.is_paused:
                raise refusals.NotPaused
            if table.proposal is not None:
                everyone = tuple(sitter.seat for sitter in table.people)
                await agree(change, replace(table.proposal, agreed=everyone), table.owner)
            else:
                change.put(table, is_new_message=False)
                change.include(undone=((table.id, PAUSED),))

        return await self._writer.change(self._context.outbox.next_id(), decide)

    async def consent(
        self, user: int, interaction: int, agrees: bool = True, *, proposal: int | None = None, epoch: int | None = None
    ) -> Moved:
        """Agree to the proposal with this id, or refuse it, which cancels it. Raises `NoProposal`, `StalePress`, …"""

        async def decide(change: Change) -> None:
            reader, is_lobby = self._reader, change.table.status == "lobby" and change.table.proposal is not None
            seat = reader.seat_of(user) if is_lobby or change.table.is_paused else seat_in_play(reader, user)
            if seat is None:
                raise not_seated(change.table, user)
            known = change.table.proposal
            if known is None:
                raise refusals.NoProposal
            if proposal not in (None, known.id):
                raise refusals.StalePress
            self._writer.pings.forget(user)
            if known.kind == "rematch" and not agrees:
                change.put(unseat_user(change.table, user))
            elif agrees:
                agreed = (*known.agreed, seat) if seat not in known.agreed else known.agreed
                await agree(change, replace(known, agreed=agreed), user)
            else:
                change.put(replace(change.table, proposal=None), is_new_message=False)
                change.afterwards.append(lambda: self._writer.refused.add(known.agreed[0]))

        return await self._writer.change(interaction, decide, epoch=epoch)


class Undo(SessionPart):
    async def take_back(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Undo the user's last answers and, if no other person plays, everything after them. Raises `UndoClosed`,
        `NothingToUndo`."""

        async def decide(change: Change) -> None:
            seat = seat_in_play(self._reader, user)
            numbers = self._reader.timeline.undo.last_turn(seat)
            table = change.table
            if numbers:
                timeline = change.fork()
                retract(timeline, numbers, change.origin)
                known = table.proposal
                if known is not None and known.kind == "undo" and known.number >= numbers[0]:
                    table = replace(table, proposal=None)  # there is nothing left to undo
                change.advance(timeline, replace(table, epoch=table.epoch + 1), cut=numbers[0])
            elif is_against_programs(table):
                await go_back(change, await self._last_of(seat))
            else:
                raise await self._find_obstacle(seat)

        return await self._writer.change(interaction, decide, epoch=epoch)

    async def propose(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Propose to undo this user's last answers and everything after them. Raises `NothingToUndo`, `UndoClosed`,
        `ProposalRefused`."""

        async def decide(change: Change) -> None:
            seat = seat_in_play(self._reader, user)
            if change.table.is_alone:
                raise await self._find_obstacle(seat)
            number = await self._last_of(seat)
            since = await self._context.store.log.entries(change.table.id, number, self._reader.number)
            check_computers(change.table, since, number)
            await propose(change, Proposal(number, (seat,), interaction), self._writer.refused)

        return await self._writer.change(interaction, decide, epoch=epoch)

    async def _last_of(self, seat: Seat) -> int:
        """Return the entry at which the last answers of this seat begin. Raises `NothingToUndo`, `UndoClosed`."""
        reader = self._reader
        return last_answers_of(seat, await self._context.store.log.entries(reader.table.id, 1, reader.number))

    async def _find_obstacle(self, seat: Seat) -> Refusal:
        answers = [
            entry
            for entry in counting(await self._context.store.log.newest_entries(self._reader.table.id, 32))
            if isinstance(entry.action, Answered)
        ]
        if not answers:
            return refusals.NothingToUndo()
        return refusals.UndoClosed("revealed" if answers[-1].seat == seat else "other")


async def propose(change: Change, proposal: Proposal, refused: Set[Seat]) -> None:
    """Put a proposal to the other players. Raises `ProposalRefused`, `ProposalStands`."""
    if proposal.agreed[0] in refused:
        raise refusals.ProposalRefused
    if change.table.proposal is not None:
        raise refusals.ProposalStands
    await agree(change, proposal, is_new=True)


async def agree(change: Change, proposal: Proposal, by: int = 0, is_new: bool = False) -> None:
    """Store the proposal, or carry it out if `by` was the last to agree (0: no user). Ping the others if it `is_new`.
    Raises `UndoClosed`, …"""
    table, proposer = change.table, proposal.agreed[0]
    waiting = still_asked(table, proposal)
    if waiting:
        pinged = tuple(sitter.user for sitter in waiting) if is_new else ()
        change.put(replace(table, proposal=proposal), pinged, is_new_message=is_new)
        return
    match proposal.kind:
        case "rematch":
            ready = replace(table, proposal=None)
            if is_complete(ready, change.reader.game):
                lay_out(change, ready)
            else:
                change.put(ready)
        case "open":
            opened_by = by or table.sitters[proposer].user
            await leave_seat(change, proposal.number, opened_by, agreed=proposal.agreed)
        case "pause":
            paused = replace(table, status="suspended", reason="paused", proposal=None, vote=None)
            change.put(replace(paused, epoch=table.epoch + 1))
            change.include(due=(Due(table.id, PAUSED, change.origin.at + LONGEST_PAUSE_MS),))
        case "resume":
            running = replace(table, status="running", reason=None, proposal=None, epoch=table.epoch + 1)
            asked = {decision.seat for decision in pending_at(change.reader, running)}
            change.put(running, tuple(sitter.user for sitter in table.people if sitter.seat in asked))
        case "end":
            end_early(change, proposer, by or table.sitters[proposer].user)
        case "settled" | "tied":
            end_early(change, proposer, by or table.sitters[proposer].user, agreed=proposal.kind)
        case "undo":
            await go_back(change, proposal.number)


async def go_back(change: Change, number: int) -> None:
    """Undo the entry `number` and everything after it. Raises `UndoClosed`."""
    table = change.table
    entries = await change.context.store.log.entries(table.id, number, change.reader.number)
    check_computers(table, entries, number)
    timeline, numbers = await _replay_before(change, number)
    timeline.number = change.reader.number
    timeline.append(None, Retracted(numbers), change.origin)
    timeline.bar()
    change.advance(timeline, replace(table, proposal=None, epoch=table.epoch + 1), cut=number)


async def _replay_before(change: Change, number: int) -> tuple[Timeline, tuple[int, ...]]:
    log, table, game = change.context.store.log, change.table.id, change.reader.game
    snapshot = await log.snapshot_before(table, number)
    assert snapshot is not None
    entries = await log.entries(table, snapshot.number + 1, change.reader.number)
    timeline = Timeline(game, decode(game, snapshot.position), snapshot.number)
    try:
        catch_up(timeline, [entry for entry in entries if entry.number < number])
    except Departed as departed:
        # This happens only if the rules are newer than the snapshot.
        raise refusals.UndoClosed("rules") from departed
    return timeline, tuple(entry.number for entry in counting(entries) if entry.number >= number)


def end_early(
    change: Change,
    seat: Seat | None,
    by: int,
    is_by_moderator: bool = False,
    gone: Seat | None = None,
    agreed: Ending = "agreed",
) -> None:
    """End the game early.

    `by` is the user who ended it. `seat` is that user's seat, or None for a moderator (`is_by_moderator`). The seat
    `gone` counts as left. If only one person of several is left, that person wins. `agreed` is the ending that all have
    agreed to."""
    timeline, table = change.fork(), change.table
    timeline.bar()
    if gone is not None:
        table = abandon(table, gone, "autopilot")
        timeline.append(gone, Conceded(table.sitters[gone].user, by, "nobody"), change.origin)
    timeline.append(seat, Ended(by, is_by_moderator), change.origin)
    ended: Ending = "conceded" if is_won(table) else "moderated" if is_by_moderator else agreed
    over = replace(table, status="over", ended=ended, reason=None, proposal=None, epoch=table.epoch + 1)
    change.advance(timeline, over)


def end_alone(change: Change, user: int | None = None) -> None:
    """End the game that everyone else has left. If `user` is None, time ran out. Raises `NotLeftAlone`, …"""
    last = last_one_left(change, user)
    end_early(change, last.seat, last.user)
