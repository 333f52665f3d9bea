"""Figures for simulations: the components that were used, and what the setup gave each seat."""

from engine.kernel.decision import Fact, Seat
from engine.minos_dawn.content.box import ABILITIES, RIVAL, ROWS, the_box
from engine.minos_dawn.state import facts as f
from engine.minos_dawn.state.state import DawnState

USES: dict[type[Fact], tuple[str, str]] = {
    f.DecreePlayed: ("decree", "card"),
    f.CardPlaced: ("palace", "card"),
    f.TraitBegan: ("trait", "card"),
    f.TileUsed: ("bonus", "tile"),
    f.CityBuilt: ("foundation", "foundation"),
    f.SeaPeoplesDefeated: ("sea", "tile"),
    f.ShipBuilt: ("route", "route"),
    f.VaseWon: ("vase", "vase"),
    f.DieRetrieved: ("row", "row"),
}
"""By fact: the kind of component it uses, and the field with the component's id."""


def components() -> dict[str, tuple[str, ...]]:
    box = the_box()
    decrees = tuple(box.decrees)
    return {
        "decree": decrees,
        "palace": decrees,
        "trait": decrees,
        "bonus": tuple(tile.id for tile in box.content.trade_bonuses),
        "foundation": tuple(tile.id for tile in box.content.foundations),
        "sea": tuple(box.tiles_of_sea),
        "route": tuple(box.routes),
        "vase": tuple(box.vases),
        "row": ROWS,
    }


def setup_of(state: DawnState, seat: Seat) -> dict[str, str]:
    """Return Starting card, ability, and place in the turn order of round 1, from 1."""
    box = the_box()
    cards = box.starting_cards
    # SOLO-SETUP-4: the rival begins if the seat's card isn't the first player's.
    first = next((other for other, player in enumerate(state.players) if cards[player.card].first_player), RIVAL)
    place = (seat - first) % state.sides + 1
    player = state.players[seat]
    return {"card": player.card, "ability": ABILITIES[player.ability], "turn": str(place)}
