"""Redeals don't depend on hidden information, and other seats are assumed to declare well. K9"""

from collections.abc import Iterator
from copy import deepcopy
from functools import partial

import pytest

from engine.kernel.chance import Chance
from engine.kernel.decision import Seat
from engine.kernel.game import complete_settings
from engine.kernel.play import redeal, world_of
from engine.kernel.policy import FastChance
from engine.minos_dawn.content.box import SA2
from engine.minos_dawn.content.language import TRACKS
from engine.minos_dawn.game import GAME
from engine.minos_dawn.phases import income
from engine.minos_dawn.phases.progress import ADVANCES, DECLARED, SITES, builds_of, declaration
from engine.minos_dawn.policies.greedy import POLICIES
from engine.minos_dawn.seen.view import look
from engine.minos_dawn.state.state import NONE, DawnState, Die, Sealed, Site
from engine.simulate import Simulation
from tests.engine.minos_dawn.table import ALICE, BOB, bare, give, table, with_steps
from tests.engine.situation import Situation

SECRETS = [bytes([number] * 16) for number in range(40)]


def redeal_for_alice(state: DawnState, secret: bytes = SECRETS[0]) -> DawnState:
    """Return a possible state from Alice's view, with hidden information redealt."""
    return redeal(GAME, state, ALICE, Chance(secret, {}))


def visit(level: int = 1, **bob: object) -> Situation[DawnState]:
    """Begin the income choices. Alice is asked about her palace. Bob has SA2 and is asked for all his choices."""
    state = table(2, area=["A1-01"])
    state.rows[0], state.opened = [None], (Sealed(DECLARED), Sealed(DECLARED))
    give(state, BOB, ability=SA2, tracks=[6, {1: 0, 2: 2, 3: 5}[level], 0], **bob)
    return with_steps(state, income.BeginIncome())


def part_of_visit(then: Situation[DawnState]) -> tuple[int, int]:
    """Return how far Bob is with his income choices: the stage, and the number of cards that he has named."""
    sealed = then.state.sealed[BOB]
    return sealed.stage, len(sealed.cards)


def test_info_11_cards_that_left_the_game_have_no_order() -> None:
    state = bare(2)
    state.retired = ["A1-03", "A1-01", "A1-02"]
    other = deepcopy(state)
    other.retired.reverse()
    assert redeal_for_alice(state) == redeal_for_alice(other)


def test_info_13_early_gains_stay_secret() -> None:
    """ABIL-SA2"""
    waiting = visit(level=3)
    named = waiting.choose(BOB, "temp:wood").choose(BOB, "good:stone")
    half, later = waiting.choose(BOB, "temp:wood").choose(BOB, "later"), waiting.choose(BOB, "later")
    worlds = [[redeal_for_alice(then.state, secret) for secret in SECRETS] for then in (named, half, later)]
    assert worlds[0] == worlds[1] == worlds[2]
    bobs = [world.players[BOB] for world in worlds[0]]
    assert {NONE, 2, 3} < {bob.early_temp for bob in bobs}
    assert {NONE, 2, 3} < {bob.early_good for bob in bobs}
    assert all(bob.early_good == NONE for bob in bobs if bob.early_temp == NONE)


def test_info_13_the_early_gain_stays_secret_after_the_visit() -> None:
    """ABIL-SA2: the seat receives the gain only at the beginning of the next round."""
    worlds = []
    for key in ("temp:wood", "later"):
        state = visit().choose(BOB, key).choose(ALICE, "done").state
        assert state.sealed == [Sealed(), Sealed()]
        worlds.append([redeal_for_alice(state, secret) for secret in SECRETS])
    assert worlds[0] == worlds[1]
    assert {NONE, 2, 3} < {world.players[BOB].early_temp for world in worlds[0]}


def test_abil_sa2_a_seat_without_a_choice_has_named_nothing() -> None:
    """ABIL-SA2: a seat has no choice at level 2, nor after the round."""
    state = visit(level=2).state
    assert all(redeal_for_alice(state, secret).players[BOB].early_temp == NONE for secret in SECRETS)
    state = deepcopy(visit().choose(BOB, "later").choose(ALICE, "done").state)
    state.rows = [[] for _ in state.rows]
    assert all(redeal_for_alice(state, secret).players[BOB].early_temp == NONE for secret in SECRETS)


@pytest.mark.parametrize(
    ("ways", "parts"),
    [
        (([],), {(income.PALACE, 0)}),
        ((["card:A1-10"], ["done"]), {(income.PALACE, 1), (income.EARLY_TEMP, 0)}),
        (
            (["card:A1-11", "card:A1-10"], ["card:A1-10", "done"], ["done", "temp:herb"]),
            {(income.EARLY_TEMP, 2), (income.EARLY_TEMP, 1), (income.EARLY_GOOD, 0)},
        ),
        (
            (["card:A1-11", "card:A1-10", "temp:wood"], ["card:A1-11", "done", "temp:herb"]),
            {(income.EARLY_GOOD, 2), (income.EARLY_GOOD, 1)},
        ),
    ],
)
def test_income_2_visit_progress_depends_only_on_the_number_of_answers(
    ways: tuple[list[str], ...], parts: set[tuple[int, int]]
) -> None:
    """INCOME-6, INFO-13: others can't tell which of a seat's answers was its last about the palace."""
    worlds = []
    for keys in ways:
        then = visit(level=3, area=["A1-10", "A1-11"])
        for key in keys:
            then = then.choose(BOB, key)
        assert part_of_visit(then) in parts
        assert then.decision_of(BOB).private
        worlds.append([redeal_for_alice(then.state, secret) for secret in SECRETS])
    assert all(world == worlds[0] for world in worlds)
    assert {(world.sealed[BOB].stage, len(world.sealed[BOB].cards)) for world in worlds[0]} == parts


def declared_worlds() -> Iterator[tuple[DawnState, Seat]]:
    """Yield worlds that a drafting seat imagines in three-player games, after another seat has declared advances."""
    for number in range(4):
        simulation = Simulation(GAME, complete_settings(GAME, 3, {}), bytes([number] * 16), POLICIES["greedy"])
        while simulation.play.pending:
            position = simulation.play.position
            for seat in (decision.seat for decision in simulation.play.pending if decision.rule == "DRAFT-3"):
                for other, sealed in enumerate(position.state.sealed):
                    if other != seat and sealed.stage in (SITES, DECLARED):
                        yield world_of(GAME, position, seat, Chance(SECRETS[number], {})).state, other
            simulation.turn()


def test_prog_5_other_seats_are_assumed_to_declare_well() -> None:
    """In a redeal, other seats declare as the plain player would, with at most one site per Build AP."""
    supposed: list[tuple[int, ...]] = []
    for world, other in declared_worlds():
        asked = deepcopy(world)
        asked.sealed[other] = Sealed(ADVANCES)
        keys = POLICIES["greedy"](partial(look, asked, other), declaration(asked, other), FastChance(bytes(16)))
        sealed = world.sealed[other]
        assert keys == ("advance:" + ("+".join(TRACKS[track] for track in sealed.tracks) or "none"),)
        assert len(sealed.sites) <= builds_of(world, other, sealed.tracks)
        supposed.append(sealed.tracks)
    assert len(supposed) > 20
    assert len(set(supposed)) > 2


def test_prog_5_assumptions_change_only_declarations_of_other_seats() -> None:
    """Nothing is assumed about seats without a declaration, nor about the viewing seat.

    PROG-11: a site was named for a Build AP. If the AP changes, so does the site.
    """
    state = bare(2)
    state.phase = "draft"
    state.sealed = [Sealed(DECLARED, tracks=(1,), sites=(Site("city", 7, ALICE),)), Sealed(ADVANCES)]
    state.rows[0] = [Die(seat, 0, 6) for seat in (ALICE, ALICE, BOB, BOB)]
    supposed = deepcopy(state)
    GAME.secrecy.suppose(supposed, ALICE)
    assert supposed == state
    GAME.secrecy.suppose(supposed, BOB)
    assert (supposed.sealed[ALICE].tracks, supposed.sealed[ALICE].sites) == ((0,), ())
