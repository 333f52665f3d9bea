"""What content must fit before a game is played with it: counts of the box, references, the effect language."""

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.kernel.content import UnfitContent, fit
from engine.minerva.content import Amounts, Building, Content, CultureTile, KitTile, Temple
from engine.minerva.grammar import (
    ANY,
    ANY_CULTURE,
    DENARII,
    GLORY,
    SAME,
    ActivateAround,
    Choose,
    Convert,
    Culture,
    Each,
    Effect,
    Gain,
    If,
    Item,
    MoveAround,
    Nothing,
    RemoveResidence,
    Score,
    TakeCulture,
    UnknownEffect,
    parse,
)
from engine.minerva.state import ARTS, CATEGORIES, FORUM, RESIDENCE, RESOURCES

SEATS = (1, 2, 3, 4)
ROUNDS = 6
RANKS = 3
MOST_FREE = 3
"""So many tokens of free choice are asked at once at most: 20 ways. EFF-07"""

SPECIAL_EFFECTS = (TakeCulture, ActivateAround, MoveAround, RemoveResidence, Gain, Convert)
"""What a tile may do when it is built. BUILD-08"""

ACTIVATION_EFFECTS = (Gain, Culture, Convert, If, Each, Choose)


def check(content: Content) -> None:
    """Raise `UnfitContent` unless a game can be played with `content`."""
    _check_constants(content)
    _check_ids(content)
    for building in content.buildings:
        _check_building(building, "buildings.toml")
    for building in content.startings:
        _check_building(building, "starting.toml")
        fit(building.category != "special", "starting.toml", building.id, "category", "a starting building is special")
    _check_kinds({"buildings.toml": content.buildings, "starting.toml": content.startings})
    for temple in content.temples:
        _check_temple(temple)
    for tile in content.constants.kit:
        _check_kit(tile)
    _check_decks(content)
    _check_culture(content.culture)
    _check_glory(content)
    _check_order(content)
    _check_assistants(content)
    _check_solo(content)


def _check_constants(content: Content) -> None:
    """The words and numbers that the rules themselves know."""
    file, constants = "game.toml", content.constants
    fixed: dict[str, tuple[Sequence[object] | int, Sequence[object] | int]] = {
        "players": (constants.players, SEATS),
        "rounds": (constants.rounds, ROUNDS),
        "culture_categories": (constants.culture_categories, ARTS),
        "resources": (constants.resources, RESOURCES),
        "categories": (constants.categories, CATEGORIES),
    }
    for field, (given, wanted) in fixed.items():
        fit(given == wanted, file, "-", field, f"the rules know {wanted}")
    positive = ("resource_cap", "missing_resource_denarii", "money_resources_per_vp")
    for field in positive:
        fit(getattr(constants, field) >= 1, file, "-", field, "at least 1")
    for field in ("overflow_denarii", "sale_denarii", "turn_fee_denarii", "skip_income_denarii", "temples_face_up"):
        fit(getattr(constants, field) >= 0, file, "-", field, "below nothing")
    for field in ("sale_denarii", "overflow_denarii"):
        fit(getattr(constants, field) <= 1, file, "-", field, "more than 1 could be turned round for ever")
    start = constants.start
    fit(len(start.denarii_by_seat) == len(SEATS), file, "start", "denarii_by_seat", f"for {len(SEATS)} seats")
    for field in ("residences", "assistants", "glory"):
        fit(getattr(start, field) >= 0, file, "start", field, "below nothing")
    _check_amounts(start.resources, file, "start", "resources", constants.resource_cap)
    fit(min(start.denarii_by_seat) >= 0, file, "start", "denarii_by_seat", "below nothing")


def _check_amounts(amounts: Amounts, file: str, entry: str, field: str, most: int) -> None:
    for resource, count in zip(RESOURCES, amounts, strict=True):
        fit(0 <= count <= most, file, entry, f"{field}.{resource}", f"0 to {most}")


def _check_ids(content: Content) -> None:
    """A tile is known by its id alone, wherever it lies."""
    files = {
        "game.toml": [tile.id for tile in content.constants.kit],
        "buildings.toml": [tile.id for tile in content.buildings],
        "starting.toml": [tile.id for tile in content.startings],
        "temples.toml": [tile.id for tile in content.temples],
        "culture.toml": [tile.id for tile in content.culture],
        "glory.toml": [tile.id for tile in content.glory],
        "order.toml": [tile.id for tile in content.order],
    }
    seen: set[str] = set()
    for file, ids in files.items():
        for id in ids:
            fit(bool(id) and id not in seen, file, id or "-", "id", "stands for two tiles")
            fit(not set(id) & set(":,+ "), file, id, "id", "has a sign that option keys need")
            seen.add(id)


def _effect(text: str, file: str, entry: str) -> Effect:
    try:
        return parse(text)
    except UnknownEffect as error:
        raise UnfitContent(file, entry, "effect", f"no such effect: {error}") from error


def _check_building(tile: Building, file: str) -> None:
    """When-built exactly where special (EFF-06); special clauses only there."""
    known = CATEGORIES[: CATEGORIES.index("temple")]
    fit(tile.category in known, file, tile.id, "category", f"one of {known}")
    fit(tile.min_players in SEATS[1:], file, tile.id, "min_players", "2, 3 or 4")
    fit(tile.when_built == (tile.category == "special"), file, tile.id, "when_built", "exactly where special")
    _check_amounts(tile.cost, file, tile.id, "cost", 99)
    effect = _effect(tile.effect, file, tile.id)
    fitting = SPECIAL_EFFECTS if tile.when_built else ACTIVATION_EFFECTS
    fit(isinstance(effect, fitting), file, tile.id, "effect", f"nothing for {tile.category}")
    problem = _unaskable(effect)
    fit(not problem, file, tile.id, "effect", problem)


def _unaskable(effect: Effect) -> str:
    """What is wrong with an effect that cannot be asked in one short question, or could be repeated for ever."""
    match effect:
        case Convert(pay, get):
            if _runs_round(effect):
                return "could be repeated for ever"
            if pay.what in (ANY, SAME) and get.what == ANY:
                return "a free choice on both sides"
            return _too_free([pay, get])
        case If(get=get) | Each(get=get):
            return "a free choice behind a colon" if get.what == ANY else ""
        case Choose(first, second):
            return "a free choice in a choice" if _is_free(first) or _is_free(second) else ""
        case Gain(items):
            return _too_free(items)
        case _:
            return ""


def _too_free(items: Sequence[Item]) -> str:
    free = sum(item.count for item in items if item.what == ANY)
    return f"{free} free tokens at once" if free > MOST_FREE else ""


def _is_free(side: Gain | Culture) -> bool:
    if isinstance(side, Gain):
        return any(item.what == ANY for item in side.items)
    return any(point.art == ANY_CULTURE for point in side.points)


def _runs_round(convert: Convert) -> bool:
    """Whether what it gives pays for as much again, selling included. SELL-01, LIMIT-02"""
    pay, get = convert.pay, convert.get
    if get.what == GLORY:
        return False
    if pay.what == DENARII:
        return get.count >= pay.count
    is_paid_back = get.what == pay.what or ANY in (pay.what, get.what) or pay.what == SAME
    return get.what != DENARII and is_paid_back and get.count >= pay.count


def _check_kinds(files: Mapping[str, Sequence[Building]]) -> None:
    """Tiles of a kind are the same tile, so that one of them stands for all."""
    first: dict[str, Building] = {}
    for file, tiles in files.items():
        for tile in tiles:
            same = first.setdefault(tile.kind, tile)
            for field in ("name", "category", "cost", "effect"):
                fit(getattr(same, field) == getattr(tile, field), file, tile.id, field, f"differs from {same.id}")


def _check_temple(temple: Temple) -> None:
    file = "temples.toml"
    fit(temple.category == "temple", file, temple.id, "category", "temple")
    fit(temple.min_players == SEATS[1], file, temple.id, "min_players", "temples are always used")
    _check_amounts(temple.cost, file, temple.id, "cost", 99)
    effect = _effect(temple.effect, file, temple.id)
    fit(isinstance(effect, Score), file, temple.id, "effect", "a temple scores")
    said = Score(temple.area, temple.target, temple.vp)
    fit(effect == said, file, temple.id, "effect", f"differs from {said}")


def _check_kit(tile: KitTile) -> None:
    """SETUP-05, RES-01, RES-07"""
    file = "game.toml"
    fit(tile.id in (FORUM, RESIDENCE), file, f"kit {tile.id}", "id", f"{FORUM} or {RESIDENCE}")
    category = "production" if tile.id == FORUM else "residence"
    fit(tile.category == category, file, f"kit {tile.id}", "category", category)
    fit(not any(tile.cost), file, f"kit {tile.id}", "cost", "free")
    fit(not tile.when_built, file, f"kit {tile.id}", "when_built", "exactly where special")
    effect = _effect(tile.effect, file, f"kit {tile.id}")
    fitting = isinstance(effect, ACTIVATION_EFFECTS) if tile.id == FORUM else effect == Nothing()
    fit(fitting and not _unaskable(effect), file, f"kit {tile.id}", "effect", f"nothing for {category}")
    fit(tile.total == tile.per_player * SEATS[-1], file, f"kit {tile.id}", "total", "not for four seats")


def _check_decks(content: Content) -> None:
    """SETUP-02, SETUP-05, SETUP-08, SOLO-04"""
    constants, deck = content.constants, content.constants.normal_deck
    kit = [tile.id for tile in constants.kit]
    fit(sorted(kit) == [FORUM, RESIDENCE], "game.toml", "kit", "-", f"there are {kit}")
    per_player = {tile.id: tile.per_player for tile in constants.kit}
    fit(per_player[FORUM] == 1, "game.toml", "kit forum", "per_player", "one begins a city")
    fit(per_player[RESIDENCE] == constants.start.residences, "game.toml", "start", "residences", "not as in the kit")
    for field in ("piles", "round_tiles"):
        fit(getattr(deck, field) == ROUNDS, "game.toml", "normal_deck", field, "one a round")
    for seats in SEATS:
        used = sum(tile.min_players <= max(2, seats) for tile in content.buildings)
        size = deck.pile_size.get(str(seats), 0)
        fit(used == size * ROUNDS, "game.toml", "normal_deck", f"pile_size.{seats}", f"{used} tiles in {ROUNDS} piles")
    pairs = sum(tile.min_players <= 2 for tile in content.startings)
    fit(pairs % 2 == 0, "starting.toml", "-", "min_players", f"{pairs} tiles make no pairs")


def _check_culture(tiles: Sequence[CultureTile]) -> None:
    """SETUP-03, SETUP-11: by rising VP, icons rise too."""
    file = "culture.toml"
    for tile in tiles:
        fit(tile.category in ARTS, file, f"culture {tile.id}", "category", f"one of {ARTS}")
        fit(tile.min_players in SEATS[1:], file, f"culture {tile.id}", "min_players", "2, 3 or 4")
        fit(tile.icons >= 1, file, f"culture {tile.id}", "icons", "at least 1")
        fit(tile.vp >= 0, file, f"culture {tile.id}", "vp", "below nothing")
    for seats in SEATS[1:]:
        sizes = Counter(tile.category for tile in tiles if tile.min_players <= seats)
        fit(len(set(sizes.values())) == 1, file, "-", "min_players", f"unequal piles for {seats}: {dict(sizes)}")


def _check_glory(content: Content) -> None:
    """GLORY-02: at most one tile a rank and round, ranks from the first without a gap."""
    file = "glory.toml"
    ranks: dict[int, list[int]] = {number: [] for number in range(1, ROUNDS + 1)}
    for tile in content.glory:
        fit(tile.round in ranks, file, f"glory {tile.id}", "round", f"1 to {ROUNDS}")
        fit(tile.vp >= 0, file, f"glory {tile.id}", "vp", "below nothing")
        ranks[tile.round].append(tile.rank)
    for number, given in ranks.items():
        wanted = list(range(1, len(given) + 1))
        fit(sorted(given) == wanted and len(given) <= RANKS, file, f"round {number}", "rank", f"there are {given}")


def _check_order(content: Content) -> None:
    """SETUP-04, SCORE-06"""
    file = "order.toml"
    numbers = [tile.number for tile in content.order]
    fit(numbers == list(SEATS), file, "-", "number", f"{SEATS}, in order")
    for tile in content.order:
        fit(tile.min_players == max(2, tile.number), file, f"order {tile.id}", "min_players", "as many as its number")
        fit(tile.vp >= 0, file, f"order {tile.id}", "vp", "below nothing")


def _check_assistants(content: Content) -> None:
    """GAINASSIST-01, GAINASSIST-03, GAINASSIST-04, GAINASSIST-06"""
    file, given = "assistants.toml", content.assistants
    fit(given.tokens_total == content.constants.tokens.assistants, file, "-", "tokens_total", "not as in game.toml")
    fit(given.max_bought_per_round == 1, file, "-", "max_bought_per_round", "one a round")
    fit(given.rounds == tuple(range(1, ROUNDS)), file, "-", "rounds", "all but the last")
    owned = [price.owned for price in given.price]
    fit(owned == list(range(given.max_owned)), file, "price", "owned", f"0 to {given.max_owned - 1}, in order")
    for price in given.price:
        entry = f"price {price.owned}"
        fit(price.denarii >= 1, file, entry, "denarii", "at least 1")
        fit(price.glory >= 1, file, entry, "glory", "at least 1")


def _check_solo(content: Content) -> None:
    """SOLO-01, SOLO-13, SOLO-16"""
    file, solo = "game.toml", content.constants.solo
    fit(solo.component_player_count == SEATS[1], file, "solo", "component_player_count", "as with two players")
    fit(solo.glory_first_threshold == "round_number", file, "solo", "glory_first_threshold", "round_number")
    fit(solo.glory_second_threshold >= 1, file, "solo", "glory_second_threshold", "at least 1")
    fit(solo.round_tile_bonus_denarii >= 0, file, "solo", "round_tile_bonus_denarii", "below nothing")
    points = [title.min_points for title in solo.title]
    fit(bool(points) and points == sorted(set(points), reverse=True), file, "solo.title", "min_points", "falling")
    fit(points[-1] == 0, file, "solo.title", "min_points", "the last one is for any score")
