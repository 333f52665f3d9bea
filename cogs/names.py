"""People's names made safe to print: no mention, link, markup, line break or stacked mark survives in them."""

import re
import unicodedata

LONGEST_NAME = 24
_MARKS_IN_A_ROW = 2
_MARKUP = str.maketrans(dict.fromkeys("*_~`|>#[](){}<@\\:/\n\r\t\u00a0", " "))
_SPACES = re.compile(r"\s+")
_DOTS = re.compile(r"\.(?=\w)")
_NAMELESS = "?"


def clean_name(name: str, longest: int = LONGEST_NAME) -> str:
    """`name` as one short plain word or two: letters, digits, ordinary signs and emoji, at most `longest` characters.

    What Discord would read as markup becomes a space; control, direction and unassigned characters fall away, and so
    do combining marks beyond two in a row.
    """
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", name).translate(_MARKUP):
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


def told_apart(name: str, taken: set[str]) -> str:
    """`name`, with a number behind it when someone at the table is already called so."""
    if name not in taken:
        return name
    number = 2
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"
