"""Times as people type them, in every language of the bot: pure functions that return every reading, never a guess."""
