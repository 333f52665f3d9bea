"""Minerva's messages: tiles for suggestions and look-ups, and the result of a solo game."""

from collections.abc import Mapping, Sequence
from functools import cache

from cogs.ui.game_ui import Entry
from engine.kernel.decision import Argument, Message, Option
from engine.kernel.rules import OptionValue, Placing
from engine.minerva.content.box import Tile, the_box
from engine.minerva.content.terms import FORUM, RESIDENCE, SEATS
from engine.minerva.content.words import amounts, effect_of, tile
from engine.minerva.state.standings import title_of

NAME = "minerva.tile."
"""The beginning of the word ids of tiles. The tile's kind follows."""


@cache
def _of_each_kind() -> Mapping[str, Tile]:
    """Return one tile of each kind, by kind. All tiles of a kind are alike."""
    found: dict[str, Tile] = {}
    for each in the_box().tiles.values():
        found.setdefault(each.kind, each)
    return found


def tile_of(option: Option) -> Message | None:
    """Return the name of the tile in an option's label, or None."""
    tile = option.label if option.label.id.startswith(NAME) else option.label.blanks.get("tile")
    return tile if isinstance(tile, Message) else None


def tile_hint(option: Option) -> Message | None:
    """Return the effect of the tile that an option's label names, or None."""
    named = tile_of(option)
    if named is None or not named.id.startswith(NAME):
        return None
    return effect_of(_of_each_kind()[named.id.removeprefix(NAME)].id)


def tile_words(kind: str) -> Message:
    """Describe a tile: category, cost, effect, scoring time, and number of copies."""
    each = _of_each_kind()[kind]
    timing = each.category if each.category in ("special", "temple", "residence") else "line"
    cost = amounts(each.cost) or (Message("tile.free"),)
    blanks: dict[str, Argument] = {
        "tile": tile(each.id),
        "category": Message(f"minerva.category.{each.category}"),
        "cost": cost,
        "when": Message(f"tile.when.{timing}", {"effect": effect_of(each.id)}),
        "count": _count(kind),
    }
    return Message("tile.text", blanks)


def _count(kind: str) -> int:
    kit = {FORUM: len(SEATS), RESIDENCE: len(SEATS) * the_box().constants.start.residences}
    return kit.get(kind) or sum(each.kind == kind for each in the_box().tiles.values())


@cache
def entries() -> Mapping[str, tuple[Entry, ...]]:
    return {"tile": tuple(Entry(kind, tile(each.id), tile_words(kind)) for kind, each in _of_each_kind().items())}


def alone(name: str, placings: Sequence[Placing], options: Mapping[str, OptionValue]) -> tuple[Message, ...]:
    """Return the title earned, then the points missing for the next title. SOLO-16"""
    score = placings[0].score
    number = title_of(score)
    earned: dict[str, Argument] = {
        "name": name,
        "title": Message(f"minerva.title.{number}"),
        "points": Message("minerva.points", {"count": score}),
    }
    headline = Message("minerva.alone.title", earned)
    if number == 0:
        return headline, Message("minerva.alone.highest")
    least = the_box().constants.solo.title[number - 1].min_points
    more: dict[str, Argument] = {
        "title": Message(f"minerva.title.{number - 1}"),
        "least": Message("minerva.points", {"count": least}),
        "points": Message("minerva.points", {"count": least - score}),
    }
    return headline, Message("minerva.alone.next", more)
