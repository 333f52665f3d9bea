"""The content in the form the rules use: regions, goods and tracks as numbers, and effects by source."""

from itertools import accumulate
from typing import NamedTuple

from engine.kernel.content import ContentSource
from engine.minos_dawn.content import records as r
from engine.minos_dawn.content.checks import load_content
from engine.minos_dawn.content.language import GOODS, TRACKS, TRIGGERS, Effects, parse

ROWS = ("prepare", "develop", "build", "expand", "wild")
"""The action rows in the order of their numbers."""
PREPARE, DEVELOP, BUILD, EXPAND, WILD = range(5)

ABILITIES = ("SA1", "SA2", "SA3", "SA4", "SA5")
SA1, SA2, SA3, SA4, SA5 = range(5)

ALONE = 1
"""The seat count of a solo game. The rival isn't counted. SOLO-GEN-1"""
RIVAL = 1
"""The rival's place in turn order, after the only seat. He is not a seat and is never asked. SOLO-GEN-2"""

COLOURS = ("red", "yellow", "blue", "gray")
"""The dice colours. The first three are in the order of the tracks that they advance. PROG-1"""


class Layout(NamedTuple):
    """The components for one seat count. `bonus_tiles` is the number of tiles per route and colour."""

    active: tuple[int, ...]
    starting: tuple[int, ...]
    neighbours: dict[int, tuple[int, ...]]
    rows: tuple[tuple[r.ActionSpace, ...], ...]
    dice: tuple[str, ...]
    bonus_tiles: int


class Cards(NamedTuple):
    """Facts about decrees, by id. Ages are 0 and 1. Slots are lists of goods. A trigger is an index into TRIGGERS."""

    age_of: dict[str, int]
    slots: dict[str, tuple[int, ...]]
    trigger_of: dict[str, int]
    cheapest_vp: int


class Tracks(NamedTuple):
    """The progress tracks: the values at each space, and the spaces that give a benefit. TRACK-2, TRACK-I0, TRACK-I2,
    TRACK-I5, TRACK-I7, TRACK-C2, TRACK-C5, TRACK-P0, TRACK-P2, TRACK-P5, TRACK-P7"""

    top: int
    palace_limits: tuple[int, ...]
    ability_levels: tuple[int, ...]
    weaponry_income: tuple[int, ...]
    presence: tuple[int, ...]
    dominance: tuple[int, ...]
    gains: tuple[tuple[bool, ...], ...]

    def source(self, track: int, space: int) -> str | None:
        """Return the source of the space's benefit, or None. TRACK-I1, TRACK-I3, TRACK-I4, TRACK-I6, TRACK-I8,
        TRACK-C1, TRACK-C3, TRACK-C4, TRACK-C6, TRACK-C7, TRACK-C8, TRACK-P1, TRACK-P3, TRACK-P4, TRACK-P6, TRACK-P8"""
        return f"track:{TRACKS[track]}:{space}" if self.gains[track][space] else None


class Solo(NamedTuple):
    """The components of the rival. `homes` is keyed by the region where the seat starts."""

    figures: r.RivalFigures
    modes: dict[str, r.Mode]
    cards: dict[str, r.SoloCard]
    homes: dict[int, r.SoloHome]


class Box:
    """The content of one folder, indexed. `effects` are keyed by source, such as `decree:A1-34`."""

    def __init__(self, content: r.Content) -> None:
        self.content = content
        self.board = board = content.board
        self.decrees = {d.id: d for age in content.decrees for d in age}
        self.cards = _index_cards(content)
        self.regions = {region.number: region for region in board.region}
        self.good_of = [0] * (max(self.regions) + 1)
        for region in board.region:
            self.good_of[region.number] = GOODS.index(region.good)
        self.layouts = {setup.players: self._layout(setup) for setup in board.setup}
        # SOLO-SETUP-1: alone, a seat plays with the components for two.
        self.layouts[ALONE] = self.layouts[2]
        self.routes = {route.id: route for route in content.routes.route}
        self.tiles_of_sea = {tile.id: tile for tile in content.sea_peoples}
        self.starting_cards = {card.id: card for card in content.starting_cards}
        self.vases = {vase.id: vase for vase in content.vases}
        self.abilities = content.abilities
        self.tracks = _index_tracks(content)
        self.solo = Solo(
            content.rival,
            {mode.id: mode for mode in content.rival.mode},
            {card.id: card for card in content.solo_cards},
            {home.human_start: home for home in board.solo_home},
        )
        self.effects: dict[str, Effects] = {source: parse(text) for source, text in self._texts()}

    def _layout(self, setup: r.MapSetup) -> Layout:
        board, seats = self.board, setup.players
        around = {number: sorted(self.regions[number].adjacent) for number in setup.active}
        removed: dict[str, int] = getattr(board.dice, f"removed_{seats}")
        counts = {colour: board.dice.colours[colour] - removed.get(colour, 0) for colour in COLOURS}
        return Layout(
            tuple(sorted(setup.active)),
            setup.starting,
            {number: tuple(n for n in near if n in setup.active) for number, near in around.items()},
            tuple(getattr(row, f"spaces_{seats}") for row in board.row),
            tuple(colour for colour, count in counts.items() for _ in range(count)),
            board.trade_bonus_tiles_per_route[str(seats)],
        )

    def _texts(self) -> list[tuple[str, str]]:
        content = self.content
        texts = [(f"decree:{d.id}", d.effect) for d in self.decrees.values()]
        texts += [(f"trait:{d.id}", d.trait.effect) for d in self.decrees.values()]
        texts += [(f"foundation:{f.id}", f.effect) for f in content.foundations]
        texts += [(f"sea:{tile.id}", tile.effect) for tile in content.sea_peoples]
        texts += [(f"bonus:{tile.id}", tile.effect) for tile in content.trade_bonuses]
        texts += [(f"action:{tile.id}", tile.effect) for tile in content.action_bonuses]
        texts += [(f"route:{r.id}:{i}", text) for r in content.routes.route for i, text in enumerate(r.income, 1)]
        texts += [(f"tower:{i}", tower.gain) for i, tower in enumerate(content.player_board.tower, 1)]
        texts += [(f"farm:{i}", farm.gain) for i, farm in enumerate(content.player_board.farm, 1)]
        texts += [(f"good:{i}", text) for i, text in enumerate(content.player_board.goods.gained, 1)]
        texts += [
            (f"track:{track.id}:{i}", space.gain)
            for track in content.tracks.track
            for i, space in enumerate(track.spaces)
            if space.gain
        ]
        texts += [("track:beyond", content.tracks.beyond_top), ("forfeit", self.board.forfeit)]
        texts += [(f"ability:{a.id}:{i}", text) for a in content.abilities for i, text in enumerate(a.gain, 1)]
        texts += [(f"income:{a.id}:{i}", text) for a in content.abilities for i, text in enumerate(a.income, 1)]
        texts += [
            (f"space:{seats}:{ROWS[row]}:{i}", space.gain)
            for seats, layout in self.layouts.items()
            for row, spaces in enumerate(layout.rows)
            for i, space in enumerate(spaces, 1)
            if space.gain
        ]
        return texts


def _index_cards(content: r.Content) -> Cards:
    decrees = [decree for age in content.decrees for decree in age]
    return Cards(
        {d.id: age for age, of_age in enumerate(content.decrees) for d in of_age},
        {d.id: tuple(map(GOODS.index, d.discount)) for d in decrees},
        {d.id: TRIGGERS.index(d.trait.trigger) for d in decrees},
        min(d.vp for d in decrees),
    )


def _index_tracks(content: r.Content) -> Tracks:
    influence, cultural, population = (track.spaces for track in content.tracks.track)
    return Tracks(
        content.tracks.top,
        _standing([space.palace for space in influence]),
        _standing([space.ability for space in cultural]),
        _standing([space.weapons for space in population]),
        _standing([space.presence for space in population]),
        _standing([space.dominance for space in population]),
        tuple(tuple(bool(space.gain) for space in track.spaces) for track in content.tracks.track),
    )


def _standing(values: list[int]) -> tuple[int, ...]:
    """Return the value in force at each space. A 0 means that the previous space's value stays in force. TRACK-2"""
    return tuple(accumulate(values, lambda standing, value: value or standing))


SOURCE = ContentSource(r.FOLDER, lambda folder: Box(load_content(folder)))
the_box = SOURCE.box
