"""Make people's names safe to print, and distinct from others that look alike in Latin, Greek or Cyrillic."""

import re
import unicodedata
from collections.abc import Sequence, Set

from render import GEAR, show_name

LONGEST_NAME = 24
_MARKS_IN_A_ROW = 2
_MARKUP = str.maketrans(dict.fromkeys(f"*_~`|>#[](){{}}<@\\:/\n\r\t\u00a0{GEAR}", " "))
_SPACES = re.compile(r"\s+")
_DOTS = re.compile(r"\.(?=\w)")
_NAMELESS = "?"
_BLANKS = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters that may be invisible (Default_Ignorable_Code_Point), and those drawn without ink."""
_LOOKS_LIKE = str.maketrans("авеѕіјкмнорстухьԁԛԝαβεηικμνορτυχγω01lı|", "abesijkmhopctyxbdqwabehikmvoptuxywoiiii")
"""Letters of other alphabets with the Latin letters that they look like, after folding."""


def clean_name(name: str, longest: int = LONGEST_NAME) -> str:
    """Return `name` as plain text of at most `longest` characters: letters, digits, common symbols and emoji. Markup
    becomes a space. At most two combining marks in a row are kept."""
    kept: list[str] = []
    marks = 0
    for character in _BLANKS.sub("", unicodedata.normalize("NFC", name)).translate(_MARKUP):
        category = unicodedata.category(character)
        if category in ("Mn", "Me"):
            marks += 1
            if marks > _MARKS_IN_A_ROW or not kept:
                continue
        elif category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
            continue
        else:
            marks = 0
        kept.append(character)
    plain = _SPACES.sub(" ", _DOTS.sub("․", "".join(kept))).strip()
    if len(plain) > longest:
        plain = plain[: longest - 1].rstrip() + "…"
    return plain or _NAMELESS


def skeleton(name: str) -> str:
    """Return a reduced form of a name. Names with the same skeleton are easily confused, at least in pictures."""
    plain = unicodedata.normalize("NFKD", _BLANKS.sub("", show_name(name.removeprefix(GEAR), name))).casefold()
    letters = (c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c) and not c.isspace())
    return "".join(letters).translate(_LOOKS_LIKE)


def computers_at(names: Sequence[str], person: str, count: int) -> list[str]:
    return [name for name in names if skeleton(name) != skeleton(person)][:count]


def distinct_name(name: str, taken: Set[str]) -> str:
    """Return `name`, with a number if someone at the table has a name that looks the same."""
    known = {skeleton(other) for other in taken}
    if skeleton(name) not in known:
        return name
    number = 2
    while skeleton(f"{name} {number}") in known:
        number += 1
    return f"{name} {number}"
