"""The version of the bot, and its command `knossos`."""

__version__ = "0.1.0"
