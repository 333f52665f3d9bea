"""`python -m gauntlet.attempt FAMILY SEED FILE`: make one attempt and write its findings to a file, as JSON."""

import sys
from pathlib import Path

import msgspec

from gauntlet.families import FAMILIES
from gauntlet.family import Findings


def main() -> None:
    key, seed, file = sys.argv[1:4]
    findings = FAMILIES[key].attempt(int(seed))
    assert isinstance(findings, Findings)
    Path(file).write_bytes(msgspec.json.encode(findings))


if __name__ == "__main__":
    main()
