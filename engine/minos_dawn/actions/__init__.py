"""What a seat does with an action, an action point or an extra action."""
