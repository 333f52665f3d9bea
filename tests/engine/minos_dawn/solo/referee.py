"""A referee who plays the rival by hand, from the printed cards and the rules, as a person at home would.

The referee shares no code with the game's rules and keeps its own table. It accepts random results (cards, tiles, dice)
as reported, but computes every other step of the rival, and raises AssertionError if the game reports a different step.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import engine.minos_dawn.game
from engine.kernel.decision import Fact
from engine.minos_dawn.seen.view import DawnView
from engine.minos_dawn.state import facts as h
from engine.minos_dawn.state import facts as r
from tests.engine.minos_dawn.solo.solo_table import RIVAL_FACTS

GOODS = ("silver", "stone", "copper", "wood", "grain", "herb")
ROWS = ("prepare", "develop", "build", "expand", "wild")
STRENGTH = {"prepare": (4, 2), "develop": (3, 1), "build": (3, 1), "expand": (3, 2), "wild": (2, 1)}
EQUALS = ("expand", "build", "develop", "prepare", "wild")
REGION_VP = {2: (2, 4), 5: (3, 5), 7: (4, 6)}
FARM_VP = (0, 2, 4, 8, 14)
STEPS = (0, 3, 7, 10)
HOME_FARM = 1


@cache
def read_file(file: str) -> dict[str, Any]:
    """Return the raw content file."""
    folder = Path(engine.minos_dawn.__file__).parent / "content"
    return tomllib.loads((folder / f"{file}.toml").read_text(encoding="utf-8"))


@cache
def solo_cards() -> dict[str, Any]:
    """Return the solo cards by id."""
    return {card["id"]: card for card in read_file("solo_cards")["card"]}


@cache
def decree_vp() -> dict[str, int]:
    """Return the VP of all decrees by id."""
    return {card["id"]: card["vp"] for age in (1, 2) for card in read_file(f"decrees_age{age}")["decree"]}


def total(values: Counter[int]) -> int:
    """Return the sum of all values, each multiplied by its count."""
    return sum(value * count for value, count in values.items())


def apiece(values: Counter[int]) -> tuple[tuple[int, int], ...]:
    """Return pairs of count and value, the lowest value first."""
    return tuple((values[value], value) for value in sorted(values))


class Referee:
    """Knows what everybody saw at the beginning of the game, and then checks every fact."""

    def __init__(self, view: DawnView) -> None:
        rival = view.rival
        assert rival is not None
        self.mode, self.home = rival.difficulty, rival.home
        self.vp = {"easy": 0, "normal": 0, "hard": 10}[self.mode]
        self.population = 5 if self.mode == "hard" else 2
        self.back: tuple[str, ...] = rival.back
        self.undrawn = set(solo_cards())
        self.drawn: list[str] = []
        self.used: set[str] = set()
        self.reserve, self.ships, self.cities, self.farms = 9, [1, 1, 1], 0, HOME_FARM
        self.his = {region.number: int(region.number == self.home) for region in view.regions}
        self.yours = {region.number: region.warriors[0] for region in view.regions}
        self.sea = {region.number: list(region.sea_peoples) for region in view.regions}
        self.has_city = {region.number: region.city is not None for region in view.regions}
        self.has_farm = {region.number: region.farm is not None for region in view.regions}
        self.can_hold_city = {region.number: bool(region.foundation) for region in view.regions}
        self.offer = list(view.offer)
        self.face_down: list[str] = []
        self.face_up: list[str] = []
        self.vases = {vase.vase: 0 for vase in view.vases}
        self.on_ten: set[str] = set()
        self.pool: list[str] = []
        self.rows: dict[str, list[tuple[str, str, str] | None]] = {row: [] for row in ROWS}
        self.routes = [route.route for route in view.routes]
        self.round = 0
        self.facts: list[Fact] = []
        shown = {
            region["number"]: region["good"] for region in read_file("board")["region"] if region["number"] in self.his
        }
        self.means = {good: number for number, good in shown.items() if number != self.home}

    def hear(self, facts: Iterable[Fact]) -> None:
        """Check the facts of one answer."""
        self.facts = list(facts)
        while self.facts:
            fact = self.facts.pop(0)
            match fact:
                case r.SoloCardDrawn():
                    self.select(fact)
                case r.SoloDeckReshuffled():
                    self.shuffle()
                case r.RivalDieRetrieved():
                    self.turn(fact)
                case r.VaseMarked() | r.VaseMarkLost():
                    self.facts.insert(0, fact)
                    self.income()
                case r.RivalScored("farms"):
                    self.score_round(fact)
                case r.RivalFought():
                    self.facts.insert(0, fact)
                    self.last_battles()
                case r.VaseClaimed() | r.RivalScored():
                    self.facts.insert(0, fact)
                    self.end()
                case r.RivalArrived():
                    pass
                case _:
                    assert not isinstance(fact, RIVAL_FACTS), f"out of turn: {fact}"
                    self.seat(fact)

    def expect(self, fact: Fact) -> None:
        """Check that the rival's next fact is this one."""
        told = self.next()
        assert told == fact, f"told {told}, should be {fact}"

    def next(self) -> Any:
        """Handle the seat's facts up to the rival's next one. Return that fact."""
        while not isinstance(self.facts[0], RIVAL_FACTS):
            self.seat(self.facts.pop(0))
        return self.facts.pop(0)

    def earn(self, vp: int) -> int:
        """Add the VP to the rival's score. Return the VP."""
        self.vp += vp
        return vp

    # The seat's facts

    def seat(self, fact: Fact) -> None:
        """Apply a fact of the seat to the referee's table."""
        match fact:
            case h.RoundBegan(number):
                self.income()
                self.round = number
                self.rows = {row: [] for row in ROWS}
            case h.DiceRolled(dice):
                self.pool = list(dice)
                assert len(dice) == (17 if self.mode == "easy" else 13)
                values = [die[-1] for die in dice]
                assert max(map(values.count, values)) < 6
            case h.DieDrafted(_, die, row, space):
                assert self.place("yours", die, row, "") == space
            case h.DieRetrieved(_, _, row, space):
                self.rows[row][space - 1] = None
            case h.WarriorPlaced(_, region):
                self.yours[region] += 1
            case h.WarriorMoved(_, origin, region):
                self.yours[origin] -= 1
                self.yours[region] += 1
            case h.FarmBuilt(_, region, warriors):
                assert not self.has_farm[region]
                self.has_farm[region] = True
                self.yours[region] -= warriors
            case h.CityBuilt(_, region):
                assert self.can_hold_city[region]
                assert not self.has_city[region]
                self.has_city[region] = True
            case h.SeaPeoplesDefeated(_, region, tile):
                assert self.sea[region].pop() == tile
                self.yours[region] -= 1
            case h.SeaPeoplesRemoved(tiles):
                self.sea = {region: [one for one in stack if one not in tiles] for region, stack in self.sea.items()}
            case h.CardDrawn(_, card, "offer") | h.DecreePlayed(_, card, "offer"):
                self.offer.remove(card)
            case h.OfferRefilled(cards):
                self.refill(cards)
            case h.AgeChanged(offer):
                self.change_age(list(offer))
            case h.VaseWon(_, vase, vp):
                assert vp == (3 if self.vases[vase] == 3 else 10)
                self.on_ten |= {vase} if vp == 10 else set()

    def change_age(self, offer: list[str]) -> None:
        """Replace the offer, except for cards of Age II at its right end."""
        stay = [card for card in self.offer if card.startswith("A2")]
        assert offer[len(offer) - len(stay) :] == stay
        assert len(offer) <= 5
        assert all(card.startswith("A2") for card in offer)
        self.offer = offer

    def refill(self, cards: tuple[str, ...]) -> None:
        """Add cards from the left."""
        for card in cards:
            self.offer.insert(0, card)
        assert len(self.offer) <= 5

    def place(self, whose: str, die: str, row: str, mark: str) -> int:
        """Put the die behind all dice with the same or a lower value. Return its space, counted from 1."""
        self.pool.remove(die)
        line = self.rows[row]
        space = sum(other is not None and int(other[1][-1]) <= int(die[-1]) for other in line)
        line.insert(space, (whose, die, mark))
        assert len(line) <= 2
        return space + 1

    # The rival selects a die.

    def shuffle(self) -> None:
        """Return the used cards to the deck, except those drawn this round."""
        self.undrawn, self.used = self.used, set()

    def turn_up(self, back: tuple[str, ...]) -> None:
        """Note the back of the new top card. One of the undrawn cards must have this back."""
        if isinstance(self.facts[0], r.SoloDeckReshuffled):
            self.facts.pop(0)
            self.shuffle()
        assert any(tuple(solo_cards()[card]["actions"]) == back for card in self.undrawn)
        self.back = back

    def select(self, drawn: r.SoloCardDrawn) -> None:  # SOLO-DICE
        card = solo_cards()[drawn.card]
        assert tuple(card["actions"]) == self.back, "the drawn card's back differs from the open back"
        self.undrawn.remove(drawn.card)
        self.drawn.append(drawn.card)
        if not self.undrawn:
            self.shuffle()
        self.turn_up(drawn.back)
        left = {colour: sorted(int(die[-1]) for die in self.pool if die[:-1] == colour) for colour in card["colours"]}
        colours = tuple(colour for colour in card["colours"] if left[colour])
        criterion = card["criterion"]
        figures: dict[str, int] = {}
        if criterion in ("total_lowest", "total_highest"):
            figures = {colour: sum(left[colour]) for colour in colours}
        elif criterion == "fewest_left":
            figures = {colour: len(left[colour]) for colour in colours}
        best = (max if criterion == "total_highest" else min)(figures.values(), default=0)
        colour = next(colour for colour in colours if not figures or figures[colour] == best)
        pick = {"lowest": "low", "highest": "high"}.get(criterion, card["pick"])
        die = f"{colour}{left[colour][0 if pick == 'low' else -1]}"
        self.expect(r.RivalDieChosen(drawn.card, criterion, colours, tuple(figures.values()), pick, die))
        self.send(die)

    def send(self, die: str) -> None:  # SOLO-DICE-5 to SOLO-DICE-9
        while all(len(self.rows[row]) == 2 for row in self.back):
            gone = self.next()
            assert tuple(solo_cards()[gone.card]["actions"]) == self.back == gone.full
            self.undrawn.remove(gone.card)
            self.used.add(gone.card)
            self.turn_up(gone.back)
        full = []
        for row in self.back:
            if len(self.rows[row]) < 2:
                break
            full.append(row)
        mark = "" if row != "wild" else next(each for each in self.back if each != "wild")
        space = self.place("his", die, row, mark)
        self.expect(r.RivalDiePlaced(die, self.back, tuple(full), row, space, mark))

    # The rival's turns

    def turn(self, told: r.RivalDieRetrieved) -> None:  # SOLO-ORDER, SOLO-WILD
        his = [
            (-int(die[1][-1]), EQUALS.index(row), space, row, die)
            for row, line in self.rows.items()
            for space, die in enumerate(line)
            if die is not None and die[0] == "his"
        ]
        (value, _, space, row, (_, die, mark)), *others = sorted(his)
        passed = tuple(other[3] for other in others if other[0] == value)
        acts_as = mark or row
        strength = STRENGTH[row][space]
        assert told == r.RivalDieRetrieved(die, row, space + 1, passed, acts_as, strength), told
        self.rows[row][space] = None
        if row in ("develop", "build") and space == 1 and self.mode != "easy":
            self.expect(r.RivalTrackScored(row, 2, self.earn(5)))
        self.bag = list(GOODS)
        {"prepare": self.prepare, "develop": self.develop, "build": self.build, "expand": self.expand}[acts_as](
            strength
        )

    def prepare(self, strength: int) -> None:  # SOLO-PREP
        cards = self.offer[::-1][:strength]
        self.expect(r.RivalPrepared(tuple(cards), strength))
        self.face_down += cards
        self.offer = self.offer[: len(self.offer) - len(cards)]

    def develop(self, strength: int) -> None:  # SOLO-DEV
        cards = []
        for _ in range(strength):
            if self.offer:
                best = max(decree_vp()[card] for card in self.offer)
                cards.append([card for card in self.offer if decree_vp()[card] == best][-1])
                self.offer.remove(cards[-1])
        self.expect(r.RivalDeveloped(tuple(cards), tuple(decree_vp()[card] for card in cards), strength))
        self.face_up += cards

    def draw(self) -> int:
        """Return the region of the drawn tile. The tile must be in the bag."""
        told = self.next()
        self.bag.remove(GOODS[told.good])
        assert told == r.RivalDrew(told.good, self.means[GOODS[told.good]])
        return int(told.region)

    def send_warriors(self, region: int, count: int, why: str) -> None:
        """Place warriors from the rival's reserve."""
        self.reserve -= count
        self.his[region] += count
        self.expect(r.RivalPlaced(region, count, why))

    def take_back(self, region: int) -> None:
        """Return a warrior to the rival's reserve."""
        self.reserve += 1
        self.his[region] -= 1

    def build(self, points: int) -> None:  # SOLO-BUILD
        region = self.draw()
        for _ in range(points):
            comes = self.his[region] == 0 and self.reserve > 0
            if comes:
                self.send_warriors(region, 1, "absent")
            is_here = self.his[region] > 0
            if is_here and not self.has_city[region] and self.can_hold_city[region] and self.cities < 3:
                self.cities += 1
                self.has_city[region] = True
                self.expect(r.RivalCityBuilt(region, self.earn(5)))
            elif comes:
                continue
            elif is_here and not self.has_farm[region] and self.farms < 4:
                self.farms += 1
                self.has_farm[region] = True
                self.expect(r.RivalFarmBuilt(region))
                self.take_back(region)
            else:
                self.sail(max, "no_site")

    def expand(self, points: int) -> None:  # SOLO-EXP
        while points and self.bag:
            region = self.draw()
            own, yours, tile = self.his[region], self.yours[region], bool(self.sea[region])
            if own == 0 and self.reserve:
                self.send_warriors(region, min(2, self.reserve), "absent" if self.reserve >= 2 else "last")
                if tile:
                    self.fight(region, "arrived")
            elif own and own >= yours and tile:
                self.fight(region)
            elif own and own <= yours and self.reserve:
                self.send_warriors(region, 1, "weaker")
            else:
                self.expect(r.RivalPassedBy(region, "dominates" if own > yours else "no_reserve"))
                points += 1
            points -= 1
        for _ in range(points):
            self.sail(min, "empty_bag")

    def fight(self, region: int, why: str = "") -> None:  # SOLO-SEA
        why = why or ("dominant" if self.his[region] > self.yours[region] else "tied")
        tile = self.sea[region].pop()
        (weapons,) = [each["weapons"] for each in read_file("sea_peoples")["tile"] if each["id"] == tile]
        bonus = 3 if self.mode == "hard" else 0
        self.earn(weapons + bonus)
        self.expect(r.RivalFought(region, tile, weapons, bonus, why))
        self.take_back(region)

    def sail(self, extreme: Any, why: str) -> None:  # SOLO-SHIP
        under_way = [space for space in self.ships if space < 5]
        if not under_way:
            self.expect(r.RivalPointLost(why))
            return
        space = extreme(under_way)
        tops = {route["id"]: route["top_vp"] for route in read_file("trade_routes")["route"]}
        tied = [place for place, at in enumerate(self.ships) if at == space]
        place = max(tied, key=lambda each: tops[self.routes[each]])
        self.ships[place] += 1
        vp = tops[self.routes[place]] if self.ships[place] == 5 else 0
        self.expect(r.RivalSailed(self.routes[place], self.ships[place], self.earn(vp), why))

    # Income, scoring and the end.

    def income(self) -> None:  # SOLO-INCOME
        numbers = {vase["number"]: vase["id"] for vase in read_file("vases")["vase"] if vase["id"] in self.vases}
        for card in self.drawn:
            for number in solo_cards()[card]["vases"]:
                if number not in numbers:
                    continue
                vase = numbers[number]
                step = self.vases[vase]
                if step == 3:
                    self.expect(r.VaseMarkLost(card, vase, "top"))
                elif step == 2 and vase in self.on_ten:
                    self.expect(r.VaseMarkLost(card, vase, "held"))
                else:
                    self.vases[vase] += 1
                    self.expect(r.VaseMarked(card, vase, STEPS[step + 1]))
        self.used |= set(self.drawn)
        self.drawn = []

    def score_round(self, told: r.RivalScored) -> None:  # SOLO-SCORE
        self.income()
        assert told == r.RivalScored("farms", self.farms, self.earn(FARM_VP[self.farms])), told
        presence, dominance = REGION_VP[self.population]
        held = [region for region, count in sorted(self.his.items()) if count]
        dominated = tuple(region for region in held if self.his[region] > self.yours[region])
        present = tuple(region for region in held if self.his[region] <= self.yours[region])
        vp = dominance * len(dominated) + presence * len(present)
        bonus = 2 * len(dominated) if self.mode == "hard" else 0
        self.earn(vp + bonus)
        self.expect(r.RivalRegionsScored(dominated, present, vp, bonus))
        if self.round == 2:
            self.population = {2: 5, 5: 7}[self.population]
            self.expect(r.RivalPopulationRose(self.population))

    def last_battles(self) -> None:  # SOLO-END-3
        for region in sorted(self.his):
            if self.sea[region] and self.his[region] and self.his[region] >= self.yours[region]:
                self.fight(region)

    def end(self) -> None:  # SOLO-END-5 to SOLO-END-8
        for vase, step in self.vases.items():
            best = {True: 2 if self.mode == "hard" else 1, False: 3}[vase in self.on_ten]
            if best > step:
                self.vases[vase] = best
                self.expect(r.VaseClaimed(vase, STEPS[best]))
        late = 2 if self.mode == "easy" else 4
        down = Counter(late if card.startswith("A2") else 2 for card in self.face_down)
        self.expect(r.RivalScored("face_down", len(self.face_down), self.earn(total(down)), apiece(down)))
        up = sum(decree_vp()[card] for card in self.face_up)
        self.expect(r.RivalScored("face_up", len(self.face_up), self.earn(up)))
        spaces = sum(self.ships)
        self.expect(r.RivalScored("routes", spaces, self.earn(2 * spaces), ((spaces, 2),)))
        worth = (0, 3, 7 if self.mode == "hard" else 3, 10)
        marked = Counter(worth[step] for step in self.vases.values() if step)
        self.expect(r.RivalScored("vases", marked.total(), self.earn(total(marked)), apiece(marked)))
        ended = self.next()
        assert ended == r.SoloEnded(0, ended.vp, self.vp, ended.vp > self.vp), ended
