"""People in words: by name or mention. Computer players are always marked."""

from collections.abc import Iterable

from cogs.ui.wording import Wording
from engine.kernel.decision import Message
from sessions.records.table import NOBODY, Sitter, Table


def person(name: str) -> Message:
    return Message("table.person", {"name": name})


def mention_of(user: int) -> str:
    """Return a mention, or "?" if the person's data was deleted."""
    return "?" if user == NOBODY else f"<@{user}>"


def mentions(users: Iterable[int]) -> tuple[Message, ...]:
    return tuple(person(f"<@{user}>") for user in users)


def sitter_name(sitter: Sitter) -> Message:
    """Return a player's name. A computer player's name is marked and includes the level."""
    if sitter.level is None:
        return person(sitter.name)
    return Message("table.computer", {"name": sitter.name, "level": Message(f"level.{sitter.level}")})


def players(count: int) -> Message:
    """Return a number of players in words, such as "3 players"."""
    return Message("table.players", {"count": count})


def mention(sitter: Sitter) -> Message:
    """Return a mention of a person who still has a seat, or else the name. Deleted people are named by number."""
    return sitter_name(sitter) if sitter.user == NOBODY or sitter.has_left else person(f"<@{sitter.user}>")


def legend(wording: Wording, table: Table, language: str) -> list[str]:
    """Return the computer players at a table, in small print, for messages that mark them only with the gear."""
    computers = [wording.say(sitter_name(sitter), language) for sitter in table.computers]
    return [f"-# {' · '.join(computers)}"] if computers else []
