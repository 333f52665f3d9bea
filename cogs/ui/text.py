"""Text made to fit a limit, or to be compared with what somebody typed."""

import re
import unicodedata

_ALIKE = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "–": "-", "—": "-", "‑": "-", "œ": "oe", "æ": "ae", "ø": "o"})
"""What one keyboard has and another has not."""
_WORD = re.compile(r"[^\W_]+")


def folded(text: str) -> str:
    """`text` without accents, case and needless spaces, as it is compared."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).translate(_ALIKE).split())


def words_of(text: str) -> tuple[str, ...]:
    """The words and numbers of `text`, folded, without what stands between them."""
    return tuple(_WORD.findall(folded(text)))


def capitalised(text: str) -> str:
    """`text` as a sentence begins: with a capital letter."""
    return text[:1].upper() + text[1:]


def shorten(text: str, longest: int) -> str:
    """`text` on one line, cut to `longest` characters with an ellipsis."""
    text = " ".join(text.split()) or "–"
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
