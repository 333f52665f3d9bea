"""VASE, SCORE, AGE2, END: vases, scoring, the second age and the end of the game."""

import pytest

from engine.kernel.chance import Chance
from engine.kernel.steps import Now
from engine.minos_dawn.actions.expand import MoveTo
from engine.minos_dawn.content.box import SA5, the_box
from engine.minos_dawn.content.language import Coin, VpAtEnd, VpAtRounds
from engine.minos_dawn.effects.operators import Resolve
from engine.minos_dawn.phases.battles import BeginBattles, is_able
from engine.minos_dawn.phases.rounds import ChangeAge, EndGame, FinalScoring, ScoreHoldings, ScoreRound
from engine.minos_dawn.state.facts import (
    AgeChanged,
    BattlesDeclared,
    CardDrawn,
    Exchanged,
    GameEnded,
    OfferRefilled,
    Scored,
    SeaPeoplesDefeated,
    VaseWon,
)
from engine.minos_dawn.state.measures import figure_of
from engine.minos_dawn.state.standings import area_vp, board_vp, farm_vp, palace_vp, placings, region_vp, resource_vp
from engine.minos_dawn.state.state import DawnState, Sealed
from engine.minos_dawn.state.vases import CloseWindow, OpenWindow, check_vases
from tests.engine.minos_dawn.table import (
    ALICE,
    BOB,
    CARA,
    DORA,
    bare,
    facts_of,
    give,
    table,
    take_cards,
    warriors,
    with_steps,
)
from tests.engine.situation import SEED

REGIONS_7 = {f"r{n}": 1 for n in range(1, 8)}


def check(state, *measures):
    told: Now[DawnState] = Now([], Chance(SEED, {}))
    check_vases(state, told, *measures)
    return [(fact.seat, fact.vp) for fact in told.facts if isinstance(fact, VaseWon)]


def with_vase(vase, seats=3, **alice):
    state = table(seats, **alice)
    state.vases = [vase, "v12" if vase != "v12" else "v01", "v06" if vase != "v06" else "v05"]
    return state


def one_trigger(count):
    cards = [d.id for d in the_box().decrees.values() if d.trait.trigger == "wild"]
    return cards[:count]


@pytest.mark.parametrize(
    ("vase", "short", "met"),
    [
        ("v01", {"income": 14}, {"income": 15}),
        ("v02", {"goods": [2, 2, 0, 0, 0, 0], "temps": [3] * 6}, {"goods": [0, 3, 0, 0, 0, 0]}),
        ("v03", {"tracks": [8, 7, 8]}, {"tracks": [0, 8, 0]}),
        ("v06", {"tracks": [8, 8, 7]}, {"tracks": [0, 0, 8]}),
        ("v07", {"ships": [3, 2, 0]}, {"ships": [3, 2, 1]}),
        ("v08", {"cities": [1, 2, 4], "towers": [1, 2]}, {"cities": [1, 2, 4], "towers": [1, 2, 4]}),
        ("v09", {"ships": [5, 4, 0]}, {"ships": [1, 1, 1]}),
        ("v10", {"palace": [f"A1-{n:02}" for n in range(1, 10)]}, {"palace": [f"A1-{n:02}" for n in range(1, 11)]}),
        ("v11", {"palace": one_trigger(2)}, {"palace": one_trigger(3)}),
        ("v12", {"tracks": [7, 8, 8]}, {"tracks": [8, 0, 0]}),
    ],
)
def test_vases_are_won_by_their_conditions(vase, short, met):
    """VASE-C1 VASE-C2 VASE-C3 VASE-C6 VASE-C7 VASE-C8 VASE-C9 VASE-C10 VASE-C11 VASE-C12"""
    entry = the_box().vases[vase]
    assert figure_of(table(3, **short), ALICE, entry.measure) < entry.at_least
    assert check(with_vase(vase, **short), entry.measure) == []
    assert check(with_vase(vase, **met), entry.measure) == [(ALICE, 10)]


def test_vase_c4_c5_presence_and_dominance_win_vases():
    """VASE-C4 VASE-C5"""
    state = with_vase("v04")
    warriors(state, ALICE, **{f"r{n}": 1 for n in range(1, 7)})
    assert check(state, "presence_regions") == []
    warriors(state, ALICE, **REGIONS_7)
    warriors(state, BOB, r1=1)
    assert check(state, "presence_regions") == [(ALICE, 10)]
    state = with_vase("v05")
    warriors(state, ALICE, **{f"r{n}": 1 for n in range(1, 6)})
    warriors(state, BOB, r1=1)
    warriors(state, CARA)
    assert check(state, "dominance_regions") == []
    warriors(state, BOB)
    assert check(state, "dominance_regions") == [(ALICE, 10)]


def test_vase_2_a_vase_is_claimed_once_and_kept():
    state = with_vase("v03", tracks=[0, 8, 0])
    assert check(state, "track.cultural") == [(ALICE, 10)]
    assert state.places[0] == [ALICE, -1, -1]
    state.players[ALICE].tracks = [0, 0, 0]
    assert check(state, "track.cultural") == []
    assert state.players[ALICE].vp == 10


def test_vase_3_two_seats_use_only_places_10_and_3():
    state = with_vase("v03", 2, tracks=[0, 8, 0])
    assert check(state, "track.cultural") == [(ALICE, 10)]
    give(state, BOB, tracks=[0, 8, 0])
    assert check(state, "track.cultural") == [(BOB, 3)]


def test_vase_4_6_a_claim_takes_the_highest_free_place_if_any():
    """VASE-6"""
    state = with_vase("v03", 4)
    gained = []
    for seat in (CARA, ALICE, DORA, BOB):
        give(state, seat, tracks=[0, 8, 0])
        gained += check(state, "track.cultural")
    assert gained == [(CARA, 10), (ALICE, 7), (DORA, 3)]


def test_vase_5_seats_that_win_a_vase_together_gain_the_same():
    state = with_vase("v03", 4, tracks=[0, 8, 0])
    state.first = BOB
    give(state, CARA, tracks=[0, 8, 0])
    assert check(state, "track.cultural") == [(CARA, 10), (ALICE, 10)]
    assert state.places[0] == [CARA, ALICE, -1]


def test_vase_5_simultaneous_claims_use_places_that_were_free_before():
    state = with_vase("v03", 4)
    for seat in (ALICE, BOB, CARA, DORA):
        give(state, seat, tracks=[0, 7, 0])
    state.places[0][0], state.claimed[0] = DORA, (DORA,)
    from engine.minos_dawn.content.language import Advance

    steps = [Resolve(seat, "progress", Advance(1, 1)) for seat in (CARA, BOB, ALICE)]
    then = with_steps(state, OpenWindow(), *steps, CloseWindow())
    assert [(fact.seat, fact.vp) for fact in facts_of(then, VaseWon)] == [(CARA, 7), (BOB, 7), (ALICE, 7)]
    assert then.state.places[0] == [DORA, ALICE, BOB]
    assert then.state.claimed[0] == (DORA, CARA, BOB, ALICE)


def test_vase_7_a_seat_can_win_a_vase_by_moves_of_others():
    state = with_vase("v05", 3)
    warriors(state, ALICE, r1=1, r2=1, r3=1, r4=1, r5=1)
    warriors(state, BOB, r5=1)
    warriors(state, CARA)
    then = with_steps(state, MoveTo(BOB, 5)).choose(BOB, "region:6")
    assert facts_of(then, VaseWon) == [VaseWon(ALICE, "v05", 10)]


@pytest.mark.parametrize(("farms", "vp"), [([], 0), ([1], 2), ([1, 2], 4), ([1, 2, 4], 8), ([1, 2, 4, 5], 14)])
def test_score_1_farms_score_by_their_number(farms, vp):
    assert farm_vp(table(2, farms=farms), ALICE) == vp


@pytest.mark.parametrize(
    ("population", "towers", "vp"), [(0, [], 3 + 1), (2, [1], 4 + 2), (5, [1, 2], 5 + 1 + 3), (7, [1, 2, 4], 6 + 2 + 4)]
)
def test_score_2_map_5_regions_score_by_population_and_towers(population, towers, vp):
    """MAP-5: each region counts once."""
    state = table(2, tracks=[0, 0, population], cities=[1, 2, 4], towers=towers)
    warriors(state, ALICE, r1=2, r5=1)
    warriors(state, BOB, r1=1, r5=1)
    assert region_vp(state) == [vp, 2]


def test_score_1_2_7_scores_are_recorded_by_category():
    """SCORE-7, EFF-4"""
    state = table(2, farms=[1], cities=[1])
    then = with_steps(state, Resolve(ALICE, "foundation:f19", VpAtRounds(3)), ScoreRound(), ScoreRound())
    assert facts_of(then, Scored)[:2] == [Scored(ALICE, "farms", 2), Scored(ALICE, "play", 3)]
    assert then.state.players[ALICE].scored[:3] == [6, 4, 6]


def test_eff_5_vp_at_the_end_are_scored_once_with_the_board():
    then = with_steps(table(2), Resolve(ALICE, "foundation:f19", VpAtEnd(3)))
    assert then.state.players[ALICE].vp == 0
    assert board_vp(then.state, ALICE) == 3


def field(**alice):
    """Put Level II tiles in regions 2 and 4 (5 and 4 weaponry), under Level I tiles. Alice has warriors in both."""
    state = table(2, **alice)
    state.sea = [() for _ in state.sea]
    state.sea[2], state.sea[4] = ("II-04", "I-01"), ("II-01", "I-02")
    warriors(state, ALICE, r2=1, r4=1)
    return state


def test_score_3_level_1_tiles_leave_and_fights_go_by_ascending_region():
    then = with_steps(field(weaponry=9), BeginBattles())
    assert then.state.sea[2] == ("II-04",)
    then = then.choose(ALICE, "region:4", "region:2")
    assert [fact.region for fact in facts_of(then, SeaPeoplesDefeated)] == [2, 4]
    assert then.state.players[ALICE].vp == 14
    assert then.state.players[ALICE].scored[3] == 14


def test_score_3a_preferences_are_secret_and_revealed_together():
    state = field(weaponry=9)
    give(state, BOB, weaponry=9)
    warriors(state, BOB, r2=1)
    then = with_steps(state, BeginBattles())
    assert [decision.seat for decision in then.pending] == [ALICE, BOB]
    assert all(decision.private and decision.at_least == 0 for decision in then.pending)
    then = then.choose(ALICE, "region:4")
    assert facts_of(then, BattlesDeclared) == []
    then = then.choose(BOB, "region:2")
    assert facts_of(then, BattlesDeclared) == [BattlesDeclared(ALICE, (4,), False), BattlesDeclared(BOB, (2,), False)]


def test_score_3a_a_seat_without_a_possible_fight_is_not_asked():
    assert with_steps(field(weaponry=3), BeginBattles()).pending == []


@pytest.mark.parametrize(("bobs", "weaponry", "victor"), [(2, 5, BOB), (1, 10, BOB), (1, 9, ALICE)])
def test_score_3b_the_first_in_rank_fights_once(bobs, weaponry, victor):
    state = field(weaponry=9)
    give(state, BOB, weaponry=weaponry)
    warriors(state, BOB, r2=bobs)
    then = with_steps(state, BeginBattles()).choose(ALICE, "region:2").choose(BOB, "region:2")
    assert [fact.seat for fact in facts_of(then, SeaPeoplesDefeated)] == [victor]


def test_score_3b_weaponry_is_reserved_for_preferred_fights():
    state = field(weaponry=5)
    state.sea[2], state.sea[4] = ("II-04",), ("II-01",)
    state.opened = (Sealed(2, regions=(4, 2)), Sealed(2))
    assert not is_able(state, ALICE, 2)
    assert is_able(state, ALICE, 4)
    state.opened[ALICE].regions = [2, 4]
    assert is_able(state, ALICE, 2)


def test_score_3b_a_tile_that_nobody_fights_leaves_the_game():
    then = with_steps(field(weaponry=9), BeginBattles()).choose(ALICE)
    assert then.state.sea[2] == ()
    assert {"II-04", "II-01"} <= set(then.state.sea_box)


def test_score_3_card_8_the_offer_is_full_again_after_each_fight():
    """CARD-8, Q-52"""
    state = field(weaponry=12)
    state.sea[2] = ("II-10",)
    take_cards(state, ["A1-03"])
    state.offer = [*state.offer[:4], "A1-03"]
    then = with_steps(state, BeginBattles()).choose(ALICE, "region:2", "region:4").choose(ALICE, "offer:A1-03")
    assert [type(fact) for fact in facts_of(then, OfferRefilled, SeaPeoplesDefeated)] == [
        OfferRefilled,
        SeaPeoplesDefeated,
    ]
    assert len(then.state.offer) == 5


def test_score_3c_sa5_exchanges_coins_for_missing_weaponry():
    then = with_steps(field(ability=SA5, tracks=[0, 2, 0], coins=9, weaponry=3), BeginBattles())
    then = then.choose(ALICE, "region:2")
    assert then.keys(ALICE) == ("exchange:yes", "exchange:no")
    fought = then.choose(ALICE, "exchange:yes")
    yes = fought.state.players[ALICE]
    assert (yes.coins, yes.weaponry, yes.sea_tiles) == (7, 0, ["II-04"])
    assert [fact.price for fact in facts_of(fought, Exchanged)] == [9 - 7]
    no = then.choose(ALICE, "exchange:no").state.players[ALICE]
    assert (no.coins, no.weaponry, no.sea_tiles) == (9, 3, [])


def test_score_3c_eff_90_91_weaponry_is_scored_after_the_benefit():
    """EFF-90 EFF-91"""
    state = field(weaponry=9)
    state.sea[2] = ("II-10",)
    state.sea[4] = ()
    card = next(d.id for d in the_box().decrees.values() if d.effect == "drawactive 3")
    give(state, ALICE, hand=[card])
    then = with_steps(state, FinalScoring()).choose(ALICE, "region:2")
    assert then.decision_of(ALICE).rule == "DEV-1"
    then = then.choose(ALICE, f"card:{card}")
    assert len(facts_of(then, CardDrawn)) == 3
    player = then.state.players[ALICE]
    assert player.scored[4] == (player.weaponry + 3) // 5


@pytest.mark.parametrize(("cultural", "ability", "vp"), [(0, 0, 3), (5, 0, 3), (2, SA5, 3), (5, SA5, 5)])
def test_score_4_abil_sa5c_resources_score_by_fives_or_threes(cultural, ability, vp):
    """ABIL-SA5c"""
    state = table(2, coins=9, weaponry=6, hand=["A1-01", "A1-02"], tracks=[0, cultural, 0], ability=ability)
    assert resource_vp(state, ALICE) == vp
    state.players[ALICE].temps, state.players[ALICE].goods = [5] * 6, [5] * 6
    assert resource_vp(state, ALICE) == vp


def test_score_4_each_card_in_the_area_scores_a_vp():
    assert area_vp(table(2, area=["A1-01", "A1-02"], palace=["A1-03"]), ALICE) == 2


def test_score_5_palace_cards_score_their_vp():
    assert palace_vp(table(2, palace=["A1-01", "A1-02"]), ALICE) == 4 + 5


def test_score_6_uncovered_places_of_the_player_board_score():
    assert board_vp(table(2, cities=[1, 2, 4], ships=[1, 0, 3]), ALICE) == 2 + 4 + 1 + 2


def test_age2_1_2_3_the_new_age_replaces_deck_and_offer():
    """AGE2-2 AGE2-3"""
    state = table(2, hand=["A1-01"], palace=["A1-02"], area=["A1-03"])
    take_cards(state, ["A1-04"])
    state.discards[0] = ["A1-04"]
    top = state.decks[1][-1]
    then = with_steps(state, ChangeAge())
    assert then.state.offer[0] == top
    assert len(then.state.offer) == 5
    assert all(card.startswith("A2") for card in then.state.offer)
    assert (then.state.decks[0], then.state.discards[0], then.state.age) == ([], [], 1)
    player = then.state.players[ALICE]
    assert (player.hand, player.palace, player.area) == (["A1-01"], ["A1-02"], ["A1-03"])
    assert facts_of(then, AgeChanged, OfferRefilled) == [AgeChanged(tuple(then.state.offer))], "the fact appears once"


def test_end_1_the_most_vp_win_and_ties_share_the_victory():
    state = bare(3)
    for seat, vp in enumerate((9, 12, 12)):
        state.players[seat].vp = vp
    then = with_steps(state, EndGame())
    assert facts_of(then, GameEnded) == [GameEnded((BOB, CARA))]
    assert [(placing.seat, placing.place) for placing in placings(then.state)] == [(BOB, 1), (CARA, 1), (ALICE, 3)]


def test_end_2_the_score_sheet_adds_up():
    state = table(2, palace=["A1-01"], area=["A1-02"], cities=[1, 2], coins=10)
    then = with_steps(state, Resolve(ALICE, "foundation:f01", Coin(5)), ScoreHoldings())
    placing = next(each for each in placings(then.state) if each.seat == ALICE)
    assert placing.parts == {
        "play": 0, "farms": 0, "regions": 0, "battles": 0, "resources": 3, "area": 1, "palace": 4, "board": 2,
    }  # fmt: skip
    assert placing.score == sum(placing.parts.values())
