"""A board fits into one Discord message, whatever the question and the players' names are."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.ui.wording import Speech
from cogs.views.board import FOOT_TOTAL
from cogs.views.chronicle import tell
from cogs.views.log_words import Group, Happened
from cogs.views.waiting import QUESTION_TOTAL
from engine.games import GAMES
from engine.kernel.decision import Message
from engine.kernel.game import complete_settings
from engine.kernel.lines import Line
from engine.simulate import Plan, Simulation, find_policy, seed_of
from locales.words import LANGUAGES, Words
from sessions.records.clock import CHOICES

WORDS = Words()
SEED = 5
NAME = "*_~|" * 8
"""A name of 32 characters, the most that Discord allows. All are Markdown."""
NAMES = dict.fromkeys(range(4), NAME)
PEOPLE = tuple(Message("table.person", {"name": f"<@{10**18 + number}>"}) for number in range(3))
WHEN = "<t:1700000000:R>"
MESSAGE = 4000


def wording_of(key: str) -> Any:
    speech = Speech(WORDS, "en", lambda _: None)
    return SimpleNamespace(
        game_uis={key: SimpleNamespace(name=Message(key.replace("-", "_") + ".name"))},
        speech=speech,
        sign=lambda _: "<:a_sign_of_some_length:1234567890123456789>",
        say=lambda message, language: WORDS.say(message, language, NAMES),
    )


def turns(key: str) -> list[tuple[Line, ...]]:
    """Return the lines of every answer in a game with the most seats."""
    game = GAMES[key]
    plan = Plan(key, max(game.rules.seats), SEED)
    simulation = Simulation(
        game, complete_settings(game, plan.seats, {}), seed_of(plan, 0), find_policy(game, "random")
    )
    told = []
    while simulation.play.pending:
        told.append(tuple(game.narration.lines(simulation.turn().facts)))
    return told


@pytest.mark.parametrize("key", GAMES)
def test_a_board_never_exceeds_4000_characters(key: str) -> None:
    wording, lines = wording_of(key), turns(key)
    for language in LANGUAGES:
        table: Any = SimpleNamespace(game=key, language=language, has_company=True)
        seen: Any = SimpleNamespace(table=table, game=GAMES[key])
        for start in range(0, len(lines), 40):
            groups = tuple(Group(each, NAMES) for each in lines[start : start + 40] if each)
            happened = Happened(groups, round=3, names=(NAME,), ended_round=2)
            for below in ("x" * 100, "x" * FOOT_TOTAL, "x" * (FOOT_TOTAL + 1024 + 100)):
                told = tell(wording, seen, happened, below=below)
                whole = f"{told.text}\n\n{below}"
                assert len(whole) <= MESSAGE
                assert told.lines or told.earlier or not groups


@pytest.mark.parametrize("language", LANGUAGES)
def test_notes_about_waiting_fit_below_any_question(language: str) -> None:
    """Try more notes than can occur together: banks and absences of four seats with a vote, and the same with a
    proposal and an open seat."""
    people = tuple(Message("table.person", {"name": NAME}) for _ in range(3))

    def longest(*keys: str, **blanks: Any) -> int:
        given = {"name": NAME, "when": WHEN, "people": PEOPLE, **blanks}
        return 1 + max(len(WORDS.say(Message(key, given), language)) for key in keys)

    waiting = 4 * longest("board.gone", "board.away") + 4 * longest("board.bank", "board.bank_empty")
    undecided = (Message(key, {"when": WHEN}) for key in ("board.undecided", "board.undecided_opens"))
    votes = ("board.vote", "board.vote_silent", "board.vote_tied", "board.vote_silent_tied")
    vote = max(longest(*votes, otherwise=each) for each in undecided)
    vote += 3 * max(longest("board.ballot", choice=Message(f"vote.{each}")) for each in CHOICES)
    proposed = [f"board.proposal{kind}" for kind in ("", "_open", "_resume", "_end", "_pause")]
    proposal = longest(*proposed, people=people, waiting=PEOPLE, gone=NAME)
    asked_of = longest("board.turn", person=PEOPLE[0], prompt="")

    assert QUESTION_TOTAL + asked_of + waiting + vote + longest("board.sleeps") <= FOOT_TOTAL
    assert QUESTION_TOTAL + asked_of + waiting + proposal + longest("board.seat_for") <= FOOT_TOTAL
