"""The line of the log for each thing that happened: an id of the catalogue and what fills its blanks."""

from engine.kernel.decision import Fact, Message, seat_name
from engine.minos_classic import facts as f
from engine.minos_classic.box import BUILDERS, GULLS, INCOME, RINGS
from engine.minos_classic.dice import named_dice
from engine.minos_classic.ending import CITIES_TO_END, STALEMATE_ROUNDS
from engine.minos_classic.words import building, faces, piece, place


def tell(fact: Fact) -> Message | None:
    """The line for `fact`; None for what the lines around it say already."""
    match fact:
        case f.GameBegan(first):
            return Message("classic.log.began", {"seat": seat_name(first)})
        case f.RoundBegan(number):
            return Message("classic.log.round", {"round": number})
        case f.TurnEnded(seat):
            return Message("classic.log.turn_ended", {"seat": seat_name(seat)})
        case f.GameEnded(reason, number):
            blanks = {"round": number, "cities": CITIES_TO_END, "rounds": STALEMATE_ROUNDS}
            return Message(f"classic.log.ended.{reason}", {name: blanks[name] for name in _ENDED_BLANKS[reason]})
        case f.PlayerEliminated(seat):
            return Message("classic.log.eliminated", {"seat": seat_name(seat)})
        case f.DiceRolled(seat, number, dice, rolled):
            return _dice_rolled(seat, number, dice, rolled)
        case f.IncomePaid() | f.RingsGained() | f.RingsBought() | f.MovementGained() | f.BuildingGained():
            return _spent(fact)
        case f.BattleBegan() | f.FightDiceRolled() | f.DuelWon():
            return _fought(fact)
        case _:
            return _on_board(fact)


_ENDED_BLANKS = {
    "complete": ("cities",),
    "survivor": (),
    "dead": (),
    "stalemate": ("rounds",),
    "limit": ("round",),
}


def _dice_rolled(seat: int, number: int, dice: tuple[str, ...], rolled: tuple[int, ...]) -> Message:
    if number == 1:
        return Message("classic.log.rolled", {"seat": seat_name(seat), "dice": faces(dice)})
    return Message(
        "classic.log.rolled_again",
        {
            "seat": seat_name(seat),
            "count": len(rolled),
            "rolled": faces(tuple(dice[die] for die in rolled)),
            "dice": faces(dice),
        },
    )


def _spent(fact: Fact) -> Message | None:
    match fact:
        case f.IncomePaid(seat, dice, multiple, marker, talents):
            blanks = {"multiple": multiple, "marker": marker, "dice": named_dice(INCOME, dice)}
            return Message("classic.log.income", {"seat": seat_name(seat), "count": talents, **blanks})
        case f.RingsGained(seat, dice, rings, lost):
            lines = "classic.log.rings_short" if lost else "classic.log.rings"
            return Message(lines, {"seat": seat_name(seat), "count": rings, "dice": named_dice(RINGS, dice)})
        case f.RingsBought(seat, rings, talents):
            price = Message("classic.worth.talents", {"count": talents})
            return Message("classic.log.rings_bought", {"seat": seat_name(seat), "count": rings, "talents": price})
        case f.MovementGained(seat, dice, points, _):
            blanks = {"count": points, "dice": named_dice(GULLS, dice)}
            return Message("classic.log.movement", {"seat": seat_name(seat), **blanks})
        case f.BuildingGained(seat, dice, points, _):
            blanks = {"count": points, "dice": named_dice(BUILDERS, dice)}
            return Message("classic.log.building", {"seat": seat_name(seat), **blanks})
    return None


def _on_board(fact: Fact) -> Message | None:
    match fact:
        case f.PieceMoved(seat, kind, origin, target, points):
            blanks = {"from": place(origin), "to": place(target), "count": points}
            return Message(f"classic.log.moved.{kind}", {"seat": seat_name(seat), **blanks})
        case f.ColonyTaken(seat, site, value, marker):
            blanks = {"place": place(site), "value": value, "marker": marker}
            return Message("classic.log.colony_taken", {"seat": seat_name(seat), **blanks})
        case f.ColonyLeft(seat, site, value, marker):
            blanks = {"place": place(site), "value": value, "marker": marker}
            return Message("classic.log.colony_left", {"seat": seat_name(seat), **blanks})
        case f.BuildingPlaced(seat, site, kind, number, talents, _, marker):
            line = "classic.log.founded" if number == 1 else "classic.log.built"
            blanks = {"building": building(kind), "place": place(site), "marker": marker}
            price = Message("classic.worth.talents", {"count": talents})
            return Message(line, {"seat": seat_name(seat), "talents": price, **blanks})
        case f.GuardArrived(seat, site):
            return Message("classic.log.guard_arrived", {"seat": seat_name(seat), "place": place(site)})
        case f.PieceRecruited(seat, kind, site, talents):
            blanks = {"place": place(site), "count": talents}
            return Message(f"classic.log.recruited.{kind}", {"seat": seat_name(seat), **blanks})
    return None


def _fought(fact: Fact) -> Message | None:
    match fact:
        case f.BattleBegan(attacker, kind, origin, space, defender, defenders):
            blanks = {"piece": piece(kind), "from": place(origin), "place": place(space), "count": defenders}
            return Message("classic.log.battle", {"seat": seat_name(attacker), "other": seat_name(defender), **blanks})
        case f.FightDiceRolled(seat, _, _, dice, rolled, value, ring):
            blanks = {"dice": faces(dice), "value": value}
            if ring:
                return Message("classic.log.fight_again", {"seat": seat_name(seat), "count": len(rolled), **blanks})
            return Message("classic.log.fight", {"seat": seat_name(seat), **blanks})
        case f.DuelWon(winner, loser, kind, space, value, against):
            blanks = {"place": place(space), "value": value, "against": against}
            names = {"seat": seat_name(winner), "other": seat_name(loser)}
            return Message(f"classic.log.duel.{kind}", {**names, **blanks})
    return None
