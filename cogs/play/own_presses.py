"""Remember each person's latest press at a table: a second one on the board that it changed is silent.

On a slow line a board stays as it was for some seconds after an accepted press. Whoever taps twice, or presses on it
once more, has done nothing wrong, and the board on its way says all there is to say.

Nothing of it is stored. All presses in a server come to the process that has its shard, so that one process knows both;
if that process is killed in between, the second press is refused, as it may be: nobody was told that the first counts.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import msgspec

from cogs.ui.press import NOBODY, Press
from sessions.refusals import (
    AlreadySeated,
    AlreadyStarted,
    NoProposal,
    NotLeftAlone,
    NotPaused,
    NotSeated,
    NotYourTurn,
    NoVote,
    ProposalStands,
    StalePress,
    TableOver,
    TableRefusal,
    VoteStands,
)
from sessions.session import Session

AGAIN_MS = 5_000
"""Time after an accepted press in which more presses of that person on the old board are silent."""
DONE = (
    AlreadySeated, AlreadyStarted, NoProposal, NoVote, NotLeftAlone, NotPaused, NotSeated, ProposalStands, VoteStands,
)  # fmt: skip
"""Refusals of a second press on a control whose first press did what it is for."""


class Attempt(msgspec.Struct, eq=False):
    """A press at a table with what was picked by it, and the table's revision before it.

    `changed_at` is when it was carried out; None before that.
    """

    session: Session
    press: Press
    picked: Sequence[str]
    revision: int
    changed_at: int | None = None


class OwnPresses:
    """The presses of everybody that are under way, and those accepted lately. `steady` counts milliseconds."""

    def __init__(self, steady: Callable[[], int]) -> None:
        self._steady = steady
        self._under_way: dict[tuple[int, int], list[Attempt]] = {}
        self._accepted: OrderedDict[tuple[int, int], Attempt] = OrderedDict()

    @contextmanager
    def carrying_out(self, session: Session, user: int, press: Press, picked: Sequence[str]) -> Iterator[None]:
        """Note a press that is under way, and afterwards whether it was accepted and the table has changed by then."""
        place, attempt = (press.table, user), Attempt(session, press, picked, session.table.revision)
        under_way = self._under_way.setdefault(place, [])
        under_way.append(attempt)
        try:
            yield
        finally:
            under_way.remove(attempt)
            if not under_way:
                del self._under_way[place]
        if session.table.revision > attempt.revision:
            self._forget()
            attempt.changed_at = self._steady()
            self._accepted[place] = attempt
            self._accepted.move_to_end(place)

    def is_second(self, user: int, press: Press, picked: Sequence[str], refusal: TableRefusal) -> bool:
        """Return whether a refused press was made on a board that the same person's accepted press had just changed."""
        self._forget()
        place = press.table, user
        known = [each for each in self._under_way.get(place, []) if each.session.table.revision > each.revision]
        if place in self._accepted:
            known.append(self._accepted[place])
        if not known:
            return False
        is_same = any(each.press == press and each.picked == picked for each in known)
        return _is_of_old_board(known[-1].session, press, refusal) or (is_same and isinstance(refusal, DONE))

    def _forget(self) -> None:
        """Drop what was accepted too long ago, the oldest first."""
        before = self._steady() - AGAIN_MS
        while self._accepted:
            place, oldest = next(iter(self._accepted.items()))
            if oldest.changed_at is not None and oldest.changed_at > before:
                return
            del self._accepted[place]


def _is_of_old_board(session: Session, press: Press, refusal: TableRefusal) -> bool:
    """Return whether a press was refused because its board is out of date."""
    if not isinstance(refusal, StalePress | NotYourTurn | TableOver):
        return False
    is_asked = any(press.decision == asked.id and press.seat in (NOBODY, asked.seat) for asked in session.pending)
    return (press.decision != NOBODY and not is_asked) or press.epoch != session.table.epoch
