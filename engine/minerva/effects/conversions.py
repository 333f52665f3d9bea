"""Conversions: pay the left side, get the right side, as often as wanted while the tile is resolved. EFF-02, RES-09"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import ClassVar

from engine.kernel.decision import Argument, Message, Option
from engine.kernel.steps import Now, SeatChoice
from engine.minerva.content import words
from engine.minerva.content.box import the_box
from engine.minerva.content.language import ANY, DENARII, SAME, Convert, Item
from engine.minerva.content.terms import RESOURCES
from engine.minerva.state.changes import could_raise, gain
from engine.minerva.state.facts import Converted
from engine.minerva.state.state import MinervaState, SeatState

MOST_OPTIONS = 23
"""Maximum number of repetitions offered together. With two more options, there are 25. The question then returns."""


class TileChoice(SeatChoice[MinervaState], frozen=True):
    tile: str

    def blanks(self, state: MinervaState) -> dict[str, Argument]:
        return {"tile": words.tile(self.tile)}


class _Conversion(TileChoice, frozen=True):
    """The question of a conversion, asked until the seat is done or can't pay even after a sale. BUILD-09"""

    @property
    def effect(self) -> Convert:
        effect = the_box().tiles[self.tile].effect
        assert isinstance(effect, Convert), self.tile
        return effect

    def could_pay_more(self, state: MinervaState) -> bool:
        """Return whether the conversion costs money and selling everything would raise enough. SELL-05"""
        pay = self.effect.pay
        return pay.what == DENARII and could_raise(state.players[self.seat], pay.count)

    def or_nothing(self, state: MinervaState, options: list[Option]) -> list[Option]:
        """The options, or [] if nothing can be paid. RES-09"""
        return options if len(options) > 1 or self.could_pay_more(state) else []

    def exchange(
        self, state: MinervaState, now: Now[MinervaState], paid: list[Item], got: list[Item], times: int
    ) -> None:
        """Pay and gain. Selling the surplus after each repetition or once at the end brings the same money. LIMIT-03"""
        player = state.players[self.seat]
        for item in paid:
            _pay(player, item)
            now.emit(Converted(self.seat, item.what, item.count, times, self.tile))
        for item in got:
            gain(state, now, self.seat, item.what, item.count, self.tile)


def _holdings(player: SeatState, what: str) -> int:
    return player.denarii if what == DENARII else player.resources[RESOURCES.index(what)]


def _pay(player: SeatState, item: Item) -> None:
    if item.what == DENARII:
        player.denarii -= item.count
    else:
        player.resources[RESOURCES.index(item.what)] -= item.count


class Repeat(_Conversion, frozen=True, tag="Repeat"):
    """Ask how often to convert. The kinds are fixed. Glory tokens are never paid. EFF-02, GLORY-05, RES-09"""

    rule: ClassVar[str] = "EFF-02"
    asks: ClassVar[str] = "minerva.prompt.convert"

    def most(self, state: MinervaState) -> int:
        pay = self.effect.pay
        return _holdings(state.players[self.seat], pay.what) // pay.count

    def options(self, state: MinervaState) -> list[Option]:
        pay, get = self.effect.pay, self.effect.get
        options = [
            Option(f"times:{times}", _label(_times([pay], times), _times([get], times), times))
            for times in range(1, min(self.most(state), MOST_OPTIONS) + 1)
        ]
        return self.or_nothing(state, [words.plain("times:0"), *options])

    def take(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        times = int(key.removeprefix("times:"))
        if not times:
            return
        pay, get = self.effect.pay, self.effect.get
        if times == MOST_OPTIONS:
            now.then(self)
        self.exchange(state, now, _times([pay], times), _times([get], times), times)


class Swap(_Conversion, frozen=True, tag="Swap"):
    """Ask which kinds to convert and how often, until the seat is done. EFF-02, EFF-07"""

    rule: ClassVar[str] = "EFF-07"
    asks: ClassVar[str] = "minerva.prompt.swap"

    def ways(self, player: SeatState) -> Iterator[tuple[str, list[Item], list[Item], int]]:
        """Yield each choice of kinds: its name, the cost and the gain of one repetition, and the most repetitions."""
        pay, get = self.effect.pay, self.effect.get
        for name, items in _kinds(pay if pay.what in (ANY, SAME) else get):
            paid, got = (items, [get]) if pay.what in (ANY, SAME) else ([pay], items)
            most = min([_holdings(player, item.what) // item.count for item in paid])
            if most:
                yield name, paid, got, most

    def options(self, state: MinervaState) -> list[Option]:
        ways = list(self.ways(state.players[self.seat]))
        options = [
            Option(f"swap:{name}:{times}", _label(_times(paid, times), _times(got, times), times))
            for name, paid, got, most in ways
            for times in range(1, min(most, max(1, MOST_OPTIONS // len(ways))) + 1)
        ]
        return self.or_nothing(state, [*options, words.plain("done")])

    def take(self, state: MinervaState, now: Now[MinervaState], key: str) -> None:
        if key == "done":
            return
        _, name, count = key.split(":")
        times = int(count)
        paid, got = next((paid, got) for each, paid, got, _ in self.ways(state.players[self.seat]) if each == name)
        now.then(self)
        self.exchange(state, now, _times(paid, times), _times(got, times), times)


def _kinds(free: Item) -> Iterator[tuple[str, list[Item]]]:
    """Yield the choices for a side with free kinds. ANY tokens may differ, SAME tokens may not. EFF-07"""
    if free.what == SAME:
        for kind in RESOURCES:
            yield kind, [Item(kind, free.count)]
        return
    for kinds in combinations_with_replacement(RESOURCES, free.count):
        yield "+".join(kinds), [Item(kind, kinds.count(kind)) for kind in RESOURCES if kind in kinds]


def _times(items: list[Item], times: int) -> list[Item]:
    return [Item(item.what, item.count * times) for item in items]


def _label(paid: list[Item], got: list[Item], times: int) -> Message:
    costs, gains = ([words.amount(item.what, item.count) for item in items] for items in (paid, got))
    return Message("minerva.option.convert", {"count": times, "paid": tuple(costs), "got": tuple(gains)})
