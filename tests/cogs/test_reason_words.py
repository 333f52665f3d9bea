"""Explanations of a computer's answer mark options that fell behind early, and options as good as the chosen one."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.ui.wording import Speech
from cogs.views.reasons import ReasonWords
from engine.kernel.decision import Decision, Message, Option
from engine.kernel.policy import Alternative, Keys, Search, Thought
from locales.words import Words
from sessions.computers.reasons import Reasons

SPEECH = Speech(Words(), "en", lambda _: None)
TRACKS = tuple(Option(name, Message("table.person", {"name": name})) for name in ("red", "blue", "grey", "gold"))
ASKED = Decision(0, "DEV-1", Message("table.person", {"name": "Which?"}), TRACKS, at_most=2)


def say_in(message: Message, language: str, _: object = None) -> str:
    return SPEECH.say(message, language)


def ranked(language: str, *tried: Alternative, keys: tuple[str, ...] = ()) -> list[str]:
    """Return the lines of a hint, without its title and without the line that counts hints."""
    thought = Thought(keys or tried[0].keys, tried)
    return hint(language, Reasons(ASKED, 1, 2, thought, Search(rounds=1)))[2:-1]


def hint(language: str, reasons: Reasons) -> list[str]:
    wording: Any = SimpleNamespace(
        say=say_in, game_uis={"toy": SimpleNamespace(results=SimpleNamespace(worth_of_point=1))}
    )
    table: Any = SimpleNamespace(game="toy", seating=SimpleNamespace(hinted=(1,)))
    return ReasonWords(wording, table, language).hint(reasons, 0).splitlines()


def alternative(name: str, worlds: int = 8, mean: int = 300, error: int = 0) -> Alternative:
    return Alternative((name,), worlds, mean, error)


@pytest.mark.parametrize(
    ("language", "once", "five_times"),
    [
        ("en", "2. blue: fell behind early (after 1 try)", "3. grey: fell behind early (after 5 tries)"),
        (
            "fr",
            "2. blue\u00a0: réponse vite distancée (après 1 essai)",
            "3. grey\u00a0: réponse vite distancée (après 5 essais)",
        ),
        ("cs", "2. blue: zaostává už po 1 pokusu", "3. grey: zaostává už po 5 pokusech"),
    ],
)
def test_an_answer_with_fewer_trials_is_said_to_fall_behind(language: str, once: str, five_times: str) -> None:
    lines = ranked(language, alternative("red"), alternative("blue", 1), alternative("grey", 5))

    assert lines[1:3] == [once, five_times]


SAME = {
    "en": ("-# The first two are equally good.", "-# The first 3 are equally good."),
    "fr": ("-# Les deux premières réponses se valent.",
           "-# Les 3 premières réponses se valent."),
    "cs": ("-# První dvě možnosti jsou stejně dobré.",
           "-# První 3 možnosti jsou stejně dobré."),
}  # fmt: skip


@pytest.mark.parametrize("language", SAME)
def test_equally_good_answers_are_worded_as_equal(language: str) -> None:
    """The computer chose among equals, so the words must not put any of them first."""
    two = ranked(
        language,
        alternative("red", mean=304),
        alternative("blue", mean=297, error=4),
        alternative("grey", mean=0),
        keys=("blue",),
    )
    three = ranked(language, alternative("red"), alternative("blue"), alternative("grey"), alternative("gold", 2))

    assert two[3:-1] == [SAME[language][0]]
    assert three[4:-1] == [SAME[language][1]]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (alternative("red"), alternative("blue", error=6)),
        (alternative("red"), alternative("blue", mean=294)),
        (alternative("red"), alternative("blue", 7)),
        (alternative("red", 1), alternative("blue", 1)),
        (alternative("red", 0, mean=0), alternative("blue", 0, mean=0)),
    ],
    ids=["by chance", "a tenth less", "tried less often", "tried once", "not tried"],
)
def test_possibly_different_answers_are_not_worded_as_equal(first: Alternative, second: Alternative) -> None:
    lines = ranked("en", first, second, keys=("blue",))

    assert lines[2:-1] == ["-# No other answer beats **blue** by more than the margin of error."]


def test_the_usual_answer_is_shown_next_to_equal_ones() -> None:
    lines = ranked(
        "en", alternative("red"), alternative("blue"), alternative("grey", mean=290, error=90), keys=("grey",)
    )

    assert [line.split()[1] for line in lines[3:-1]] == ["The", "No"]


def test_a_combined_answer_is_named_as_on_the_board() -> None:
    """The answer's own name comes first, followed by the combined name if the two differ."""
    for whole, title in (("red → blue", "red (red → blue)"), ("red", "red")):
        called: dict[Keys, Message] = {("red",): Message("table.person", {"name": whole})}
        lines = hint("en", Reasons(ASKED, 1, 2, Thought(("red",), ()), None, called=called))
        assert lines[1] == f"A strong computer player would choose **{title}**."


def test_several_options_are_named_in_picking_order() -> None:
    lines = ranked("en", Alternative(("red", "blue"), 8, 300, 0), Alternative(("blue", "red"), 8, 300, 0))

    assert [line.partition(":")[0] for line in lines[:2]] == ["1. red and blue", "2. blue and red"]
