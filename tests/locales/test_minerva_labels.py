"""The longest labels of Minerva, which few games reach, fit their place too."""

from itertools import permutations

import pytest

from engine.kernel.decision import Message
from engine.minerva.box import the_box
from engine.minerva.building import build_option
from engine.minerva.state import DIRECTIONS, Player
from engine.minerva.words import place, tile
from locales.words import LANGUAGES, Words
from tests.engine.contract.test_laws import LONGEST_LABEL


@pytest.fixture(scope="module")
def words() -> Words:
    return Words()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cell_between_the_tiles_with_the_longest_names(words: Words, language: str) -> None:
    def length(message: Message) -> int:
        return len(words.say(message, language, {}))

    one_of_each = {each.kind: each.id for each in the_box().tiles.values()}.values()
    longest = sorted(one_of_each, key=lambda name: -length(tile(name)))[:2]

    for first, second in permutations(DIRECTIONS, 2):
        assert length(place(-9, -9, ((first, longest[0]), (second, longest[1])))) <= LONGEST_LABEL


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lacking", range(4))
def test_a_tile_that_costs_a_bit_of_everything(words: Words, language: str, lacking: int) -> None:
    for each in the_box().tiles.values():
        held = [max(0, count - (kind == lacking)) for kind, count in enumerate(each.cost)]
        label = build_option(each.id, Player(9, held, 9, [])).label
        assert len(words.say(label, language, {})) <= LONGEST_LABEL, each.id
