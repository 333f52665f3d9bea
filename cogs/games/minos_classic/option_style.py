"""Style of the options of Minos (classic): the groups they are in, and the weight of their buttons."""

from collections.abc import Mapping

from engine.kernel.decision import Message, Option
from engine.kernel.offering.offers import head_of
from engine.minos_classic.content.box import KINDS

GROUPS: Mapping[str, Message] = {
    "move": Message("minos_classic.group.move"),
    "build": Message("minos_classic.group.build"),
    "recruit": Message("minos_classic.group.recruit"),
    **dict.fromkeys(KINDS, Message("minos_classic.kind.dice")),
}

END = "minos_classic.action.end"


def group(option: Option) -> Message | None:
    return GROUPS.get(head_of(option.key))


def style(option: Option) -> str:
    """Return the style of an option's button. Options that end the turn are grey."""
    return "plain" if option.label.id == END else "main"


def guard(option: Option) -> Message | None:
    """Return the confirmation prompt if ending the turn now would leave something undone."""
    return Message("minos_classic.guard.end") if option.label.id == END else None
