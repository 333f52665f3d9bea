"""Dealing differently what nobody may know: the decks, and the standing orders of others. INFO-01, K4, K9

What is hidden is sorted before it is dealt, so that nothing of how it really lies is left.
"""

from engine.kernel.chance import Chance
from engine.kernel.decision import Seat
from engine.minerva.content.box import the_box
from engine.minerva.state.state import MinervaState


def redeal(world: MinervaState, seat: Seat | None, chance: Chance) -> None:
    """Exchange the tiles to come for others. What is known of them stays: the sizes of the piles. SETUP-08"""
    world.temple_stack.sort()
    chance.shuffle("temples", world.temple_stack)
    world.deck = _deck(world, chance)
    for other, player in enumerate(world.players):
        if other != seat:
            player.passes = bool(chance.below("passes", 2))
            player.buys_none = bool(chance.below("buys none", 2))


def _deck(state: MinervaState, chance: Chance) -> list[str]:
    """The piles whose round tile is to come are whole; above them lies what is left of the one drawn from."""
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
    """Nobody else has ordered anything: most never do."""
    for other, player in enumerate(world.players):
        if other != seat:
            player.passes = player.buys_none = False
