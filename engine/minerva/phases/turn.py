"""Rounds, turns and passing. TURN, PASS"""

from typing import ClassVar

from engine.kernel.decision import Message, Option, Seat
from engine.kernel.steps import Happening, Now
from engine.minerva.actions.asking import MinervaChoice
from engine.minerva.actions.buying import GainAssistants
from engine.minerva.actions.solo import round_tile_options, take_round_tile
from engine.minerva.content.box import the_box
from engine.minerva.content.words import plain
from engine.minerva.phases.building import begin_building, begin_residence, build_option, buildable, could_build
from engine.minerva.phases.glory import GainGlory
from engine.minerva.phases.preparation import prepare
from engine.minerva.phases.residences import ChooseDirection, PlaceAssistant, free_residences
from engine.minerva.phases.scoring import FinalScoring
from engine.minerva.state.changes import could_raise
from engine.minerva.state.facts import FeePaid, GameBegan, Passed, RoundBegan, SkipIncomePaid, TilesRevealed
from engine.minerva.state.measures import fee
from engine.minerva.state.state import MinervaState, Turn


class BeginGame(Happening[MinervaState], frozen=True, tag="BeginGame"):
    """SETUP-13: the first seat begins, with what the first reveal brought. SETUP-09"""

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        """The table is laid out already."""
        now.emit(GameBegan(state.starter))
        now.emit(TilesRevealed(tuple(state.lots)))
        now.then(BeginRound())


class BeginRound(Happening[MinervaState], frozen=True, tag="BeginRound"):
    """TURN-02: the main phase comes first. TURN-03: `first` begins it."""

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        """PREP-06: all but what preparation took back is kept."""
        state.phase = "main"
        now.emit(RoundBegan(state.round, state.first))
        now.then(NextTurn(state.first))


class NextTurn(Happening[MinervaState], frozen=True, tag="NextTurn"):
    """TURN-04: clockwise by seat. PASS-02, PASS-03: a seat that has passed receives money instead of a turn.

    PASS-07: each time the last one left has had a turn, too.
    """

    seat: Seat

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        """Or passes, if its standing order says so."""
        player = state.players[self.seat]
        if player.order:
            income = the_box().constants.skip_income_denarii
            player.denarii += income
            now.emit(SkipIncomePaid(self.seat, income))
            now.then(NextTurn(after(state, self.seat)))
            return
        state.turn = Turn(self.seat, [0, 0, 0])
        now.then(EndTurn(self.seat))
        if player.passes:
            pass_round(state, now, self.seat)
        else:
            now.then(TakeTurn(self.seat))


def after(state: MinervaState, seat: Seat) -> Seat:
    """The next seat clockwise."""
    return (seat + 1) % len(state.players)


class TakeTurn(MinervaChoice, frozen=True, tag="TakeTurn"):
    """TURN-05: build, build a residence, place an assistant or pass; one of them. TURN-07: turns are not counted.

    PASS-04, PASS-05: the fee is part of whatever is chosen but passing, and is paid first. PASS-06: what is offered is
    legal after paying it.
    """

    rule: ClassVar[str] = "TURN-05"

    def options(self, state: MinervaState) -> list[Option]:
        """The actions that are possible now; passing always is. TURN-06"""
        player, cost = state.players[self.seat], fee(state)
        options: list[Option] = []
        if player.denarii >= cost:
            options = [build_option(state, each, player) for each in buildable(state, self.seat, cost)]
            options += round_tile_options(state)
            if player.residences:
                options.append(plain("residence"))
            if player.assistants and free_residences(player):
                options.append(plain("assistant"))
        options.append(plain("pass"))
        return options

    def prompt(self, state: MinervaState) -> Message:
        """Whose, and what it costs to act."""
        cost = fee(state)
        return Message("minerva.prompt.turn_fee", {"count": cost}) if cost else Message("minerva.prompt.turn")

    def could_pay_more(self, state: MinervaState) -> bool:
        """SELL-03: not passed for it while a sale could pay for an action."""
        return could_act(state, self.seat)

    def take(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        """The fee, then the action."""
        verb, _, name = key.partition(":")
        if verb == "pass":
            pass_round(state, now, self.seat)
            return
        if cost := fee(state):
            state.players[self.seat].denarii -= cost
            now.emit(FeePaid(self.seat, cost))
        state.on_turn.act = verb
        match verb:
            case "build":
                begin_building(state, now, self.seat, name)
            case "round_tile":
                take_round_tile(state, now, self.seat, name)
            case "residence":
                now.then(ChooseDirection(self.seat))
                begin_residence(state, now, self.seat)
            case _:
                now.then(PlaceAssistant(self.seat), ChooseDirection(self.seat))


def could_act(state: MinervaState, seat: Seat) -> bool:
    """Whether the seat could do anything but pass if it sold resources first. SELL-05"""
    player, cost = state.players[seat], fee(state)
    if not could_raise(player, cost):
        return False
    if player.residences or (player.assistants and free_residences(player)):
        return True
    return could_build(state, seat, cost)


def pass_round(state: MinervaState, now: Now[MinervaState], seat: Seat) -> None:
    """PASS-01: the lowest order tile left. PASS-02: no more turns this round."""
    player = state.players[seat]
    player.order = 1 + sum([1 for other in state.players if other.order])
    now.emit(Passed(seat, 0 if state.is_solo else player.order))


class EndTurn(Happening[MinervaState], frozen=True, tag="EndTurn"):
    """TURN-08: culture points vanish. TURN-09: the main phase ends the instant the last seat passes. SOLO-10"""

    seat: Seat

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        """The next turn, or the next phase. TURN-02"""
        state.turn = None
        if all(player.order for player in state.players):
            now.then(GainAssistants(), GainGlory(), EndRound())
        else:
            now.then(NextTurn(after(state, self.seat)))


class EndRound(Happening[MinervaState], frozen=True, tag="EndRound"):
    """TURN-01, TURN-02: after round 6 the final scoring, otherwise the preparation of the next round."""

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        """Prepare the next round, or begin the final scoring after the last one. PREP-01 to PREP-06"""
        if state.round == the_box().constants.rounds:
            now.then(FinalScoring())
            return
        prepare(state, now)
        now.then(BeginRound())
