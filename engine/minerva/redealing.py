"""Redeals everything a seat may not know: the decks, and other seats' standing orders. INFO-01, K4, K9"""

from engine.kernel.chance import Chance
from engine.kernel.decision import Seat
from engine.minerva.content.box import the_box
from engine.minerva.state.state import MinervaState


def redeal(world: MinervaState, seat: Seat | None, chance: Chance) -> None:
    """Redeal the tiles to come. The sizes of the piles are known and stay. SETUP-08"""
    world.temple_stack.sort()
    chance.shuffle("temples", world.temple_stack)
    world.deck = _deck(world, chance)
    for other, player in enumerate(world.players):
        if other != seat:
            player.passes = bool(chance.below("passes", 2))
            player.buys_none = bool(chance.below("buys none", 2))


def _deck(state: MinervaState, chance: Chance) -> list[str]:
    """Return a shuffled deck: the rest of the current pile on top of whole piles, each with its round tile."""
    tiles = the_box().tiles
    hidden = sorted(name for name in state.deck if name in tiles)
    rounds = [name for name in state.deck if name not in tiles]
    chance.shuffle("deck", hidden)
    size = the_box().constants.normal_deck.pile_size[str(len(state.players))]
    deck: list[str] = []
    for number, name in enumerate(rounds):
        pile = [*hidden[number * size : (number + 1) * size], name]
        chance.shuffle("pile", pile)
        deck += pile
    return deck + hidden[len(rounds) * size :]


def suppose(world: MinervaState, seat: Seat) -> None:
    for other, player in enumerate(world.players):
        if other != seat:
            player.passes = player.buys_none = False
