"""The rules of the games, pure and synchronous: one folder a game, and the kernel that they share."""
