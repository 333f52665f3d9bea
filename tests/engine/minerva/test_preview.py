"""The preview of a direction's gains. RES"""

from engine.minerva.content.terms import RESIDENCE
from engine.minerva.state.preview import Forecast, forecasts
from tests.engine.minerva.table import ALICE, hold, lay, table


def line_of(*tiles: str, **held: int) -> Forecast:
    """Return the forecast for these tiles to the right of a residence, nearest first."""
    state = hold(table(), **held)
    lay(state, RESIDENCE, 0, 1)
    for column, tile in enumerate(tiles, 1):
        lay(state, tile, column, 1)
    state.on_turn.tile, state.on_turn.x, state.on_turn.y = RESIDENCE, 0, 1
    return next(line for line in forecasts(state, ALICE) if line.direction == "e")


def test_res_04_tiles_of_a_line_are_listed_nearest_first():
    line = line_of("mine-1", "theatre-1", "foundry-1")

    assert line.tiles == ("mine-1", "theatre-1", "foundry-1")
    assert line.gains == {"ore": 1, "denarii": 3}
    assert line.points == (2, 0, 0)
    assert line.takes == ("culture-theatre-1",)
    assert line.asks == ()


def test_res_06_a_special_tile_in_the_line_neither_gives_nor_asks():
    line = line_of("refectory-1", "trading_post-1", "mine-1", denarii=6)

    assert line.gains == {"ore": 1}
    assert line.asks == ()


def test_res_10_the_preview_of_a_colon_effect_counts_earlier_tiles():
    assert line_of("market-1", "wheat_field-1").gains == {"grain": 1}
    assert line_of("wheat_field-1", "market-1").gains == {"grain": 1, "denarii": 1}


def test_limit_02_the_preview_counts_surplus_as_money():
    assert line_of("latifundium-1", grain=5).gains == {"grain": 1, "denarii": 1}


def test_res_09_and_eff_04_the_preview_names_tiles_with_choices():
    assert line_of("orchard-1", "stables-1", "garden-1").asks == ("orchard-1", "stables-1", "garden-1")
