"""The table in words: a short form for alt texts, and a long form with the whole position."""

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

import engine.minos_dawn.content.words as w
from engine.kernel.decision import Argument, Message, Seat
from engine.minos_dawn.content.box import ALONE, RIVAL, ROWS, the_box
from engine.minos_dawn.content.language import GOODS, TRACKS
from engine.minos_dawn.seen.prices import decree_price
from engine.minos_dawn.seen.rival_view import RivalView
from engine.minos_dawn.seen.view import DawnView, DieView, RegionView, RouteView, SeatView, VaseView, cards_in_hand
from render.alt import as_alt, fit_alt, join_blocks
from render.minos_dawn.situation import RIVAL_NAME, asked_seats, people_of, phase_of, turn_order, winners
from render.names import text_names
from render.renderer import Names, Say
from render.seat_colours import COLOURS

Lines: TypeAlias = Iterator[Message]

NONE = Message("picture_minos_dawn.text.empty")


def alt_text(view: DawnView, names: Names, words: Say) -> str:
    """Return the round, turn, dice and all holdings in at most 1,024 characters. Add rows and offer if they fit."""
    who = people_of(view, names, words, text_names)
    start = [*_situation(view, who), *(_seat_short(each, who) for each in view.seats)]
    if view.rival:
        start += [rival_short(view.rival), *rival_step(view.rival)]
    rows, cards = list(_rows(view, who)), tuple(w.card(each) for each in view.offer)
    offer = [Message("picture_minos_dawn.alt.offer", {"cards": cards})] if cards else []
    return fit_alt(start, ([*rows, *offer], rows, offer, []), words)


def board_text(view: DawnView, names: Names, words: Say) -> str:
    who = people_of(view, names, words, text_names)
    blocks: tuple[Sequence[Message], ...] = (
        [*_situation(view, who), *_rows(view, who)],
        [line for each in view.seats for line in seat_lines(view, each, who)],
        list(rival_lines(view.rival)) if view.rival else [],
        list(_spaces(len(view.seats))),
        [line for each in view.regions for line in (_region(view, each, who), _around(view, each))],
        [line for n, each in enumerate(view.routes) for line in (_route(view, n, each, who), _route_spaces(each))],
        [_vase(each, view.rival.vases[number] if view.rival else 0, who) for number, each in enumerate(view.vases)],
        [Message("picture_minos_dawn.text.offer"), *(card_line(view, None, each) for each in view.offer)],
        list(_supply(view)),
    )
    return join_blocks(blocks, words)


def map_text(view: DawnView, names: Names, words: Say, numbers: Collection[int] = range(1, 13)) -> str:
    """Describe the regions in play that have these numbers."""
    who = people_of(view, names, words, text_names)
    return as_alt((words(_region(view, each, who)) for each in view.regions if each.number in numbers), words)


def offer_text(view: DawnView, seat: Seat | None, names: Names, words: Say) -> str:
    return as_alt((words(card_line(view, seat, each)) for each in view.offer), words)


def tracks_text(view: DawnView, names: Names, words: Say) -> str:
    who = people_of(view, names, words, text_names)
    lines = [line for each in view.seats for line in list(seat_lines(view, each, who))[:2]]
    lines += [_route(view, number, each, who) for number, each in enumerate(view.routes)]
    return as_alt(map(words, lines), words)


def seat_alt(view: DawnView, seat: Seat, names: Names, words: Say) -> str:
    who = people_of(view, names, words, text_names)
    lines = [*seat_lines(view, view.seats[seat], who), *(rival_lines(view.rival) if view.rival else ())]
    return as_alt(map(words, lines), words)


def hand_alt(view: DawnView, names: Names, words: Say) -> str:
    """Return the alt text of a hand. Describe each card, or only name the cards if there are many."""
    assert view.looking is not None
    who, cards = people_of(view, names, words, text_names), cards_in_hand(view)
    title = Message("picture_minos_dawn.hand", {"name": who[view.looking], "count": len(cards)})
    lines = [card_line(view, view.looking, each) for each in cards]
    return fit_alt([title], (lines, [w.card(each) for each in cards]), words)


def _situation(view: DawnView, who: Names) -> Lines:
    order = " · ".join(who[seat] for seat in turn_order(view))
    blanks: dict[str, Argument] = {"phase": phase_of(view), "order": order}
    if view.round:
        yield Message("picture_minos_dawn.alt.round", {**blanks, "round": view.round, "rounds": the_box().board.rounds})
    else:
        yield Message("picture_minos_dawn.alt.setup", blanks)
    if view.has_ended:
        if view.result:
            yield winners(view, who)
        return
    asked = asked_seats(view)
    if view.turn is not None:
        yield from _turn(view, who)
    elif len(asked) == 1:
        yield Message("picture_minos_dawn.alt.turn", {"name": who[asked[0]]})
    if len(asked) > 1 or (view.turn is not None and asked != (view.turn.seat,)):
        yield Message("picture_minos_dawn.alt.to_answer", {"names": " · ".join(who[seat] for seat in asked)})
    if view.phase == "draft" and view.pool:
        yield Message("picture_minos_dawn.alt.pool", {"dice": tuple(w.die(text) for text in view.pool)})


def _turn(view: DawnView, who: Names) -> Lines:
    now = view.turn
    assert now is not None
    blanks: dict[str, Argument] = {
        "name": who[now.seat], "die": w.die(now.die), "points": now.points,
        "row": w.row(ROWS.index(now.acts_as or now.row)),
    }  # fmt: skip
    yield Message("picture_minos_dawn.alt.acting", blanks)
    if now.has_benefit:
        seats = len(view.seats)
        has_bonus = the_box().layouts[seats].rows[ROWS.index(now.row)][now.space - 1].action_bonus
        source = f"action:{view.action_bonus}" if has_bonus else f"space:{seats}:{now.row}:{now.space}"
        yield Message("picture_minos_dawn.alt.benefit", {"effect": w.effect_of(source)})
    if now.due:
        yield Message("picture_minos_dawn.alt.due", {"cards": tuple(w.card(each) for each in now.due)})


def _rows(view: DawnView, who: Names) -> Lines:
    for number, each in enumerate(view.rows):
        if any(each.dice):
            dice = tuple(_standing(place, it, who) for place, it in enumerate(each.dice, 1) if it is not None)
            yield Message("picture_minos_dawn.alt.row", {"row": w.row(number), "dice": dice})


def _standing(place: int, each: DieView, who: Names) -> Message:
    """Describe a die in its space. For the rival's die on Wild, add the row that it counts as. SOLO-DICE-7"""
    blanks: dict[str, Argument] = {"space": place, "name": who[each.seat], "die": w.die(each.die)}
    if each.mark:
        return Message("picture_minos_dawn.alt.marked", {**blanks, "mark": w.row(ROWS.index(each.mark))})
    return Message("picture_minos_dawn.alt.standing", blanks)


def _seat_short(each: SeatView, who: Names) -> Message:
    return Message("picture_minos_dawn.alt.seat", {
        "name": who[each.seat], "colour": Message(f"picture.seat.{COLOURS[each.seat]}"), "vp": each.vp,
        "coins": each.coins, "weaponry": each.weaponry, "hand": each.hand_size,
    })  # fmt: skip


def seat_lines(view: DawnView, each: SeatView, who: Names) -> Lines:
    yield _seat_short(each, who)
    tracks: dict[str, Argument] = {track_id: each.tracks[number] for number, track_id in enumerate(TRACKS)}
    income: dict[str, Argument] = {"income": each.income, "reserves": each.reserves, "supply": each.supply}
    yield Message("picture_minos_dawn.text.progress", {**tracks, **income})
    if each.ability:
        yield Message("picture_minos_dawn.text.ability", {"ability": w.ability(each.ability), "level": each.level})
    for kind, counts in (("goods", each.goods), ("temps", each.temps)):
        if any(counts):
            yield Message(f"picture_minos_dawn.text.{kind}", {"goods": _amounts(counts, least=1)})
    for kind, cards in (("area", each.area), ("palace", each.palace)):
        if cards:
            yield Message(f"picture_minos_dawn.text.{kind}", {"cards": tuple(w.card(name) for name in cards)})
    if each.bonus_tiles:
        effects = tuple(w.effect_of(f"bonus:{tile}") for tile in each.bonus_tiles)
        yield Message("picture_minos_dawn.text.tiles", {"effects": effects})
    if each.sea_tiles:
        yield Message("picture_minos_dawn.text.defeated", {"amount": len(each.sea_tiles)})


def _region(view: DawnView, each: RegionView, who: Names) -> Message:
    """Describe a region. If it is the rival's home, his farm covers the good. SOLO-SETUP-12"""
    is_covered = view.rival is not None and each.number == view.rival.home
    return Message(f"picture_minos_dawn.text.region{'_covered' if is_covered else ''}", {
        "region": w.region(each.number), "good": w.good(the_box().good_of[each.number]),
        "things": tuple(_things(each, who)) or (NONE,),
    })  # fmt: skip


def _around(view: DawnView, each: RegionView) -> Message:
    """Name the regions in play that are adjacent to this one. MAP-2"""
    adjacent = the_box().layouts[len(view.seats)].neighbours[each.number]
    return Message("picture_minos_dawn.text.around", {"regions": tuple(map(w.region, adjacent))})


def _spaces(seats: int) -> Lines:
    """Yield the action spaces of each row, with their AP and other gains. ACT-1"""
    for number, spaces in enumerate(the_box().layouts[seats].rows):
        listed = []
        for place, space in enumerate(spaces, 1):
            source = f"space:{seats}:{ROWS[number]}:{place}"
            blanks: dict[str, Argument] = {"space": place, "points": space.points}
            gain: dict[str, Argument] = {"effect": w.effect_of(source)} if space.gain else {}
            listed.append(Message(f"picture_minos_dawn.text.space{'_gain' if gain else ''}", blanks | gain))
        yield Message("picture_minos_dawn.text.spaces", {"row": w.row(number), "spaces": tuple(listed)})


def _route_spaces(each: RouteView) -> Message:
    """Describe the cost and the income of each space of a route. BUILD-20"""
    spaces = tuple(
        Message("picture_minos_dawn.text.route_space",
                {"space": place, "count": cost, "effect": w.effect_of(f"route:{each.route}:{place}")})
        for place, cost in enumerate(the_box().routes[each.route].cost, 1)
    )  # fmt: skip
    return Message("picture_minos_dawn.text.route_spaces", {"spaces": spaces})


def _things(each: RegionView, who: Names) -> Iterator[Message]:
    if each.foundation:
        yield Message("picture_minos_dawn.text.foundation", {"effect": w.effect_of(f"foundation:{each.foundation}")})
    for kind, owner in (("city", each.city), ("tower", each.tower), ("farm", each.farm)):
        if owner is not None:
            yield Message(f"picture_minos_dawn.text.{kind}", {"name": who[owner]})
    for tile in reversed(each.sea_peoples):
        found = the_box().tiles_of_sea[tile]
        blanks: dict[str, Argument] = {"level": "I" * found.level, "price": found.weapons}
        yield Message("picture_minos_dawn.text.sea", {**blanks, "effect": w.effect_of(f"sea:{tile}")})
    for seat, count in enumerate(each.warriors):
        if count:
            yield Message("picture_minos_dawn.text.warriors", {"name": who[seat], "count": count})


def _route(view: DawnView, number: int, each: RouteView, who: Names) -> Message:
    ships = tuple(
        Message("picture_minos_dawn.text.ship", {"name": who[seat.seat], "space": seat.ships[number]})
        for seat in view.seats
        if seat.ships[number]
    )
    if view.rival:
        ships += (Message("picture_minos_dawn.text.ship", {"name": who[RIVAL], "space": view.rival.ships[number]}),)
    return Message("picture_minos_dawn.text.route", {
        "route": w.route(each.route), "ships": ships or (NONE,),
        "blue": _tiles(each.blue), "red": _tiles(each.red),
    })  # fmt: skip


def _tiles(tiles: tuple[str, ...]) -> tuple[Message, ...]:
    listed = tuple(Message("picture_minos_dawn.text.tile", {"effect": w.effect_of(f"bonus:{tile}")}) for tile in tiles)
    return listed or (NONE,)


def _vase(each: VaseView, rival: int, who: Names) -> Message:
    """Describe a vase. `rival` is the VP of the space that has the rival's marker, or 0."""
    printed = the_box().vases[each.vase]
    places = tuple(_place(each, place, seat, rival, who) for place, seat in enumerate(each.places))
    measure = Message(f"picture_minos_dawn.measure.{printed.measure}", {"amount": printed.at_least})
    return Message("picture_minos_dawn.text.vase", {"vase": w.vase(each.vase), "measure": measure, "places": places})


def _place(each: VaseView, place: int, seat: Seat | None, rival: int, who: Names) -> Message:
    points = the_box().board.vase_slots.vp[place]
    if seat is None and points == rival:
        return Message("picture_minos_dawn.text.place.taken", {"vp": points, "name": who[RIVAL]})
    if place in each.blocked:
        return Message("picture_minos_dawn.text.place.blocked", {"vp": points})
    if seat is None:
        return Message("picture_minos_dawn.text.place.free", {"vp": points})
    return Message("picture_minos_dawn.text.place.taken", {"vp": points, "name": who[seat]})


def cost_words(view: DawnView, seat: Seat | None, card_id: str) -> str:
    """Return a decree's printed cost and, if a seat pays less, that seat's price."""
    cost = the_box().decrees[card_id].cost
    due = cost if seat is None else decree_price(view, seat, card_id)[0]
    return f"{cost} → {due}" if due < cost else str(cost)


def card_line(view: DawnView, seat: Seat | None, card_id: str) -> Message:
    """Describe a decree: cost for that seat, discount, effect, trait and value, in that order."""
    decree = the_box().decrees[card_id]
    return Message("picture_minos_dawn.text.card", {
        "card": w.card(card_id), "cost": cost_words(view, seat, card_id),
        "goods": tuple(w.good(GOODS.index(each)) for each in decree.discount) or (NONE,),
        "effect": w.effect_of(f"decree:{card_id}"), "trigger": w.trigger(decree.trait.trigger),
        "trait": w.effect_of(f"trait:{card_id}"), "vp": decree.vp,
    })  # fmt: skip


def _supply(view: DawnView) -> Lines:
    decks: dict[str, Argument] = {"one": view.deck_sizes[0], "two": view.deck_sizes[1]}
    yield Message("picture_minos_dawn.text.decks", {**decks, "discards": len(view.discards[view.age - 1])})
    yield Message("picture_minos_dawn.text.bonus", {"effect": w.effect_of(f"action:{view.action_bonus}")})
    for kind, counts in (("stacks", view.stacks), ("temps_left", view.temps)):
        yield Message(f"picture_minos_dawn.text.{kind}", {"goods": _amounts(counts), "pile": view.goods_pile_size})


def _amounts(counts: Sequence[int], least: int = 0) -> tuple[Message, ...]:
    """Return a phrase for each good and its count. Skip counts below `least`."""
    return tuple(
        Message("picture_minos_dawn.text.counted", {"good": w.good(number), "amount": amount})
        for number, amount in enumerate(counts)
        if amount >= least
    )


def tile_region(rival: RivalView, good_id: str) -> int:
    """Return the region that a tile from the bag refers to: the one where this good isn't covered. SOLO-BAG-3"""
    regions, active = the_box().regions, the_box().layouts[ALONE].active
    return next(number for number in active if regions[number].good == good_id and number != rival.home)


def rival_short(rival: RivalView) -> Message:
    return Message("picture_minos_dawn.rival.short", {
        "name": RIVAL_NAME, "colour": Message(f"picture.seat.{COLOURS[RIVAL]}"), "vp": rival.vp,
        "reserve": rival.reserve, "cities": rival.cities_left, "farms": rival.farms_left,
    })  # fmt: skip


def rival_step(rival: RivalView) -> Iterator[Message]:
    chosen, turn = rival.selection, rival.turn
    if chosen is not None:
        blanks: dict[str, Argument] = {
            "card": w.solo_card(chosen.card), "die": w.die(chosen.die), "rows": _row_names(chosen.back),
            "row": _row_names(chosen.back)[chosen.line],
        }  # fmt: skip
        if chosen.mark:
            yield Message("picture_minos_dawn.rival.chosen_marked", blanks | {"mark": w.row(ROWS.index(chosen.mark))})
        else:
            yield Message("picture_minos_dawn.rival.chosen", blanks)
    if turn is not None:
        blanks = {
            "die": w.die(turn.die), "row": w.row(ROWS.index(turn.row)), "space": turn.space,
            "action": w.row(ROWS.index(turn.acts_as)), "strength": turn.strength,
        }  # fmt: skip
        if turn.goods:
            yield Message("picture_minos_dawn.rival.turn_drawn", blanks | {"tiles": _drawn_tiles(rival, turn.goods)})
        else:
            yield Message("picture_minos_dawn.rival.turn", blanks)


def rival_lines(rival: RivalView) -> Iterator[Message]:
    """Yield everything public about the rival. SOLO-INFO-1, SOLO-INFO-2, SOLO-INFO-4"""
    box = the_box()
    presence, dominance = rival.worth
    yield rival_short(rival)
    yield Message("picture_minos_dawn.rival.home", {
        "region": w.region(rival.home), "mode": Message(f"minos_dawn.option.difficulty.{rival.difficulty}"),
        "presence": presence, "dominance": dominance,
    })  # fmt: skip
    yield Message("picture_minos_dawn.rival.decrees", {
        "one": rival.face_down[0], "two": rival.face_down[1], "cards": tuple(map(w.card, rival.face_up)) or (NONE,),
    })  # fmt: skip
    yield from rival_step(rival)
    drawn = tuple(
        Message("picture_minos_dawn.rival.card", {
            "card": w.solo_card(each), "vases": ", ".join(map(str, box.solo.cards[each].vases)),
        })
        for each in rival.drawn
    )  # fmt: skip
    yield Message("picture_minos_dawn.rival.cards", {
        "rows": _row_names(rival.back) or (NONE,), "drawn": drawn or (NONE,), "left": len(rival.undrawn),
        "used": len(rival.used),
    })  # fmt: skip
    yield Message("picture_minos_dawn.rival.bag", {"tiles": _drawn_tiles(rival, rival.bag)})


def _row_names(rows: Sequence[str]) -> tuple[Message, ...]:
    return tuple(w.row(ROWS.index(each)) for each in rows)


def _drawn_tiles(rival: RivalView, goods: Sequence[str]) -> tuple[Message, ...]:
    named = [(w.good(GOODS.index(each)), tile_region(rival, each)) for each in goods]
    return tuple(Message("picture_minos_dawn.rival.tile", {"good": good, "region": number}) for good, number in named)
