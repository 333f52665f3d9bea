"""The lines of the log. Facts that belong together are grouped first, and each group is worded once."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, TypeAlias

from engine.kernel.decision import Argument, Fact, Message, Seat, seat_name
from engine.kernel.lines import Line, add_up, replace_blanks
from engine.minos_dawn.content.words import card, named_atom, reason, region, temporary_goods
from engine.minos_dawn.seen.log_lines import describe
from engine.minos_dawn.state import facts as f

Cost: TypeAlias = f.Paid | f.TempSpent
Gain: TypeAlias = f.Gained | f.TempGained

ATOMS: Mapping[str, str] = {
    "coins": "coin",
    "weaponry": "weapon",
    "vp": "vp",
    "vp_at_scoring": "vp_rounds",
    "vp_at_end": "vp_end",
    "income": "income",
    "warriors": "warrior",
}
"""Maps each kind of gain in a fact to the word of the gain's operator."""

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
"""Maps the kind of a payment's source to the type of fact that the payment belongs to."""

STATED: Mapping[type[Fact], str] = {f.SeaPeoplesDefeated: "weaponry", f.DecreePlayed: "coins", f.CardPlaced: "vp"}
"""For each type of fact, the kind of payment that its own log line already states."""

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
"""For each type of fact, the kind of source that gains have if they directly follow it."""


@dataclass(frozen=True)
class GroupedFacts:
    """A line of the log."""

    costs: tuple[Cost, ...] = ()
    """The payments for the main facts."""
    done: tuple[Fact, ...] = ()
    """The main facts. Without any, the line says that the costs bought the results."""
    results: tuple[tuple[Gain | f.CardDrawn, ...], ...] = ()
    """Each item has the gains or drawn cards of one moment."""

    @property
    def message(self) -> Message:
        """The line in words, without payments and gains that the main facts already state."""
        if not self.done:
            return self._trade()
        if isinstance(self.done[0], f.WarriorMoved) and self.costs:
            return Message("minos_dawn.log.marched", {**_word(self.done).blanks, "cost": _amounts(self.costs)})
        line = _word(self.done)
        stated = STATED.get(type(self.done[0]))
        cost = _amounts([cost for cost in self.costs if not (isinstance(cost, f.Paid) and cost.what == stated)])
        if cost:
            line = Message("minos_dawn.log.spent", {"line": line, "cost": cost})
        for origin, results in groupby(self.results, key=lambda each: getattr(each[0], "origin", "")):
            if origin:
                cards = _cards([each for result in results for each in result if isinstance(each, f.CardDrawn)])
                line = Message(f"minos_dawn.log.drew.{origin}", {"line": line, "card": cards})
            elif gains := add_up(self._news(*results)):
                line = Message("minos_dawn.log.got", {"line": line, "gains": gains})
        return line

    def _trade(self) -> Message:
        blanks: dict[str, Argument] = {
            "seat": seat_name(self.costs[0].seat),
            "gains": _amounts([gain for result in self.results for gain in result]),
            "cost": _amounts(self.costs),
            "reason": reason(self.costs[0].source),
        }
        return Message("minos_dawn.log.traded", blanks)

    @property
    def seat(self) -> Seat | None:
        """The seat that the line is about, or None if it is about everyone."""
        seat: Seat | None = getattr((*self.costs, *self.done)[0], "seat", None)
        return seat

    def take(self, fact: Fact) -> "GroupedFacts | None":
        """Return the group with the fact added, or None if the fact starts another group."""
        if not self.done and not self.results:
            if isinstance(fact, Cost):
                same = not self.costs or fact.seat == self.costs[0].seat
                return replace(self, costs=(*self.costs, fact)) if same else None
            if all(_is_paid_by(fact, cost) for cost in self.costs):
                return replace(self, done=(fact,))
        if isinstance(fact, Gain):
            before = self.results[0] if self.results else () if self.done else self.costs
            if before:
                is_own = (fact.seat, fact.source) == (before[0].seat, before[0].source)
            else:
                is_own = _kind(fact.source) == GIVES.get(type(self.done[-1]))
            got = self.results[0] if self.results else ()
            return replace(self, results=((*got, fact),)) if is_own else None
        if self.done and _leaves_undefeated(fact) and _leaves_undefeated(self.done[-1]):
            return replace(self, done=(*self.done, fact))
        return None

    def split(self) -> "list[GroupedFacts]":
        """If the group has only payments, return one group for each. Otherwise return the group itself."""
        return [self] if self.done or self.results else [GroupedFacts(done=(cost,)) for cost in self.costs]

    def join(self, following: Line) -> "GroupedFacts | None":
        """Merge the group with the following one. Return None if they don't belong together."""
        if not isinstance(following, GroupedFacts):
            return None
        more = replace(self, done=(*self.done, *following.done))
        last, first = self.done[-1] if self.done else None, following.done[0] if following.done else None
        match last, first:
            case f.BattlesDeclared(), f.BattlesDeclared():
                return more if last.regions == first.regions else None
            case f.Scored(), f.Scored():
                return more if _are_scored_together(more.done) else None
        if self.seat is None or self.seat != following.seat:
            return None
        match last, first:
            case None, None if reason(self.costs[0].source) == reason(following.costs[0].source):
                return GroupedFacts((*self.costs, *following.costs), (), (*self.results, *following.results))
            case ((f.Paid() | f.TempSpent()), Fact()) if _is_paid_before(first, last):
                return replace(following, costs=(last, *following.costs))
            case Fact(), (f.Gained() | f.TempGained() | f.CardDrawn()) if _came_of(last, first):
                is_said = isinstance(first, Gain) and not self._news((first,))
                return self if is_said else replace(self, results=(*self.results, (first,)))
            case ((f.Gained() | f.TempGained()), (f.Gained() | f.TempGained())):
                is_route = all(each.source.startswith("route:") for each in (last, first))
                return more if is_route or reason(last.source) == reason(first.source) else None
            case (f.WarriorMoved(), f.WarriorMoved()) | (f.WarriorPlaced(), f.WarriorPlaced()) if not self.costs:
                return more
            case f.CardDrawn(), f.CardDrawn() if last.origin == first.origin:
                return more if reason(last.source) == reason(first.source) else None
            case f.TileTaken(), f.TileUsed() if not following._news(*following.results):
                is_same = _word((last,)).blanks["effect"] == _word((first,)).blanks["effect"]
                return replace(more, results=following.results) if is_same else None
        return None

    abridge = join

    def _news(self, *results: Sequence[Fact]) -> list[Message]:
        said = list(_sure_gains(_word(self.done).blanks.get("effect")))
        return [gain for result in results for gain in _amounts(result) if gain not in said]


def lines(heard: Sequence[Fact]) -> list[Line]:
    groups = [GroupedFacts()]
    for fact in heard:
        if describe(fact) is None:
            continue
        more = groups[-1].take(fact)
        if more is None:
            more = GroupedFacts().take(fact)
            groups.append(GroupedFacts())
        assert more is not None, "an empty group takes any fact"
        groups[-1] = more
    return [line for group in groups for line in group.split()]


def _kind(source: str) -> str:
    return source.partition(":")[0]


def _is_paid_by(fact: Fact, cost: Cost) -> bool:
    return isinstance(fact, PAID_FOR.get(_kind(cost.source), ()))


def _is_paid_before(fact: Fact, cost: Cost) -> bool:
    match cost, fact:
        case f.Paid(what="weaponry", source="march"), f.WarriorMoved():
            return True
        case f.Paid(what="coins", source="offer"), f.DecreePlayed(origin="offer"):
            return True
        case f.TempSpent(source=source), f.DecreePlayed(card=played):
            return source == f"decree:{played}"
        case f.TempSpent(), _:
            return _is_paid_by(fact, cost)
    return False


def _came_of(fact: Fact, result: Gain | f.CardDrawn) -> bool:
    match fact:
        case f.TraitBegan(card=acting) | f.DecreePlayed(card=acting):
            return result.source == f"{GIVES[type(fact)]}:{acting}"
        case f.TileUsed() | f.SeaPeoplesDefeated():
            return isinstance(result, Gain) and _kind(result.source) == GIVES[type(fact)]
    return False


def _leaves_undefeated(fact: Fact) -> bool:
    return isinstance(fact, f.SeaPeoplesRemoved) and fact.region >= 0


def _are_scored_together(scores: Sequence[Fact]) -> bool:  # SCORE-2, SCORE-4
    found = [score for score in scores if isinstance(score, f.Scored)]
    return len({score.category for score in found}) == 1 or len({score.seat for score in found}) == 1


def _word(done: Sequence[Any]) -> Message:
    line = describe(done[0])
    assert line is not None, done
    if len(done) == 1:
        return line
    blanks: dict[str, Argument]
    match done[0]:
        case f.Gained() | f.TempGained():
            return _word_gains(done)
        case f.TileTaken():
            return Message("minos_dawn.log.tile_taken_used", line.blanks)
        case f.CardDrawn():
            return replace_blanks(line, card=_cards(done))
        case f.WarriorMoved():
            steps = [{"origin": region(fact.origin), "region": region(fact.region)} for fact in done]
            blanks = {"moves": tuple(Message("minos_dawn.log.step", {**step}) for step in steps)}
            return Message("minos_dawn.log.warriors_moved", line.blanks | blanks)
        case f.WarriorPlaced():
            counts = Counter(fact.region for fact in done)
            places = tuple(Message("minos_dawn.log.at", {"count": n, "region": region(at)}) for at, n in counts.items())
            blanks = {"count": len(done), "regions": places if len(places) > 1 else tuple(map(region, counts))}
            return Message("minos_dawn.log.warriors_placed", line.blanks | blanks)
        case f.SeaPeoplesRemoved():
            blanks = {"count": len(done), "regions": tuple(region(fact.region) for fact in done)}
            return Message("minos_dawn.log.sea_peoples_all_undefeated", blanks)
        case f.BattlesDeclared():
            seats = tuple(seat_name(fact.seat) for fact in done)
            return Message("minos_dawn.log.battles_alike", line.blanks | {"seats": seats})
    return _word_scores(done)


def _word_gains(gains: Sequence[Gain]) -> Message:
    seat = seat_name(gains[0].seat)
    by_reason = [(key, _amounts(tuple(each))) for key, each in groupby(gains, lambda gain: reason(gain.source))]
    if len(by_reason) == 1:
        ((why, amounts),) = by_reason
        return Message("minos_dawn.log.gains", {"seat": seat, "gains": amounts, "reason": why})
    each = (Message("minos_dawn.log.gain_of", {"gain": gain, "reason": why}) for why, got in by_reason for gain in got)
    return Message("minos_dawn.log.gains_each", {"seat": seat, "gains": tuple(each)})


def _word_scores(scores: Sequence[f.Scored]) -> Message:
    """Describe the scores of all seats in one category, or of one seat in several categories."""
    first = scores[0]
    part, seat = Message(f"minos_dawn.part.{first.category}"), seat_name(first.seat)
    if all(score.category == first.category for score in scores):
        by_seat = [(seat_name(score.seat), score.vp) for score in scores]
        each = tuple(Message("minos_dawn.log.score_of", {"seat": name, "count": vp}) for name, vp in by_seat)
        return Message("minos_dawn.log.scored_by", {"part": part, "scores": each})
    by_part = [(Message(f"minos_dawn.part.{score.category}"), score.vp) for score in scores]
    each = tuple(Message("minos_dawn.log.score_for", {"part": part, "count": vp}) for part, vp in by_part)
    total = sum(score.vp for score in scores)
    return Message("minos_dawn.log.scored_parts", {"seat": seat, "count": total, "scores": each})


def _amounts(facts: Sequence[Any]) -> tuple[Message, ...]:
    counts: dict[str | int, int] = {}
    for fact in facts:
        if isinstance(fact, f.TempGained | f.TempSpent):
            counts[fact.good] = counts.get(fact.good, 0) + 1
        else:
            counts[fact.what] = counts.get(fact.what, 0) + fact.count
    return tuple(
        temporary_goods(kind, count) if isinstance(kind, int) else named_atom(ATOMS[kind], count)
        for kind, count in counts.items()
    )


def _cards(drawn: Sequence[f.CardDrawn]) -> tuple[Message, ...]:
    known = tuple(card(each.card) for each in drawn if each.card)
    hidden = len(drawn) - len(known)
    if hidden > 1:
        return (*known, Message("minos_dawn.log.hidden_cards", {"count": hidden}))
    return (*known, *[card("")] * hidden)


def _sure_gains(effect: object) -> Iterator[Message]:
    """Yield the gains that an effect always gives. Leave out those that are multiplied, paid for or chosen."""
    if isinstance(effect, tuple):
        for each in effect:
            yield from _sure_gains(each)
    elif isinstance(effect, Message):
        yield effect
        if effect.id in ("minos_dawn.effect.and", "minos_dawn.effect.also"):
            for blank in effect.blanks.values():
                yield from _sure_gains(blank)
