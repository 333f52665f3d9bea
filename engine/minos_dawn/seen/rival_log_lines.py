"""The lines of the log for what the rival did and why."""

from collections.abc import Iterable

from engine.kernel.decision import Argument, Fact, Message, seat_name
from engine.minos_dawn.content.box import ROWS, the_box
from engine.minos_dawn.content.words import card, die, good, region, route, row, solo_card, vase
from engine.minos_dawn.state import rival_facts as f

WHY_THESE = ("lowest", "highest")
"""Criteria by which the first colour decides; the others compare figures. SOLO-DICE-3"""


def describe_rival(fact: Fact) -> Message | None:
    """Return the line for `fact`, or None if the lines around it say it."""
    return _of_dice(fact) or _on_the_board(fact) or _scoring(fact)


def _rows(rows: Iterable[str]) -> tuple[Message, ...]:
    return tuple(row(ROWS.index(each)) for each in rows)


def _row(row_id: str) -> Message:
    return row(ROWS.index(row_id))


def _of_dice(fact: Fact) -> Message | None:
    blanks: dict[str, Argument]
    match fact:
        case f.RivalDieChosen(name, criterion, colours, _, _, chosen) if criterion in WHY_THESE:
            order = tuple(Message(f"minos_dawn.colour.{colour}") for colour in colours)
            blanks = {"card": solo_card(name), "colours": order, "die": die(chosen)}
            return Message(f"minos_dawn.log.rival.chosen.{criterion}", blanks)
        case f.RivalDieChosen(name, criterion, colours, figures, pick, chosen):
            compared = tuple(
                Message(f"minos_dawn.figure.{colour}", {"figure": figure})
                for colour, figure in zip(colours, figures, strict=True)
            )
            blanks = {"card": solo_card(name), "colours": compared, "die": die(chosen)}
            return Message(f"minos_dawn.log.rival.chosen.{criterion}.{pick}", blanks)
        case f.SoloCardDiscarded(name, full, back):
            blanks = {"card": solo_card(name), "full": _rows(full), "rows": _rows(back)}
            return Message("minos_dawn.log.rival.discarded", blanks)
        case f.SoloDeckReshuffled(count):
            return Message("minos_dawn.log.rival.reshuffled", {"count": count})
        case f.RivalDiePlaced(placed, back, full, row_id, space, mark):
            blanks = {"die": die(placed), "rows": _rows(back), "row": _row(row_id), "space": space}
            if full:
                blanks |= {"full": _rows(full), "count": len(full)}
            if mark:
                blanks |= {"mark": _row(mark)}
            where = "after_full" if full else "at_once"
            return Message(f"minos_dawn.log.rival.placed.{'wild' if mark else 'plain'}.{where}", blanks)
        case f.RivalDieRetrieved(text, row_id, space, passed, acts_as, strength):
            blanks = {"die": die(text), "row": _row(row_id), "space": space, "count": strength}
            if passed:
                blanks["passed"] = _rows(dict.fromkeys(passed))
            why = "first_of_equals" if passed else "highest"
            if acts_as == row_id:
                return Message(f"minos_dawn.log.rival.retrieved.plain.{why}", blanks)
            return Message(f"minos_dawn.log.rival.retrieved.wild.{why}", blanks | {"action": _row(acts_as)})
        case f.RivalTrackScored(_, _, vp):
            return Message("minos_dawn.log.rival.track", {"count": vp})
        case f.RivalPrepared(()) | f.RivalDeveloped(()):
            return Message("minos_dawn.log.rival.no_cards")
        case f.RivalPrepared(cards, strength):
            which = "rest" if len(cards) < strength else "some"
            return Message(f"minos_dawn.log.rival.prepared.{which}", {"cards": tuple(map(card, cards))})
        case f.RivalDeveloped(cards, values, strength):
            worth = tuple(
                Message("minos_dawn.log.rival.worth", {"card": card(each), "vp": vp})
                for each, vp in zip(cards, values, strict=True)
            )
            which = "rest" if len(cards) < strength else "some"
            return Message(f"minos_dawn.log.rival.developed.{which}", {"cards": worth})
        case f.RivalDrew(number, designated):
            return Message("minos_dawn.log.rival.drew", {"good": good(number), "region": region(designated)})
    return None


def _on_the_board(fact: Fact) -> Message | None:
    blanks: dict[str, Argument]
    match fact:
        case f.RivalArrived(mode, home, moved_to, vp):
            level = Message(f"minos_dawn.note.difficulty.{mode}")
            blanks = {"home": region(home), "region": region(moved_to), "level": level}
            if vp:
                return Message("minos_dawn.log.rival.arrived_ahead", blanks | {"count": vp})
            return Message("minos_dawn.log.rival.arrived", blanks)
        case f.RivalPlaced(number, count, why):
            return Message(f"minos_dawn.log.rival.placed_warriors.{why}", {"region": region(number), "count": count})
        case f.RivalCityBuilt(number, vp):
            return Message("minos_dawn.log.rival.city", {"region": region(number), "count": vp})
        case f.RivalFarmBuilt(number):
            return Message("minos_dawn.log.rival.farm", {"region": region(number)})
        case f.RivalFought(number, _, vp, bonus, why):
            blanks = {"region": region(number), "count": vp, "bonus": bonus}
            reason = f"{why}." if why else ""
            return Message(f"minos_dawn.log.rival.fought.{reason}{'bonus' if bonus else 'plain'}", blanks)
        case f.RivalPassedBy(number, why):
            return Message(f"minos_dawn.log.rival.passed_by.{why}", {"region": region(number)})
        case f.RivalSailed(name, space, 0, why):
            return Message(f"minos_dawn.log.rival.sailed.{why}", {"route": route(name), "space": space})
        case f.RivalSailed(name, _, vp, why):
            return Message(f"minos_dawn.log.rival.sailed_to_the_top.{why}", {"route": route(name), "count": vp})
        case f.RivalPointLost(why):
            return Message(f"minos_dawn.log.rival.point_lost.{why}")
    return None


def _scoring(fact: Fact) -> Message | None:
    blanks: dict[str, Argument]
    match fact:
        case f.RivalPopulationRose(space):
            return Message("minos_dawn.log.rival.population", {"space": space})
        case f.VaseMarked(name, marked, space):
            blanks = {"card": solo_card(name), "vase": vase(marked), "space": space}
            return Message("minos_dawn.log.rival.vase_marked", blanks)
        case f.VaseMarkLost(name, marked, why):
            blanks = {"card": solo_card(name), "vase": vase(marked)}
            return Message(f"minos_dawn.log.rival.vase_mark_lost.{why}", blanks)
        case f.VaseClaimed(claimed, space):
            which = "top" if space == the_box().solo.figures.vase_spaces[-1] else "beside"
            return Message(f"minos_dawn.log.rival.vase_claimed.{which}", {"vase": vase(claimed), "space": space})
        case f.RivalScored(category, number, vp, each) if vp:
            sums = " + ".join(f"{many} × {worth}" for many, worth in each) or str(number)
            blanks = {"part": Message(f"minos_dawn.part.{category}"), "number": sums, "count": vp}
            return Message("minos_dawn.log.rival.scored", blanks)
        case f.RivalRegionsScored(dominated, present, vp, bonus):
            nowhere = (Message("minos_dawn.log.rival.nowhere"),)
            blanks = {
                "dominated": tuple(map(region, dominated)) or nowhere,
                "present": tuple(map(region, present)) or nowhere,
                "count": vp,
                "bonus": bonus,
            }
            return Message(f"minos_dawn.log.rival.regions.{'bonus' if bonus else 'plain'}", blanks)
        case f.SoloEnded(seat, vp, rival_vp, True):
            return Message("minos_dawn.log.rival.beaten", {"seat": seat_name(seat), "vp": vp, "rival_vp": rival_vp})
        case f.SoloEnded(_, vp, rival_vp) if vp == rival_vp:
            return Message("minos_dawn.log.rival.tied", {"count": vp})
        case f.SoloEnded(_, vp, rival_vp):
            return Message("minos_dawn.log.rival.wins", {"vp": vp, "rival_vp": rival_vp})
    return None
