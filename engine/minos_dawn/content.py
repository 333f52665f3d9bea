"""The box as its TOML files hold it: frozen records, decoded once. What they must fit is in checks.py."""

from pathlib import Path
from typing import Any, TypeVar

import msgspec

from engine.kernel.content import UnfitContent, read_toml
from engine.minos_dawn.rival.content import RivalFigures, SoloCard, SoloHome

T = TypeVar("T")

FOLDER = Path(__file__).parent / "content"


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a content file; unknown fields are mistakes."""


Polygon = tuple[tuple[int, int], ...]


class Trait(_Record, frozen=True):
    """TRAIT-1: what makes a royal trait due, and its effect."""

    trigger: str
    effect: str


class Decree(_Record, frozen=True):
    """CARD-1: a decree. `discount` lists its slots by type of good. INV-4, INV-5"""

    id: str
    name: str
    vp: int
    cost: int
    discount: tuple[str, ...]
    effect: str
    trait: Trait


class StartingCard(_Record, frozen=True):
    """INV-6"""

    id: str
    players: int
    region: int
    first_player: bool
    coins: int
    weapons: int
    vp: int
    good: str
    temp: dict[str, int]
    draw: int
    put_back: int
    extra_warrior: bool


class ActionSpace(_Record, frozen=True):
    """One space of a row; `age2_draw` is the clause of PREP-4."""

    points: int
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

    number: int
    id: str
    name: str
    good: str
    adjacent: tuple[int, ...]
    centre: tuple[int, int]
    polygon: Polygon


class MapSetup(_Record, frozen=True):
    """INV-7: which regions are in play and which start, by number of seats."""

    players: int
    active: tuple[int, ...]
    starting: tuple[int, ...]
    covered: tuple[int, ...]


class DiceSet(_Record, frozen=True):
    """SETUP-2, PROG-1"""

    colours: dict[str, int]
    tracks: dict[str, str]
    removed_2: dict[str, int]
    removed_3: dict[str, int]
    removed_4: dict[str, int]


class GoodsSupply(_Record, frozen=True):
    """SETUP-6, SETUP-7"""

    types: tuple[str, ...]
    tiles_per_type: int
    face_up_per_type: int
    temporary_tiles: int


class VaseSlots(_Record, frozen=True):
    """VASE-1, VASE-3"""

    vp: tuple[int, ...]
    covered_at_2: tuple[int, ...]
    vases_in_play: int


class Canvas(_Record, frozen=True):
    """Size of the drawn map in pixels."""

    width: int
    height: int


class Islet(_Record, frozen=True):
    """An island that is only drawn."""

    id: str
    polygon: Polygon


class Board(_Record, frozen=True):
    """board.toml"""

    schema: str
    id: str
    rounds: int
    scoring_rounds: tuple[int, ...]
    age2_from_round: int
    offer_size: int
    reroll_if_same_value: int
    dice_per_player: int
    group_total: int
    forfeit: str
    offer_surcharge: int
    canvas: Canvas
    dice: DiceSet
    goods: GoodsSupply
    trade_bonus_tiles_per_route: dict[str, int]
    vase_slots: VaseSlots
    row: tuple[Row, ...]
    setup: tuple[MapSetup, ...]
    region: tuple[Region, ...]
    islet: tuple[Islet, ...] = ()
    solo_home: tuple[SoloHome, ...] = ()


class Warriors(_Record, frozen=True):
    """SETUP-23"""

    reserves: int
    on_map: int
    supply: int


class IncomeSpace(_Record, frozen=True):
    """INCOME-3"""

    coin: int
    vp: int


class IncomeTrack(_Record, frozen=True):
    """INV-9"""

    start: int
    last: int
    spaces: tuple[IncomeSpace, ...]


class GoodsGained(_Record, frozen=True):
    """GOOD-4: by the number among the seat's goods of that type."""

    gained: tuple[str, ...]


class Discount(_Record, frozen=True):
    """GOOD-2: what one good takes off."""

    on: str
    coins: int = 0
    warriors: int = 0


class Discounts(_Record, frozen=True):
    """GOOD-2"""

    card: int
    stone: Discount
    copper: Discount
    wood: Discount
    herb: Discount
    grain: Discount


class Tower(_Record, frozen=True):
    """INV-12"""

    cost: int
    gain: str
    region_vp: int


class Farm(_Record, frozen=True):
    """INV-13"""

    cost: int
    gain: str
    scoring_vp: int


class EndPiece(_Record, frozen=True):
    """A city or ship place. INV-11, INV-14"""

    cost: int
    end_vp: int


class EndScoring(_Record, frozen=True):
    """SCORE-4"""

    resources_per_vp: int
    vp_per_card_in_area: int


class PlayerBoard(_Record, frozen=True):
    """player_board.toml. INV-3"""

    schema: str
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
    palace: int = 0
    ability: int = 0
    weapons: int = 0
    presence: int = 0
    dominance: int = 0


class Track(_Record, frozen=True):
    """INV-26"""

    id: str
    colour: str
    spaces: tuple[TrackSpace, ...]


class ProgressTracks(_Record, frozen=True):
    """progress_tracks.toml"""

    schema: str
    top: int
    beyond_top: str
    track: tuple[Track, ...]


class Ability(_Record, frozen=True):
    """INV-19: by level. Fields that an ability has no use for are empty."""

    id: str
    name: str
    when: str
    card_discount: tuple[int, ...] = ()
    gain: tuple[str, ...] = ()
    coin_discount: tuple[int, ...] = ()
    group_total: tuple[int, ...] = ()
    exchange_give: tuple[int, ...] = ()
    exchange_get: tuple[int, ...] = ()
    income: tuple[str, ...] = ()
    resources_per_vp: tuple[int, ...] = ()


class Route(_Record, frozen=True):
    """INV-15: one side of a route tile."""

    tile: int
    side: str
    id: str
    name: str
    top_vp: int
    cost: tuple[int, ...]
    income: tuple[str, ...]


class TradeRoutes(_Record, frozen=True):
    """trade_routes.toml"""

    schema: str
    blue_space: int
    red_space: int
    tower_space: int
    route: tuple[Route, ...]


class BonusTile(_Record, frozen=True):
    """INV-16, INV-21; Action Bonus tiles have no colour."""

    id: str
    effect: str
    colour: str = ""


class Foundation(_Record, frozen=True):
    """INV-17"""

    id: str
    name: str
    effect: str


class SeaPeoples(_Record, frozen=True):
    """INV-20"""

    id: str
    level: int
    weapons: int
    effect: str


class Vase(_Record, frozen=True):
    """INV-18: the condition is `measure` of at least `at_least`."""

    number: int
    id: str
    name: str
    colour: str
    measure: str
    at_least: int


class Content(msgspec.Struct, frozen=True):
    """All files, decoded."""

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


def read_content(folder: Path = FOLDER) -> Content:
    """The content of `folder`, decoded but unchecked. Raises `UnfitContent` naming file, entry and field."""
    return Content(
        _whole(folder, "board.toml", Board),
        _whole(folder, "player_board.toml", PlayerBoard),
        _whole(folder, "progress_tracks.toml", ProgressTracks),
        _whole(folder, "trade_routes.toml", TradeRoutes),
        (
            _entries(folder, "decrees_age1.toml", "decree", Decree),
            _entries(folder, "decrees_age2.toml", "decree", Decree),
        ),
        _entries(folder, "starting_cards.toml", "card", StartingCard),
        _entries(folder, "abilities.toml", "ability", Ability),
        _entries(folder, "trade_bonuses.toml", "tile", BonusTile),
        _entries(folder, "action_bonuses.toml", "tile", BonusTile),
        _entries(folder, "foundations.toml", "foundation", Foundation),
        _entries(folder, "sea_peoples.toml", "tile", SeaPeoples),
        _entries(folder, "vases.toml", "vase", Vase),
        _entries(folder, "solo_cards.toml", "card", SoloCard),
        _whole(folder, "rival.toml", RivalFigures),
    )


def _whole(folder: Path, file: str, record: type[T]) -> T:
    raw = read_toml(folder, file)
    try:
        return msgspec.convert(raw, record)
    except msgspec.ValidationError as error:
        problem, place = _problem_and_place(error)
        entry, _, field = place.partition(".")
        raise UnfitContent(file, entry or "-", field or "-", problem) from error


def _problem_and_place(error: msgspec.ValidationError) -> tuple[str, str]:
    """What msgspec found, and where: `trait.effect` for its `$.trait.effect`."""
    problem, _, place = str(error).partition(" - at `")
    return problem, place.rstrip("`").removeprefix("$").removeprefix(".")


def _entries(folder: Path, file: str, table: str, record: type[T]) -> tuple[T, ...]:
    raw = read_toml(folder, file).get(table)
    if not isinstance(raw, list):
        raise UnfitContent(file, "-", table, "there is no such list")
    return tuple(_entry(file, number, entry, record) for number, entry in enumerate(raw))


def _entry(file: str, number: int, raw: Any, record: type[T]) -> T:
    try:
        return msgspec.convert(raw, record)
    except msgspec.ValidationError as error:
        problem, place = _problem_and_place(error)
        name = raw.get("id", f"number {number + 1}") if isinstance(raw, dict) else f"number {number + 1}"
        raise UnfitContent(file, str(name), place or "-", problem) from error
