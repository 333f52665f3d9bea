"""The TOML files as frozen records. Their checks are in checks.py."""

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar, Literal

import msgspec

from engine.kernel.content import ContentFolder, Count, Id, Name, Named, Positive, Record

FOLDER = Path(__file__).parent


class Amounts(Record, frozen=True):
    grain: Count
    wood: Count
    stone: Count
    ore: Count

    def __iter__(self) -> Iterator[int]:
        """Yield the counts in the order of RESOURCES."""
        return iter((self.grain, self.wood, self.stone, self.ore))


class Building(Record, frozen=True):  # BLDG-01 to BLDG-22
    id: Id
    kind: Id
    name: Name
    category: str
    min_players: Count
    cost: Amounts
    effect: str


class Temple(Named, frozen=True):  # TEMPLE-01
    cost: Amounts
    effect: str


class KitTile(Named, frozen=True):
    """The Forum or a residence, which are free. SETUP-05"""

    effect: str


class CultureTile(Record, frozen=True):
    """A culture tile, claimed with at least `icons` points of its category. CULT-04"""

    id: Id
    category: str
    icons: Positive
    vp: Count
    min_players: int


class GloryTile(Record, frozen=True):  # GLORY-02
    id: Id
    round: int
    rank: int
    vp: Count


class OrderTile(Record, frozen=True):
    """An order tile with `vp` on its back. PASS-01, PREP-03"""

    id: Id
    number: int
    vp: Count


class AssistantPrice(Record, frozen=True):
    """The price for a seat that owns `owned` assistants: only denarii or only glory tokens. GAINASSIST-04"""

    named_by: ClassVar[str] = "owned"

    owned: int
    denarii: Positive
    glory: Positive


class Assistants(Record, frozen=True):  # GAINASSIST
    schema: Literal["minerva-assistants/1"]
    max_owned: Positive
    rounds: tuple[int, ...]
    price: tuple[AssistantPrice, ...]


class Start(Record, frozen=True):  # SETUP-05, SETUP-14, SETUP-15
    resources: Amounts
    denarii_by_seat: tuple[Count, ...]
    residences: Count
    assistants: Count
    glory: Count


class NormalDeck(Record, frozen=True):
    """The normal deck, with the size of a pile by number of seats. SETUP-08"""

    piles: int
    pile_size: dict[str, Count]


class Title(Record, frozen=True):  # SOLO-16
    named_by: ClassVar[str] = "name"

    min_points: Count
    name: Name


class Solo(Record, frozen=True):  # SOLO-01, SOLO-07, SOLO-13, SOLO-16
    round_tile_bonus_denarii: Count
    glory_second_threshold: Positive
    title: tuple[Title, ...]


class Constants(Record, frozen=True):
    schema: Literal["minerva-game/1"]
    rounds: int
    temples_face_up: Count
    culture_categories: tuple[str, ...]
    resources: tuple[str, ...]
    categories: tuple[str, ...]
    resource_cap: Positive
    overflow_denarii: Count
    sale_denarii: Count
    missing_resource_denarii: Positive
    turn_fee_denarii: Count
    skip_income_denarii: Count
    money_resources_per_vp: Positive
    start: Start
    kit: tuple[KitTile, ...]
    normal_deck: NormalDeck
    solo: Solo


class Content(msgspec.Struct, frozen=True):
    constants: Constants
    buildings: tuple[Building, ...]
    startings: tuple[Building, ...]
    temples: tuple[Temple, ...]
    culture: tuple[CultureTile, ...]
    glory: tuple[GloryTile, ...]
    order: tuple[OrderTile, ...]
    assistants: Assistants


def read_content(folder: ContentFolder) -> Content:
    return Content(
        folder.record("game.toml", Constants),
        folder.entries("buildings.toml", "building", Building),
        folder.entries("starting.toml", "starting", Building),
        folder.entries("temples.toml", "temple", Temple),
        folder.entries("culture.toml", "culture", CultureTile),
        folder.entries("glory.toml", "glory", GloryTile),
        folder.entries("order.toml", "order", OrderTile),
        folder.record("assistants.toml", Assistants),
    )
