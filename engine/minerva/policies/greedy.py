"""A simple player that picks the most valuable option. It sees only the view and the decision."""

from collections.abc import Callable, Sequence

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Message
from engine.minerva.actions.trading import SELL
from engine.minerva.content.box import Tile, the_box
from engine.minerva.content.language import GLORY, ActivateAround, Choose, Convert, Culture, Effect, Gain, TakeCulture
from engine.minerva.content.terms import ARTS, RESOURCES
from engine.minerva.content.words import cell_of
from engine.minerva.policies.weights import the_weights
from engine.minerva.policies.worth import VP, Cell, Eye, nearness, sums_of
from engine.minerva.seen.view import Glance, MinervaView
from engine.minerva.state.measures import surrounding
from engine.minerva.state.state import Placed


def greedy_policy(look: Callable[[], MinervaView | Glance], decision: Decision, chance: Chance) -> tuple[str, ...]:
    if decision.rule == "SELL-01":
        held = look().seats[decision.seat].resources
        return (f"sell:{RESOURCES[held.index(max(held))]}:1",)
    eye, keys = Eye(look(), decision.seat), [option.key for option in decision.options if option.key != SELL]
    match decision.rule:
        case "TURN-05" if len(keys) < len(decision.options) and _sells(eye, chance):
            return (SELL,)
        case "TURN-05":
            worth = _acts(eye, keys, chance)
            return (max(worth, key=lambda key: worth[key]),)
        case "BUILD-05":
            return (_cell(eye, keys),)
        case "RES-02":
            return (_direction(eye, keys),)
        case "ASSIST-01":
            return (max(keys, key=lambda key: (eye.best_line(cell_of(key)), key)),)
        case "EFF-02":
            return (_repeat(eye, keys, _tile_of(decision)),)
        case "EFF-04":
            return (_side(eye, _tile_of(decision)),)
        case "EFF-07" if "done" in keys:
            return (_swap(eye, keys, _tile_of(decision)),)
        case "EFF-07":
            return (_kinds(eye, keys),)
        case "CULT-03":
            return (f"culture:{ARTS[_wanted_culture(eye)]}",)
        case "BLDG-17a":
            return (max(keys, key=lambda key: _pile_vp(eye, key)),)
        case "BLDG-21a":
            return (_bathe(eye, keys),)
        case "GAINASSIST-03":
            return (_assistant(eye, keys),)
        case _:
            return (keys[chance.below("player", len(keys))],)


def _sells(eye: Eye, chance: Chance) -> bool:
    """Return whether the best action is worth more than the resources sold to pay its fee. PASS-04, SELL-03"""
    fee = eye.view.turn.fee if eye.view.turn else 0
    if not eye.own.denarii < fee <= eye.own.denarii + sum(eye.own.resources):
        return False
    keys = ["residence"] if eye.own.residences else []
    if eye.own.assistants and _free(eye):
        keys.append("assistant")
    worth = _acts(eye, keys, chance)
    return max(worth[key] for key in ("pass", *keys)) > the_weights().turn.least + eye.values.token * fee


def ranked_acts(look: Callable[[], MinervaView], decision: Decision, chance: Chance) -> list[str]:
    worth = _acts(Eye(look(), decision.seat), [option.key for option in decision.options if option.key != SELL], chance)
    return sorted(worth, key=lambda key: -worth[key])


def _acts(eye: Eye, keys: Sequence[str], chance: Chance) -> dict[str, int]:
    fee, weights = eye.view.turn.fee if eye.view.turn else 0, the_weights().turn
    worth = {"pass": weights.least + eye.values.denarius * fee}
    for key in keys:
        verb, _, name = key.partition(":")
        if verb == "build":
            worth[key] = _building(eye, name) + chance.below("player", weights.chance)
        elif verb == "residence":
            worth[key] = max(map(eye.best_line, eye.cells)) - _reserve(eye)
        elif verb == "assistant":
            worth[key] = max(eye.best_line((free.x, free.y)) for free in _free(eye))
        elif verb == "round_tile":
            worth[key] = weights.round_tile
    return worth


def _reserve(eye: Eye) -> int:
    spare, weights = eye.own.residences - 1 - eye.rounds_left, the_weights().turn
    return 0 if not eye.rounds_left else max(0, weights.residence - weights.spare_residence * max(0, spare))


def _free(eye: Eye) -> list[Placed]:
    return [placed for placed in eye.city if placed.tile == "residence" and not placed.has_assistant]


def _building(eye: Eye, name: str) -> int:
    tile = eye.tiles[name]
    return (_using(eye, tile.effect) if tile.is_special else eye.best_place(name)[0]) - eye.cost(tile)


def _using(eye: Eye, effect: Effect) -> int:
    """Return the worth of an effect that is used once."""
    match effect:
        case TakeCulture():
            return max(_pile_vp(eye, f"take:{art}") for art in ARTS) * VP
        case ActivateAround(most):
            return max((_around(eye, cell, most) for cell in eye.cells), default=0)
        case Gain(items):
            return eye.values.wild_token * sum(item.count for item in items)
    return the_weights().turn.special


def _around(eye: Eye, cell: Cell, most: int) -> int:
    best = {place for _, place in eye.rank(surrounding(eye.city, *cell))[:most]}
    return eye.line([placed for placed in eye.city if (placed.x, placed.y) in best])


def _cell(eye: Eye, keys: Sequence[str]) -> str:
    turn = eye.view.turn
    assert turn is not None
    if turn.act == "residence":
        best = max(eye.cells, key=lambda cell: (eye.best_line(cell), nearness(cell)))
    elif isinstance(eye.tiles[turn.tile].effect, ActivateAround):
        best = max(eye.cells, key=lambda cell: (_around(eye, cell, 3), nearness(cell)))
    else:
        best = eye.best_place(turn.tile)[1]
    return next(key for key in keys if key in (f"cell:{best[0]},{best[1]}", f"row:{best[1]}"))


def _direction(eye: Eye, keys: Sequence[str]) -> str:
    turn = eye.view.turn
    assert turn is not None
    return max(keys, key=lambda key: eye.line(eye.run((turn.x, turn.y), key.removeprefix("direction:"))))


def _tile_of(decision: Decision) -> Tile:
    name = decision.prompt.blanks["tile"]
    assert isinstance(name, Message)
    kind = name.id.removeprefix("minerva.tile.")
    return next(tile for tile in the_box().tiles.values() if tile.kind == kind)


def _repeat(eye: Eye, keys: Sequence[str], tile: Tile) -> str:
    effect, token = tile.effect, eye.values.denarius
    assert isinstance(effect, Convert)

    def profit(key: str) -> int:
        times = int(key.removeprefix("times:"))
        got = (
            eye.prizes.glory(times * effect.get.count) if effect.get.what == GLORY else token * times * effect.get.count
        )
        return got - token * times * effect.pay.count

    return max(keys, key=profit)


def _swap(eye: Eye, keys: Sequence[str], tile: Tile) -> str:
    """Swap for glory that is worth its price, swap a plentiful resource, or buy a scarce one if money is plentiful."""
    effect, tokens = tile.effect, the_weights().tokens
    assert isinstance(effect, Convert)
    ways = [key.split(":") for key in keys if key.startswith("swap:")]
    single = [name for _, name, times in ways if times == "1"]
    if not single:
        return "done"

    def count(name: str) -> int:
        return eye.own.resources[RESOURCES.index(name.partition("+")[0])]

    most, least = max(single, key=count), min(single, key=count)
    if effect.get.what == GLORY:
        pays = eye.prizes.glory(effect.get.count) > eye.values.denarius * effect.pay.count
        return f"swap:{most}:1" if pays else "done"
    if effect.pay.what in RESOURCES or effect.get.what == "denarii":
        return f"swap:{most}:1" if count(most) > tokens.abounding or not eye.rounds_left else "done"
    return f"swap:{least}:1" if eye.own.denarii >= tokens.rich and count(least) < tokens.scarce else "done"


def _kinds(eye: Eye, keys: Sequence[str]) -> str:
    def surplus(key: str) -> int:
        held = list(eye.own.resources)
        for kind in key.removeprefix("kinds:").split("+"):
            held[RESOURCES.index(kind)] += 1
        return sum(count * count for count in held)

    return min([key for key in keys if key.startswith("kinds:")] or ["gain"], key=surplus)


def _side(eye: Eye, tile: Tile) -> str:
    effect = tile.effect
    assert isinstance(effect, Choose)

    def brings(side: Gain | Culture) -> int:
        points = list(eye.view.turn.points) if eye.view.turn else [0, 0, 0]
        if isinstance(side, Culture):
            sums = sums_of(side)
            for art, count in sums.points:
                points[art] += count
            return eye.prizes.culture(points, sums.wild)
        other = the_weights().tokens.no_resource
        return -sum(eye.own.resources[RESOURCES.index(i.what)] if i.what in RESOURCES else other for i in side.items)

    return "side:1" if brings(effect.first) >= brings(effect.second) else "side:2"


def _wanted_culture(eye: Eye) -> int:
    points = list(eye.view.turn.points) if eye.view.turn else [0, 0, 0]

    def gain(art: int) -> int:
        more = [count + (place == art) for place, count in enumerate(points)]
        return eye.prizes.culture(more, 0) + the_weights().worth.culture_point * points[art]

    return max(range(len(ARTS)), key=gain)


def _pile_vp(eye: Eye, key: str) -> int:
    verb, _, art = key.partition(":")
    pile = eye.view.culture[ARTS.index(art)] if verb == "take" else ()
    return the_box().culture_tiles[pile[0]].vp if pile else 0


def _bathe(eye: Eye, keys: Sequence[str]) -> str:
    cells = {cell_of(key): key for key in keys if key.startswith("activate:")}
    near = [placed for placed in eye.city if (placed.x, placed.y) in cells]
    worth, cell = eye.rank(near)[0]
    return cells[cell] if worth > 0 else "done"


def _assistant(eye: Eye, keys: Sequence[str]) -> str:
    """Buy an assistant if the best line is worth the price, preferably with glory tokens that would win little."""
    price = the_box().prices[eye.own.assistants_owned]
    lost = VP * (eye.prizes.glory_tile(eye.own.glory) - eye.prizes.glory_tile(eye.own.glory - price.glory))
    lines = [eye.best_line(cell) for cell in eye.cells]
    if "buy:glory" in keys and lost <= min(max(lines), eye.values.denarius * price.denarii):
        return "buy:glory"
    return "buy:denarii" if "buy:denarii" in keys and max(lines) > eye.values.denarius * price.denarii else "decline"
