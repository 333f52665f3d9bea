"""The log lines of one entry: what a line of tiles gave, and what was paid for what, in one line each."""

from collections.abc import Sequence

from engine.kernel.decision import Fact, Message, seat_name
from engine.minerva.content.words import amount, points, tile
from engine.minerva.seen.log_lines import describe
from engine.minerva.state import facts as f

Gain = f.Gained | f.PointsGained


def tell(heard: Sequence[Fact]) -> list[Message]:
    """The lines for one entry, in order.

    A line of tiles is shown with their gains, a tile's payment with what it bought, temples with their total.
    """
    lines: list[Message] = []
    at = 0
    while at < len(heard):
        fact = heard[at]
        if isinstance(fact, f.TempleScored):
            at += 1
            continue
        if isinstance(fact, f.Scored) and fact.part == "temples" and fact.vp:
            lines.append(_temples(fact, heard[:at]))
            at += 1
            continue
        gains = _gains(fact, heard[at + 1 :])
        line = describe(fact)
        if gains and isinstance(fact, f.Converted):
            line = _traded(fact, gains)
        elif gains and line is not None:
            line = Message("minerva.log.got", {"line": line, "gains": tuple(map(_amount_of, gains))})
        if line is not None:
            lines.append(line)
        at += 1 + len(gains)
    return lines


def _gains(fact: Fact, after: Sequence[Fact]) -> list[Gain]:
    """Return the gains that follow: for a line those of all its tiles, for an arrow those of its tile."""
    found: list[Gain] = []
    if isinstance(fact, f.LineChosen | f.Converted):
        for gain in after:
            if not isinstance(gain, Gain) or gain.seat != fact.seat:
                break
            if isinstance(fact, f.Converted) and gain.source != fact.source:
                break
            found.append(gain)
    return found


def _amount(gain: Gain) -> Message:
    return points(gain.category, gain.count) if isinstance(gain, f.PointsGained) else amount(gain.what, gain.count)


def _amount_of(gain: Gain) -> Message:
    """Return the gain, with the tile that gave it."""
    return Message("minerva.log.gain_of", {"gain": _amount(gain), "tile": tile(gain.source)})


def _traded(fact: f.Converted, gains: Sequence[Gain]) -> Message:
    blanks = {"seat": seat_name(fact.seat), "cost": amount(fact.what, fact.count), "tile": tile(fact.source)}
    return Message("minerva.log.traded", {**blanks, "gains": tuple(map(_amount, gains))})


def _temples(fact: f.Scored, before: Sequence[Fact]) -> Message:
    """Return the points for a seat's temples, together and one by one. SCORE-04"""
    each = [one for one in before if isinstance(one, f.TempleScored) and one.seat == fact.seat and one.vp]
    parts = tuple(Message("minerva.log.temple_of", {"tile": tile(one.tile), "count": one.vp}) for one in each)
    return Message("minerva.log.scored.temples_of", {"seat": seat_name(fact.seat), "count": fact.vp, "temples": parts})
