"""Draw a view of Minos: Dawn as pictures, or describe it as text."""

from render.minos_dawn import legend
from render.minos_dawn.plates import closeup
from render.minos_dawn.plates.boards import past_plate, plates
from render.minos_dawn.text_board import alt_text, board_text
from render.renderer import GameRenderer

RENDERER = GameRenderer(
    plates=plates,
    past_plate=past_plate,
    alt_text=alt_text,
    board_text=board_text,
    close_ups=closeup.close_ups,
    entry_scenes={"card": legend.card, "vase": legend.vase, "symbol": legend.symbol},
    overview_scenes={"symbol": legend.legend},
    emoji=legend.drawings(),
)
