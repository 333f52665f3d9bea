"""Computer players: the owner seats them, messages mark them as computers, and they answer on time."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from cogs.interactions.answering import REFUSED
from cogs.ui.presenter import ANSWER, PICK
from cogs.views.controls import CHOOSE, UNDO
from cogs.views.ending import REMATCH, SHEET
from cogs.views.lobby import COMPUTER, LEVEL, NO_COMPUTER, OPTIONS
from cogs.views.options import MORE
from engine.__main__ import main
from engine.kernel.decision import Decision
from sandbox.seen import Reply, Seen, Select
from sessions.clocks.seat_clocks import COMPUTER_MS
from sessions.records.log import Answered
from sessions.session import Session
from tests.wire.endings import bot_of_all_games
from tests.wire.evening import CHANNEL, Wired, WireTable, control, controls, from_menu
from tests.wire.player import press_something
from tests.wire.test_export import file_of
from tests.wire.test_reminders import in_its_time, pass_hours
from tests.wire.test_second_presses import is_silent
from tests.wire.toys import ToyRenderClient

GEAR = "\N{GEAR}"
ENOUGH = 200
"""Loop limit: more answers than computers give in any test."""


@pytest.fixture
async def wired_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    async with bot_of_all_games(tmp_path, monkeypatch) as wired_bot:
        await in_its_time(wired_bot)
        yield wired_bot


async def open_lobby(wired_bot: Wired, game: str, **options: object) -> WireTable:
    """Open a table as Ariadne. Return the lobby."""
    ariadne = wired_bot.person("Ariadne")
    reply = await ariadne.command("/table open", CHANNEL, game=game, **options)
    assert not reply.text.startswith(REFUSED), reply.text
    return WireTable(wired_bot, [ariadne], CHANNEL)


def is_computers_turn(session: Session) -> bool:
    """Return whether only computers are asked."""
    return bool(session.pending) and all(session.table.sitters[each.seat].is_computer for each in session.pending)


async def one_time(wired_bot: Wired) -> None:
    """Give computers a moment to think, then advance the clock by the time that an answer takes."""
    for _ in range(20):
        await asyncio.sleep(0.002)
    await pass_hours(wired_bot, COMPUTER_MS / 3_600_000)


async def until_person(table: WireTable) -> Session:
    """Let computers play until a person is asked or the game is over."""
    session = await table.session()
    for _ in range(ENOUGH):
        if not is_computers_turn(session):
            return session
        await one_time(table.wired_bot)
    raise AssertionError("computers do not answer")


async def answer_once(table: WireTable, dice: Random) -> tuple[Decision, Reply]:
    """Answer for the person, with the controls of the board or of the person's private list."""
    session, person = await table.session(), table.people[0]
    decision = session.reader.decision_of(person.id)
    assert decision is not None
    board: Seen = await table.board()
    if CHOOSE in {button.custom_id.split(":")[5].rstrip("0123456789") for button in board.buttons if button.custom_id}:
        reply = await person.press(board, custom_id=control(board, CHOOSE))
        assert reply.message is not None
        board = reply.message
    return decision, await press_something(person, board, session.reader.offers.as_shown(decision), dice)


async def answers(session: Session) -> list[tuple[int | None, tuple[str, ...], int]]:
    """Return all answers in the log, each with its seat and interaction."""
    found = await session.history._all_entries()
    return [(each.seat, each.action.keys, each.interaction) for each in found if isinstance(each.action, Answered)]


def level_select(lobby: Seen) -> Select:
    """Return the select of levels in a lobby. Raises `StopIteration` if it is missing."""
    return next(select for select in lobby.selects if f":{LEVEL}" in select.custom_id)


async def test_only_the_owner_adds_computers_and_they_are_labelled(wired_bot: Wired) -> None:
    table = await open_lobby(wired_bot, "minos-dawn", computers=1, level="strong", language="fr")
    ariadne, theseus = table.people[0], wired_bot.person("Theseus")
    lobby = await table.board()
    assert f"2. {GEAR} Europe, ordinateur, niveau fort" in lobby.text
    assert "ne compte pas au classement" in lobby.text
    for reply in (
        await theseus.press(lobby, custom_id=control(lobby, COMPUTER)),
        await theseus.choose(lobby, "novice", custom_id=level_select(lobby).custom_id),
    ):
        assert reply.text.startswith(REFUSED)
        assert reply.is_ephemeral
    await ariadne.press(lobby, custom_id=control(lobby, COMPUTER))
    await theseus.command("/table join", CHANNEL)
    lobby = await table.board()
    assert f"3. {GEAR} Astérion, ordinateur, niveau fort" in lobby.text
    assert f":{COMPUTER}" not in "".join(controls(lobby)), "the table is full"
    select = level_select(lobby)
    assert [option.label for option in select.options][-1] == "aucun ordinateur"
    await ariadne.choose(lobby, "novice", custom_id=select.custom_id)
    lobby = await table.board()
    assert lobby.text.count("ordinateur, niveau débutant") == 2
    assert (await theseus.press(lobby, custom_id=control(lobby, NO_COMPUTER))).text.startswith(REFUSED)
    await ariadne.press(lobby, "Retirer un ordinateur")
    lobby = await table.board()
    assert f"2. {GEAR} Europe, ordinateur, niveau débutant" in lobby.text
    assert lobby.text.count("ordinateur, niveau débutant") == 1, "the computer added last is removed first"
    assert "3. Theseus" in lobby.text, "seats move up"
    await ariadne.choose(lobby, "none", custom_id=level_select(lobby).custom_id)
    lobby = await table.board()
    assert GEAR not in lobby.text
    assert f":{LEVEL}" not in "".join(controls(lobby))
    typed = await theseus.command("/table open", "labyrinth", game="minerva", computers=1, level="divine")
    assert typed.text.startswith(f"{REFUSED} There’s no such level.")
    offered = await theseus.autocomplete("/table open", "labyrinth", "level", game="minerva", level="")
    assert [choice["value"] for choice in offered] == ["novice", "standard", "strong"]
    many = await theseus.command("/table open", "labyrinth", game="minerva", seats=3, computers=3)
    assert many.text.startswith(REFUSED)


@pytest.mark.parametrize(("game", "turns"), [("minos-classic", 5), ("minos-dawn", 8), ("minerva", 5)])
async def test_two_computers_and_one_person_play(wired_bot: Wired, game: str, turns: int) -> None:
    """Only the person is pinged, no computer answers for them, and nobody notices a restart."""
    table = await open_lobby(wired_bot, game, computers=2)
    ariadne, dice = table.people[0], Random(3)
    await ariadne.command("/table start", CHANNEL)
    session = await table.session()
    posted: dict[int, int] = {}
    is_restarted = False
    for _ in range(turns):
        while not is_computers_turn(session):
            _, reply = await answer_once(table, dice)
            assert not reply.text.startswith(REFUSED), reply.text
        board = await table.board()
        name = session.table.sitters[session.pending[0].seat].name
        assert f"{name}" in board.text.splitlines()[-1]
        assert board.text.endswith("thinking …")
        assert board.pictures == []
        assert not {ANSWER, PICK, CHOOSE} & {id_.split(":")[5].rstrip("0123456789") for id_ in controls(board)}
        if not is_restarted:
            is_restarted = True
            await wired_bot.stop_bot()
            await wired_bot.start_bot()
            session = await table.session()
        number = session.number
        await until_person(table)
        assert session.number > number
        seats = {seat for seat, _, _ in await answers(session)}
        posted = {seat: posted.get(seat, 0) + 1 for seat in seats if seat is not None}
    assert {1, 2} <= posted.keys()
    assert {ping for message in wired_bot.public_messages() for ping in message.pings} <= {"Ariadne"}
    by_change: dict[int, set[int | None]] = {}
    for seat, _, interaction in await answers(session):
        by_change.setdefault(interaction, set()).add(seat)
    assert all(0 not in seats or seats == {0} for seats in by_change.values()), "no computer answered for a person"


async def test_computer_turns_join_the_next_message_to_a_person(wired_bot: Wired) -> None:
    table = await open_lobby(wired_bot, "minos-classic", computers=2, options="first_seat=first")
    ariadne, dice = table.people[0], Random(3)
    await ariadne.command("/table start", CHANNEL)
    session = await table.session()
    while not is_computers_turn(session):
        await answer_once(table, dice)
    thinking = await table.board()
    before = [seen.id for seen in wired_bot.public_messages()]
    await until_person(table)
    board = await table.board()
    after = [seen.id for seen in wired_bot.public_messages()]

    assert thinking.id in before
    assert after == [*before[:-1], board.id], "the message of the computers is gone, and its lines are in the next one"
    daidalos, talos = (session.table.sitters[seat].name for seat in (1, 2))
    assert board.text.splitlines()[0].endswith(f"{daidalos}, {talos}, and Ariadne")
    lines = board.text.splitlines()
    for name in (daidalos, talos, "Ariadne"):
        own = [line for line in lines[lines.index(f"**{name}**") + 1 :] if line != "• Round 2 begins."]
        assert own[0].startswith("• Rolls")
    assert board.pings == ["Ariadne"]
    assert board.pictures


async def test_summaries_name_computers_and_their_level_in_words(wired_bot: Wired) -> None:
    """Check the start and end messages, the score sheet and the log, each in the reader's language."""
    short = "round_limit=10 short_game=true first_seat=first"
    table = await open_lobby(wired_bot, "minos-classic", computers=1, options=short, language="fr")
    ariadne, theseus = table.people[0], wired_bot.person("Theseus")
    theseus.person.locale = "cs"
    await ariadne.command("/table start", CHANNEL)
    session = await table.session()
    log = await from_menu(theseus, "log")
    while session.pending:
        if is_computers_turn(session):
            await until_person(table)
            continue
        (decision,) = session.pending
        keys = session.reader.game.autopilot.answer(session.reader.timeline.position.state, decision)
        await session.play.answer(ariadne.id, keys, table.sandbox.world.clock.fresh_id())
    board = await table.board()
    sheet = await theseus.press(board, custom_id=control(board, SHEET))
    start, *_ = wired_bot.public_messages()

    assert f"2. {GEAR} Dédale, ordinateur, niveau standard (azur, losange)" in start.text
    assert f"{GEAR} Dédale, ordinateur, niveau standard" in board.text
    assert f" {GEAR}Dédale" in board.text, "the score sheet in words"
    for told in (log.text, sheet.text):
        assert f"-# {GEAR} Dédale, počítač, úroveň: běžná" in told.splitlines()
    assert f" {GEAR}Dédale" in sheet.text
    client = wired_bot.parts.render_client
    assert isinstance(client, ToyRenderClient)
    assert {side.name for side in client.sheets[-1].sides} == {"Ariadne", f"{GEAR} Dédale"}, (
        "the picture of the score sheet"
    )


async def test_a_late_press_does_not_conflict_with_a_computer_answer(wired_bot: Wired) -> None:
    table = await open_lobby(wired_bot, "minos-classic", computers=1, options="first_seat=first")
    ariadne, dice = table.people[0], Random(1)
    await ariadne.command("/table start", CHANNEL)
    old = controls(await table.board())[0]
    session = await table.session()
    while not is_computers_turn(session):
        await answer_once(table, dice)
    waits = await table.board()
    assert waits.pings == []
    assert is_silent(await ariadne.forge(waits, old, kind=2)), "on the board that she has just changed"
    reply = await ariadne.forge(waits, f"k1:{session.table.id}:0:1:0:o0", kind=2)
    assert reply.text.startswith(REFUSED)
    assert (await from_menu(ariadne, "nudge")).text.startswith(REFUSED)
    refused = await ariadne.press(waits, custom_id=control(waits, UNDO))
    number = session.number
    await until_person(table)
    assert session.number > number
    if refused.text.startswith(REFUSED):
        again = await ariadne.command("/table undo", CHANNEL)
        assert again.text.startswith(REFUSED), "dice were rolled since"
        assert "computer players" in again.text
    sure = await ariadne.command("/table leave", CHANNEL)
    assert "It ends without a result." in sure.text
    assert sure.message is not None
    await ariadne.press(sure.message, "Concede")
    assert session.table.status == "over"
    assert session.table.ended == "conceded"
    assert f"-# {GEAR} Daidalos, computer, standard" in (await table.board()).text.splitlines(), (
        "no list of places names it"
    )


async def test_without_workers_computers_keep_playing_but_cannot_be_added(wired_bot: Wired) -> None:
    table = await open_lobby(wired_bot, "minos-classic", computers=1, options="first_seat=first", level="strong")
    ariadne, dice = table.people[0], Random(1)
    await ariadne.command("/table start", CHANNEL)
    wired_bot.workers = 0
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    session = await table.session()
    while not is_computers_turn(session):
        await answer_once(table, dice)
    number = session.number
    await until_person(table)
    assert session.number > number
    assert wired_bot.thinkers.pids == ()
    refused = await ariadne.command("/table open", "labyrinth", game="minerva", computers=1)
    assert refused.text.startswith(f"{REFUSED} This bot’s host has turned computer players off.")
    await ariadne.command("/table open", "labyrinth", game="minerva")
    await wired_bot.quiet()
    lobby = wired_bot.board("labyrinth")
    assert f":{COMPUTER}" not in "".join(controls(lobby))
    forged = await ariadne.forge(lobby, controls(lobby)[0].replace(":join", f":{COMPUTER}"), kind=2)
    assert forged.text.startswith(f"{REFUSED} This bot’s host has turned computer players off.")


async def test_someone_alone_with_computers_ends_the_game_alone(wired_bot: Wired) -> None:
    evening = await open_lobby(wired_bot, "minos-classic", seats=2, computers=1)
    (ariadne,) = evening.people
    await evening.command(ariadne, "/table start")

    leaving = await evening.command(ariadne, "/table leave")
    closing = await evening.command(ariadne, "/table close")
    assert closing.message is not None
    await ariadne.press(closing.message, "Close table")
    await wired_bot.quiet()

    assert (
        leaving.text == "Leave this game permanently? It ends without a result. `/stats` counts it as a game you left."
    )
    assert "• Ariadne ends the game early." in wired_bot.board().text.splitlines()


async def test_a_lobby_starts_without_computers_if_none_are_offered(wired_bot: Wired) -> None:
    table = await open_lobby(wired_bot, "minerva", computers=1, level="strong")
    ariadne, theseus = table.people[0], wired_bot.person("Theseus")
    await theseus.command("/table join", CHANNEL)
    with_them = await options_of(table)
    wired_bot.workers = 0
    await wired_bot.stop_bot()
    await wired_bot.start_bot()

    refused = await ariadne.command("/table start", CHANNEL)
    without = await options_of(table)
    await ariadne.press(await table.board(), "Remove a computer player")
    begun = await ariadne.command("/table start", CHANNEL)

    assert refused.text.startswith(
        f"{REFUSED} This bot’s host has turned computer players off, so this game can’t start."
    )
    assert "*Remove a computer player*" in refused.text, "what to do instead"
    nobody = "This bot’s host has turned computer players and hints off."
    assert nobody in without
    assert nobody not in with_them
    assert not begun.text.startswith(REFUSED)
    assert (await table.session()).table.status == "running"


async def options_of(table: WireTable) -> str:
    """Return the text of *Advanced options*, as the owner sees it."""
    lobby, ariadne = await table.board(), table.people[0]
    page = (await ariadne.press(lobby, custom_id=control(lobby, OPTIONS))).message
    assert page is not None
    return ((await ariadne.press(page, custom_id=control(page, MORE))).message or page).text


async def test_a_rematch_says_that_its_computers_are_missing(wired_bot: Wired) -> None:
    missing = "Without computer players: this bot’s host has turned them off."
    table = await open_lobby(wired_bot, "minerva", computers=1)
    ariadne, theseus = table.people[0], wired_bot.person("Theseus")
    await theseus.command("/table join", CHANNEL)
    await ariadne.command("/table start", CHANNEL)
    moderator = wired_bot.sandbox.world.clock.fresh_id()
    await (await table.session()).leaving.close(moderator, wired_bot.sandbox.world.clock.fresh_id(), is_moderator=True)
    ending = await table.board()
    wired_bot.workers = 0
    await wired_bot.stop_bot()
    await wired_bot.start_bot()

    await ariadne.press(ending, custom_id=control(ending, REMATCH))
    lobby = await table.board()
    told = lobby.text
    wired_bot.workers = 1
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    await ariadne.command("/table show", CHANNEL)
    again = await table.board()

    assert GEAR not in told
    assert missing in told
    assert missing not in again.text, "they are offered again"
    assert control(again, COMPUTER)


async def test_an_export_names_computers_and_can_be_verified(
    wired_bot: Wired, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await open_lobby(wired_bot, "minerva", computers=1, level="strong", language="fr")
    ariadne, path = table.people[0], tmp_path / "game.json"
    await ariadne.command("/table start", CHANNEL)
    session = await table.session()
    name = session.table.computers[0].name
    _, running = await file_of(table, ariadne)
    await session.leaving.close(ariadne.id, wired_bot.sandbox.world.clock.fresh_id())
    _, finished = await file_of(table, ariadne)
    path.write_bytes(finished)

    assert name.startswith(GEAR)
    for file in (running, finished):
        assert json.loads(file)["names"] == ["Ariadne", f"{name}, ordinateur, niveau fort"]
    assert main(["verify", str(path)]) == 0
    assert "seed" in capsys.readouterr().out
