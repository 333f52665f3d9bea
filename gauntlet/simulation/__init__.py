"""One process with the whole bot, its Discord and its players, in which a seed decides all that happens."""
