"""Every refusal has its own words in every language."""

import inspect

import pytest

import engine.kernel.refusals as kernel
import sessions.refusals as table
from cogs.ui.refusals import UIRefusal, explain
from engine.kernel.refusals import Refusal
from locales.words import LANGUAGES, Words

WORDS = Words()
SAMPLES: dict[type[Refusal], Refusal] = {
    table.TableExists: table.TableExists(1),
    table.UnknownGame: table.UnknownGame("chess"),
    table.TooManyTables: table.TooManyTables("user", 10),
    table.NotOwner: table.NotOwner(5),
    table.ColourTaken: table.ColourTaken("Ariadne"),
    table.TableFull: table.TableFull(4),
    table.TooFewSeated: table.TooFewSeated(1, (2, 3)),
    table.NotYourTurn: table.NotYourTurn((0, 1)),
    table.UndoClosed: table.UndoClosed("revealed"),
    table.TableSuspended: table.TableSuspended("channel"),
    table.NotAllIn: table.NotAllIn((1, 2)),
    table.StillThere: table.StillThere(5),
    table.LacksRole: table.LacksRole(5),
    table.LeagueFull: table.LeagueFull(128),
    kernel.StaleDecision: kernel.StaleDecision(1, 2),
    kernel.NotAsked: kernel.NotAsked(0),
    kernel.NotAnOption: kernel.NotAnOption("x"),
    kernel.WrongNumber: kernel.WrongNumber(1, 2, 3),
    kernel.UnplayableSettings: kernel.UnplayableSettings("seats", 9),
}
ALL = [
    each
    for module in (kernel, table)
    for _, each in inspect.getmembers(module, inspect.isclass)
    if issubclass(each, Refusal) and each.__module__ == module.__name__
]
BASES = (Refusal, table.TableRefusal, table.StorageRefusal)


@pytest.mark.parametrize("kind", [kind for kind in ALL if kind not in BASES], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_worded_in_every_language(kind: type[Refusal], language: str) -> None:
    refusal = SAMPLES.get(kind) or kind()

    message = explain(refusal, {0: "Ariadne", 1: "Theseus"})

    assert message.id != "refused.not_possible"
    assert WORDS.say(message, language)


@pytest.mark.parametrize("why", ["revealed", "other", "rules", "seats"])
def test_every_refusal_of_an_undo_is_worded_in_every_language(why: str) -> None:
    assert WORDS.knows(explain(table.UndoClosed(why), {}).id)


@pytest.mark.parametrize("reason", ["damaged", "rules", "channel", "game"])
def test_every_reason_for_a_suspension_is_worded_in_every_language(reason: str) -> None:
    assert WORDS.knows(explain(table.TableSuspended(reason), {}).id)


def test_a_refusal_names_the_players_whose_answer_is_awaited() -> None:
    message = explain(table.NotYourTurn((0, 1)), {0: "Ariadne", 1: "Theseus"})

    assert WORDS.say(message, "en") == "It’s not your turn. Waiting for Ariadne and Theseus."
    assert WORDS.say(message, "cs") == "Nejste na řadě. Čeká se na: Ariadne a\xa0Theseus."


def test_a_ui_refusal_shows_its_own_message() -> None:
    message = explain(UIRefusal("refused.no_order"), {})

    assert message.id == "refused.no_order"
