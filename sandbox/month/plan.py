"""What a month is to be like, and what happens in it when."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """What kind of month."""

    tables: int
    days: int
    seed: int
    kills: int = 0
    outages: int = 2
    jumps: bool = True
    deserted: int = 0
    """More tables, at which nobody answers the first question, though it is put to all."""
    removals: int = 0
    """Servers that remove the bot; every other one of them invites it again."""


@dataclass(frozen=True, order=True, slots=True)
class Event:
    """Something that happens at a time: `order` tells events of one moment apart."""

    at: int
    order: int
    what: str
    of: int = 0
