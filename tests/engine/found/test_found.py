"""Games in which a fault was found are kept next to this file, and replayed by today's rules."""

from pathlib import Path

import pytest

from engine.kernel.codec import decode, encode
from engine.kernel.policy import FastChance
from engine.kernel.proof.laws import check_position
from engine.kernel.proof.record import Record, decode_record, encode_record, replay, same_version
from engine.kernel.proof.trial import Case
from engine.kernel.refusals import Refusal
from tests.engine.contract.tables import GAMES, Table, evening

FOLDER = Path(__file__).parent
KEPT = sorted(FOLDER.glob("*.json"))


def keeps_the_laws(record: Record) -> None:
    """Replay with the census after every answer, storage now and then, and all laws where it was kept.

    A game of an older version may meet an answer that is legal no more; it ends there.
    """
    game = GAMES[record.game]
    position = None
    try:
        for play, _facts in replay(game, record):
            position = play.position
            game.proof.census(position.state)
            if position.number % 64 == 0:
                assert decode(game, encode(position)) == position
    except Refusal:
        assert not same_version(game, record)
    assert position is not None
    check_position(Case(game, position, FastChance(bytes(16))))


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_game_that_once_failed_keeps_the_laws(file: Path) -> None:
    keeps_the_laws(decode_record(file.read_bytes()))


@pytest.mark.parametrize("key", GAMES)
def test_any_game_could_be_kept(key: str) -> None:
    record = evening(Table(key, GAMES[key].rules.seats[0])).record
    keeps_the_laws(decode_record(encode_record(record)))
