"""The plate of the progress step: the tracks, and each seat's dice to group."""

from collections.abc import Collection, Iterator

from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.content.language import TRACKS
from engine.minos_dawn.seen.view import DawnView
from render import inline
from render.inline import Sign, Token, Word
from render.minos_dawn.icons import TRACKS as TRACK_COLOURS
from render.minos_dawn.plates import tracks
from render.minos_dawn.plates.draft import dice_of
from render.minos_dawn.plates.frame import BOTTOM, MARGIN, SIGNS, TOP, die, named_panel, side_by_side
from render.minos_dawn.situation import Names, turn_order
from render.scene import Item

TRACKS_HEIGHT = 588


def progress(view: DawnView, people: Names, new: Collection[tuple[Seat, int]] = ()) -> Iterator[Item]:
    yield from tracks.tracks(view, TOP, TRACKS_HEIGHT, 54, SIGNS, new)
    order = [seat for seat in turn_order(view) if view.rival is None or seat != RIVAL]
    top = TOP + TRACKS_HEIGHT + MARGIN
    for seat, left, width in side_by_side(order):
        yield from _seat(view, seat, left, top, round(width), BOTTOM - top, people)


def _seat(view: DawnView, seat: Seat, left: int, top: int, width: int, height: int, people: Names) -> Iterator[Item]:
    yield from named_panel(left, top, width, height, seat, people)
    side = 88
    dice = dice_of(view, seat)
    for number, text in enumerate(dice):
        yield from die(text, left + 16 + side / 2 + number * (side + 5), top + 90 + side / 2, side)
    sums: list[Token] = []
    for track in TRACKS:
        colour = TRACK_COLOURS[track]
        values = [int(text[-1]) for text in dice if text[:-1] == colour]
        if values:
            sums += [Sign(f"dawn:track:{track}"), Word(f"{sum(values)} ")]
    joker = [int(text[-1]) for text in dice if text.startswith("gray")]
    if joker:
        sums.append(Word(f"+{sum(joker)}"))
    y = top + 90 + side + (height - 90 - side) * 0.27
    yield from inline.line(sums, left + 18, y, inline.fit_size(sums, 58, width - 30, 42))
    needed = (Word(f"{least_sum(view, seat)}+"), Word("→"), Sign("dawn:advance:any"))
    yield from inline.line(needed, left + 18, top + 90 + side + (height - 90 - side) * 0.74, 60)


def least_sum(view: DawnView, seat: Seat) -> int:
    """Return the least sum that lets a group advance. PROG-2, PROG-3"""
    box, own = the_box(), view.seats[seat]
    found = next((each for each in box.abilities if each.id == own.ability), None)
    if found is not None and found.group_total:
        return found.group_total[own.level - 1]
    total: int = box.board.group_total
    return total
