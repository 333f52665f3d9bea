"""Merging two consecutive log lines: what tiles gave, and what a turn cost."""

from engine.kernel.decision import Message
from engine.kernel.lines import changed, listed

GOT, GAIN_OF, GAINED_FROM, GAINED_EACH = (
    "minerva.log.got",
    "minerva.log.gain_of",
    "minerva.log.gained_from",
    "minerva.log.gained_each",
)
FEE, WITH_FEE, WITH_IDLE = "minerva.log.fee", "minerva.log.with_fee", "minerva.log.with_idle"
LINES = frozenset(f"minerva.log.line.{way}" for way in "nesw")
USES = frozenset({"minerva.log.reached", "minerva.log.built", "minerva.log.built_free"})
"""Lines of one tile, which may give something immediately."""
ACTIONS = frozenset(
    {
        "minerva.log.built",
        "minerva.log.built_free",
        "minerva.log.residence",
        "minerva.log.assistant",
        "minerva.log.round_tile",
    }
)
"""Lines of the actions of a turn. TURN-05"""


def in_one_line(line: Message, following: Message) -> Message | None:
    """One line that says both, or None if they stay apart."""
    if _core(line).blanks.get("seat") != _core(following).blanks.get("seat"):
        return None
    if line.id == FEE and _core(following).id in ACTIONS:
        return _with_fee(following, line)
    if following.id != GAINED_FROM:
        return None
    core, gain = _core(line), Message(GAIN_OF, {"gain": following.blanks["gain"], "tile": following.blanks["tile"]})
    if core.id in LINES or (core.id in USES and core.blanks["tile"] == following.blanks["tile"]):
        before = listed(line.blanks["gains"]) if line.id == GOT else ()
        return Message(GOT, {"line": line.blanks["line"] if line.id == GOT else line, "gains": (*before, gain)})
    if line.id == GAINED_EACH:
        return changed(line, gains=(*listed(line.blanks["gains"]), gain))
    if line.id == GAINED_FROM:
        first = Message(GAIN_OF, {"gain": line.blanks["gain"], "tile": line.blanks["tile"]})
        return Message(GAINED_EACH, {"seat": line.blanks["seat"], "gains": (first, gain)})
    return None


def _core(line: Message) -> Message:
    """The line without its fee, its gains and the tiles that do nothing."""
    inner = line.blanks.get("line")
    return _core(inner) if line.id in (GOT, WITH_FEE, WITH_IDLE) and isinstance(inner, Message) else line


def _with_fee(line: Message, fee: Message) -> Message:
    if line.id == GOT:
        inner = line.blanks["line"]
        assert isinstance(inner, Message)
        return changed(line, line=_with_fee(inner, fee))
    return Message(WITH_FEE, {"line": line, "cost": fee.blanks["cost"]})
