"""`python -m tests.db.stored.endings FILE`: write a database with games ended in every way, at two to four seats.

All are short games of Minos (classic). Later commits must rank and rate these games by their own rules.
"""

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

from db.store import SqliteStore
from sessions.play.state import asked_of
from sessions.session import Session
from tests.db.stored.__main__ import FIRST_USER, Writer, pack

GAME, SUBSTITUTE, MODERATOR = "minos-classic", FIRST_USER + 8, FIRST_USER + 9
LEAVER = FIRST_USER + 1
End: TypeAlias = Callable[[Writer, Session], Awaitable[None]]


async def play_to_the_end(writer: Writer, session: Session) -> None:
    if session.table.is_left_alone:
        await session.leaving.play_on(session.table.people[0].user, writer.press())
    await writer.play(session)


async def leave(writer: Writer, session: Session, *others: int) -> None:
    for user in (LEAVER, *others):
        if session.table.sitter_of(user):
            await session.leaving.concede(user, writer.press())


async def leave_and_play_on(writer: Writer, session: Session) -> None:
    await leave(writer, session)
    await play_to_the_end(writer, session)


async def all_but_one_leave(writer: Writer, session: Session) -> None:
    await leave(writer, session, FIRST_USER + 2, FIRST_USER + 3)
    await session.leaving.end_alone(FIRST_USER, writer.press())


async def all_but_one_leave_and_the_last_closes(writer: Writer, session: Session) -> None:
    await leave(writer, session, FIRST_USER + 2, FIRST_USER + 3)
    await session.leaving.play_on(FIRST_USER, writer.press())
    await session.leaving.close(FIRST_USER, writer.press())


async def everyone_leaves(writer: Writer, session: Session) -> None:
    await leave(writer, session, FIRST_USER + 2, FIRST_USER + 3)
    await session.leaving.play_on(FIRST_USER, writer.press())
    await session.leaving.concede(FIRST_USER, writer.press())


async def be_replaced(writer: Writer, session: Session) -> None:
    await leave(writer, session)
    await session.lobby.join(SUBSTITUTE, "Substitute", writer.press())
    await play_to_the_end(writer, session)


async def end_by_agreement(writer: Writer, session: Session) -> None:
    await session.proposals.propose("end", FIRST_USER, writer.press())
    for sitter in session.table.people[1:]:
        await session.proposals.consent(sitter.user, writer.press())


async def leave_before_the_others_agree(writer: Writer, session: Session) -> None:
    await leave(writer, session)
    if session.table.is_left_alone:
        await session.leaving.play_on(FIRST_USER, writer.press())
    await end_by_agreement(writer, session)


async def leave_before_a_moderator_ends(writer: Writer, session: Session) -> None:
    await leave(writer, session)
    await session.leaving.close(MODERATOR, writer.press(), is_moderator=True)


async def vote_to_end(writer: Writer, session: Session) -> None:
    """End the game by a vote on the leaver's seat."""
    while (asked := asked_of(1, session.pending)) is None:
        await writer.play(session, 1)
    await session.votes.open(1, asked.id)
    for sitter in session.table.people:
        vote = session.table.vote
        if vote is not None and sitter.seat != 1:
            await session.votes.cast(sitter.user, "end", writer.press(), vote=vote.id)


ENDS: tuple[End, ...] = (
    play_to_the_end,
    leave_and_play_on,
    all_but_one_leave,
    all_but_one_leave_and_the_last_closes,
    everyone_leaves,
    be_replaced,
    end_by_agreement,
    leave_before_the_others_agree,
    leave_before_a_moderator_ends,
    vote_to_end,
)


async def write(path: Path) -> None:
    """Create the database at `path`. Play every ending of `ENDS`, in this order, at two, three and four seats."""
    store = await SqliteStore.open(str(path))
    writer = Writer(store)
    await writer.sessions.load()
    for end in ENDS:
        for seats in (2, 3, 4):
            session = await writer.table(GAME, seats, {"round_limit": 10})
            await writer.play(session, 6)
            await end(writer, session)
            assert session.table.status == "over", (end.__name__, seats)
    await writer.sessions.stop(0.1)
    await store.close()


if __name__ == "__main__":
    pack(write, Path(sys.argv[1]))
