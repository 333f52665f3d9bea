"""Checks that no component is lost. K6, SOLO-INV"""

from engine.minos_dawn.content.box import RIVAL, WILD, Box, the_box
from engine.minos_dawn.content.language import GOODS
from engine.minos_dawn.state.measures import ability_level
from engine.minos_dawn.state.rival import Rival
from engine.minos_dawn.state.state import FREE, NOBODY, NONE, DawnState, SeatState, dice_of

WARRIORS = 10


def count_all(state: DawnState) -> None:
    box = the_box()
    for player in state.players:
        _count_player(state, box, player)
        assert ability_level(player) == 1 + (player.tracks[1] >= 2) + (player.tracks[1] >= 5), "invariant 7"
    if state.rival:
        count_rival(state, state.rival)
    _count_cards(state, box)
    _count_goods(state, box)
    _count_map(state)
    for row in state.rows:
        values = [die.value for die in row if die is not None]
        assert values == sorted(values), "invariant 5: rows"
    _count_vases(state)
    assert len(state.offer) <= box.board.offer_size, "invariant 6"


def _count_player(state: DawnState, box: Box, player: SeatState) -> None:
    assert sum(player.warriors) + player.reserves + player.supply == WARRIORS - (not player.cities), "invariant 1"
    assert min(player.reserves, player.supply, *player.warriors) >= 0, "invariant 1"
    assert max(len(player.cities), len(player.towers)) <= 3, "invariant 1"
    assert len(player.farms) <= 4, "invariant 1"
    ships = [space for space in player.ships if space]
    assert len(ships) <= len(player.cities), "invariant 4: ships"
    assert sum(space >= 4 for space in ships) <= len(player.towers), "invariant 4: towers"
    assert all(0 <= space <= 5 for space in player.ships), "invariant 5"
    assert set(player.towers) <= set(player.cities), "invariant 4: a tower without its city"
    assert min(player.coins, player.weaponry, player.vp, player.income, *player.tracks) >= 0, "invariant 5"
    assert max(player.tracks) <= box.tracks.top, "invariant 5"
    assert player.income <= box.content.player_board.income.last, "invariant 5"
    assert player.vp == sum(player.scored), "END-2"


def _count_cards(state: DawnState, box: Box) -> None:
    """Assert that each of the 144 decrees is in exactly one place. Invariant 2. CARD-2, SOLO-INV-6"""
    cards = [*state.offer, *state.boxed, *state.retired]
    for pile in (*state.decks, *state.discards):
        cards += pile
    for player in state.players:
        cards += player.hand + player.area + player.palace
    if state.in_payment:
        cards.append(state.in_payment)
    if state.rival:
        cards += state.rival.face_down + state.rival.face_up
    assert sorted(cards) == sorted(box.decrees), "invariant 2"


def _count_goods(state: DawnState, box: Box) -> None:
    goods = box.board.goods
    for good in range(len(goods.types)):
        owned = sum(player.goods[good] for player in state.players)
        count = state.stacks[good] + state.goods_pile.count(good) + owned
        assert count == goods.tiles_per_type, "invariant 3: goods"
        temps = state.temps[good] + sum(player.temps[good] for player in state.players) + (state.rival is not None)
        assert temps == goods.temporary_tiles // len(goods.types), "invariant 3: temps"
    lists = (state.stacks, state.temps, *(player.goods for player in state.players))
    assert min(map(min, lists)) >= 0, "invariant 3"


def _count_map(state: DawnState) -> None:
    for kind in ("cities", "towers", "farms"):
        placed = [(number, seat) for number, seat in enumerate(getattr(state, kind)) if seat != NOBODY]
        owned = [(number, seat) for seat, player in enumerate(state.players) for number in getattr(player, kind)]
        if state.rival and kind != "towers":
            owned += [(number, RIVAL) for number in getattr(state.rival, kind)]
        assert sorted(placed) == sorted(owned), f"invariant 4: {kind}"
    tiles = [tile for stack in state.sea for tile in stack] + state.sea_box
    tiles += [tile for player in state.players for tile in player.sea_tiles]
    tiles += state.rival.sea_tiles if state.rival else []
    assert sorted(tiles) == sorted(the_box().tiles_of_sea), "invariant 9"
    assert len({(site.structure, site.region) for site in state.held}) == len(state.held), "invariant 10"


def _count_vases(state: DawnState) -> None:
    rivals = [RIVAL] if state.rival else []
    for places, claimed in zip(state.places, state.claimed, strict=True):
        markers = [seat for seat in places if seat > FREE]
        assert len(set(markers)) == len(markers), "invariant 8"
        assert set(markers) <= {*claimed, *rivals}, "invariant 8"


TOP, LOW = 0, -1


def count_rival(state: DawnState, rival: Rival) -> None:
    figures = the_box().solo.figures
    assert rival.reserve + sum(rival.warriors) == figures.warriors, "SOLO-INV-1"
    assert min(rival.reserve, *rival.warriors) >= 0, "SOLO-INV-1"
    assert len(rival.cities) <= figures.cities, "SOLO-INV-2"
    assert len(rival.farms) <= figures.farms, "SOLO-INV-2"
    assert rival.farms[0] == rival.home, "SOLO-INV-2"
    assert state.farms[rival.home] == RIVAL, "SOLO-INV-2"
    assert state.cities[rival.home] < 0, "SOLO-INV-2"
    assert not state.sea[rival.home], "SOLO-INV-2"
    # This check runs only between answers, so never during the rival's turn.
    assert rival.bag == list(range(len(GOODS))), "SOLO-INV-3"
    assert not rival.out, "SOLO-INV-3"
    _count_solo_cards(state, rival)
    _count_marks(state, rival)
    assert all(figures.ship_space <= space <= 5 for space in rival.ships), "SOLO-INV-7"
    assert rival.vp == sum(rival.scored), "SOLO-INV-10"
    assert min(rival.scored) >= 0, "SOLO-INV-7"


def _count_solo_cards(state: DawnState, rival: Rival) -> None:
    cards = rival.deck + rival.drawn + rival.used
    assert sorted(cards) == sorted(the_box().solo.cards), "SOLO-INV-4"
    placed = len(dice_of(state, RIVAL))
    four = the_box().board.dice_per_player
    if state.phase == "draft":
        assert len(rival.drawn) == placed, "SOLO-INV-4"
    elif state.phase in ("progress", "action", "income"):
        # If the rows are empty, the round is over and the rival's cards are used up. The phase changes later.
        assert len(rival.drawn) == (four if any(state.rows) else 0), "SOLO-INV-4"
    else:
        assert not rival.drawn, "SOLO-INV-4"
    assert placed <= four, "SOLO-INV-9"
    assert placed == four or state.phase != "progress", "SOLO-INV-9"
    assert not placed or state.phase in ("draft", "progress", "action"), "SOLO-INV-9"


def _count_marks(state: DawnState, rival: Rival) -> None:
    in_wild = [die for die in state.rows[WILD] if die and die.seat == RIVAL]
    marked = [die for row in state.rows for die in row if die and die.mark != NONE]
    assert marked == in_wild, "SOLO-INV-5"
    assert len(marked) <= 2, "SOLO-INV-5"
    for places, step in zip(state.places, rival.marks, strict=True):
        assert (places[TOP] == RIVAL) == (step == len(the_box().solo.figures.vase_spaces)), "SOLO-INV-8"
        assert RIVAL not in places[TOP + 1 :], "SOLO-INV-8"
        assert places[LOW] != 0 or places[TOP] == RIVAL, "SOLO-INV-8"
