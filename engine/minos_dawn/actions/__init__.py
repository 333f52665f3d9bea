"""Everything a seat can do with its action, an action point (AP) or an extra action."""
