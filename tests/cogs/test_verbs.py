"""What may be typed for options with marks in the picture: their numbers, unless the keys are numbers themselves."""

from cogs.commands import Action, Word, marks_of
from cogs.verbs import Verb
from engine.kernel.decision import Decision, Message, Option


def decision(*keys: str) -> Decision:
    options = tuple(Option(key, Message("toy"), f"at {key}" if ":" in key else None) for key in keys)
    return Decision(0, "TOY-1", Message("toy"), options)


def test_options_with_a_place_are_typed_by_the_number_of_their_mark() -> None:
    asked = decision("pass", "cell:0,1", "cell:-1,0")
    assert marks_of(asked, "cell:") == {"cell:0,1": 1, "cell:-1,0": 2}


def test_where_the_names_of_places_are_numbers_these_alone_are_typed() -> None:
    asked = decision("place:7", "place:3", "end")
    assert marks_of(asked, "place:") == {}


def test_a_verb_fills_in_the_parts_of_its_keys() -> None:
    verb = Verb("build", (Action((Word("BUILD-1", "{what}:", "where"),)),), ("what", "where"))
    assert verb.parts == ("what",)
    assert [action.words[0].stem for action in verb.chains({"what": "city"})] == ["city:"]
