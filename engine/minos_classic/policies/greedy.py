"""A simple player: expands, takes income first, builds, recruits, collects rings, and attacks the weak."""

from collections.abc import Callable
from functools import lru_cache

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Seat
from engine.minos_classic.actions.dice import read_combination
from engine.minos_classic.content.box import Box, the_box
from engine.minos_classic.policies.weights import the_weights
from engine.minos_classic.seen.view import ClassicView, Glance, SiteView

FAR = 99


def greedy_policy(look: Callable[[], ClassicView | Glance], decision: Decision, chance: Chance) -> tuple[str, ...]:
    keys = tuple(option.key for option in decision.options)
    view = look()
    match decision.rule:
        case "DICE-3":
            return _keep(view, decision.seat)
        case "TURN-2":
            return (_act(view, decision.seat, keys),)
        case "DICE-7":
            return (_combination(view, decision),)
        case "RINGS-2":
            talents = view.seats[decision.seat].talents
            return (keys[-1] if talents > the_weights().turn.rich_above else keys[0],)
        case "MOVE-18":
            return (_target(view, decision, chance),)
        case "BUILD-9":
            return (_building(view, decision.seat, keys),)
        case _:
            return _reroll(view, decision)


def _keep(view: ClassicView | Glance, seat: Seat) -> tuple[str, ...]:
    """Choose dice to keep: gulls while a terrain is wanted, scales and arrows once they are valuable enough."""
    mine, dice = view.seats[seat], the_weights().dice
    wants_rings = mine.rings < the_weights().turn.rings_wanted
    useful = {
        "build": dice.build,
        "joker": dice.joker,
        "star": dice.star,
        "gull": dice.gull if _wanted_terrains(view) else 0,
        "scales": dice.scales if mine.value >= dice.scales_from or mine.value > mine.talents else 0,
        "arrow": dice.arrow if wants_rings and mine.value >= dice.arrow_from else 0,
    }
    kept = []
    for number, die in enumerate(view.dice, 1):
        if useful[die.face] > 0:
            useful[die.face] -= 1
            kept.append(f"die:{number}")
    return tuple(kept)


def _act(view: ClassicView | Glance, seat: Seat, keys: tuple[str, ...]) -> str:
    mine = view.seats[seat]
    if "income" in keys and mine.value:
        return "income"
    if "gulls" in keys and any(die.face == "gull" and not die.is_used for die in view.dice):
        return "gulls"
    move = _best_move(view, seat, keys)
    if move:
        return move
    if "builders" in keys:
        return "builders"
    builds = [key for key in keys if key.startswith("build:") and _is_worth_it(view, key.removeprefix("build:"))]
    if builds:
        return min(builds, key=lambda key: _build_rank(view, key.removeprefix("build:")))
    recruits = [key for key in keys if key.startswith("recruit:")]
    if recruits and mine.talents >= the_weights().turn.recruit_from:
        return recruits[0]
    return "rings" if "rings" in keys else "end"


def _site(view: ClassicView | Glance, site: str) -> SiteView:
    return view.sites[the_box().site_ids.index(site)]


def _is_worth_it(view: ClassicView | Glance, site: str) -> bool:
    """Accept any building while the supply is large. Later, accept only buildings that bring the game's end closer."""
    stack = _site(view, site).buildings
    empty = sum(not other.buildings and not other.is_closed for other in view.sites)
    others = sum(count for kind, count in view.buildings_in_supply.items() if kind != the_box().wall)
    return not stack or others > empty + the_weights().turn.reserved_buildings or len(stack) == 3


def _build_rank(view: ClassicView | Glance, site: str) -> tuple[int, int]:
    stack = _site(view, site).buildings
    return (1 if stack else 0, -len(stack))


def _combination(view: ClassicView | Glance, decision: Decision) -> str:
    kind = decision.prompt.id.rpartition(".")[2]
    best = {option.key: read_combination(option.key) for option in decision.options}
    if kind == "builders":
        return max(best, key=lambda key: (best[key].natural, best[key].jokers + best[key].stars))
    free = [die.face for die in view.dice if not die.is_used]
    spare_jokers = free.count("joker") - 1 if kind != "rings" else free.count("joker")
    spare_stars = free.count("star") - int("build" in free or "joker" in free)
    fitting = [
        key for key in best if best[key].jokers <= max(0, spare_jokers) and best[key].stars <= max(0, spare_stars)
    ]
    return max(fitting or best, key=lambda key: (best[key].natural, best[key].jokers + best[key].stars))


def _building(view: ClassicView | Glance, seat: Seat, keys: tuple[str, ...]) -> str:
    ships = sum(pieces.count for pieces in view.pieces if pieces.seat == seat and pieces.kind == "ship")
    order = ["kind:wall", "kind:warehouse", "kind:dwelling", "kind:harbour"]
    if ships < the_weights().turn.ships_wanted:
        order.insert(1, "kind:harbour")
    return next(key for key in order if key in keys)


def _wanted_terrains(view: ClassicView | Glance) -> list[int]:
    """Terrains that nobody holds: empty sites and valuable colonies, or any colony if no site is empty."""
    free = [terrain for terrain, site in enumerate(view.sites) if site.holder is None]
    empty = [terrain for terrain in free if not view.sites[terrain].buildings and not view.sites[terrain].is_closed]
    least = the_weights().fights.least_value if empty else 1
    return empty + [terrain for terrain in free if view.sites[terrain].value >= least]


def _distances(view: ClassicView | Glance) -> dict[int, int]:
    return _steps_to(the_box(), tuple(_wanted_terrains(view)))


@lru_cache(maxsize=1024)
def _steps_to(box: Box, wanted: tuple[int, ...]) -> dict[int, int]:
    """Steps from each space to the nearest wanted terrain. The result is cached: don't change it."""
    edge = [space for terrain in wanted for space in (box.harbours[terrain], box.sites[terrain])]
    far = dict.fromkeys(edge, 0)
    while edge:
        reached = []
        for space in edge:
            for neighbour in box.neighbours[space]:
                if neighbour not in far:
                    far[neighbour] = far[space] + 1
                    reached.append(neighbour)
        edge = reached
    return far


def _best_move(view: ClassicView | Glance, seat: Seat, keys: tuple[str, ...]) -> str:
    """The move of the least needed piece. In a tie, take the piece nearest to a wanted terrain. "" for no move."""
    far, number_of = _distances(view), the_box().number_of
    moves = [
        (_price_of_leaving(view, seat, key.removeprefix("move:")), far[number_of[key.removeprefix("move:")]], key)
        for key in keys
        if key.startswith("move:") and number_of[key.removeprefix("move:")] in far
    ]
    price, _, best = min(moves, default=(FAR, 0, ""))
    return best if price <= view.seats[seat].talents // the_weights().turn.talents_a_space else ""


def _price_of_leaving(view: ClassicView | Glance, seat: Seat, space: str) -> int:
    """The marker's loss if a piece leaves `space`. A site about to be built on is expensive."""
    box = the_box()
    terrain = box.terrain_of[box.number_of[space]]
    if terrain < 0:
        return 0
    here = {box.space_ids[box.harbours[terrain]], box.site_ids[terrain]}
    others = sum(pieces.count for pieces in view.pieces if pieces.seat == seat and pieces.space in here) - 1
    return 0 if others else view.sites[terrain].value or FAR


def _target(view: ClassicView | Glance, decision: Decision, chance: Chance) -> str:
    """The most valuable wanted terrain, sometimes a weak colony, otherwise the space nearest to a wanted terrain."""
    far, fights = _distances(view), the_weights().fights
    dares = view.seats[decision.seat].rings > 0 and chance.below("player", fights.dares_one_in) == 0

    def rank(key: str, is_fight: bool) -> tuple[int, int]:
        box = the_box()
        space = box.number_of[key.removeprefix("to:")]
        terrain = box.terrain_of[space]
        value = view.sites[terrain].value if terrain >= 0 else 0
        if is_fight:
            if not dares or (terrain >= 0 and value < fights.least_value):
                return (FAR, 0)
            return (1, -value) if terrain >= 0 else (far.get(space, FAR) + 2, 0)
        return (far.get(space, FAR), -value)

    return min(decision.options, key=lambda option: rank(option.key, option.label.id.endswith("_fight"))).key


def _reroll(view: ClassicView | Glance, decision: Decision) -> tuple[str, ...]:
    battle = view.battle
    assert battle is not None
    own = battle.attacker_dice if decision.seat == battle.attacker else battle.defender_dice
    value = battle.attacker_value if decision.seat == battle.attacker else battle.defender_value
    if decision.seat == battle.attacker and value >= the_weights().fights.holds_from:
        return ()
    offered = {option.key for option in decision.options}
    weak = [f"die:{number}" for number, face in enumerate(own, 1) if face in ("gull", "build")]
    return tuple(key for key in weak if key in offered)
