"""Cached messages and options that several modules of this game use."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, reduce
from itertools import groupby

from engine.kernel.decision import Argument, Message, Option, Seat, seat_name
from engine.minos_dawn.content import language as e
from engine.minos_dawn.content.box import COLOURS, ROWS, the_box

CIRCLED = " ①②③④⑤⑥⑦⑧⑨⑩⑪⑫"
"""Region numbers in circles. Search normalizes them to the plain digits that people type."""


def _name_by_id(kind: str) -> Callable[[str], Message]:
    return cache(lambda name: Message(f"minos_dawn.{kind}.{name}"))


def _name_by_number(kind: str, names: Sequence[str]) -> Callable[[int], Message]:
    return cache(lambda number: Message(f"minos_dawn.{kind}.{names[number]}"))


good, track, row = _name_by_number("good", e.GOODS), _name_by_number("track", e.TRACKS), _name_by_number("row", ROWS)
route, vase, ability = _name_by_id("route"), _name_by_id("vase"), _name_by_id("ability")


def tracks_in_turn(tracks: Iterable[int]) -> tuple[Message, ...]:
    """Return the names of progress tracks in order. Write repeated tracks as "name ×2"."""
    runs = ((track(number), len(list(equal))) for number, equal in groupby(tracks))
    return tuple(
        Message("minos_dawn.option.times", {"option": name, "count": count}) if count > 1 else name
        for name, count in runs
    )


@cache
def region_place(number: int) -> Message:
    return Message(f"minos_dawn.region.{the_box().regions[number].id}")


@cache
def region(number: int) -> Message:
    """Return a region's name with its number in a circle, so that the number isn't read as a count."""
    return Message("minos_dawn.region", {"number": CIRCLED[number], "place": region_place(number)})


@cache
def card(card_id: str) -> Message:
    """Return the name of a decree, or the words for a hidden card if the id is empty."""
    return Message(f"minos_dawn.card.{card_id.replace('-', '_')}") if card_id else Message("minos_dawn.card.hidden")


def solo_card(card_id: str) -> str:
    return card_id.upper()


@cache
def trigger(name: str) -> Message:
    return Message(f"minos_dawn.row.{name}") if name in ROWS else Message(f"minos_dawn.trigger.{name}")


@cache
def die(text: str) -> Message:
    return Message(f"minos_dawn.die.{text[:-1]}", {"value": int(text[-1])})


@cache
def die_text(colour: int, value: int) -> str:
    return f"{COLOURS[colour]}{value}"


@cache
def effect_of(source: str) -> Message:  # EFF-40
    first, *others = (effect(each) for each in the_box().effects[source])
    return reduce(_also, others, first)


def _also(one: Message, other: Message) -> Message:
    return Message("minos_dawn.effect.also", {"effect": one, "second": other})


def _list(messages: tuple[Message, ...]) -> Message:
    return messages[0] if len(messages) == 1 else Message("minos_dawn.effect.and", {"effects": messages})


@cache
def effect(each: e.Effect) -> Message:
    return e.fold(each, _EFFECT)


@cache
def gains(parts: e.Gains) -> Message:
    return _list(tuple(_part(part) for part in parts))


def _part(part: e.Part) -> Message:
    if not part.per:
        return atom(part.atom)
    counter = Message(f"minos_dawn.counter.{part.per}")
    return Message("minos_dawn.effect.per", {"effect": atom(part.atom), "counter": counter})


def atom(each: e.Atom) -> Message:
    if isinstance(each, e.Advance):
        name = (*e.TRACKS, "any", "lowest")[each.track]
        return Message(f"minos_dawn.atom.advance.{name}", {"count": each.n})
    if isinstance(each, e.TempOf):
        return Message("minos_dawn.atom.temp_of", {"count": each.n, "good": good(each.good)})
    return Message(f"minos_dawn.atom.{each.word.replace('@', '_')}", {"count": each.n})


@cache
def named_atom(word: str, count: int) -> Message:
    return Message(f"minos_dawn.atom.{word}", {"count": count})


@cache
def temporary_goods(number: int, count: int) -> Message:
    return Message("minos_dawn.atom.temp_of", {"count": count, "good": good(number)})


def _condition(condition: e.Condition) -> Message:
    return Message(f"minos_dawn.condition.{condition.measure}", {"count": condition.at_least})


def _cost(cost: e.Cost) -> Message:
    paid = {"coins": cost.coins, "weaponry": cost.weaponry, "vp": cost.vp, "discard": cost.discard}
    return _list(tuple(Message(f"minos_dawn.cost.{name}", {"count": n}) for name, n in paid.items() if n))


def _conversion(conversion: e.Conversion) -> Message:
    name = "minos_dawn.effect.repeat" if conversion.repeats else "minos_dawn.effect.pay"
    return Message(name, {"cost": _cost(conversion.cost), "effect": gains(conversion.gains)})


_EFFECT = e.Fold[Message](
    gains=gains,
    conversion=_conversion,
    given=lambda condition, then: Message("minos_dawn.effect.if", {"condition": _condition(condition), "effect": then}),
    instead=lambda first, condition, second: Message(
        "minos_dawn.effect.instead", {"condition": _condition(condition), "effect": first, "second": second}
    ),
    either=lambda first, second: Message("minos_dawn.effect.either", {"effect": first, "second": second}),
)


@cache
def reason(source: str) -> Message:
    """Return the name of an effect's source, for the log and for prompts."""
    kind, _, name = source.partition(":")
    if not name:
        return Message(f"minos_dawn.reason.{kind}")
    match kind:
        case "decree" | "trait":
            return Message(f"minos_dawn.reason.{kind}", {"card": card(name)})
        case "foundation":
            return Message("minos_dawn.reason.foundation", {"name": Message(f"minos_dawn.foundation.{name}")})
        case "route":
            route_id, _, space = name.partition(":")
            return Message("minos_dawn.reason.route", {"route": route(route_id), "space": int(space)})
        case "track" if name != "beyond":
            track_id, _, space = name.partition(":")
            blanks: dict[str, Argument] = {"track": Message(f"minos_dawn.track.{track_id}"), "space": int(space)}
            return Message("minos_dawn.reason.track", blanks)
        case "space":
            _, row_id, space = name.split(":")
            return Message("minos_dawn.reason.space", {"row": Message(f"minos_dawn.row.{row_id}"), "space": int(space)})
        case "ability" | "income":
            return Message("minos_dawn.reason.ability", {"ability": ability(name.partition(":")[0])})
    return Message(f"minos_dawn.reason.tile.{kind}")


@cache
def plain(key: str, message: str) -> Option:
    return Option(key, Message(message))


@cache
def good_option(action: str, number: int) -> Option:
    return Option(f"{action}:{e.GOODS[number]}", Message(f"minos_dawn.option.{action}", {"good": good(number)}))


@cache
def exchange_option(given: str, price: int, got: str, count: int) -> Option:
    blanks: dict[str, Argument] = {"given": exchange_amount(given, price), "got": exchange_amount(got, count)}
    return Option(f"exchange:{got}", Message(f"minos_dawn.option.exchange_{got}", blanks))


def exchange_amount(what: str, count: int) -> Message:
    """Return an amount in words. `what` is `coins` or `weaponry`. Leave out the number if it is 0, as in old logs."""
    return Message(f"minos_dawn.exchanged.{what}", {"count": count}) if count else Message(f"minos_dawn.some.{what}")


@cache
def region_option(action: str, number: int) -> Option:
    label = Message(f"minos_dawn.option.{action}", {"region": region(number)})
    return Option(f"{action}:{number}", label, f"region:{number}")


@cache
def card_option(action: str, card_id: str, vp: int | None = None, coins: int | None = None) -> Option:
    """Return an option such as `card:A1-34`. Its label states the cost in VP or coins, if there is one."""
    key = f"{action}:{card_id}"
    if vp is not None:
        return Option(key, Message(f"minos_dawn.option.{action}_vp", {"card": card(card_id), "count": vp}))
    if coins is not None:
        return Option(key, Message(f"minos_dawn.option.{action}_coins", {"card": card(card_id), "count": coins}))
    return Option(key, Message(f"minos_dawn.option.{action}", {"card": card(card_id)}))


@cache
def track_option(number: int) -> Option:
    return Option(f"track:{e.TRACKS[number]}", track(number), f"track:{e.TRACKS[number]}")


SKIP = Option("skip", Message("minos_dawn.option.skip"))
BACK = Option("skip", Message("minos_dawn.option.back"))
"""The option to leave a list before choosing anything from it."""


@cache
def draft_option(text: str, row_number: int) -> Option:
    blanks: dict[str, Argument] = {"die": die(text), "row": row(row_number)}
    return Option(f"draft:{text}:{ROWS[row_number]}", Message("minos_dawn.option.draft", blanks))


@cache
def landing(
    seats: int, row_number: int, space: int, action_bonus: str, slid: tuple[Seat | None, ...], *, is_age1: bool
) -> Message:
    """Describe the benefits of a space (from 0), and how dice slide right if a die is put there.

    `action_bonus` is the tile whose effect some spaces give. In Age I (`is_age1`), some spaces allow an Age II draw.
    `slid` lists the owners of the sliding dice, None for the rival. DRAFT-6, PREP-4
    """
    where = the_box().layouts[seats].rows[row_number][space]
    told = Message("minos_dawn.draft.space", {"space": space + 1, "count": where.points})
    source = f"action:{action_bonus}" if where.action_bonus else f"space:{seats}:{ROWS[row_number]}:{space + 1}"
    if where.action_bonus or where.gain:
        told = _also(told, effect_of(source))
    if where.age2_draw and is_age1:
        told = _also(told, Message("minos_dawn.draft.age2"))
    if not slid:
        return told
    rival = Message("minos_dawn.rival")
    slides = tuple(
        Message("minos_dawn.draft.slides", {"seat": rival if seat is None else seat_name(seat), "space": to})
        for to, seat in enumerate(slid, space + 2)
    )
    return _also(told, _list(slides))
