"""The rival across from a lone seat: what he has, and the cards and tiles that made him do what he did last."""

from collections.abc import Iterator

from engine.kernel.decision import Message
from engine.minos_dawn.content.box import RIVAL, ROWS, the_box
from engine.minos_dawn.content.language import GOODS
from engine.minos_dawn.content.rival_records import SoloCard
from engine.minos_dawn.content.words import row as row_name
from engine.minos_dawn.content.words import solo_card
from engine.minos_dawn.seen.rival_view import RivalTurnView, RivalView, SelectionView
from engine.minos_dawn.seen.view import DawnView
from render import inline, theme
from render.inline import Sign, Token, Word
from render.minos_dawn.board import COLOURS, MARGIN, RIVAL_NAME, SEAT_HEIGHT, WIDTH, WILL_HEIGHT
from render.minos_dawn.dice import SIGN_OF, die
from render.minos_dawn.icons import DICE, DICE_DARK, DICE_INK
from render.minos_dawn.rival_text import designated
from render.minos_dawn.tracks import vases_of
from render.renderer import Say
from render.scene import Box, Icon, Item, Stroke, Text

COLOUR = COLOURS[RIVAL]
TALL = WILL_HEIGHT - 10
FRONT_WIDTH, LINE_WIDTH = 560, 108
TURN_WIDTH = 486
GOOD = 54


def will(view: DawnView, rival: RivalView, top: float, words: Say) -> Iterator[Item]:
    """The rival's step: the front that chose his last die, the list that sent it to a row, and his last action turn."""
    yield Box(MARGIN, top, WIDTH - 2 * MARGIN, TALL, theme.SEATS_DARK[COLOUR], 16, theme.SEATS[COLOUR], 4)
    left: float = MARGIN + 10
    chosen = rival.selection
    if chosen is not None:
        yield from _front(view, chosen, left, top + 9, TALL - 18, words)
        left += FRONT_WIDTH
        yield from _arrow(left + 18, top + TALL / 2)
        yield from die(chosen.die, left + 82, top + TALL / 2, 84)
        yield from _arrow(left + 146, top + TALL / 2)
        left += 164
    yield from _back(rival, left, top + 9, TALL - 18, words)
    left = WIDTH - MARGIN - 10 - TURN_WIDTH
    if rival.turn is not None:
        yield from _turn(rival, rival.turn, left, top + 9, TALL - 18, words)
    else:
        yield from _piles(rival, left, top + 9, TALL - 18)


def _arrow(x: float, y: float) -> Iterator[Item]:
    yield Text(x, y - 4, "→", "bold", 44, theme.GOLD)


def _front(view: DawnView, chosen: SelectionView, left: float, top: float, height: float, words: Say) -> Iterator[Item]:
    """The card drawn: its criterion, its colours with the deciding one in gold, and the vases that it marks."""
    card = the_box().solo_cards[chosen.card]
    yield Box(left, top, FRONT_WIDTH - 8, height, theme.CREAM, 12)
    yield Box(left, top, 108, height, theme.SEATS_PALE[COLOUR], 12)
    yield Text(left + 54, top + 26, solo_card(card.id), "bold", 32, theme.INK)
    numbers = {the_box().vases[each.vase].number: the_box().vases[each.vase].colour for each in view.vases}
    for place, number in enumerate(vases_of(card.id)):
        x = left + 54 + (place - (len(card.vases) - 1) / 2) * 50
        yield Icon("dawn:vase", x, top + 78, 60, numbers.get(number, "gray"))
        yield Text(x, top + 82, str(number), "bold", 24, theme.CREAM, "mm", theme.NIGHT_EDGE)
    inner, room = left + 124, FRONT_WIDTH - 140
    text, size = theme.fitted(words(criterion(card)), "bold", 30, room, 18)
    yield Text(inner, top + 24, text, "bold", size, theme.INK, "lm")
    for place, colour in enumerate(card.colours):
        yield from _colour(colour, colour == chosen.die[:-1], inner + 36 + place * 98, top + 80)
        if place:
            yield Text(inner + 36 + place * 98 - 49, top + 79, "›", "bold", 36, theme.INK_SOFT)


def criterion(card: SoloCard) -> Message:
    """What the front of a card looks for. SOLO-DICE-3, SOLO-DICE-4"""
    if card.criterion in ("lowest", "highest"):
        return Message(f"picture_minos_dawn.criterion.{card.criterion}")
    return Message(f"picture_minos_dawn.criterion.{card.criterion}.{card.pick}")


def _colour(colour: str, is_chosen: bool, x: float, y: float) -> Iterator[Item]:
    """A colour of dice, in gold where it decided."""
    if is_chosen:
        yield Box(x - 38, y - 38, 76, 76, theme.GOLD, 16, theme.GOLD_DEEP, 3)
    yield Box(x - 29, y - 29, 58, 58, DICE[colour], 12, DICE_DARK[colour], 3)
    if colour in SIGN_OF:
        yield Icon(f"dawn:sign:{SIGN_OF[colour]}", x, y, 36, DICE_INK[colour])


def _back(rival: RivalView, left: float, top: float, height: float, words: Say) -> Iterator[Item]:
    """The open back: rows that were full are struck out, the one that took the die is in gold."""
    chosen = rival.selection
    for place, action in enumerate(rival.back):
        x = left + place * LINE_WIDTH
        is_line = chosen is not None and place == chosen.line
        fill, edge = (theme.GOLD, theme.CREAM) if is_line else (theme.PAPYRUS_DIM, theme.HILL_SHADE)
        yield Box(x, top, LINE_WIDTH - 8, height, fill, 12, edge, 5 if is_line else 2)
        yield Icon(f"dawn:trigger:{action}", x + LINE_WIDTH / 2 - 4, top + 48, 70)
        name, size = theme.fitted(words(row_name(ROWS.index(action))), "bold", 22, LINE_WIDTH - 18, 14)
        yield Text(x + LINE_WIDTH / 2 - 4, top + height - 19, name, "bold", size, theme.INK)
        if chosen is not None and place < chosen.line:
            yield Stroke(((x + 12, top + 82), (x + LINE_WIDTH - 20, top + 14)), theme.TERRACOTTA, 9)
        if is_line and chosen is not None and chosen.mark:
            yield Icon(f"dawn:trigger:{chosen.mark}", x + LINE_WIDTH - 28, top + 20, 40)


def _turn(rival: RivalView, turn: RivalTurnView, left: float, top: float, height: float, words: Say) -> Iterator[Item]:
    """The rival's last action turn: the die, the action with its strength, and the regions that the bag named."""
    yield Box(left, top, TURN_WIDTH, height, theme.SEATS_PALE[COLOUR], 12)
    yield from die(turn.die, left + 42, top + height / 2, 60)
    yield Icon(f"dawn:trigger:{turn.acts_as}", left + 120, top + 44, 66)
    label = f"{words(row_name(ROWS.index(turn.row)))} {turn.space}"
    name, size = theme.fitted(label, "bold", 22, 96, 14)
    yield Text(left + 122, top + height - 19, name, "bold", size, theme.INK)
    yield Text(left + 188, top + 46, str(turn.strength), "bold", 62, theme.INK)
    width = (TURN_WIDTH - 236) / 3
    for place, good in enumerate(turn.goods):
        line, column = divmod(place, 3)
        tokens = (Sign(f"dawn:good:{good}"), Word(str(designated(rival, good))))
        y = top + height * (line * 2 + 1) / 4 if len(turn.goods) > 3 else top + height / 2
        yield from inline.line(tokens, left + 236 + column * width, y, 46)


def _piles(rival: RivalView, left: float, top: float, height: float) -> Iterator[Item]:
    """While he has not acted this round: how many solo cards are to come, drawn this round, and used."""
    counts = (
        ("dawn:solocard", len(rival.undrawn)),
        ("dawn:area", len(rival.drawn)),
        ("dawn:discard", len(rival.used)),
    )
    yield Box(left, top, TURN_WIDTH, height, theme.SEATS_PALE[COLOUR], 12)
    for place, (icon, count) in enumerate(counts):
        yield from inline.line((Sign(icon), Word(str(count))), left + 30 + place * 156, top + height / 2, 64)


PARTS = {
    "play": "dawn:vp", "farms": "dawn:farms", "regions": "dawn:regions", "battles": "dawn:seapeoples",
    "resources": "dawn:coin", "area": "dawn:area", "palace": "dawn:palace", "board": "dawn:vp@end",
    "cities": "dawn:cities", "tracks": "dawn:advance:any", "tops": "dawn:route", "face_down": "dawn:deck",
    "face_up": "dawn:area", "routes": "dawn:ship", "vases": "dawn:vase", "difficulty": "dawn:crown",
}  # fmt: skip
"""The sign of each part of a score; the message below the picture has their words."""
PARTS_A_LINE = 6


def sheets(view: DawnView, top: float) -> Iterator[Item]:
    """At the end, in place of his step: what both scores are made of. SOLO-END-9"""
    width = (WIDTH - 3 * MARGIN) / 2
    step = (width - 24) / PARTS_A_LINE
    for placing in view.result:
        colour = COLOUR if placing.seat is None else COLOURS[placing.seat]
        left = 2 * MARGIN + width if placing.seat is None else MARGIN
        yield Box(left, top, width, TALL, theme.CREAM, 16, theme.SEATS[colour], 4)
        for number, (part, score) in enumerate(placing.parts.items()):
            line, column = divmod(number, PARTS_A_LINE)
            tokens = (Sign(PARTS[part]), Word(str(score)))
            yield from inline.line(tokens, left + 16 + column * step, top + TALL * (line * 2 + 1) / 4, 46)


def panel(view: DawnView, rival: RivalView, top: float, words: Say) -> Iterator[Item]:
    """What he has: points, decrees, pieces left, what his regions are worth, and his bag."""
    width = (WIDTH - 3 * MARGIN) / 2
    left = 2 * MARGIN + width
    edge = theme.SEATS[COLOUR]
    yield Box(left, top, width, SEAT_HEIGHT - 8, theme.PAPYRUS_DIM, 16, edge, 4)
    yield Box(left + 4, top + 4, width - 8, 54, theme.SEATS_PALE[COLOUR], 12)
    yield from _head(view, rival, left, top + 33, width, words)
    yield from _points(rival, left, top + 103)
    yield from _pieces(rival, left, top + 172, width)
    yield from _bag(rival, left, top + 243, width)


def _head(view: DawnView, rival: RivalView, left: float, middle: float, width: float, words: Say) -> Iterator[Item]:
    yield Icon("mark", left + 38, middle, 50, COLOUR)
    right = left + width - 14
    place = next((each.place for each in view.result if each.seat is None), None)
    if place is not None:
        yield Text(right, middle, f"{place}.", "bold", 40, theme.INK, "rm")
        right -= 50
    if view.first == RIVAL:
        yield Icon("dawn:first", right - 20, middle, 42)
        right -= 48
    mode = words(Message(f"minos_dawn.option.difficulty.{rival.difficulty}"))
    yield Text(right - 8, middle, mode, "bold", 28, theme.INK_SOFT, "rm")
    yield Text(left + 70, middle, words(RIVAL_NAME), "bold", 36, theme.INK, "lm")


def _points(rival: RivalView, left: float, middle: float) -> Iterator[Item]:
    """Points large; face-down decrees by age and face-up ones with their value beside them."""
    yield Icon("dawn:vp", left + 36, middle, 48)
    yield Text(left + 62, middle, str(rival.vp), "bold", 74, theme.INK, "lm")
    start = left + 62 + max(92, theme.text_width(str(rival.vp), "bold", 74) + 12)
    value = sum(the_box().decrees[card].vp for card in rival.face_up)
    groups: tuple[tuple[Token, ...], ...] = (
        (Sign("dawn:deck", "1"), Word(str(rival.face_down[0]))),
        (Sign("dawn:deck", "2"), Word(str(rival.face_down[1]))),
        (Sign("dawn:area"), Word(f"{len(rival.face_up)} ="), Word(str(value)), Sign("dawn:vp@end")),
    )
    for number, group in enumerate(groups):
        yield from inline.line(group, start + (0, 120, 240)[number], middle, 42)


def _pieces(rival: RivalView, left: float, middle: float, width: float) -> Iterator[Item]:
    """Warriors, cities and farms he still has, tiles he has won, spaces of routes, worth of a region."""
    worth = "/".join(map(str, rival.worth))
    groups: tuple[tuple[Token, ...], ...] = (
        (Sign("guard", COLOUR), Word(str(rival.reserve))),
        (Sign("dawn:city", COLOUR), Word(str(rival.cities_left))),
        (Sign("dawn:farm", COLOUR), Word(str(rival.farms_left))),
        (Sign("dawn:seapeoples"), Word(str(len(rival.sea_tiles)))),
        (Sign("ship", COLOUR), Word(str(sum(rival.ships)))),
        (Sign("dawn:regions"), Word(worth), Sign("dawn:vp")),
    )
    total = sum(inline.width_of(group, 40) for group in groups)
    gap = min(40, (width - 28 - total) / (len(groups) - 1))
    x = left + 14
    for group in groups:
        yield from inline.line(group, x, middle, 40)
        x += inline.width_of(group, 40) + gap


def _bag(rival: RivalView, left: float, middle: float, width: float) -> Iterator[Item]:
    """The six tiles of his bag with the regions that they name; those of his last turn in gold."""
    drawn = rival.turn.goods if rival.turn else ()
    step = (width - 20) / len(GOODS)
    for number, good in enumerate(GOODS):
        x = left + 12 + number * step
        if good in drawn:
            yield Box(x, middle - 36, step - 6, 72, theme.GOLD, 14, theme.GOLD_DEEP, 3)
        tokens = (Sign(f"dawn:good:{good}"), Word(str(designated(rival, good))))
        yield from inline.centred(tokens, x + (step - 6) / 2, middle, GOOD)
