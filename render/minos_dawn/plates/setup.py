"""The plate of the set-up: starting cards and abilities, and their owners."""

from collections.abc import Iterator

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import ABILITIES, the_box
from engine.minos_dawn.content.records import StartingCard
from engine.minos_dawn.content.words import ability as ability_name
from engine.minos_dawn.content.words import region_place
from engine.minos_dawn.seen.view import DawnView
from render import theme
from render.inline import Sign, Token, Word
from render.minos_dawn import symbols
from render.minos_dawn.plates.frame import BOTTOM, MARGIN, NAME, TEXT, TOP, run
from render.plate import WIDTH, line
from render.renderer import Say
from render.scene import Box, Disc, Icon, Item, Text
from render.seat_colours import COLOURS


def setup(view: DawnView, words: Say) -> Iterator[Item]:
    """Yield starting cards above abilities. Taken ones have the mark of their seat."""
    owners = {item: seat.seat for seat in view.seats for item in (seat.card, seat.ability) if item}
    items = sorted({*view.setup_items, *owners})
    cards = [item for item in items if item in the_box().starting_cards]
    abilities = [item for item in items if item in ABILITIES]
    tall = round((BOTTOM - TOP - MARGIN) / 2)
    for row, found in enumerate((cards, abilities)):
        top = TOP + row * (tall + MARGIN)
        width = (WIDTH - MARGIN * (len(found) + 1)) / max(1, len(found))
        for place, item in enumerate(found):
            left = round(MARGIN + place * (width + MARGIN))
            room = round(width) - (92 if item in owners else 12)
            yield from _frame(owners.get(item), left, top, round(width), tall)
            if row == 0:
                yield from _card(the_box().starting_cards[item], left, top, round(width), tall, room, words)
            else:
                yield from _ability(item, left, top, round(width), tall, room, words)


def _frame(owner: Seat | None, left: int, top: int, width: int, height: int) -> Iterator[Item]:
    if owner is None:
        yield Box(left, top, width, height, theme.CREAM, 16, theme.GOLD_DEEP, 5)
        return
    colour = COLOURS[owner]
    yield Box(left, top, width, height, theme.SEATS_PALE[colour], 16, theme.SEATS[colour], 5)
    yield Icon("mark", left + width - 48, top + 50, 66, colour)


def _card(card: StartingCard, left: int, top: int, width: int, height: int, room: int, words: Say) -> Iterator[Item]:
    yield Disc(left + 46, top + 50, 30, theme.NIGHT, theme.CREAM, 3)
    yield Text(left + 46, top + 50, str(card.region), "bold", NAME, theme.CREAM)
    yield line(left + 88, top + 50, words(region_place(card.region)), NAME - 4, theme.INK, room - 88, least=TEXT)
    stock: list[Token] = [
        Word(str(card.coins)), Sign("dawn:coin"), Word(" "), Word(str(card.weapons)), Sign("dawn:weapon"), Word(" "),
        Word(str(card.vp)), Sign("dawn:vp"),
    ]  # fmt: skip
    goods: list[Token] = [Sign(f"dawn:good:{card.good}")]
    goods += [Sign(f"dawn:temp:{good}") for good, count in card.temp.items() for _ in range(count)]
    goods += [Sign("dawn:warrior")] if card.extra_warrior else []
    hand: list[Token] = [Word(f"{card.draw}−{card.put_back}"), Sign("dawn:hand")]
    hand += [Word(" "), Sign("dawn:first")] if card.first_player else []
    lines = (stock, goods, hand)
    step = (height - 110) / len(lines)
    for number, tokens in enumerate(lines):
        yield from run(tokens, left + 20, round(top + 98 + (number + 0.5) * step), width - 36, 70)


def _ability(key: str, left: int, top: int, width: int, height: int, room: int, words: Say) -> Iterator[Item]:
    yield Icon("dawn:ability", left + 46, top + 50, 62)
    yield line(left + 86, top + 50, words(ability_name(key)), NAME - 4, theme.INK, room - 86, least=TEXT)
    step = (height - 110) / 3
    for level in range(3):
        y = round(top + 98 + (level + 0.5) * step)
        yield Text(left + 22, y, "I" * (level + 1), "bold", NAME, theme.POINTS, "lm")
        yield from run(_level(key, level), left + 78, y, width - 92, 56)


def _level(key: str, level: int) -> tuple[Token, ...]:
    ability = next(each for each in the_box().abilities if each.id == key)
    tokens: list[Token] = []
    if ability.card_discount:
        tokens += [Sign("dawn:area"), Word(f"−{ability.card_discount[level]}"), Sign("dawn:coin")]
    if ability.group_total:
        tokens += [Sign("dawn:tracks"), Word(f"{ability.group_total[level]}+")]
    if ability.exchange_give:
        tokens += [
            Word(str(ability.exchange_give[level])),
            Sign("dawn:coin"),
            Word("→"),
            Word("1"),
            Sign("dawn:weapon"),
        ]
    if ability.gain:
        tokens += symbols.effect_line(f"ability:{key}:{level + 1}")
    if ability.coin_discount and ability.coin_discount[level]:
        tokens += [Word(" "), Word(f"−{ability.coin_discount[level]}"), Sign("dawn:coin")]
    if ability.income:
        tokens += [Word(" "), Word("+"), *symbols.effect_line(f"income:{key}:{level + 1}")]
    return tuple(tokens)
