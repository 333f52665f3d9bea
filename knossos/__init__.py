"""The version of the bot, and its command `knossos`."""

__version__ = "0.1.0"
HOME_VARIABLE = "KNOSSOS_HOME"
"""The environment variable with the folder in which relative paths start, if that isn't the working directory."""
started_by = "python -m"
"""The words before the name of a tool that start it. The command `knossos` sets its own name."""
