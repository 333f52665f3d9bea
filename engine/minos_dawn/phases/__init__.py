"""The course of the game: the setup and the phases of a round."""
