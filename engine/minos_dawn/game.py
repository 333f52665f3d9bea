"""Minos: Dawn of the Bronze Age, as the class that the kernel runs."""

from collections.abc import Mapping
from itertools import product
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from engine.kernel.decision import Fact, Seat
from engine.kernel.game import (
    Asides,
    Autopilot,
    Game,
    Narration,
    Offering,
    Programs,
    Proof,
    Secrecy,
    StandingOrders,
    Statistics,
)
from engine.kernel.rules import Agreement, GameOption, Rules, copier, kinds_in
from engine.kernel.steps import Step
from engine.minos_dawn import redealing
from engine.minos_dawn.actions import action_points, build, cards, choices, expand, extra, payment
from engine.minos_dawn.content.box import ABILITIES, RIVAL, ROWS, the_box
from engine.minos_dawn.effects import interpreter, operators
from engine.minos_dawn.phases import asides, battles, draft, income, joining, progress, rounds, setup, turn, wishes
from engine.minos_dawn.policies.greedy import POLICIES
from engine.minos_dawn.policies.levels import LEVELS
from engine.minos_dawn.rival import actions as rival_actions
from engine.minos_dawn.rival import scoring as rival_scoring
from engine.minos_dawn.rival import setup as rival_setup
from engine.minos_dawn.rival import turn as rival_turn
from engine.minos_dawn.seen import view
from engine.minos_dawn.seen.grouped_facts import lines
from engine.minos_dawn.seen.log_lines import describe
from engine.minos_dawn.seen.view import DawnView
from engine.minos_dawn.state import facts as f
from engine.minos_dawn.state import steps, vases
from engine.minos_dawn.state.census import count_all
from engine.minos_dawn.state.standings import placings, standing
from engine.minos_dawn.state.state import DawnState

LONGEST_GAME = 20_000
"""Maximum number of answers in one game. Random games take about 600.

A game has 64 turns. Each takes fewer than 300 answers, including nested effects: at most 6 AP (3 answers per AP), 6
extra actions, the due traits, and one answer for each card, coin or weaponry spent on conversions, payments and
exchanges. Drafts and visits add about 150. A seat that keeps opening a list and going back isn't counted: it could just
as well hold up the table by not answering.
"""


class DawnRules(Rules[DawnState]):
    """Crete in the Bronze Age: draft dice for actions, play decrees with royal traits, build cities, ships, farms."""

    key = "minos-dawn"
    version = 4
    seats = (1, 2, 3, 4)
    options = (
        GameOption("setup", ("quick", "draft"), "quick", seats=(2, 3, 4)),
        GameOption("routes", (*("".join(sides) for sides in product("AB", repeat=3)), "random"), "AAA"),
        GameOption("difficulty", ("easy", "normal", "hard"), "easy", seats=(1,)),
    )
    """The kind of setup, the sides of the trade routes, and the rival's level. SETUP-9, SETUP-16, SOLO-GEN-7"""
    state_type = DawnState
    copy = staticmethod(copier(DawnState))
    steps: ClassVar[tuple[type[Step[Any]], ...]] = kinds_in(
        Step, action_points, battles, build, cards, choices, draft, expand, extra, income, interpreter, operators,
        payment, progress, rounds, setup, turn, vases, rival_actions, rival_scoring, rival_setup, rival_turn, steps,
    )  # fmt: skip
    facts = kinds_in(Fact, f)

    start = staticmethod(setup.lay_out)
    look = staticmethod(view.look)
    hear = staticmethod(view.hear)
    result = staticmethod(placings)


class DawnNarration(Narration[DawnState]):
    turns: ClassVar[tuple[type[Step[Any]], ...]] = (turn.NextTurn,)

    describe = staticmethod(describe)
    lines = staticmethod(lines)

    def round_begun(self, fact: Fact) -> int | None:
        return fact.round if isinstance(fact, f.RoundBegan) else None

    def turn_begun(self, fact: Fact) -> Seat | None:  # ACT-2
        return fact.seat if isinstance(fact, f.DieRetrieved) else None

    def opens(self, fact: Fact) -> bool:
        """Also return True for income and a change of age, because each starts a log section. INCOME-3, AGE2-2"""
        return isinstance(fact, f.IncomePaid | f.AgeChanged) or super().opens(fact)

    def round_of(self, state: DawnState) -> int | None:  # ROUND-4
        return state.round or None

    def is_in_turn(self, state: DawnState) -> bool:  # ACT-1
        return state.phase == "action"

    def look_back(self, view: msgspec.Struct, before: msgspec.Struct) -> DawnView:
        """If a turn has just ended, still show its die. ACT-10"""
        assert isinstance(view, DawnView), view
        assert isinstance(before, DawnView), before
        if view.turn is not None or before.turn is None or view.phase != "action":
            return view
        turn = msgspec.structs.replace(before.turn, points=0, due=(), has_benefit=False)
        return msgspec.structs.replace(view, turn=turn)


class DawnOffering(Offering[DawnState]):
    joins = joining.JOINS
    repeats = frozenset({"ACT-7", "EFF-14", "EFF-16", "EFF-17", "EFF-41", "EFF-46", "GEN-8"})
    follow_ups = joining.FOLLOW_UPS
    order = joining.ROW_ORDER
    most = joining.MOST_ALIKE
    reveals = joining.REVEALS
    answer_automatically = staticmethod(joining.answer_automatically)


class DawnAsides(Asides[DawnState]):
    offer = staticmethod(asides.asides)
    take = staticmethod(extra.take_extra)


class DawnStandingOrders(StandingOrders[DawnState]):
    cancelled_by: ClassVar[Mapping[str, str]] = {wishes.WISHES: "wish:none"}

    offer = staticmethod(wishes.offer)
    take = staticmethod(wishes.take)


class DawnSecrecy(Secrecy[DawnState]):
    hidden = staticmethod(view.hidden)
    redeal = staticmethod(redealing.redeal)
    suppose = staticmethod(redealing.suppose)


class DawnStatistics(Statistics[DawnState]):
    uses: ClassVar[Mapping[type[Fact], tuple[str, str]]] = {
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
    once_a_turn = ("ACT-7", "end")

    def components(self) -> dict[str, tuple[str, ...]]:
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

    def setup_of(self, state: DawnState, seat: Seat) -> dict[str, str]:
        """Return the seat's Starting card, ability, and place in the turn order of round 1 (from 1)."""
        box = the_box()
        cards = box.starting_cards
        # SOLO-SETUP-4: the rival begins unless the seat's Starting card makes it the first player.
        first = next((other for other, player in enumerate(state.players) if cards[player.card].first_player), RIVAL)
        place = (seat - first) % state.sides + 1
        player = state.players[seat]
        return {"card": player.card, "ability": ABILITIES[player.ability], "turn": str(place)}


class DawnProof(Proof[DawnState]):
    longest_answers = LONGEST_GAME
    census = staticmethod(count_all)

    def canonical(self, state: DawnState) -> DawnState:
        """Sort hands, areas and extra actions, because their order doesn't matter. DEV-11, EXTRA-1"""
        players = [replace(each, hand=sorted(each.hand), area=sorted(each.area)) for each in state.players]
        turn = None if state.turn is None else replace(state.turn, extras=sorted(state.turn.extras))
        return replace(state, players=players, turn=turn)


RULES = DawnRules()
GAME = Game(
    rules=RULES,
    narration=DawnNarration(),
    offering=DawnOffering(),
    asides=DawnAsides(),
    orders=DawnStandingOrders(),
    autopilot=Autopilot(("end", "skip", "pay", "done", "advance:none", "site:none", "later", "exchange:no")),
    secrecy=DawnSecrecy(),
    programs=Programs(POLICIES, LEVELS),
    statistics=DawnStatistics(),
    agreement=Agreement(standing, "END-1"),
    proof=DawnProof(),
    consequences={steps.Benefit: interpreter.begin_benefit},
)
