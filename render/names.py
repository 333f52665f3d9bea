"""Make people's names fit into a picture: one line, using only letters that our fonts have, and all different."""

import re
import unicodedata
from functools import cache
from os.path import commonprefix

from engine.kernel.decision import Message, Seat
from render import theme
from render.renderer import Names, Say
from render.seat_colours import COLOURS

LONGEST_NAME = 32
LONGEST_UNCUT, SHARED = 10, 5
"""Names up to `LONGEST_UNCUT` letters are hardly ever cut. Longer names may share the first `SHARED` letters."""
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}
_LAM_ALEF = re.compile("\u0644[\u0622\u0623\u0625\u0627]|.")
_DECOMPOSED = {chr(code): unicodedata.decomposition(chr(code)).split() for code in range(0xFB50, 0xFEFD)}
_FORMS = {
    (found[0], "".join(chr(int(code, 16)) for code in found[1:])): form for form, found in _DECOMPOSED.items() if found
}
"""The forms of Arabic letters, by position in the word (such as `<initial>`) and plain letters."""


@cache
def _draw(letter: str) -> str:
    """Return a letter as pictures show it: unchanged, in its plain form, or "" if the fonts have neither."""
    plain = unicodedata.normalize("NFKC", letter)
    return next((each for each in (letter, plain) if all(map(theme.face_of, each))), "")


def _visible(name: str) -> str:
    return "".join(" " if unicodedata.category(letter) in _INVISIBLE else letter for letter in name)


def _join(words: str) -> str:
    """Join Arabic letters to their neighbours, because fonts alone don't."""
    letters, joined = _LAM_ALEF.findall(words), ""
    for before, letter, after in zip(["", *letters], letters, [*letters[1:], ""], strict=False):
        is_joined = ("<initial>", before) in _FORMS and ("<final>", letter) in _FORMS
        joins = ("<initial>", letter) in _FORMS and ("<final>", after) in _FORMS
        form = ("<isolated>", "<initial>", "<final>", "<medial>")[joins + 2 * is_joined]
        joined += _FORMS.get((form, letter), letter)
    return joined


def show_name(name: str, otherwise: str) -> str:
    """Return `name` as pictures show it, without characters that can't be drawn. Words written from right to left are
    reversed. Return `otherwise` if no letter, digit or symbol is left."""
    kept = " ".join("".join(map(_draw, _visible(unicodedata.normalize("NFC", name)))).split())
    kept = theme.FROM_RIGHT.sub(lambda words: _join(words[0])[::-1], kept)
    return kept if _is_said(kept) else otherwise


def _is_said(name: str) -> bool:
    """Return whether a name has a letter, a digit or a symbol such as an emoji."""
    return any(letter.isalnum() or unicodedata.category(letter) == "So" for letter in name.replace(theme.GEAR, ""))


def make_distinct(names: Names) -> dict[Seat, str]:
    """Shorten the beginning that long names share, because plates cut the end. Add numbers to equal names."""
    found: dict[Seat, str] = {}
    for seat, name in names.items():
        read = _turn(name)
        others = [_turn(each) for each in names.values() if each != name]
        shared = max((len(commonprefix((read, each))) for each in others), default=0)  # noqa: RUF071 compares letters
        if len(name) > LONGEST_UNCUT and shared > SHARED and not theme.ENDING.fullmatch(read[shared:]):
            short = f"{read[:3]}…{read[shared - 1 :]}"
            name = short if read == name else short[::-1]
        numbered = (f"{name} {number}" for number in range(2, 2 * len(names) + 2))
        free = (each for each in numbered if each not in {*found.values(), *names.values()})
        found[seat] = next(free) if name in found.values() else name
    return found


def _turn(name: str) -> str:
    """Return the letters of a shown name in the order in which they are read."""
    return name[::-1] if theme.FROM_RIGHT.fullmatch(name) else name


def picture_names(seats: int, names: Names, words: Say) -> dict[Seat, str]:
    return make_distinct({seat: show_name(names.get(seat, ""), _colour_of(seat, words)) for seat in range(seats)})


def text_names(seats: int, names: Names, words: Say) -> dict[Seat, str]:
    return {seat: plain(names.get(seat, ""), _colour_of(seat, words), LONGEST_NAME) for seat in range(seats)}


def _colour_of(seat: Seat, words: Say) -> str:
    return words(Message(f"picture.colour.{COLOURS[seat]}"))


def narrow(name: str) -> str:
    """Remove the space after the gear symbol, to fit the name into the head of a narrow column."""
    return name.replace(f"{theme.GEAR} ", theme.GEAR)


def plain(name: str, otherwise: str, longest: int) -> str:
    """Return `name` on one line, cut to `longest` characters, or `otherwise` if no letter, digit or symbol is left."""
    kept = " ".join(_visible(name).split())
    kept = kept if _is_said(kept) else otherwise
    return kept if len(kept) <= longest else kept[: longest - 1].rstrip() + "…"
