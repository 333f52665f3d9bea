"""Minerva as the kernel knows it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Fact, Message, Option, Seat
from engine.kernel.game import Choice, Game, GameOption, Now, Placing, Settings, Step
from engine.kernel.players import Player
from engine.minerva import (
    asides,
    building,
    buying,
    conversions,
    culture,
    effects,
    glory,
    orders,
    residences,
    scoring,
    selling,
    specials,
    turn,
    view,
)
from engine.minerva.box import SHELF
from engine.minerva.census import count_all
from engine.minerva.facts import FACTS
from engine.minerva.greedy import greedy_player
from engine.minerva.redealing import redealt
from engine.minerva.setup import lay_out
from engine.minerva.state import Table
from engine.minerva.telling import tell
from engine.minerva.uses import USES, components, dealt

STEPS: tuple[type[Step[Any]], ...] = (
    selling.Sell, building.LayBuilding, building.LayResidence, building.RevealTemple, building.UseBuilding,
    buying.BuyAssistant, buying.GainAssistants, buying.OfferAssistant, conversions.Repeat, conversions.Swap,
    culture.ClaimCulture, effects.Apply, effects.ChooseKinds, effects.ChooseSide, effects.NameCulture,
    glory.GainGlory, residences.ChooseDirection, residences.FollowLine, residences.PlaceAssistant,
    scoring.FinalScoring, specials.LiftTile, specials.PickForBaths, specials.RemoveFromCity, specials.SetDown,
    specials.TakeFromPile, turn.BeginGame, turn.BeginRound, turn.EndRound, turn.EndTurn, turn.NextTurn, turn.TakeTurn,
)  # fmt: skip

LONGEST_GAME = 60_000
"""Answers of one game at most. 94 tiles, 36 residences and 20 assistants are 150 actions, with 24 passes and 20
purchases less than 200 turns. A line has at most 94 tiles; each asks at most once for its kinds or side and once for
every token or coin that it converts, some 3 answers as tokens are gained one answer before they are spent or sold.
Random games take about 250."""

HOLDING_STILL = ("pass", "decline", "done", "times:0")
"""What an autopilot answers wherever it is offered: nothing is taken that others could want."""


class Minerva(Game[Table]):
    """Roman cities of tiles: residences bring rows to life, culture and glory are won, temples count at the end."""

    key = "minerva"
    version = 1
    seats = (1, 2, 3, 4)
    options = (
        GameOption("first_seat", ("random", "first"), "random", seats=(2, 3, 4)),
        GameOption("colon_mode", ("once", "per_token"), "once"),
    )
    """SETUP-13, EFF-03 (Q-01)."""
    state_type = Table
    shelf = SHELF
    steps: ClassVar[tuple[type[Step[Any]], ...]] = STEPS
    facts = FACTS
    longest_answers = LONGEST_GAME
    players: ClassVar[Mapping[str, Player]] = {"greedy": greedy_player}
    uses = USES

    def start(self, settings: Settings, chance: Chance) -> tuple[Table, list[Step[Table]]]:
        """SETUP"""
        return lay_out(settings, chance), [turn.BeginGame()]

    def copy(self, state: Table) -> Table:
        """By hand: faster than a round trip through the codec."""
        return state.copy()

    def look(self, state: Table, seat: Seat | None) -> view.MinervaView:
        """INFO"""
        return view.look(state, seat)

    def tell(self, fact: Fact) -> Message | None:
        """One line for each thing that happened, with its source."""
        return tell(fact)

    def asides(self, state: Table, question: Choice[Table], decision: Decision) -> Sequence[Option]:
        """SELL-03: the sale."""
        return asides.asides(state, question, decision)

    def take_aside(self, state: Table, now: Now[Table], seat: Seat, key: str) -> None:
        """SELL-01: the seat is asked what it sells."""
        now.then(selling.Sell(seat))

    def standing(self, state: Table, seat: Seat) -> list[Decision]:
        """PASS-01, GAINASSIST-02"""
        return orders.standing_orders(state, seat)

    def stand(self, state: Table, seat: Seat, rule: str, keys: tuple[str, ...]) -> None:
        """PASS-01, GAINASSIST-02"""
        orders.set_order(state, seat, rule, keys[0])

    def autopilot(self, state: Table, decision: Decision) -> tuple[str, ...]:
        """Pass and decline; what was begun is finished with the first that is offered."""
        keys = tuple(option.key for option in decision.options)
        return next(((still,) for still in HOLDING_STILL if still in keys), keys[:1])

    def result(self, state: Table) -> tuple[Placing, ...]:
        """SCORE-09, TIE"""
        return scoring.placings(state)

    def census(self, state: Table) -> None:
        """Section 21 of the rules."""
        count_all(state)

    def components(self) -> Mapping[str, tuple[str, ...]]:
        """Every component of the box that `USES` counts."""
        return components()

    def dealt(self, state: Table, seat: Seat) -> Mapping[str, str]:
        """SETUP-13, SETUP-14"""
        return dealt(state, seat)

    def redeal(self, state: Table, seat: Seat | None, chance: Chance) -> Table:
        """INFO-01"""
        return redealt(state, seat, chance)


GAME = Minerva()
