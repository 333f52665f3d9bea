"""Ten hand-made positions, for the gallery and for tests."""

from typing import Any, TypeAlias

import msgspec

from engine.kernel.rules import Placing
from engine.minos_classic.seen.view import BattleView, ClassicView, DieView, PiecesView, SeatView, SiteView
from engine.minos_classic.state.facts import BuildingPlaced, DiceRolled, PieceMoved, PieceRecruited
from render import position
from render.minos_classic.board import board
from render.minos_classic.renderer import RENDERER
from render.position import GalleryPicture, picture_table
from render.renderer import Mark

COLOURS = ("crimson", "azure", "amber", "jade")
KINDS = {"h": "harbour", "d": "dwelling", "w": "warehouse", "W": "wall"}
WORTH = {"harbour": 1, "dwelling": 1, "warehouse": 2, "wall": 0}
START = ("z_fish",)


Position: TypeAlias = position.Position[ClassicView]


def worth(stack: tuple[str, ...]) -> int:
    """The value of a stack. VALUE-1, VALUE-2"""
    return sum(WORTH[kind] for kind in stack) * (2 if "wall" in stack else 1)


def table(
    places: tuple[tuple[str, ...], ...],
    stacks: str = "",
    *,
    dice: str = "scales arrow gull build joker star",
    used: int = 0,
    points: tuple[int, int] = (0, 0),
    talents: tuple[int, ...] = (25, 25, 25, 25),
    rings: tuple[int, ...] = (0, 0, 0, 0),
    closed: tuple[str, ...] = (),
    **fields: Any,
) -> ClassicView:
    """Build a view from few words.

    `places` lists each seat's spaces, once per guard or ship (`s_kyme s_kyme` means two guards). `stacks` are the
    colonies, as `kyme:hdw` for harbour, dwelling, warehouse; `W` is a wall. `fields` are other fields of the view.
    """
    pieces = tuple(
        PiecesView(space, seat, "guard" if space[0] in "sp" else "ship", spaces.count(space))
        for seat, spaces in enumerate(places)
        for space in dict.fromkeys(spaces)
    )
    built = {
        "s_" + site: tuple(KINDS[letter] for letter in letters)
        for site, _, letters in (entry.partition(":") for entry in stacks.split())
    }
    holder = {"s_" + piece.space[2:]: piece.seat for piece in pieces if piece.space[:2] in ("s_", "h_")}
    sites = tuple(
        SiteView(s.id, built.get(s.id, ()), holder.get(s.id), worth(built.get(s.id, ())), s.id in closed)
        for s in board().site
    )
    seats = tuple(
        SeatView(
            seat=seat,
            colour=COLOURS[seat],
            talents=talents[seat],
            rings=rings[seat],
            value=sum(site.value for site in sites if site.holder == seat),
            ships_in_reserve=7 - sum(p.count for p in pieces if p.seat == seat and p.kind == "ship"),
            guards_in_reserve=12 - sum(p.count for p in pieces if p.seat == seat and p.kind == "guard"),
            is_out=not spaces,
        )
        for seat, spaces in enumerate(places)
    )
    standing = [kind for stack in built.values() for kind in stack]
    view = ClassicView(
        looking=None,
        round=1,
        phase="action",
        on_turn=0,
        rolls_made=2,
        dice=tuple(DieView(face, number < used) for number, face in enumerate(dice.split())),
        movement_points=points[0],
        building_points=points[1],
        is_income_open=False,
        seats=seats,
        sites=sites,
        pieces=pieces,
        buildings_in_supply={kind: 20 - standing.count(kind) for kind in WORTH},
        rings_in_supply=50 - sum(rings[: len(places)]),
        battle=None,
        result=(),
    )
    return msgspec.structs.replace(view, **fields)


def _marks(*targets: str) -> tuple[Mark, ...]:
    return tuple(Mark(number, target) for number, target in enumerate(targets, 1))


_MIDDLE = (
    ("h_athenai", "s_athenai", "s_athenai", "s_pylos", "h_pylos", "z_aegean_sea", "p_epidamnos_athenai_2"),
    ("h_knossos", "s_knossos", "s_phaistos", "z_libyan_sea", "z_carpathian_sea"),
    ("h_syrakousai", "s_syrakousai", "s_panormos", "h_karthago", "z_tyrrhenian_sea"),
    ("h_ialysos", "s_ialysos", "s_miletos", "s_miletos", "s_miletos", "z_pamphylian_sea", "p_troia_miletos_1"),
)
_MIDDLE_STACKS = (
    "athenai:dwW pylos:hh knossos:hdwW phaistos:d syrakousai:wd panormos:h karthago:ww ialysos:dh miletos:ddW"
)

_LATE = (
    ("h_athenai", "s_athenai", "s_athenai", "s_pylos", "h_taras", "s_taras", "h_kyme", "z_fish", "s_epidamnos",
     "z_illyrian_sea", "z_cephallenian_sea", "p_epidamnos_athenai_3", "s_abdera"),
    ("h_knossos", "s_knossos", "s_phaistos", "h_kyrene", "s_kyrene", "z_libyan_sea", "z_marmaric_sea", "s_leptis",
     "h_leptis", "p_kyrene_leptis_3", "z_great_syrtis"),
    ("h_syrakousai", "s_syrakousai", "s_panormos", "h_karthago", "z_tyrrhenian_sea", "s_karthago", "s_ikosion",
     "h_karalis", "h_massalia", "s_massalia", "z_balearic_sea", "h_pollentia", "s_populonia", "s_spina"),
    ("h_ialysos", "s_ialysos", "s_miletos", "s_miletos", "s_miletos", "z_pamphylian_sea", "s_troia", "h_side",
     "s_side", "h_salamis", "s_paphos", "s_ugarit", "s_tyros", "h_kanopos", "z_nile_sea", "p_side_ugarit_3",
     "s_kanopos"),
)  # fmt: skip
_LATE_STACKS = (
    "athenai:dwwW pylos:hhWw taras:dW kyme:d epidamnos:hwW abdera:wd knossos:hdwW phaistos:dw kyrene:wdW leptis:dwW "
    "syrakousai:wwWw panormos:hw karthago:dhW ikosion:dW karalis:hd massalia:hd pollentia:h populonia:hW spina:d "
    "ialysos:dwwW miletos:ddW troia:hdW side:hhW salamis:ddWw paphos:whW tyros:dhW kanopos:wwWh ugarit:hW"
)


def positions() -> dict[str, Position]:
    return {
        "01-setup": Position(table((START,) * 4, phase="roll", rolls_made=1, dice="gull gull star build joker arrow")),
        "02-mid-roll": Position(
            table(_MIDDLE[:3], _MIDDLE_STACKS, round=7, phase="roll", on_turn=1, rolls_made=2,
                  dice="scales scales star joker gull build", talents=(38, 12, 51), rings=(2, 5, 0)),
            moves=(DiceRolled(1, 2, ("scales", "scales", "star", "joker", "gull", "build"), (3, 4, 5)),)
        ),
        "03-movement": Position(
            table(_MIDDLE, _MIDDLE_STACKS, round=9, points=(6, 1), used=4, talents=(38, 12, 51, 27),
                  rings=(2, 5, 0, 3)),
            _marks("z_thracian_sea", "z_icarian_sea", "z_myrtoan_sea", "h_abdera", "h_troia", "h_miletos",
                   "z_cretan_sea", "p_athenai_pylos_1", "p_epidamnos_athenai_4", "p_epidamnos_athenai_3",
                   "s_athenai", "s_athenai", "s_athenai", "s_pylos", "z_messenian_sea"),
            (PieceMoved(0, "ship", "z_messenian_sea", "z_aegean_sea", 4),)
        ),
        "04-colonies": Position(
            table(_MIDDLE, _MIDDLE_STACKS, round=10, on_turn=3, is_income_open=True, talents=(38, 12, 51, 107),
                  rings=(2, 5, 0, 13))
        ),
        "05-battle-attacker": Position(table(
            _MIDDLE, _MIDDLE_STACKS, round=11, phase="battle", used=3, points=(3, 0), rings=(2, 5, 0, 3),
            battle=BattleView(0, "ship", "z_aegean_sea", "s_miletos", 3, "guard", 3, 1, "attacker",
                              ("arrow", "joker", "star", "scales", "gull", "build"), 10, (), 0)
        )),
        "06-battle-defender": Position(table(
            ((*_MIDDLE[0], "z_aeolian_sea"), *_MIDDLE[1:]), _MIDDLE_STACKS, round=11, phase="battle", on_turn=2,
            used=3, points=(3, 0), rings=(2, 5, 0, 3),
            battle=BattleView(2, "ship", "z_tyrrhenian_sea", "z_aeolian_sea", 0, "ship", 1, 2, "defender",
                              ("arrow", "arrow", "star", "scales", "gull", "build"), 7,
                              ("joker", "joker", "star", "scales", "gull", "build"), 5)
        )),
        "07-two-seats": Position(table(
            (("z_fish", "h_kyme", "s_kyme", "s_kyme"), ("h_pylos", "s_athenai", "z_aegean_sea")),
            "kyme:dd pylos:h athenai:dw", round=4, on_turn=1, points=(11, 0), used=3)),
        "08-crowded": Position(
            table(_LATE, _LATE_STACKS, round=31, on_turn=3, points=(2, 4), used=5, talents=(88, 3, 141, 60),
                  rings=(7, 0, 12, 4)),
            _marks("s_troia", "s_miletos", "s_side", "s_side", "s_side", "h_side", "s_ugarit", "s_tyros", "s_kanopos"),
            (PieceMoved(3, "ship", "h_kanopos", "z_pamphylian_sea", 3), PieceRecruited(3, "ship", "s_kanopos", 4),
             PieceMoved(3, "guard", "s_tyros", "p_side_ugarit_3", 4),
             BuildingPlaced(3, "s_miletos", "wall", 3, 4, 2, 52))
        ),
        "09-result": Position(table(
            _LATE, _LATE_STACKS, round=33, phase="over", on_turn=None, talents=(88, 3, 141, 60), rings=(7, 0, 12, 4),
            result=(Placing(3, 1, 52), Placing(2, 2, 31), Placing(0, 3, 30), Placing(1, 4, 23))
        )),
        "10-short-game-elimination": Position(table(
            (_MIDDLE[0], (), _MIDDLE[2]), _MIDDLE_STACKS, round=14, on_turn=2, points=(0, 2), used=4,
            closed=("s_malaka", "s_ikosion", "s_spina", "s_abdera", "s_side")
        )),
    }  # fmt: skip


def pictures() -> dict[str, GalleryPicture]:
    return {name: picture_table(RENDERER, position) for name, position in positions().items()}
