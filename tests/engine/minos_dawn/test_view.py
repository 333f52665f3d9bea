"""INFO: public and secret information."""

from copy import deepcopy

from engine.kernel.chance import Chance
from engine.kernel.play import redeal
from engine.minos_dawn.content.language import DrawActive
from engine.minos_dawn.effects.operators import Resolve
from engine.minos_dawn.game import GAME, RULES
from engine.minos_dawn.state.facts import SetupCarriedOut
from engine.minos_dawn.state.state import Sealed
from tests.engine.minos_dawn.table import ALICE, BOB, bare, table, with_steps
from tests.engine.situation import SEED


def test_info_1_3_4_every_view_shows_all_public_components():
    """INFO-3 INFO-4"""
    state = table(2, palace=["A1-01"], area=["A1-02"], coins=4, bonus_tiles=["blue01"], hand=["A1-03"])
    for seat in (None, ALICE, BOB):
        view = RULES.look(state, seat)
        assert (view.seats[ALICE].palace, view.seats[ALICE].area) == (("A1-01",), ("A1-02",))
        assert (view.seats[ALICE].coins, view.seats[ALICE].bonus_tiles) == (4, ("blue01",))
        assert view.offer == tuple(state.offer)
        assert view.action_bonus == state.action_bonus
        assert view.regions[0].warriors == (1, 0)


def test_info_2_6_a_hand_is_seen_by_its_seat_only():
    """INFO-6"""
    state = table(2, hand=["A1-03"])
    assert RULES.look(state, ALICE).hand == ("A1-03",)
    assert RULES.look(state, BOB).hand == RULES.look(state, None).hand == ()
    assert RULES.look(state, BOB).seats[ALICE].hand_size == 1


def test_info_8_discards_are_public_but_their_order_is_secret():
    state = bare(2)
    state.discards[0] = ["A1-09", "A1-02"]
    assert RULES.look(state, None).discards[0] == ("A1-02", "A1-09")


def test_info_9_the_goods_pile_shows_its_size():
    state = bare(2)
    other = deepcopy(state)
    other.goods_pile.reverse()
    assert RULES.look(state, ALICE) == RULES.look(other, ALICE)
    assert RULES.look(state, ALICE).goods_pile_size == 24


def test_info_10_the_lower_sea_peoples_tile_is_public():
    state = bare(2)
    assert RULES.look(state, None).regions[1].sea_peoples == tuple(state.sea[2])


def test_info_12_setup_choices_are_heard_by_their_seat_only():
    fact = SetupCarriedOut(ALICE, ("A1-01", "A1-02"), 2, "A1-03")
    assert RULES.hear(fact, ALICE) == fact
    assert RULES.hear(fact, BOB) == SetupCarriedOut(ALICE, ("", ""), 2, "A1-03")
    state = bare(2)
    state.sealed[ALICE] = Sealed(1, cards=("A1-01",))
    assert [seen.sealed.cards for seat in (ALICE, BOB) if (seen := RULES.look(state, seat)).sealed] == [
        ("A1-01",),
        (),
    ]
    assert RULES.look(state, None).sealed is None


def test_a_redeal_changes_only_hidden_information():
    state = with_steps(table(2), Resolve(BOB, "foundation:f12", DrawActive(5))).state
    dealt = redeal(GAME, state, ALICE, Chance(SEED, {}))
    assert dealt.players[BOB].hand != state.players[BOB].hand
    assert dealt.goods_pile != state.goods_pile
    assert RULES.look(dealt, ALICE) == RULES.look(state, ALICE)
    GAME.proof.census(dealt)
