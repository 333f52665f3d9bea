"""The table in words: a short form for alt texts, and a long form with the whole position."""

from collections.abc import Iterator

from engine.kernel.decision import Argument, Message, Seat
from engine.minos_classic.content.box import the_box
from engine.minos_classic.content.records import PathPoint
from engine.minos_classic.content.words import building, face, place
from engine.minos_classic.seen.view import ClassicView, PiecesView, SeatView, SiteView
from render.alt import as_alt, fit_alt, join_blocks, winners
from render.names import text_names
from render.renderer import Names, Say
from render.seat_colours import COLOURS


def alt_text(view: ClassicView, names: Names, words: Say) -> str:
    """Return round, turn, dice, battle and all holdings in at most 1,024 characters. Add colonies if they fit."""
    people = text_names(len(view.seats), names, words)
    start = [*_situation(view, people), *(_seat(view, seat, people) for seat in view.seats)]
    return fit_alt(start, (_colonies(view, people), _colony_counts(view, people), []), words)


def map_alt(view: ClassicView, names: Names, words: Say) -> str:
    people = text_names(len(view.seats), names, words)
    return fit_alt(_situation(view, people), (_colonies(view, people), _colony_counts(view, people)), words)


def dice_alt(view: ClassicView, names: Names, words: Say) -> str:
    people = text_names(len(view.seats), names, words)
    lines = (*_situation(view, people), *(_seat(view, seat, people) for seat in view.seats))
    return as_alt(map(words, lines), words)


def seat_alt(view: ClassicView, seat: Seat, names: Names, words: Say) -> str:
    people = text_names(len(view.seats), names, words)
    sites = (_site(view, site, people) for site in held_sites(view, seat))
    return as_alt(map(words, (_seat(view, view.seats[seat], people, reserves=True), *sites)), words)


def board_text(view: ClassicView, names: Names, words: Say) -> str:
    people = text_names(len(view.seats), names, words)
    blocks = (
        [*_situation(view, people), _supply(view)],
        [_seat(view, seat, people, reserves=True) for seat in view.seats],
        [Message("picture.text.sites"), *_sites(view, people)],
        [Message("picture.text.pieces"), *_elsewhere(view, people)],
        [Message("picture.text.borders"), *_borders()],
        [Message("picture.text.ways"), *_ways()],
    )
    return join_blocks(blocks, words)


def _situation(view: ClassicView, people: Names) -> Iterator[Message]:
    yield Message("picture.alt.round", {"round": view.round})
    if view.has_ended:
        yield headline(view, people)
        return
    seat = deciding(view)
    if seat is not None:
        yield Message("picture.alt.turn", {"name": people[seat], "phase": phase_of(view)})
    if view.dice:
        faces = ((face(die.face), die.is_used) for die in view.dice)
        dice = (Message("picture.die.used", {"face": each}) if is_used else each for each, is_used in faces)
        yield Message("picture.alt.dice", {"dice": tuple(dice)})
    yield Message("picture.alt.pools", {"movement": view.movement_points, "building": view.building_points})
    if view.is_income_open and view.phase == "action":
        yield Message("picture.alt.income")
    if view.battle is not None:
        yield from _battle(view, people)


def _battle(view: ClassicView, people: Names) -> Iterator[Message]:
    fight = view.battle
    assert fight is not None
    yield Message("picture.alt.battle", {
        "place": place(fight.space), "duel": fight.duel,
        "attacker": people[fight.attacker], "defender": people[fight.defender],
    })  # fmt: skip
    for seat, dice, value in (
        (fight.attacker, fight.attacker_dice, fight.attacker_value),
        (fight.defender, fight.defender_dice, fight.defender_value),
    ):
        if dice:
            rolled = tuple(face(name) for name in dice)
            yield Message("picture.alt.rolled", {"name": people[seat], "dice": rolled, "value": value})


def _seat(view: ClassicView, seat: SeatView, people: Names, reserves: bool = False) -> Message:
    name, colour = people[seat.seat], Message(f"picture.seat.{COLOURS[seat.seat]}")
    if seat.is_out:
        return Message("picture.alt.out", {"name": name, "colour": colour})
    ships, guards = (
        sum(p.count for p in view.pieces if p.seat == seat.seat and p.kind == kind) for kind in ("ship", "guard")
    )
    return Message("picture.text.seat" if reserves else "picture.alt.seat", {
        "name": name, "colour": colour, "value": seat.value, "talents": seat.talents, "rings": seat.rings,
        "ships": ships, "guards": guards,
        "ships_left": seat.ships_in_reserve, "guards_left": seat.guards_in_reserve,
    })  # fmt: skip


def held_sites(view: ClassicView, seat: Seat) -> list[SiteView]:
    return [site for site in view.sites if site.buildings and site.holder == seat]


def _colonies_by_seat(view: ClassicView) -> dict[Seat, list[SiteView]]:
    return {seat.seat: sites for seat in view.seats if (sites := held_sites(view, seat.seat))}


def _colonies(view: ClassicView, people: Names) -> list[Message]:
    return [
        Message("picture.alt.colonies", {"name": people[seat], "colonies": tuple(
            Message("picture.alt.colony", {"site": place(site.site), "value": site.value}) for site in sites)})
        for seat, sites in _colonies_by_seat(view).items()
    ]  # fmt: skip


def _colony_counts(view: ClassicView, people: Names) -> list[Message]:
    return [
        Message("picture.alt.count", {"name": people[seat], "count": len(sites)})
        for seat, sites in _colonies_by_seat(view).items()
    ]


def _supply(view: ClassicView) -> Message:
    blanks = {kind: view.buildings_in_supply.get(kind, 0) for kind in BUILDINGS}
    return Message("picture.text.supply", {**blanks, "rings": view.rings_in_supply})


def _sites(view: ClassicView, people: Names) -> Iterator[Message]:
    """Yield a line for each site that is closed or has a colony or pieces, then one line that lists all other sites."""
    held = {each.space.partition("_")[2] for each in view.pieces if each.space[:2] in ("s_", "h_")}
    bare = [site for site in view.sites if not (site.buildings or site.is_closed or site.site[2:] in held)]
    yield from (_site(view, site, people) for site in view.sites if site not in bare)
    if bare:
        yield Message("picture.text.bare", {"sites": tuple(place(site.site) for site in bare)})


def _site(view: ClassicView, site: SiteView, people: Names) -> Message:
    name, spaces = place(site.site), (site.site, "h_" + site.site.removeprefix("s_"))
    here = (_pieces(found, people) for found in view.pieces if found.space in spaces)
    pieces = tuple(here) or (Message("picture.text.nobody"),)
    if not site.buildings:
        state = "closed" if site.is_closed else "empty"
        return Message(f"picture.text.site.{state}", {"site": name, "pieces": pieces})
    stack = tuple(building(kind) for kind in site.buildings)
    blanks: dict[str, Argument] = {"site": name, "buildings": stack, "value": site.value, "pieces": pieces}
    if site.holder is None:
        return Message("picture.text.site.ownerless", blanks)
    return Message("picture.text.site.colony", {**blanks, "name": people[site.holder]})


def _borders() -> Iterator[Message]:
    """Yield a line per sea, with the seas and harbours next to it. MOVE-6, MOVE-8"""
    board = the_box().content.board
    for zone in board.zone:
        harbours = (site.harbour.id for site in board.site if site.harbour.zone == zone.id)
        around = tuple(place(each) for each in (*zone.adjacent, *harbours))
        yield Message("picture.text.border", {"place": place(zone.id), "places": around})


def _ways() -> Iterator[Message]:
    """Yield a line for each land route, with the number of spaces between its ends. MOVE-4"""
    ways: dict[str, list[PathPoint]] = {}
    for path in the_box().content.board.path:
        ways.setdefault(path.id.rpartition("_")[0], []).append(path)
    for paths in ways.values():
        own = {path.id for path in paths}
        ends = dict.fromkeys(each for path in paths for each in path.land if each not in own)
        yield Message("picture.text.way", {"places": tuple(map(place, ends)), "count": len(paths)})


def _pieces(pieces: PiecesView, people: Names) -> Message:
    return Message(f"picture.text.{pieces.kind}", {"name": people[pieces.seat], "count": pieces.count})


def _elsewhere(view: ClassicView, people: Names) -> Iterator[Message]:
    spaces = dict.fromkeys(pieces.space for pieces in view.pieces if pieces.space[:2] in ("z_", "p_"))
    for space in spaces:
        here = tuple(_pieces(pieces, people) for pieces in view.pieces if pieces.space == space)
        yield Message("picture.text.space", {"place": place(space), "pieces": here})
    if not spaces:
        yield Message("picture.text.nobody")


BUILDINGS = ("harbour", "dwelling", "warehouse", "wall")


def deciding(view: ClassicView) -> Seat | None:
    """Return the seat that must answer: in a battle the side that rolls, otherwise the seat whose turn it is."""
    if view.has_ended:
        return None
    if view.battle is None:
        return view.on_turn
    return view.battle.attacker if view.battle.stage == "attacker" else view.battle.defender


def phase_of(view: ClassicView) -> Message:
    if view.has_ended:
        return Message("picture.phase.over")
    if view.phase == "roll":
        return Message("picture.phase.roll", {"made": view.rolls_made})
    if view.battle is not None:
        return Message(f"picture.phase.{view.battle.stage}")
    return Message(f"picture.phase.{view.phase}")


def headline(view: ClassicView, names: Names) -> Message:
    seat = deciding(view)
    if view.result:
        return winners([names[each.seat] for each in view.result if each.place == 1 and each.seat is not None])
    if seat is None:
        return phase_of(view)
    return Message("picture.asked", {"name": names[seat], "phase": phase_of(view)})
