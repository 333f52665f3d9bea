"""The rival in words: his things, and the reasons for his last moves."""

from collections.abc import Iterator, Sequence

from engine.kernel.decision import Argument, Message
from engine.minos_dawn.content.box import ALONE, RIVAL, ROWS, the_box
from engine.minos_dawn.content.language import GOODS
from engine.minos_dawn.content.words import card, die, good, region, row, solo_card
from engine.minos_dawn.seen.rival_view import RivalView
from render.minos_dawn.situation import RIVAL_NAME
from render.seat_colours import COLOURS

NONE = Message("picture_minos_dawn.text.empty")


def tile_region(rival: RivalView, good_id: str) -> int:
    """Return the region that a tile of the bag names: the one with this good uncovered. SOLO-BAG-3"""
    box = the_box()
    (found,) = (number for number in box.active[ALONE] if box.regions[number].good == good_id and number != rival.home)
    return found


def rival_short(rival: RivalView) -> Message:
    return Message("picture_minos_dawn.rival.short", {
        "name": RIVAL_NAME, "colour": Message(f"picture.seat.{COLOURS[RIVAL]}"), "vp": rival.vp,
        "reserve": rival.reserve, "cities": rival.cities_left, "farms": rival.farms_left,
    })  # fmt: skip


def rival_step(rival: RivalView) -> Iterator[Message]:
    """Yield how the rival chose his last die, and his last turn."""
    chosen, turn = rival.selection, rival.turn
    if chosen is not None:
        blanks: dict[str, Argument] = {
            "card": solo_card(chosen.card), "die": die(chosen.die), "rows": _rows(chosen.back),
            "row": _rows(chosen.back)[chosen.line],
        }  # fmt: skip
        if chosen.mark:
            yield Message("picture_minos_dawn.rival.chosen_marked", blanks | {"mark": row(ROWS.index(chosen.mark))})
        else:
            yield Message("picture_minos_dawn.rival.chosen", blanks)
    if turn is not None:
        blanks = {
            "die": die(turn.die), "row": row(ROWS.index(turn.row)), "space": turn.space,
            "action": row(ROWS.index(turn.acts_as)), "strength": turn.strength,
        }  # fmt: skip
        if turn.goods:
            yield Message("picture_minos_dawn.rival.turn_drawn", blanks | {"tiles": _tiles(rival, turn.goods)})
        else:
            yield Message("picture_minos_dawn.rival.turn", blanks)


def rival_lines(rival: RivalView) -> Iterator[Message]:
    """Yield everything public about the rival. SOLO-INFO-1, SOLO-INFO-2, SOLO-INFO-4"""
    box = the_box()
    presence, dominance = rival.worth
    yield rival_short(rival)
    yield Message("picture_minos_dawn.rival.home", {
        "region": region(rival.home), "mode": Message(f"minos_dawn.option.difficulty.{rival.difficulty}"),
        "presence": presence, "dominance": dominance,
    })  # fmt: skip
    yield Message("picture_minos_dawn.rival.decrees", {
        "one": rival.face_down[0], "two": rival.face_down[1], "cards": tuple(map(card, rival.face_up)) or (NONE,),
    })  # fmt: skip
    yield from rival_step(rival)
    drawn = tuple(
        Message("picture_minos_dawn.rival.card", {
            "card": solo_card(each), "vases": ", ".join(map(str, box.solo_cards[each].vases)),
        })
        for each in rival.drawn
    )  # fmt: skip
    yield Message("picture_minos_dawn.rival.cards", {
        "rows": _rows(rival.back) or (NONE,), "drawn": drawn or (NONE,), "left": len(rival.undrawn),
        "used": len(rival.used),
    })  # fmt: skip
    yield Message("picture_minos_dawn.rival.bag", {"tiles": _tiles(rival, rival.bag)})


def _rows(rows: Sequence[str]) -> tuple[Message, ...]:
    return tuple(row(ROWS.index(each)) for each in rows)


def _tiles(rival: RivalView, goods: Sequence[str]) -> tuple[Message, ...]:
    return tuple(
        Message("picture_minos_dawn.rival.tile", {"good": good(GOODS.index(each)), "region": tile_region(rival, each)})
        for each in goods
    )
