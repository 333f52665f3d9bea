"""Games that once revealed a fault are stored next to this file, and replayed with today's rules."""

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
    """Replay a game. Check the census after every answer, storage at every 64th position, and all laws at the end.

    A game of an older version ends early if one of its answers is no longer legal.
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
def test_every_game_can_be_recorded(key: str) -> None:
    record = evening(Table(key, GAMES[key].rules.seats[0])).record
    keeps_the_laws(decode_record(encode_record(record)))
