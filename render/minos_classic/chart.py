"""Draw the map of a view. Find room first for colonies, then for arrows, option numbers and names."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.kernel.decision import Fact
from engine.minos_classic.seen.view import ClassicView
from engine.minos_classic.state.facts import BuildingPlaced, GuardArrived, PieceMoved, PieceRecruited
from render import theme
from render.marks import by_target, spell_numbers
from render.minos_classic import pieces, seats
from render.minos_classic.background import FISH
from render.minos_classic.board import board, spaces
from render.minos_classic.layout import Places, Room, along, places_in, places_near
from render.minos_classic.plaques import Plaque
from render.plate import LEAST, NEEDED
from render.renderer import Mark
from render.scene import Box, Disc, Icon, Items, Layer, Rectangle, Stroke, Text, around

MOST_FOR_NEWS, MOST_FOR_OTHERS = 400, 260
"""Highest extra cost of adding a site's name to its plaque, in pixels of distance: for sites in the turn's facts, and
for others."""


def layers(
    view: ClassicView,
    marks: Sequence[Mark],
    names: Mapping[str, str],
    heard: Sequence[Fact],
    unit: float = 1,
    needed: Collection[str] = (),
) -> tuple[Layer, ...]:
    """Return the layers of the map below its head. `names` has all names of sites and zones. Those of `needed` sites
    are always shown, others if there is room. Letters are `LEAST` × `unit` pixels high."""
    drawn = pieces.standing(view)
    stacks = pieces.count_places(drawn)
    taken = (*seats.corners(view), *pieces.sword_places(view), *(piece.rectangle for piece in drawn), *stacks)
    targets = [around(*spaces()[mark.target], 30, 30) for mark in marks if mark.target in spaces()]
    room, story = Room(taken), list(dict.fromkeys(_story(view, heard)))
    asked = list(dict.fromkeys((*story, *(_whole(mark.target) for mark in marks), *names)))
    plaques = [Plaque(site, names[site.site] if site.site in needed else "", unit) for site in view.sites]
    wanted = {each: each.places for each in plaques if each.name or each.site.buildings}
    room.found = Room((*taken, *targets)).arrange(list(wanted.values()))
    moves = tuple(pieces.arrows(view, heard, room))
    numbers = place_numbers(marks, room)
    room.take(targets)
    for plaque in sorted(plaques, key=lambda each: asked.index(each.site.site)):
        named = replace(plaque, name=names[plaque.site.site])
        _name(plaque, named, wanted, room, MOST_FOR_NEWS if plaque.site.site in story else MOST_FOR_OTHERS)
    placed = {each.site.site: (each, room.found[places]) for each, places in wanted.items()}
    room.take(room.found.values())
    room.found = {}
    room.take(square for each, place in placed.values() for square in along(each.tie(place)))
    room.take([around(*spaces()[zone.id], FISH, FISH) for zone in board().zone if zone.fish])
    seas = [each for each in asked if each.startswith("z_")]
    return (
        Layer("glow", tuple(pieces.glows(heard, {site: place for site, (_, place) in placed.items()}))),
        Layer("waters", tuple(_waters(seas, names, room, unit))),
        Layer("ties", tuple(item for each, place in placed.values() for item in each.tie_items(place))),
        Layer("moves", moves),
        Layer("leaders", tuple(item for each in numbers for item in each.leader())),
        Layer("plaques", tuple(item for each, place in placed.values() for item in each.items(*place[:2]))),
        Layer("closed", tuple(Icon("barred", *spaces()[site.site], 42) for site in view.sites if site.is_closed)),
        Layer("pieces", tuple(pieces.pieces(drawn)), is_needed=True),
        Layer("counts", (*pieces.counts(stacks), *pieces.swords(view))),
        Layer("marks", tuple(item for each in numbers for item in each.items()), is_needed=True),
    )


def _story(view: ClassicView, heard: Sequence[Fact]) -> Iterator[str]:
    """Yield the sites and zones in an open battle and in the turn's facts, latest first."""
    if view.battle is not None:
        yield from map(_whole, (view.battle.space, view.battle.from_space))
    for fact in reversed(heard):
        match fact:
            case BuildingPlaced(site=site) | GuardArrived(site=site) | PieceRecruited(site=site):
                yield site
            case PieceMoved(origin=origin, target=target):
                yield from map(_whole, (target, origin))
            case _:
                pass


def _whole(space: str) -> str:
    """Return the site of a harbour, and any other space unchanged."""
    return f"s_{space[2:]}" if space.startswith("h_") else space


def _name(plaque: Plaque, named: Plaque, wanted: dict[Plaque, Places], room: Room, most: float) -> None:
    """Add the name to a plaque if that raises the cost of its place by less than `most`."""
    before = room.found.pop(wanted[plaque]) if plaque in wanted else None
    paid = 0 if before is None else wanted[plaque].costs[before]
    if room.settle(named.places, paid + most):
        wanted.pop(plaque, None)
        wanted[named] = named.places
    elif before is not None:
        room.found[wanted[plaque]] = before


NUMBER_HEIGHT = 54
FARTHEST, HIDING = 150, 0.004
"""Maximum distance of a number from its space, in pixels, and the argument `hiding` of `places_near`."""


@dataclass(frozen=True, slots=True)
class Numbers:
    target: str
    words: str
    place: Rectangle

    def leader(self) -> Items:
        (x, y), (left, top, right, bottom) = spaces()[self.target], self.place
        if not (left <= x <= right and top <= y <= bottom):
            line = (x, y), ((left + right) / 2, (top + bottom) / 2)
            yield Stroke(line, theme.NIGHT_EDGE, 11)
            yield Stroke(line, theme.GOLD, 6)
            yield Disc(x, y, 10, theme.GOLD, theme.NIGHT_EDGE, 2)

    def items(self) -> Items:
        left, top, right, bottom = self.place
        yield Box(left, top, right - left, bottom - top, theme.NIGHT_EDGE, NUMBER_HEIGHT / 2, theme.GOLD, 4)
        yield Text((left + right) / 2, (top + bottom) / 2, self.words, "bold", NEEDED, theme.CREAM)


def place_numbers(marks: Sequence[Mark], room: Room) -> list[Numbers]:
    """Place one box of numbers per space that has options, and keep its place free."""
    words = {target: spell_numbers(numbers) for target, numbers in by_target(marks).items() if target in spaces()}
    wanted = {
        target: places_near(target, _width(each), NUMBER_HEIGHT, 0, FARTHEST, HIDING) for target, each in words.items()
    }
    found = room.arrange(list(wanted.values()))
    room.take(found.values())
    return [Numbers(target, words[target], found[places]) for target, places in wanted.items()]


def _width(words: str) -> int:
    return max(NUMBER_HEIGHT, round(theme.text_width(words, "bold", NEEDED)) + 26)


LINE, AROUND = 1.15, 16
"""Line spacing of a sea's name, relative to the letter size, and free width around the name in pixels."""


def _waters(seas: Sequence[str], names: Mapping[str, str], room: Room, unit: float) -> Items:
    """Yield the names of seas that have room, on one line or two. Other names are in options, texts and close-ups."""
    size = round(LEAST * unit)
    for sea in seas:
        for lines in ([names[sea]], wrap(names[sea])):
            width = round(max(theme.text_width(line, "italic", size) for line in lines)) + AROUND
            places = places_in(sea, width, round(size * LINE * len(lines)))
            if (place := room.best(places)) is not None:
                room.found[places] = place
                left, top, right, _ = place
                for number, line in enumerate(lines):
                    y = round(top + size * LINE * (number + 0.5))
                    yield Text(round((left + right) / 2), y, line, "italic", size, theme.SEA_INK)
                break


def wrap(words: str) -> list[str]:
    """Split a name into two lines of similar width if that makes it narrower."""
    parts = words.split()
    splits = [[" ".join(parts[:n]), " ".join(parts[n:])] for n in range(1, len(parts))]
    return min(splits, key=lambda lines: max(map(len, lines)), default=[words])
