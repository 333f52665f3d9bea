"""The bot of a month that can be repeated: its games are drawn from the month's seed.

    python -m sandbox.month.seeded_bot SEED

In the folder it is run in stands how many were drawn, so that a bot that was killed goes on where it stopped.
"""

import sys
from hashlib import sha256
from pathlib import Path

import bot


class GameSeeds:
    """A source of seeds for `bot.main`: the same for the same number, from one life of the bot to the next.

    `drawn` is a file with one byte for each that was drawn.
    """

    def __init__(self, number: int, drawn: Path) -> None:
        self._number = number
        self._drawn = drawn

    def __call__(self, count: int) -> bytes:
        """The next seed, of `count` bytes: 32 at most."""
        with self._drawn.open("ab") as drawn:
            place = drawn.tell()
            drawn.write(b".")
        return sha256(f"month {self._number}, game {place}".encode()).digest()[:count]


if __name__ == "__main__":
    sys.exit(bot.main(token_bytes=GameSeeds(int(sys.argv[1]), Path("seeds"))))
