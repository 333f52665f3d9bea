"""Two lines of the log that follow one another, told as one: a march with its price, gains of one source, warriors."""

from collections.abc import Callable, Iterator

from engine.kernel.decision import Message
from engine.kernel.lines import changed, counted, listed, summed
from engine.minos_dawn.content.words import atom_named, card, reason
from engine.minos_dawn.seen.joined_lines import ATOMS, promised
from engine.minos_dawn.state.state import CATEGORIES

TRADED = "minos_dawn.log.traded"
GAINS, GAINS_EACH, GAIN_OF, GOT, SPENT = (
    "minos_dawn.log.gains",
    "minos_dawn.log.gains_each",
    "minos_dawn.log.gain_of",
    "minos_dawn.log.got",
    "minos_dawn.log.spent",
)
PLACED, PLACED_SEVERAL, AT = "minos_dawn.log.warrior_placed", "minos_dawn.log.warriors_placed", "minos_dawn.log.at"
MOVED, MOVED_SEVERAL, STEP = "minos_dawn.log.warrior_moved", "minos_dawn.log.warriors_moved", "minos_dawn.log.step"
TAKEN, USED, TAKEN_AND_USED = "minos_dawn.log.tile_taken", "minos_dawn.log.tile_used", "minos_dawn.log.tile_taken_used"
PAID_WEAPONRY, PAID_COINS, TEMP_SPENT, MARCHED = (
    "minos_dawn.log.paid.weaponry",
    "minos_dawn.log.paid.coins",
    "minos_dawn.log.temp_spent",
    "minos_dawn.log.marched",
)
OFFERED = "minos_dawn.log.played.offer"
SCORED = {f"minos_dawn.log.scored.{part}": Message(f"minos_dawn.part.{part}") for part in CATEGORIES}
"""Lines of points that are scored, by what for."""
SCORED_BY, SCORE_OF = "minos_dawn.log.scored_by", "minos_dawn.log.score_of"
SCORED_PARTS, SCORE_FOR = "minos_dawn.log.scored_parts", "minos_dawn.log.score_for"
BATTLES, BATTLES_ALIKE = "minos_dawn.log.battles", "minos_dawn.log.battles_alike"
HIDDEN, HIDDEN_SEVERAL = card(""), "minos_dawn.log.hidden_cards"
GAINED = {f"minos_dawn.log.gained.{what}": atom for what, atom in ATOMS.items()}
DRAWN = {f"minos_dawn.log.drawn.{source}": f"minos_dawn.log.drew.{source}" for source in ("offer", "age1", "age2")}
"""Lines of cards that are drawn, with what stands for each behind the line of the card that had them drawn."""
DREW = frozenset(DRAWN.values())
GIVING = {
    "minos_dawn.log.trait": "minos_dawn.reason.trait",
    "minos_dawn.log.played.hand": "minos_dawn.reason.decree",
    OFFERED: "minos_dawn.reason.decree",
}
"""Lines of cards, by the reason that names what they give."""
GIVING_TILES = {
    USED: reason("bonus:any"),
    TAKEN_AND_USED: reason("bonus:any"),
    "minos_dawn.log.battle": reason("sea:any"),
}
"""Lines of tiles, by the reason of what they give."""
BUILT = {
    reason("ship").id: ("minos_dawn.log.ship",),
    reason("sail").id: ("minos_dawn.log.sailed",),
    reason("city").id: ("minos_dawn.log.city",),
    reason("tower").id: ("minos_dawn.log.tower",),
    reason("farm").id: ("minos_dawn.log.farm", "minos_dawn.log.farm_for_goods"),
}
"""The lines of what is built, by the reason of the payment for it."""


def in_one_line(line: Message, following: Message) -> Message | None:
    """The line that says both; None where they stay apart.

    Both are of the same seat, or say that several seats score for the same, or would fight the last battles in the
    same order.
    """
    if following.id == BATTLES:
        return _battles(line, following)
    if following.id in SCORED:
        return _scored(line, following)
    if line.id == PAID_COINS and _core(following).id == OFFERED and line.blanks["reason"] == reason("offer"):
        return following if _seat(_core(following)) == _seat(line) else None  # its coins have this payment in them
    if _seat(_core(line)) is None or _seat(_core(line)) != _seat(_core(following)):
        return None
    return next((both for way in _WAYS if (both := way(line, following)) is not None), None)


def _seat(line: Message) -> object:
    return line.blanks.get("seat")


def _core(line: Message) -> Message:
    """What was done, without its cost and its gains."""
    inner = line.blanks.get("line")
    return _core(inner) if line.id in (GOT, SPENT, *DREW) and isinstance(inner, Message) else line


# What was gained


def _amounts(line: Message) -> tuple[Message, ...]:
    """What a line says that was gained; nothing where it says more than that."""
    if line.id == GAINS:
        return listed(line.blanks["gains"])
    if line.id == "minos_dawn.log.temp_gained":
        return (Message("minos_dawn.atom.temp_of", {"count": 1, "good": line.blanks["good"]}),)
    if line.id in GAINED:
        return (atom_named(GAINED[line.id], counted(line)),)
    return ()


def _gains(line: Message, following: Message) -> Message | None:
    """Gains of one source together; of several, each with its own."""
    first, second = _amounts(line), _amounts(following)
    if first and second and line.blanks["reason"] == following.blanks["reason"]:
        blanks = {"seat": line.blanks["seat"], "gains": summed((*first, *second)), "reason": line.blanks["reason"]}
        return Message(GAINS, blanks)
    each = tuple(_each(line)), tuple(_each(following))
    if not all(each):
        return None
    return Message(GAINS_EACH, {"seat": line.blanks["seat"], "gains": (*each[0], *each[1])})


def _each(line: Message) -> Iterator[Message]:
    """What a line says that ships earned, with the route; nothing for any other line."""
    if line.id == GAINS_EACH:
        yield from listed(line.blanks["gains"])
        return
    source = line.blanks.get("reason")
    if isinstance(source, Message) and source.id == "minos_dawn.reason.route":
        for amount in _amounts(line):
            yield Message(GAIN_OF, {"gain": amount, "reason": source})


def _what_it_gave(line: Message, following: Message) -> Message | None:
    """What a card or a tile gave stands with it, as far as it does not say so itself."""
    core, amounts = _core(line), _amounts(following)
    source = following.blanks.get("reason")
    if not amounts or not isinstance(source, Message):
        return None
    is_card = core.id in GIVING and (source.id, source.blanks.get("card")) == (GIVING[core.id], core.blanks["card"])
    if not is_card and GIVING_TILES.get(core.id) != source:
        return None
    said = list(promised(core.blanks.get("effect")))
    before = listed(line.blanks["gains"]) if line.id == GOT else ()
    got = summed((*before, *(amount for amount in amounts if amount not in said)))
    if not got:
        return line
    return Message(GOT, {"line": line.blanks["line"] if line.id == GOT else line, "gains": got})


def _what_it_drew(line: Message, following: Message) -> Message | None:
    """The cards that a card had drawn stand with it."""
    core, source = _core(line), following.blanks.get("reason")
    if following.id not in DRAWN or core.id not in GIVING or not isinstance(source, Message):
        return None
    if (source.id, source.blanks.get("card")) != (GIVING[core.id], core.blanks["card"]):
        return None
    drew = DRAWN[following.id]
    if line.id == drew:
        return changed(line, card=_drawn_cards(line, following))
    return Message(drew, {"line": line, "card": following.blanks["card"]})


# What was paid


def _march(line: Message, following: Message) -> Message | None:
    """EXTRA-3: a march is paid for, and one warrior moves."""
    if line.id != PAID_WEAPONRY or line.blanks["reason"] != reason("march") or following.id != MOVED:
        return None
    return Message(MARCHED, {**following.blanks, "cost": atom_named("weapon", counted(line))})


def _trades(line: Message, following: Message) -> Message | None:
    """What was given for something, again and again."""
    if line.id != TRADED or following.id != TRADED or line.blanks["reason"] != following.blanks["reason"]:
        return None
    both = {key: summed((*listed(line.blanks[key]), *listed(following.blanks[key]))) for key in ("gains", "cost")}
    return changed(line, **both)


def _price(line: Message, following: Message) -> Message | None:
    """A temporary good that was chosen to pay with stands with the rest of the price."""
    source, core = line.blanks.get("reason"), _core(following)
    if line.id != TEMP_SPENT or not isinstance(source, Message):
        return None
    is_played = source.id == GIVING.get(core.id) and source.blanks.get("card") == core.blanks["card"]
    if not is_played and core.id not in BUILT.get(source.id, ()):
        return None
    return _with_cost(following, Message("minos_dawn.atom.temp_of", {"count": 1, "good": line.blanks["good"]}))


def _with_cost(line: Message, cost: Message) -> Message:
    if line.id == GOT:
        inner = line.blanks["line"]
        assert isinstance(inner, Message)
        return changed(line, line=_with_cost(inner, cost))
    if line.id == SPENT:
        return changed(line, cost=summed((cost, *listed(line.blanks["cost"]))))
    return Message(SPENT, {"line": line, "cost": (cost,)})


# What was done again


def _warriors(line: Message, following: Message) -> Message | None:
    if following.id == MOVED and line.id in (MOVED, MOVED_SEVERAL):
        return Message(MOVED_SEVERAL, {"seat": line.blanks["seat"], "moves": (*_moves(line), *_moves(following))})
    if following.id == PLACED and line.id in (PLACED, PLACED_SEVERAL):
        places = summed((*_places(line), *_places(following)))
        count = sum(counted(place) for place in places)
        regions = listed(places[0].blanks["region"]) if len(places) == 1 else places
        return Message(PLACED_SEVERAL, {"seat": line.blanks["seat"], "count": count, "regions": regions})
    return None


def _moves(line: Message) -> tuple[Message, ...]:
    if line.id == MOVED_SEVERAL:
        return listed(line.blanks["moves"])
    return (Message(STEP, {"origin": line.blanks["origin"], "region": line.blanks["region"]}),)


def _places(line: Message) -> tuple[Message, ...]:
    if line.id == PLACED:
        return (Message(AT, {"count": 1, "region": line.blanks["region"]}),)
    places = listed(line.blanks["regions"])
    return places if places[0].id == AT else (Message(AT, {"count": counted(line), "region": places[0]}),)


def _cards(line: Message, following: Message) -> Message | None:
    """Cards that were taken from one place for one reason."""
    if line.id not in DRAWN or line.id != following.id or line.blanks["reason"] != following.blanks["reason"]:
        return None
    return changed(line, card=_drawn_cards(line, following))


def _drawn_cards(line: Message, following: Message) -> tuple[Message, ...]:
    """The cards of both lines; those that stay hidden are counted."""
    cards = (*listed(line.blanks["card"]), *listed(following.blanks["card"]))
    hidden = sum(1 if each == HIDDEN else counted(each) if each.id == HIDDEN_SEVERAL else 0 for each in cards)
    known = tuple(each for each in cards if each != HIDDEN and each.id != HIDDEN_SEVERAL)
    several = (Message(HIDDEN_SEVERAL, {"count": hidden}),) if hidden > 1 else (HIDDEN,) * hidden
    return (*known, *several)


def _battles(line: Message, following: Message) -> Message | None:
    """SCORE-3a: those who would fight in the same order."""
    if line.id not in (BATTLES, BATTLES_ALIKE) or line.blanks["regions"] != following.blanks["regions"]:
        return None
    seats = listed(line.blanks["seat" if line.id == BATTLES else "seats"])
    return Message(
        BATTLES_ALIKE, {"seats": (*seats, *listed(following.blanks["seat"])), "regions": line.blanks["regions"]}
    )


def _scored(line: Message, following: Message) -> Message | None:
    """SCORE-2, SCORE-4: what several seats score for the same, or one seat for one thing after the other."""
    part, seat, count = SCORED[following.id], following.blanks["seat"], following.blanks["count"]
    score, scored_for = (
        Message(SCORE_OF, {"seat": seat, "count": count}),
        Message(SCORE_FOR, {"part": part, "count": count}),
    )
    if line.id == SCORED_BY and line.blanks["part"] == part:
        return changed(line, scores=(*listed(line.blanks["scores"]), score))
    if line.id == SCORED_PARTS and line.blanks["seat"] == seat:
        total = counted(line) + counted(following)
        return changed(line, count=total, scores=(*listed(line.blanks["scores"]), scored_for))
    if line.id == following.id:
        first = Message(SCORE_OF, line.blanks)
        return Message(SCORED_BY, {"part": part, "scores": (first, score)})
    if line.id in SCORED and line.blanks["seat"] == seat:
        first = Message(SCORE_FOR, {"part": SCORED[line.id], "count": line.blanks["count"]})
        total = counted(line) + counted(following)
        return Message(SCORED_PARTS, {"seat": seat, "count": total, "scores": (first, scored_for)})
    return None


def _tile(line: Message, following: Message) -> Message | None:
    """EXTRA-5: a trade bonus that is used as soon as it is taken."""
    if (line.id, following.id) != (TAKEN, USED) or line.blanks["effect"] != following.blanks["effect"]:
        return None
    return Message(TAKEN_AND_USED, line.blanks)


_WAYS: tuple[Callable[[Message, Message], Message | None], ...] = (
    _what_it_gave,
    _what_it_drew,
    _gains,
    _march,
    _trades,
    _price,
    _warriors,
    _cards,
    _tile,
)
