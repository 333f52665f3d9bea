"""The plates of phases in which all seats act simultaneously: setup, progress and income."""

from collections.abc import Collection, Iterator

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import ABILITIES, RIVAL, the_box
from engine.minos_dawn.content.language import INFLUENCE
from engine.minos_dawn.content.words import ability as ability_name
from engine.minos_dawn.content.words import card as card_name
from engine.minos_dawn.content.words import region_place
from engine.minos_dawn.seen.view import DawnView, SeatView
from render import inline, theme
from render.inline import Sign, Token, Word, amount, count
from render.minos_dawn import symbols
from render.minos_dawn.plates import frame, tracks
from render.minos_dawn.plates.draft import dice_of, sums_of
from render.minos_dawn.plates.frame import BOTTOM, MARGIN, NAME, SIGNS, SMALL_SIGNS, TEXT, TOP
from render.minos_dawn.plates.standing import spread
from render.minos_dawn.situation import turn_order
from render.plate import WIDTH, columns, line
from render.renderer import Names, Say
from render.scene import Box, Disc, Icon, Items, Text
from render.seat_colours import COLOURS


def setup(view: DawnView, words: Say) -> Items:
    """Yield the starting cards above the abilities. Cards and abilities that are taken have the seat's mark."""
    owners = {item: seat.seat for seat in view.seats for item in (seat.card, seat.ability) if item}
    items = sorted({*view.setup_items, *owners})
    cards = [item for item in items if item in the_box().starting_cards]
    abilities = [item for item in items if item in ABILITIES]
    tall = round((BOTTOM - TOP - MARGIN) / 2)
    for row, found in enumerate((cards, abilities)):
        top = TOP + row * (tall + MARGIN)
        for item, (left, width) in zip(found, columns(len(found), MARGIN, MARGIN), strict=True):
            owner = owners.get(item)
            if owner is None:
                yield Box(left, top, round(width), tall, theme.CREAM, 16, theme.GOLD_DEEP, 5)
            else:
                yield frame.panel(left, top, round(width), tall, owner)
            yield from (_starting_card, _ability)[row](item, left, top, round(width), tall, words)
            if owner is not None:
                yield Icon("mark", left + (48 if row else round(width) - 48), top + 50, 76, COLOURS[owner])


def _starting_card(key: str, left: int, top: int, width: int, height: int, words: Say) -> Items:
    card = the_box().starting_cards[key]
    yield Disc(left + 46, top + 50, 30, theme.NIGHT, theme.CREAM, 3)
    yield Text(left + 46, top + 50, str(card.region), "bold", NAME, theme.CREAM)
    yield from _title(words(region_place(card.region)), left, top, width - 76)
    stock = amount(card.coins, "dawn:coin"), amount(card.weapons, "dawn:weapon"), amount(card.vp, "dawn:vp")
    goods: list[Token] = [Sign(f"dawn:good:{card.good}")]
    goods += [Sign(f"dawn:temp:{good}") for good, count in card.temp.items() for _ in range(count)]
    goods += [Sign("dawn:warrior")] if card.extra_warrior else []
    hand: list[Token] = [Word(f"{card.draw}−{card.put_back}"), Sign("dawn:hand")]
    hand += [Word(" "), Sign("dawn:first")] if card.first_player else []
    step = (height - 110) / 3
    for number, tokens in enumerate((inline.join(stock), goods, hand)):
        yield from frame.run(tokens, left + 20, round(top + 98 + (number + 0.5) * step), width - 36, 70)


def _title(name: str, left: int, top: int, room: int) -> Items:
    lines = frame.wrap_words(name, TEXT, room - 96, 2)
    for number, text in enumerate(lines):
        y = top + 50 + round((number - (len(lines) - 1) / 2) * 46)
        yield Text(left + 88, y, text, "bold", TEXT, theme.INK, "lm")


def _ability(key: str, left: int, top: int, width: int, height: int, words: Say) -> Items:
    yield Icon("dawn:ability", left + 46, top + 50, 62)
    yield from _title(words(ability_name(key)), left, top, width)
    step = (height - 110) / 3
    for level in range(3):
        y = round(top + 98 + (level + 0.5) * step)
        yield Text(left + 22, y, "I" * (level + 1), "bold", NAME, theme.POINTS, "lm")
        yield from frame.run(level_line(key, level), left + 72, y, width - 80, 56)


def level_line(key: str, level: int) -> tuple[Token, ...]:
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
        tokens += [Word("+"), *symbols.effect_line(f"income:{key}:{level + 1}")]
    return tuple(tokens)


TRACKS_HEIGHT = 588


def progress(view: DawnView, people: Names, new: Collection[tuple[Seat, int]] = ()) -> Items:
    yield from tracks.tracks(view, TOP, TRACKS_HEIGHT, SIGNS, new)
    order = [seat for seat in turn_order(view) if view.rival is None or seat != RIVAL]
    top = TOP + TRACKS_HEIGHT + MARGIN
    for seat, left, width in frame.side_by_side(order):
        yield from _dice_to_group(view, seat, left, top, round(width), BOTTOM - top, people)


def _dice_to_group(view: DawnView, seat: Seat, left: int, top: int, width: int, height: int, people: Names) -> Items:
    yield from frame.named_panel(view, seat, left, top, width, height, people)
    side = 88
    dice = dice_of(view, seat)
    for number, text in enumerate(dice):
        yield from frame.die(text, left + 16 + side / 2 + number * (side + 5), top + 90 + side / 2, side)
    y = top + 90 + side + (height - 90 - side) * 0.27
    yield from spread(sums_of(view, seat), left + 18, y, left + width - 10, SIGNS, 56)
    needed = (Word(f"{least_sum(view, seat)}+"), Word("→"), Sign("dawn:advance:any"))
    yield from inline.line(needed, left + 18, top + 90 + side + (height - 90 - side) * 0.74, 60)


def least_sum(view: DawnView, seat: Seat) -> int:
    """Return the least sum of dice that lets a group advance. PROG-2, PROG-3"""
    box, own = the_box(), view.seats[seat]
    found = next((each for each in box.abilities if each.id == own.ability), None)
    return found.group_total[own.level - 1] if found is not None and found.group_total else box.board.group_total


SIDE_WIDTH, ACROSS = 352, 3
"""Width of a seat's name and numbers, and the number of decrees side by side to the right of them."""
LOWEST, TALLEST, NAMED = 1.7, 160, 104
"""The minimum height of a seat's band in lines of decrees, the maximum height of a line, and the minimum height for
names."""


def _bands(view: DawnView) -> Iterator[tuple[SeatView, int, int, float]]:
    """Yield every seat except the rival, with the top and height of its band and the height of a line of decrees."""
    order = [view.seats[seat] for seat in turn_order(view) if view.rival is None or seat != RIVAL]
    lines = [-(-len(own.area) // ACROSS) for own in order]
    step = (BOTTOM - TOP - MARGIN * (len(order) - 1)) / sum(max(LOWEST, each) for each in lines)
    top = float(TOP)
    for own, number in zip(order, lines, strict=True):
        height = max(LOWEST, number) * step
        yield own, round(top), round(height), min(TALLEST, (height - 16) / max(1, number))
        top += height + MARGIN


def _decrees(view: DawnView) -> Iterator[tuple[str, int, int, int, int]]:
    """Yield the decrees of all player areas, with left edge, top, width and height."""
    wide = (WIDTH - 2 * MARGIN - SIDE_WIDTH - 10) / ACROSS
    for own, top, _, tall in _bands(view):
        for number, card in enumerate(own.area):
            row, column = divmod(number, ACROSS)
            yield (
                card, round(MARGIN + SIDE_WIDTH + column * wide), round(top + 9 + row * tall), round(wide - 6),
                round(tall - 6),
            )  # fmt: skip


def income(view: DawnView) -> Items:
    """Yield a band per seat in turn order: how many decrees may go to the palace, and the traits in the player area."""
    for own, top, height, _ in _bands(view):
        yield from frame.sealed_panel(view, own.seat, MARGIN, top, WIDTH - 2 * MARGIN, height, 46)
        limit = the_box().tracks.palace_limits[own.tracks[INFLUENCE]]
        value = sum(the_box().decrees[card].vp for card in own.palace)
        lines = (
            (count("dawn:vp", own.vp), count("dawn:hand", own.hand_size)),
            ((*count("dawn:palace", len(own.palace)), Word(f"+0–{limit}")), amount(value, "dawn:vp@end")),
        )  # fmt: skip
        for number, groups in enumerate(lines):
            y = top + 84 + (min(height, 260) - 92) * (number + 0.5) / 2
            yield from spread(groups, MARGIN + 20, round(y), MARGIN + SIDE_WIDTH - 12, SIGNS, 54)
    for card, left, top, width, height in _decrees(view):
        yield Box(left, top, width, height, theme.CREAM, 12, theme.GOLD_DEEP, 2)
        middle = top + round(height * (0.7 if height >= NAMED - 6 else 0.5))
        worth = amount(the_box().decrees[card].vp, "dawn:vp")
        right = left + width - 8 - inline.width_of(worth, SIGNS)
        yield from inline.line(worth, right, middle, SIGNS)
        yield from frame.run(symbols.trait_line(card), left + 8, middle, right - left - 10, 54)


def income_names(view: DawnView, people: Names, words: Say) -> Items:
    """Yield the names of seats and, if there is room, of decrees. Add the traits of palaces below the player areas."""
    for card, left, top, width, height in _decrees(view):
        if height >= NAMED - 6:
            name = words(card_name(card))
            yield line(left + 12, top + round(height * 0.27), name, TEXT, theme.INK, width - 20, least=frame.NOTE)
    for own, top, height, tall in _bands(view):
        yield line(MARGIN + 101, top + 46, people[own.seat], NAME, theme.INK, SIDE_WIDTH - 104, least=frame.NOTE)
        low = 12 + -(-len(own.area) // ACROSS) * tall
        traits = [symbols.trait_line(card) for card in own.palace]
        if traits and height - low >= 80:
            left = MARGIN + SIDE_WIDTH + 62
            yield Icon("dawn:palace", left - 34, top + (low + height) / 2, 54)
            yield from frame.chips(
                traits, left, top + low, WIDTH - 2 * MARGIN - left, height - low - 10, 54, SMALL_SIGNS
            )
