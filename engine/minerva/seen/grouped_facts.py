"""The lines of the log. Facts that belong together are grouped first, and each group is worded once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.kernel.decision import Fact, Message, seat_name
from engine.kernel.lines import Line
from engine.minerva.content.box import the_box
from engine.minerva.content.words import amount, points, tile
from engine.minerva.seen.log_lines import describe
from engine.minerva.state import facts as f

Gain = f.Gained | f.PointsGained

ACTIONS = (f.TileBuilt, f.ResidenceBuilt, f.AssistantPlaced, f.RoundTileTaken)
"""Facts of the actions of a turn. TURN-05"""


@dataclass(frozen=True)
class GroupedFacts:
    """A line of the log. SCORE-04"""

    done: Fact
    """The main fact."""
    gains: tuple[Gain, ...] = ()
    """The gains after it."""
    fee: f.FeePaid | None = None
    temples: tuple[f.TempleScored, ...] = ()
    """The scores of temples."""

    @property
    def message(self) -> Message:
        match self.done:
            case (f.Gained(seat) | f.PointsGained(seat)) as first if self.gains:
                gains = tuple(map(_gain_of, (first, *self.gains)))
                return Message("minerva.log.gained_each", {"seat": seat_name(seat), "gains": gains})
            case f.Converted(seat, what, count, _, source) if self.gains:
                cost, gains = amount(what, count), tuple(map(_amount, self.gains))
                blanks = {"seat": seat_name(seat), "cost": cost, "tile": tile(source)}
                return Message("minerva.log.traded", {**blanks, "gains": gains})
            case f.Scored(seat, "temples", vp):
                parts = tuple(
                    Message("minerva.log.temple_of", {"tile": tile(each.tile), "count": each.vp})
                    for each in self.temples
                )
                return Message(
                    "minerva.log.scored.temples_of", {"seat": seat_name(seat), "count": vp, "temples": parts}
                )
        line = describe(self.done)
        assert line is not None, self.done
        if self.fee:
            line = Message("minerva.log.with_fee", {"line": line, "cost": amount("denarii", self.fee.denarii)})
        if self.gains:
            line = Message("minerva.log.got", {"line": line, "gains": tuple(map(_gain_of, self.gains))})
        return line

    def take(self, fact: Fact) -> "GroupedFacts | None":
        match self.done, fact:
            case (f.LineChosen(seat), f.Gained(by) | f.PointsGained(by)) if seat == by:
                return replace(self, gains=(*self.gains, fact))
            case (f.Converted(seat, source=source), (f.Gained() | f.PointsGained())):
                if (fact.seat, fact.source) == (seat, source):
                    return replace(self, gains=(*self.gains, fact))
        return None

    def join(self, following: Line) -> "GroupedFacts | None":
        """Join a fee with its action, or gains with their tile. Return None if the two lines stay separate."""
        if not isinstance(following, GroupedFacts):
            return None
        match self.done, following.done:
            case f.FeePaid(seat), Fact() as action if isinstance(action, ACTIONS) and action.seat == seat:
                return replace(following, fee=self.done)
            case _, (f.Gained() | f.PointsGained()) as gain if gain.source and not following.gains:
                return replace(self, gains=(*self.gains, gain)) if self._leads_to(gain) else None
        return None

    abridge = join

    def _leads_to(self, gain: Gain) -> bool:
        match self.done:
            case f.LineChosen(seat, tiles=tiles):
                return seat == gain.seat and any(the_box().tiles[name].acts for name in tiles)
            case f.TileReached(seat, name) | f.TileBuilt(seat, name):
                return (seat, tile(name)) == (gain.seat, tile(gain.source))
            case f.Gained(seat, source=source) | f.PointsGained(seat, source=source):
                return seat == gain.seat and source != ""
        return False


def lines(heard: Sequence[Fact]) -> list[Line]:
    groups: list[GroupedFacts] = []
    for fact in heard:
        more = groups[-1].take(fact) if groups else None
        if more is None:
            groups.append(_begin(fact, heard))
        else:
            groups[-1] = more
    return [group for group in groups if describe(group.done) is not None]


def _begin(fact: Fact, heard: Sequence[Fact]) -> GroupedFacts:
    temples: list[f.TempleScored] = []
    if isinstance(fact, f.Scored) and fact.part == "temples":
        temples = [each for each in heard if isinstance(each, f.TempleScored) and each.seat == fact.seat and each.vp]
    return GroupedFacts(fact, temples=tuple(temples))


def _amount(gain: Gain) -> Message:
    return points(gain.category, gain.count) if isinstance(gain, f.PointsGained) else amount(gain.what, gain.count)


def _gain_of(gain: Gain) -> Message:
    return Message("minerva.log.gain_of", {"gain": _amount(gain), "tile": tile(gain.source)})
