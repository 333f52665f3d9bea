"""People's names made safe to print, and made different for two people at a table.

It knows only common look-alikes: compatible forms, accents, and letters that Latin, Greek and Cyrillic share.
"""

import re
import unicodedata
from collections.abc import Sequence, Set

from render import GEAR

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
"""Characters that programs may show as nothing (Default_Ignorable_Code_Point), and those drawn without ink."""
_LOOKS_LIKE = str.maketrans(
    "авеѕіјкмнорстухьԁԛԝαβεηικμνορτυχγω01lı|",
    "abesijkmhopctyxbdqwabehikmvoptuxywoiiii",
)
"""Letters with the Latin ones that they look like, once folded."""


def clean_name(name: str, longest: int = LONGEST_NAME) -> str:
    """`name` as one short plain word or two: letters, digits, ordinary signs and emoji, at most `longest` characters.

    Markup becomes a space. Control, direction, invisible and unassigned characters fall away, and so do combining
    marks beyond two in a row.
    """
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
    """A name at a glance: names with the same skeleton are easily confused."""
    plain = unicodedata.normalize("NFKD", _BLANKS.sub("", name.removeprefix(GEAR))).casefold()
    letters = (c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c) and not c.isspace())
    return "".join(letters).translate(_LOOKS_LIKE)


def computers_at(names: Sequence[str], person: str, count: int) -> list[str]:
    return [name for name in names if skeleton(name) != skeleton(person)][:count]


def told_apart(name: str, taken: Set[str]) -> str:
    """`name`, with a number if somebody at the table has that name or one that looks like it."""
    known = {skeleton(other) for other in taken}
    if skeleton(name) not in known:
        return name
    number = 2
    while skeleton(f"{name} {number}") in known:
        number += 1
    return f"{name} {number}"
