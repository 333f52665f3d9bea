"""A season of a league: people sign up, the bot opens all tables, and the standings are recounted."""
