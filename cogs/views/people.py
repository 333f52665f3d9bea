"""Who sits at a table, in words: persons as they are called or mentioned, computers always as what they are."""

from engine.kernel.decision import Message
from sessions.records import Sitter


def named(sitter: Sitter) -> Message:
    """What somebody is called; of a computer also that it is one, and how well it plays."""
    if sitter.level is None:
        return Message("table.person", {"name": sitter.name})
    return Message("table.computer", {"name": sitter.name, "level": Message(f"level.{sitter.level}")})


def mentioned(sitter: Sitter) -> Message:
    """As `named`, but who still sits there in person is mentioned."""
    if sitter.is_computer or sitter.has_left:
        return named(sitter)
    return Message("table.person", {"name": f"<@{sitter.user}>"})
