"""The census: every component is in exactly one place. INV"""

from engine.minos_classic.content.box import Box, the_box
from engine.minos_classic.content.records import GUARD, NOBODY, SHIP
from engine.minos_classic.state.ownership import stack_value
from engine.minos_classic.state.state import ClassicState, SeatState, holder_of


def count(state: ClassicState) -> None:
    """Raise AssertionError if a component is missing, duplicated or out of place. GEN-3, GEN-6"""
    box = the_box()
    for seat, player in enumerate(state.players):
        _count_pieces(state, box, seat, player)
        amounts = (player.talents, player.rings, player.marker, player.ships_in_reserve, player.guards_in_reserve)
        assert min(amounts) >= 0, f"INV-6: {amounts}"
        marker = sum(
            stack_value(stack)
            for terrain, stack in enumerate(state.stacks)
            if stack and holder_of(state, box, terrain) == seat
        )
        assert player.marker == marker, f"INV-4: marker of seat {seat} is {player.marker}, not {marker}"
    _count_supply(state, box)
    _check_spaces(state, box)
    for stack in state.stacks:
        _check_stack(stack, box)
    if state.battle is not None:
        assert state.round > 1, "INV-8: a battle in round 1"
    turn = state.turn
    assert turn.movement >= 0, "INV-6: movement points below nothing"
    assert turn.building >= 0, "INV-6: building points below nothing"
    assert not state.players[turn.seat].is_out or state.ended, "INV-7: on turn is a seat that is out"


def _count_pieces(table: ClassicState, box: Box, seat: int, player: SeatState) -> None:
    """Count all pieces. The attacker of an open battle is on no space. INV-1"""
    each, battle = box.content.pieces.per_player, table.battle
    fighting = battle.kind if battle is not None and battle.attacker == seat else ""
    ships = len(player.ships) + player.ships_in_reserve + (fighting == SHIP)
    guards = len(player.guards) + player.guards_in_reserve + (fighting == GUARD)
    assert ships == each.ships, f"INV-1: seat {seat} has {ships} ships"
    assert guards == each.guards, f"INV-1: seat {seat} has {guards} guards"
    assert player.ships == sorted(player.ships), f"ships of seat {seat} out of order"
    assert player.guards == sorted(player.guards), f"guards of seat {seat} out of order"
    assert player.is_out == (not player.ships and not player.guards and not fighting), f"FIGHT-20: seat {seat}"


def _count_supply(table: ClassicState, box: Box) -> None:  # INV-2
    for kind in box.content.pieces.building:
        there = table.supply[kind.id] + sum(stack.count(kind.id) for stack in table.stacks)
        assert there == kind.supply, f"INV-2: {there} of {kind.id}"
        assert table.supply[kind.id] >= 0, f"INV-6: supply of {kind.id}"
    rings = table.rings_in_supply + sum(player.rings for player in table.players)
    assert rings == box.content.pieces.rings.supply, f"INV-2: {rings} rings"
    assert table.rings_in_supply >= 0, "INV-6: supply of rings"


def _check_spaces(table: ClassicState, box: Box) -> None:
    """Check that each space has one owner, and that `held` matches the players' pieces. INV-3"""
    held = [NOBODY] * len(box.space_ids)
    for seat, player in enumerate(table.players):
        for space in player.ships:
            assert space in box.water, "MOVE-13: a ship on land"
            assert player.ships.count(space) == 1, "INV-3: two ships on one space"
        for space in player.guards:
            assert space not in box.water, "MOVE-13: a guard on water"
            assert space in box.sites or player.guards.count(space) == 1, "INV-3: two guards on a path point"
        for space in (*player.ships, *player.guards):
            if space != box.fish:
                assert held[space] in (NOBODY, seat), f"INV-3: two seats on {box.space_ids[space]}"
                held[space] = seat
    assert held == table.held, "pieces and holders differ"
    for terrain in range(len(box.sites)):
        both = {held[box.harbours[terrain]], held[box.sites[terrain]]} - {NOBODY}
        assert len(both) <= 1, f"INV-3: two seats on the terrain of {box.site_ids[terrain]}"


def _check_stack(stack: tuple[str, ...], box: Box) -> None:  # INV-5
    limits = box.content.pieces.stack
    assert len(stack) <= limits.max_per_site, f"INV-5: {stack}"
    assert stack.count(box.wall) <= 1, f"INV-5: {stack}"
    assert not stack or stack[0] != box.wall, f"INV-5: {stack}"
    assert len(stack) < limits.city_at or box.wall in stack, f"INV-5: {stack}"
