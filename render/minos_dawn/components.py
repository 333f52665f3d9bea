"""Pictures of all components in the box, drawn from the current content."""

from collections.abc import Iterator
from functools import partial
from itertools import chain

from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.records import SoloCard
from render import inline, theme
from render.inline import Group, Sign, Word, amount, count
from render.minos_dawn import symbols
from render.minos_dawn.icons import DICE, DICE_DARK
from render.minos_dawn.plates import court, phases, tracks
from render.renderer import Say
from render.scene import Box, Icon, Items, Scene, Text
from render.sheets import Cell, cells, page

SOLO_HEIGHT = 150
COLUMNS, PER_PAGE = 5, 30
"""Columns and decrees per page. Six rows of five are legible on an ordinary screen."""


def pages(words: Say) -> Iterator[tuple[str, Scene]]:
    content = the_box().content
    for age, decrees in enumerate(content.decrees, 1):
        for number, first in enumerate(range(0, len(decrees), PER_PAGE), 1):
            ids = [each.id for each in decrees[first : first + PER_PAGE]]
            title = f"decrees_age{age}.toml   {ids[0]} – {ids[-1]}"
            yield f"decrees-age{age}-{number}", page(title, ids, COLUMNS, court.CARD, partial(_decree, words))
    yield "starting-cards", cells("starting_cards.toml", list(_starting_cards()), 3)
    foundations = [(f.id, f.name, [symbols.effect_line(f"foundation:{f.id}")]) for f in content.foundations]
    yield "foundations", cells("foundations.toml", foundations, 4)
    sea = [
        (tile.id, f"level {tile.level}",
         [(Word(str(tile.weapons)), Sign("dawn:weapon"), Word("→"), *symbols.effect_line(f"sea:{tile.id}"))])
        for tile in content.sea_peoples
    ]  # fmt: skip
    yield "sea-peoples", cells("sea_peoples.toml", sea, 4)
    bonuses = [(t.id, t.colour, [symbols.effect_line(f"bonus:{t.id}")]) for t in content.trade_bonuses]
    yield "trade-bonuses", cells("trade_bonuses.toml", bonuses, 5)
    actions = [(t.id, "", [symbols.effect_line(f"action:{t.id}")]) for t in content.action_bonuses]
    yield "action-bonuses", cells("action_bonuses.toml", actions, 5)
    yield "trade-routes", cells("trade_routes.toml", list(_routes()), 3)
    vases = [
        (f"{vase.number}", vase.name, [(Sign("dawn:vase", vase.colour), Word(f"{vase.measure} ≥ {vase.at_least}"))])
        for vase in content.vases
    ]
    yield "vases", cells("vases.toml", vases, 4)
    yield "abilities", cells("abilities.toml", list(_abilities()), 3)
    yield "progress-tracks", cells("progress_tracks.toml", list(_tracks()), 3)
    yield "player-board", cells("player_board.toml", list(_player_board()), 4)
    yield "action-rows", cells("board.toml: rows", list(_action_rows()), 3)
    yield (
        "solo-cards",
        page("solo_cards.toml: front, and the list of the back", content.solo_cards, 4, SOLO_HEIGHT, _solo_card),
    )


def _decree(words: Say, key: str, left: float, top: float, width: float) -> Items:
    yield from court.card(key, None, left, top, width, court.CARD, words)
    yield Text(round(left + width - 12), top + court.CARD - 84, key, "bold", 22, theme.INK_SOFT, "rm")


def _starting_cards() -> Iterator[Cell]:
    for card in the_box().content.starting_cards:
        first = " · first player" if card.first_player else ""
        holdings = (*amount(card.coins, "dawn:coin"), *amount(card.weapons, "dawn:weapon"), *amount(card.vp, "dawn:vp"),
                    Sign(f"dawn:good:{card.good}"))  # fmt: skip
        temps = tuple(Sign(f"dawn:temp:{good}") for good, number in card.temp.items() for _ in range(number))
        warrior = amount("+1", "dawn:warriors") if card.extra_warrior else ()
        deal = (*count("dawn:deck", f"{card.draw} − {card.put_back}", "1"), *temps, *warrior)
        yield card.id, f"{card.players} players · region {card.region}{first}", [holdings, deal]


def _routes() -> Iterator[Cell]:
    for route in the_box().content.routes.route:
        lines: list[Group] = []
        for space, cost in enumerate(route.cost, 1):
            income = symbols.effect_line(f"route:{route.id}:{space}")
            top = (Word("|"), *amount(route.top_vp, "dawn:vp")) if space == len(route.cost) else ()
            lines.append((Word(f"{space}:"), *amount(cost, "dawn:coin"), Word("→"), *income, *top))
        yield f"{route.tile}{route.side}", f"{route.name} ({route.id})", lines


def _abilities() -> Iterator[Cell]:
    for ability in the_box().content.abilities:
        lines = [(Word(f"{level + 1}:"), *phases.level_line(ability.id, level)) for level in range(3)]
        kept = [amount(f"{kept} =", "dawn:vp@end") for kept in ability.resources_per_vp]
        yield ability.id, ability.name, [*lines, *kept]


def _tracks() -> Iterator[Cell]:
    for track, printed in enumerate(the_box().content.tracks.track):
        gains = [inline.join(tracks.gains_of_space(track, space)) for space in range(len(printed.spaces))]
        yield printed.id, f"({printed.colour})", [(Word(f"{n}:"), *gain) for n, gain in enumerate(gains)]


def _player_board() -> Iterator[Cell]:
    board = the_box().content.player_board
    towers = [
        (*amount(tower.cost, "dawn:coin"), Word("→"), *symbols.effect_line(f"tower:{number}"),
         *amount(f" +{tower.region_vp}", "dawn:regions"))
        for number, tower in enumerate(board.tower, 1)
    ]  # fmt: skip
    farms = [
        (*amount(farm.cost, "dawn:warriors"), Word("→"), *symbols.effect_line(f"farm:{number}"),
         *amount(f" {farm.scoring_vp}", "dawn:vp@rounds"))
        for number, farm in enumerate(board.farm, 1)
    ]  # fmt: skip
    yield "tower", "", towers
    yield "farm", "", farms
    for name, pieces in (("city", board.city), ("ship", board.ship)):
        yield name, "", [(*amount(p.cost, "dawn:coin"), *amount(f"→ {p.end_vp}", "dawn:vp@end")) for p in pieces]
    gained = range(1, len(board.goods.gained) + 1)
    yield "goods", "gained", [(Word(f"{n}:"), *symbols.effect_line(f"good:{n}")) for n in gained]
    steps = [
        (Word(f"{n}:"), *amount(s.coin, "dawn:coin"), *amount(f" {s.vp}", "dawn:vp"))
        for n, s in enumerate(board.income.spaces)
    ]
    for start in range(0, len(steps), 4):
        some = steps[start : start + 4]
        yield "income", f"spaces {start} to {start + len(some) - 1}", some


def _action_rows() -> Iterator[Cell]:
    for row in the_box().content.board.row:
        for seats, spaces in ((2, row.spaces_2), (3, row.spaces_3), (4, row.spaces_4)):
            lines = [
                (Word(f"{space.points}"), Sign(f"dawn:trigger:{row.id}"), Word(" "), *chain(*symbols.gains_of(space)),
                 *((Sign("dawn:drawage2"),) if space.age2_draw else ()))
                for space in spaces
            ]  # fmt: skip
            yield row.id, f"{seats} players", lines


def _solo_card(card: SoloCard, left: float, top: float, width: float) -> Items:
    """Yield both sides of a solo card: criterion, colours and vases on the front, three actions on the back."""
    left = round(left)
    yield Box(left, top, round(width), SOLO_HEIGHT, theme.CREAM, 12, theme.NIGHT_EDGE, 3)
    shown = card.criterion if card.criterion in ("lowest", "highest") else f"{card.criterion}, {card.pick}"
    yield Text(left + 12, top + 24, f"{card.id}  {shown}", "bold", 24, theme.INK, "lm")
    for place, colour in enumerate(card.colours):
        yield Box(left + 12 + place * 48, top + 50, 40, 40, DICE[colour], 8, DICE_DARK[colour], 3)
    for place, vase in enumerate(card.vases):
        colour = next((v.colour for v in the_box().content.vases if v.number == vase), "gray")
        x = left + 32 + place * 56
        yield Icon("dawn:vase", x, top + 120, 48, colour)
        yield Text(x, top + 123, str(vase), "bold", 20, theme.CREAM, "mm", theme.NIGHT_EDGE)
    for place, action in enumerate(card.actions):
        at = left + width - 210 + place * 66
        yield Box(round(at), top + 50, 60, 88, theme.PAPYRUS_DIM, 8)
        yield Icon(f"dawn:trigger:{action}", at + 30, top + 94, 50)
