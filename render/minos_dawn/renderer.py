"""Draw a view of Minos: Dawn as pictures, or describe it as text."""

from render.minos_dawn import legend
from render.minos_dawn.plates import closeup
from render.minos_dawn.plates.boards import past_plate, plates
from render.minos_dawn.text_board import alt_text, board_text, hand_alt, seat_alt
from render.renderer import GameRenderer

RENDERER = GameRenderer(
    plates=plates,
    past_plate=past_plate,
    alt_text=alt_text,
    board_text=board_text,
    seat_scene=closeup.seat_scene,
    seat_alt=seat_alt,
    hand_scene=closeup.hand_scene,
    hand_alt=hand_alt,
    entry_scenes={"card": legend.card, "vase": legend.vase, "symbol": legend.symbol},
    overview_scenes={"symbol": legend.legend},
    emoji=legend.drawings(),
)
