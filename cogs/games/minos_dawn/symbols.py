"""The emoji for each message. The drawings are in `render.minos_dawn.legend`."""

from collections.abc import Mapping

from engine.kernel.decision import Message
from engine.minos_dawn.content.box import the_box
from render.minos_dawn.legend import EMOJI_OF, SINGLE
from render.minos_dawn.symbols import COUNTED, OPERATORS

BY_ID: Mapping[str, str] = {
    "minos_dawn.cost.coins": "coin", "minos_dawn.cost.weaponry": "weaponry", "minos_dawn.cost.vp": "vp",
    "minos_dawn.cost.discard": "discard",
    "minos_dawn.option.draw": "draw", "minos_dawn.option.draw_deck": "draw_deck",
    "minos_dawn.option.draw_age2": "draw_age2",
    "minos_dawn.option.develop": "play", "minos_dawn.option.forfeit": "coin", "minos_dawn.option.pay": "coin",
    "minos_dawn.option.city": "city", "minos_dawn.option.tower": "tower", "minos_dawn.option.farm": "farm",
    "minos_dawn.option.ship": "ship",
    "minos_dawn.option.sail": "ship", "minos_dawn.option.city_coins": "city", "minos_dawn.option.tower_coins": "tower",
    "minos_dawn.option.farm_warriors": "farm", "minos_dawn.option.ship_coins": "ship",
    "minos_dawn.option.sail_coins": "ship",
    "minos_dawn.option.return": "warriors", "minos_dawn.option.place": "place", "minos_dawn.option.move": "move",
    "minos_dawn.option.march": "move", "minos_dawn.option.march_to": "move", "minos_dawn.option.march_from": "move",
    "minos_dawn.option.march_into": "move", "minos_dawn.option.move_to": "move",
    "minos_dawn.option.gather": "temp", "minos_dawn.option.bonus": "bonus_tile",
    "minos_dawn.option.sell": "coin", "minos_dawn.option.swap": "good", "minos_dawn.option.battle": "seapeoples",
    "minos_dawn.option.exchange_weaponry": "weaponry", "minos_dawn.option.exchange_coins": "coin",
    "minos_dawn.log.round": "first", "minos_dawn.log.gained.coins": "coin", "minos_dawn.log.paid.coins": "coin",
    "minos_dawn.log.income": "coin", "minos_dawn.log.income_coins": "coin",
    "minos_dawn.log.gained.weaponry": "weaponry", "minos_dawn.log.paid.weaponry": "weaponry",
    "minos_dawn.log.gained.vp": "vp",
    "minos_dawn.log.paid.vp": "vp", "minos_dawn.log.gained.vp_at_scoring": "vp_scoring",
    "minos_dawn.log.gained.vp_at_end": "vp_end",
    "minos_dawn.log.gained.income": "income", "minos_dawn.log.gained.warriors": "warrior",
    "minos_dawn.log.exchanged.weaponry": "weaponry", "minos_dawn.log.exchanged.coins": "coin",
    "minos_dawn.log.drawn.offer": "draw", "minos_dawn.log.drawn.age1": "draw_deck",
    "minos_dawn.log.drawn.age2": "draw_age2",
    "minos_dawn.log.discarded": "discard", "minos_dawn.log.played.hand": "play", "minos_dawn.log.played.offer": "play",
    "minos_dawn.log.placed.area": "palace", "minos_dawn.log.placed.hand": "palace", "minos_dawn.log.city": "city",
    "minos_dawn.log.tower": "tower", "minos_dawn.log.farm": "farm", "minos_dawn.log.farm_for_goods": "farm",
    "minos_dawn.log.ship": "ship", "minos_dawn.log.sailed": "ship",
    "minos_dawn.log.tile_taken": "bonus_tile", "minos_dawn.log.tile_used": "bonus_tile",
    "minos_dawn.log.tile_taken_used": "bonus_tile", "minos_dawn.log.warriors_placed": "place",
    "minos_dawn.log.warriors_moved": "move", "minos_dawn.log.marched": "move",
    "minos_dawn.log.warrior_placed": "place",
    "minos_dawn.log.warrior_moved": "move", "minos_dawn.log.battle": "seapeoples", "minos_dawn.log.ability": "ability",
}  # fmt: skip

BY_LAST = {
    "minos_dawn.good": "good_", "minos_dawn.track": "track_", "minos_dawn.row": "row_",
    "minos_dawn.option.wild": "row_",
    "minos_dawn.atom.advance": "advance_", "minos_dawn.trigger": "",
}  # fmt: skip
"""Messages whose emoji is named like the last part of their id."""

BY_BLANK = {
    "minos_dawn.atom.temp_of": ("good", "temp_"), "minos_dawn.option.temp": ("good", "temp_"),
    "minos_dawn.option.temp_less": ("good", "temp_"),
    "minos_dawn.log.temp_gained": ("good", "temp_"), "minos_dawn.log.temp_spent": ("good", "temp_"),
    "minos_dawn.log.good_gained": ("good", "good_"), "minos_dawn.log.advanced": ("track", "advance_"),
    "minos_dawn.log.beyond": ("track", "track_"),
}  # fmt: skip
"""Messages whose emoji is named like what fills a blank."""

_OPERATORS = {word.replace("@", "_"): icon for word, icon in OPERATORS.items()}


def sign(message: Message) -> str | None:
    """Return the name of the emoji for a message, if it has one."""
    found = BY_ID.get(message.id)
    if found is not None:
        return found
    if message.id in BY_BLANK:
        blank, prefix = BY_BLANK[message.id]
        filling = message.blanks[blank]
        return prefix + filling.id.rpartition(".")[2] if isinstance(filling, Message) else None
    group, _, last = message.id.rpartition(".")
    match group:
        case "minos_dawn.die":
            return f"{last}{message.blanks['value']}"
        case "minos_dawn.vase":
            return f"vase_{the_box().vases[last].colour}"
        case "minos_dawn.counter" | "minos_dawn.condition":
            return EMOJI_OF[COUNTED[last]]
        case "minos_dawn.atom":
            return EMOJI_OF[_OPERATORS[last]]
        case "minos_dawn.log.scored":
            return "vp"
        case "minos_dawn.symbol":
            return last if last in SINGLE else None
    return BY_LAST[group] + last if group in BY_LAST else None
