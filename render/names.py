"""Make people's names fit into a picture: one line, using only letters that our fonts have."""

import unicodedata
from functools import cache

from engine.kernel.decision import Message, Seat
from render import theme
from render.renderer import Names, Say
from render.seat_colours import COLOURS

LONGEST_NAME = 32
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}


@cache
def _has_glyph(letter: str) -> bool:
    return letter == theme.GEAR or theme.font("bold", 24).getmask(letter).getbbox() is not None


def _visible(name: str) -> str:
    return "".join(" " if unicodedata.category(letter) in _INVISIBLE else letter for letter in name)


def show_name(name: str, otherwise: str) -> str:
    """Return `name` without characters that can't be drawn. Return `otherwise` if no letter or digit is left."""
    kept = _visible(unicodedata.normalize("NFC", name))
    kept = " ".join("".join(letter for letter in kept if letter.isspace() or _has_glyph(letter)).split())
    return kept if any(letter.isalnum() for letter in kept) else otherwise


def picture_names(seats: int, names: Names, words: Say) -> dict[Seat, str]:
    return {seat: show_name(names.get(seat, ""), _colour_of(seat, words)) for seat in range(seats)}


def text_names(seats: int, names: Names, words: Say) -> dict[Seat, str]:
    return {seat: plain(names.get(seat, ""), _colour_of(seat, words), LONGEST_NAME) for seat in range(seats)}


def _colour_of(seat: Seat, words: Say) -> str:
    return words(Message(f"picture.colour.{COLOURS[seat]}"))


def narrow(name: str) -> str:
    """Remove the space after the gear symbol, to fit the name into the head of a narrow column."""
    return name.replace(f"{theme.GEAR} ", theme.GEAR)


def plain(name: str, otherwise: str, longest: int) -> str:
    """Return `name` on one line, cut to `longest` characters. Any script is allowed. Return `otherwise` if the name has
    no letter or digit."""
    kept = " ".join(_visible(name).split())
    kept = kept if any(letter.isalnum() for letter in kept) else otherwise
    return kept if len(kept) <= longest else kept[: longest - 1].rstrip() + "…"
