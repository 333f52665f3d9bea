"""Decision 007: with one player left the game is over, and that player has won; nobody is promised anything else."""

import pytest

from tests.wire.evening import Wired, WireTable, table_of


async def conceded(evening: WireTable) -> str:
    """The second of two leaves; what they were asked before."""
    theseus = evening.people[1]
    sure = await evening.command(theseus, "/table concede")
    assert sure.message is not None
    question = sure.message.text
    await theseus.press(sure.message, sure.message.buttons[0].label)
    return question


QUESTIONS = {
    "en": "The game then ends, and Ariadne has won.",
    "fr": "Elle prendra fin et Ariadne l’aura remportée.",
    "cs": "Hra tím skončí a vítězí Ariadne.",
}
RESULTS = {
    "en": ["## 🏆 Ariadne has won: nobody else is left at the table.", "2. Theseus – left the game"],
    "fr": [
        "## 🏆 Ariadne remporte la partie : il ne reste personne d’autre à la table.",
        "2. Theseus – a quitté la partie",
    ],
    "cs": ["## 🏆 Vítězí Ariadne: u stolu už nikdo jiný nezůstal.", "2. Theseus – odchod ze hry"],
}


@pytest.mark.parametrize("language", ["en", "fr", "cs"])
async def test_of_two_the_one_who_stays_has_won_and_the_result_says_so(wired_bot: Wired, language: str) -> None:
    async with table_of(wired_bot, "minerva", 2, language=language) as evening:
        evening.people[1].person.locale = language
        question = await conceded(evening)
        board = await evening.board()

    assert QUESTIONS[language] in question
    lines = board.text.replace(evening.people[0].mention, "Ariadne").splitlines()
    assert [line for line in lines if line in RESULTS[language]] == RESULTS[language]


async def test_no_seat_is_promised_to_play_on_once_the_game_is_over(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minerva", 2) as evening:
        question = await conceded(evening)
        board = await evening.board()
        log = await evening.command(evening.people[0], "/table log")

    for text in (question, board.text, log.text):
        assert "plays on" not in text
        assert "take it over" not in text
    told = [line for seen in wired_bot.posted() for line in seen.text.splitlines()]
    assert [line for line in told if "leaves the game" in line] == ["• Theseus leaves the game."]


async def test_with_two_who_would_close_the_table_hears_who_wins_by_it(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minerva", 2) as evening:
        reply = await evening.command(evening.people[1], "/table close")

    assert "leave the game for good: Ariadne has then won." in reply.text
    assert "plays on" not in reply.text


async def test_a_game_won_so_counts_as_won_in_the_record(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minerva", 2) as evening:
        await conceded(evening)
        ariadne, theseus = evening.people
        won = await evening.command(ariadne, "/stats me")
        lost = await evening.command(theseus, "/stats me")

    assert "Won because everyone else left: 1 game." in won.text
    assert "Won" not in lost.text
    assert "Given up: 1 game." in lost.text


async def test_with_three_the_seat_plays_on_and_who_leaves_is_told_so(evening: WireTable) -> None:
    question = await conceded(evening)
    board = await evening.board()

    assert "someone else may take it over" in question
    assert "Theseus leaves the game; the seat plays on by itself." in board.text
    assert "has won" not in board.text
