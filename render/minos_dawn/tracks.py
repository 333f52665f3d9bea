"""The progress tracks, the trade routes with their tiles, the vases and the supply."""

from collections.abc import Iterator, Sequence

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.content.language import GOODS, TRACKS
from engine.minos_dawn.content.words import route as route_name
from engine.minos_dawn.content.words import track as track_name
from engine.minos_dawn.content.words import vase as vase_name
from engine.minos_dawn.seen.view import DawnView, RouteView, VaseView
from render import inline, theme
from render.inline import Sign, Token, Word
from render.minos_dawn import symbols
from render.minos_dawn.board import BANNER, COLOURS, MAP_HEIGHT, MARGIN, ROWS_HEIGHT, ROWS_WIDTH, WIDTH
from render.minos_dawn.icons import DICE, DICE_INK
from render.minos_dawn.icons import TRACKS as TRACK_COLOURS
from render.renderer import Say
from render.scene import Box, Icon, Item, Stroke, Text

LEFT = 2 * MARGIN + ROWS_WIDTH
TRACK_HEIGHT = 70
LABEL = 118
STEP = 96
"""Width of a space of a progress track."""
ROUTE_STEP = 92
TRACKS_HEIGHT = 3 * TRACK_HEIGHT


def tracks(view: DawnView, top: float, words: Say) -> Iterator[Item]:
    """The three progress tracks, spaces 0 to 8 from the left."""
    step = (WIDTH - MARGIN - LEFT - LABEL) / (the_box().top + 1)
    for number, track in enumerate(TRACKS):
        y = top + number * TRACK_HEIGHT
        height = TRACK_HEIGHT - 6
        yield Box(LEFT, y, WIDTH - MARGIN - LEFT, height, theme.PAPYRUS_DIM, 12)
        yield Icon(f"dawn:track:{track}", LEFT + 32, y + height / 2 - 8, 44)
        name = theme.cut(words(track_name(number)), "bold", 18, LABEL - 12)
        yield Text(LEFT + 8, y + height - 10, name, "bold", 18, theme.INK, "lm")
        for space in range(the_box().top + 1):
            left = LEFT + LABEL + space * step
            seats = [seat.seat for seat in view.seats if seat.tracks[number] == space]
            # SOLO-SETUP-6: a reminder of what his regions are worth.
            seats += [RIVAL] if view.rival and track == "population" and view.rival.population == space else []
            yield Box(left, y + 4, step - 5, height - 8, theme.CREAM, 9, DICE[TRACK_COLOURS[track]], 2)
            colour = TRACK_COLOURS[track]
            yield Box(left, y + 4, 24, 24, DICE[colour], 9)
            yield Text(left + 12, y + 16, str(space), "bold", 19, DICE_INK[colour])
            yield from _gain(number, space, left + 29, y + 17, step - 38)
            yield from marks(seats, left + (step - 5) / 2, y + height - 19, min(28, (step - 10) / max(1, len(seats))))


def _gain(track: int, space: int, left: float, middle: float, width: float) -> Iterator[Item]:
    found = the_box().tracks[track].spaces[space]
    source = the_box().track_source(track, space)
    tokens: tuple[Token, ...] = symbols.effect_line(source) if source else ()
    if found.palace:
        tokens = (Word(str(found.palace)), Sign("dawn:palace"))
    elif found.ability:
        tokens = (Sign("dawn:ability"), Word("I" * found.ability))
    elif found.weapons:
        tokens = (
            Word(str(found.weapons)),
            Sign("dawn:weapon"),
            Word(f"{found.presence}/{found.dominance}"),
            Sign("dawn:vp"),
        )
    yield from inline.line(tokens, left, middle, inline.fitted(tokens, 22, width, 10))


def marks(seats: Sequence[Seat], x: float, y: float, size: float) -> Iterator[Item]:
    """Marks of seats side by side around (`x`, `y`)."""
    left = x - size * len(seats) / 2
    for number, seat in enumerate(seats):
        yield Icon("mark", round(left + (number + 0.5) * size), y, size, COLOURS[seat])


def routes(view: DawnView, top: float, words: Say) -> Iterator[Item]:
    """The trade routes, spaces 1 to 5 from the left, then the tiles beside them."""
    height = (ROWS_HEIGHT - TRACKS_HEIGHT) / len(view.routes)
    for number, route in enumerate(view.routes):
        yield from _route(view, route, number, top + number * height, height - 6, words)


def _route(view: DawnView, route: RouteView, number: int, top: float, height: float, words: Say) -> Iterator[Item]:
    printed, content = the_box().routes[route.route], the_box().content.routes
    yield Box(LEFT, top, WIDTH - MARGIN - LEFT, height, "#c9dfe0", 12)
    yield Icon("dawn:ship", LEFT + 32, top + height / 2 - 12, 46)
    name = theme.cut(words(route_name(route.route)), "bold", 18, LABEL - 12)
    yield Text(LEFT + 8, top + height - 14, name, "bold", 18, theme.INK, "lm")
    for space in range(1, len(printed.cost) + 1):
        left = LEFT + LABEL + (space - 1) * ROUTE_STEP
        edge = {content.blue_space: "#1f5fa8", content.red_space: "#b3262e"}.get(space, theme.SEA_LINE)
        yield Box(left, top + 4, ROUTE_STEP - 5, height - 8, theme.CREAM, 9, edge, 4 if edge != theme.SEA_LINE else 2)
        price: tuple[Token, ...] = (Word(str(printed.cost[space - 1])), Sign("dawn:coin"))
        if space == content.tower_space:
            price = (*price, Sign("dawn:towers"))
        if space == len(printed.cost):
            price = (*price, Word(str(printed.top_vp)), Sign("dawn:vp"))
        yield from inline.centred(price, left + ROUTE_STEP / 2 - 2, top + 17, inline.fitted(price, 20, ROUTE_STEP - 14))
        tokens = symbols.effect_line(f"route:{route.route}:{space}")
        size = inline.fitted(tokens, 22, ROUTE_STEP - 14, 11)
        yield from inline.centred(tokens, left + ROUTE_STEP / 2 - 2, top + 38, size)
        seats = [seat.seat for seat in view.seats if seat.ships[number] == space]
        seats += [RIVAL] if view.rival and view.rival.ships[number] == space else []
        room = (ROUTE_STEP - 10) / max(1, len(seats))
        for place, seat in enumerate(seats):
            x = left + ROUTE_STEP / 2 - 2 + (place - (len(seats) - 1) / 2) * min(30, room)
            yield Icon("ship", round(x), top + height - 20, min(29, room), COLOURS[seat])
    left = LEFT + LABEL + len(printed.cost) * ROUTE_STEP + 6
    for tiles, colour, y in ((route.blue, "#1f5fa8", top + 4), (route.red, "#b3262e", top + height / 2 + 1)):
        yield from _tiles(tiles, colour, left, y, WIDTH - MARGIN - left - 4, height / 2 - 6)


def _tiles(tiles: tuple[str, ...], colour: str, left: float, top: float, width: float, height: float) -> Iterator[Item]:
    room = min(width / max(1, len(tiles)), 118)
    for number, tile in enumerate(tiles):
        x = left + number * room
        yield Box(x, top, room - 4, height, theme.CREAM, 8, colour, 3)
        tokens = symbols.effect_line(f"bonus:{tile}")
        size = inline.fitted(tokens, 22, room - 16, 10)
        yield from inline.centred(tokens, x + room / 2 - 2, top + height / 2, size)


VASE_WIDTH, VASE_HEIGHT = 200, 118
MEASURES = {
    "income_space": "dawn:income", "goods_of_one_type": "dawn:good:choice", "track.cultural": "dawn:track:cultural",
    "track.population": "dawn:track:population", "track.influence": "dawn:track:influence",
    "presence_regions": "dawn:regions", "dominance_regions": "dawn:regions", "route_spaces": "dawn:ship",
    "towers": "dawn:towers", "ships": "dawn:ship", "palace_cards": "dawn:palace",
    "palace_one_trigger": "dawn:palace",
}  # fmt: skip


def condition(vase_id: str) -> tuple[Token, ...]:
    """What a vase asks for."""
    vase = the_box().vases[vase_id]
    count = Word(f"{vase.at_least}+")
    match vase.measure:
        case "dominance_regions":
            return count, Sign("dawn:regions"), Sign("dawn:crown")
        case "palace_one_trigger":
            return count, Sign("dawn:palace"), Word("="), Sign("dawn:trigger:wild")
        case "goods_of_one_type":
            return count, Sign("dawn:good:choice"), Word("=")
        case "route_spaces":
            return Word(f"{vase.at_least}+"), Sign("dawn:route")
        case measure:
            return count, Sign(MEASURES[measure])


def vases(view: DawnView, words: Say) -> Iterator[Item]:
    """The vases with their places, in the sea south of western Crete."""
    top = BANNER + MAP_HEIGHT - VASE_HEIGHT - 10
    for number, each in enumerate(view.vases):
        left = MARGIN + number * (VASE_WIDTH + 8)
        space = view.rival.vases[number] if view.rival else 0
        yield from vase(each, left, top, words, rival=space)
        if view.rival:
            pending = sum(the_box().vases[each.vase].number in vases_of(card) for card in view.rival.drawn)
            yield from _pending(pending, left + VASE_WIDTH - 30, top + 44)


def vases_of(solo_card: str) -> tuple[int, ...]:
    """The vases that a solo card marks. SOLO-INCOME-2"""
    return the_box().solo_cards[solo_card].vases


def _pending(marks: int, x: float, y: float) -> Iterator[Item]:
    """The number of steps the rival's marker is about to make there; nothing where it is 0."""
    if marks:
        yield Box(x - 32, y - 18, 56, 36, theme.SEATS_PALE[COLOURS[RIVAL]], 10, theme.SEATS[COLOURS[RIVAL]], 3)
        yield Text(x - 4, y, f"+{marks}", "bold", 26, theme.SEATS_DARK[COLOURS[RIVAL]])


def vase(each: VaseView, left: float, top: float, words: Say, rival: int = 0) -> Iterator[Item]:
    """A vase with its top left corner there: what it asks for, its places, and the one the rival's marker is on."""
    printed = the_box().vases[each.vase]
    yield Box(left, top, VASE_WIDTH, VASE_HEIGHT, theme.PAPYRUS, 12, theme.COAST, 2)
    yield Icon("dawn:vase", left + 28, top + 36, 52, printed.colour)
    name, size = theme.fitted(words(vase_name(each.vase)), "bold", 18, VASE_WIDTH - 64, 14)
    yield Text(left + 56, top + 16, name, "bold", size, theme.INK, "lm")
    yield from inline.line(condition(each.vase), left + 56, top + 44, 30)
    width = (VASE_WIDTH - 12) / len(each.places)
    for place, seat in enumerate(each.places):
        x = left + 6 + place * width
        points = the_box().board.vase_slots.vp[place]
        yield Box(x, top + 68, width - 4, 44, theme.CREAM, 9, theme.HILL_SHADE, 2)
        if seat is None and rival == points:
            seat = RIVAL
        if seat is not None:
            yield Icon("mark", x + 18, top + 90, 32, COLOURS[seat])
            yield Text(x + 34, top + 90, str(points), "bold", 22, theme.INK, "lm")
        elif place in each.blocked:
            yield Stroke(((x + 8, top + 104), (x + width - 12, top + 76)), theme.TERRACOTTA, 5)
        else:
            yield from inline.centred((Word(str(points)), Sign("dawn:vp")), x + width / 2 - 2, top + 90, 26)


def supply(view: DawnView) -> Iterator[Item]:
    """Decks, discards, the action bonus, goods and temporary goods left."""
    left, top = 1240, BANNER + 10
    yield Box(left, top, 236, 54, theme.SEA_INK, 12)
    tokens: list[tuple[Token, ...]] = [
        (Sign("dawn:deck", str(age + 1)), Word(str(size)))
        for age, size in enumerate(view.deck_sizes)
        if age + 1 >= view.age
    ]
    tokens.append((Sign("dawn:discard"), Word(str(len(view.discards[view.age - 1])))))
    for number, each in enumerate(tokens):
        yield from inline.line(each, left + 8 + number * 78, top + 27, 34, theme.CREAM)
    bonus = (Sign("dawn:bonus"), Word(":"), *symbols.effect_line(f"action:{view.action_bonus}"))
    yield Box(left, top + 60, 160, 44, theme.PAPYRUS, 12, theme.GOLD_DEEP, 3)
    yield from inline.centred(bonus, left + 80, top + 82, inline.fitted(bonus, 28, 144))
    left, top = 1216, BANNER + MAP_HEIGHT - 90
    yield Box(left, top, 372, 80, theme.SEA_INK, 12)
    stock = [
        *((f"dawn:good:{good}", view.stacks[n]) for n, good in enumerate(GOODS)),
        ("dawn:good:random", view.goods_pile_size),
    ]
    for number, (icon, count) in enumerate(stock):
        yield from inline.line((Sign(icon), Word(str(count))), left + 8 + number * 51, top + 22, 28, theme.CREAM)
    for number, good in enumerate(GOODS):
        tokens_left = (Sign(f"dawn:temp:{good}"), Word(str(view.temps[number])))
        yield from inline.line(tokens_left, left + 8 + number * 51, top + 58, 28, theme.CREAM)
