"""Standing orders to build: ranked tiles of the display and a place for the first, entered while others think."""

from msgspec.structs import replace

from engine.kernel.decision import Argument, Decision, Message, Option, Seat
from engine.kernel.steps import Now
from engine.minerva.content.box import the_box
from engine.minerva.content.words import (
    amount,
    amounts,
    cell_of,
    cell_option,
    place_in,
    plain,
    tile,
)
from engine.minerva.phases.building import affordable, begin_action, begin_building, on_display
from engine.minerva.state.changes import Cover, covers
from engine.minerva.state.measures import cells_of, fee, open_cells
from engine.minerva.state.state import NO_WISHES, MinervaState, SeatState, Wish, Wishes

BUILD, PLACE = "BUILD-01", "BUILD-05"
MOST_WISHES = 8


def offer_wishes(state: MinervaState, seat: Seat) -> list[Decision]:
    """Offer to add an affordable tile to the seat's wishes, and to choose a place. The prompts list its wishes."""
    player, cost = state.players[seat], fee(state)
    tiles = affordable(state, seat, cost) if len(player.wishes.tiles) < MOST_WISHES else []
    options = [Option(f"wish:{name}", _price(name, cover, cost)) for name, cover in tiles]
    laid = cells_of(player.city)
    places = [cell_option("cell", x, y, _put(place_in(laid, x, y))) for x, y in open_cells(player.city)]
    return [
        Decision(seat, BUILD, _prompt(player.wishes), (plain("wish:none"), *options), private=True),
        Decision(seat, PLACE, _prompt_for_place(player), (plain("cell:ask"), *places), private=True),
    ]


def set_wish(state: MinervaState, seat: Seat, key: str) -> None:
    """Add a wish at the end of the list, drop all wishes, or choose a place. A wish or place ends an order to pass."""
    player = state.players[seat]
    wishes, (verb, _, name) = replace(player.wishes, ended="", because=""), key.partition(":")
    if verb == "cell":
        wishes = replace(wishes, place=None if name == "ask" else cell_of(key))
    elif name == "none":
        wishes = replace(wishes, tiles=())
    else:
        others = [each for each in wishes.tiles if tile(each.tile) != tile(name)]
        wish = Wish(name, denarii_for(player, name) + fee(state))
        wishes = replace(wishes, tiles=(*others, wish))
    if wishes != NO_WISHES:
        player.next_turn = wishes
    elif isinstance(player.next_turn, Wishes):
        player.next_turn = False


def denarii_for(player: SeatState, name: str) -> int:  # BUILD-03
    return covers(player)[name].denarii


def build_wish(state: MinervaState, now: Now[MinervaState], seat: Seat) -> bool:
    """Build the first wish on display. Return False if there is none, or if the wishes' conditions have changed."""
    player = state.players[seat]
    wishes, tiles = player.wishes, the_box().tiles
    if not wishes.tiles:
        return False
    offered = {tiles[name].kind: name for name in on_display(state)}
    wish = next((each for each in wishes.tiles if tiles[each.tile].kind in offered), None)
    if wish is None:
        player.next_turn = Wishes(ended="gone")
        return False
    if ended := _why_ended(state, player, wish):
        player.next_turn = Wishes(ended=ended, because=wish.tile)
        return False
    player.next_turn = False
    now.reveal()  # The previous seat now knows the wish, so it must not be able to undo.
    begin_action(state, now, seat, "build")
    begin_building(state, now, seat, offered[tiles[wish.tile].kind], wishes.place)
    return True


def _why_ended(state: MinervaState, player: SeatState, wish: Wish) -> str:
    """Return why the seat can't build this tile at the expected price and place, or "". BUILD-03, BUILD-04, PASS-04"""
    denarii = denarii_for(player, wish.tile) + fee(state)
    if denarii > wish.denarii:
        return "dearer"
    if denarii > player.denarii:
        return "unpaid"
    spot = player.wishes.place
    return "placeless" if spot and spot not in open_cells(player.city) else ""


def _price(name: str, cover: Cover, cost: int) -> Message:
    """Name a tile and the most that it may cost, including the fee for the turn."""
    denarii = cover.denarii + cost
    most = amounts(cover.paid) + ((amount("denarii", denarii),) if denarii else ())
    blanks: dict[str, Argument] = {"tile": tile(name)}
    return (
        Message("minerva.option.wish", blanks | {"cost": most}) if most else Message("minerva.option.wish_free", blanks)
    )


def _put(at: Message) -> Message:
    return Message("minerva.option.put", {"place": at})


def _prompt(wishes: Wishes) -> Message:
    """List the seat's wishes, or say what ended them."""
    if wishes.ended:
        return Message(
            f"minerva.prompt.wishes_{wishes.ended}", {"tile": tile(wishes.because)} if wishes.because else {}
        )
    if not wishes.tiles:
        return Message("minerva.prompt.wish")
    ranked = [
        Message("minerva.wish.ranked", {"number": number, "tile": tile(wish.tile)})
        for number, wish in enumerate(wishes.tiles, start=1)
    ]
    return Message("minerva.prompt.wishes", {"wishes": tuple(ranked)})


def _prompt_for_place(player: SeatState) -> Message:
    spot = player.wishes.place
    now = _put(place_in(cells_of(player.city), *spot)) if spot else plain("cell:ask").label
    return Message("minerva.prompt.wish_place", {"now": now})
