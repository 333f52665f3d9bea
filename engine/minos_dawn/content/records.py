"""Records for the TOML files. checks.py checks their values."""

from pathlib import Path
from typing import ClassVar, Literal

import msgspec

from engine.kernel.content import ContentFolder, Count, Id, Name, Named, Point, Polygon, Positive, Record

FOLDER = Path(__file__).parent


class Trait(Record, frozen=True):  # TRAIT-1
    trigger: str
    effect: str


class Decree(Named, frozen=True):
    """A decree as printed. `discount` lists its slots: each is a type of good. CARD-1, INV-4, INV-5"""

    vp: Count
    cost: Count
    discount: tuple[str, ...]
    effect: str
    trait: Trait


class StartingCard(Record, frozen=True):  # INV-6
    id: Id
    players: Count
    region: Count
    first_player: bool
    coins: Count
    weapons: Count
    vp: Count
    good: str
    temp: dict[str, Count]
    draw: Count
    put_back: Count
    extra_warrior: bool


class ActionSpace(Record, frozen=True):
    """A space of a row. With `age2_draw`, its action may draw from the Age II deck, as in PREP-4."""

    points: Positive
    gain: str = ""
    action_bonus: bool = False
    age2_draw: bool = False


class Row(Record, frozen=True):  # INV-8
    id: str
    spaces_2: tuple[ActionSpace, ...]
    spaces_3: tuple[ActionSpace, ...]
    spaces_4: tuple[ActionSpace, ...]


class Region(Record, frozen=True):  # MAP-1
    number: Positive
    id: Id
    name: Name
    good: str
    adjacent: tuple[int, ...]
    centre: Point
    polygon: Polygon


class MapSetup(Record, frozen=True):  # INV-7
    named_by: ClassVar[str] = "players"

    players: int
    active: tuple[int, ...]
    starting: tuple[int, ...]


class DiceSet(Record, frozen=True):  # SETUP-2
    colours: dict[str, Count]
    removed_2: dict[str, Count]
    removed_3: dict[str, Count]
    removed_4: dict[str, Count]


class GoodsSupply(Record, frozen=True):  # SETUP-6, SETUP-7
    types: tuple[str, ...]
    tiles_per_type: Count
    face_up_per_type: Count
    temporary_tiles: Count


class VaseSlots(Record, frozen=True):  # VASE-1, VASE-3
    vp: tuple[Count, ...]
    covered_at_2: tuple[int, ...]
    vases_in_play: int


class Islet(Record, frozen=True):
    id: Id
    polygon: Polygon


class SoloHome(Record, frozen=True):
    """The rival's home if the seat starts in `human_start`, and where its tiles go. SOLO-SETUP-10, SOLO-SETUP-11"""

    named_by: ClassVar[str] = "human_start"

    human_start: int
    bot_home: int
    tiles_move_to: int


class Board(Record, frozen=True):
    schema: Literal["minos-dawn-board/1"]
    rounds: int
    scoring_rounds: tuple[int, ...]
    age2_from_round: int
    offer_size: Positive
    reroll_if_same_value: int
    dice_per_player: int
    group_total: Positive
    forfeit: str
    offer_surcharge: Count
    dice: DiceSet
    goods: GoodsSupply
    trade_bonus_tiles_per_route: dict[str, Count]
    vase_slots: VaseSlots
    row: tuple[Row, ...]
    setup: tuple[MapSetup, ...]
    region: tuple[Region, ...]
    solo_home: tuple[SoloHome, ...]
    islet: tuple[Islet, ...] = ()


class Warriors(Record, frozen=True):  # SETUP-23
    reserves: Count
    on_map: Count
    supply: Count


class IncomeSpace(Record, frozen=True):
    coin: Count
    vp: Count


class IncomeTrack(Record, frozen=True):  # INV-9, INCOME-3
    start: int
    last: int
    spaces: tuple[IncomeSpace, ...]


class GoodsGained(Record, frozen=True):  # GOOD-4
    gained: tuple[str, ...]


class Discounts(Record, frozen=True):  # GOOD-2
    card: Count
    stone: Count
    copper: Count
    wood: Count
    herb: Count


class Tower(Record, frozen=True):
    cost: Count
    gain: str
    region_vp: Count


class Farm(Record, frozen=True):
    cost: Count
    gain: str
    scoring_vp: Count


class EndPiece(Record, frozen=True):  # INV-11 to INV-14
    cost: Count
    end_vp: Count


class EndScoring(Record, frozen=True):
    resources_per_vp: Positive
    vp_per_card_in_area: Count


class PlayerBoard(Record, frozen=True):
    schema: Literal["minos-dawn-player-board/1"]
    warriors: Warriors
    income: IncomeTrack
    goods: GoodsGained
    discounts: Discounts
    tower: tuple[Tower, ...]
    farm: tuple[Farm, ...]
    city: tuple[EndPiece, ...]
    ship: tuple[EndPiece, ...]
    end: EndScoring


class TrackSpace(Record, frozen=True):
    """A space's one-time gain, or new values that are in force from this space on. TRACK-2"""

    gain: str = ""
    palace: Count = 0
    ability: Count = 0
    weapons: Count = 0
    presence: Count = 0
    dominance: Count = 0


class Track(Record, frozen=True):  # INV-26
    id: str
    colour: str
    spaces: tuple[TrackSpace, ...]


class ProgressTracks(Record, frozen=True):
    schema: Literal["minos-dawn-progress-tracks/1"]
    top: int
    beyond_top: str
    track: tuple[Track, ...]


class Ability(Named, frozen=True):
    """A Special Ability. Each field has one entry per level. Fields that the ability doesn't use are empty. INV-19"""

    card_discount: tuple[Count, ...] = ()
    gain: tuple[str, ...] = ()
    coin_discount: tuple[Count, ...] = ()
    group_total: tuple[Positive, ...] = ()
    exchange_give: tuple[Positive, ...] = ()
    exchange_get: tuple[Positive, ...] = ()
    income: tuple[str, ...] = ()
    resources_per_vp: tuple[Positive, ...] = ()


class Route(Record, frozen=True):  # INV-15
    tile: int
    side: str
    id: Id
    name: Name
    top_vp: Count
    cost: tuple[Count, ...]
    income: tuple[str, ...]


class TradeRoutes(Record, frozen=True):
    schema: Literal["minos-dawn-trade-routes/1"]
    blue_space: int
    red_space: int
    tower_space: int
    route: tuple[Route, ...]


class BonusTile(Record, frozen=True):  # INV-16, INV-21
    id: Id
    effect: str
    colour: str = ""


class Foundation(Named, frozen=True):
    effect: str


class SeaPeoples(Record, frozen=True):  # INV-17, INV-20
    id: Id
    level: int
    weapons: Positive
    effect: str


class Vase(Record, frozen=True):  # INV-18
    number: int
    id: Id
    name: Name
    colour: str
    measure: str
    at_least: Positive


class SoloCard(Record, frozen=True):
    """A card of the rival. `pick` may be empty if `criterion` alone chooses the die. DATA-SOLO-1 to DATA-SOLO-5"""

    id: Id
    colours: tuple[str, ...]
    criterion: str
    vases: tuple[int, ...]
    actions: tuple[str, ...]
    pick: str = ""


class Mode(Record, frozen=True):
    """A level of difficulty. The VP are the rival's. SOLO-GEN-7"""

    id: str
    start_vp: Count
    """At the start. SOLO-HARD-1"""
    track_vp: Count
    """For a die on a space with a track advance. SOLO-EASY-2"""
    all_dice: bool
    """If true, all 17 dice are used. SOLO-EASY-3"""
    population: tuple[Count, Count]
    """The space of his marker until round 2, and after it. SOLO-HARD-2"""
    dominance_vp: Count
    """Extra VP for a region that he dominates. SOLO-HARD-3"""
    battle_vp: Count
    """Extra VP for a battle. SOLO-HARD-4"""
    face_down_vp: tuple[Count, Count]
    """For a card of Age I, and of Age II. SOLO-EASY-1"""
    vase_vp: tuple[Count, ...]
    """For each space of a vase. SOLO-HARD-5"""


class RivalFigures(Record, frozen=True):
    schema: Literal["minos-dawn-rival/1"]
    warriors: Positive
    cities: Count
    farms: Positive
    ship_space: Positive
    city_vp: Count
    vase_spaces: tuple[Positive, ...]
    expand_divisor: Positive
    warriors_placed: Positive
    route_space_vp: Count
    mode: tuple[Mode, ...]


class Content(msgspec.Struct, frozen=True):
    board: Board
    player_board: PlayerBoard
    tracks: ProgressTracks
    routes: TradeRoutes
    decrees: tuple[tuple[Decree, ...], tuple[Decree, ...]]
    starting_cards: tuple[StartingCard, ...]
    abilities: tuple[Ability, ...]
    trade_bonuses: tuple[BonusTile, ...]
    action_bonuses: tuple[BonusTile, ...]
    foundations: tuple[Foundation, ...]
    sea_peoples: tuple[SeaPeoples, ...]
    vases: tuple[Vase, ...]
    solo_cards: tuple[SoloCard, ...]
    rival: RivalFigures


def read_content(folder: ContentFolder) -> Content:
    return Content(
        folder.record("board.toml", Board),
        folder.record("player_board.toml", PlayerBoard),
        folder.record("progress_tracks.toml", ProgressTracks),
        folder.record("trade_routes.toml", TradeRoutes),
        (
            folder.entries("decrees_age1.toml", "decree", Decree, "decrees", age=1),
            folder.entries("decrees_age2.toml", "decree", Decree, "decrees", age=2),
        ),
        folder.entries("starting_cards.toml", "card", StartingCard),
        folder.entries("abilities.toml", "ability", Ability),
        folder.entries("trade_bonuses.toml", "tile", BonusTile),
        folder.entries("action_bonuses.toml", "tile", BonusTile),
        folder.entries("foundations.toml", "foundation", Foundation),
        folder.entries("sea_peoples.toml", "tile", SeaPeoples),
        folder.entries("vases.toml", "vase", Vase),
        folder.entries("solo_cards.toml", "card", SoloCard),
        folder.record("rival.toml", RivalFigures),
    )
