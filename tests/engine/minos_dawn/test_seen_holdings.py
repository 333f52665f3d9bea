"""Prices and counts from a computer player's view equal those from the state."""

import pytest
from msgspec.structs import fields

from engine.kernel.decision import Answer
from engine.kernel.game import complete_settings
from engine.kernel.play import Play, start
from engine.kernel.policy import FastChance, random_policy
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.game import GAME
from engine.minos_dawn.seen.prices import holdings_of
from engine.minos_dawn.seen.view import look
from engine.minos_dawn.state.bills import city_bill, decree_bill, tower_bill
from engine.minos_dawn.state.measures import SeenHoldings, regions_present, strictly_most
from tests.engine.situation import SEED


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_prices_and_counts_are_equal_in_view_and_state(seats):
    """MAP-4, BUILD-5, BUILD-8, DEV-3. The test compares them for every seat after every answer of a random game."""
    play = Play(GAME, start(GAME, complete_settings(GAME, seats, {}), SEED).position)
    chance, compared = FastChance(SEED), 0
    while play.pending and compared < 400:
        decision = play.pending[0]
        play.answer(Answer(decision.seat, decision.id, random_policy(lambda: None, decision, chance)))
        state = play.position.state
        view = look(state, None)
        for seat, held in enumerate(state.players):
            seen = holdings_of(view, seat)
            for field in fields(SeenHoldings):
                own, shown = getattr(held, field.name), getattr(seen, field.name)
                if field.name == "area":
                    assert list(shown[:-1]) == own
                elif field.name == "warriors":
                    assert list(shown) + [0] * (len(own) - len(shown)) == own
                else:
                    assert (list(shown) if isinstance(own, list) else shown) == own, field.name
            assert regions_present(seen) == regions_present(held)
            for card in held.hand:
                assert decree_bill(seen, card).least(seen.temps) == decree_bill(held, card).least(held.temps)
            if len(held.cities) < len(the_box().content.player_board.city):
                assert city_bill(seen) == city_bill(held)
            if len(held.towers) < len(the_box().content.player_board.tower):
                assert tower_bill(seen) == tower_bill(held)
            compared += 1
    assert compared > 100


@pytest.mark.parametrize(("counts", "place"), [((0, 0), -1), ((1, 0), 0), ((2, 2, 1), -1), ((2, 3, 4), 2)])
def test_map_4_only_strictly_the_most_warriors_dominate(counts, place):
    assert strictly_most(counts) == place
