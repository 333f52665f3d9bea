"""Merging two consecutive log lines: a piece that moves on, a colony with its guard."""

from engine.kernel.decision import Message
from engine.kernel.lines import changed, counted

FOUNDED, GUARDED = "minos_classic.log.founded", "minos_classic.log.guard_arrived"
MOVED = frozenset({"minos_classic.log.moved.ship", "minos_classic.log.moved.guard"})


def in_one_line(line: Message, following: Message) -> Message | None:
    """One line that says both, or None if they stay apart."""
    if line.blanks.get("seat") != following.blanks.get("seat"):
        return None
    if line.id in MOVED and line.id == following.id and _end(line) == following.blanks["origin"]:
        way = Message("minos_classic.log.via", {"place": line.blanks["target"], "next": following.blanks["target"]})
        return changed(line, target=way, count=counted(line) + counted(following))
    if (line.id, following.id) == (FOUNDED, GUARDED) and line.blanks["place"] == following.blanks["place"]:
        return Message("minos_classic.log.founded_guarded", line.blanks)
    return None


def _end(line: Message) -> object:
    """The space a piece came to."""
    target = line.blanks["target"]
    while isinstance(target, Message) and target.id == "minos_classic.log.via":
        target = target.blanks["next"]
    return target
