"""The log line of each fact: an id of the catalogue and its blanks."""

from engine.kernel.decision import Argument, Fact, Message, Seat, seat_name
from engine.minerva.content.box import the_box
from engine.minerva.content.words import amount, amounts, culture_tile, glory_tile, place, points, tile, tiles
from engine.minerva.state import facts as f


def describe(fact: Fact) -> Message | None:
    """The line for `fact`, or None if neighbouring lines already cover it."""
    for chapter in (_building, _activating, _passing, _glory, _ending):
        line = chapter(fact)
        if line is not None:
            return line
    return None


def _line(line: str, seat: Seat, **blanks: Argument) -> Message:
    return Message(line, {"seat": seat_name(seat), **blanks})


def _building(fact: Fact) -> Message | None:
    match fact:
        case f.GameBegan():
            return Message("minerva.log.began")
        case f.RoundBegan(number, first):
            return _line("minerva.log.round", first, round=number)
        case f.TilesRevealed(()):
            return Message("minerva.log.nothing_revealed")
        case f.TilesRevealed(lots):
            return Message("minerva.log.revealed", {"tiles": tuple(_lot(lot) for lot in lots)})
        case f.TempleRevealed(temple):
            return Message("minerva.log.temple_revealed", {"tile": tile(temple)})
        case f.TileBuilt(seat, built, x, y, paid, denarii, beside):
            cost = amounts(paid) + ((amount("denarii", denarii),) if denarii else ())
            at = place(x, y, beside, "minerva.log")
            if not cost:
                return _line("minerva.log.built_free", seat, tile=tile(built), place=at)
            return _line("minerva.log.built", seat, tile=tile(built), cost=cost, place=at)
        case f.TileDiscarded(_, partner):
            return Message("minerva.log.discarded", {"tile": tile(partner)})
        case f.RoundTileTaken(seat, _, denarii):
            return _line("minerva.log.round_tile", seat, gain=amount("denarii", denarii))
        case f.ResidenceBuilt(seat, x, y, beside):
            return _line("minerva.log.residence", seat, place=place(x, y, beside, "minerva.log"))
        case f.TileMoved(seat, moved, x, y, _, beside):
            return _line("minerva.log.moved", seat, tile=tile(moved), place=place(x, y, beside, "minerva.log"))
        case f.ResidenceRemoved(seat, x, y, _, beside):
            return _line("minerva.log.removed", seat, place=place(x, y, beside, "minerva.log"))
        case f.EffectDeclined(seat, declined):
            return _line("minerva.log.declined", seat, tile=tile(declined))
    return None


def _lot(lot: tuple[str, ...]) -> Message:
    if len(lot) == 1:
        return tile(lot[0])
    return Message("minerva.log.pair", {"tile": tile(lot[0]), "partner": tile(lot[1])})


def _activating(fact: Fact) -> Message | None:
    match fact:
        case f.AssistantPlaced(seat, x, y, beside):
            return _line("minerva.log.assistant", seat, place=place(x, y, beside, "minerva.log"))
        case f.LineChosen():
            return _line_of_tiles(fact)
        case f.TileReached(seat, reached, source):
            return _line("minerva.log.reached", seat, tile=tile(reached), source=tile(source))
        case f.Gained(seat, what, count, ""):
            return _line("minerva.log.gained", seat, gain=amount(what, count))
        case f.Gained(seat, what, count, source):
            return _line("minerva.log.gained_from", seat, gain=amount(what, count), tile=tile(source))
        case f.Overflowed(seat, resource, count):
            return _line("minerva.log.overflowed", seat, count=count, cost=amount(resource, count))
        case f.Converted(seat, what, count, _, source):
            return _line("minerva.log.converted", seat, cost=amount(what, count), tile=tile(source))
        case f.PointsGained(seat, art, count, source):
            return _line("minerva.log.gained_from", seat, gain=points(art, count), tile=tile(source))
        case f.CultureTaken(seat, taken, ""):
            return _line("minerva.log.culture", seat, tile=culture_tile(taken))
        case f.CultureTaken(seat, taken, source):
            return _line("minerva.log.culture_from", seat, tile=culture_tile(taken), source=tile(source))
    return None


def _line_of_tiles(chosen: f.LineChosen) -> Message:
    """The tiles of a line that act when activated, and the tiles that never act. RES-06"""
    acting = [name for name in chosen.tiles if the_box().tiles[name].acts]
    idle = [name for name in chosen.tiles if not the_box().tiles[name].acts]
    line = _line("minerva.log.line_empty", chosen.seat)
    if acting:
        line = _line(f"minerva.log.line.{chosen.direction}", chosen.seat, tiles=tiles(acting))
    return Message("minerva.log.with_idle", {"line": line, "tiles": tiles(idle)}) if idle else line


def _passing(fact: Fact) -> Message | None:
    match fact:
        case f.FeePaid(seat, denarii):
            return _line("minerva.log.fee", seat, cost=amount("denarii", denarii))
        case f.Sold(seat, resource, count):
            gain = amount("denarii", count * the_box().constants.sale_denarii)
            return _line("minerva.log.sold", seat, cost=amount(resource, count), gain=gain)
        case f.Passed(seat, 0):
            return _line("minerva.log.passed_alone", seat)
        case f.Passed(seat, order):
            return _line("minerva.log.passed", seat, order=order)
        case f.SkipIncomePaid(seat, denarii):
            return _line("minerva.log.skip_income", seat, gain=amount("denarii", denarii))
        case f.AssistantBought(seat, what, price):
            return _line("minerva.log.bought", seat, cost=amount(what, price))
    return None


def _glory(fact: Fact) -> Message | None:
    match fact:
        case f.GloryTaken(seat, taken, tokens, ()):
            return _line("minerva.log.glory", seat, tile=glory_tile(taken), cost=amount("glory", tokens))
        case f.GloryTaken(seat, taken, tokens, tied):
            blanks: dict[str, Argument] = {"tile": glory_tile(taken), "cost": amount("glory", tokens)}
            return _line("minerva.log.glory_tied", seat, others=tuple(map(seat_name, tied)), **blanks)
        case f.GloryBoxed(tiles=boxed) if boxed:
            return Message("minerva.log.glory_boxed", {"count": len(boxed)})
    return None


def _ending(fact: Fact) -> Message | None:
    match fact:
        case f.Scored(_, _, 0) | f.TempleScored():
            return None
        case f.Scored(seat, part, vp):
            return _line(f"minerva.log.scored.{part}", seat, count=vp)
        case f.TitleEarned(seat, number, score):
            return _line("minerva.log.title", seat, count=score, title=Message(f"minerva.title.{number}"))
        case f.GameEnded(()):
            return Message("minerva.log.ended_alone")
        case f.GameEnded(winners):
            names = tuple(seat_name(seat) for seat in winners)
            return Message("minerva.log.ended", {"count": len(names), "winners": names})
    return None
