"""What content must fit before a game is played with it: VAL-1 to VAL-8, and the counts of the box (INV)."""

import re
from collections import Counter
from collections.abc import Iterable

from engine.kernel.content import UnfitContent, fit
from engine.minos_dawn.content import Content
from engine.minos_dawn.effects import (
    GOODS,
    TRACKS,
    TRIGGERS,
    Coins,
    Conversion,
    DrawActive,
    DrawAge2,
    DrawOfferOrActive,
    Gains,
    If,
    Points,
    UnknownEffect,
    Weaponry,
    parse,
)

SEATS = (2, 3, 4)
MEASURES = (
    "income_space", "goods_of_one_type", "track.cultural", "presence_regions", "dominance_regions", "track.population",
    "route_spaces", "towers", "ships", "palace_cards", "palace_one_trigger", "track.influence",
)  # fmt: skip
"""The conditions of the twelve vases, VASE-C1 to VASE-C12."""


def check(content: Content) -> None:
    """Raise `UnfitContent` unless a game can be played with `content`."""
    _check_board(content)
    _check_map(content)
    _check_player_board(content)
    _check_tracks(content)
    _check_abilities(content)
    _check_decrees(content)
    _check_starting_cards(content)
    _check_routes(content)
    _check_tiles(content)
    _check_vases(content)


def _effect(text: str, file: str, entry: str, field: str) -> None:
    """An effect of the language, and VAL-7."""
    try:
        effects = parse(text)
    except UnknownEffect as error:
        raise UnfitContent(file, entry, field, f"no such effect: {error}") from error
    edges: set[tuple[str, str]] = set()
    for effect in effects:
        conversion = effect.then if isinstance(effect, If) else effect
        if isinstance(conversion, Conversion) and conversion.repeats:
            edges |= {(paid, got) for paid in _paid(conversion) for got in _got(conversion.gains)}
    fit(not _runs_round(edges), file, entry, field, "conversions that run round without end")


def _paid(conversion: Conversion) -> list[str]:
    cost = conversion.cost
    kinds = [("money", cost.coins + cost.weaponry), ("card", cost.discard), ("vp", cost.vp)]
    return [kind for kind, amount in kinds if amount]


def _got(gains: Gains) -> list[str]:
    """What a gain gives that a conversion can cost; coins and weaponry are one, by SA5."""
    kinds = []
    for part in gains:
        match part.atom:
            case Coins() | Weaponry():
                kinds.append("money")
            case DrawActive() | DrawAge2() | DrawOfferOrActive():
                kinds.append("card")
            case Points():
                kinds.append("vp")
    return kinds


def _runs_round(edges: set[tuple[str, str]]) -> bool:
    reach = set(edges)
    for _ in range(3):
        reach |= {(a, d) for a, b in reach for c, d in reach if b == c}
    return any(a == b for a, b in reach)


def _unique(ids: Iterable[object], file: str, field: str) -> None:
    for name, count in Counter(ids).items():
        fit(count == 1, file, str(name), field, "stands there twice")


def _check_board(content: Content) -> None:
    """VAL-6, and the figures the rules lean on."""
    board, file = content.board, "board.toml"
    fit(board.goods.types == GOODS, file, "goods", "types", f"the types are {GOODS}")
    fit(board.goods.temporary_tiles % len(GOODS) == 0, file, "goods", "temporary_tiles", "not even over the types")
    fit(board.goods.face_up_per_type <= board.goods.tiles_per_type, file, "goods", "face_up_per_type", "too many")
    fit(
        board.dice.tracks == {"red": "influence", "yellow": "cultural", "blue": "population"},
        file,
        "dice",
        "tracks",
        "see PROG-1",
    )
    fit(
        tuple(row.id for row in board.row) == ("prepare", "develop", "build", "expand", "wild"),
        file,
        "row",
        "id",
        "the rows",
    )
    _effect(board.forfeit, file, "-", "forfeit")
    for row in board.row:
        for seats in SEATS:
            spaces = getattr(row, f"spaces_{seats}")
            fit(len(spaces) == seats, file, f"row {row.id}", f"spaces_{seats}", f"VAL-6: {len(spaces)} spaces")
            for space in spaces:
                fit(space.points >= 1, file, f"row {row.id}", f"spaces_{seats}", "a space without points")
                if space.gain:
                    _effect(space.gain, file, f"row {row.id}", f"spaces_{seats}")
    slots = board.vase_slots
    fit(slots.vp == tuple(sorted(slots.vp, reverse=True)), file, "vase_slots", "vp", "not descending")


def _check_map(content: Content) -> None:
    """VAL-3"""
    board, file = content.board, "board.toml"
    _unique((region.number for region in board.region), file, "number")
    regions = {region.number: region for region in board.region}
    for region in board.region:
        where = f"region {region.id}"
        fit(region.good in GOODS, file, where, "good", f"no good {region.good}")
        for other in region.adjacent:
            fit(other in regions, file, where, "adjacent", f"no region {other}")
            fit(region.number in regions[other].adjacent, file, where, "adjacent", f"{other} does not list it")
    fit(sorted(setup.players for setup in board.setup) == list(SEATS), file, "setup", "players", "one setup a count")
    for setup in board.setup:
        where = f"setup {setup.players}"
        for number in (*setup.active, *setup.starting):
            fit(number in regions, file, where, "active", f"no region {number}")
        fit(set(setup.starting) <= set(setup.active), file, where, "starting", "out of play")
        fit(len(setup.starting) == setup.players, file, where, "starting", "VAL-3: as many as seats")
        fit(len(setup.active) - setup.players <= 10, file, where, "active", "VAL-3: more than 10 do not start")
        fit(len(setup.active) >= 7, file, where, "active", "VAL-3: fewer than 7 regions")
        reached, edge = {setup.active[0]}, [setup.active[0]]
        while edge:
            step = [n for number in edge for n in regions[number].adjacent if n in setup.active and n not in reached]
            reached.update(step)
            edge = step
        fit(reached == set(setup.active), file, where, "active", "VAL-3: not connected")


def _check_player_board(content: Content) -> None:
    board, file = content.player_board, "player_board.toml"
    fit(len(board.income.spaces) == board.income.last + 1, file, "income", "spaces", "not as many as `last` says")
    fit(board.income.start == 0, file, "income", "start", "the marker starts leftmost")
    counts = (len(board.city), len(board.tower), len(board.ship), len(board.farm))
    fit(counts == (3, 3, 3, 4), file, "-", "-", f"INV-10: cities, towers, ships, farms are {counts}")
    for field, gains in (
        ("tower", [tower.gain for tower in board.tower]),
        ("farm", [farm.gain for farm in board.farm]),
        ("goods", list(board.goods.gained)),
    ):
        for number, gain in enumerate(gains, 1):
            _effect(gain, file, f"{field} {number}", "gain")


def _check_tracks(content: Content) -> None:
    tracks, file = content.tracks, "progress_tracks.toml"
    fit(tuple(track.id for track in tracks.track) == TRACKS, file, "track", "id", f"the tracks are {TRACKS}")
    for track in tracks.track:
        fit(len(track.spaces) == tracks.top + 1, file, f"track {track.id}", "spaces", f"0 to {tracks.top}")
        for space in track.spaces:
            if space.gain:
                _effect(space.gain, file, f"track {track.id}", "gain")
    starts = [tracks.track[0].spaces[0].palace, tracks.track[1].spaces[0].ability, tracks.track[2].spaces[0].presence]
    fit(all(starts), file, "track", "spaces", "space 0 has no standing value")
    _effect(tracks.beyond_top, file, "-", "beyond_top")


def _check_abilities(content: Content) -> None:
    file = "abilities.toml"
    ids = tuple(ability.id for ability in content.abilities)
    fit(ids == ("SA1", "SA2", "SA3", "SA4", "SA5"), file, "-", "id", "the five abilities in order")
    needed = (("card_discount",), ("gain",), ("gain", "coin_discount"), ("group_total",),
              ("exchange_give", "exchange_get", "income", "resources_per_vp"))  # fmt: skip
    for ability, fields in zip(content.abilities, needed, strict=True):
        for field in fields:
            fit(len(getattr(ability, field)) == 3, file, ability.id, field, "one entry a level")
        for text in (*ability.gain, *ability.income):
            _effect(text, file, ability.id, "gain")


def _check_decrees(content: Content) -> None:
    """VAL-1"""
    _unique((decree.id for age in content.decrees for decree in age), "decrees_age1.toml", "id")
    for age, decrees in enumerate(content.decrees, 1):
        file = f"decrees_age{age}.toml"
        fit(len(decrees) == 72, file, "-", "decree", f"VAL-1: {len(decrees)} decrees")
        for decree in decrees:
            fit(decree.cost >= 0, file, decree.id, "cost", "VAL-1: below 0")
            fit(decree.vp >= 0, file, decree.id, "vp", "VAL-1: below 0")
            fit(len(decree.discount) <= 2, file, decree.id, "discount", "VAL-1: more than two icons")
            fit(set(decree.discount) <= set(GOODS), file, decree.id, "discount", "VAL-1: no such good")
            fit(decree.trait.trigger in TRIGGERS, file, decree.id, "trait.trigger", "VAL-1: no such trigger")
            _effect(decree.effect, file, decree.id, "effect")
            _effect(decree.trait.effect, file, decree.id, "trait.effect")


def _check_starting_cards(content: Content) -> None:
    """VAL-2"""
    file = "starting_cards.toml"
    _unique((card.id for card in content.starting_cards), file, "id")
    for card in content.starting_cards:
        fit(card.good in GOODS, file, card.id, "good", f"no good {card.good}")
        fit(set(card.temp) <= set(GOODS), file, card.id, "temp", "no such good")
        fit(card.draw - card.put_back >= 1, file, card.id, "put_back", "VAL-2: no card is kept")
    for setup in content.board.setup:
        cards = [card for card in content.starting_cards if card.players == setup.players]
        where = f"cards for {setup.players}"
        fit(len(cards) == setup.players, file, where, "players", f"VAL-2: {len(cards)} cards")
        regions = sorted(card.region for card in cards)
        fit(regions == sorted(setup.starting), file, where, "region", f"VAL-2: they start in {regions}")
        fit(sum(card.first_player for card in cards) == 1, file, where, "first_player", "VAL-2: exactly one")


def _check_routes(content: Content) -> None:
    """VAL-5"""
    file = "trade_routes.toml"
    routes = content.routes
    _unique((route.id for route in routes.route), file, "id")
    sides = sorted((route.tile, route.side) for route in routes.route)
    fit(sides == [(t, s) for t in (1, 2, 3) for s in "AB"], file, "route", "tile", "three tiles, sides A and B")
    for route in routes.route:
        fit(len(route.cost) == len(route.income) == 5, file, route.id, "cost", "VAL-5: five spaces")
        fit(all(cost >= 0 for cost in route.cost), file, route.id, "cost", "VAL-5: below 0")
        for income in route.income:
            _effect(income, file, route.id, "income")
            fit(not _builds(income), file, route.id, "income", "PROG-15: an income that builds would need reservations")
    for colour in ("blue", "red"):
        tiles = [tile for tile in content.trade_bonuses if tile.colour == colour]
        for seats, count in content.board.trade_bonus_tiles_per_route.items():
            fit(count >= int(seats), "board.toml", "trade_bonus_tiles_per_route", seats, "VAL-5: fewer than seats")
            enough = len(tiles) >= 3 * count
            fit(enough, "trade_bonuses.toml", colour, "colour", f"VAL-5: {len(tiles)} tiles do not lie beside 3 routes")


def _builds(text: str) -> bool:
    """Whether an effect gives Build AP, by itself or as Wild AP."""
    return re.search(r"\b(build|buildfree|wild) \d", text) is not None


def _check_tiles(content: Content) -> None:
    """VAL-8, and INV-16, INV-17, INV-20, INV-21."""
    for file, tiles, count in (
        ("trade_bonuses.toml", content.trade_bonuses, 30),
        ("action_bonuses.toml", content.action_bonuses, 5),
        ("foundations.toml", content.foundations, 20),
        ("sea_peoples.toml", content.sea_peoples, 20),
    ):
        _unique((tile.id for tile in tiles), file, "id")
        fit(len(tiles) == count, file, "-", "tile", f"{len(tiles)} tiles, not {count}")
        for tile in tiles:
            _effect(tile.effect, file, tile.id, "effect")
    for tile in content.sea_peoples:
        fit(tile.weapons >= 1, "sea_peoples.toml", tile.id, "weapons", "VAL-8: at least 1")
        fit(tile.level in (1, 2), "sea_peoples.toml", tile.id, "level", "1 or 2")
    levels = [tile.level for tile in content.sea_peoples]
    fit(levels.count(1) == 10, "sea_peoples.toml", "-", "level", "ten of each level")


def _check_vases(content: Content) -> None:
    """VAL-4"""
    file = "vases.toml"
    measures = tuple(vase.measure for vase in content.vases)
    fit(sorted(measures) == sorted(MEASURES), file, "-", "measure", "VAL-4: one vase a condition")
    fit(len({vase.colour for vase in content.vases}) >= 3, file, "-", "colour", "VAL-4: fewer than three colours")
