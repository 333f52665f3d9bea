"""Which emoji of Minos: Dawn stands for which message; the drawings are `render.minos_dawn.emoji`."""

from collections.abc import Mapping

from engine.kernel.decision import Message
from engine.minos_dawn.content.box import the_box
from render.minos_dawn.legend import SINGLE

BY_ID: Mapping[str, str] = {
    "dawn.atom.coin": "coin", "dawn.atom.weapon": "weaponry", "dawn.atom.vp": "vp",
    "dawn.atom.vp_rounds": "vp_scoring", "dawn.atom.vp@end": "vp_end", "dawn.atom.temp": "temp",
    "dawn.atom.good": "good", "dawn.atom.randomgood": "random_good", "dawn.atom.draw": "draw",
    "dawn.atom.drawactive": "draw_deck", "dawn.atom.drawage2": "draw_age2", "dawn.atom.play": "play",
    "dawn.atom.playfree": "play_free", "dawn.atom.build": "build", "dawn.atom.buildfree": "build_free",
    "dawn.atom.wild": "wild", "dawn.atom.place": "place", "dawn.atom.move": "move",
    "dawn.atom.warrior": "warrior", "dawn.atom.palace": "palace", "dawn.atom.palacefree": "palace_free",
    "dawn.atom.route": "route", "dawn.atom.income": "income",
    "dawn.cost.coins": "coin", "dawn.cost.weaponry": "weaponry", "dawn.cost.vp": "vp", "dawn.cost.discard": "discard",
    "dawn.option.draw": "draw", "dawn.option.draw_deck": "draw_deck", "dawn.option.draw_age2": "draw_age2",
    "dawn.option.develop": "play", "dawn.option.forfeit": "coin", "dawn.option.pay": "coin",
    "dawn.option.city": "city", "dawn.option.tower": "tower", "dawn.option.farm": "farm", "dawn.option.ship": "ship",
    "dawn.option.sail": "ship", "dawn.option.city_coins": "city", "dawn.option.tower_coins": "tower",
    "dawn.option.farm_warriors": "farm", "dawn.option.ship_coins": "ship", "dawn.option.sail_coins": "ship",
    "dawn.option.return": "warriors", "dawn.option.place": "place", "dawn.option.move": "move",
    "dawn.option.march": "move", "dawn.option.gather": "temp", "dawn.option.bonus": "bonus_tile",
    "dawn.option.sell": "coin", "dawn.option.swap": "good", "dawn.option.battle": "seapeoples",
    "dawn.option.exchange_weaponry": "weaponry", "dawn.option.exchange_coins": "coin",
    "dawn.log.round": "first", "dawn.log.gained.coins": "coin", "dawn.log.paid.coins": "coin",
    "dawn.log.income": "coin", "dawn.log.income_coins": "coin",
    "dawn.log.gained.weaponry": "weaponry", "dawn.log.paid.weaponry": "weaponry", "dawn.log.gained.vp": "vp",
    "dawn.log.paid.vp": "vp", "dawn.log.gained.vp_at_scoring": "vp_scoring", "dawn.log.gained.vp_at_end": "vp_end",
    "dawn.log.gained.income": "income", "dawn.log.gained.warriors": "warrior",
    "dawn.log.exchanged.weaponry": "weaponry", "dawn.log.exchanged.coins": "coin",
    "dawn.log.drawn.offer": "draw", "dawn.log.drawn.age1": "draw_deck", "dawn.log.drawn.age2": "draw_age2",
    "dawn.log.discarded": "discard", "dawn.log.played.hand": "play", "dawn.log.played.offer": "play",
    "dawn.log.placed.area": "palace", "dawn.log.placed.hand": "palace", "dawn.log.city": "city",
    "dawn.log.tower": "tower", "dawn.log.farm": "farm", "dawn.log.ship": "ship", "dawn.log.sailed": "ship",
    "dawn.log.tile_taken": "bonus_tile", "dawn.log.tile_used": "bonus_tile", "dawn.log.warrior_placed": "place",
    "dawn.log.warrior_moved": "move", "dawn.log.battle": "seapeoples", "dawn.log.ability": "ability",
}  # fmt: skip
"""Messages that one emoji always stands for."""

BY_LAST = {
    "dawn.good": "good_", "dawn.track": "track_", "dawn.row": "row_", "dawn.option.wild": "row_",
    "dawn.atom.advance": "advance_", "dawn.trigger": "",
}  # fmt: skip
"""Messages whose emoji is called like the last part of their id."""

BY_BLANK = {
    "dawn.atom.temp_of": ("good", "temp_"), "dawn.option.temp": ("good", "temp_"),
    "dawn.log.temp_gained": ("good", "temp_"), "dawn.log.temp_spent": ("good", "temp_"),
    "dawn.log.good_gained": ("good", "good_"), "dawn.log.advanced": ("track", "advance_"),
    "dawn.log.beyond": ("track", "track_"),
}  # fmt: skip
"""Messages whose emoji is called like what fills a blank."""

COUNTED = {
    "area_cards": "area", "area": "area", "palace_cards": "palace", "palace": "palace", "cities": "city",
    "towers": "tower", "farms": "farm", "regions": "region", "seapeoples": "seapeoples", "lowest_track": "tracks",
    "tracks": "tracks", "warriors": "warriors", "route_spaces": "ship", "ship": "ship", "influence": "track_influence",
    "cultural": "track_cultural", "population": "track_population",
}  # fmt: skip
"""Counters and what conditions measure."""


def sign(message: Message) -> str | None:
    """The name of the emoji that stands for a message; None where there is none."""
    found = BY_ID.get(message.id)
    if found is not None:
        return found
    if message.id in BY_BLANK:
        blank, prefix = BY_BLANK[message.id]
        filling = message.blanks[blank]
        return prefix + filling.id.rpartition(".")[2] if isinstance(filling, Message) else None
    group, _, last = message.id.rpartition(".")
    match group:
        case "dawn.die":
            return f"{last}{message.blanks['value']}"
        case "dawn.vase":
            return f"vase_{the_box().vases[last].colour}"
        case "dawn.counter" | "dawn.condition":
            return COUNTED[last]
        case "dawn.log.scored":
            return "vp"
        case "minos.symbol":
            return last if last in SINGLE else None
    return BY_LAST[group] + last if group in BY_LAST else None
