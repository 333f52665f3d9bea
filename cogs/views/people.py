"""Who sits at a table, in words: persons as they are called or mentioned, computers always as what they are."""

from cogs.ui.wording import Wording
from engine.kernel.decision import Message
from sessions.records.table import Sitter, Table


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


def legend(wording: Wording, table: Table, language: str) -> list[str]:
    """Which seats computers have, and how well they play: a line in small print, none where there are none.

    For a message that stands for a whole game, in whose other lines they have the gear alone.
    """
    computers = [wording.say(named(sitter), language) for sitter in table.computers]
    return [f"-# {' · '.join(computers)}"] if computers else []
