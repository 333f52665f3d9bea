"""Common actions at a table: the lobby, languages, the board as text, the log, suggestions, `/myturns` and undo."""

import pytest

from cogs.interactions.answering import REFUSED
from cogs.views.controls import UNDO
from cogs.views.menu import READ
from sandbox.seen import Seen
from tests.wire.evening import CHANNEL, Wired, WireTable, controls, table_of
from tests.wire.panels import change


async def test_a_lobby_can_be_used_with_only_buttons(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await ariadne.command("/table open", CHANNEL, game="minos-classic")
    await wired_bot.quiet()
    lobby = wired_bot.board()

    await theseus.press(lobby, "Join")
    panel = await ariadne.press(lobby, "Options")
    assert panel.message is not None
    refused = await theseus.press(lobby, "Options")
    await ariadne.choose(panel.message, "2", placeholder="Number of seats")
    await ariadne.press(panel.message, "Advanced options")
    await ariadne.choose(panel.message, "round 10", placeholder="Last round")
    await wired_bot.quiet()
    assert "Last round: **round 10**" in wired_bot.board().text
    assert "free" not in wired_bot.board().text
    await ariadne.press(wired_bot.board(), "Start")
    await wired_bot.quiet()

    session = await wired_bot.session()
    assert refused.text.startswith(f"{REFUSED} Only ")
    assert session.table.status == "running"
    assert session.table.options["round_limit"] == 10
    assert session.reader.seats == 2
    assert not controls(lobby)


async def test_people_can_leave_a_lobby_or_be_removed(wired_bot: Wired) -> None:
    ariadne, theseus, daidalos = (wired_bot.person(name) for name in ("Ariadne", "Theseus", "Daidalos"))
    await ariadne.command("/table open", CHANNEL, game="minos-classic")
    await theseus.command("/table join", CHANNEL)
    await daidalos.command("/table join", CHANNEL)

    kicked = await ariadne.command("/table kick", CHANNEL, player=daidalos.id)
    left = await ariadne.command("/table leave", CHANNEL)

    session = await wired_bot.session()
    assert kicked.text == "Daidalos has been removed from the table."
    assert left.text == "You’ve left the table."
    assert [sitter.user for sitter in session.table.sitters] == [theseus.id]
    assert session.table.owner == theseus.id


async def test_tables_and_replies_use_their_own_languages(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 2, language="cs") as evening:
        asked, other = evening.people
        asked.person.locale = "fr"

        private = await evening.command(asked, "/classic move", piece="x")
        await change(other, "/settings", evening.channel, language="cs")
        chosen = await evening.command(other, "/classic roll")
        public = await evening.board()

        assert private.text.startswith(f"{REFUSED} Ce n’est pas possible maintenant.")
        assert chosen.text == f"{REFUSED} Nejste na řadě. Čeká se na: Ariadne."
        assert [button.label for button in public.buttons][-2:] == ["Vzít zpět", "Menu"]
        alt = public.pictures[0].alt or ""
        assert "Ariadne" in alt
        assert "To move" not in alt


async def test_the_board_can_be_read_as_text(evening: WireTable) -> None:
    stranger = evening.wired_bot.newcomer("Glaukos", locale="fr")

    reply = await evening.from_menu(stranger, READ)

    assert reply.is_ephemeral
    text = "\n".join([reply.text, *(seen.text for seen in reply.followups)])
    assert "Cnossos" in text
    assert "Ariadne" in text


async def test_the_log_command_lists_past_moves(evening: WireTable) -> None:
    asked = await evening.person_asked()
    await evening.command(asked, "/classic roll")

    reply = await evening.from_menu(asked, "log")

    lines = reply.text.splitlines()
    assert lines[-1].startswith("• Rolls 6 dice again")
    assert "Fair-play proof" in lines[3]


async def test_autocomplete_offers_only_legal_options(evening: WireTable) -> None:
    asked, other = await evening.person_asked(), (await evening.others())[0]

    dice = await asked.autocomplete("/classic keep", CHANNEL, "dice", dice="2")
    foreign = await other.autocomplete("/classic keep", CHANNEL, "dice", dice="")
    early = await asked.autocomplete("/classic move", CHANNEL, "piece", piece="")

    assert [choice["value"] for choice in dice] == ["2", "2 1", "2 3", "2 4", "2 5", "2 6"]
    assert foreign == []
    assert early == []


async def test_my_turns_lists_the_tables_waiting_for_the_user(evening: WireTable) -> None:
    asked, other = await evening.person_asked(), (await evening.others())[0]

    waits = await asked.command("/myturns", "harbour")
    idle = await other.command("/myturns", other.inbox.direct)

    assert "It’s your turn at 1 table." in waits.text
    assert "Which dice do you keep?" in waits.text
    assert idle.text.startswith("No table is waiting for you.")
    assert "You’re waiting for others at 1 table." in idle.text


async def test_a_passed_turn_leaves_a_recap_and_a_new_message(evening: WireTable) -> None:
    asked = await evening.person_asked()
    old = await evening.board()
    await evening.command(asked, "/classic stop")
    edited = await evening.board()
    question = edited.text.splitlines()[-1]
    await evening.command(asked, "/classic end")
    fresh = await evening.board()

    assert edited == old
    assert fresh != old
    assert not old.buttons
    assert old.pictures
    assert "• Ends the turn." in _event_lines(old)
    assert question not in old.text
    assert "<@" not in old.text
    assert [line.split()[1] for line in _event_lines(fresh)] == ["Rolls:"]
    assert not any("Rolls" in line for line in _event_lines(old)[-1:])


def _event_lines(board: Seen) -> list[str]:
    return [line for line in board.text.splitlines() if line.startswith("•")]


async def test_two_quick_answers_take_at_most_two_edits(evening: WireTable) -> None:
    asked = await evening.person_asked()
    session = await evening.session()
    before = (await evening.board()).edits

    await evening.command(asked, "/classic roll")
    await evening.command(asked, "/classic stop")
    board = await evening.board()

    assert session.pending[0].rule == "TURN-2"
    assert "What do you do? Unspent" in board.text
    assert board.edits - before <= 2
    assert ["After 1 reroll: " in line for line in _event_lines(board)] == [False, True]


async def test_undoing_a_roll_needs_consent_from_everyone(evening: WireTable) -> None:
    asked = await evening.person_asked()
    second, third = await evening.others()
    await evening.command(asked, "/classic roll")
    session = await evening.session()
    digest = session.reader.timeline.digest()

    refused = await evening.use(asked, UNDO)
    assert refused.message is not None
    await asked.press(refused.message, "Ask the others")
    board = await evening.board()
    assert f"{asked.name} asks to take back their last move" in board.text
    assert sorted(board.pings) == sorted([second.name, third.name])
    boards = len(evening.wired_bot.public_messages())
    await second.press(board, "Agree to undo")
    assert session.reader.timeline.digest() == digest
    assert f"Agreed: {asked.name} and {second.name}." in (await evening.board()).text
    assert len(evening.wired_bot.public_messages()) == boards, "consent is an edit, which pings nobody"
    await third.press(await evening.board(), "Agree to undo")

    assert session.reader.timeline.digest() != digest
    assert session.table.epoch == 1
    board = await evening.board()
    assert "Agree to undo" not in [button.label for button in board.buttons]
    again = await second.forge(board, f"k1:{session.table.id}:1:-1:-1:agree0")
    assert again.text.startswith(f"{REFUSED} There’s no proposal right now.")


async def test_undo_cannot_go_back_before_a_player_left(evening: WireTable) -> None:
    asked = await evening.person_asked()
    leaver, _ = await evening.others()
    await evening.command(asked, "/classic roll")
    sure = await evening.command(leaver, "/table leave")
    assert sure.message is not None
    await leaver.press(sure.message, "Leave: autopilot")

    refused = await evening.command(asked, "/table undo")
    assert refused.message is not None
    reply = await asked.press(refused.message, "Ask the others")

    assert reply.is_ephemeral
    assert reply.text.startswith(f"{REFUSED} You can’t undo that: someone has left or joined since")


async def test_an_old_board_is_replaced_by_a_new_message(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord allows few edits of messages older than an hour. Here the host's clock was set back after the post."""
    board = await evening.board()
    live = await evening.wired_bot.parts.client.senders.boards.messages.of((await evening.session()).table.id)
    assert live is not None
    live.posted_at += 3_600_000
    monkeypatch.setattr("cogs.delivery.boards.ROTATE_MS", 1)

    await (await evening.person_asked()).press(board, "All")

    fresh = await evening.board()
    assert fresh.id != board.id
    assert board.is_gone or not controls(board)
    assert fresh.pings == []
