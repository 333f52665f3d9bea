"""Building: affordable tiles, placement and consequences. Solo players can also take a round tile. BUILD, SOLO-09a"""

from functools import lru_cache

from engine.kernel.decision import Argument, Message, Option, Seat
from engine.kernel.steps import Happening, Now, SeatHappening
from engine.minerva.actions.placing import PickCell
from engine.minerva.content.box import the_box
from engine.minerva.content.words import amount, amounts, beside_in, tile
from engine.minerva.effects.specials import begin_special
from engine.minerva.state.changes import Cover, covers, pay
from engine.minerva.state.facts import (
    Beside,
    FeePaid,
    ResidenceBuilt,
    RoundTileTaken,
    TempleRevealed,
    TileBuilt,
    TileDiscarded,
)
from engine.minerva.state.measures import cells_of, fee
from engine.minerva.state.state import MinervaState, Placed, Wishes


def on_display(state: MinervaState) -> tuple[str, ...]:
    """The buildable tiles, temples first, then the others by pair or category. Of tiles of one kind, which are alike,
    only the first is listed, except in a solo game. BUILD-01, BUILD-04"""
    return _on_display(tuple(state.temples), tuple(state.lots), state.is_solo)


@lru_cache(maxsize=1 << 12)
def _on_display(temples: tuple[str, ...], lots: tuple[tuple[str, ...], ...], is_solo: bool) -> tuple[str, ...]:
    tiles, rank = the_box().tiles, the_box().rank
    others = [name for lot in lots for name in lot if name in tiles]
    if is_solo:
        return (*temples, *others)
    first: dict[str, str] = {}
    for name in (*temples, *sorted(others, key=rank.__getitem__)):
        first.setdefault(tiles[name].kind, name)
    return tuple(first.values())


def affordable(state: MinervaState, seat: Seat, fee: int) -> list[tuple[str, Cover]]:
    """The displayed tiles that the seat can pay for after `fee`, with the payments. MONEY-03, PASS-05"""
    player = state.players[seat]
    purse, covered = player.denarii - fee, covers(player)
    return [(name, cover) for name in on_display(state) if (cover := covered[name]).denarii <= purse]


def could_build(state: MinervaState, seat: Seat, fee: int) -> bool:
    """Return whether the seat could afford any tile after selling what the tile doesn't need. BUILD-04, SELL-03"""
    player = state.players[seat]
    purse, covered = player.denarii - fee, covers(player)
    found = [covered[name] for name in on_display(state)]
    return any(cover.denarii <= purse + cover.proceeds for cover in found)


def build_options(state: MinervaState, seat: Seat, fee: int) -> list[Option]:
    """The options to build, with prices (BUILD-03) and, in a solo game, the tiles given up (SOLO-08)."""
    lots = state.lots if state.is_solo else []
    partners = {name: other for lot in lots for name, other in (lot, lot[::-1])}
    return [
        _build_option(name, cover.paid, cover.denarii, partners.get(name, ""))
        for name, cover in affordable(state, seat, fee)
    ]


@lru_cache(maxsize=1 << 12)
def _build_option(name: str, resources: tuple[int, ...], denarii: int, partner: str) -> Option:
    paid = amounts(resources) + ((amount("denarii", denarii),) if denarii else ())
    blanks: dict[str, Argument] = {"tile": tile(name)}
    line = "minerva.option.build" if paid else "minerva.option.build_free"
    if paid:
        blanks["cost"] = paid
    if partner:
        blanks["partner"] = (tile(partner),)
        line = "minerva.option.build_of_pair" if paid else "minerva.option.build_free_of_pair"
    return Option(f"build:{name}", Message(line, blanks), f"tile:{name}")


def begin_action(state: MinervaState, now: Now[MinervaState], seat: Seat, act: str) -> None:
    """Pay the fee for the turn, if there is one, before the action. PASS-05"""
    if cost := fee(state):
        state.players[seat].denarii -= cost
        now.emit(FeePaid(seat, cost))
    state.on_turn.act = act


def begin_building(
    state: MinervaState, now: Now[MinervaState], seat: Seat, name: str, cell: tuple[int, int] | None = None
) -> None:
    """Take and pay for the tile. Then place it (at `cell`, or ask), use it, and replace a temple. BUILD-01, BUILD-02"""
    take_from_display(state, now, seat, name)
    cover = pay(state.players[seat], name)
    state.on_turn.tile = name
    laying = LayBuilding(seat, paid=cover.paid, denarii=cover.denarii)
    now.then(*(() if cell else (laying,)), UseBuilding(seat), RevealTemple(name))
    if cell:
        laying.place(state, now, *cell)


def take_from_display(state: MinervaState, now: Now[MinervaState], seat: Seat, name: str) -> None:
    """Take a tile and its partner out of the display. Nothing replaces them. BUILD-12, SOLO-08, SOLO-09b"""
    if name in state.temples:
        state.temples.remove(name)
        return
    lot = next(lot for lot in state.lots if name in lot)
    state.lots.remove(lot)
    for partner in lot:
        if partner not in the_box().tiles:
            state.aside.append(partner)
        elif partner != name:
            state.boxed.append(partner)
            now.emit(TileDiscarded(seat, partner))


class LayTile(PickCell, frozen=True):
    """Place the tile of the turn in your own city. It has no orientation. BUILD-05, BUILD-07, BUILD-06"""

    def prompt(self, state: MinervaState) -> Message:
        return Message("minerva.prompt.cell", {"tile": tile(state.on_turn.tile)})

    def place(self, state: MinervaState, now: Now[MinervaState], x: int, y: int) -> None:
        turn = state.on_turn
        turn.x, turn.y, turn.is_laid = x, y, True
        state.players[self.seat].city.append(Placed(turn.tile, x, y))
        self.react(state, now)

    def react(self, state: MinervaState, now: Now[MinervaState]) -> None:
        raise NotImplementedError

    def beside(self, state: MinervaState) -> Beside:
        return beside_in(cells_of(state.players[self.seat].city), state.on_turn.x, state.on_turn.y)


class LayBuilding(LayTile, frozen=True, tag="LayBuilding"):
    """Place a building that cost `paid` and `denarii`. Nothing is activated. BUILD-05, BUILD-10"""

    paid: tuple[int, ...] = ()
    denarii: int = 0

    def react(self, state: MinervaState, now: Now[MinervaState]) -> None:
        turn = state.on_turn
        now.emit(TileBuilt(self.seat, turn.tile, turn.x, turn.y, self.paid, self.denarii, self.beside(state)))


class LayResidence(LayTile, frozen=True, tag="LayResidence"):
    """Place a residence from your own supply for free, on any cell where a building may go. RES-01"""

    def react(self, state: MinervaState, now: Now[MinervaState]) -> None:
        turn = state.on_turn
        state.players[self.seat].residences -= 1
        now.emit(ResidenceBuilt(self.seat, turn.x, turn.y, self.beside(state)))


class UseBuilding(SeatHappening[MinervaState], frozen=True, tag="UseBuilding"):
    """Use a special tile once, now. Other tiles wait for a residence or an assistant. BUILD-08, BUILD-10"""

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        turn = state.on_turn
        if the_box().tiles[turn.tile].is_special:
            begin_special(now, self.seat, turn.tile, turn.x, turn.y)


class RevealTemple(Happening[MinervaState], frozen=True, tag="RevealTemple"):
    """Replace a temple that was built, if the stack has one. This ends all wishes to build. BUILD-11, SOLO-11"""

    built: str

    def happen(self, state: MinervaState, now: Now[MinervaState]) -> None:
        if the_box().tiles[self.built].is_temple and state.temple_stack:
            now.reveal()
            state.temples.append(state.temple_stack.pop())
            now.emit(TempleRevealed(state.temples[-1]))
            for player in state.players:
                if player.wishes.tiles:
                    player.next_turn = Wishes(ended="refilled", because=state.temples[-1])


def round_tile_options(state: MinervaState) -> list[Option]:
    """One option per pair with a round tile, such as `round_tile:round-2`. Taking it is always legal."""
    tiles, bonus = the_box().tiles, the_box().constants.solo.round_tile_bonus_denarii
    return [
        Option(
            f"round_tile:{name}",
            Message(
                "minerva.option.round_tile", {"gain": amount("denarii", bonus), "partner": tile(_partner(lot, name))}
            ),
            f"tile:{name}",
        )
        for lot in state.lots
        for name in lot
        if name not in tiles
    ]


def _partner(lot: tuple[str, ...], name: str) -> str:
    return next(other for other in lot if other != name)


def take_round_tile(state: MinervaState, now: Now[MinervaState], seat: Seat, name: str) -> None:
    """Gain the denarii of a round tile and set it aside. The partner tile leaves the game. Q-19"""
    lot = next(lot for lot in state.lots if name in lot)
    bonus, partner = the_box().constants.solo.round_tile_bonus_denarii, _partner(lot, name)
    state.lots.remove(lot)
    state.aside.append(name)
    state.boxed.append(partner)
    state.players[seat].denarii += bonus
    now.emit(RoundTileTaken(seat, name, bonus))
    now.emit(TileDiscarded(seat, partner))
