"""The lines of the log for one entry: what was done with what it cost and what came of it, in one line each."""

from collections.abc import Iterator, Mapping, Sequence

from engine.kernel.decision import Argument, Fact, Message, Seat, seat_name
from engine.minos_dawn.content.words import atom_named, reason, region, temporary_goods
from engine.minos_dawn.seen.log_lines import describe
from engine.minos_dawn.state import facts as f

ATOMS: Mapping[str, str] = {
    "coins": "coin",
    "weaponry": "weapon",
    "vp": "vp",
    "vp_at_scoring": "vp_rounds",
    "vp_at_end": "vp_end",
    "income": "income",
    "warriors": "warrior",
}
"""The operators that give what a fact names."""

PAID_FOR: Mapping[str, type[Fact] | tuple[type[Fact], ...]] = {
    "ship": f.ShipBuilt,
    "sail": f.ShipAdvanced,
    "city": f.CityBuilt,
    "tower": f.TowerBuilt,
    "farm": f.FarmBuilt,
    "swap": f.GoodGained,
    "battle": f.SeaPeoplesDefeated,
    "offer": f.DecreePlayed,
    "decree": (f.DecreePlayed, f.CardPlaced),
}
"""What is paid for, by the kind of the payment's source."""

STATED: Mapping[type[Fact], str] = {f.SeaPeoplesDefeated: "weaponry", f.DecreePlayed: "coins", f.CardPlaced: "vp"}
"""What a line says itself to have been paid."""

GIVES: Mapping[type[Fact], str] = {
    f.TraitBegan: "trait",
    f.DecreePlayed: "decree",
    f.TileUsed: "bonus",
    f.SeaPeoplesDefeated: "sea",
    f.CityBuilt: "foundation",
    f.TowerBuilt: "tower",
    f.FarmBuilt: "farm",
    f.ShipAdvanced: "route",
    f.Advanced: "track",
    f.Forfeited: "forfeit",
    f.GoodGained: "good",
    f.CardsDiscarded: "sell",
}
"""The kind of the source of what comes of a fact at once."""

Cost = f.Paid | f.TempSpent
Gain = f.Gained | f.TempGained


def tell(heard: Sequence[Fact]) -> list[Message]:
    """The lines for what was heard of one entry, in order.

    A payment stands with what it paid for, and what is gained at once with what gave it; tiles that leave undefeated
    one after another share a line.
    """
    lines: list[Message] = []
    at = 0
    while at < len(heard):
        costs = _costs(heard[at:])
        rest = heard[at + len(costs) :]
        if costs and rest and _is_paid_by(rest[0], costs):
            told, used = _done(rest, costs)
        elif costs and (got := _gains(rest, costs[0].seat, costs[0].source)):
            told, used = [_traded(costs, got)], len(got)
        elif costs:
            told, used = [line for cost in costs if (line := describe(cost)) is not None], 0
        elif _leaves_undefeated(heard[at]):
            told, used = _undefeated(rest)
        else:
            told, used = _done(rest, ())
        lines += told
        at += len(costs) + used
    return lines


def _costs(facts: Sequence[Fact]) -> list[Cost]:
    """The payments of one seat that come first."""
    found: list[Cost] = []
    for fact in facts:
        if not isinstance(fact, Cost) or (found and fact.seat != found[0].seat):
            break
        found.append(fact)
    return found


def _is_paid_by(fact: Fact, costs: Sequence[Cost]) -> bool:
    return all(isinstance(fact, PAID_FOR.get(_kind(cost.source), ())) for cost in costs)


def _kind(source: str) -> str:
    return source.partition(":")[0]


def _gains(facts: Sequence[Fact], seat: Seat, source: str) -> list[Gain]:
    """What the seat gained first of all by that source."""
    found: list[Gain] = []
    for fact in facts:
        if not isinstance(fact, Gain) or (fact.seat, fact.source) != (seat, source):
            break
        found.append(fact)
    return found


def _done(facts: Sequence[Fact], costs: Sequence[Cost]) -> tuple[list[Message], int]:
    """The line of the first fact, with its cost and what it gave at once, and how many facts it tells of."""
    done, *after = facts
    line = describe(done)
    if line is None:
        return [], 1
    following = next((fact for fact in after), None)
    gains: list[Gain] = []
    if isinstance(following, Gain) and _kind(following.source) == GIVES.get(type(done)):
        gains = _gains(after, following.seat, following.source)
    spent = _amounts([cost for cost in costs if not (isinstance(cost, f.Paid) and STATED.get(type(done)) == cost.what)])
    said = list(promised(line.blanks.get("effect")))
    got = [amount for amount in _amounts(gains) if amount not in said]
    if spent:
        line = Message("minos_dawn.log.spent", {"line": line, "cost": tuple(spent)})
    if got:
        line = Message("minos_dawn.log.got", {"line": line, "gains": tuple(got)})
    return [line], 1 + len(gains)


def _traded(costs: Sequence[Cost], gains: Sequence[Gain]) -> Message:
    """What was gained for what, where that is all that was done."""
    blanks: dict[str, Argument] = {
        "seat": seat_name(costs[0].seat),
        "gains": tuple(_amounts(gains)),
        "cost": tuple(_amounts(costs)),
        "reason": reason(costs[0].source),
    }
    return Message("minos_dawn.log.traded", blanks)


def _amounts(facts: Sequence[Cost | Gain]) -> list[Message]:
    """What these facts name, each kind once."""
    counts: dict[str | int, int] = {}
    for fact in facts:
        if isinstance(fact, f.TempGained | f.TempSpent):
            counts[fact.good] = counts.get(fact.good, 0) + 1
        else:
            counts[fact.what] = counts.get(fact.what, 0) + fact.count
    return [
        temporary_goods(kind, count) if isinstance(kind, int) else atom_named(ATOMS[kind], count)
        for kind, count in counts.items()
    ]


def promised(effect: object) -> Iterator[Message]:
    """What an effect gives as it says, whatever else happens: nothing that is counted, paid for or chosen first."""
    if isinstance(effect, tuple):
        for each in effect:
            yield from promised(each)
    elif isinstance(effect, Message):
        yield effect
        if effect.id in ("minos_dawn.effect.and", "minos_dawn.effect.also"):
            for blank in effect.blanks.values():
                yield from promised(blank)


def _leaves_undefeated(fact: Fact) -> bool:
    return isinstance(fact, f.SeaPeoplesRemoved) and fact.region >= 0


def _undefeated(facts: Sequence[Fact]) -> tuple[list[Message], int]:
    """The line of the tiles that leave undefeated first of all, and how many they are."""
    left: list[int] = []
    for fact in facts:
        if not (isinstance(fact, f.SeaPeoplesRemoved) and _leaves_undefeated(fact)):
            break
        left.append(fact.region)
    if len(left) == 1:
        return [Message("minos_dawn.log.sea_peoples_undefeated", {"region": region(left[0])})], 1
    regions = tuple(region(number) for number in left)
    line = Message("minos_dawn.log.sea_peoples_all_undefeated", {"count": len(left), "regions": regions})
    return [line], len(left)
