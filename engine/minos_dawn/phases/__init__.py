"""The course of the game: setup, rounds and what each phase of a round brings."""
