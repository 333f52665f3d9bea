"""The outbox: posts waiting for delivery, in order per channel."""
