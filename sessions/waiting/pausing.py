"""A pause: all who play agree that nobody's time runs and nobody is reminded, and later that the game goes on."""

from msgspec.structs import replace

from engine.kernel.decision import Seat
from sessions.clocks.seat_clocks import RESUME
from sessions.play.change import Change
from sessions.play.state import not_seated
from sessions.records.clock import DAY_MS, Due
from sessions.records.table import Proposal
from sessions.refusals import NotPaused, ProposalStands
from sessions.waiting.proposals import agree

SILENCE_AGREES_MS = 7 * DAY_MS
"""Whoever says nothing for so long to going on has agreed: one who is gone never keeps the others from playing."""


def seat_at_pause(change: Change, user: int) -> Seat:
    """The seat of this user at a paused table. Raises `NotPaused`, `NotSeated`."""
    if not change.table.is_paused:
        raise NotPaused
    sitter = change.table.sitter_of(user)
    if sitter is None:
        raise not_seated(change.table, user)
    return sitter.seat


async def propose_to_resume(change: Change, user: int) -> None:
    """Ask all who play whether a paused game goes on. Raises `NotPaused`, `NotSeated`, `ProposalStands`."""
    seat = seat_at_pause(change, user)
    if change.table.proposal is not None:
        raise ProposalStands
    await agree(change, Proposal(0, (seat,), change.origin.interaction, "resume"), user, is_new=True)
    assert change.write is not None
    if change.write.row is not None and change.write.row.is_paused:
        due = Due(change.table.id, RESUME, change.origin.at + SILENCE_AGREES_MS)
        change.write = replace(change.write, due=(due,))


async def resume_unopposed(change: Change) -> None:
    """Let a paused game go on that somebody wanted to go on, and nobody did not. Raises `NotPaused`."""
    table = change.table
    if not table.is_paused or table.proposal is None:
        raise NotPaused
    everyone = tuple(sitter.seat for sitter in table.people)
    await agree(change, replace(table.proposal, agreed=everyone), table.owner)
