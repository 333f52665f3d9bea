"""The lines of the log for what the rival did and why."""

from collections.abc import Iterable

from engine.kernel.decision import Argument, Fact, Message, seat_name
from engine.minos_dawn.content.box import ROWS, the_box
from engine.minos_dawn.content.words import card, die, good, region, route, row, solo_card, vase
from engine.minos_dawn.state import facts as f

WHY_THESE = ("lowest", "highest")
"""Criteria by which the first colour decides; the others compare figures. SOLO-DICE-3"""


def describe_rival(fact: Fact) -> Message | None:
    """Return the line for `fact`, or None if the lines around it say it."""
    return _of_dice(fact) or _on_the_board(fact) or _scoring(fact)


def _line(line: str, **blanks: Argument) -> Message:
    return Message(f"minos_dawn.log.rival.{line}", blanks)


def _rows(rows: Iterable[str]) -> tuple[Message, ...]:
    return tuple(map(_row, rows))


def _row(row_id: str) -> Message:
    return row(ROWS.index(row_id))


def _of_dice(fact: Fact) -> Message | None:
    more: dict[str, Argument]
    match fact:
        case f.RivalDieChosen(name, criterion, colours, _, _, chosen) if criterion in WHY_THESE:
            order = tuple(Message(f"minos_dawn.colour.{colour}") for colour in colours)
            return _line(f"chosen.{criterion}", card=solo_card(name), colours=order, die=die(chosen))
        case f.RivalDieChosen(name, criterion, colours, figures, pick, chosen):
            by_colour = zip(colours, figures, strict=True)
            compared = tuple(Message(f"minos_dawn.figure.{colour}", {"figure": n}) for colour, n in by_colour)
            return _line(f"chosen.{criterion}.{pick}", card=solo_card(name), colours=compared, die=die(chosen))
        case f.SoloCardDiscarded(name, full, back):
            return _line("discarded", card=solo_card(name), full=_rows(full), rows=_rows(back))
        case f.SoloDeckReshuffled(count):
            return _line("reshuffled", count=count)
        case f.RivalDiePlaced(placed, back, full, row_id, space, mark):
            more = {"full": _rows(full), "count": len(full)} if full else {}
            if mark:
                more |= {"mark": _row(mark)}
            line = f"placed.{'wild' if mark else 'plain'}.{'after_full' if full else 'at_once'}"
            return _line(line, die=die(placed), rows=_rows(back), row=_row(row_id), space=space, **more)
        case f.RivalDieRetrieved(text, row_id, space, passed, acts_as, strength):
            more = {"passed": _rows(dict.fromkeys(passed))} if passed else {}
            if acts_as != row_id:
                more |= {"action": _row(acts_as)}
            line = f"{'plain' if acts_as == row_id else 'wild'}.{'first_of_equals' if passed else 'highest'}"
            return _line(f"retrieved.{line}", die=die(text), row=_row(row_id), space=space, count=strength, **more)
        case f.RivalTrackScored(_, _, vp):
            return _line("track", count=vp)
        case f.RivalPrepared(()) | f.RivalDeveloped(()):
            return _line("no_cards")
        case f.RivalPrepared(cards, strength):
            return _line(f"prepared.{_share(cards, strength)}", cards=tuple(map(card, cards)))
        case f.RivalDeveloped(cards, values, strength):
            worth = tuple(_line("worth", card=card(each), vp=vp) for each, vp in zip(cards, values, strict=True))
            return _line(f"developed.{_share(cards, strength)}", cards=worth)
        case f.RivalDrew(number, designated):
            return _line("drew", good=good(number), region=region(designated))
    return None


def _share(cards: tuple[str, ...], strength: int) -> str:
    return "rest" if len(cards) < strength else "some"


def _on_the_board(fact: Fact) -> Message | None:
    match fact:
        case f.RivalArrived(mode, home, moved_to, vp):
            level = Message(f"minos_dawn.note.difficulty.{mode}")
            ahead: dict[str, Argument] = {"count": vp} if vp else {}
            line = "arrived_ahead" if vp else "arrived"
            return _line(line, home=region(home), region=region(moved_to), level=level, **ahead)
        case f.RivalPlaced(number, count, why):
            return _line(f"placed_warriors.{why}", region=region(number), count=count)
        case f.RivalCityBuilt(number, vp):
            return _line("city", region=region(number), count=vp)
        case f.RivalFarmBuilt(number):
            return _line("farm", region=region(number))
        case f.RivalFought(number, _, vp, bonus, why):
            line = f"fought.{f'{why}.' if why else ''}{'bonus' if bonus else 'plain'}"
            return _line(line, region=region(number), count=vp, bonus=bonus)
        case f.RivalPassedBy(number, why):
            return _line(f"passed_by.{why}", region=region(number))
        case f.RivalSailed(name, space, 0, why):
            return _line(f"sailed.{why}", route=route(name), space=space)
        case f.RivalSailed(name, _, vp, why):
            return _line(f"sailed_to_the_top.{why}", route=route(name), count=vp)
        case f.RivalPointLost(why):
            return _line(f"point_lost.{why}")
    return None


def _scoring(fact: Fact) -> Message | None:
    match fact:
        case f.RivalPopulationRose(space):
            return _line("population", space=space)
        case f.VaseMarked(name, marked, space):
            return _line("vase_marked", card=solo_card(name), vase=vase(marked), space=space)
        case f.VaseMarkLost(name, marked, why):
            return _line(f"vase_mark_lost.{why}", card=solo_card(name), vase=vase(marked))
        case f.VaseClaimed(claimed, space):
            which = "top" if space == the_box().solo.figures.vase_spaces[-1] else "beside"
            return _line(f"vase_claimed.{which}", vase=vase(claimed), space=space)
        case f.RivalScored(category, number, vp, each) if vp:
            sums = " + ".join(f"{many} × {worth}" for many, worth in each) or str(number)
            return _line("scored", part=Message(f"minos_dawn.part.{category}"), number=sums, count=vp)
        case f.RivalRegionsScored(dominated, present, vp, bonus):
            nowhere = (Message("minos_dawn.log.rival.nowhere"),)
            first, second = (tuple(map(region, held)) or nowhere for held in (dominated, present))
            line = f"regions.{'bonus' if bonus else 'plain'}"
            return _line(line, dominated=first, present=second, count=vp, bonus=bonus)
        case f.SoloEnded(seat, vp, rival_vp, True):
            return _line("beaten", seat=seat_name(seat), vp=vp, rival_vp=rival_vp)
        case f.SoloEnded(_, vp, rival_vp) if vp == rival_vp:
            return _line("tied", count=vp)
        case f.SoloEnded(_, vp, rival_vp):
            return _line("wins", vp=vp, rival_vp=rival_vp)
    return None
