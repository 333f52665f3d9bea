"""The longest labels of Minerva fit in a select, including labels that few games reach."""

from itertools import permutations

import pytest

from engine.kernel.decision import Message, Option
from engine.minerva.content.box import the_box
from engine.minerva.content.terms import DIRECTIONS, FORUM, RESIDENCE
from engine.minerva.content.words import place, tile
from engine.minerva.phases.building import build_options
from engine.minerva.phases.wishes import offer_wishes
from engine.minerva.state.state import MinervaState
from locales.words import LANGUAGES, Words
from tests.engine.contract.test_laws import LONGEST_LABEL
from tests.engine.minerva.table import table


@pytest.fixture(scope="module")
def words() -> Words:
    return Words()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_label_of_a_cell_between_two_tiles_fits(words: Words, language: str) -> None:
    def length(message: Message) -> int:
        return len(words.say(message, language, {}))

    one_of_each = {each.kind: each.id for each in the_box().tiles.values()}.values()
    longest = sorted(one_of_each, key=lambda name: -length(tile(name)))[:2]

    for first, second in permutations(DIRECTIONS, 2):
        assert length(place(-9, -9, ((first, longest[0]), (second, longest[1])))) <= LONGEST_LABEL


def dearest(state: MinervaState, name: str, lacking: int) -> Option:
    """Return the option to build that tile, for a seat that lacks one resource and must buy it."""
    player = state.players[0]
    cost = the_box().tiles[name].cost
    player.resources = [max(0, count - (kind == lacking)) for kind, count in enumerate(cost)]
    player.denarii = 99
    return next(option for option in build_options(state, 0, 0) if option.key == f"build:{name}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lacking", range(4))
def test_the_label_of_the_most_complex_price_fits(words: Words, language: str, lacking: int) -> None:
    for name in the_box().tiles:
        state = table(4)
        state.temples, state.lots = [], [(name,)]
        label = dearest(state, name, lacking).label
        assert len(words.say(label, language, {})) <= LONGEST_LABEL, name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lacking", range(4))
def test_the_label_of_the_dearest_wish_fits(words: Words, language: str, lacking: int) -> None:
    for name in the_box().tiles:
        state = table(4)
        state.temples, state.lots = [], [(name,)]
        state.players[1].order = 1  # so a turn costs money as well
        dearest(state, name, lacking)
        for option in [option for order in offer_wishes(state, 0) for option in order.options]:
            label = words.say(option.label, language, {})
            assert len(label) <= LONGEST_LABEL, label


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lacking", range(4))
def test_the_longest_label_of_a_solo_pair_fits(words: Words, language: str, lacking: int) -> None:
    state = table(1)
    drawn = (each for each in the_box().tiles.values() if not each.is_temple and each.id not in (FORUM, RESIDENCE))
    tiles = {each.kind: each.id for each in drawn}
    partner = max(tiles.values(), key=lambda name: len(words.say(tile(name), language, {})))
    for name in tiles.values():
        state.lots = [(name, partner)]
        label = dearest(state, name, lacking).label
        assert len(words.say(label, language, {})) <= LONGEST_LABEL, name
