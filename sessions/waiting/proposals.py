"""What needs everybody's consent: going back beyond free undo, ending a game early, pausing it and going on."""

from collections.abc import Set

from msgspec.structs import replace

from engine.kernel.codec import decode
from engine.kernel.decision import Seat
from sessions.lobby.lobby import is_complete
from sessions.lobby.seats import last_one_left, leave_seat
from sessions.lobby.starting import lay_out
from sessions.play.change import Change
from sessions.play.timeline import Departed, Timeline
from sessions.play.undo import check_computers, fallen, still_asked
from sessions.records.log import Ended
from sessions.records.table import Ending, Proposal
from sessions.refusals import ProposalRefused, ProposalStands, UndoClosed


async def propose(change: Change, proposal: Proposal, refused: Set[Seat]) -> None:
    """Show a proposal to the others, who are pinged once.

    `refused` are the seats whose proposals were refused since the last answer. Raises `ProposalRefused`,
    `ProposalStands`.
    """
    if proposal.agreed[0] in refused:
        raise ProposalRefused
    if change.table.proposal is not None:
        raise ProposalStands
    await agree(change, proposal, is_new=True)


async def agree(change: Change, proposal: Proposal, by: int = 0, is_new: bool = False) -> None:
    """Keep the proposal, or carry it out once everyone agrees. Who must agree is pinged once, by a new one.

    `by` is the user who agreed last, 0 where the proposer needs nobody. Raises `ComputersUnavailable`, `UndoClosed`.
    """
    table, proposer = change.table, proposal.agreed[0]
    waiting = still_asked(table, proposal)
    if waiting:
        pinged = tuple(sitter.user for sitter in waiting) if is_new else ()
        change.put(replace(table, proposal=proposal), pinged, is_shown_anew=is_new)
    elif proposal.kind == "rematch":
        ready = replace(table, proposal=None)
        if is_complete(ready, change.reader.game):
            lay_out(change, ready)
        else:
            change.put(ready)
    elif proposal.kind == "open":
        await leave_seat(change, proposal.number, by or table.sitters[proposer].user)
    elif proposal.kind == "pause":
        change.put(replace(table, status="suspended", reason="paused", proposal=None, vote=None, epoch=table.epoch + 1))
    elif proposal.kind == "resume":
        running = replace(table, status="running", reason=None, proposal=None, epoch=table.epoch + 1)
        asked = {decision.seat for decision in change.reader.asked_at(running)}
        change.put(running, tuple(sitter.user for sitter in table.people if sitter.seat in asked))
    elif proposal.kind == "end":
        end_early(change, proposer, by or table.sitters[proposer].user)
    else:
        await go_back(change, proposal.number)


async def go_back(change: Change, number: int) -> None:
    """Take back the entry `number` and all after it, as far as the table's programs agree. Raises `UndoClosed`."""
    table = change.table
    entries = await change.context.store.log.entries(table.id, number, change.reader.number)
    check_computers(table, entries, number)
    timeline, numbers = await _gone_back(change, number)
    timeline.go_back(numbers, change.reader.number, change.origin)
    change.advance(timeline, replace(table, proposal=None, epoch=table.epoch + 1), cut=number)


async def _gone_back(change: Change, number: int) -> tuple[Timeline, tuple[int, ...]]:
    """A timeline that stands just before the entry `number`, and the entries that no longer count there."""
    store, table, game = change.context.store, change.table.id, change.reader.game
    snapshot = await store.log.snapshot_before(table, number)
    assert snapshot is not None
    entries = await store.log.entries(table, snapshot.number + 1, change.reader.number)
    timeline = Timeline(game, decode(game, snapshot.position), snapshot.number)
    try:
        timeline.replay([entry for entry in entries if entry.number < number])
    except Departed as departed:
        # Only under rules that are newer than the snapshot.
        raise UndoClosed("rules") from departed
    return timeline, fallen(entries, number)


def end_early(
    change: Change, seat: Seat | None, by: int, is_by_moderator: bool = False, ended: Ending | None = None
) -> None:
    """End the running game where it stands; its log and its last position stay.

    `seat` is whose action it is, None for a moderator; `by` is the user. `ended` says how where nobody agreed to it.
    """
    timeline, table = change.fork(), change.table
    timeline.bar()
    timeline.append(seat, Ended(by, is_by_moderator), change.origin)
    ended = "moderated" if is_by_moderator else ended or "agreed"
    over = replace(table, status="over", ended=ended, reason=None, proposal=None, epoch=table.epoch + 1)
    change.advance(timeline, over)


def end_alone(change: Change, user: int | None = None) -> None:
    """End the game that everyone else has left: its last person has won, unless computers played from the beginning.

    `user` wants it so, or nobody has said anything in time. Raises `NotLeftAlone`, `NotSeated`.
    """
    last = last_one_left(change, user)
    end_early(change, last.seat, last.user, ended="agreed" if change.table.computers else "conceded")
