"""`knossos`: start the bot in any folder, or run one of its tools.

All other packages of the project have short names such as `db` and `engine`. The wheel therefore keeps them out of
`site-packages`, in the folder `app` next to this file. Only this process and its children can import from there.
"""

import argparse
import os
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

from platformdirs import user_data_path

import knossos
from knossos import HOME_VARIABLE, __version__

WHEEL_CODE = Path(__file__).with_name("app")
CODE = WHEEL_CODE if WHEEL_CODE.is_dir() else Path(__file__).parents[1]
"""The folder with the bot's packages: in a wheel, or in a checkout."""
TOOLS = {
    "db": "back up, restore, check or copy the database, or forget someone",
    "engine": "replay and verify exported games",
    "metrics": "ask a running bot whether it is healthy",
}
MARKS = (".env", "var/knossos.db", "var/sandbox-world.json")
"""If the working directory has one of these, the bot was set up or started there before."""


def choose_home(given: str | None) -> Path:
    """Return the folder for `.env` and games: the given one, else the working directory if the bot was set up or
    started there, else the platform's folder for data."""
    if given:
        return Path(given).expanduser().absolute()
    here = Path.cwd()
    return here if any((here / mark).exists() for mark in MARKS) else default_home()


def default_home() -> Path:
    """Return the platform's folder for the bot's data."""
    return user_data_path("knossos", appauthor=False)


def read_arguments(arguments: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """Return the tool to run, or None for the bot, and the tool's own arguments."""
    if arguments and arguments[0] in TOOLS:
        return arguments[0], arguments[1:]
    parser = argparse.ArgumentParser(
        prog="knossos",
        description="Start the bot: on Discord if DISCORD_TOKEN is set, else in a sandbox on this machine.",
        epilog=f"""Settings are read from `.env`, and games are stored in `var`, in the folder {HOME_VARIABLE}. If that
            isn't set, it's the working directory if it has a `.env` or games, else {default_home()}.""",
    )
    parser.add_argument("--version", action="version", version=f"Knossos {__version__}")
    tools = ". ".join(f"{name}: {text}" for name, text in TOOLS.items())
    parser.add_argument("tool", nargs="?", choices=TOOLS, help=f"{tools}. Each has a --help of its own")
    parser.parse_args(arguments)
    return None, ()


def main() -> int:
    """Run the bot or a tool. Return 0, unless the tool exits with its own code."""
    tool, rest = read_arguments(sys.argv[1:])
    home = choose_home(os.environ.get(HOME_VARIABLE))
    os.environ[HOME_VARIABLE] = str(home)
    sys.path.insert(0, str(CODE))
    if tool is None:
        print(f"Knossos {__version__} in {home}: settings are in .env, games in var/.", flush=True)
    knossos.started_by = "knossos"
    sys.argv[1:] = rest
    runpy.run_module(tool or "bot", run_name="__main__", alter_sys=True)  # only now can it be imported
    return 0


if __name__ == "__main__":
    sys.exit(main())
