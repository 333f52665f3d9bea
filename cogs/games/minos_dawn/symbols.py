"""The emoji for each message. The drawings are in `render.minos_dawn.legend`."""

from pathlib import Path

from cogs.ui.game_ui import read_emoji
from engine.kernel.decision import Message
from engine.minos_dawn.content.box import the_box
from render.minos_dawn.legend import EMOJI_OF, SINGLE
from render.minos_dawn.symbols import COUNTED, OPERATORS

BY_ID = read_emoji(Path(__file__).with_name("emoji.toml"), "minos_dawn")

BY_LAST = {
    "minos_dawn.good": "good_", "minos_dawn.track": "track_", "minos_dawn.row": "row_",
    "minos_dawn.option.wild": "row_",
    "minos_dawn.atom.advance": "advance_", "minos_dawn.trigger": "",
}  # fmt: skip
"""Messages whose emoji is named after the last part of their id."""

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
        case "minos_dawn.vase" if last in the_box().vases:  # otherwise it is the vase's condition
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
