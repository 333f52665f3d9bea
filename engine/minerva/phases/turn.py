"""Rounds, turns and passing. TURN, PASS"""

from functools import cache
from typing import ClassVar

from engine.kernel.decision import Message, Option, Seat
from engine.kernel.steps import Happening, Now, SeatChoice, SeatHappening
from engine.minerva.actions.trading import GainAssistants
from engine.minerva.content.box import the_box
from engine.minerva.content.terms import RESIDENCE
from engine.minerva.content.words import plain
from engine.minerva.phases import building
from engine.minerva.phases.residences import ChooseDirection, PlaceAssistant, free_residences
from engine.minerva.phases.scoring import FinalScoring, GainGlory
from engine.minerva.phases.setup import prepare
from engine.minerva.phases.wishes import build_wish
from engine.minerva.state.changes import could_raise
from engine.minerva.state.facts import GameBegan, Passed, RoundBegan, SkipIncomePaid, TilesRevealed
from engine.minerva.state.measures import fee
from engine.minerva.state.state import MinervaState, SeatState, Turn, Wishes


class BeginGame(Happening[MinervaState], frozen=True, tag="BeginGame"):  # SETUP-09, SETUP-13
    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        now.emit(GameBegan(state.starter))
        now.emit(TilesRevealed(tuple(state.lots)))
        now.then(BeginRound())


class BeginRound(Happening[MinervaState], frozen=True, tag="BeginRound"):
    """Begin the main phase, with seat `first` on turn. TURN-02, TURN-03, PREP-06"""

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        state.phase = "main"
        now.emit(RoundBegan(state.round, state.first))
        now.then(NextTurn(state.first))


class NextTurn(SeatHappening[MinervaState], frozen=True, tag="NextTurn"):
    """Begin the next turn clockwise. Passed seats are skipped and get money. TURN-04, PASS-02, PASS-03, PASS-07"""

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        seat = self.seat
        while (player := state.players[seat]).order:
            income = the_box().constants.skip_income_denarii
            player.denarii += income
            now.emit(SkipIncomePaid(seat, income))
            seat = after(state, seat)
        state.turn = Turn(seat, [0, 0, 0])
        now.then(EndTurn(seat))
        if passes_now(state, player):
            if player.next_turn is not True:
                now.reveal()  # Others now know of the order, so they must not be able to undo.
            pass_round(state, now, seat)
        elif not build_wish(state, now, seat):
            now.then(TakeTurn(seat))


def passes_now(state: MinervaState, player: SeatState) -> bool:
    """Return whether the seat's standing order passes at this turn. PASS-01, PASS-04"""
    match player.next_turn:
        case "fee":
            return fee(state) > 0
        case "first":
            return fee(state) == 0
    return player.next_turn is True


def after(state: MinervaState, seat: Seat) -> Seat:
    return (seat + 1) % len(state.players)


class TakeTurn(SeatChoice[MinervaState], frozen=True, tag="TakeTurn"):
    """Build a tile or a residence, place an assistant, or pass. TURN-05, TURN-07"""

    rule: ClassVar[str] = "TURN-05"

    def options(self, state: MinervaState) -> list[Option]:
        """The actions the seat can afford after the fee, and passing. TURN-06, PASS-04, PASS-05, PASS-06"""
        player, cost = state.players[self.seat], fee(state)
        options: list[Option] = []
        if player.denarii >= cost:
            options = building.build_options(state, self.seat, cost)
            if state.is_solo:
                options += building.round_tile_options(state)
            if player.residences:
                options.append(plain("residence"))
            if player.assistants and free_residences(player):
                options.append(plain("assistant"))
        options.append(plain("pass"))
        return options

    def prompt(self, state: MinervaState) -> Message:
        return _prompt(fee(state))

    def could_pay_more(self, state: MinervaState) -> bool:
        """Return whether a sale could pay for an action. The seat then doesn't pass automatically. SELL-03, SELL-05"""
        player, cost = state.players[self.seat], fee(state)
        if not could_raise(player, cost):
            return False
        if player.residences or (player.assistants and free_residences(player)):
            return True
        return building.could_build(state, self.seat, cost)

    def take(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        verb, _, name = key.partition(":")
        if verb == "pass":
            pass_round(state, now, self.seat)
            return
        building.begin_action(state, now, self.seat, verb)
        match verb:
            case "build":
                building.begin_building(state, now, self.seat, name)
            case "round_tile":
                building.take_round_tile(state, now, self.seat, name)
            case "residence":
                state.on_turn.tile = RESIDENCE
                now.then(building.LayResidence(self.seat), ChooseDirection(self.seat))
            case _:
                now.then(PlaceAssistant(self.seat), ChooseDirection(self.seat))


@cache
def _prompt(cost: int) -> Message:
    return Message("minerva.prompt.turn_fee", {"count": cost}) if cost else Message("minerva.prompt.turn")


def pass_round(state: MinervaState, now: Now[MinervaState], seat: Seat) -> None:
    """Take the lowest remaining order tile. The seat has no more turns this round. PASS-01, PASS-02"""
    player = state.players[seat]
    player.order = 1 + sum([1 for other in state.players if other.order])
    if isinstance(player.next_turn, Wishes):
        player.next_turn = False
    now.emit(Passed(seat, 0 if state.is_solo else player.order))


class EndTurn(SeatHappening[MinervaState], frozen=True, tag="EndTurn"):
    """Discard culture points. The main phase ends when the last seat passes. TURN-08, TURN-09, SOLO-10, TURN-02"""

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        state.turn = None
        if state.players[self.seat].wishes.ended:
            state.players[self.seat].next_turn = False
        if all(player.order for player in state.players):
            now.then(GainAssistants(), GainGlory(), EndRound())
        else:
            now.then(NextTurn(after(state, self.seat)))


class EndRound(Happening[MinervaState], frozen=True, tag="EndRound"):
    """Prepare the next round, or score after round 6. TURN-01, TURN-02, PREP-01 to PREP-06"""

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        if state.round == the_box().constants.rounds:
            now.then(FinalScoring())
            return
        prepare(state, now)
        now.then(BeginRound())
