"""Explain the solo rival's moves: the card and list that chose his last die, and the tiles drawn in his last turn."""

from engine.kernel.decision import Message
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.content.records import SoloCard
from engine.minos_dawn.content.words import solo_card
from engine.minos_dawn.seen.rival_view import RivalView, SelectionView
from engine.minos_dawn.seen.view import DawnView
from render import inline, theme
from render.inline import Sign, Word, count
from render.minos_dawn.icons import DICE, DICE_DARK, DICE_INK, SIGN_OF
from render.minos_dawn.plates.frame import MARGIN, NAME, NUMBER, TEXT, die, panel, sealed_panel, wrap_words
from render.minos_dawn.situation import RIVAL_NAME
from render.minos_dawn.text_board import tile_region
from render.plate import WIDTH
from render.renderer import Say
from render.scene import Box, Icon, Items, Stroke, Text
from render.seat_colours import COLOURS

TURN_HEIGHT = 112


def selection(
    view: DawnView, rival: RivalView, left: float, top: float, width: float, height: float, words: Say
) -> Items:
    """Yield how the rival chose his last die: card, colours (the deciding one in gold), die, and rows."""
    yield from sealed_panel(view, RIVAL, left, top, width, height, 42)
    chosen = rival.selection
    name = words(RIVAL_NAME)
    yield Text(left + 101, top + 42, name, "bold", NAME, theme.INK, "lm")
    if chosen is None:
        yield from _rows(rival, None, left + 14, top + 92, width - 28, height - 106)
        return
    card = the_box().solo.cards[chosen.card]
    yield Text(left + width - 20, top + 42, solo_card(card.id), "bold", TEXT, theme.INK, "rm")
    for number, text in enumerate(wrap_words(words(criterion(card)), TEXT, width - 36, 2)):
        yield Text(round(left + 18), round(top + 98 + number * 46), text, "bold", TEXT, theme.INK, "lm")
    for place, colour in enumerate(card.colours):
        x = left + 54 + place * 92
        yield from _colour(colour, colour == chosen.die[:-1], x, top + 216)
        if place:
            yield Text(x - 46, top + 215, "›", "bold", TEXT, theme.INK_SOFT)
    yield Text(left + width - 128, top + 212, "→", "bold", NAME, theme.INK)
    yield from die(chosen.die, left + width - 60, top + 216, 88)
    yield from _rows(rival, chosen, left + 14, top + 270, width - 28, height - 284)


def criterion(card: SoloCard) -> Message:
    """Describe the criterion on a card's front. SOLO-DICE-3, SOLO-DICE-4"""
    if card.criterion in ("lowest", "highest"):
        return Message(f"picture_minos_dawn.criterion.{card.criterion}")
    return Message(f"picture_minos_dawn.criterion.{card.criterion}.{card.pick}")


def _colour(colour: str, is_chosen: bool, x: float, y: float) -> Items:
    if is_chosen:
        yield Box(x - 38, y - 38, 76, 76, theme.GOLD, 16, theme.GOLD_DEEP, 3)
    yield Box(x - 29, y - 29, 58, 58, DICE[colour], 12, DICE_DARK[colour], 3)
    if colour in SIGN_OF:
        yield Icon(f"dawn:sign:{SIGN_OF[colour]}", x, y, 44, DICE_INK[colour])


def _rows(
    rival: RivalView, chosen: SelectionView | None, left: float, top: float, width: float, height: float
) -> Items:
    step = width / max(1, len(rival.back))
    for place, action in enumerate(rival.back):
        x, is_line = left + place * step, chosen is not None and place == chosen.line
        fill, edge = (theme.GOLD, theme.GOLD_DEEP) if is_line else (theme.CREAM, theme.HILL_SHADE)
        yield Box(round(x), top, round(step - 10), height, fill, 12, edge, 5 if is_line else 2)
        middle = x + step / 2 - 5
        yield Icon(f"dawn:trigger:{action}", middle, top + height / 2, 100)
        if chosen is not None and place < chosen.line:
            yield Stroke(((x + 14, top + height - 14), (x + step - 24, top + 14)), theme.TERRACOTTA, 9)
        if is_line and chosen is not None and chosen.mark:
            yield Icon(f"dawn:trigger:{chosen.mark}", x + step - 40, top + 34, 52)


def turn(rival: RivalView, top: float) -> Items:
    """Yield a strip about the rival's last action turn: die, row, action, strength, and the regions on his drawn tiles.
    Before his first turn of the round, the strip shows solo cards: still to come, drawn this round, and used."""
    yield panel(MARGIN, top, WIDTH - 2 * MARGIN, TURN_HEIGHT - 4, RIVAL)
    middle, done = top + TURN_HEIGHT / 2 - 2, rival.turn
    yield Icon("mark", MARGIN + 52, middle, 72, COLOURS[RIVAL])
    if done is None:
        piles = (("dawn:solocard", rival.undrawn), ("dawn:area", rival.drawn), ("dawn:discard", rival.used))
        for place, (icon, cards) in enumerate(piles):
            yield from inline.line(count(icon, len(cards)), MARGIN + 130 + place * 220, middle, 68)
        return
    yield from die(done.die, MARGIN + 150, middle, 84)
    x: float = MARGIN + 246
    yield Icon(f"dawn:trigger:{done.row}", x, middle, 84)
    if done.acts_as != done.row:
        yield Text(x + 64, middle, "→", "bold", NAME, theme.INK)
        x += 130
        yield Icon(f"dawn:trigger:{done.acts_as}", x, middle, 84)
    yield Text(x + 60, middle, str(done.strength), "bold", NUMBER + 20, theme.INK, "lm")
    x += 80 + theme.text_width(str(done.strength), "bold", NUMBER + 20)
    for good in done.goods:
        tokens = (Sign(f"dawn:good:{good}"), Word("→"), Word(str(tile_region(rival, good))))
        yield from inline.line(tokens, x, middle, 60)
        x += inline.width_of(tokens, 60) + 26
