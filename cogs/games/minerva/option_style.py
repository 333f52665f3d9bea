"""Style of Minerva's options: the groups they are in, and the weight of their buttons."""

from engine.kernel.decision import Message, Option

PASS = "minerva.option.pass"
QUIET = frozenset({PASS, "minerva.option.decline", "minerva.option.done", "minerva.option.sell"})
BUILD = Message("minerva.group.build")


def group(option: Option) -> Message | None:
    return BUILD if option.key.startswith("build:") else None


def style(option: Option) -> str:
    """Return the style of an option's button. Options that end or decline something, and sales, are grey."""
    return "plain" if option.label.id in QUIET else "main"


def guard(option: Option) -> Message | None:
    """Return the question to confirm a pass if the player could still do something."""
    return Message("minerva.guard.pass") if option.label.id == PASS else None


def subject(option: Option) -> Message | None:
    tile = option.label.blanks.get("tile")
    return tile if isinstance(tile, Message) else None
