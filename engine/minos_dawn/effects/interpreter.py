"""The interpreter of the effect language. EFF, GEN-5 to GEN-8"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from engine.kernel.decision import Decision, Message, Option, Seat
from engine.kernel.steps import Now, SeatHappening, Step
from engine.minos_dawn.actions.action_points import ActionPoints, PlayDecree
from engine.minos_dawn.actions.cards import DiscardCards, DrawCards, PlaceInPalace
from engine.minos_dawn.actions.choices import ChooseGood, ChooseRoute, ChooseTemp
from engine.minos_dawn.actions.expand import MoveWarriors, PlaceWarriors
from engine.minos_dawn.actions.extra import could_act, could_go_first
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import Atom, Conversion, Either, Gains, If, Palace, PalaceFree, Plain, times
from engine.minos_dawn.content.words import SKIP, effect, gains, plain
from engine.minos_dawn.effects import feasibility
from engine.minos_dawn.effects.operators import FOR_PALACE, FOR_PLAYING, FOR_WILD, NOTHING, OPERATORS, Aspects, Resolve
from engine.minos_dawn.state.changes import pay
from engine.minos_dawn.state.measures import count_of
from engine.minos_dawn.state.state import DawnState, SeatState
from engine.minos_dawn.state.steps import Benefit, SourceChoice


def begin_benefit(state: DawnState, now: Now[DawnState], due: Benefit) -> None:
    """Begin a source's effects. If their order or an extra action could matter, ask the seat first. EFF-40, EXTRA-2"""
    effects = the_box().effects[due.source]
    holds_up = due.is_fresh and _could_sway_rest(state, due.seat, now.upcoming)
    if len(effects) > 1 or (due.is_fresh and feasibility.could_sway_effect(state, due.seat, effects[0], holds_up)):
        now.then(OrderEffects(due.seat, due.source, tuple(range(len(effects))), due.is_fresh, holds_up))
    else:
        begin_effect(state, now, due.seat, due.source, 0, due.is_fresh)


def _could_sway_rest(state: DawnState, seat: Seat, to_come: Sequence[Step[Any]]) -> bool:
    """Return whether an extra action could change what the outer effect does before its next question. EXTRA-2"""
    looks = NOTHING
    for step in reversed(to_come):
        if type(step) is Resolve:
            looks |= OPERATORS[type(step.atom)].looks(state, seat, step.atom)
        elif type(step) in _REST:
            looks |= _REST[type(step)] if getattr(step, "left", 1) else NOTHING
        elif not step.is_happening:
            break
    return feasibility.could_sway(state, seat, looks)


class OrderEffects(SourceChoice, frozen=True, tag="OrderEffects"):
    """Choose the next effect. With `holds_up`, extra actions could change an outer effect. GEN-8, EFF-40, EFF-92"""

    left: tuple[int, ...]
    is_fresh: bool
    holds_up: bool = False
    rule: ClassVar[str] = "GEN-8"
    asks: ClassVar[str] = "minos_dawn.prompt.order"

    def options(self, state: DawnState) -> list[Option]:
        """List the effects left. If neither their order nor an extra action matters, list only the first. EXTRA-2"""
        effects = the_box().effects[self.source]
        left = self.left
        if len(left) > 1 and not feasibility.order_matters(state, self.seat, tuple(effects[index] for index in left)):
            left = left[:1]
        if len(left) > 1 or not (self.is_fresh and state.is_turn_of(self.seat)):
            return [Option(f"effect:{index + 1}", effect(effects[index])) for index in left]
        (index,) = left
        label = _GO_ON if feasibility.may_change(state, self.seat, effects[index]) else _LET_LAPSE
        return [Option(f"effect:{index + 1}", label, hint=effect(effects[index]))]

    def decisions(self, state: DawnState) -> list[Decision]:
        """If only one effect is left, word the prompt as a question about extra actions."""
        asked = super().decisions(state)
        prompt = Message("minos_dawn.prompt.before", self.blanks(state))
        return asked if len(asked[0].options) > 1 else [replace(decision, prompt=prompt) for decision in asked]

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        index = int(key.removeprefix("effect:")) - 1
        rest = tuple(other for other in self.left if other != index)
        if rest:
            now.then(OrderEffects(self.seat, self.source, rest, True, self.holds_up))
        begin_effect(state, now, self.seat, self.source, index, self.is_fresh)


def begin_effect(state: DawnState, now: Now[DawnState], seat: Seat, source: str, index: int, is_fresh: bool) -> None:
    """Begin one effect: check its conditions and evaluate its counters. If `is_fresh`, its first question allows extra
    actions. EFF-43 to EFF-45"""
    match feasibility.reduce_effect(state.players[seat], the_box().effects[source][index]):
        case None:
            pass
        case Plain(parts):
            give(state, now, seat, source, parts, is_fresh)
        case Conversion():
            now.then(Convert(seat, source, index, is_fresh))
        case Either(first, second):
            open_to = [parts for parts in (first, second) if feasibility.gains_may_change(state, seat, parts)]
            if len(open_to) == 2 or (is_fresh and could_act(state, seat)):
                now.then(ChooseEither(seat, source, index, is_fresh))
            elif open_to:
                give(state, now, seat, source, open_to[0], is_fresh)


def give(state: DawnState, now: Now[DawnState], seat: Seat, source: str, parts: Gains, is_fresh: bool = False) -> None:
    """Give the parts in order. Their amounts are computed now. EFF-45, EFF-47"""
    atoms = amounts(state.players[seat], parts)
    now.then(*[Resolve(seat, source, atom, is_fresh and not number) for number, atom in enumerate(atoms)])


def amounts(player: SeatState, parts: Gains) -> list[Atom]:
    """Multiply the parts by their counters. Leave out zeros. EFF-45"""
    atoms = [times(part.atom, count_of(player, part.per)) if part.per else part.atom for part in parts]
    return [atom for atom in atoms if atom.n]


class Convert(SourceChoice, frozen=True, tag="Convert"):
    """Ask whether to pay for a conversion. If the conversion repeats, ask until the seat declines. EFF-41, EFF-42"""

    index: int
    is_fresh: bool = False
    rule: ClassVar[str] = "EFF-41"
    asks: ClassVar[str] = "minos_dawn.prompt.convert"

    def options(self, state: DawnState) -> list[Option]:
        """Offer nothing if the seat can't pay or nothing would change, unless an extra action could help."""
        conversion = conversion_of(self.source, self.index)
        if feasibility.can_convert(state, self.seat, conversion):
            return [Option("convert", effect(conversion)), SKIP]
        is_asked = self._is_secret(state) or could_go_first(state, self.seat, self.is_fresh)
        return [SKIP] if is_asked else []

    def decisions(self, state: DawnState) -> list[Decision]:
        """If the effect depends on the hand, ask in private, and ask even if nothing would change. INFO-13"""
        is_secret = self._is_secret(state)
        return [replace(each, private=is_secret, shown=is_secret) for each in super().decisions(state)]

    def _is_secret(self, state: DawnState) -> bool:
        return feasibility.depends_on_hand(state, self.seat, conversion_of(self.source, self.index))

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        if key == "convert":
            convert(state, now, self.seat, self.source, self.index)


_GO_ON, _LET_LAPSE = Message("minos_dawn.option.go_on"), Message("minos_dawn.option.let_lapse")

_REST: Mapping[type[Step[Any]], Aspects] = {
    ActionPoints: FOR_WILD,
    ChooseGood: NOTHING,
    ChooseRoute: frozenset({"route_spaces"}),
    ChooseTemp: NOTHING,
    Convert: frozenset({"coins", "weaponry", "vp", "hand"}),
    DrawCards: frozenset({"deck"}),
    MoveWarriors: frozenset({"placed"}),
    PlaceInPalace: FOR_PALACE,
    PlaceWarriors: frozenset({"reserves"}),
    PlayDecree: FOR_PLAYING,
}
"""Questions that an effect may repeat, and the aspects that decide whether it does."""


def conversion_of(source: str, index: int) -> Conversion:
    each = the_box().effects[source][index]
    conversion = each.then if isinstance(each, If) else each
    assert isinstance(conversion, Conversion), source
    return conversion


def convert(state: DawnState, now: Now[DawnState], seat: Seat, source: str, index: int) -> None:
    """Pay the cost, give the gains, and offer the conversion again if it repeats. EFF-30, EFF-31, EFF-32, EFF-33"""
    conversion = conversion_of(source, index)
    cost = conversion.cost
    pay(state, now, seat, "coins", cost.coins, source)
    pay(state, now, seat, "weaponry", cost.weaponry, source)
    pay(state, now, seat, "vp", cost.vp, source)
    if conversion.repeats:
        now.then(Convert(seat, source, index))
    now.then(GetConverted(seat, source, index))
    if cost.discard:
        now.then(DiscardCards(seat, source, cost.discard))


class GetConverted(SeatHappening[DawnState], frozen=True, tag="GetConverted"):  # EFF-41
    source: str
    index: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        give(state, now, self.seat, self.source, conversion_of(self.source, self.index).gains)


class ChooseEither(SourceChoice, frozen=True, tag="ChooseEither"):
    """Choose between two effects. A seat that chooses to place a palace card must place one. EFF-46, TRACK-I3"""

    index: int
    is_fresh: bool = False
    rule: ClassVar[str] = "EFF-46"
    asks: ClassVar[str] = "minos_dawn.prompt.either"
    hidden: ClassVar[bool] = True

    def decisions(self, state: DawnState) -> list[Decision]:
        """If both effects seem possible by public information, ask even if only one is legal."""
        shown = all(feasibility.gains_may_change(state, self.seat, parts) for parts in self.both)
        return [replace(decision, shown=shown) for decision in super().decisions(state)]

    @property
    def both(self) -> tuple[Gains, Gains]:
        either = the_box().effects[self.source][self.index]
        assert isinstance(either, Either), self.source
        return either.first, either.second

    def options(self, state: DawnState) -> list[Option]:
        """List the possible effects. If the hand allows neither, list an empty one, to keep that secret. INFO-13"""
        options = [
            Option(f"either:{place}", gains(parts))
            for place, parts in enumerate(self.both, 1)
            if feasibility.possible(state, self.seat, parts)
        ]
        return options or [plain("either:1", "minos_dawn.option.nothing")]

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        parts = self.both[int(key.removeprefix("either:")) - 1]
        if len(parts) == 1 and isinstance(parts[0].atom, (Palace, PalaceFree)):
            atom = parts[0].atom
            now.then(PlaceInPalace(self.seat, self.source, atom.n, isinstance(atom, PalaceFree), must=True))
        else:
            give(state, now, self.seat, self.source, parts)
