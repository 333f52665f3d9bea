"""Ten handmade positions for the gallery and for tests, read from `assets/minos_classic_gallery.toml`."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from engine.minos_classic.seen.view import ClassicView, DieView, PiecesView, SeatView, SiteView
from engine.minos_classic.state.facts import BuildingPlaced, DiceRolled, PieceMoved, PieceRecruited
from render import gallery
from render.gallery import GalleryPicture, picture_table
from render.minos_classic.board import board
from render.minos_classic.renderer import RENDERER
from render.renderer import Mark

COLOURS = ("crimson", "azure", "amber", "jade")
KINDS = {"h": "harbour", "d": "dwelling", "w": "warehouse", "W": "wall"}
WORTH = {"harbour": 1, "dwelling": 1, "warehouse": 2, "wall": 0}
Moves = BuildingPlaced | DiceRolled | PieceMoved | PieceRecruited
FILE = Path(__file__).parents[1] / "assets" / "minos_classic_gallery.toml"


Position: TypeAlias = gallery.Position[ClassicView]


def worth(stack: tuple[str, ...]) -> int:
    """Return the value of a stack of buildings. VALUE-1, VALUE-2"""
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
    """Build a view from a short description. `places` lists the space of each piece, by seat. In `stacks`, `kyme:hdw`
    is a colony with harbour, dwelling and warehouse; `W` is a wall. `fields` sets any other field."""
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
        on_turn=None if fields.get("phase") == "over" else 0,
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
    return msgspec.convert(msgspec.to_builtins(view) | msgspec.to_builtins(fields), ClassicView)


def _position(places: list[str], marks: str = "", moves: Sequence[Mapping[str, Any]] = (), **fields: Any) -> Position:
    view = table(tuple(tuple(spaces.split()) for spaces in places), **fields)
    numbered = tuple(Mark(number, target) for number, target in enumerate(marks.split(), 1))
    return Position(view, numbered, msgspec.convert(moves, tuple[Moves, ...]))


def positions() -> dict[str, Position]:
    written = tomllib.loads(FILE.read_text(encoding="utf-8"))
    tables = written["tables"]
    return {name: _position(**tables[entry.pop("table")] | entry) for name, entry in written["positions"].items()}


def pictures() -> dict[str, GalleryPicture]:
    return {name: picture_table(RENDERER, position) for name, position in positions().items()}
