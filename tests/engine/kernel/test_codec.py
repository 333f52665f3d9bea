"""Storage: positions and facts are read back as they were written, and other bytes are reported as unreadable."""

import sys
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.codec import decode, decode_facts, digest, encode, encode_facts, share_texts
from engine.kernel.decision import Answer
from engine.kernel.game import complete_settings
from engine.kernel.play import Play, Position, start
from engine.kernel.proof.record import Answered, Ordered, Record, decode_record, encode_record, replay_to_end
from engine.kernel.refusals import NotAsked, UnreadablePosition
from tests.engine.kernel.orchard import ORCHARD, FruitDrawn, Orchard, OrchardWon
from tests.engine.situation import SEED

GAME = ORCHARD


class Basket(NamedTuple):
    owner: str
    fruits: tuple[int, ...]


def opening() -> Position[Orchard]:
    return start(GAME, complete_settings(GAME, 3, {}), SEED).position


def test_a_position_survives_storage_with_the_same_bytes() -> None:
    stored = encode(opening())
    assert decode(GAME, stored) == opening()
    assert encode(decode(GAME, stored)) == stored


def test_positions_share_equal_texts() -> None:
    one, other = (share_texts(decode(GAME, encode(opening()))) for _ in range(2))
    assert one == other == opening()
    assert len({id(fruit) for position in (one, other) for fruit in position.state.bag}) == len(set(one.state.bag))


def test_named_tuples_keep_their_names_when_texts_are_shared() -> None:
    (shared,) = share_texts([Basket("".join(("or", "chard")), (1, 2))])
    assert isinstance(shared, Basket)
    assert shared.owner is sys.intern("orchard")
    assert shared.fruits == (1, 2)


def test_equal_positions_give_equal_bytes_in_any_dictionary_order() -> None:
    position, other = opening(), opening()
    position.draws = {"a": 1, "b": 2}
    other.draws = {"b": 2, "a": 1}
    assert encode(position) == encode(other)
    assert digest(position) == digest(other)


def test_the_digest_of_a_fixed_game_never_changes() -> None:
    """This test fails if storage, chance or the toy game changes, because stored games would no longer replay."""
    play = Play(GAME, opening())
    for _ in range(20):
        decision = play.pending[0]
        keys = tuple(option.key for option in decision.options[: decision.at_least])
        play.answer(Answer(decision.seat, decision.id, keys))
    assert digest(play.position) == "898eaa433643e8eb7a50b6b0f6d0a82339143450e3f34847ea777dcdeefee3c4"


def test_truncated_bytes_are_unreadable() -> None:
    stored = encode(opening())
    for length in range(0, len(stored), 7):
        with pytest.raises(UnreadablePosition):
            decode(GAME, stored[:length])


@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_unreadable(stored: bytes) -> None:
    with pytest.raises(UnreadablePosition):
        decode(GAME, stored)
    with pytest.raises(UnreadablePosition):
        decode_record(stored)


@pytest.mark.parametrize(
    ("field", "value"),
    [("agenda", [{"type": "Burn"}]), ("state", {"bag": 3}), ("number", "one"), ("seed", 5), ("answered", [None])],
)
def test_an_error_names_the_invalid_field(field: str, value: object) -> None:
    built = msgspec.msgpack.decode(encode(opening()))
    built[field] = value
    with pytest.raises(UnreadablePosition, match=field):
        decode(GAME, msgspec.msgpack.encode(built))


def test_facts_survive_storage() -> None:
    facts = (FruitDrawn(1, ("plum", "fig")), OrchardWon(2))
    assert decode_facts(GAME, encode_facts(facts)) == facts
    with pytest.raises(UnreadablePosition):
        decode_facts(GAME, b"\x91\x81\xa4type\xa4Burn")


def test_a_record_survives_storage_and_replays() -> None:
    entries = (Answered(1, ("tree:0",)), Ordered(2, "STAND-1", ("scarecrow:on",)), Answered(0, ("tree:1",)))
    record = Record("orchard", 1, complete_settings(GAME, 3, {}), SEED.hex(), entries, note="why")
    assert decode_record(encode_record(record)) == record
    position = replay_to_end(GAME, record).position
    assert (position.answered, position.state.picks) == ([1, 1, 0], [1, 0, -1])
    assert position.state.scarecrows == [False, False, True]


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_record_naming_an_impossible_seat_is_refused(seat: int) -> None:
    for entry in (Answered(seat, ("tree:0",)), Ordered(seat, "STAND-1", ("scarecrow:on",))):
        with pytest.raises(NotAsked):
            replay_to_end(GAME, Record("orchard", 1, complete_settings(GAME, 3, {}), SEED.hex(), (entry,)))
