"""Minos (classic) as the kernel knows it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.kernel import game as g
from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Fact, Seat
from engine.kernel.rules import Agreement, GameOption, Rules, Settings, copier, kinds_in
from engine.kernel.steps import Step
from engine.minos_classic.actions import building, dice, fights, movement
from engine.minos_classic.phases import joining, turn
from engine.minos_classic.phases.setup import lay_out
from engine.minos_classic.policies.greedy import greedy_policy
from engine.minos_classic.policies.levels import LEVELS
from engine.minos_classic.seen import view
from engine.minos_classic.seen.grouped_facts import lines
from engine.minos_classic.seen.log_lines import describe
from engine.minos_classic.state import facts as f
from engine.minos_classic.state.census import count
from engine.minos_classic.state.ending import placings
from engine.minos_classic.state.state import NO_ORDER, ClassicState

LONGEST_TURN = 640
"""Maximum number of answers in one turn without buildings, as added up in docs/rules/minos-classic.md."""

LONGEST_GAME = (80 + 1) * 20 * 4 * LONGEST_TURN + 2 * 80
"""Upper bound for four seats. At least every 20 rounds, two answers place one of the 80 buildings (END-7)."""


class ClassicRules(Rules[ClassicState]):
    """The rules of Minos (classic). Only automatic steps and answers of seats that are asked change the game. GEN-4"""

    key = "minos-classic"
    version = 2
    seats = (2, 3, 4)
    options = (
        GameOption("first_seat", ("random", "first"), "random"),
        GameOption("short_game", (False, True), False),
        GameOption("round_limit", (0, 10, 15, 20, 25, 30, 40), 0),
        GameOption("same_site_twice", (True, False), True),
        GameOption("combination_scope", ("per_action", "anchored", "per_group"), "per_action"),
    )
    """The first player and house rules, which are off by default. GEN-1, SETUP-8, HOUSE-1, HOUSE-2, HOUSE-3, HOUSE-5"""
    state_type = ClassicState
    copy = staticmethod(copier(ClassicState))
    steps: ClassVar[tuple[type[Step[Any]], ...]] = kinds_in(Step, building, dice, fights, movement, turn)
    facts = kinds_in(Fact, f)

    def start(self, settings: Settings, chance: Chance) -> tuple[ClassicState, list[Step[ClassicState]]]:
        return lay_out(settings, chance), [turn.BeginGame()]

    look = staticmethod(view.look)
    result = staticmethod(placings)


class ClassicNarration(g.Narration[ClassicState]):
    describe = staticmethod(describe)
    lines = staticmethod(lines)

    def round_begun(self, fact: Fact) -> int | None:
        """Return the number of the round that begins. The first begins with the game. TURN-7"""
        if isinstance(fact, f.GameBegan):
            return 1
        return fact.round if isinstance(fact, f.RoundBegan) else None

    def turn_begun(self, fact: Fact) -> Seat | None:  # DICE-1
        return fact.seat if isinstance(fact, f.DiceRolled) and fact.number == 1 else None

    def round_of(self, state: ClassicState) -> int | None:
        return state.round or None


class ClassicOffering(g.Offering[ClassicState]):
    joins = joining.JOINS
    repeats = frozenset({"TURN-2"})
    follow_ups = joining.FOLLOW_UPS
    order = joining.ROW_ORDER


class ClassicStandingOrders(g.StandingOrders[ClassicState]):
    cancelled_by: ClassVar[Mapping[str, str]] = {fights.ORDER: "rings:off"}

    offer = staticmethod(fights.offer_order)
    take = staticmethod(fights.take_order)


class ClassicAutopilot(g.Autopilot[ClassicState]):
    def answer(self, state: ClassicState, decision: Decision) -> tuple[str, ...]:
        """Stop rolling, end the turn, and reroll in fights only by standing order. ASYNC-11, ASYNC-13, HOUSE-4"""
        keys = tuple(option.key for option in decision.options)
        match decision.rule:
            case "DICE-3":
                return keys
            case "TURN-2":
                return ("end",)
            case "FIGHT-10":
                return tuple([f"die:{die + 1}" for die in fights.ordered_reroll(state)])
            case "MOVE-18":
                peaceful = [o.key for o in decision.options if o.label.id == "minos_classic.choice.to"]
                return (*peaceful, *keys)[:1]
            case _:
                return keys[:1]


class ClassicSecrecy(g.Secrecy[ClassicState]):
    hidden = staticmethod(view.hidden)

    def redeal(self, world: ClassicState, seat: Seat | None, chance: Chance) -> None:
        """Change others' standing orders: nothing else is hidden. HOUSE-4"""
        for other, player in enumerate(world.players):
            if other != seat:
                player.order = chance.below("order", fights.MOST_RINGS + 2) + NO_ORDER

    def suppose(self, world: ClassicState, seat: Seat) -> None:
        """Assume that no other seat has left an order. That's the usual case. HOUSE-4"""
        for other, player in enumerate(world.players):
            if other != seat:
                player.order = NO_ORDER


class ClassicStatistics(g.Statistics[ClassicState]):
    once_a_turn = ("TURN-2", "end")


class ClassicProof(g.Proof[ClassicState]):
    longest_answers = LONGEST_GAME
    census = staticmethod(count)


RULES = ClassicRules()
GAME = g.Game(
    rules=RULES,
    narration=ClassicNarration(),
    offering=ClassicOffering(),
    orders=ClassicStandingOrders(),
    autopilot=ClassicAutopilot(),
    secrecy=ClassicSecrecy(),
    programs=g.Programs({"greedy": greedy_policy}, LEVELS),
    statistics=ClassicStatistics(),
    agreement=Agreement(placings, "TIE-2"),
    proof=ClassicProof(),
)
