"""The census: every tile of the box is in exactly one place. K6"""

from collections import Counter
from collections.abc import Iterable

from engine.kernel.decision import Seat
from engine.minerva.content.box import Box, the_box
from engine.minerva.content.terms import FORUM, RESIDENCE
from engine.minerva.state.state import MinervaState, SeatState


def count_all(state: MinervaState) -> None:
    """Raise AssertionError if a component is missing, duplicated or out of place."""
    box = the_box()
    _count_tiles(state, box)
    _count_culture_and_glory(state, box)
    for seat, player in enumerate(state.players):
        _check_city(box, seat, player)
        _check_holdings(box, seat, player)
    _check_order(state)


def _once(found: Iterable[str], wanted: Iterable[str], of: str) -> None:
    there, needed = Counter(found), Counter(wanted)
    assert there == needed, f"{of}: missing {dict(needed - there)}, too many {dict(there - needed)}"


def _count_tiles(state: MinervaState, box: Box) -> None:
    """Count buildings, temples and round tiles. A tile that waits for its cell isn't in a city yet."""
    seats, turn = len(state.players), state.turn
    laid = [placed.tile for player in state.players for placed in player.city]
    held = [turn.tile] if turn is not None and turn.act == "build" and turn.tile and not turn.is_laid else []
    lots = [tile for lot in state.lots for tile in lot]
    found = [*laid, *held, *lots, *state.deck, *state.aside, *state.boxed, *state.temples, *state.temple_stack]
    rounds = [f"round-{number}" for number in range(1, box.constants.rounds + 1)]
    wanted = [*box.normal_buildings(seats), *box.starting_buildings(seats), *box.temples, *rounds]
    kit = {FORUM, RESIDENCE, *box.glory_tiles}
    _once([tile for tile in found if tile not in kit], wanted, "tiles")
    assert state.aside == rounds[: len(state.aside)] or state.is_solo, f"SETUP-08: aside are {state.aside}"
    assert len(state.temples) <= box.constants.temples_face_up, f"BUILD-11: {state.temples}"
    size = 2 if state.is_solo else 1
    assert all(len(lot) == size for lot in state.lots), f"SOLO-04: {state.lots}"


def _count_culture_and_glory(state: MinervaState, box: Box) -> None:
    """Count tiles on display, with players, or out of the game. CULT-08, GLORY-04"""
    piles = box.culture_piles(len(state.players))
    taken = [tile for player in state.players for tile in player.culture_tiles]
    _once([*taken, *(tile for pile in state.culture for tile in pile)], [t for pile in piles for t in pile], "culture")
    for pile, whole in zip(state.culture, piles, strict=True):
        assert pile == whole[: len(pile)], f"CULT-06: a pile is {pile}"
    won = [tile for player in state.players for tile in player.glory_tiles]
    boxed = [tile for tile in state.boxed if tile in box.glory_tiles]
    _once([*state.glory, *won, *boxed], list(box.glory_tiles), "glory")


def _check_city(box: Box, seat: Seat, player: SeatState) -> None:
    """Check the Forum, the number of residences, and the assistants on them. BUILD-05, SETUP-06, ASSIST-02"""
    cells = [(placed.x, placed.y) for placed in player.city]
    assert len(set(cells)) == len(cells), f"seat {seat}: two tiles on a cell"
    kinds = [placed.tile for placed in player.city]
    assert kinds.count(FORUM) == 1, f"SETUP-06: seat {seat} has {kinds.count(FORUM)} Forums"
    residences = player.residences + kinds.count(RESIDENCE) + player.removed
    assert residences == box.constants.start.residences, f"SETUP-05: seat {seat} has {residences} residences"
    for placed in player.city:
        assert placed.tile == RESIDENCE or not placed.has_assistant, f"ASSIST-01: an assistant on {placed.tile}"


def _check_holdings(box: Box, seat: Seat, player: SeatState) -> None:
    """Check that a seat's holdings stay within their limits. LIMIT-01, MONEY-03, GAINASSIST-06"""
    cap, most = box.constants.resource_cap, box.content.assistants.max_owned
    assert all(0 <= held <= cap for held in player.resources), f"LIMIT-01: seat {seat} holds {player.resources}"
    least = min(player.denarii, player.glory, player.assistants, player.residences, player.removed)
    assert least >= 0, f"MONEY-03: seat {seat} is below nothing"
    assert player.assistants_owned <= most, f"GAINASSIST-06: seat {seat} owns {player.assistants_owned}"


def _check_order(state: MinervaState) -> None:
    """Check that order tiles are taken in ascending order, each by one seat. PASS-01"""
    held = sorted(player.order for player in state.players if player.order)
    assert held == list(range(1, len(held) + 1)), f"PASS-01: order tiles {held}"
