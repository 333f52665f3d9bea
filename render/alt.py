"""The text beside a picture: whole lines, as many as Discord takes, and where to read the rest."""

from collections.abc import Iterable

from engine.kernel.decision import Message
from render.renderer import Say

LONGEST_ALT = 1024
"""Characters that Discord takes."""


def as_alt(lines: Iterable[str], words: Say) -> str:
    """Join the lines; where they are too long, leave out the last ones and say which button reads all of it.

    A line that is too long by itself is cut between words.
    """
    text = "\n".join(lines)
    if len(text) <= LONGEST_ALT:
        return text
    rest = "\n" + words(Message("picture.alt.rest", {"button": Message("button.read")}))
    room = LONGEST_ALT - len(rest)
    kept = text[: room + 1]
    end = kept.rfind("\n") if "\n" in kept else kept[:room].rfind(" ")
    return text[:end].rstrip() + rest
