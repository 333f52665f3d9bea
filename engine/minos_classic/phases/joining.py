"""Consecutive answers of a turn that are offered as one option. TURN-2"""

from collections.abc import Mapping

from engine.kernel.decision import Argument, Message, Option
from engine.kernel.game import FollowUp, Join, Joins, Wording
from engine.kernel.offering.offers import head_of, single_keys
from engine.minos_classic.content.box import KINDS, the_box

FIGHT, BUY = "minos_classic.choice.to_fight", "minos_classic.choice.buy"


def _word_move(first: Option, second: Option) -> Wording:
    """Return the wording of a move from one space to another, with its cost on a line below. MOVE-18"""
    blanks: dict[str, Argument] = {"from": first.label.blanks["place"], "to": second.label.blanks["place"]}
    label = "way_to_fight" if second.label.id == FIGHT else "way"
    points = Message("minos_classic.worth.points", {"count": second.label.blanks["count"]})
    return Wording(Message(f"minos_classic.choice.{label}", blanks), points)


def _word_rings(first: Option, second: Option) -> Wording:
    """Return the wording for taking rings with dice, with the bought rings on a line below. RINGS-2"""
    if second.label.id != BUY:
        return Wording(first.label, Message("minos_classic.choice.none_besides"))
    return Wording(first.label, Message("minos_classic.choice.buy_besides", second.label.blanks))


def _is_usual(way: Option) -> bool:
    """Return whether a piece would fight or reach a harbour or site. MOVE-11"""
    box = the_box()
    return box.terrain_of[box.number_of[way.key.removeprefix("to:")]] >= 0 or way.label.id == FIGHT


def _word_use(first: Option, second: Option) -> Wording:
    """Return the wording for using dice. It names the yield, which shows the kind of action. DICE-7"""
    return Wording(second.label, second.hint)


def _word_building(first: Option, second: Option) -> Wording:  # BUILD-9
    blanks, cost = second.label.blanks, ("talents", "points")
    label = Message(
        "minos_classic.choice.build_at", {"place": first.label.blanks["place"], "building": blanks["building"]}
    )
    return Wording(label, Message("minos_classic.choice.cost", {key: blanks[key] for key in cost}))


def _word_spending(first: Option, second: Option) -> Wording:
    """Return the wording for using dice to build: the building, and the dice that pay for it. BUILD-1"""
    if head_of(second.key) != "build":
        return _word_use(first, second)
    if second.hint is None:
        return Wording(second.label, first.label)
    return Wording(second.label, Message("minos_classic.choice.for_cost", {"first": first.label, "cost": second.hint}))


def _raises_there(first: Option, second: Option) -> bool:  # BUY-3
    site = next((key for key in single_keys(first.key) if key.startswith("build:")), "")
    return bool(site) and second.key == site.replace("build:", "recruit:", 1)


def _word_raise(first: Option, second: Option) -> Wording:
    if first.hint is None:
        return Wording(first.label, second.label)
    return Wording(first.label, Message("minos_classic.choice.first", {"first": first.hint, "then": second.label}))


_RAISED = FollowUp(_raises_there, _word_raise)
FOLLOW_UPS: Mapping[str, FollowUp] = {"build": _RAISED, "builders": _RAISED}
ROW_ORDER: Mapping[str, int] = {"income": -3, "builders": -2, "build": -1}
"""The order of answers picked together: dice, then buildings, then moves, since a moved piece can't build."""

_BUILDERS = Join(_word_spending, leads_on=lambda option: head_of(option.key) == "build")

JOINS: Joins = {
    **{(kind, "DICE-7"): Join(_word_use) for kind in KINDS},
    ("builders", "DICE-7"): _BUILDERS,
    ("builders", "TURN-2"): _BUILDERS,
    **{(kind, "RINGS-2"): Join(_word_rings) for kind in ("rings", "natural", "joker")},
    ("move", "MOVE-18"): Join(_word_move, is_usual=_is_usual),
    ("build", "BUILD-9"): Join(_word_building),
}
