"""`python -m tests.engine.contract.elsewhere FILE…`: replay recorded games and print the digests they reach."""

import sys
from pathlib import Path

from engine.kernel.codec import digest
from engine.kernel.proof.record import decode_record, replay_to_end
from tests.engine.contract.tables import GAMES

for name in sys.argv[1:]:
    record = decode_record(Path(name).read_bytes())
    print(digest(replay_to_end(GAMES[record.game], record).position))
