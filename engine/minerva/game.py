"""Minerva as the kernel knows it: Roman cities of tiles, one to four seats."""

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.kernel.chance import Chance
from engine.kernel.decision import Fact, Seat
from engine.kernel.game import Asides, Autopilot, Game, Narration, Programs, Proof, Secrecy, StandingOrders, Statistics
from engine.kernel.rules import Agreement, GameOption, Rules, Settings, copier, kinds_in
from engine.kernel.steps import Now, Step
from engine.minerva.actions import trading
from engine.minerva.content.box import the_box
from engine.minerva.effects import conversions, interpreter, specials
from engine.minerva.phases import asides, building, residences, scoring, turn, wishes
from engine.minerva.phases.setup import lay_out
from engine.minerva.policies.greedy import greedy_policy
from engine.minerva.policies.levels import LEVELS
from engine.minerva.seen import view
from engine.minerva.seen.grouped_facts import lines
from engine.minerva.seen.log_lines import describe
from engine.minerva.state import facts as f
from engine.minerva.state import standings
from engine.minerva.state.census import count_all
from engine.minerva.state.state import FEE, FIRST, MinervaState

LONGEST_GAME = 60_000
"""Maximum number of answers in one game. Random games take about 250. 94 tiles, 36 residences and 20 assistants make
150 actions. With 24 passes and 20 purchases, a game has fewer than 200 turns. A turn activates at most 94 tiles, with
about 3 answers each: one to choose kinds or a side, and the others to convert what earlier answers gained."""


class MinervaRules(Rules[MinervaState]):
    """Roman cities of tiles. Residences activate rows. Culture and glory win tiles. Temples score at the end."""

    key = "minerva"
    version = 1
    seats = (1, 2, 3, 4)
    options = (
        GameOption("first_seat", ("random", "first"), "random", seats=(2, 3, 4)),
        GameOption("colon_mode", ("once", "per_token"), "once"),
    )
    """The first player, and whether a gain after a colon is paid once or per token. SETUP-13, EFF-03 (Q-01)"""
    state_type = MinervaState
    copy = staticmethod(copier(MinervaState))
    steps: ClassVar[tuple[type[Step[Any]], ...]] = kinds_in(
        Step, trading, conversions, interpreter, specials, building, residences, scoring, turn
    )
    facts = kinds_in(Fact, f)

    def start(self, settings: Settings, chance: Chance) -> tuple[MinervaState, list[Step[MinervaState]]]:
        return lay_out(settings, chance), [turn.BeginGame()]

    look = staticmethod(view.look)
    result = staticmethod(standings.placings)


class MinervaNarration(Narration[MinervaState]):
    turns: ClassVar[tuple[type[Step[Any]], ...]] = (turn.NextTurn,)

    describe = staticmethod(describe)
    lines = staticmethod(lines)

    def round_begun(self, fact: Fact) -> int | None:
        return fact.round if isinstance(fact, f.RoundBegan) else None

    def opens(self, fact: Fact) -> bool:
        """Return whether this fact begins a game, a glory phase, a reveal of tiles or a round. PREP-04"""
        return isinstance(fact, f.GameBegan | f.GloryTaken | f.GloryBoxed | f.TilesRevealed | f.RoundBegan)

    def round_of(self, state: MinervaState) -> int | None:
        return state.round or None

    def is_in_turn(self, state: MinervaState) -> bool:  # TURN-02
        return state.phase == "main"


class MinervaAsides(Asides[MinervaState]):
    offer = staticmethod(asides.asides)

    def take(self, state: MinervaState, now: Now[MinervaState], seat: Seat, key: str) -> None:  # SELL-01
        now.then(trading.Sell(seat))


class MinervaStandingOrders(StandingOrders[MinervaState]):
    cancelled_by: ClassVar[Mapping[str, str]] = {
        asides.PASS: "passes:no", asides.BUY: "buys:ask", wishes.BUILD: "wish:none", wishes.PLACE: "cell:ask",
    }  # fmt: skip

    offer = staticmethod(asides.standing_orders)
    take = staticmethod(asides.set_order)


class MinervaSecrecy(Secrecy[MinervaState]):
    hidden = staticmethod(view.hidden)

    def redeal(self, world: MinervaState, seat: Seat | None, chance: Chance) -> None:
        """Redeal the undrawn tiles and others' standing orders. The sizes of the piles are known and stay. SETUP-08"""
        world.temple_stack.sort()
        chance.shuffle("temples", world.temple_stack)
        world.deck = _shuffled_deck(world, chance)
        for other, player in enumerate(world.players):
            if other != seat:
                player.next_turn = (False, True, FEE, FIRST)[chance.below("passes", 4)]
                player.buys_none = bool(chance.below("buys none", 2))

    def suppose(self, world: MinervaState, seat: Seat) -> None:
        for other, player in enumerate(world.players):
            if other != seat:
                player.next_turn = player.buys_none = False


def _shuffled_deck(state: MinervaState, chance: Chance) -> list[str]:
    """Return a shuffled deck: the rest of the current pile on top of complete piles, each with its round tile."""
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


class MinervaStatistics(Statistics[MinervaState]):
    uses: ClassVar[Mapping[type[Fact], tuple[str, str]]] = {
        f.TileBuilt: ("tile", "tile"), f.CultureTaken: ("culture", "tile"), f.GloryTaken: ("glory", "tile"),
    }  # fmt: skip
    once_a_turn = ("TURN-05", "")

    def components(self) -> dict[str, tuple[str, ...]]:
        box = the_box()
        tiles = (*box.starting_buildings(4), *box.normal_buildings(4), *box.temples)
        return {"tile": tiles, "culture": tuple(box.culture_tiles), "glory": tuple(box.glory_tiles)}

    def setup_of(self, state: MinervaState, seat: Seat) -> dict[str, str]:
        """Return the seat's place in the turn order of round 1, from 1. SETUP-13"""
        return {"turn": str((seat - state.starter) % len(state.players) + 1)}


class MinervaProof(Proof[MinervaState]):
    longest_answers = LONGEST_GAME
    census = staticmethod(count_all)


RULES = MinervaRules()
GAME = Game(
    rules=RULES,
    narration=MinervaNarration(),
    asides=MinervaAsides(),
    orders=MinervaStandingOrders(),
    autopilot=Autopilot(("pass", "decline", "done", "times:0")),
    secrecy=MinervaSecrecy(),
    programs=Programs({"greedy": greedy_policy}, LEVELS),
    statistics=MinervaStatistics(),
    agreement=Agreement(standings.standing),  # TIE-03 breaks every tie
    proof=MinervaProof(),
)
