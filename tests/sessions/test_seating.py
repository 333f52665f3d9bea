"""Seating at a table: permission, readiness, automatic starts, and replacements for players who left."""

import pytest
from msgspec.structs import replace

from db import rows
from sessions.lobby.colours import UNCHOSEN, chosen_by, colours_of
from sessions.lobby.lobby import LobbyOptions, rematch_of
from sessions.play.state import not_seated
from sessions.records.log import Answered
from sessions.records.table import Seating
from sessions.refusals import (
    AlreadyStarted,
    ColourTaken,
    LacksRole,
    NotInvited,
    NotOwner,
    NotPlaying,
    NotSeated,
    SeatIsFree,
    SeatIsOpen,
    TableOver,
    TableSuspended,
    TooManyInvited,
)
from tests.sessions.fixture import ALICE, BOB, CAROL, CHANNEL, DAVE, EAGER, GUILD, SessionFixture, is_repeated

ROLE = 31


async def test_only_invited_people_can_join_an_invite_only_table(fixture: SessionFixture) -> None:
    session = await fixture.lobby()
    await session.lobby.invite(ALICE, fixture.press(), users=(BOB,))
    with pytest.raises(NotInvited):
        await session.lobby.join(CAROL, "Carol", fixture.press(), roles={ROLE})
    with pytest.raises(NotOwner):
        await session.lobby.invite(BOB, fixture.press(), users=(CAROL,))
    await session.lobby.join(BOB, "Bob", fixture.press())

    await session.lobby.invite(ALICE, fixture.press(), anyone=True)
    await session.lobby.join(CAROL, "Carol", fixture.press())
    assert session.table.seating == Seating()


async def test_a_table_has_at_most_fifty_invitations(fixture: SessionFixture) -> None:
    session = await fixture.lobby()
    for user in range(1, 51):
        await session.lobby.invite(ALICE, fixture.press(), users=(user,))
    with pytest.raises(TooManyInvited):
        await session.lobby.invite(ALICE, fixture.press(), users=(BOB,))
    await session.lobby.invite(ALICE, fixture.press(), users=(1,))
    await session.lobby.invite(ALICE, fixture.press(), role=ROLE)
    assert len(session.table.seating.invited) == 50


async def test_people_with_the_role_or_an_invitation_may_join(fixture: SessionFixture) -> None:
    session = await fixture.lobby()
    await session.lobby.invite(ALICE, fixture.press(), role=ROLE)
    await session.lobby.invite(ALICE, fixture.press(), users=(BOB,))
    with pytest.raises(LacksRole):
        await session.lobby.join(CAROL, "Carol", fixture.press(), roles={ROLE + 1})
    await session.lobby.join(CAROL, "Carol", fixture.press(), roles={ROLE})
    await session.lobby.join(BOB, "Bob", fixture.press())
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    assert session.table.seating == Seating("role", ROLE, (BOB,))


async def test_an_open_seat_is_offered_only_to_people_who_may_take_it(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    await session.leaving.concede(BOB, fixture.press())
    assert isinstance(not_seated(session.table, DAVE), SeatIsFree)
    await session.lobby.invite(ALICE, fixture.press(), users=(ALICE,))
    assert isinstance(not_seated(session.table, DAVE), NotPlaying)
    assert isinstance(not_seated(session.table, BOB), SeatIsOpen)


async def test_an_invitation_doesnt_renew_those_of_the_queue(fixture: SessionFixture) -> None:
    options, others = LobbyOptions(starts_itself=True, seats_wanted=3), ((BOB, "Bob"),)
    session = await fixture.sessions.open(
        GUILD, CHANNEL, ALICE, "Alice", "orchard", fixture.press(), options, others=others, invited=(ALICE, BOB)
    )
    await session.lobby.invite(ALICE, fixture.press(), users=(DAVE,))
    assert session.table.seating.invited == (DAVE,)


async def test_a_substitute_and_a_former_player_may_take_the_seat(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    await session.lobby.invite(ALICE, fixture.press(), users=(ALICE,))
    await session.leaving.concede(BOB, fixture.press())
    with pytest.raises(NotInvited):
        await session.lobby.join(DAVE, "Dave", fixture.press())
    await session.lobby.join(BOB, "Bob", fixture.press())
    await session.leaving.concede(BOB, fixture.press())
    await session.lobby.invite(ALICE, fixture.press(), users=(DAVE,))
    await session.lobby.join(DAVE, "Dave", fixture.press())
    await fixture.play(session)
    with pytest.raises(TableOver):
        await session.lobby.invite(ALICE, fixture.press(), anyone=True)


@pytest.mark.parametrize("reason", ["paused", "alone"])
async def test_an_invited_player_takes_an_open_seat_during_suspension(fixture: SessionFixture, reason: str) -> None:
    session = await fixture.game(*((BOB, CAROL) if reason == "paused" else (CAROL,)))
    await session.lobby.invite(ALICE, fixture.press(), users=(ALICE,))
    await session.leaving.concede(CAROL, fixture.press())
    if reason == "paused":
        await session.proposals.propose("pause", ALICE, fixture.press())
        await session.proposals.consent(BOB, fixture.press())
    assert session.table.reason == reason
    with pytest.raises(NotInvited):
        await session.lobby.join(DAVE, "Dave", fixture.press())

    await session.lobby.invite(ALICE, fixture.press(), users=(DAVE,))
    await session.lobby.join(DAVE, "Dave", fixture.press())

    assert session.reader.seat_of(DAVE) is not None


async def test_inviting_is_refused_after_a_game_lost_its_channel(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB)
    await session.place.lose_channel(session.table.channel)
    with pytest.raises(TableSuspended):
        await session.lobby.invite(ALICE, fixture.press(), users=(DAVE,))


async def test_a_table_starts_automatically_once_everyone_is_ready(fixture: SessionFixture) -> None:
    session = await fixture.lobby(BOB)
    await session.lobby.configure(ALICE, fixture.press(), LobbyOptions(seats_wanted=3, starts_itself=True))
    assert session.table.seating.ready == (ALICE,)
    await session.lobby.ready(BOB, fixture.press())
    with pytest.raises(NotSeated):
        await session.lobby.ready(CAROL, fixture.press())
    await session.lobby.join(CAROL, "Carol", fixture.press())
    await session.lobby.configure(ALICE, fixture.press(), LobbyOptions(options={"goal": 4}))
    assert session.table.seating.ready == (ALICE,), "the others were ready for different options"
    await session.lobby.ready(BOB, fixture.press())
    await session.lobby.ready(BOB, fixture.press())
    await session.lobby.ready(CAROL, fixture.press())
    await session.lobby.leave(CAROL, fixture.press())
    await session.lobby.join(CAROL, "Carol", fixture.press())
    assert session.table.seating.ready == (ALICE,)
    await session.lobby.ready(CAROL, fixture.press())
    assert not session.number

    press = fixture.press()
    await session.lobby.ready(BOB, press)

    assert session.table.status == "running"
    assert await is_repeated(session, session.lobby.ready(BOB, press))


@pytest.mark.parametrize(
    ("left", "chosen"), [("autopilot", None), ("standard", None), ("standard", "autopilot"), ("autopilot", "standard")]
)
async def test_a_policy_chosen_on_leaving_overrides_the_setting(
    fixture: SessionFixture, left: str, chosen: str | None
) -> None:
    fixture.games["orchard"] = EAGER
    await fixture.restart()
    session = await fixture.lobby(BOB, CAROL)
    await session.lobby.configure(ALICE, fixture.press(), LobbyOptions(left=left))  # type: ignore[arg-type]
    await session.lobby.start(ALICE, fixture.press())
    await session.leaving.concede(BOB, fixture.press(), plays=chosen)  # type: ignore[arg-type]
    await fixture.play(session)

    entries = await fixture.store.log.entries(session.table.id, 1, session.number)
    played = [
        entry.action.keys for entry in entries if isinstance(entry.action, Answered) and entry.action.by_autopilot
    ]
    assert played
    assert (("pass",) in played) == ((chosen or left) == "autopilot")
    assert session.table.ended == "finished"


async def test_anyone_may_join_tables_of_older_versions(fixture: SessionFixture) -> None:
    session = await fixture.lobby(BOB)
    row = rows.table_row(session.table)
    assert row["seating"] is None
    assert rows.table_of(row, []).seating == Seating()
    assert rows.table_of({**row, "seating": b"\xff"}, [], is_lenient=True).seating == Seating()


async def test_colours_are_unique_and_default_to_the_first_free(
    fixture: SessionFixture,
) -> None:
    session = await fixture.lobby(BOB, CAROL)
    assert colours_of(session.table) == (0, 1, 2, 3), "nobody has chosen a colour"
    await session.lobby.choose_colour(BOB, 0, fixture.press())
    with pytest.raises(ColourTaken) as refused:
        await session.lobby.choose_colour(CAROL, 0, fixture.press())
    with pytest.raises(NotSeated):
        await session.lobby.choose_colour(DAVE, 2, fixture.press())
    await session.lobby.choose_colour(BOB, 0, fixture.press())
    await session.lobby.choose_colour(CAROL, 1, fixture.press())
    assert refused.value.name == "user 1002"
    assert colours_of(session.table) == (2, 0, 1, 3)
    assert [sitter.user for sitter in session.table.sitters] == [ALICE, BOB, CAROL], "the seating order doesn't change"

    await session.lobby.start(ALICE, fixture.press())
    with pytest.raises(AlreadyStarted):
        await session.lobby.choose_colour(ALICE, 3, fixture.press())
    await session.leaving.concede(BOB, fixture.press())
    await session.lobby.join(DAVE, "Dave", fixture.press())
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)

    assert colours_of(session.table) == (2, 0, 1, 3), "a seat keeps its colour"


async def test_people_keep_their_colours_when_they_change_seats(fixture: SessionFixture) -> None:
    session = await fixture.lobby(BOB, CAROL)
    await session.lobby.choose_colour(ALICE, 3, fixture.press())
    await session.lobby.choose_colour(CAROL, 1, fixture.press())
    await session.lobby.leave(BOB, fixture.press())
    assert [chosen_by(session.table, sitter) for sitter in session.table.sitters] == [3, 1]
    await session.lobby.join(BOB, "Bob", fixture.press())
    await session.lobby.start(ALICE, fixture.press())
    before = colours_of(session.table)
    await fixture.play(session)

    again = rematch_of(session.table, fixture.games["orchard"], 0, ALICE, set(), fixture.press())

    assert before == (3, 1, 0, 2)
    assert [sitter.user for sitter in again.sitters] == [CAROL, BOB, ALICE], "Carol sat next to Alice, who began"
    assert [chosen_by(again, sitter) for sitter in again.sitters] == [1, UNCHOSEN, 3]
    assert rows.encode_seating(replace(again.seating, colours=())) is None


def test_a_table_without_chosen_colours_stores_no_colours() -> None:
    assert rows.encode_seating(Seating()) is None
    assert b"colours" not in (rows.encode_seating(Seating(invited=(BOB,))) or b"")
