"""The box: board, pieces, costs and dice, read from the TOML files beside this one and checked when they are read."""

from pathlib import Path

import msgspec

from engine.kernel.content import fit, read_record
from engine.minos_classic.records import Board, Costs, Dice, Pieces

FOLDER = Path(__file__).parent / "content"

FACES = ("scales", "arrow", "gull", "build", "joker", "star")
"""The six symbols a die can show. DICE-1"""

SHIP = "ship"
GUARD = "guard"

NOBODY = -1
"""In place of a seat, where a space has no pieces."""


class Content(msgspec.Struct, frozen=True):
    """All four files, decoded and checked."""

    board: Board
    pieces: Pieces
    costs: Costs
    dice: Dice


def read_content(folder: Path = FOLDER) -> Content:
    """The content of `folder`. Raises `UnfitContent` when a file is missing, does not decode or does not fit."""
    content = Content(
        read_record(folder, "board.toml", Board),
        read_record(folder, "pieces.toml", Pieces),
        read_record(folder, "costs.toml", Costs),
        read_record(folder, "dice.toml", Dice),
    )
    _check_board(content.board)
    _check_pieces(content.pieces)
    _check_costs(content.costs, content.pieces)
    _check_dice(content.dice)
    return content


def _check_board(board: Board) -> None:
    file = "board.toml"
    zones = {zone.id: zone for zone in board.zone}
    sites = {site.id: site for site in board.site}
    land = {**{site.id: site.land for site in board.site}, **{path.id: path.land for path in board.path}}
    harbours = [site.harbour.id for site in board.site]
    everything = [*(zone.id for zone in board.zone), *harbours, *sites, *(path.id for path in board.path)]
    for space in everything:
        fit(everything.count(space) == 1, file, space, "id", "stands for two spaces")
    fit(len(zones) == board.zone_count, file, "-", "zone_count", f"there are {len(zones)} zones")
    fit(len(sites) == board.site_count, file, "-", "site_count", f"there are {len(sites)} sites")
    for zone in board.zone:
        for other in zone.adjacent:
            fit(other in zones, file, f"zone {zone.id}", "adjacent", f"no zone {other}")
            fit(zone.id in zones[other].adjacent, file, f"zone {zone.id}", "adjacent", f"{other} does not list it")
    for site in board.site:
        fit(site.harbour.zone in zones, file, f"site {site.id}", "harbour.zone", f"no zone {site.harbour.zone}")
    for space, linked in land.items():
        for other in linked:
            fit(other in land, file, space, "land", f"no land space {other}")
            fit(space in land[other], file, space, "land", f"{other} does not list it")
    fit(board.start.ship_zone in zones, file, "start", "ship_zone", f"no zone {board.start.ship_zone}")
    fish = [zone.id for zone in board.zone if zone.fish]
    fit(fish == [board.start.ship_zone], file, "start", "ship_zone", f"the fish is on {fish}")
    short = board.house.short_game
    for field in ("closed_sites_2p", "closed_sites_3p", "closed_sites_4p"):
        for closed in getattr(short, field):
            fit(closed in sites, file, "house.short_game", field, f"no site {closed}")


def _check_pieces(pieces: Pieces) -> None:
    file = "pieces.toml"
    fit(len(pieces.colour) >= pieces.players.max, file, "colour", "-", "fewer colours than players")
    supply = sum(kind.supply for kind in pieces.building)
    fit(supply == pieces.buildings.total, file, "buildings", "total", f"the kinds add up to {supply}")
    walls = [kind.id for kind in pieces.building if kind.doubles]
    fit(len(walls) == 1, file, "building", "doubles", f"one kind doubles, not {len(walls)}")
    fit(pieces.start.ships_on_board == 1, file, "start", "ships_on_board", "one ship starts on the fish zone")
    fit(pieces.start.guards_on_board == 0, file, "start", "guards_on_board", "no guard starts on the board")
    fit(pieces.per_player.ships >= 1, file, "per_player", "ships", "at least the starting ship")
    fit(pieces.stack.walls_per_site_max == 1, file, "stack", "walls_per_site_max", "a colony has one wall")
    fit(pieces.stack.city_at == pieces.stack.max_per_site, file, "stack", "city_at", "a city is a full stack")
    fit(not pieces.stack.first_may_be_wall, file, "stack", "first_may_be_wall", "a wall cannot come first")


def _check_costs(costs: Costs, pieces: Pieces) -> None:
    file = "costs.toml"
    numbers = [position.number for position in costs.position]
    fit(numbers == list(range(1, pieces.stack.max_per_site + 1)), file, "position", "number", "one entry a building")
    for position in costs.position:
        fit(position.talents >= 0, file, f"position {position.number}", "talents", "below nothing")
        fit(position.points >= 1, file, f"position {position.number}", "points", "a building takes a point")
        fit(
            position.wall_allowed == (position.number > 1),
            file,
            f"position {position.number}",
            "wall_allowed",
            "anywhere but first",
        )
    fit(costs.wall.points >= 1, file, "wall", "points", "a building takes a point")
    fit(costs.move.points_per_step == 1, file, "move", "points_per_step", "a step costs one point")
    fit(costs.reroll_in_fight.rings == 1, file, "reroll_in_fight", "rings", "a further roll costs one ring")
    fit(costs.ring.talents >= 1, file, "ring", "talents", "a ring costs something")
    for entry, cost in (("recruit_guard", costs.recruit_guard), ("recruit_ship", costs.recruit_ship)):
        known = [kind.id for kind in pieces.building]
        fit(cost.needs_building in known, file, entry, "needs_building", f"no building {cost.needs_building}")
        fit(cost.per_colony_per_turn == 1, file, entry, "per_colony_per_turn", "once a colony and turn")


def _check_dice(dice: Dice) -> None:
    file = "dice.toml"
    fit(len(dice.die) == dice.set.dice, file, "set", "dice", f"there are {len(dice.die)} dice")
    fit(dice.fight.dice == dice.set.dice, file, "fight", "dice", "a fight takes as many dice as a turn")
    for die in dice.die:
        for face in die.faces:
            fit(face in FACES, file, f"die {die.id}", "faces", f"no face {face}")
        fit(len(die.faces) == len(dice.die[0].faces), file, f"die {die.id}", "faces", "all dice have as many faces")
    kinds = [action.id for action in dice.action]
    fit(kinds == ["income", "rings", "movement", "building"], file, "action", "id", f"the kinds are {kinds}")
    for face in FACES:
        fit(face in dice.fight.value, file, "fight.value", face, "no value")
    fit(dice.fight.tie_winner == "defender", file, "fight", "tie_winner", "a tie is the defender's")
