"""Whose turn it is, the result, and what every seat has."""

from collections.abc import Iterator, Mapping, Sequence

from engine.kernel.decision import Message, Seat
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import GOODS
from engine.minos_dawn.content.words import ability as ability_name
from engine.minos_dawn.seen.view import DawnView, SeatView
from render import inline, theme
from render.inline import Sign, Token, Word
from render.minos_dawn.board import BANNER, COLOURS, MARGIN, SEAT_HEIGHT, STRIP_HEIGHT, WIDTH
from render.renderer import Say
from render.scene import Box, Icon, Item, Text

Names = Mapping[Seat, str]


def deciding(view: DawnView) -> Seat | None:
    """The seat that drafts or acts; None where all answer at once or nobody does."""
    order = turn_order(view)
    if view.turn is not None:
        return view.turn.seat
    if view.phase == "draft":
        placed = sum(len(row.dice) for row in view.rows)
        return order[placed % len(order)] if placed < len(order) * the_box().board.dice_per_player else None
    if view.phase == "action":
        retrieved = sum(die is None for row in view.rows for die in row.dice)
        return order[retrieved % len(order)]
    return None


def asked_of(view: DawnView) -> tuple[Seat, ...]:
    """The seats to answer: those the view names, else the one that drafts or acts."""
    seat = deciding(view)
    return view.to_answer or (() if seat is None else (seat,))


def turn_order(view: DawnView) -> list[Seat]:
    """Seats clockwise from the holder of the First Player marker; across from a lone one sits the rival."""
    sides = len(view.seats) + (view.rival is not None)
    return [(view.first + place) % sides for place in range(sides)]


def phase_of(view: DawnView) -> Message:
    """What is going on, in few words."""
    return Message(f"picture_minos_dawn.phase.{view.phase}")


def banner(view: DawnView, names: Names, words: Say) -> Iterator[Item]:
    """Round, turn order, whose turn it is, phase."""
    middle = BANNER / 2 - 1
    phase = words(phase_of(view))
    left = 24.0
    if view.round:
        number = words(Message("picture_minos_dawn.round", {"round": view.round, "rounds": the_box().board.rounds}))
        yield Text(24, middle, number, "display", 36, theme.PAPYRUS, "lm")
        left += theme.text_width(number, "display", 36) + 26
    yield Text(WIDTH - 24, middle, phase, "bold", 38, theme.GOLD, "rm")
    for place, seat in enumerate(turn_order(view)):
        yield Icon("mark", round(left + 20 + place * 44), middle, 40, COLOURS[seat])
    left += 44 * len(turn_order(view)) + 14
    right = WIDTH - 24 - theme.text_width(phase, "bold", 38) - 26
    asked = asked_of(view)
    if len(asked) != 1:
        if not view.result:
            yield from _awaited(asked, left, right, words)
        return
    name = theme.cut(names[asked[0]], "bold", 50, right - left - 120)
    width = round(theme.text_width(name, "bold", 50)) + 120
    start = round((left + right - width) / 2)
    colour = COLOURS[asked[0]]
    yield Box(start, 6, width, BANNER - 15, theme.SEATS[colour], 20, theme.CREAM, 3)
    yield Icon("mark", start + 46, middle, 66, colour)
    yield Text(start + 92, middle, name, "bold", 50, theme.SEATS_INK[colour], "lm")


def _awaited(seats: Sequence[Seat], left: float, right: float, words: Say) -> Iterator[Item]:
    """Who has still to answer, of those who all answer at once; nothing of what the others have said."""
    middle = BANNER / 2 - 1
    text = words(Message("picture_minos_dawn.to_answer" if seats else "picture_minos_dawn.everybody"))
    text, size = theme.fitted(text, "bold", 44, right - left - 58 * len(seats) - 20, 24)
    start = (left + right - theme.text_width(text, "bold", size) - 58 * len(seats)) / 2
    for place, seat in enumerate(seats):
        yield Icon("mark", round(start + 27 + 58 * place), middle, 54, COLOURS[seat])
    yield Text(round(start + 58 * len(seats) + 8), middle, text, "bold", size, theme.CREAM, "lm")


def result(view: DawnView, top: float, names: Names, words: Say) -> Iterator[Item]:
    """A strip that says who has won."""
    sentence = words(winners(view, names))
    yield Box(MARGIN, top + 2, WIDTH - 2 * MARGIN, STRIP_HEIGHT - 10, theme.GOLD, 18, theme.CREAM, 4)
    size = 60
    while size > 30 and theme.text_width(sentence, "bold", size) > WIDTH - 320:
        size -= 2
    sentence = theme.cut(sentence, "bold", size, WIDTH - 320)
    half = theme.text_width(sentence, "bold", size) / 2 + 60
    middle = top + STRIP_HEIGHT / 2 - 3
    for side in (-1, 1):
        yield Icon("laurel", round(WIDTH / 2 + side * half), middle, 76, "dark")
    yield Text(WIDTH / 2, middle, sentence, "bold", size, theme.NIGHT_EDGE)


def setup_items(view: DawnView, top: float, words: Say) -> Iterator[Item]:
    """Starting cards and abilities still to choose from."""
    width = (WIDTH - MARGIN) / max(6, len(view.setup_items))
    for number, item in enumerate(view.setup_items):
        left = MARGIN + number * width
        yield Box(left, top + 2, width - MARGIN, STRIP_HEIGHT - 10, theme.CREAM, 12, theme.GOLD_DEEP, 3)
        card = the_box().starting_cards.get(item)
        if card is None:
            yield Icon("dawn:ability", left + 32, top + 44, 44)
            name, size = theme.fitted(words(ability_name(item)), "bold", 24, width - MARGIN - 66, 15)
            yield Text(left + 60, top + 44, name, "bold", size, theme.INK, "lm")
            continue
        upper: list[Token] = [
            Sign("dawn:regions"),
            Word(str(card.region)),
            Word(" "),
            Word(str(card.coins)),
            Sign("dawn:coin"),
        ]
        upper += [Word(str(card.weapons)), Sign("dawn:weapon"), Word(str(card.vp)), Sign("dawn:vp")]
        lower: list[Token] = [Sign("dawn:first")] if card.first_player else []
        lower += [Sign(f"dawn:good:{card.good}")] + [
            Sign(f"dawn:temp:{t}") for t, n in card.temp.items() for _ in range(n)
        ]
        lower += [Word(f"{card.draw}−{card.put_back}"), Sign("dawn:hand")]
        lower += [Sign("dawn:warrior")] if card.extra_warrior else []
        for tokens, y in ((upper, top + 24), (lower, top + 64)):
            yield from inline.line(tokens, left + 10, y, inline.fitted(tokens, 30, width - MARGIN - 18))


def winners(view: DawnView, names: Names) -> Message:
    """The sentence that tells who has won."""
    first = [each.seat for each in view.result if each.place == 1 and each.seat is not None]
    if not first:
        return Message("picture_minos_dawn.rival_wins")
    if len(first) == 1:
        return Message("picture_minos_dawn.winner", {"name": names[first[0]]})
    return Message("picture_minos_dawn.winners", {"names": " · ".join(names[seat] for seat in first)})


def seats(view: DawnView, top: float, names: Names, words: Say) -> Iterator[Item]:
    """A panel a seat, in seating order; room for the rival is left beside a lone one."""
    sides = len(turn_order(view))
    width = (WIDTH - MARGIN * (sides + 1)) / sides
    for number, seat in enumerate(view.seats):
        left = round(MARGIN + number * (width + MARGIN))
        yield from panel(view, seat, left, top, round(width), names, words)


def panel(
    view: DawnView, seat: SeatView, left: float, top: float, width: float, names: Names, words: Say
) -> Iterator[Item]:
    """One seat: name and points, coins, weaponry and cards, goods and temporary goods, the rest."""
    colour, is_asked = COLOURS[seat.seat], seat.seat in asked_of(view)
    tall = SEAT_HEIGHT - 8
    edge, edge_width = (theme.CREAM, 6) if is_asked else (theme.SEATS[colour], 4)
    head, ink = theme.SEATS_PALE[colour], theme.INK
    if is_asked:
        head, ink = theme.SEATS[colour], theme.SEATS_INK[colour]
        yield Box(left - 5, top - 5, width + 10, tall + 10, theme.SEATS[colour], 20)
    yield Box(left, top, width, tall, theme.CREAM if is_asked else theme.PAPYRUS_DIM, 16, edge, edge_width)
    yield Box(left + edge_width, top + edge_width, width - 2 * edge_width, 54, head, 12)
    yield from _head(view, seat, left, top + 33, width, names, ink)
    yield from _fortune(seat, left, top + 103, width)
    yield from _goods(seat, left, top + 158, width)
    yield from _rest(seat, left, top + 232, width)
    yield from _ability(seat, left, top + 270, width, words)


def _head(
    view: DawnView, seat: SeatView, left: float, middle: float, width: float, names: Names, ink: str
) -> Iterator[Item]:
    yield Icon("mark", left + 38, middle, 50, COLOURS[seat.seat])
    right = left + width - 14
    place = next((each.place for each in view.result if each.seat == seat.seat), None)
    if place is not None:
        yield Text(right, middle, f"{place}.", "bold", 40, ink, "rm")
        right -= 50
    if seat.seat == view.first:
        yield Icon("dawn:first", right - 20, middle, 42)
        right -= 48
    yield Text(left + 70, middle, theme.cut(names[seat.seat], "bold", 36, right - left - 76), "bold", 36, ink, "lm")


def _fortune(seat: SeatView, left: float, middle: float, width: float) -> Iterator[Item]:
    """Points large; coins, weaponry and cards beside them."""
    yield Icon("dawn:vp", left + 36, middle, 48)
    yield Text(left + 62, middle, str(seat.vp), "bold", 74, theme.INK, "lm")
    start = left + 62 + max(92, theme.text_width(str(seat.vp), "bold", 74) + 12)
    column = min(190, (left + width - 6 - start) / 3)
    for number, (icon, count) in enumerate(
        (("dawn:coin", seat.coins), ("dawn:weapon", seat.weaponry), ("dawn:hand", seat.hand_size))
    ):
        tokens = (Sign(icon), Word(str(count)))
        size = inline.fitted(tokens, 42, column - 2)
        yield from inline.line(tokens, start + number * column, middle, size)


def _goods(seat: SeatView, left: float, middle: float, width: float) -> Iterator[Item]:
    """Goods in the upper row, temporary goods below. Goods that the seat lacks are left out."""
    column = min(110, (width - 16) / len(GOODS))
    for kind, counts, y in (("good", seat.goods, middle), ("temp", seat.temps, middle + 37)):
        for number, good in enumerate(GOODS):
            if counts[number]:
                tokens = (Sign(f"dawn:{kind}:{good}"), Word(str(counts[number])))
                yield from inline.line(tokens, left + 10 + number * column, y, 33)


def _rest(seat: SeatView, left: float, middle: float, width: float) -> Iterator[Item]:
    """Cards played, palace, income, warriors in reserve and in supply."""
    groups: tuple[tuple[Token, ...], ...] = (
        (Sign("dawn:area"), Word(str(len(seat.area)))),
        (Sign("dawn:palace"), Word(str(len(seat.palace)))),
        (Sign("dawn:income"), Word(str(seat.income))),
        (Sign("guard", COLOURS[seat.seat]), Word(f"{seat.reserves}+{seat.supply}")),
        (Sign("dawn:bonustile"), Word(str(len(seat.bonus_tiles)))),
    )
    total = sum(inline.width_of(group, 30) for group in groups)
    gap = min(56, (width - 22 - total) / (len(groups) - 1))
    x = left + 11
    for group in groups:
        yield from inline.line(group, x, middle, 30)
        x += inline.width_of(group, 30) + gap


def _ability(seat: SeatView, left: float, middle: float, width: float, words: Say) -> Iterator[Item]:
    if not seat.ability:
        return
    yield Icon("dawn:ability", left + 25, middle, 26)
    text = f"{words(ability_name(seat.ability))} {'I' * seat.level}"
    yield Text(left + 44, middle, theme.cut(text, "bold", 22, width - 56), "bold", 22, theme.INK, "lm")
