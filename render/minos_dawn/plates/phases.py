"""The plates of phases in which all seats act simultaneously: setup, progress and income."""

from collections.abc import Collection

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import ABILITIES, RIVAL, the_box
from engine.minos_dawn.content.language import INFLUENCE, TRACKS
from engine.minos_dawn.content.records import StartingCard
from engine.minos_dawn.content.words import ability as ability_name
from engine.minos_dawn.content.words import card as card_name
from engine.minos_dawn.content.words import region_place
from engine.minos_dawn.seen.view import DawnView, SeatView
from render import inline, theme
from render.inline import Sign, Token, Word, amount, count
from render.minos_dawn import symbols
from render.minos_dawn.icons import TRACKS as TRACK_COLOURS
from render.minos_dawn.plates import frame, tracks
from render.minos_dawn.plates.draft import dice_of
from render.minos_dawn.plates.frame import BOTTOM, MARGIN, NAME, SIGNS, TEXT, TOP
from render.minos_dawn.situation import turn_order
from render.plate import columns, line
from render.renderer import Names, Say
from render.scene import Box, Disc, Icon, Items, Text
from render.seat_colours import COLOURS


def setup(view: DawnView, words: Say) -> Items:
    """Yield the starting cards above the abilities. Those already taken have their seat's mark."""
    owners = {item: seat.seat for seat in view.seats for item in (seat.card, seat.ability) if item}
    items = sorted({*view.setup_items, *owners})
    cards = [item for item in items if item in the_box().starting_cards]
    abilities = [item for item in items if item in ABILITIES]
    tall = round((BOTTOM - TOP - MARGIN) / 2)
    for row, found in enumerate((cards, abilities)):
        top = TOP + row * (tall + MARGIN)
        for item, (left, width) in zip(found, columns(len(found), MARGIN, MARGIN), strict=True):
            room = round(width) - (92 if item in owners else 12)
            owner = owners.get(item)
            if owner is None:
                yield Box(left, top, round(width), tall, theme.CREAM, 16, theme.GOLD_DEEP, 5)
            else:
                yield frame.panel(left, top, round(width), tall, owner)
                yield Icon("mark", left + round(width) - 48, top + 50, 66, COLOURS[owner])
            if row == 0:
                yield from _starting_card(the_box().starting_cards[item], left, top, round(width), tall, room, words)
            else:
                yield from _ability(item, left, top, round(width), tall, room, words)


def _starting_card(card: StartingCard, left: int, top: int, width: int, height: int, room: int, words: Say) -> Items:
    yield Disc(left + 46, top + 50, 30, theme.NIGHT, theme.CREAM, 3)
    yield Text(left + 46, top + 50, str(card.region), "bold", NAME, theme.CREAM)
    yield line(left + 88, top + 50, words(region_place(card.region)), NAME - 4, theme.INK, room - 88, least=TEXT)
    stock = [*amount(card.coins, "dawn:coin"), Word(" "), *amount(card.weapons, "dawn:weapon"), Word(" ")]
    stock += amount(card.vp, "dawn:vp")
    goods: list[Token] = [Sign(f"dawn:good:{card.good}")]
    goods += [Sign(f"dawn:temp:{good}") for good, count in card.temp.items() for _ in range(count)]
    goods += [Sign("dawn:warrior")] if card.extra_warrior else []
    hand: list[Token] = [Word(f"{card.draw}−{card.put_back}"), Sign("dawn:hand")]
    hand += [Word(" "), Sign("dawn:first")] if card.first_player else []
    lines = (stock, goods, hand)
    step = (height - 110) / len(lines)
    for number, tokens in enumerate(lines):
        yield from frame.run(tokens, left + 20, round(top + 98 + (number + 0.5) * step), width - 36, 70)


def _ability(key: str, left: int, top: int, width: int, height: int, room: int, words: Say) -> Items:
    yield Icon("dawn:ability", left + 46, top + 50, 62)
    yield line(left + 86, top + 50, words(ability_name(key)), NAME - 4, theme.INK, room - 86, least=TEXT)
    step = (height - 110) / 3
    for level in range(3):
        y = round(top + 98 + (level + 0.5) * step)
        yield Text(left + 22, y, "I" * (level + 1), "bold", NAME, theme.POINTS, "lm")
        yield from frame.run(_level(key, level), left + 78, y, width - 92, 56)


def _level(key: str, level: int) -> tuple[Token, ...]:
    ability = next(each for each in the_box().abilities if each.id == key)
    tokens: list[Token] = []
    if ability.card_discount:
        tokens += [Sign("dawn:area"), *amount(f"−{ability.card_discount[level]}", "dawn:coin")]
    if ability.group_total:
        tokens += [Sign("dawn:tracks"), Word(f"{ability.group_total[level]}+")]
    if ability.exchange_give:
        tokens += [*amount(ability.exchange_give[level], "dawn:coin"), Word("→"), *amount(1, "dawn:weapon")]
    if ability.gain:
        tokens += symbols.effect_line(f"ability:{key}:{level + 1}")
    if ability.coin_discount and ability.coin_discount[level]:
        tokens += [Word(" "), *amount(f"−{ability.coin_discount[level]}", "dawn:coin")]
    if ability.income:
        tokens += [Word(" "), Word("+"), *symbols.effect_line(f"income:{key}:{level + 1}")]
    return tuple(tokens)


TRACKS_HEIGHT = 588


def progress(view: DawnView, people: Names, new: Collection[tuple[Seat, int]] = ()) -> Items:
    yield from tracks.tracks(view, TOP, TRACKS_HEIGHT, 54, SIGNS, new)
    order = [seat for seat in turn_order(view) if view.rival is None or seat != RIVAL]
    top = TOP + TRACKS_HEIGHT + MARGIN
    for seat, left, width in frame.side_by_side(order):
        yield from _dice_to_group(view, seat, left, top, round(width), BOTTOM - top, people)


def _dice_to_group(view: DawnView, seat: Seat, left: int, top: int, width: int, height: int, people: Names) -> Items:
    yield from frame.named_panel(left, top, width, height, seat, people)
    side = 88
    dice = dice_of(view, seat)
    for number, text in enumerate(dice):
        yield from frame.die(text, left + 16 + side / 2 + number * (side + 5), top + 90 + side / 2, side)
    sums: list[Token] = []
    for track in TRACKS:
        if total := sum(int(text[-1]) for text in dice if text[:-1] == TRACK_COLOURS[track]):
            sums += count(f"dawn:track:{track}", f"{total} ")
    if joker := sum(int(text[-1]) for text in dice if text.startswith("gray")):
        sums.append(Word(f"+{joker}"))
    y = top + 90 + side + (height - 90 - side) * 0.27
    yield from inline.line(sums, left + 18, y, inline.fit_size(sums, 58, width - 30, 42))
    needed = (Word(f"{least_sum(view, seat)}+"), Word("→"), Sign("dawn:advance:any"))
    yield from inline.line(needed, left + 18, top + 90 + side + (height - 90 - side) * 0.74, 60)


def least_sum(view: DawnView, seat: Seat) -> int:
    """Return the least sum of dice that lets a group advance. PROG-2, PROG-3"""
    box, own = the_box(), view.seats[seat]
    found = next((each for each in box.abilities if each.id == own.ability), None)
    return found.group_total[own.level - 1] if found is not None and found.group_total else box.board.group_total


ROW, TALLEST = 106, 150
"""Least and greatest height of a decree in the player area."""
LEAST_PALACE = 84
"""If at least this much height is left, the palace is below the decrees in the player area."""


def income(view: DawnView, people: Names, words: Say) -> Items:
    """Yield a column per seat in turn order, or one wide column in a solo game."""
    order = [seat for seat in turn_order(view) if view.rival is None or seat != RIVAL]
    for seat, left, width in frame.side_by_side(order):
        yield from _court_of(view, seat, left, round(width), people, words)


def _court_of(view: DawnView, seat: Seat, left: int, width: int, people: Names, words: Say) -> Items:
    own = view.seats[seat]
    yield from frame.named_panel(left, TOP, width, BOTTOM - TOP, seat, people)
    limit = the_box().tracks.palace_limits[own.tracks[INFLUENCE]]
    groups = count("dawn:palace", f"0–{limit}"), count("dawn:vp", own.vp), count("dawn:hand", own.hand_size)
    step = (width - 24) / len(groups)
    for number, tokens in enumerate(groups):
        size = inline.fit_size(tokens, 56, step - 4, SIGNS)
        yield from inline.line(tokens, left + 16 + number * step, TOP + 122, size)
    columns = max(1, width // 500)
    room = BOTTOM - TOP - 176
    rows = max(room // TALLEST, min(room // ROW, -(-len(own.area) // columns)))
    wide, tall = (width - 24) / columns, room // rows
    shown = list(own.area)
    if len(shown) > columns * rows:
        shown = shown[: columns * rows - 1]
    for number, card in enumerate(shown):
        row, column = divmod(number, columns)
        x, y = round(left + 12 + column * wide), TOP + 170 + row * tall
        yield from _card(card, x, y, round(wide - 8), tall - 8, words)
    used = -(-len(shown) // columns) * tall
    if room - used >= LEAST_PALACE and len(shown) == len(own.area):
        yield from _palace(own, left + 12, TOP + 170 + used, width - 24, BOTTOM - 12 - TOP - 170 - used)
    if len(shown) < len(own.area):
        middle = round(left + 12 + (columns - 1) * wide + wide / 2), round(TOP + 170 + (rows - 0.5) * tall)
        yield Text(*middle, f"+{len(own.area) - len(shown)}", "bold", NAME, theme.INK)


def _palace(own: SeatView, left: int, top: float, width: int, height: float) -> Items:
    """Yield the palace: its traits, and what its cards are worth at the end of the game. SCORE-5"""
    yield Box(left, round(top), width, round(height), theme.PAPYRUS, 12)
    value = sum(the_box().decrees[card].vp for card in own.palace)
    total = (*count("dawn:palace", len(own.palace)), Word(" "), *amount(value, "dawn:vp@end"))
    yield from inline.line(total, left + 12, round(top + height - 42), 56)
    traits = [symbols.trait_line(card) for card in own.palace]
    if traits and height > LEAST_PALACE + 60:
        yield from frame.block(traits, left + 12, top + 8, width - 20, height - 92, 50)


def _card(card: str, left: int, top: int, width: int, height: int, words: Say) -> Items:
    yield Box(left, top, width, height, theme.CREAM, 12, theme.GOLD_DEEP, 2)
    yield line(left + 12, top + height * 0.27, words(card_name(card)), TEXT + 4, theme.INK, width - 22, least=TEXT)
    value = amount(the_box().decrees[card].vp, "dawn:vp")
    right = left + width - 8 - inline.width_of(value, SIGNS)
    yield from inline.line(value, right, top + height * 0.73, SIGNS)
    yield from frame.run(symbols.trait_line(card), left + 10, top + height * 0.73, right - left - 14, 54)
