"""Everything around the map: whose turn it is, the value scale, dice and pools, the battle, the seats, the result."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from engine.kernel.decision import Message, Seat
from engine.minos_classic.seen.view import BattleView, ClassicView, SeatView
from render import theme
from render.minos_classic.board import BANNER, LAP, MAP_HEIGHT, SCALE_HEIGHT, WIDTH
from render.renderer import Say
from render.scene import Box, Disc, Icon, Item, Stroke, Text

DICE_HEIGHT, BATTLE_HEIGHT, SEATS_HEIGHT = 146, 190, 200
MARGIN = 12
BUILDINGS = ("harbour", "dwelling", "warehouse", "wall")

Names = Mapping[Seat, str]


def height(view: ClassicView) -> int:
    """How tall the picture of this view is: an open battle needs a strip of its own."""
    battle = BATTLE_HEIGHT if view.battle else 0
    return BANNER + MAP_HEIGHT + SCALE_HEIGHT + DICE_HEIGHT + battle + SEATS_HEIGHT + MARGIN


def deciding(view: ClassicView) -> Seat | None:
    """The seat that is asked: in a battle the side whose dice lie open, otherwise the seat on turn."""
    if view.battle is None:
        return view.on_turn
    return view.battle.attacker if view.battle.stage == "attacker" else view.battle.defender


def banner(view: ClassicView, names: Names, words: Say) -> Iterator[Item]:
    """The strip above the map: the round, who is asked, and for what."""
    middle = BANNER / 2 - 1
    number = words(Message("picture.round", {"round": view.round}))
    phase = words(phase_of(view))
    yield Text(30, middle, number, "display", 38, theme.PAPYRUS, "lm")
    yield Text(WIDTH - 30, middle, phase, "bold", 38, theme.GOLD, "rm")
    seat = deciding(view)
    if seat is None:
        return
    left = 30 + theme.text_width(number, "display", 38) + 40
    right = WIDTH - 30 - theme.text_width(phase, "bold", 38) - 40
    colour = view.seats[seat].colour
    name = theme.cut(names[seat], "bold", 50, right - left - 120)
    width = round(theme.text_width(name, "bold", 50)) + 120
    start = round((left + right - width) / 2)
    yield Box(start, 6, width, BANNER - 15, theme.SEATS[colour], 20, theme.CREAM, 3)
    yield Icon("mark", start + 46, middle, 66, colour)
    yield Text(start + 92, middle, name, "bold", 50, theme.SEATS_INK[colour], "lm")


def phase_of(view: ClassicView) -> Message:
    """What is going on, in few words."""
    if view.phase == "roll":
        return Message("picture.phase.roll", {"made": view.rolls_made})
    if view.battle is not None:
        return Message(f"picture.phase.{view.battle.stage}")
    return Message(f"picture.phase.{view.phase}")


def markers(view: ClassicView) -> Iterator[Item]:
    """The markers of all seats still in the game."""
    top = BANNER + MAP_HEIGHT + 2
    cell = WIDTH / LAP
    laps: list[Item] = []
    at_cell: dict[int, list[SeatView]] = defaultdict(list)
    for seat in view.seats:
        if not seat.is_out:
            at_cell[seat.value % LAP].append(seat)
    is_low, before = False, -LAP
    for number, seats in sorted(at_cell.items()):
        is_low, before = number - before == 1 and not is_low, number
        has_neighbour = number - 1 in at_cell or number + 1 in at_cell
        cluster = _STAGGERED[is_low] if has_neighbour and len(seats) == 1 else _CLUSTERS[len(seats)]
        reach = max(abs(dx) + size / 2 for dx, _, size in cluster)
        middle = min(max((number + 0.5) * cell, reach), WIDTH - reach)
        for (dx, y, size), seat in zip(cluster, seats, strict=True):
            x = round(middle + dx)
            yield Icon("mark", x, top + y, size, seat.colour)
            if seat.value >= LAP:
                laps.extend(_lap(min(max(x, 24), WIDTH - 24), top + y + size * 0.34, seat.value // LAP * LAP))
    yield from laps


_CLUSTERS: dict[int, tuple[tuple[float, float, int], ...]] = {
    1: ((0, 30, 48),),
    2: ((0, 17, 31), (0, 46, 31)),
    3: ((-11, 17, 30), (11, 17, 30), (0, 45, 30)),
    4: ((-11, 17, 30), (11, 17, 30), (-11, 45, 30), (11, 45, 30)),
}
"""Markers in one cell, by their number: how far off its middle, how far down, how large."""

_STAGGERED = (((0, 18, 36),), ((0, 43, 36),))
"""One marker beside an occupied cell: high, or low."""


def _lap(x: float, y: float, passed: int) -> Iterator[Item]:
    words = f"+{passed}"
    width = round(theme.text_width(words, "bold", 17)) + 8
    yield Box(round(x - width / 2), round(y) - 10, width, 20, theme.NIGHT_EDGE, 6)
    yield Text(round(x), round(y), words, "bold", 17, theme.CREAM)


def dice(view: ClassicView, words: Say) -> Iterator[Item]:
    """The six dice, the rolls made, the two pools and what the supply still holds."""
    top = BANNER + MAP_HEIGHT + SCALE_HEIGHT
    middle = top + DICE_HEIGHT / 2
    for number, die in enumerate(view.dice):
        yield Icon(f"die:{die.face}", 74 + number * 124, middle, 116, "used" if die.is_used else "")
    yield from _rolls(view, 776, middle)
    yield from _pool("gull", view.movement_points, 834, top)
    yield from _pool("build", view.building_points, 992, top)
    yield from _income(view, 1150, top)
    yield from _supply(view, 1262, top, words)


def _rolls(view: ClassicView, x: float, middle: float) -> Iterator[Item]:
    for number in range(3):
        is_made = number < view.rolls_made
        fill = theme.GOLD if is_made else theme.NIGHT_EDGE
        yield Disc(x + 18, middle + (number - 1) * 40, 15, fill, theme.GOLD, 3)


def _pool(face: str, points: int, left: float, top: float) -> Iterator[Item]:
    has_points = points > 0
    yield Box(left, top + 13, 148, DICE_HEIGHT - 26, theme.CREAM if has_points else "#2c4a58", 14)
    yield Icon(f"sign:{face}", left + 42, top + DICE_HEIGHT / 2, 66, "" if has_points else "#8fa3a6")
    yield Text(left + 108, top + DICE_HEIGHT / 2, str(points), "bold", 66, theme.INK if has_points else "#a9bbbd")


def _income(view: ClassicView, left: float, top: float) -> Iterator[Item]:
    """Scales that shine while income may be taken."""
    is_open = view.is_income_open
    yield Box(left, top + 13, 98, DICE_HEIGHT - 26, theme.CREAM if is_open else "#2c4a58", 14)
    yield Icon("sign:scales", left + 49, top + DICE_HEIGHT / 2, 76, "" if is_open else "#8fa3a6")
    if not is_open:
        yield Stroke(((left + 16, top + DICE_HEIGHT - 28), (left + 82, top + 28)), "#8fa3a6", 6)


def _supply(view: ClassicView, left: float, top: float, words: Say) -> Iterator[Item]:
    yield Box(left, top + 13, WIDTH - MARGIN - left, DICE_HEIGHT - 26, theme.PAPYRUS_DIM, 14)
    width = (WIDTH - MARGIN - left - 16) / 5
    for number, name in enumerate((*BUILDINGS, "ring")):
        x = round(left + 8 + (number + 0.5) * width)
        amount = view.rings_in_supply if name == "ring" else view.buildings_in_supply.get(name, 0)
        yield Icon(name, x, top + 62, 50)
        yield Text(x, top + 109, str(amount), "bold", 32, theme.INK)
    yield Text(round((left + WIDTH - MARGIN) / 2), top + 26, words(Message("picture.supply")), "text", 20, theme.INK)


def result(view: ClassicView, names: Names, words: Say) -> Iterator[Item]:
    """Who has won, in place of the dice."""
    top = BANNER + MAP_HEIGHT + SCALE_HEIGHT
    sentence = words(winners(first_of(view), names))
    yield Box(MARGIN, top + 12, WIDTH - 2 * MARGIN, DICE_HEIGHT - 24, theme.GOLD, 18, theme.CREAM, 4)
    size = 64
    while size > 30 and theme.text_width(sentence, "bold", size) > WIDTH - 360:
        size -= 2
    sentence = theme.cut(sentence, "bold", size, WIDTH - 360)
    half = theme.text_width(sentence, "bold", size) / 2 + 70
    middle = top + DICE_HEIGHT / 2
    for side in (-1, 1):
        yield Icon("laurel", round(WIDTH / 2 + side * half), middle, 100, "dark")
    yield Text(WIDTH / 2, middle, sentence, "bold", size, theme.NIGHT_EDGE)


def first_of(view: ClassicView) -> list[Seat]:
    """The seats that have won."""
    return [placing.seat for placing in view.result if placing.place == 1 and placing.seat is not None]


def winners(first: list[Seat], names: Names) -> Message:
    """The sentence that tells who has won."""
    if len(first) == 1:
        return Message("picture.winner", {"name": names[first[0]]})
    return Message("picture.winners", {"names": " · ".join(names[seat] for seat in first)})


def battle(view: ClassicView, names: Names, words: Say) -> Iterator[Item]:
    """The strip of an open battle: both sides with piece, dice and value; the side that is asked has a bright edge."""
    open_battle = view.battle
    if open_battle is None:
        return
    top = BANNER + MAP_HEIGHT + SCALE_HEIGHT + DICE_HEIGHT
    width = (WIDTH - 2 * MARGIN - 120) / 2
    yield from _side(view, open_battle, "attacker", MARGIN, top, width, names)
    yield from _side(view, open_battle, "defender", WIDTH - MARGIN - width, top, width, names)
    yield Icon("swords", WIDTH / 2, top + 74, 92)
    duel = words(Message("picture.duel", {"duel": open_battle.duel}))
    yield Text(WIDTH / 2, top + 148, duel, "bold", 26, theme.CREAM)


def _side(
    view: ClassicView, fight: BattleView, stage: str, left: float, top: float, width: float, names: Names
) -> Iterator[Item]:
    is_attacker = stage == "attacker"
    seat = fight.attacker if is_attacker else fight.defender
    kind = fight.attacker_kind if is_attacker else fight.defender_kind
    rolled = fight.attacker_dice if is_attacker else fight.defender_dice
    value = fight.attacker_value if is_attacker else fight.defender_value
    colour = view.seats[seat].colour
    is_asked = fight.stage == stage
    paper, edge, edge_width = theme.PAPYRUS_DIM, theme.SEATS[colour], 4
    if is_asked:
        paper, edge, edge_width = theme.SEATS_PALE[colour], theme.CREAM, 6
        yield Box(left - 5, top - 1, width + 10, BATTLE_HEIGHT - 2, theme.SEATS[colour], 20)
    yield Box(left, top + 4, width, BATTLE_HEIGHT - 12, paper, 16, edge, edge_width)
    yield Icon(kind, left + 46, top + 44, 58, colour)
    count = f" ×{fight.defenders_left}" if not is_attacker and fight.defenders_left > 1 else ""
    room = width - 220 - theme.text_width(count, "bold", 38)
    name = theme.cut(names[seat], "bold", 38, room) + count
    yield Text(left + 84, top + 44, name, "bold", 38, theme.INK, "lm")
    yield Text(left + width - 64, top + BATTLE_HEIGHT / 2 - 2, str(value), "bold", 88, theme.INK)
    for number in range(6):
        x, y = left + 62 + number * 91, top + 124
        if number < len(rolled):
            yield Icon(f"die:{rolled[number]}", x, y, 84)
        else:
            yield Box(x - 38, y - 38, 76, 76, theme.PAPYRUS_DIM, 14, theme.INK_SOFT, 2)


def seats(view: ClassicView, names: Names, words: Say) -> Iterator[Item]:
    """A panel a seat, in seating order."""
    top = height(view) - SEATS_HEIGHT - MARGIN / 2
    width = (WIDTH - MARGIN * (len(view.seats) + 1)) / len(view.seats)
    places = {placing.seat: placing.place for placing in view.result}
    for number, seat in enumerate(view.seats):
        left = round(MARGIN + number * (width + MARGIN))
        yield from _seat(seat, seat.seat == view.on_turn, places.get(seat.seat), left, top, round(width), names, words)


def _seat(
    seat: SeatView, is_on_turn: bool, place: int | None, left: float, top: float, width: float, names: Names, words: Say
) -> Iterator[Item]:
    colour = seat.colour
    tall = SEATS_HEIGHT - 6
    edge, edge_width = (theme.CREAM, 6) if is_on_turn else (theme.SEATS[colour], 4)
    paper = "#d5d2c8" if seat.is_out else theme.CREAM if is_on_turn else theme.PAPYRUS_DIM
    head, ink = theme.SEATS_PALE[colour], theme.INK
    if is_on_turn:
        head, ink = theme.SEATS[colour], theme.SEATS_INK[colour]
        yield Box(left - 5, top - 5, width + 10, tall + 10, theme.SEATS[colour], 20)
    yield Box(left, top, width, tall, paper, 16, edge, edge_width)
    yield Box(left + edge_width, top + edge_width, width - 2 * edge_width, 58, head, 12)
    yield Icon("mark", left + 42, top + 36, 54, colour)
    medal = f"{place}." if place is not None else ""
    room = width - 96 - (theme.text_width(medal, "bold", 40) + 14 if medal else 0)
    yield Text(left + 76, top + 36, theme.cut(names[seat.seat], "bold", 38, room), "bold", 38, ink, "lm")
    if medal:
        yield Text(left + width - 20, top + 36, medal, "bold", 40, ink, "rm")
    if seat.is_out:
        yield Icon("out", left + 70, top + 128, 84)
        yield Text(left + 130, top + 128, words(Message("picture.out")), "bold", 40, theme.INK, "lm")
        return
    yield Text(left + 86, top + 130, str(seat.value), "bold", 96, theme.INK)
    for holding in _holdings(seat, left, top, width):
        yield from _amount(*holding)


WIDE = 700
"""From this width on, a panel holds all its numbers in one row."""

Holding = tuple[str, str, int, float, float, float, int, str]


def _holdings(seat: SeatView, left: float, top: float, width: float) -> Iterator[Holding]:
    """What a seat has: icon, its style, amount, and where, how wide, how large and how dark it stands."""
    amounts = (
        ("coin", "", seat.talents, theme.INK),
        ("ring", "", seat.rings, theme.INK),
        ("ship", seat.colour, seat.ships_in_reserve, theme.INK_SOFT),
        ("guard", seat.colour, seat.guards_in_reserve, theme.INK_SOFT),
    )
    is_wide = width >= WIDE
    columns = 4 if is_wide else 2
    column = (width - 180) / columns
    for number, (icon, style, amount, ink) in enumerate(amounts):
        row, place = divmod(number, columns)
        middle = top + 128 if is_wide else top + (94, 155)[row]
        size = 54 if is_wide else (44, 36)[row]
        yield icon, style, amount, round(left + 168 + place * column), middle, column, size, ink


def _amount(
    icon: str, style: str, amount: int, left: float, middle: float, width: float, size: int, ink: str
) -> Iterator[Item]:
    side = max(42, size + 2)
    while theme.text_width(str(amount), "bold", size) > width - side - 10:
        size -= 2
    yield Icon(icon, left + side / 2, middle, side, style)
    yield Text(left + side + 5, middle, str(amount), "bold", size, ink, "lm")
