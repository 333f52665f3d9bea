"""Everything a seat can do with an action, an action point or an extra action."""
