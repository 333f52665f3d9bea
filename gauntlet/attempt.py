"""`python -m gauntlet.attempt FAMILY SEED FILE`: make one attempt and write its findings to a file, as JSON."""

import logging
import os
import sys
import traceback
from pathlib import Path

import msgspec

from gauntlet.families import FAMILIES
from gauntlet.family import Findings


def main() -> None:
    key, seed, file = sys.argv[1:4]
    logging.basicConfig(level=logging.WARNING)
    try:
        findings = FAMILIES[key].attempt(int(seed))
    except Exception as error:
        traceback.print_exc()
        findings = Findings(0, [f"the attempt raised {error!r}"])
    Path(file).write_bytes(msgspec.json.encode(findings))
    sys.stdout.flush()
    os._exit(0)  # don't wait for threads of a bot that is still running


if __name__ == "__main__":
    main()
