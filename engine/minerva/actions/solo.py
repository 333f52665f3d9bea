"""The solo player's extra action: taking a round tile that lies in a pair. SOLO-09a"""

from engine.kernel.decision import Message, Option, Seat
from engine.kernel.steps import Now
from engine.minerva.content.box import the_box
from engine.minerva.content.words import amount, tile
from engine.minerva.state.facts import RoundTileTaken, TileDiscarded
from engine.minerva.state.state import MinervaState


def round_tile_options(state: MinervaState) -> list[Option]:
    """One option per pair with a round tile, such as `round_tile:round-2`. Taking it is always legal."""
    tiles, bonus = the_box().tiles, the_box().constants.solo.round_tile_bonus_denarii
    return [
        Option(
            f"round_tile:{name}",
            Message(
                "minerva.option.round_tile", {"gain": amount("denarii", bonus), "partner": tile(_partner(lot, name))}
            ),
            f"tile:{name}",
        )
        for lot in state.lots
        for name in lot
        if name not in tiles
    ]


def _partner(lot: tuple[str, ...], name: str) -> str:
    return next(other for other in lot if other != name)


def take_round_tile(state: MinervaState, now: Now[MinervaState], seat: Seat, name: str) -> None:
    """Gain the denarii of a round tile and set it aside. Its partner leaves the game. Q-19"""
    lot = next(lot for lot in state.lots if name in lot)
    bonus, partner = the_box().constants.solo.round_tile_bonus_denarii, _partner(lot, name)
    state.lots.remove(lot)
    state.aside.append(name)
    state.boxed.append(partner)
    state.players[seat].denarii += bonus
    now.emit(RoundTileTaken(seat, name, bonus))
    now.emit(TileDiscarded(seat, partner))
