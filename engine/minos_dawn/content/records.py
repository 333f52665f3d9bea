"""The box as its TOML files hold it: frozen records, decoded once. What they must fit is in checks.py."""

from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeVar

import msgspec

from engine.kernel.content import Count, Id, Name, Pixel, Positive, check_stray_files, field_of, read_record
from engine.kernel.faults import Faults
from engine.minos_dawn.content.rival_records import RivalFigures, SoloCard, SoloCards, SoloHome

T = TypeVar("T")

FOLDER = Path(__file__).parent


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a content file; unknown fields are mistakes."""


Point = tuple[Pixel, Pixel]
Polygon = Annotated[tuple[Point, ...], msgspec.Meta(min_length=3)]


class Trait(_Record, frozen=True):
    """TRAIT-1: what makes a royal trait due, and its effect."""

    trigger: str
    effect: str


class Decree(_Record, frozen=True):
    """One decree, as printed on its card. CARD-1. `discount` lists its slots by type of good. INV-4, INV-5"""

    id: Id
    name: Name
    vp: Count
    cost: Count
    discount: tuple[str, ...]
    effect: str
    trait: Trait


class StartingCard(_Record, frozen=True):
    """A Starting card: the region it begins in, and what it gives. INV-6"""

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


class ActionSpace(_Record, frozen=True):
    """One space of a row; `age2_draw` is the clause of PREP-4."""

    points: Positive
    gain: str = ""
    action_bonus: bool = False
    age2_draw: bool = False


class Row(_Record, frozen=True):
    """INV-8: one action row, its spaces from the left, by number of seats."""

    id: str
    spaces_2: tuple[ActionSpace, ...]
    spaces_3: tuple[ActionSpace, ...]
    spaces_4: tuple[ActionSpace, ...]


class Region(_Record, frozen=True):
    """MAP-1; `centre` and `polygon` are drawn."""

    number: Positive
    id: Id
    name: Name
    good: str
    adjacent: tuple[int, ...]
    centre: Point
    polygon: Polygon


class MapSetup(_Record, frozen=True):
    """INV-7: the regions in play, and those of them in which a seat starts, by number of seats."""

    named_by: ClassVar[str] = "players"

    players: int
    active: tuple[int, ...]
    starting: tuple[int, ...]


class DiceSet(_Record, frozen=True):
    """The dice: how many of each colour, and those left out by number of seats. SETUP-2"""

    colours: dict[str, Count]
    removed_2: dict[str, Count]
    removed_3: dict[str, Count]
    removed_4: dict[str, Count]


class GoodsSupply(_Record, frozen=True):
    """The supply of goods and of temporary goods. SETUP-6, SETUP-7"""

    types: tuple[str, ...]
    tiles_per_type: Count
    face_up_per_type: Count
    temporary_tiles: Count


class VaseSlots(_Record, frozen=True):
    """The slots for vases: their VP, and those covered with two seats. VASE-1, VASE-3"""

    vp: tuple[Count, ...]
    covered_at_2: tuple[int, ...]
    vases_in_play: int


class Islet(_Record, frozen=True):
    """An island that is only drawn."""

    id: Id
    polygon: Polygon


class Board(_Record, frozen=True):
    """The file board.toml: the common board and its figures."""

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


class Warriors(_Record, frozen=True):
    """How many warriors of a seat start where. SETUP-23"""

    reserves: Count
    on_map: Count
    supply: Count


class IncomeSpace(_Record, frozen=True):
    """One space of the income track. INCOME-3"""

    coin: Count
    vp: Count


class IncomeTrack(_Record, frozen=True):
    """The income track, from its start to its last space. INV-9"""

    start: int
    last: int
    spaces: tuple[IncomeSpace, ...]


class GoodsGained(_Record, frozen=True):
    """GOOD-4: by the number among the seat's goods of that type."""

    gained: tuple[str, ...]


class Discounts(_Record, frozen=True):
    """Coins that each good takes off a cost. GOOD-2"""

    card: Count
    stone: Count
    copper: Count
    wood: Count
    herb: Count


class Tower(_Record, frozen=True):
    """What a tower costs and gives. INV-12"""

    cost: Count
    gain: str
    region_vp: Count


class Farm(_Record, frozen=True):
    """What a farm costs and gives. INV-13"""

    cost: Count
    gain: str
    scoring_vp: Count


class EndPiece(_Record, frozen=True):
    """A city or ship place. INV-11, INV-14"""

    cost: Count
    end_vp: Count


class EndScoring(_Record, frozen=True):
    """The figures of the scoring at the end of the game. SCORE-4"""

    resources_per_vp: Positive
    vp_per_card_in_area: Count


class PlayerBoard(_Record, frozen=True):
    """The file player_board.toml: the figures of a player board. INV-3"""

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


class TrackSpace(_Record, frozen=True):
    """TRACK-2: a gain once, or standing values."""

    gain: str = ""
    palace: Count = 0
    ability: Count = 0
    weapons: Count = 0
    presence: Count = 0
    dominance: Count = 0


class Track(_Record, frozen=True):
    """One progress track and its spaces. INV-26"""

    id: str
    colour: str
    spaces: tuple[TrackSpace, ...]


class ProgressTracks(_Record, frozen=True):
    """The file progress_tracks.toml: the four progress tracks."""

    schema: Literal["minos-dawn-progress-tracks/1"]
    top: int
    beyond_top: str
    track: tuple[Track, ...]


class Ability(_Record, frozen=True):
    """INV-19: a Special Ability and its figures, by level. Fields that an ability has no use for are empty."""

    id: Id
    name: Name
    card_discount: tuple[Count, ...] = ()
    gain: tuple[str, ...] = ()
    coin_discount: tuple[Count, ...] = ()
    group_total: tuple[Positive, ...] = ()
    exchange_give: tuple[Positive, ...] = ()
    exchange_get: tuple[Positive, ...] = ()
    income: tuple[str, ...] = ()
    resources_per_vp: tuple[Positive, ...] = ()


class Route(_Record, frozen=True):
    """One side of a trade-route tile. INV-15"""

    tile: int
    side: str
    id: Id
    name: Name
    top_vp: Count
    cost: tuple[Count, ...]
    income: tuple[str, ...]


class TradeRoutes(_Record, frozen=True):
    """The file trade_routes.toml: the trade routes and the spaces of ships."""

    schema: Literal["minos-dawn-trade-routes/1"]
    blue_space: int
    red_space: int
    tower_space: int
    route: tuple[Route, ...]


class BonusTile(_Record, frozen=True):
    """INV-16, INV-21; Action Bonus tiles have no colour."""

    id: Id
    effect: str
    colour: str = ""


class Foundation(_Record, frozen=True):
    """A Foundation tile and its effect. INV-17"""

    id: Id
    name: Name
    effect: str


class SeaPeoples(_Record, frozen=True):
    """One tile of the Sea Peoples: its level, its weapons and what beating it gives. INV-20"""

    id: Id
    level: int
    weapons: Positive
    effect: str


class Vase(_Record, frozen=True):
    """INV-18: the condition is `measure` of at least `at_least`."""

    number: int
    id: Id
    name: Name
    colour: str
    measure: str
    at_least: Positive


class DecreesAge1(_Record, frozen=True):
    """The file decrees_age1.toml: the decrees of age I."""

    schema: Literal["minos-dawn-decrees/1"]
    age: Literal[1]
    decree: tuple[Decree, ...]


class DecreesAge2(_Record, frozen=True):
    """The file decrees_age2.toml: the decrees of age II."""

    schema: Literal["minos-dawn-decrees/1"]
    age: Literal[2]
    decree: tuple[Decree, ...]


class StartingCards(_Record, frozen=True):
    """The file starting_cards.toml: the Starting cards."""

    schema: Literal["minos-dawn-starting-cards/1"]
    card: tuple[StartingCard, ...]


class Abilities(_Record, frozen=True):
    """The file abilities.toml: the Special Abilities."""

    schema: Literal["minos-dawn-abilities/1"]
    ability: tuple[Ability, ...]


class TradeBonuses(_Record, frozen=True):
    """The file trade_bonuses.toml: the trade-bonus tiles."""

    schema: Literal["minos-dawn-trade-bonuses/1"]
    tile: tuple[BonusTile, ...]


class ActionBonuses(_Record, frozen=True):
    """The file action_bonuses.toml: the action-bonus tiles."""

    schema: Literal["minos-dawn-action-bonuses/1"]
    tile: tuple[BonusTile, ...]


class Foundations(_Record, frozen=True):
    """The file foundations.toml: the Foundation tiles."""

    schema: Literal["minos-dawn-foundations/1"]
    foundation: tuple[Foundation, ...]


class SeaPeoplesTiles(_Record, frozen=True):
    """The file sea_peoples.toml: the tiles of the Sea Peoples."""

    schema: Literal["minos-dawn-sea-peoples/1"]
    tile: tuple[SeaPeoples, ...]


class Vases(_Record, frozen=True):
    """The file vases.toml: the vases."""

    schema: Literal["minos-dawn-vases/1"]
    vase: tuple[Vase, ...]


class Content(msgspec.Struct, frozen=True):
    """The content of all files, decoded into records."""

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


FILES = (
    "board.toml", "player_board.toml", "progress_tracks.toml", "trade_routes.toml", "decrees_age1.toml",
    "decrees_age2.toml", "starting_cards.toml", "abilities.toml", "trade_bonuses.toml", "action_bonuses.toml",
    "foundations.toml", "sea_peoples.toml", "vases.toml", "solo_cards.toml", "rival.toml",
)  # fmt: skip


def read_content(folder: Path, faults: Faults) -> Content:
    """The content of `folder`, decoded but unchecked: what does not decode is noted, and `UNREAD` in the records."""

    def whole(file: str, record: type[T]) -> T:
        return read_record(folder, file, record, faults)

    def listed(file: str, record: type[Any], table: str) -> Any:
        return field_of(whole(file, record), table)

    check_stray_files(folder, FILES, faults)
    return Content(
        whole("board.toml", Board),
        whole("player_board.toml", PlayerBoard),
        whole("progress_tracks.toml", ProgressTracks),
        whole("trade_routes.toml", TradeRoutes),
        (
            listed("decrees_age1.toml", DecreesAge1, "decree"),
            listed("decrees_age2.toml", DecreesAge2, "decree"),
        ),
        listed("starting_cards.toml", StartingCards, "card"),
        listed("abilities.toml", Abilities, "ability"),
        listed("trade_bonuses.toml", TradeBonuses, "tile"),
        listed("action_bonuses.toml", ActionBonuses, "tile"),
        listed("foundations.toml", Foundations, "foundation"),
        listed("sea_peoples.toml", SeaPeoplesTiles, "tile"),
        listed("vases.toml", Vases, "vase"),
        listed("solo_cards.toml", SoloCards, "card"),
        whole("rival.toml", RivalFigures),
    )
