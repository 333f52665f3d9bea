"""Alt texts: as many whole lines as Discord accepts. If any are dropped, a last line names the button to show all."""

from collections.abc import Iterable, Sequence

from engine.kernel.decision import Message
from render.plate import LONGEST_ALT
from render.renderer import Say


def as_alt(lines: Iterable[str], words: Say) -> str:
    """Join the lines. If they are too long, drop the last ones and name the button that shows everything. A first line
    that is too long by itself is cut between words."""
    text = "\n".join(lines)
    if len(text) <= LONGEST_ALT:
        return text
    rest = "\n" + words(Message("picture.alt.rest", {"button": Message("button.read")}))
    room = LONGEST_ALT - len(rest)
    kept = text[: room + 1]
    end = kept.rfind("\n") if "\n" in kept else kept[:room].rfind(" ")
    return text[: end if end > 0 else room].rstrip() + rest


def fit_alt(start: Iterable[Message], choices: Iterable[Sequence[Message]], words: Say) -> str:
    """Return `start` followed by the first choice that fits Discord's limit, or by the last if none fits."""
    first, lines = [words(message) for message in start], []
    for more in choices:
        lines = [*first, *map(words, more)]
        if len("\n".join(lines)) <= LONGEST_ALT:
            break
    return as_alt(lines, words)


def join_blocks(blocks: Iterable[Iterable[Message]], words: Say) -> str:
    return "\n\n".join(text for block in blocks if (text := "\n".join(map(words, block))))


def winners(names: Sequence[str]) -> Message:
    if len(names) == 1:
        return Message("picture.winner", {"name": names[0]})
    return Message("picture.winners", {"names": " · ".join(names)})
