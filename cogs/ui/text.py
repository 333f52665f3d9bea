"""Text made to fit a limit, or to be compared with what somebody typed."""

import unicodedata


def folded(text: str) -> str:
    """`text` without accents, case and needless spaces, as it is compared."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split())


def shorten(text: str, longest: int) -> str:
    """`text` on one line, cut to `longest` characters with an ellipsis."""
    text = " ".join(text.split()) or "–"
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
