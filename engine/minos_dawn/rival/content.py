"""The rival's components as their files hold them. What they must fit is in checks.py."""

import msgspec


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a content file; unknown fields are mistakes."""


class SoloCard(_Record, frozen=True):
    """The front chooses a die and marks vases, the back lists three actions. DATA-SOLO-1 to DATA-SOLO-5

    `pick` may be left out where the criterion says it.
    """

    id: str
    colours: tuple[str, ...]
    criterion: str
    vases: tuple[int, ...]
    actions: tuple[str, ...]
    pick: str = ""


class Mode(_Record, frozen=True):
    """One mode of difficulty. SOLO-GEN-7

    `face_down_vp` is by Age (SOLO-EASY-1), `track_vp` for a space with a track advance (SOLO-EASY-2), `all_dice` for 17
    (SOLO-EASY-3), `start_vp` at the start (SOLO-HARD-1), `population` before and after round 2 (SOLO-HARD-2),
    `dominance_vp` and `battle_vp` what he gets more (SOLO-HARD-3, SOLO-HARD-4), `vase_vp` by space (SOLO-HARD-5).
    """

    id: str
    start_vp: int
    track_vp: int
    all_dice: bool
    population: tuple[int, int]
    dominance_vp: int
    battle_vp: int
    face_down_vp: tuple[int, int]
    vase_vp: tuple[int, ...]


class RivalFigures(_Record, frozen=True):
    """rival.toml"""

    schema: str
    warriors: int
    cities: int
    farms: int
    ship_space: int
    city_vp: int
    vase_spaces: tuple[int, ...]
    expand_divisor: int
    warriors_placed: int
    route_space_vp: int
    mode: tuple[Mode, ...]


class SoloHome(_Record, frozen=True):
    """Where the rival lives by where the seat starts, and where that region's tiles go. SOLO-SETUP-10, SOLO-SETUP-11"""

    human_start: int
    bot_home: int
    tiles_move_to: int
    bot_farm_covers: str
