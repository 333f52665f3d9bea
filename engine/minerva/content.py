"""The box as its TOML files hold it: frozen records, decoded once. What they must fit is in checks.py."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine.kernel.content import read_record

FOLDER = Path(__file__).parent / "content"


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a content file; unknown fields are mistakes."""


class Amounts(_Record, frozen=True):
    """So many tokens of each resource kind."""

    grain: int
    wood: int
    stone: int
    ore: int

    def __iter__(self) -> Iterator[int]:
        """In the order of RESOURCES."""
        return iter((self.grain, self.wood, self.stone, self.ore))


class Origin(_Record, frozen=True):
    """Where name, effect and cost come from: `rulebook`, `derived`, `attested` or `designed`."""

    name: str
    effect: str
    cost: str


class Building(_Record, frozen=True):
    """A normal or starting building, one entry a physical tile. BLDG-01 to BLDG-22"""

    id: str
    kind: str
    name: str
    category: str
    min_players: int
    cost: Amounts
    when_built: bool
    effect: str
    origin: Origin | None = None


class Temple(_Record, frozen=True):
    """TEMPLE-01: `area`, `target` and `vp` say the effect once more, in pieces."""

    id: str
    name: str
    category: str
    min_players: int
    cost: Amounts
    area: str
    target: str
    vp: int
    effect: str
    origin: Origin | None = None


class KitTile(_Record, frozen=True):
    """The Forum and the residences. SETUP-05"""

    id: str
    name: str
    category: str
    per_player: int
    total: int
    cost: Amounts
    when_built: bool
    effect: str


class CultureTile(_Record, frozen=True):
    """CULT-04: claimed with at least `icons` points of its category."""

    id: str
    category: str
    icons: int
    vp: int
    min_players: int


class GloryTile(_Record, frozen=True):
    """GLORY-02"""

    id: str
    round: int
    rank: int
    vp: int


class OrderTile(_Record, frozen=True):
    """PASS-01, PREP-03: `vp` is on its reverse."""

    id: str
    number: int
    vp: int
    min_players: int


class AssistantPrice(_Record, frozen=True):
    """GAINASSIST-04: wholly in denarii or wholly in glory tokens."""

    owned: int
    denarii: int
    glory: int


class Buildings(_Record, frozen=True):
    """buildings.toml"""

    schema: str
    building: tuple[Building, ...]


class Startings(_Record, frozen=True):
    """starting.toml"""

    schema: str
    starting: tuple[Building, ...]


class Temples(_Record, frozen=True):
    """temples.toml"""

    schema: str
    temple: tuple[Temple, ...]


class CultureTiles(_Record, frozen=True):
    """culture.toml"""

    schema: str
    culture: tuple[CultureTile, ...]


class GloryTiles(_Record, frozen=True):
    """glory.toml"""

    schema: str
    glory: tuple[GloryTile, ...]


class OrderTiles(_Record, frozen=True):
    """order.toml"""

    schema: str
    order: tuple[OrderTile, ...]


class Assistants(_Record, frozen=True):
    """assistants.toml. GAINASSIST"""

    schema: str
    tokens_total: int
    max_owned: int
    max_bought_per_round: int
    rounds: tuple[int, ...]
    price: tuple[AssistantPrice, ...]


class Start(_Record, frozen=True):
    """SETUP-05, SETUP-14, SETUP-15"""

    resources: Amounts
    denarii_by_seat: tuple[int, ...]
    residences: int
    assistants: int
    glory: int


class NormalDeck(_Record, frozen=True):
    """SETUP-08: sizes by number of seats."""

    piles: int
    round_tiles: int
    pile_size: dict[str, int]


class Tokens(_Record, frozen=True):
    """What the box holds; supplies never block. MONEY-04"""

    coin_1: int
    coin_3: int
    coin_10: int
    assistants: int
    resource_each: int
    resource_spares_each: int
    glory: int
    player_aids: int


class Title(_Record, frozen=True):
    """SOLO-16"""

    min_points: int
    name: str


class Solo(_Record, frozen=True):
    """SOLO-01, SOLO-07, SOLO-13, SOLO-16"""

    component_player_count: int
    round_tile_bonus_denarii: int
    glory_first_threshold: str
    glory_second_threshold: int
    title: tuple[Title, ...]


class Constants(_Record, frozen=True):
    """game.toml: the numbers of the rules."""

    schema: str
    players: tuple[int, ...]
    rounds: int
    temples_face_up: int
    culture_categories: tuple[str, ...]
    resources: tuple[str, ...]
    categories: tuple[str, ...]
    resource_cap: int
    overflow_denarii: int
    sale_denarii: int
    missing_resource_denarii: int
    turn_fee_denarii: int
    skip_income_denarii: int
    money_resources_per_vp: int
    start: Start
    kit: tuple[KitTile, ...]
    normal_deck: NormalDeck
    tokens: Tokens
    solo: Solo


class Content(msgspec.Struct, frozen=True):
    """All files, decoded."""

    constants: Constants
    buildings: tuple[Building, ...]
    startings: tuple[Building, ...]
    temples: tuple[Temple, ...]
    culture: tuple[CultureTile, ...]
    glory: tuple[GloryTile, ...]
    order: tuple[OrderTile, ...]
    assistants: Assistants


def read_content(folder: Path = FOLDER) -> Content:
    """The content of `folder`, decoded but unchecked. Raises `UnfitContent` naming file, entry and field."""
    return Content(
        read_record(folder, "game.toml", Constants),
        read_record(folder, "buildings.toml", Buildings).building,
        read_record(folder, "starting.toml", Startings).starting,
        read_record(folder, "temples.toml", Temples).temple,
        read_record(folder, "culture.toml", CultureTiles).culture,
        read_record(folder, "glory.toml", GloryTiles).glory,
        read_record(folder, "order.toml", OrderTiles).order,
        read_record(folder, "assistants.toml", Assistants),
    )
