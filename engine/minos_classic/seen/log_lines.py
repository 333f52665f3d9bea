"""The log line of each fact: an id of the catalogue and its blanks."""

from engine.kernel.decision import Argument, Fact, Message, Seat, seat_name
from engine.minos_classic.content.box import BUILDERS, GULLS, INCOME, RINGS
from engine.minos_classic.content.words import building, count_faces, place
from engine.minos_classic.state import facts as f
from engine.minos_classic.state.ending import CITIES_TO_END, STALEMATE_ROUNDS
from engine.minos_classic.state.state import named_dice


def describe(fact: Fact) -> Message | None:
    """The line for `fact`, or None if neighbouring lines already cover it."""
    match fact:
        case f.GameBegan(first):
            return _line("minos_classic.log.began", first)
        case f.RoundBegan(number):
            return Message("minos_classic.log.round", {"round": number})
        case f.TurnEnded(seat):
            return _line("minos_classic.log.turn_ended", seat)
        case f.GameEnded(reason, number, ()):
            return _ending(reason, number)
        case f.GameEnded(reason, number, winners):
            blanks: dict[str, Argument] = {"line": _ending(reason, number), "winners": tuple(map(seat_name, winners))}
            return Message("minos_classic.log.won", {"count": len(winners), **blanks})
        case f.PlayerEliminated(seat):
            return _line("minos_classic.log.eliminated", seat)
        case f.DiceRolled() | f.IncomePaid() | f.RingsGained() | f.RingsBought():
            return _rolled_and_gained(fact)
        case f.MovementGained(seat, dice, points):
            return _line("minos_classic.log.movement", seat, count=points, dice=named_dice(GULLS, dice))
        case f.BuildingGained(seat, dice, points):
            return _line("minos_classic.log.building", seat, count=points, dice=named_dice(BUILDERS, dice))
        case f.BattleBegan() | f.FightDiceRolled() | f.DuelWon():
            return _fight(fact)
        case _:
            return _on_board(fact)


def _line(line: str, seat: Seat, **blanks: Argument) -> Message:
    return Message(line, {"seat": seat_name(seat), **blanks})


def _ending(reason: str, number: int) -> Message:
    blanks: dict[str, dict[str, Argument]] = {
        "complete": {"cities": CITIES_TO_END},
        "stalemate": {"rounds": STALEMATE_ROUNDS},
        "limit": {"round": number},
    }
    return Message(f"minos_classic.log.ended.{reason}", blanks.get(reason, {}))


def _talents(count: int) -> Message:
    return Message("minos_classic.worth.talents", {"count": count})


def _rolled_and_gained(fact: Fact) -> Message | None:
    match fact:
        case f.DiceRolled(seat, 1, dice):
            return _line("minos_classic.log.rolled", seat, dice=count_faces(dice))
        case f.DiceRolled(seat, _, dice, rolled):
            return _line("minos_classic.log.rolled_again", seat, count=len(rolled), dice=count_faces(dice))
        case f.IncomePaid(seat, dice, multiple, marker, talents):
            spent = named_dice(INCOME, dice)
            return _line("minos_classic.log.income", seat, count=talents, multiple=multiple, marker=marker, dice=spent)
        case f.RingsGained(seat, dice, rings, lost):
            line = "minos_classic.log.rings_short" if lost else "minos_classic.log.rings"
            return _line(line, seat, count=rings, dice=named_dice(RINGS, dice))
        case f.RingsBought(seat, rings, talents):
            return _line("minos_classic.log.rings_bought", seat, count=rings, talents=_talents(talents))
    return None


def _on_board(fact: Fact) -> Message | None:
    match fact:
        case f.PieceMoved(seat, kind, origin, target, points):
            line = f"minos_classic.log.moved.{kind}"
            return _line(line, seat, origin=place(origin), target=place(target), count=points)
        case f.ColonyTaken(seat, site, value, marker):
            return _line("minos_classic.log.colony_taken", seat, place=place(site), value=value, marker=marker)
        case f.ColonyLeft(seat, site, value, marker):
            return _line("minos_classic.log.colony_left", seat, place=place(site), value=value, marker=marker)
        case f.BuildingPlaced(seat, site, kind, number, talents, _, marker):
            line = "minos_classic.log.founded" if number == 1 else "minos_classic.log.built"
            raised, price = building(kind), _talents(talents)
            return _line(line, seat, building=raised, place=place(site), talents=price, marker=marker)
        case f.GuardArrived(seat, site):
            return _line("minos_classic.log.guard_arrived", seat, place=place(site))
        case f.PieceRecruited(seat, kind, site, talents):
            return _line(f"minos_classic.log.recruited.{kind}", seat, place=place(site), count=talents)
    return None


def _fight(fact: Fact) -> Message | None:
    match fact:
        case f.BattleBegan(attacker, kind, _, space, defender, defenders):
            line = f"minos_classic.log.battle.{kind}"
            return _line(line, attacker, other=seat_name(defender), place=place(space), count=defenders)
        case f.FightDiceRolled(seat, _, _, dice, rolled, value, True):
            return _line("minos_classic.log.fight_again", seat, dice=count_faces(dice), value=value, count=len(rolled))
        case f.FightDiceRolled(seat, _, _, dice, _, value):
            return _line("minos_classic.log.fight", seat, dice=count_faces(dice), value=value)
        case f.DuelWon(winner, loser, kind, space, value, against):
            line = f"minos_classic.log.tie.{kind}" if value == against else f"minos_classic.log.duel.{kind}"
            other = seat_name(loser)
            return _line(line, winner, other=other, place=place(space), value=value, against=against)
    return None
