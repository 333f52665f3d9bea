"""The log line of each fact."""

from collections.abc import Iterable

from engine.kernel.decision import Argument, Fact, Message, Seat, seat_name
from engine.minos_dawn.content import words as w
from engine.minos_dawn.content.box import ABILITIES, ROWS, the_box
from engine.minos_dawn.content.language import TRIGGERS
from engine.minos_dawn.state import facts as f

WHY_THESE = ("lowest", "highest")
"""With these criteria, the first colour decides. Other criteria compare figures. SOLO-DICE-3"""


def describe(fact: Fact) -> Message | None:
    """Return the line for `fact`, or None if neighbouring lines already cover it."""
    seats = _around_turns(fact) or _in_a_turn(fact) or _on_the_board(fact) or _of_all(fact)
    return seats or _of_rival_dice(fact) or _on_the_map(fact) or _rival_scoring(fact)


def _line(line: str, seat: Seat, **blanks: Argument) -> Message:
    return Message(line, {"seat": seat_name(seat), **blanks})


def _cards(cards: Iterable[str]) -> tuple[Message, ...]:
    return tuple(map(w.card, cards))


def _of_all(fact: Fact) -> Message | None:
    match fact:
        case f.RoundBegan(number, None):
            return Message("minos_dawn.log.round_rival", {"round": number})
        case f.RoundBegan(number, int(first)):
            return _line("minos_dawn.log.round", first, round=number)
        case f.DiceRolled(dice, rolls):
            return Message("minos_dawn.log.rolled", {"dice": tuple(map(w.die, dice)), "count": rolls})
        case f.DeckReshuffled(age):
            return Message("minos_dawn.log.reshuffled", {"age": age})
        case f.OfferRefilled(cards):
            return Message("minos_dawn.log.refilled", {"cards": _cards(cards)})
        case f.AgeChanged(cards):
            return Message("minos_dawn.log.age", {"cards": _cards(cards)})
        case f.SeaPeoplesRemoved(_, number) if number >= 0:
            return Message("minos_dawn.log.sea_peoples_undefeated", {"region": w.region(number)})
        case f.SeaPeoplesRemoved(tiles):
            return Message("minos_dawn.log.sea_peoples_removed", {"count": len(tiles)})
        case f.BattlesDeclared(seat, regions):
            return _line("minos_dawn.log.battles", seat, regions=tuple(map(w.region, regions)))
        case f.Scored(seat, category, vp):
            return _line(f"minos_dawn.log.scored.{category}", seat, count=vp)
        case f.GameEnded(winners):
            return Message("minos_dawn.log.ended", {"winners": tuple(map(seat_name, winners))})
    return None


def _around_turns(fact: Fact) -> Message | None:
    match fact:
        case f.SetupItemTaken(seat, item) if item in ABILITIES:
            return _line("minos_dawn.log.ability", seat, ability=w.ability(item))
        case f.SetupItemTaken(seat, item):
            return _line("minos_dawn.log.start", seat, region=w.region(the_box().starting_cards[item].region))
        case f.SetupCarriedOut(seat, kept, _, palace):
            return _line("minos_dawn.log.setup", seat, count=len(kept), card=w.card(palace))
        case f.DieDrafted(seat, text, row_id):
            return _line("minos_dawn.log.drafted", seat, die=w.die(text), row=_row(row_id))
        case f.AdvancesDeclared(seat, ()):
            return _line("minos_dawn.log.no_advances", seat)
        case f.AdvancesDeclared(seat, tracks):
            return _line("minos_dawn.log.advances", seat, tracks=w.tracks_in_turn(tracks))
        case f.SiteHeld(seat, structure, number):
            return _line(f"minos_dawn.log.held.{structure}", seat, region=w.region(number))
        case f.SiteLapsed(seat, structure, number):
            return _line(f"minos_dawn.log.lapsed.{structure}", seat, region=w.region(number))
        case f.DieRetrieved(seat, text, row_id, space):
            return _line("minos_dawn.log.retrieved", seat, die=w.die(text), row=_row(row_id), space=space)
        case f.Forfeited(seat):
            return _line("minos_dawn.log.forfeited", seat)
        case f.ActionChosen(seat, row_id):
            return _line("minos_dawn.log.wild", seat, row=_row(row_id))
        case f.TurnEnded(seat, 0):
            return _line("minos_dawn.log.turn_ended", seat)
        case f.TurnEnded(seat, points):
            return _line("minos_dawn.log.turn_ended_early", seat, count=points)
        case f.IncomePaid(seat, coins, 0):
            return _line("minos_dawn.log.income_coins", seat, count=coins)
        case f.IncomePaid(seat, coins, vp):
            return _line("minos_dawn.log.income", seat, count=coins, vp=vp)
    return None


def _in_a_turn(fact: Fact) -> Message | None:
    match fact:
        case f.Gained(seat, what, count, source):
            return _line(f"minos_dawn.log.gained.{what}", seat, count=count, reason=w.reason(source))
        case f.Paid(seat, what, count, source):
            return _line(f"minos_dawn.log.paid.{what}", seat, count=count, reason=w.reason(source))
        case f.Exchanged(seat, given, got, count, price):
            blanks = {"given": w.exchange_amount(given, price), "got": w.exchange_amount(got, count)}
            return _line(f"minos_dawn.log.exchanged.{got}", seat, **blanks)
        case f.TempGained(seat, number, source):
            return _line("minos_dawn.log.temp_gained", seat, good=w.good(number), reason=w.reason(source))
        case f.TempSpent(seat, number, source):
            return _line("minos_dawn.log.temp_spent", seat, good=w.good(number), reason=w.reason(source))
        case f.GoodGained(seat, number, owned, source):
            return _line("minos_dawn.log.good_gained", seat, good=w.good(number), owned=owned, reason=w.reason(source))
        case f.CardDrawn(seat, drawn, origin, source):
            return _line(f"minos_dawn.log.drawn.{origin}", seat, card=w.card(drawn), reason=w.reason(source))
        case f.CardsDiscarded(seat, cards, source):
            return _line("minos_dawn.log.discarded", seat, cards=_cards(cards), reason=w.reason(source))
        case f.DecreePlayed(seat, played, origin, coins):
            effect = w.effect_of(f"decree:{played}")
            return _line(f"minos_dawn.log.played.{origin}", seat, card=w.card(played), count=coins, effect=effect)
        case f.CardPlaced(seat, placed, origin, vp):
            effect = w.effect_of(f"trait:{placed}")
            return _line(f"minos_dawn.log.placed.{origin}", seat, card=w.card(placed), count=vp, effect=effect)
        case f.TraitBegan(seat, acting):
            due, effect = w.trigger(TRIGGERS[the_box().cards.trigger_of[acting]]), w.effect_of(f"trait:{acting}")
            return _line("minos_dawn.log.trait", seat, card=w.card(acting), trigger=due, effect=effect)
    return None


def _on_the_board(fact: Fact) -> Message | None:
    match fact:
        case f.CityBuilt(seat, number, foundation):
            name = Message(f"minos_dawn.foundation.{foundation}")
            return _line("minos_dawn.log.city", seat, region=w.region(number), foundation=name)
        case f.TowerBuilt(seat, number):
            return _line("minos_dawn.log.tower", seat, region=w.region(number))
        case f.FarmBuilt(seat, number, 0):
            return _line("minos_dawn.log.farm_for_goods", seat, region=w.region(number))
        case f.FarmBuilt(seat, number, warriors):
            return _line("minos_dawn.log.farm", seat, region=w.region(number), count=warriors)
        case f.ShipBuilt(seat, name):
            return _line("minos_dawn.log.ship", seat, route=w.route(name))
        case f.ShipAdvanced(seat, name, space):
            return _line("minos_dawn.log.sailed", seat, route=w.route(name), space=space)
        case f.TileTaken(seat, tile, name):
            return _line("minos_dawn.log.tile_taken", seat, route=w.route(name), effect=w.effect_of(f"bonus:{tile}"))
        case f.TileUsed(seat, tile):
            return _line("minos_dawn.log.tile_used", seat, effect=w.effect_of(f"bonus:{tile}"))
        case f.WarriorPlaced(seat, number):
            return _line("minos_dawn.log.warrior_placed", seat, region=w.region(number))
        case f.WarriorMoved(seat, origin, number):
            return _line("minos_dawn.log.warrior_moved", seat, origin=w.region(origin), region=w.region(number))
        case f.SeaPeoplesDefeated(seat, number, tile, weaponry):
            effect = w.effect_of(f"sea:{tile}")
            return _line("minos_dawn.log.battle", seat, region=w.region(number), count=weaponry, effect=effect)
        case f.Advanced(seat, number, 9, source):
            return _line("minos_dawn.log.beyond", seat, track=w.track(number), reason=w.reason(source))
        case f.Advanced(seat, number, space, source):
            return _line("minos_dawn.log.advanced", seat, track=w.track(number), space=space, reason=w.reason(source))
        case f.VaseWon(seat, name, vp):
            return _line("minos_dawn.log.vase", seat, vase=w.vase(name), count=vp)
    return None


def _rival(line: str, **blanks: Argument) -> Message:
    return Message(f"minos_dawn.log.rival.{line}", blanks)


def _rows(rows: Iterable[str]) -> tuple[Message, ...]:
    return tuple(map(_row, rows))


def _row(row_id: str) -> Message:
    return w.row(ROWS.index(row_id))


def _of_rival_dice(fact: Fact) -> Message | None:
    more: dict[str, Argument]
    match fact:
        case f.RivalDieChosen(name, criterion, colours, _, _, chosen) if criterion in WHY_THESE:
            order = tuple(Message(f"minos_dawn.colour.{colour}") for colour in colours)
            return _rival(f"chosen.{criterion}", card=w.solo_card(name), colours=order, die=w.die(chosen))
        case f.RivalDieChosen(name, criterion, colours, figures, pick, chosen):
            by_colour = zip(colours, figures, strict=True)
            compared = tuple(Message(f"minos_dawn.figure.{colour}", {"figure": n}) for colour, n in by_colour)
            return _rival(f"chosen.{criterion}.{pick}", card=w.solo_card(name), colours=compared, die=w.die(chosen))
        case f.SoloCardDiscarded(name, full, back):
            return _rival("discarded", card=w.solo_card(name), full=_rows(full), rows=_rows(back))
        case f.SoloDeckReshuffled(count):
            return _rival("reshuffled", count=count)
        case f.RivalDiePlaced(placed, back, full, row_id, space, mark):
            more = {"full": _rows(full), "count": len(full)} if full else {}
            if mark:
                more |= {"mark": _row(mark)}
            line = f"placed.{'wild' if mark else 'plain'}.{'after_full' if full else 'at_once'}"
            return _rival(line, die=w.die(placed), rows=_rows(back), row=_row(row_id), space=space, **more)
        case f.RivalDieRetrieved(text, row_id, space, passed, acts_as, strength):
            more = {"passed": _rows(dict.fromkeys(passed))} if passed else {}
            if acts_as != row_id:
                more |= {"action": _row(acts_as)}
            line = f"{'plain' if acts_as == row_id else 'wild'}.{'first_of_equals' if passed else 'highest'}"
            return _rival(f"retrieved.{line}", die=w.die(text), row=_row(row_id), space=space, count=strength, **more)
        case f.RivalTrackScored(_, _, vp):
            return _rival("track", count=vp)
        case f.RivalPrepared(()) | f.RivalDeveloped(()):
            return _rival("no_cards")
        case f.RivalPrepared(cards, strength):
            return _rival(f"prepared.{_share(cards, strength)}", cards=tuple(map(w.card, cards)))
        case f.RivalDeveloped(cards, values, strength):
            worth = tuple(_rival("worth", card=w.card(each), vp=vp) for each, vp in zip(cards, values, strict=True))
            return _rival(f"developed.{_share(cards, strength)}", cards=worth)
        case f.RivalDrew(number, designated):
            return _rival("drew", good=w.good(number), region=w.region(designated))
    return None


def _share(cards: tuple[str, ...], strength: int) -> str:
    return "rest" if len(cards) < strength else "some"


def _on_the_map(fact: Fact) -> Message | None:
    match fact:
        case f.RivalArrived(mode, home, moved_to, vp):
            level = Message(f"minos_dawn.note.difficulty.{mode}")
            ahead: dict[str, Argument] = {"count": vp} if vp else {}
            line = "arrived_ahead" if vp else "arrived"
            return _rival(line, home=w.region(home), region=w.region(moved_to), level=level, **ahead)
        case f.RivalPlaced(number, count, why):
            return _rival(f"placed_warriors.{why}", region=w.region(number), count=count)
        case f.RivalCityBuilt(number, vp):
            return _rival("city", region=w.region(number), count=vp)
        case f.RivalFarmBuilt(number):
            return _rival("farm", region=w.region(number))
        case f.RivalFought(number, _, vp, bonus, why):
            line = f"fought.{f'{why}.' if why else ''}{'bonus' if bonus else 'plain'}"
            return _rival(line, region=w.region(number), count=vp, bonus=bonus)
        case f.RivalPassedBy(number, why):
            return _rival(f"passed_by.{why}", region=w.region(number))
        case f.RivalSailed(name, space, 0, why):
            return _rival(f"sailed.{why}", route=w.route(name), space=space)
        case f.RivalSailed(name, _, vp, why):
            return _rival(f"sailed_to_the_top.{why}", route=w.route(name), count=vp)
        case f.RivalPointLost(why):
            return _rival(f"point_lost.{why}")
    return None


def _rival_scoring(fact: Fact) -> Message | None:
    match fact:
        case f.RivalPopulationRose(space):
            return _rival("population", space=space)
        case f.VaseMarked(name, marked, space):
            return _rival("vase_marked", card=w.solo_card(name), vase=w.vase(marked), space=space)
        case f.VaseMarkLost(name, marked, why):
            return _rival(f"vase_mark_lost.{why}", card=w.solo_card(name), vase=w.vase(marked))
        case f.VaseClaimed(claimed, space):
            which = "top" if space == the_box().solo.figures.vase_spaces[-1] else "beside"
            return _rival(f"vase_claimed.{which}", vase=w.vase(claimed), space=space)
        case f.RivalScored(category, number, vp, each) if vp:
            sums = " + ".join(f"{many} × {worth}" for many, worth in each) or str(number)
            return _rival("scored", part=Message(f"minos_dawn.part.{category}"), number=sums, count=vp)
        case f.RivalRegionsScored(dominated, present, vp, bonus):
            nowhere = (Message("minos_dawn.log.rival.nowhere"),)
            first, second = (tuple(map(w.region, held)) or nowhere for held in (dominated, present))
            line = f"regions.{'bonus' if bonus else 'plain'}"
            return _rival(line, dominated=first, present=second, count=vp, bonus=bonus)
        case f.SoloEnded(seat, vp, rival_vp, True):
            return _rival("beaten", seat=seat_name(seat), vp=vp, rival_vp=rival_vp)
        case f.SoloEnded(_, vp, rival_vp) if vp == rival_vp:
            return _rival("tied", count=vp)
        case f.SoloEnded(_, vp, rival_vp):
            return _rival("wins", vp=vp, rival_vp=rival_vp)
    return None
