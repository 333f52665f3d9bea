"""The content as the rules use it: numbers for regions, goods and tracks, and effects by source."""

from pathlib import Path
from typing import TypeVar

from engine.kernel.content import ContentSource
from engine.minos_dawn.content.checks import load_content
from engine.minos_dawn.content.language import GOODS, TRACKS, TRIGGERS, Effects, parse
from engine.minos_dawn.content.records import (
    FOLDER,
    ActionSpace,
    Content,
    Decree,
    Route,
    SeaPeoples,
    StartingCard,
    Vase,
)

ROWS = ("prepare", "develop", "build", "expand", "wild")
"""The action rows in the order of their numbers."""
PREPARE, DEVELOP, BUILD, EXPAND, WILD = range(5)

ABILITIES = ("SA1", "SA2", "SA3", "SA4", "SA5")
SA1, SA2, SA3, SA4, SA5 = range(5)

ALONE = 1
"""The number of seats that the rival plays against. SOLO-GEN-1"""
RIVAL = 1
"""The rival's place in turn order, after the only seat. He is no seat and is never asked. SOLO-GEN-2"""

COLOURS = ("red", "yellow", "blue", "gray")
"""Dice colours; the first three in the order of their tracks. PROG-1"""


T = TypeVar("T")


def _also_alone(by_seats: dict[int, T]) -> dict[int, T]:
    return {**by_seats, ALONE: by_seats[2]}


class Box:
    """The content of one folder, indexed and never changed.

    A *source* names what an effect comes from: `decree:A1-34`.
    """

    def __init__(self, content: Content) -> None:
        self.content = content
        board, player_board = content.board, content.player_board
        self.board = board
        self.decrees: dict[str, Decree] = {d.id: d for age in content.decrees for d in age}
        self.age_of = {d.id: age for age, decrees in enumerate(content.decrees) for d in decrees}
        self.slots = {d.id: tuple(map(GOODS.index, d.discount)) for d in self.decrees.values()}
        self.trigger_of = {d.id: TRIGGERS.index(d.trait.trigger) for d in self.decrees.values()}
        self.cheapest_vp = min(d.vp for d in self.decrees.values())
        self.regions = {region.number: region for region in board.region}
        self.most_regions = max(self.regions) + 1
        self.good_of = [0] * self.most_regions
        for region in board.region:
            self.good_of[region.number] = GOODS.index(region.good)
        self.setups = {setup.players: setup for setup in board.setup}
        self.active = {setup.players: tuple(sorted(setup.active)) for setup in board.setup}
        self.neighbours = {
            seats: {
                number: tuple(n for n in sorted(self.regions[number].adjacent) if n in setup.active)
                for number in setup.active
            }
            for seats, setup in self.setups.items()
        }
        self.rows: dict[int, tuple[tuple[ActionSpace, ...], ...]] = {
            seats: tuple(getattr(row, f"spaces_{seats}") for row in board.row) for seats in self.setups
        }
        self.routes: dict[str, Route] = {route.id: route for route in content.routes.route}
        self.tiles_of_sea: dict[str, SeaPeoples] = {tile.id: tile for tile in content.sea_peoples}
        self.starting_cards: dict[str, StartingCard] = {card.id: card for card in content.starting_cards}
        self.vases: dict[str, Vase] = {vase.id: vase for vase in content.vases}
        self.dice = {seats: self._dice(seats) for seats in self.setups}
        # SOLO-SETUP-1: alone, a seat plays with the components for two.
        self.setups = _also_alone(self.setups)
        self.active = _also_alone(self.active)
        self.neighbours = _also_alone(self.neighbours)
        self.rows = _also_alone(self.rows)
        self.dice = _also_alone(self.dice)
        self.bonus_tiles = {seats: board.trade_bonus_tiles_per_route[str(max(2, seats))] for seats in self.setups}
        self.abilities = content.abilities
        self.tracks = content.tracks.track
        self.top = content.tracks.top
        # What stands: TRACK-I0, TRACK-I2, TRACK-I5, TRACK-I7; TRACK-C2, TRACK-C5;
        # TRACK-P0, TRACK-P2, TRACK-P5, TRACK-P7.
        self.palace_limits = _standing(tuple(space.palace for space in self.tracks[0].spaces))
        self.ability_levels = _standing(tuple(space.ability for space in self.tracks[1].spaces))
        self.weaponry_income = _standing(tuple(space.weapons for space in self.tracks[2].spaces))
        self.presence = _standing(tuple(space.presence for space in self.tracks[2].spaces))
        self.dominance = _standing(tuple(space.dominance for space in self.tracks[2].spaces))
        self.last_income = player_board.income.last
        self.rival = content.rival
        self.modes = {mode.id: mode for mode in content.rival.mode}
        self.solo_cards = {card.id: card for card in content.solo_cards}
        self.homes = {home.human_start: home for home in board.solo_home}
        self.effects: dict[str, Effects] = {source: parse(text) for source, text in self._texts()}

    def _dice(self, seats: int) -> tuple[str, ...]:
        dice = self.board.dice
        removed: dict[str, int] = getattr(dice, f"removed_{seats}")
        return tuple(colour for colour in COLOURS for _ in range(dice.colours[colour] - removed.get(colour, 0)))

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
            for track in self.tracks
            for i, space in enumerate(track.spaces)
            if space.gain
        ]
        texts += [("track:beyond", content.tracks.beyond_top), ("forfeit", self.board.forfeit)]
        texts += [(f"ability:{a.id}:{i}", text) for a in content.abilities for i, text in enumerate(a.gain, 1)]
        texts += [(f"income:{a.id}:{i}", text) for a in content.abilities for i, text in enumerate(a.income, 1)]
        texts += [
            (f"space:{seats}:{ROWS[row]}:{i}", space.gain)
            for seats, rows in self.rows.items()
            for row, spaces in enumerate(rows)
            for i, space in enumerate(spaces, 1)
            if space.gain
        ]
        return texts

    def track_source(self, track: int, space: int) -> str | None:
        """Return the source of what reaching that space gives, if anything. TRACK-2

        Influence: TRACK-I1, TRACK-I3, TRACK-I4, TRACK-I6, TRACK-I8. Cultural: TRACK-C1, TRACK-C3, TRACK-C4, TRACK-C6,
        TRACK-C7, TRACK-C8. Population: TRACK-P1, TRACK-P3, TRACK-P4, TRACK-P6, TRACK-P8.
        """
        return f"track:{TRACKS[track]}:{space}" if self.tracks[track].spaces[space].gain else None


def _standing(values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the value in force at each space: the last entry reached. TRACK-2"""
    reached = [value for value in values if value]
    standing, place = [], -1
    for value in values:
        place += value > 0
        standing.append(reached[place])
    return tuple(standing)


def _unpack(folder: Path) -> Box:
    return Box(load_content(folder))


SOURCE = ContentSource(FOLDER, _unpack)
use_folder = SOURCE.use_folder
the_box = SOURCE.box
