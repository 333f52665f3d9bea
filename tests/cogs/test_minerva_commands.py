"""The commands of Minerva answer every question, and its tiles are described in words."""

import pytest
from msgspec import structs

from cogs.commands.spec import fits
from cogs.games.minerva.ui import COMMANDS
from cogs.games.minerva.words import entries, tile_hint
from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision, Message, Option
from engine.kernel.game import complete_settings
from engine.kernel.play import Play, start
from engine.kernel.policy import random_policy
from engine.minerva.content.box import the_box
from engine.minerva.game import GAME
from locales.words import LANGUAGES, Words

WORDS = Words()


def commands_by_option(decision: Decision) -> dict[str, str]:
    """Map each option to a command that can choose it, other than `choose`.

    Leave out options without such a command.
    """
    found: dict[str, str] = {}
    for spec in COMMANDS:
        for chain in spec.chains if spec.path != "choose" else ():
            pattern = chain[0]
            if fits(pattern, decision):
                for option in decision.options:
                    if option.key == pattern.stem or (pattern.argument and option.key.startswith(pattern.stem)):
                        found.setdefault(option.key, spec.path)
    return found


IDLE = "minerva.option.line_idle"


def eager(decision: Decision, chance: Chance) -> tuple[str, ...]:
    """Return a random answer, but pass, sell or skip only if nothing else is possible."""
    options = tuple(option for option in decision.options if option.key not in ("pass", "sell"))
    options = tuple(option for option in options if option.label.id != IDLE) or options or decision.options
    return random_policy(lambda: None, structs.replace(decision, options=options), chance)


def test_every_option_of_every_question_can_be_typed() -> None:
    """In whole random games, only rows of a very wide city need a button or `choose`."""
    rules = set()
    for seed in range(24):
        game = Play(GAME, start(GAME, complete_settings(GAME, seed % 4 + 1, {}), bytes([seed]) * 16).position)
        chance = Chance(bytes([seed]) * 12, {})
        while pending := game.pending:
            decision = pending[0]
            rules.add(decision.rule)
            missing = {option.key for option in decision.options} - set(commands_by_option(decision))
            assert not missing, (decision.rule, missing)
            game.answer(Answer(decision.seat, decision.id, eager(decision, chance)))
    assert {pattern.rule for spec in COMMANDS if not spec.is_order for pattern in spec.chains[0]} - {""} <= rules


def test_every_kind_of_tile_can_be_looked_up() -> None:
    """These are a Forum, a residence, 3 kinds of starting buildings, 51 kinds of normal buildings and 20 temples."""
    assert len(entries()["tile"]) == len({tile.kind for tile in the_box().tiles.values()}) == 76


def text_of(kind: str, language: str = "en") -> str:
    return next(WORDS.say(entry.text, language) for entry in entries()["tile"] if entry.key == kind)


def test_a_tile_is_described_by_category_cost_effect_and_number() -> None:
    assert text_of("theatre").splitlines() == [
        "**Theatre** · culture",
        "Cost: 1 wood and 1 stone",
        "When a line reaches it: 2 theatre points",
        "-# 2 in the box",
    ]
    assert "Cost: nothing" in text_of("forum")
    assert "Once, when it’s built" in text_of("refectory")
    assert "At the end of the game: 2 VP for each wood you hold" in text_of("silvanus")


def test_an_option_with_a_tile_explains_the_tile() -> None:
    named = Option("build:mine-1", Message("minerva.option.build_free", {"tile": Message("minerva.tile.mine")}))
    hint = tile_hint(named)
    assert hint is not None
    assert WORDS.say(hint, "en") == "1 ore"
    assert tile_hint(Option("pass", Message("minerva.option.pass"))) is None
    assert tile_hint(Option("round_tile:round-1", Message("x", {"tile": Message("minerva.round_tile")}))) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [1, 3])
def test_every_message_of_a_whole_game_has_words(seats: int, language: str) -> None:
    """This includes every question, label, hint and log line of random games."""
    outcome = start(GAME, complete_settings(GAME, seats, {}), bytes([7]) * 16)
    names = {seat: f"Seat {seat}" for seat in range(seats)}
    chance, game, facts = Chance(b"told" * 4, {}), Play(GAME, outcome.position), list(outcome.facts)
    while pending := game.pending:
        decision = pending[0]
        said = [decision.prompt, *(option.label for option in decision.options)]
        said += [hint for option in decision.options if (hint := tile_hint(option)) is not None]
        for message in said:
            text = WORDS.say(message, language, names)
            assert text.strip()
            assert "{" not in text
        facts += game.answer(Answer(decision.seat, decision.id, eager(decision, chance))).facts
    for fact in facts:
        line = GAME.narration.describe(fact)
        assert line is None or WORDS.say(line, language, names).strip()
    assert len(facts) > 60
