"""The rules of the games, pure and synchronous: one folder per game, and the kernel that they share."""
