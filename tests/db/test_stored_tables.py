"""Tables stored by an earlier commit continue: computer players, votes, proposals and clocks.

Commit 85572658 wrote three tables of each title. One has a brisk pace and a computer with a pending question. One has
an open vote on a player who was silent for a week. One has a daily pace and a proposal to end the game.
"""

import asyncio
import lzma
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.__main__ import main
from db.store import open_store
from engine.games import GAMES
from engine.kernel.chance import Chance
from engine.kernel.decision import Answer
from engine.kernel.policy import random_policy
from sessions.records.clock import COMPUTER
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.store import Quotas
from tests.databases import WHY_NOT, fresh_url, is_installed

PACKED = Path(__file__).parent / "stored" / "tables-85572658.db.xz"
WRITTEN_MS = 1_702_100_000_000
"""Some minutes after the last table was stored."""
STORES = [
    "sqlite",
    pytest.param(
        "postgresql",
        marks=[
            pytest.mark.xdist_group("postgresql"),
            pytest.mark.skipif(not is_installed(), reason=WHY_NOT),
            pytest.mark.at_server,
        ],
    ),
]


@pytest.fixture(params=STORES)
async def sessions(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Sessions]:
    """Sessions over the stored database, or over a copy of it on a server."""
    path = tmp_path / "knossos.db"
    path.write_bytes(lzma.decompress(PACKED.read_bytes()))
    await (await open_store(str(path))).close()
    url = str(path)
    if request.param == "postgresql":
        url = fresh_url()
        assert await asyncio.to_thread(main, ["copy", str(path), url]) == 0
    store = await open_store(url)
    opened = Sessions(
        store, GAMES, clock=lambda: WRITTEN_MS, token_bytes=bytes, quotas=Quotas(per_user=99), offers_computers=True
    )
    await opened.load()
    yield opened
    await opened.stop(0.1)
    await store.close()


async def tables(sessions: Sessions) -> list[Session]:
    return [await sessions.by_id(number) for number in range(1, 10)]


async def test_a_stored_computer_answers_its_pending_question(sessions: Sessions) -> None:
    asked = [each for each in await tables(sessions) if each.table.pace == "brisk"]
    assert [each.table.game for each in asked] == list(GAMES)
    due = {each.table for each in await sessions.store.clocks.due() if each.kind == COMPUTER}
    for session in asked:
        (decision, *_) = session.pending
        assert session.table.sitters[decision.seat].is_computer
        assert session.table.id in due
        keys = random_policy(lambda: None, decision, Chance(bytes(16), {}))
        before = session.number
        await session.play.answer_for_computers(session.reader.timeline, [Answer(decision.seat, decision.id, keys)])
        assert session.number > before


async def test_stored_time_banks_are_unchanged(sessions: Sessions) -> None:
    for session in await tables(sessions):
        clocks = sessions.context.seat_clocks.of(session.table.id)
        assert clocks
        assert set(clocks) <= {sitter.seat for sitter in session.table.people}
        has_bank = session.table.pace in ("brisk", "daily")
        assert all((clock.left is not None and clock.left > 0) == has_bank for clock in clocks.values())


async def test_a_stored_open_vote_can_be_finished(sessions: Sessions) -> None:
    open_votes = [each for each in await tables(sessions) if each.table.vote is not None]
    assert [each.table.game for each in open_votes] == list(GAMES)
    for number, session in enumerate(open_votes):
        vote, before = session.table.vote, session.number
        assert vote is not None
        for voter in [each for each in session.table.people if each.seat != vote.seat]:
            if session.table.vote is not None:
                await session.votes.cast(voter.user, "once", 50_000 + 10 * number + voter.seat, vote=vote.id)
        assert session.table.vote is None
        assert session.number > before, "the seat was played once"


async def test_a_stored_proposal_to_end_a_game_can_be_accepted(sessions: Sessions) -> None:
    proposed = [each for each in await tables(sessions) if each.table.proposal is not None]
    assert [each.table.game for each in proposed] == list(GAMES)
    for session in proposed:
        proposal = session.table.proposal
        assert proposal is not None
        (other,) = [each for each in session.table.people if each.seat not in proposal.agreed]
        await session.proposals.consent(other.user, 60_000 + session.table.id, proposal=proposal.id)
        assert session.table.ended == "agreed"
