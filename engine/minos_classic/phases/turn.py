"""Turns, rounds, and the menu of the action phase. TURN"""

from functools import cache

from engine.kernel.decision import Answer, Argument, Decision, Message, Option
from engine.kernel.steps import Choice, Happening, Now, SeatHappening
from engine.minos_classic.actions import building
from engine.minos_classic.actions.dice import KeepDice, SpendDice, combinations, roll_dice, spend_option, unused_faces
from engine.minos_classic.actions.movement import MovePiece, first_ways, move_option
from engine.minos_classic.content.box import INCOME, KINDS, RINGS, the_box
from engine.minos_classic.content.records import GUARD, SHIP
from engine.minos_classic.content.words import place_option, plain_option
from engine.minos_classic.state.ending import end_of_round, finish
from engine.minos_classic.state.facts import GameBegan, RoundBegan, TurnEnded
from engine.minos_classic.state.state import ClassicState, Spent, Turn, own_terrains


def fresh_turn(seat: int) -> Turn:
    """A turn before its first roll: no dice, empty pools. TURN-4"""
    dice = len(the_box().dice.faces)
    return Turn(seat, 0, [""] * dice, [False] * dice, [Spent() for _ in KINDS])


class BeginGame(Happening[ClassicState], frozen=True, tag="BeginGame"):  # SETUP-8
    def happen(self, state: ClassicState, now: Now[ClassicState]) -> None:
        now.emit(GameBegan(state.first))
        now.then(BeginTurn(state.first))


class BeginTurn(SeatHappening[ClassicState], frozen=True, tag="BeginTurn"):
    """Begin a turn, which has a roll phase and an action phase. TURN-1, DICE-2"""

    def happen(self, state: ClassicState, now: Now[ClassicState]) -> None:  # TURN-3, TURN-4, TURN-6
        state.turn = fresh_turn(self.seat)
        roll_dice(state, now, tuple(range(len(the_box().dice.faces))))
        now.then(KeepDice(), Act(), EndTurn())


class Act(Choice[ClassicState], frozen=True, tag="Act"):
    """Choose dice, moves, buildings and recruits, in any order and number, until the turn is ended. TURN-2, TURN-5"""

    def decisions(self, state: ClassicState) -> list[Decision]:
        """Offer everything possible now, including ending the turn. Ask an eliminated player nothing. TURN-5, TURN-8"""
        turn, player = state.turn, state.on_turn
        if player.is_out:
            return []
        box, free = the_box(), unused_faces(turn)
        options: list[Option] = [
            spend_option(kind, found, player.marker if kind == INCOME else 0)
            for kind in range(len(KINDS))
            if _is_open(state, kind) and (found := combinations(state, kind, free))
        ]
        if turn.movement:
            options += [
                move_option(space, kind, open_ways)
                for kind, spaces in ((SHIP, player.ships), (GUARD, player.guards))
                for space in dict.fromkeys(spaces)
                if (open_ways := first_ways(state, turn.seat, space, turn.movement))
            ]
        terrains = own_terrains(state, turn.seat)
        if turn.building:
            affordable = ((terrain, building.affordable(state, terrain)) for terrain in terrains)
            options += [building.build_option(terrain, kinds) for terrain, kinds in affordable if kinds]
        options += [
            place_option("recruit", box.sites[terrain], building.recruit_of(state.stacks[terrain]))
            for terrain in terrains
            if building.can_recruit(state, terrain)
        ]
        options.append(plain_option("end"))
        return [Decision(turn.seat, "TURN-2", _prompt(turn.movement, turn.building), tuple(options), shown=True)]

    def apply(self, state: ClassicState, now: Now[ClassicState], answer: Answer) -> None:
        action, _, name = answer.keys[0].partition(":")
        if action == "end":
            return
        box = the_box()
        now.then(self)
        if action == "move":
            now.then(MovePiece(box.number_of[name]))
        elif action == "build":
            now.then(building.PlaceBuilding(box.terrain_of[box.number_of[name]]))
        elif action == "recruit":
            building.recruit(state, now, box.terrain_of[box.number_of[name]])
        else:
            now.then(SpendDice(KINDS.index(action)))


def _is_open(table: ClassicState, kind: int) -> bool:
    """Return whether dice may be spent on `kind`. Income must come before other actions, and rings need a supply.
    INCOME-2, RINGS-1"""
    if kind == INCOME:
        return table.turn.is_income_open
    return kind != RINGS or table.rings_in_supply > 0


@cache
def _prompt(movement: int, building: int) -> Message:
    pools: dict[str, Argument] = {
        "movement": Message("minos_classic.worth.movement", {"count": movement}),
        "building": Message("minos_classic.worth.building", {"count": building}),
    }
    return Message("minos_classic.prompt.act", pools)


class EndTurn(Happening[ClassicState], frozen=True, tag="EndTurn"):
    """Drop unused points and dice, and begin the turn of the next seat in the game. TURN-4, TURN-7, DICE-13"""

    def happen(self, state: ClassicState, now: Now[ClassicState]) -> None:
        turn = state.turn
        if not state.on_turn.is_out:
            now.emit(TurnEnded(turn.seat, turn.movement, turn.building, turn.used.count(False)))
        seat = turn.seat
        while True:
            seat = (seat + 1) % len(state.players)
            if seat == state.first and not self._end_round(state, now):
                return
            if not state.players[seat].is_out:
                break
        now.then(BeginTurn(seat))

    def _end_round(self, state: ClassicState, now: Now[ClassicState]) -> bool:
        """Close the round and open the next. Return False if that ends the game. END-6, END-7, HOUSE-2"""
        state.rounds_without_building = 0 if state.has_built_this_round else state.rounds_without_building + 1
        state.has_built_this_round = False
        reason = end_of_round(state)
        if reason:
            finish(state, now, reason)
            return False
        state.round += 1
        now.emit(RoundBegan(state.round))
        return True
