"""The emoji for each message. The drawings are in `render.minos_dawn.legend`."""

from collections.abc import Mapping

from engine.kernel.decision import Message
from engine.minos_dawn.content.box import the_box
from render.minos_dawn.legend import EMOJI_OF, SINGLE
from render.minos_dawn.symbols import COUNTED, OPERATORS

MESSAGES_OF: Mapping[str, str] = {
    "coin": ".cost.coins .option.forfeit .option.pay .option.sell .option.exchange_coins .log.gained.coins "
            ".log.paid.coins .log.income .log.income_coins .log.exchanged.coins",
    "weaponry": ".cost.weaponry .option.exchange_weaponry .log.gained.weaponry "
            ".log.paid.weaponry .log.exchanged.weaponry",
    "vp": ".cost.vp .log.gained.vp .log.paid.vp", "discard": ".cost.discard .log.discarded",
    "draw": ".option.draw .log.drawn.offer", "draw_deck": ".option.draw_deck .log.drawn.age1",
    "draw_age2": ".option.draw_age2 .log.drawn.age2", "play": ".option.develop .log.played.hand .log.played.offer",
    "city": ".option.city .option.city_coins .log.city", "tower": ".option.tower .option.tower_coins .log.tower",
    "farm": ".option.farm .option.farm_warriors .log.farm .log.farm_for_goods",
    "ship": ".option.ship .option.sail .option.ship_coins .option.sail_coins .log.ship .log.sailed",
    "warriors": ".option.return", "place": ".option.place .log.warriors_placed .log.warrior_placed",
    "move": ".option.move .option.march .option.march_to .option.march_from .option.march_into "
            ".option.move_to .log.warriors_moved .log.marched .log.warrior_moved",
    "temp": ".option.gather", "bonus_tile": ".option.bonus .log.tile_taken .log.tile_used .log.tile_taken_used",
    "good": ".option.swap", "seapeoples": ".option.battle .log.battle", "first": ".log.round",
    "vp_scoring": ".log.gained.vp_at_scoring", "vp_end": ".log.gained.vp_at_end", "income": ".log.gained.income",
    "warrior": ".log.gained.warriors", "palace": ".log.placed.area .log.placed.hand", "ability": ".log.ability",
}  # fmt: skip
"""The messages that each emoji always stands for, without the game's domain."""
BY_ID = {f"minos_dawn{id}": emoji for emoji, ids in MESSAGES_OF.items() for id in ids.split()}

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
"""Messages whose emoji is named after the value in one of their blanks."""

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
