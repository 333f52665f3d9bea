"""When one person is left, the game is suspended until that person plays on or ends it (decision 026)."""

import pytest

from cogs.interactions.answering import REFUSED
from cogs.play.presses import AGAIN_MS
from cogs.views.controls import PLAY_ON, STOP, UNDO
from cogs.views.menu import READ
from tests.wire.evening import CHANNEL, Wired, WireTable, confirm, control, table_of


async def concede(evening: WireTable, label: str = "") -> str:
    """Let the second player concede, confirming with that button. Return the confirmation question."""
    theseus = evening.people[1]
    sure = await evening.command(theseus, "/table leave")
    assert sure.message is not None
    question = sure.message.text
    await theseus.press(sure.message, label or sure.message.buttons[0].label)
    return question


QUESTIONS = {
    "en": "Ariadne wins and can end the game or keep playing against a computer player.",
    "fr": "Ariadne gagne, et pourra arrêter la partie ou continuer contre un ordinateur.",
    "cs": "Ariadne tím vyhraje a může hru ukončit, nebo hrát dál proti počítači.",
}
ASKED = {
    "en": "🪑 Ariadne, everyone else has left, so you’ve won.",
    "fr": "🪑 Ariadne, tout le monde est parti\u00a0: la victoire est à vous.",
    "cs": "🪑 Ariadne, všichni ostatní odešli a vítězství je vaše.",
}
RESULTS = {
    "en": ["## 🏆 Ariadne has won: nobody else is left at the table.", "**2.** Theseus – left the game"],
    "fr": [
        "## 🏆 Ariadne remporte la partie\u00a0: il ne reste personne d’autre à la table.",
        "**2.** Theseus – a quitté la partie",
    ],
    "cs": ["## 🏆 Vítězí Ariadne: u stolu už nikdo jiný nezůstal.", "**2.** Theseus – odchod ze hry"],
}


@pytest.mark.parametrize("language", ["en", "fr", "cs"])
async def test_the_last_player_ends_the_game_as_winner(wired_bot: Wired, language: str) -> None:
    async with table_of(wired_bot, "minerva", 2, language=language) as evening:
        ariadne, theseus = evening.people
        theseus.person.locale = language
        question = await concede(evening)
        asked = await evening.board()
        text, pings = asked.text, asked.pings
        refused = [await theseus.press(asked, custom_id=control(asked, verb)) for verb in (PLAY_ON, STOP)]
        await ariadne.press(asked, custom_id=control(asked, STOP))
        board = await evening.board()
        whole = await evening.from_menu(ariadne, READ)

    assert whole.text.splitlines()[0].endswith("Game over."), "it's nobody's turn any more"
    assert QUESTIONS[language] in question
    assert ASKED[language] in text.replace(ariadne.mention, "Ariadne")
    assert pings == ["Ariadne"]
    assert all(reply.text.startswith(REFUSED) and reply.is_ephemeral for reply in refused)
    assert all("/table join" in reply.text for reply in refused), "what to do instead"
    lines = board.text.replace(ariadne.mention, "Ariadne").splitlines()
    assert [line for line in lines if line in RESULTS[language]] == RESULTS[language]


async def test_the_last_player_can_continue_against_a_named_computer(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minerva", 2) as evening:
        ariadne, theseus = evening.people
        await concede(evening)
        asked = await evening.board()
        waiting = await evening.command(ariadne, "/minerva pass")
        await ariadne.press(asked, custom_id=control(asked, PLAY_ON))
        session = await evening.session()
        await evening.board()
        wired_bot.pass_time(AGAIN_MS / 1000)
        stale = [await ariadne.forge(asked, control(asked, verb), kind=2) for verb in (PLAY_ON, STOP)]
        log = await evening.from_menu(ariadne, "log")
        back = await evening.command(theseus, "/table join")

    assert waiting.text.startswith(f"{REFUSED} Everyone else has left, so this game is on hold.")
    assert all(reply.text.startswith(REFUSED) for reply in stale)
    assert session.table.status == "running"
    assert "Theseus leaves the game; a computer player (standard) takes over." in log.text
    assert not back.text.startswith(REFUSED), "the seat is theirs again whenever they want it"
    assert session.reader.seat_of(theseus.id) == 1


async def test_playing_on_allows_undo_past_answers_of_the_computer(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minerva", 2, options="first_seat=first") as evening:
        ariadne = evening.people[0]
        await concede(evening)
        await evening.use(ariadne, PLAY_ON)
        await evening.board()  # Otherwise one message shows both the pass and the undo, and they cancel out.
        session = await evening.session()
        asked, number = session.pending, session.number
        await confirm(ariadne, await evening.command(ariadne, "/minerva pass"))
        lines = await session.reader.log.lines(None, number + 1, session.number)
        answers = [line.seat for line in lines if line.action == "answered"]
        undone = await evening.use(ariadne, UNDO)
        board = await evening.board()

    assert answers[0] == 0
    assert set(answers[1:]) == {1}, "the computer has played since"
    assert not undone.text.startswith(REFUSED)
    assert session.pending == asked
    assert session.number > number
    assert "taken back" in board.text, board.text


async def test_a_finished_game_does_not_offer_to_play_on(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minerva", 2) as evening:
        ariadne, theseus = evening.people
        question = await concede(evening)
        asked = await evening.board()
        await ariadne.press(asked, custom_id=control(asked, STOP))
        board = await evening.board()
        log = await evening.from_menu(ariadne, "log")
        won = await evening.command(ariadne, "/stats me")
        lost = await evening.command(theseus, "/stats me")

    for text in (question, board.text, log.text):
        assert "plays on" not in text
    assert "Ariadne ends the game: nobody else is left at the table." in log.text
    told = [line for seen in wired_bot.public_messages() for line in seen.text.splitlines()]
    assert [line for line in told if "leaves the game" in line] == ["• Theseus leaves the game."]
    assert "Won because everyone else left: 1 game." in won.text
    assert "Won" not in lost.text
    assert "Games played to the end: 0 of 1." in lost.text


async def test_closing_a_table_of_two_says_who_wins(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minerva", 2) as evening:
        reply = await evening.command(evening.people[1], "/table close")

    assert "Ariadne wins and can end the game or keep playing" in reply.text
    assert "plays on" not in reply.text


async def test_leaving_a_game_of_three_names_the_replacement(evening: WireTable) -> None:
    question = await concede(evening, "Leave: computer player")
    session, board = await evening.session(), await evening.board()

    assert "Someone else can take it over" in question
    assert session.table.seating.plays_on(1) == "standard"
    assert "Theseus leaves the game; a computer player (standard) takes over." in board.text
    assert "has won" not in board.text
    daidalos = evening.people[2]
    sure = await evening.command(daidalos, "/table leave")
    assert sure.message is not None
    assert sure.message.buttons[0].label == "Concede", "the last one will be asked"
    assert not any("Leave" in button.label for button in sure.message.buttons)
    ends = await daidalos.command("/table close", CHANNEL)
    assert ends.message is not None
    assert [button.label for button in ends.message.buttons][-1] == "Concede"
