"""Setting up the table, the choice of Starting cards and abilities, and the first hands. SETUP"""

from typing import ClassVar

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision, Message, Option, Seat
from engine.kernel.rules import Settings
from engine.kernel.steps import Choice, Happening, Now, Step
from engine.minos_dawn.content.box import ABILITIES, ALONE, SA2, Box, the_box
from engine.minos_dawn.content.language import GOODS
from engine.minos_dawn.content.words import ability, card_option, good_option, region
from engine.minos_dawn.phases.rounds import BeginRound
from engine.minos_dawn.rival.setup import PlaceRival
from engine.minos_dawn.state.changes import gain_temp
from engine.minos_dawn.state.facts import SetupCarriedOut, SetupItemTaken
from engine.minos_dawn.state.measures import has_ability
from engine.minos_dawn.state.state import BLOCKED, FREE, NOBODY, NONE, PLAY, DawnState, Sealed, SeatState
from engine.minos_dawn.state.steps import DawnChoice

PUT_BACK, PALACE_CARD, TEMP, ANSWERED = range(4)
"""The stages of the setup visit. SETUP-19, SETUP-20, SETUP-25"""

ROUTES = 3


def lay_out(settings: Settings, chance: Chance) -> tuple[DawnState, list[Step[DawnState]]]:
    """Return the table before Starting cards are dealt, and the steps that follow. SETUP-1 to SETUP-14"""
    box, seats = the_box(), settings.seats
    state = _empty_table(box, seats, chance.below("first pick", seats))
    _lay_map(state, box, chance)
    _lay_goods(state, box, chance)
    _lay_routes(state, box, chance, str(settings.options["routes"]))
    _lay_decks(state, box, chance)
    _lay_vases(state, box, chance)
    _lay_items(state, box, chance)
    if settings.options["setup"] == "draft" and seats > ALONE:
        order = [(state.picked_first + place) % seats for place in range(seats)]
        picks: list[Step[DawnState]] = [PickItem(seat) for seat in (*order, *reversed(order))]
        return state, [*picks, DealHands()]
    chance.shuffle("dealt abilities", state.setup_abilities)
    chance.shuffle("dealt cards", state.setup_cards)
    if seats == ALONE:
        # SOLO-SETUP-3: Starting cards that aren't dealt go back to the box.
        del state.setup_cards[ALONE:]
        return state, [DealItems(), PlaceRival(str(settings.options["difficulty"])), DealHands()]
    return state, [DealItems(), DealHands()]


def _empty_table(box: Box, seats: int, picked_first: Seat) -> DawnState:
    regions = max(box.layouts[seats].active) + 1
    return DawnState(
        round=0, first=0, phase="setup", age=0, category=PLAY,
        players=[_empty_player(box, regions) for _ in range(seats)],
        decks=[[], []], discards=[[], []], offer=[], boxed=[], retired=[], in_payment="",
        stacks=[], goods_pile=[], temps=[],
        foundations=["" for _ in range(regions)], sea=[() for _ in range(regions)], sea_box=[],
        cities=[NOBODY] * regions, towers=[NOBODY] * regions, farms=[NOBODY] * regions,
        routes=[], blue=[], red=[],
        vases=[], places=[], claimed=[], window=[], claims=[],
        action_bonus="", pool=[], rows=[[] for _ in range(5)], turn=None,
        sealed=[Sealed() for _ in range(seats)], opened=(), owed=[0] * seats, held=[], carrying=NOBODY,
        setup_cards=[], setup_abilities=[], picked_first=picked_first,
    )  # fmt: skip


def _empty_player(box: Box, regions: int) -> SeatState:
    """Return a seat's first holdings: markers on their first spaces, and warriors. SETUP-17, SETUP-21, SETUP-23"""
    warriors = box.content.player_board.warriors
    return SeatState(
        coins=0, weaponry=0, vp=0, reserves=warriors.reserves, supply=warriors.supply, warriors=[0] * regions,
        tracks=[0, 0, 0], goods=[0] * len(GOODS), temps=[0] * len(GOODS), ships=[0] * ROUTES,
        hand=[], area=[], palace=[], cities=[], towers=[], farms=[], bonus_tiles=[], sea_tiles=[],
        scored=[0] * 8, income=box.content.player_board.income.start,
    )  # fmt: skip


def _lay_map(state: DawnState, box: Box, chance: Chance) -> None:
    """Put a Foundation and stacked tiles (I on II) in each region where no seat starts. SETUP-3, SETUP-4, SETUP-5"""
    setup = box.layouts[len(state.players)]
    regions = [number for number in sorted(setup.active) if number not in setup.starting]
    foundations = [tile.id for tile in box.content.foundations]
    chance.shuffle("foundations", foundations)
    for number in regions:
        state.foundations[number] = foundations.pop()
    for level in (2, 1):
        tiles = [tile.id for tile in box.content.sea_peoples if tile.level == level]
        chance.shuffle(f"sea peoples {level}", tiles)
        for number in regions:
            state.sea[number] += (tiles.pop(),)
        state.sea_box += tiles


def _lay_goods(state: DawnState, box: Box, chance: Chance) -> None:  # SETUP-6, SETUP-7
    goods = box.board.goods
    state.stacks = [goods.face_up_per_type] * len(GOODS)
    hidden = goods.tiles_per_type - goods.face_up_per_type
    state.goods_pile = [good for good in range(len(GOODS)) for _ in range(hidden)]
    chance.shuffle("goods pile", state.goods_pile)
    state.temps = [goods.temporary_tiles // len(GOODS)] * len(GOODS)


def _lay_routes(state: DawnState, box: Box, chance: Chance, sides: str) -> None:  # SETUP-9
    chosen = sides if len(sides) == ROUTES else "".join("AB"[each] for each in chance.roll("routes", ROUTES, 2))
    by_side = {(route.tile, route.side): route.id for route in box.routes.values()}
    state.routes = [by_side[tile, side] for tile, side in enumerate(chosen, 1)]
    count = box.layouts[len(state.players)].bonus_tiles
    for colour, places in (("blue", state.blue), ("red", state.red)):
        tiles = [tile.id for tile in box.content.trade_bonuses if tile.colour == colour]
        chance.shuffle(f"{colour} tiles", tiles)
        places += [tuple(sorted(tiles[count * route : count * (route + 1)])) for route in range(ROUTES)]


def _lay_decks(state: DawnState, box: Box, chance: Chance) -> None:
    for age, decrees in enumerate(box.content.decrees):
        deck = [decree.id for decree in decrees]
        chance.shuffle(f"deck {age + 1}", deck)
        state.decks[age] = deck
    state.offer = [state.decks[0].pop() for _ in range(box.board.offer_size)]


def _lay_vases(state: DawnState, box: Box, chance: Chance) -> None:
    """Draw three vases of different colours. With 2 seats, block the 7 VP place. SETUP-10, SETUP-11, VASE-1, VASE-3"""
    slots = box.board.vase_slots
    vases = list(box.vases)
    chance.shuffle("vases", vases)
    colours: list[str] = []
    for vase in vases:
        colour = box.vases[vase].colour
        if colour not in colours and len(colours) < slots.vases_in_play:
            colours.append(colour)
            state.vases.append(vase)
    blocked = slots.covered_at_2 if len(state.players) <= 2 else ()
    state.places = [[BLOCKED if vp in blocked else FREE for vp in slots.vp] for _ in state.vases]
    state.claimed = [() for _ in state.vases]
    state.claims = [() for _ in state.vases]


def _lay_items(state: DawnState, box: Box, chance: Chance) -> None:
    """Draw the Action Bonus tile, and a Starting card and an ability for each seat. SETUP-12, SETUP-13, Q-20"""
    bonuses = [tile.id for tile in box.content.action_bonuses]
    state.action_bonus = bonuses[chance.below("action bonus", len(bonuses))]
    seats = len(state.players)
    state.setup_cards = [card.id for card in box.content.starting_cards if card.players == max(2, seats)]
    abilities = list(range(len(ABILITIES)))
    chance.shuffle("abilities", abilities)
    state.setup_abilities = sorted(abilities[:seats])


class DealItems(Happening[DawnState], frozen=True, tag="DealItems"):
    """The quick setup deals one Starting card and one ability to each seat. SETUP-16"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        for seat in range(len(state.players)):
            _give_item(state, now, seat, state.setup_cards[0])
            _give_item(state, now, seat, ABILITIES[state.setup_abilities[0]])


def _give_item(state: DawnState, now: Now[DawnState], seat: Seat, item: str) -> None:
    player = state.players[seat]
    if item in ABILITIES:
        player.ability = ABILITIES.index(item)
        state.setup_abilities.remove(player.ability)
    else:
        player.card = item
        state.setup_cards.remove(item)
    now.emit(SetupItemTaken(seat, item))


class PickItem(DawnChoice, frozen=True, tag="PickItem"):
    """Choose a Starting card or an ability. The second pass asks for the other one. The last item is dealt. SETUP-15"""

    rule: ClassVar[str] = "SETUP-15"
    asks: ClassVar[str] = "minos_dawn.prompt.setup"

    def options(self, state: DawnState) -> list[Option]:
        player = state.players[self.seat]
        options = []
        if not player.card:
            options += [Option(f"start:{card}", _start_card(card)) for card in state.setup_cards]
        if player.ability == NONE:
            names = [ABILITIES[number] for number in state.setup_abilities]
            options += [Option(f"ability:{name}", ability(name)) for name in names]
        return options

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        _give_item(state, now, self.seat, key.partition(":")[2])


def _start_card(card_id: str) -> Message:
    card = the_box().starting_cards[card_id]
    given = {"coins": card.coins, "weaponry": card.weapons, "vp": card.vp}
    return Message("minos_dawn.option.start", {"region": region(card.region), **given})


class DealHands(Happening[DawnState], frozen=True, tag="DealHands"):
    """The seats get their hands and what their Starting cards give. SETUP-18, SETUP-19, SETUP-22 to SETUP-24"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """Start with the seat that picked first, then go in seat order."""
        box, seats = the_box(), len(state.players)
        now.reveal()
        for place in range(seats):
            seat = (state.picked_first + place) % seats
            player = state.players[seat]
            card = box.starting_cards[player.card]
            player.coins, player.weaponry, player.vp = card.coins, card.weapons, card.vp
            player.scored[PLAY] = card.vp
            good = GOODS.index(card.good)
            state.stacks[good] -= 1
            player.goods[good] += 1
            for name, count in card.temp.items():
                gain_temp(state, now, seat, GOODS.index(name), count, "setup")
            player.cities.append(card.region)
            state.cities[card.region] = seat
            on_map = box.content.player_board.warriors.on_map
            player.warriors[card.region] = on_map + card.extra_warrior
            player.reserves -= card.extra_warrior
            if card.first_player:
                state.first = seat
            player.hand = [state.decks[0].pop() for _ in range(card.draw)]
        now.then(VisitSetup(), OpenSetup(), BeginRound())


class VisitSetup(Choice[DawnState], frozen=True, tag="VisitSetup"):
    """Each seat secretly chooses cards to put back, a palace card, and SA2's temp. SETUP-19, SETUP-20, SETUP-25"""

    def decisions(self, state: DawnState) -> list[Decision]:
        return [_visit(state, seat) for seat, sealed in enumerate(state.sealed) if sealed.stage < ANSWERED]

    def apply(self, state: DawnState, now: Now[DawnState], answer: Answer) -> None:
        now.then(self)
        sealed = state.sealed[answer.seat]
        names = tuple([key.partition(":")[2] for key in answer.keys])
        if sealed.stage == PUT_BACK:
            sealed.cards = names
        elif sealed.stage == PALACE_CARD:
            sealed.chosen = names
        else:
            sealed.temps = (GOODS.index(names[0]),)
        sealed.stage += 1
        if sealed.stage == TEMP and not has_ability(state.players[answer.seat], SA2):
            sealed.stage = ANSWERED


def _visit(state: DawnState, seat: Seat) -> Decision:
    player, sealed = state.players[seat], state.sealed[seat]
    card = the_box().starting_cards[player.card]
    match sealed.stage:
        case 0:
            count, rule = card.put_back, "SETUP-19"
            prompt = Message("minos_dawn.prompt.put_back", {"count": count})
            options = [card_option("card", each) for each in player.hand]
        case 1:
            count, rule, prompt = 1, "SETUP-20", Message("minos_dawn.prompt.palace_card")
            options = [card_option("card", each) for each in player.hand if each not in sealed.cards]
        case _:
            count, rule, prompt = 1, "SETUP-25", Message("minos_dawn.prompt.setup_temp")
            options = [good_option("temp", good) for good, left in enumerate(state.temps) if left]
    return Decision(seat, rule, prompt, tuple(options), count, count, private=True)


class OpenSetup(Happening[DawnState], frozen=True, tag="OpenSetup"):
    """The setup choices take effect, and the deck is reshuffled. SETUP-19, SETUP-20, Q-48"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        for seat in range(len(state.players)):
            player, sealed = state.players[seat], state.sealed[seat]
            (palace,) = sealed.chosen
            player.hand = [card for card in player.hand if card not in sealed.cards and card != palace]
            player.palace.append(palace)
            state.decks[0] += sealed.cards
            now.emit(SetupCarriedOut(seat, tuple(player.hand), len(sealed.cards), palace))
            for good in sealed.temps:
                gain_temp(state, now, seat, good, 1, "ability:SA2:1")
        now.shuffle("deck 1", state.decks[0])
        state.sealed = [Sealed() for _ in state.players]
