"""The verbs of Minos: Dawn: each fits Discord's limits and has words, and together they answer whatever is asked."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from cogs import limits, minos_dawn
from cogs.commands import Action, fits
from cogs.dawn_words import card_words, effect_words, entries, hand_words
from cogs.describe import missing_words, worded
from cogs.lookups import Lookups
from cogs.minos_dawn import KINDS, VERBS
from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision
from engine.kernel.game import settled
from engine.kernel.play import Play, start
from engine.kernel.players import random_player
from engine.minos_dawn import GAME
from engine.minos_dawn.box import the_box
from locales.words import LANGUAGES, Words

WORDS = Words()


@pytest.fixture
async def payload() -> list[dict[str, Any]]:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    house: Any = SimpleNamespace(faces={minos_dawn.KEY: minos_dawn.face(Path())})
    return [command.to_dict(tree) for command in (minos_dawn.commands(house), *Lookups(house).commands())]


def parts(command: Any) -> Iterator[dict[str, Any]]:
    yield command
    for option in command.get("options", []):
        yield from parts(option)


async def test_the_commands_fit_discords_limits_in_every_language(payload: list[dict[str, Any]]) -> None:
    assert missing_words(payload, WORDS) == []
    for command in worded(payload, WORDS):
        total = 0
        for part in parts(command):
            texts = [part["description"], *part["description_localizations"].values()]
            assert all(1 <= len(text) <= limits.COMMAND_DESCRIPTION for text in texts), part
            assert len(part.get("options", [])) <= limits.COMMAND_OPTIONS
            assert len(part["name"]) <= limits.COMMAND_NAME
            total += len(part["name"]) + max(map(len, texts))
        assert total <= limits.COMMAND_TOTAL


async def test_no_word_of_a_command_is_left_over(payload: list[dict[str, Any]]) -> None:
    used = {part["description"] for command in payload for part in parts(command)}
    known = {key for key in WORDS._catalogues["en"].entries if key.startswith("command.minos")}
    assert known == {word for word in used if word.startswith("command.minos")}


def ways() -> list[tuple[str, Action]]:
    """Every way of every verb but `choose`, with every part that a stem's blank may be filled with."""
    fillings: list[dict[str, str]] = [{"what": kind, "from": origin} for kind in KINDS for origin in ("", "offer:")]
    return [
        (verb.path, action)
        for verb in VERBS
        if verb.path not in ("choose", "draft")
        for filling in fillings
        for action in verb.chains({"die": "", **filling})
    ]


def answering(decision: Decision, all_ways: list[tuple[str, Action]]) -> dict[str, str]:
    """For each option, a verb that can choose it."""
    found: dict[str, str] = {}
    for path, action in all_ways:
        word = action.words[0]
        if fits(word, decision):
            for option in decision.options:
                if option.key == word.stem or (word.argument and option.key.startswith(word.stem)):
                    found.setdefault(option.key, path)
    return found


@pytest.mark.parametrize(("seats", "setup"), [(2, "quick"), (3, "draft"), (4, "quick")])
def test_every_option_of_every_question_can_be_typed(seats: int, setup: str) -> None:
    """Whole random games: no option is left to buttons and `choose` alone."""
    game = Play(GAME, start(GAME, settled(GAME, seats, {"setup": setup}), bytes([seats]) * 16).position)
    chance, all_ways, rules = Chance(b"typed" * 4, {}), ways(), set()
    while pending := game.pending:
        decision = pending[0]
        rules.add(decision.rule)
        if decision.rule != "DRAFT-3":
            missing = {option.key for option in decision.options} - set(answering(decision, all_ways))
            assert not missing, (decision.rule, missing)
        keys = random_player(lambda: None, decision, chance)
        game.answer(Answer(decision.seat, decision.id, keys))
    assert len(rules) > 15, rules


def test_every_card_vase_and_symbol_has_words_in_every_language() -> None:
    for kind, found in entries().items():
        assert found, kind
        for entry in found:
            for language in LANGUAGES:
                text = WORDS.say(entry.text, language)
                assert WORDS.say(entry.name, language) in text
                assert len(text) < 600
    assert len(entries()["card"]) == 144
    assert len(entries()["vase"]) == 12


def test_a_card_is_told_with_cost_discount_effect_trait_and_value() -> None:
    card = next(iter(the_box().decrees))
    text = WORDS.say(card_words(card), "en")
    decree = the_box().decrees[card]
    assert f"{decree.cost} coins" in text
    assert f"{decree.vp} VP" in text
    assert "When played:" in text
    assert "Royal trait" in text


def test_an_option_that_names_a_card_says_what_the_card_does() -> None:
    card = next(iter(the_box().decrees))
    for key in (f"card:{card}", f"offer:{card}", f"draw:{card}"):
        assert effect_words(key) is not None
    assert effect_words("draw:deck") is None
    assert effect_words(f"trait:{card}") is None


def test_a_hand_tells_the_cards_of_its_view_and_an_empty_one_says_so() -> None:
    position = start(GAME, settled(GAME, 2, {}), b"h" * 16).position
    mine = GAME.look(position.state, 0)
    assert len(hand_words(mine)) == len(mine.hand) + 1
    assert hand_words(GAME.look(position.state, None)) == (hand_words(GAME.look(position.state, None))[0],)
