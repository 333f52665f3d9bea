"""Checks of content before a game is played with it: component counts, references, the effect language."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

from engine.kernel.content import UNREAD, Checks, UnknownEffect, load
from engine.minerva.content import language as e
from engine.minerva.content import records as r
from engine.minerva.content.terms import ARTS, CATEGORIES, FORUM, RESIDENCE, RESOURCES, SEATS

ROUNDS = 6
RANKS = 3
MOST_FREE = 3
"""Maximum number of tokens whose kinds are chosen in one question. Three tokens give 20 options. EFF-07"""

SPECIAL_EFFECTS = (e.TakeCulture, e.ActivateAround, e.MoveAround, e.RemoveResidence, e.Gain, e.Convert)
"""Effects that a tile may have when it is built. BUILD-08"""

ACTIVATION_EFFECTS = (e.Gain, e.Culture, e.Convert, e.If, e.Each, e.Choose)


EXAMPLES: Mapping[type[e.Effect], str] = {
    e.Gain: "gain(grain:1)", e.Culture: "culture(art:1)", e.Convert: "convert(grain:1 -> glory:1)",
    e.If: "if(grain:1 => denarii:1)", e.Each: "each(around.residence => denarii:1)",
    e.Choose: "choose(gain(grain:1) | gain(wood:1))", e.TakeCulture: "take_culture(1)",
    e.ActivateAround: "activate_around(3)", e.MoveAround: "move_around(1)",
    e.RemoveResidence: "remove_residence_around(1)", e.Score: "vp(cross.kinds => 2)",
}  # fmt: skip

FIXED: Mapping[str, object] = {
    "rounds": ROUNDS, "culture_categories": ARTS, "resources": RESOURCES, "categories": CATEGORIES,
    "normal_deck.piles": ROUNDS,
}  # fmt: skip
"""Required values in game.toml. The rules support no others."""


def load_content(folder: Path = r.FOLDER) -> r.Content:
    return load(folder, "minerva", r.read_content, MinervaChecks)


class MinervaChecks(Checks[r.Content]):
    def _figures(self) -> None:
        for path, wanted in FIXED.items():
            self.faults.run(self._is_fixed, path, wanted)

    def _is_fixed(self, path: str, wanted: object) -> None:
        entry, _, field = path.partition(".")
        given = reduce(getattr, path.split("."), self.content.constants)
        self.check_value(given, wanted, "game.toml", *((entry, field) if field else ("-", entry)))

    def _prices(self) -> None:
        for field in ("sale_denarii", "overflow_denarii"):
            with self.faults.until_unread():
                fits = getattr(self.content.constants, field) <= 1
                self.require(fits, "game.toml", "-", field, "0 or 1; more could be turned round for ever")
        with self.faults.until_unread():
            temples = len(self.content.temples)
            fits = self.content.constants.temples_face_up <= temples
            self.require(fits, "game.toml", "-", "temples_face_up", f"at most the {temples} temples")

    def _start(self) -> None:  # SETUP-05, SETUP-14, SETUP-15
        file, constants, start = "game.toml", self.content.constants, self.content.constants.start
        with self.faults.until_unread():
            given = len(start.denarii_by_seat)
            self.require(given == len(SEATS), file, "start", "denarii_by_seat", f"{len(SEATS)} figures, one a seat")
        with self.faults.until_unread():
            self.require(start.assistants <= 5, file, "start", "assistants", "at most 5")
        self._amounts(start.resources, file, "start", "resources", constants.resource_cap)

    def _amounts(self, amounts: r.Amounts, file: str, entry: str, field: str, most: int) -> None:
        for resource, count in zip(RESOURCES, amounts, strict=True):
            with self.faults.until_unread():
                self.require(count <= most, file, entry, f"{field}.{resource}", f"at most {most}")

    def _ids(self) -> None:
        content, seen = self.content, set[str]()
        tables: Sequence[tuple[str, str, Sequence[Any]]] = (
            ("buildings.toml", "building", content.buildings), ("starting.toml", "starting", content.startings),
            ("temples.toml", "temple", content.temples), ("culture.toml", "culture", content.culture),
            ("glory.toml", "glory", content.glory), ("order.toml", "order", content.order),
        )  # fmt: skip
        for file, table, tiles in tables:
            with self.faults.until_unread():
                for tile in tiles:
                    with self.faults.until_unread():
                        fits = tile.id not in seen and tile.id not in (FORUM, RESIDENCE)
                        self.require(fits, file, f"{table} {tile.id}", "id", "names two tiles; each needs its own")
                        seen.add(tile.id)

    def _effect(self, text: str, file: str, entry: str) -> e.Effect | None:
        """Parse an effect text. If the text is invalid, note a fault and return None."""
        if text is UNREAD:
            return None
        try:
            return e.parse(text)
        except UnknownEffect as error:
            self.require(False, file, entry, "effect", f"no such effect: {error}")
            return None

    def _buildings(self) -> None:
        for tile in self.content.buildings:
            self.faults.run(self._building, tile, "buildings.toml", "building")

    def _startings(self) -> None:
        for tile in self.content.startings:
            self.faults.run(self._building, tile, "starting.toml", "starting")
            with self.faults.until_unread():
                words = "no starting building is special"
                self.require(tile.category != "special", "starting.toml", f"starting {tile.id}", "category", words)

    def _building(self, tile: r.Building, file: str, table: str) -> None:  # EFF-06
        entry, known = f"{table} {tile.id}", CATEGORIES[: CATEGORIES.index("temple")]
        with self.faults.until_unread():
            self._least_players(tile.min_players, file, entry)
        with self.faults.until_unread():
            self._amounts(tile.cost, file, entry, "cost", 99)
        effect = self._effect(tile.effect, file, entry)
        if effect is not None:
            problem = _unaskable(effect)
            self.require(not problem, file, entry, "effect", problem)
        with self.faults.until_unread():
            self.check_word(tile.category, known, file, entry, "category")
            is_special = tile.category == "special"
            fitting = SPECIAL_EFFECTS if is_special else ACTIVATION_EFFECTS
            if effect is not None:
                words = f"{tile.category} tiles have one of: {', '.join(EXAMPLES[kind] for kind in fitting)}"
                self.require(isinstance(effect, fitting), file, entry, "effect", words)

    def _least_players(self, count: int, file: str, entry: str) -> None:
        self.require(count in SEATS[1:], file, entry, "min_players", "2, 3 or 4")

    def _kinds(self) -> None:
        first: dict[str, r.Building] = {}
        for file, table, tiles in (
            ("buildings.toml", "building", self.content.buildings),
            ("starting.toml", "starting", self.content.startings),
        ):  # fmt: skip
            for tile in tiles:
                with self.faults.until_unread():
                    same = first.setdefault(tile.kind, tile)
                    for field in ("name", "category", "cost", "effect"):
                        words = f"differs from {same.id}, which is of the same kind"
                        fits = getattr(same, field) == getattr(tile, field)
                        self.require(fits, file, f"{table} {tile.id}", field, words)

    def _temples(self) -> None:
        """Check each temple, and the numbers of temples, glory and culture tiles. INV"""
        for table, tiles, count in (
            ("temple", self.content.temples, 20),
            ("glory", self.content.glory, 16),
            ("culture", self.content.culture, 24),
        ):  # fmt: skip
            with self.faults.until_unread():
                file = "temples.toml" if table == "temple" else f"{table}.toml"
                self.require(len(tiles) == count, file, table, "-", f"{len(tiles)} of them, not {count}")
        for temple in self.content.temples:
            self.faults.run(self._temple, temple)

    def _temple(self, temple: r.Temple) -> None:  # TEMPLE-01
        file, entry = "temples.toml", f"temple {temple.id}"
        with self.faults.until_unread():
            self._amounts(temple.cost, file, entry, "cost", 99)
        effect = self._effect(temple.effect, file, entry)
        fits = effect is None or isinstance(effect, e.Score)
        self.require(fits, file, entry, "effect", f"a temple has {EXAMPLES[e.Score]}")

    def _kit(self) -> None:  # SETUP-05, RES-01, RES-07
        kit = self.content.constants.kit
        ids = sorted(tile.id for tile in kit)
        self.require(ids == sorted((FORUM, RESIDENCE)), "game.toml", "kit", "id", f"{FORUM} and {RESIDENCE}, each once")
        for tile in kit:
            file, entry = "game.toml", f"kit {tile.id}"
            effect = self._effect(tile.effect, file, entry)
            if effect is None:
                continue
            if tile.id == RESIDENCE:
                self.require(effect == e.Nothing(), file, entry, "effect", 'none: write ""')
            elif tile.id == FORUM:
                words = f"one of: {', '.join(EXAMPLES[kind] for kind in ACTIVATION_EFFECTS)}"
                self.require(isinstance(effect, ACTIVATION_EFFECTS), file, entry, "effect", words)
                self.require(not _unaskable(effect), file, entry, "effect", _unaskable(effect))

    def _decks(self) -> None:
        """Check that the six piles use up the building tiles for every number of seats. SETUP-02, SETUP-08"""
        sizes = self.content.constants.normal_deck.pile_size
        given = sorted(sizes)
        self.require(
            given == ["1", "2", "3", "4"], "game.toml", "normal_deck", "pile_size", "one size each for 1 to 4 players"
        )
        for seats in SEATS:
            used = sum(tile.min_players <= max(2, seats) for tile in self.content.buildings)
            size = sizes.get(str(seats), 0)
            words = f"{ROUNDS} piles of it are the {used} tiles of buildings.toml that {seats} players use"
            self.require(used == size * ROUNDS, "game.toml", "normal_deck", f"pile_size.{seats}", words)

    def _starting_display(self) -> None:
        """Check that there are enough starting buildings, and that they make pairs for one seat. SETUP-07, SOLO-04"""
        for seats in SEATS:
            tiles = sum(tile.min_players <= max(2, seats) for tile in self.content.startings)
            words = f"{tiles} starting buildings for {seats} players, who take one each"
            self.require(tiles >= seats, "starting.toml", "starting", "min_players", words)
        pairs = sum(tile.min_players <= 2 for tile in self.content.startings)
        words = f"{pairs} tiles for two players; alone they make pairs"
        self.require(pairs % 2 == 0, "starting.toml", "starting", "min_players", words)

    def _culture(self) -> None:
        """Check the category and number of players of each culture tile. SETUP-03, SETUP-11"""
        for tile in self.content.culture:
            entry = f"culture {tile.id}"
            with self.faults.until_unread():
                self.check_word(tile.category, ARTS, "culture.toml", entry, "category")
            with self.faults.until_unread():
                self._least_players(tile.min_players, "culture.toml", entry)

    def _culture_piles(self) -> None:
        """Check that the culture piles are equally high for every number of seats. SETUP-03"""
        for seats in SEATS[1:]:
            piles = Counter(tile.category for tile in self.content.culture if tile.min_players <= seats)
            sizes = [piles[art] for art in ARTS]
            words = f"piles of {', '.join(map(str, sizes))} tiles for {seats} players; they are equal"
            self.require(len(set(sizes)) == 1 and sizes[0] > 0, "culture.toml", "culture", "min_players", words)

    def _glory(self) -> None:
        """Check that the ranks of each round count up from 1 without gaps. GLORY-02"""
        ranks: dict[int, list[int]] = {number: [] for number in range(1, ROUNDS + 1)}
        for tile in self.content.glory:
            if self.require(tile.round in ranks, "glory.toml", f"glory {tile.id}", "round", f"1 to {ROUNDS}"):
                ranks[tile.round].append(tile.rank)
        for number, given in ranks.items():
            fits = sorted(given) == list(range(1, len(given) + 1)) and 1 <= len(given) <= RANKS
            words = f"given are {given}; the ranks of a round are 1 to at most {RANKS}, each once"
            self.require(fits, "glory.toml", f"round {number}", "rank", words)

    def _order(self) -> None:  # SETUP-04, SCORE-06
        numbers = tuple(tile.number for tile in self.content.order)
        self.check_value(numbers, SEATS, "order.toml", "order", "number")

    def _assistants(self) -> None:
        """Check in which rounds assistants can be bought. GAINASSIST-01, GAINASSIST-06"""
        wanted = tuple(range(1, ROUNDS))
        self.check_value(self.content.assistants.rounds, wanted, "assistants.toml", "-", "rounds")

    def _assistant_prices(self) -> None:
        """Check that there is one price per number of assistants owned. GAINASSIST-04"""
        given = self.content.assistants
        owned, most = [price.owned for price in given.price], given.max_owned
        self.require(1 <= most <= 5, "assistants.toml", "-", "max_owned", "1 to 5")
        self.require(owned == list(range(most)), "assistants.toml", "price", "owned", f"0 to {most - 1}, in order")

    def _solo(self) -> None:
        """Check that the solo titles are sorted by descending points and end at 0. SOLO-16"""
        points = [title.min_points for title in self.content.constants.solo.title]
        falls = points == sorted(set(points), reverse=True)
        self.require(falls, "game.toml", "solo", "title", "each of fewer points than the one before")
        self.require(points[-1:] == [0], "game.toml", "solo", "title", "the last one is for any score: min_points = 0")

    parts = (
        _figures, _prices, _start, _ids, _buildings, _startings,
        _kinds, _temples, _kit, _decks, _starting_display, _culture,
        _culture_piles, _glory, _order, _assistants, _assistant_prices, _solo,
    )  # fmt: skip


def _unaskable(effect: e.Effect) -> str:
    """Return why an effect needs too long a question or could repeat forever, or "" if it is fine."""
    match effect:
        case e.Convert(pay, get):
            if _runs_round(effect):
                return "could be repeated for ever"
            if pay.what in (e.ANY, e.SAME) and get.what == e.ANY:
                return "a free choice on both sides"
            return _too_free([pay, get])
        case e.If(get=get) | e.Each(get=get):
            return "a free choice behind a colon" if get.what == e.ANY else ""
        case e.Choose(first, second):
            return "a free choice in a choice" if _is_free(first) or _is_free(second) else ""
        case e.Gain(items):
            return _too_free(items)
        case _:
            return ""


def _too_free(items: Sequence[e.Item]) -> str:
    free = sum(item.count for item in items if item.what == e.ANY)
    return f"{free} free tokens at once" if free > MOST_FREE else ""


def _is_free(side: e.Gain | e.Culture) -> bool:
    if isinstance(side, e.Gain):
        return any(item.what == e.ANY for item in side.items)
    return any(point.art == e.ANY_CULTURE for point in side.points)


def _runs_round(convert: e.Convert) -> bool:
    """Return whether the gain, after sales, could always pay for one more conversion. SELL-01, LIMIT-02"""
    pay, get = convert.pay, convert.get
    if get.what == e.GLORY:
        return False
    if pay.what == e.DENARII:
        return get.count >= pay.count
    is_paid_back = get.what == pay.what or e.ANY in (pay.what, get.what) or pay.what == e.SAME
    return get.what != e.DENARII and is_paid_back and get.count >= pay.count
