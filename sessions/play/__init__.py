"""A game in play: reading it, changing it, taking back."""
