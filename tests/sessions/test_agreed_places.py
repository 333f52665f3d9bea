"""Everyone who still plays may agree to end a game with the current places or with a shared victory."""

import json
from dataclasses import replace as replace_part
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.__main__ import main
from engine.kernel.proof.exported import FinishedGame, decode_export
from engine.kernel.proof.verify import Differs, verify
from engine.kernel.rules import AGREED, Agreement
from sessions.lobby.lobby import LobbyOptions
from sessions.play.state import places_at
from sessions.records.table import Ending
from sessions.refusals import NoProposal, NotSeated, ProposalRefused, ProposalStands, StalePress
from sessions.results.ladder import rated_sides
from sessions.session import Session
from sessions.snapshot import awaited_of
from tests.engine.kernel.orchard import ORCHARD
from tests.sessions.fixture import ALICE, BOB, CAROL, CHANNEL, DAVE, SessionFixture
from tests.sessions.test_exporting import GAMES, file_of, run_verify

PEOPLE = (ALICE, BOB, CAROL, DAVE)


async def play_until_scores_differ(fixture: SessionFixture, seats: int = 3, hints: bool = False) -> Session:
    """Play until the scores differ."""
    session = await fixture.lobby(*PEOPLE[1:seats])
    await session.lobby.configure(ALICE, fixture.press(), LobbyOptions(hints=hints, seats_wanted=seats))
    await session.lobby.start(ALICE, fixture.press())
    await fixture.play(session, 12 * seats)
    assert len({each.score for each in places_at(session.reader, "settled")}) > 1
    return session


async def propose(fixture: SessionFixture, session: Session, ended: Ending, user: int = ALICE) -> None:
    assert ended in ("settled", "tied")
    await session.proposals.propose(ended, user, fixture.press(), number=session.number)


async def agree(fixture: SessionFixture, session: Session, ended: Ending) -> None:
    """Let everyone who still plays agree."""
    first, *others = [sitter.user for sitter in session.table.people]
    await propose(fixture, session, ended, first)
    for user in others:
        assert session.table.status == "running"
        await session.proposals.consent(user, fixture.press())


@pytest.mark.parametrize("ended", AGREED)
@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_everyone_who_plays_agrees_on_the_current_places(
    fixture: SessionFixture, seats: int, ended: Ending
) -> None:
    session = await play_until_scores_differ(fixture, seats)
    now = session.reader.game.rules.result(session.reader.timeline.position.state)
    await agree(fixture, session, ended)

    table, result = session.table, session.reader.result()
    assert (table.status, table.ended, table.proposal) == ("over", ended, None)
    assert result is not None
    places = {each.seat: each.place if ended == "settled" else 1 for each in now}
    assert {each.seat: each.place for each in result} == places
    assert {each.seat: each.score for each in result} == {each.seat: each.score for each in now}
    sides = await fixture.store.log.past_games()
    assert {side.user: side.place for side in sides} == {PEOPLE[seat or 0]: place for seat, place in places.items()}
    assert [side.is_agreed for side in sides] == [True] * seats
    assert not any(side.is_cut_short for side in sides)
    assert len(rated_sides(sides)) == seats
    line = (await session.reader.log.lines(None, session.number, session.number))[0]
    assert line.action == "agreed"


@pytest.mark.parametrize("ended", AGREED)
async def test_a_player_who_left_is_last_in_agreed_places(fixture: SessionFixture, ended: Ending) -> None:
    session = await play_until_scores_differ(fixture)
    leader = session.table.sitters[places_at(session.reader, "settled")[0].seat or 0].user
    await session.leaving.concede(leader, fixture.press())
    await agree(fixture, session, ended)

    result = session.reader.result()
    assert result is not None
    last = result[-1]
    assert (session.table.sitters[last.seat or 0].user, last.place) == (leader, 3)
    assert [each.place for each in result[:2]] == ([1, 2] if ended == "settled" else [1, 1])
    places = {side.user: side.place for side in await fixture.store.log.past_games()}
    assert places[leader] == 3
    assert sorted(place or 0 for user, place in places.items() if user != leader) == [each.place for each in result[:2]]


async def test_any_change_of_the_game_cancels_a_proposal_about_places(fixture: SessionFixture) -> None:
    session = await play_until_scores_differ(fixture)
    asked = fixture.user_asked(session)
    await propose(fixture, session, "settled", asked)
    await fixture.step(session)
    assert session.table.proposal is None

    before = session.number
    await propose(fixture, session, "tied", asked)
    if session.reader.timeline.undo.last_turn(session.reader.seat_of(asked) or 0):
        await session.undo.take_back(asked, fixture.press())
        assert session.table.proposal is None
        await propose(fixture, session, "tied", asked)
    await session.leaving.concede(asked, fixture.press())
    assert session.table.proposal is None
    assert session.number > before
    for user in PEOPLE[:3]:
        with pytest.raises((NoProposal, NotSeated)):
            await session.proposals.consent(user, fixture.press())
    assert session.table.status == "running"


async def test_an_outdated_proposal_of_places_is_refused(fixture: SessionFixture) -> None:
    session = await play_until_scores_differ(fixture)
    with pytest.raises(StalePress):
        await session.proposals.propose("settled", ALICE, fixture.press(), number=session.number - 1)
    with pytest.raises(NotSeated):
        await propose(fixture, session, "settled", DAVE)
    await propose(fixture, session, "settled")
    proposal = session.table.proposal
    assert proposal is not None
    with pytest.raises(ProposalStands):
        await propose(fixture, session, "tied", BOB)
    with pytest.raises(StalePress):
        await session.proposals.consent(BOB, fixture.press(), proposal=proposal.id + 1)
    press = fixture.press()
    for _ in range(2):
        await session.proposals.consent(BOB, press, proposal=proposal.id)
    assert session.table.status == "running", "Carol has not agreed yet"
    await session.proposals.consent(CAROL, fixture.press(), agrees=False)
    with pytest.raises(ProposalRefused):
        await propose(fixture, session, "settled")


async def test_the_last_player_cannot_propose_places(fixture: SessionFixture, tmp_path: Path) -> None:
    session = await play_until_scores_differ(fixture, 2)
    await session.leaving.concede(BOB, fixture.press())
    await session.leaving.play_on(ALICE, fixture.press())
    for ended in AGREED:
        with pytest.raises(StalePress):
            await propose(fixture, session, ended)  # type: ignore[arg-type]
    assert session.table.status == "running"


async def test_a_game_without_scores_offers_only_a_tie(tmp_path: Path) -> None:
    game = replace_part(ORCHARD, agreement=Agreement(tie_rule="SCORE-1"))
    fixture = await SessionFixture.begin(tmp_path / "unscored.db", game)
    session = await fixture.game(BOB)
    with pytest.raises(StalePress):
        await propose(fixture, session, "settled")
    await agree(fixture, session, "tied")

    result = session.reader.result()
    assert result is not None
    assert [(each.seat, each.place, each.score) for each in result] == [(0, 1, 0), (1, 1, 0)]
    await fixture.close()


async def test_a_game_that_breaks_every_tie_offers_no_tie(tmp_path: Path) -> None:
    fixture = await SessionFixture.begin(
        tmp_path / "untied.db", replace_part(ORCHARD, agreement=Agreement(ORCHARD.agreement.standing))
    )
    session = await fixture.game(BOB)
    with pytest.raises(StalePress):
        await propose(fixture, session, "tied")
    await fixture.close()


@pytest.mark.parametrize("hints", [False, True])
async def test_an_estimate_is_shown_only_if_hints_are_allowed(fixture: SessionFixture, hints: bool) -> None:
    session = await play_until_scores_differ(fixture, hints=hints)
    await propose(fixture, session, "settled")
    awaited = awaited_of(session.reader)

    assert [each.place for each in awaited.proposed] == [each.place for each in places_at(session.reader, "settled")]
    assert awaited.expected == (), "the toy game has no computer players that rate a position"
    assert awaited.must_agree == (BOB, CAROL)


@pytest.mark.parametrize("ended", AGREED)
async def test_a_kill_after_the_last_consent_stores_one_result(fixture: SessionFixture, ended: Ending) -> None:
    session = await play_until_scores_differ(fixture)
    await propose(fixture, session, ended)
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    await session.proposals.consent(BOB, fixture.press())
    press, entry = fixture.press(), session.number
    await session.proposals.consent(CAROL, press)
    result = session.reader.result()
    await fixture.restart()
    session = await fixture.sessions.by_id(session.table.id)

    assert (session.table.ended, session.reader.result()) == (ended, result)
    await session.proposals.consent(CAROL, press)
    assert session.number == entry + 1, "the repeated press adds no entry"
    assert len(await fixture.store.log.past_games()) == 3
    unsent = [post for post in await fixture.store.posts.waiting() if post.kind == "board"]
    assert unsent[-1].users == (ALICE, BOB, CAROL)


@pytest.mark.parametrize("ended", AGREED)
async def test_an_export_says_that_the_places_were_agreed_on(
    fixture: SessionFixture, ended: Ending, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = await play_until_scores_differ(fixture)
    await session.leaving.concede(CAROL, fixture.press())
    await agree(fixture, session, ended)
    path, file = tmp_path / "game.json", await file_of(session)
    path.write_bytes(file)
    export = decode_export(file)

    assert isinstance(export, FinishedGame)
    assert export.ended == ended
    assert json.loads(file)["entries"][-1]["kind"] == "ended"
    assert verify(ORCHARD, export).places == 3
    code, printed = run_verify(capsys, path)
    assert code == 0
    assert "The players agreed to end the game, and the places and scores are those that it had then." in printed
    for other in {"tied", "settled", "agreed", "finished"} - {ended}:
        with pytest.raises(Differs):
            verify(ORCHARD, replace(export, ended=other))
    assert main(["verify", str(path)], GAMES) == 0
