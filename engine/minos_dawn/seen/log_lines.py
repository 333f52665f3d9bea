"""Each fact as a line of the log: an id of the catalogue, and what fills its blanks."""

from collections.abc import Iterable

from engine.kernel.decision import Argument, Fact, Message, Seat, seat_name
from engine.minos_dawn.content import words as w
from engine.minos_dawn.content.box import ABILITIES, ROWS, the_box
from engine.minos_dawn.content.language import TRIGGERS
from engine.minos_dawn.seen.rival_log_lines import describe_rival
from engine.minos_dawn.state import facts as f


def describe(fact: Fact) -> Message | None:
    """Return the line for `fact`, or None if the lines around it say it."""
    return _around_turns(fact) or _in_a_turn(fact) or _on_the_board(fact) or _of_all(fact) or describe_rival(fact)


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
            return _line("minos_dawn.log.drafted", seat, die=w.die(text), row=w.row(ROWS.index(row_id)))
        case f.AdvancesDeclared(seat, ()):
            return _line("minos_dawn.log.no_advances", seat)
        case f.AdvancesDeclared(seat, tracks):
            return _line("minos_dawn.log.advances", seat, tracks=w.tracks_in_turn(tracks))
        case f.SiteHeld(seat, structure, number):
            return _line(f"minos_dawn.log.held.{structure}", seat, region=w.region(number))
        case f.SiteLapsed(seat, structure, number):
            return _line(f"minos_dawn.log.lapsed.{structure}", seat, region=w.region(number))
        case f.DieRetrieved(seat, text, row_id, space):
            return _line("minos_dawn.log.retrieved", seat, die=w.die(text), row=w.row(ROWS.index(row_id)), space=space)
        case f.Forfeited(seat):
            return _line("minos_dawn.log.forfeited", seat)
        case f.ActionChosen(seat, row_id):
            return _line("minos_dawn.log.wild", seat, row=w.row(ROWS.index(row_id)))
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
