"""Stop the outbox of a test, so that it sends nothing."""

from sessions.delivery.outbox import Outbox, Sender


def silence(outbox: Outbox) -> Sender | None:
    """Stop the outbox from sending, as if its process were dead. Return its sender, for `Outbox.start`."""
    sender, outbox._sender = outbox._sender, None
    return sender
