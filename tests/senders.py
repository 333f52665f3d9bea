"""Outboxes in tests that post nothing for a while."""

from sessions.delivery.outbox import Outbox, Sender


def silence(outbox: Outbox) -> Sender | None:
    """Keep the outbox from posting, as if its process were dead. Return its sender, for `Outbox.start`."""
    sender, outbox._sender = outbox._sender, None
    return sender
