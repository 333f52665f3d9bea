"""The rival's components as their files hold them. What they must fit is in checks.py."""

from typing import ClassVar, Literal

import msgspec

from engine.kernel.content import Count, Id, Positive


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a content file; unknown fields are mistakes."""


class SoloCard(_Record, frozen=True):
    """The front chooses a die and marks vases, the back lists three actions. DATA-SOLO-1 to DATA-SOLO-5

    `pick` may be left out where the criterion says it.
    """

    id: Id
    colours: tuple[str, ...]
    criterion: str
    vases: tuple[int, ...]
    actions: tuple[str, ...]
    pick: str = ""


class SoloCards(_Record, frozen=True):
    """The file solo_cards.toml: the cards that steer the rival."""

    schema: Literal["minos-dawn-solo-cards/1"]
    card: tuple[SoloCard, ...]


class Mode(_Record, frozen=True):
    """One mode of difficulty. SOLO-GEN-7

    `face_down_vp` is by Age (SOLO-EASY-1), `track_vp` for a space with a track advance (SOLO-EASY-2), `all_dice` for 17
    (SOLO-EASY-3), `start_vp` at the start (SOLO-HARD-1), `population` before and after round 2 (SOLO-HARD-2),
    `dominance_vp` and `battle_vp` what he gets more (SOLO-HARD-3, SOLO-HARD-4), `vase_vp` by space (SOLO-HARD-5).
    """

    id: str
    start_vp: Count
    track_vp: Count
    all_dice: bool
    population: tuple[Count, Count]
    dominance_vp: Count
    battle_vp: Count
    face_down_vp: tuple[Count, Count]
    vase_vp: tuple[Count, ...]


class RivalFigures(_Record, frozen=True):
    """The file rival.toml: the figures of the rival."""

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


class SoloHome(_Record, frozen=True):
    """Where the rival lives by where the seat starts, and where that region's tiles go. SOLO-SETUP-10, SOLO-SETUP-11"""

    named_by: ClassVar[str] = "human_start"

    human_start: int
    bot_home: int
    tiles_move_to: int
