"""Facts to lines of the log: message ids and blanks, one line for each thing that happened, with its reason."""

from engine.kernel.decision import Argument, Fact, Message


def tell(fact: Fact) -> Message | None:
    """The line."""
    blanks: dict[str, Argument] = {}
    return Message(f"dawn.fact.{type(fact).__name__}", blanks)
