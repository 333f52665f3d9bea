"""Players type the number that the picture shows for an option, unless the option's key is already a number."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.commands.resolver import CommandResolver, marks_of
from cogs.commands.spec import AnswerPattern, CommandSpec
from cogs.ui.game_ui import GameEmoji, GameUI
from cogs.ui.refusals import UIRefusal
from engine.kernel.decision import Decision, Message, Option
from locales.words import Words


def decision(*keys: str) -> Decision:
    options = tuple(Option(key, Message("toy"), f"at {key}" if ":" in key else None) for key in keys)
    return Decision(0, "TOY-1", Message("toy"), options)


def test_options_on_the_board_can_be_typed_by_number() -> None:
    asked = decision("pass", "cell:0,1", "cell:-1,0")
    assert marks_of(asked, "cell:") == {"cell:0,1": 1, "cell:-1,0": 2}


def test_options_with_numbers_as_keys_get_no_other_numbers() -> None:
    asked = decision("place:7", "place:3", "end")
    assert marks_of(asked, "place:") == {}


def test_a_command_puts_its_arguments_into_answer_keys() -> None:
    spec = CommandSpec("build", ((AnswerPattern("BUILD-1", "{what}:", "where"),),), ("what", "where"))
    assert spec.parts == ("what",)
    assert [chain[0].stem for chain in spec.fill({"what": "city"})] == ["city:"]


def resolver(language: str = "en", table_speaks: str = "en") -> CommandResolver:
    """Return a resolver for a user's language and a table's language."""
    words = Words()
    wording: Any = SimpleNamespace(
        say=lambda message, language, table: words.say(message, language),
        game_uis={"toy": GameUI("toy", GameEmoji("toy"), lambda services: None)},
        speech=SimpleNamespace(reader=lambda interaction: language),
    )
    table = SimpleNamespace(game="toy", language=table_speaks)
    return CommandResolver(wording, SimpleNamespace(), SimpleNamespace(table=table))  # type: ignore[arg-type]


class Ahead:
    """A look-ahead that returns these questions in order, regardless of the answers."""

    def __init__(self, *questions: Decision) -> None:
        self.questions = list(questions)

    @property
    def decision(self) -> Decision | None:
        """Return the next question."""
        return self.questions[0] if self.questions else None

    def take(self, keys: tuple[str, ...]) -> None:
        """Go on to the following question."""
        self.questions.pop(0)


ASSISTANT = (
    AnswerPattern("TURN-05", "assistant"),
    AnswerPattern("ASSIST-01", "residence:", "where"),
    AnswerPattern("RES-02", "direction:", "direction"),
)


def plan(*questions: Decision, **typed: str) -> list[tuple[str, ...]]:
    """Fill in `/minerva assistant` for these questions. Return the answers."""
    someone: Any = resolver()
    someone.session.reader = SimpleNamespace(offers=SimpleNamespace(look_ahead=lambda user: Ahead(*questions)))
    someone.interaction.user = SimpleNamespace(id=1)
    made: list[tuple[str, ...]] = someone.plan(ASSISTANT, typed)
    return made


def decision_of(rule: str, *keys: str) -> Decision:
    return Decision(0, rule, Message("minerva.prompt.turn"), tuple(Option(key, Message("toy.word")) for key in keys))


MENU = decision_of("TURN-05", "assistant", "pass")
WHERE = decision_of("ASSIST-01", "residence:0,1", "residence:2,0")
DIRECTION = decision_of("RES-02", "direction:n", "direction:e")


def test_a_command_skips_questions_that_are_not_asked() -> None:
    assert plan(MENU, DIRECTION, direction="e") == [("assistant",), ("direction:e",)]
    assert plan(MENU, WHERE, DIRECTION, where="2,0", direction="e") == [
        ("assistant",), ("residence:2,0",), ("direction:e",),
    ]  # fmt: skip


def test_a_command_stops_at_a_question_without_an_argument() -> None:
    assert plan(MENU, WHERE, DIRECTION, direction="e") == [("assistant",)]


def test_an_argument_is_refused_if_its_question_is_not_asked() -> None:
    with pytest.raises(UIRefusal):
        plan(MENU, DIRECTION, where="2,0", direction="e")


def building(*kinds: str) -> Decision:
    """Return a question about which of these tiles of Minerva to build."""
    options = tuple(
        Option(f"build:{kind}-1", Message("minerva.option.build_free", {"tile": Message(f"minerva.tile.{kind}")}))
        for kind in kinds
    )
    return Decision(0, "TURN-05", Message("minerva.prompt.turn"), options)


TILE = AnswerPattern("TURN-05", "build:", "tile")


@pytest.mark.parametrize(("language", "name"), [("en", "mine"), ("fr", "MINE"), ("cs", "dul")])
def test_a_full_name_beats_a_part_of_another_name(language: str, name: str) -> None:
    keys = resolver(language).keys(TILE, building("deep_mine", "mine", "forest"), name)
    assert keys == ("build:mine-1",)


@pytest.mark.parametrize("name", ["mine profonde", "hlubinny dul", "deep_mine", "prof mine"])
def test_names_are_found_in_both_languages(name: str) -> None:
    keys = resolver("fr", "cs").keys(TILE, building("deep_mine", "forest"), name)
    assert keys == ("build:deep_mine-1",)


def test_an_ambiguous_name_is_refused_listing_both_matches() -> None:
    with pytest.raises(UIRefusal) as refusal:
        resolver().keys(TILE, building("deep_mine", "mine", "forest"), "min")
    legal = str(refusal.value.message.blanks["legal"])
    assert "Mine" in legal
    assert "Deep Mine" in legal
    assert "Forest" not in legal
