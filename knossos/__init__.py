"""The version of the bot, and its command `knossos`."""

__version__ = "0.1.0"
HOME_VARIABLE = "KNOSSOS_HOME"
"""The environment variable with the folder in which relative paths start, if that isn't the working directory."""
started_by = "python -m"
"""The command that runs a tool, without the tool's name. The wheel's command replaces it with `knossos`."""
