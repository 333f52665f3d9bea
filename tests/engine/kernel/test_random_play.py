"""Properties of the toy game with random answers: no fruit is lost, positions are stored, and copies are complete."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.codec import decode, encode
from engine.kernel.decision import Answer, Decision
from engine.kernel.game import complete_settings
from engine.kernel.play import Play, answer, copy_position, decisions, start
from engine.kernel.proof.record import Answered, Entry, Ordered, Record, replay_to_end
from tests.engine.kernel.orchard import ORCHARD

GAME = ORCHARD
PICKS = st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99), st.booleans()), max_size=80)


def answer_from(decision: Decision, number: int) -> Answer:
    """Return a legal answer, a different one for each number."""
    keys = [option.key for option in decision.options]
    first = number % len(keys)
    count = min(decision.at_most, max(decision.at_least, number % 4))
    return Answer(decision.seat, decision.id, tuple((keys + keys)[first : first + count]))


@settings(max_examples=60)
@given(st.binary(min_size=16, max_size=16), st.sampled_from(GAME.rules.seats), PICKS)
def test_every_game_replays_and_loses_nothing(seed: bytes, seats: int, picks: list[tuple[int, int, bool]]) -> None:
    table = complete_settings(GAME, seats, {})
    play = Play(GAME, start(GAME, table, seed).position)
    entries: list[Entry] = []
    for who, what, orders in picks:
        if not play.pending:
            break
        if orders:
            order = Ordered(who % seats, "STAND-1", (f"scarecrow:{('on', 'off')[what % 2]}",))
            play.order(order.seat, order.rule, order.keys)
            entries.append(order)
        given_ = answer_from(play.pending[who % len(play.pending)], what)
        play.answer(given_)
        entries.append(Answered(given_.seat, given_.keys))
        GAME.proof.census(play.position.state)
    stored = encode(play.position)
    assert decode(GAME, stored) == play.position
    record = Record(GAME.rules.key, GAME.rules.version, table, seed.hex(), tuple(entries))
    assert encode(replay_to_end(GAME, record).position) == stored


@settings(max_examples=60)
@given(st.binary(min_size=16, max_size=16), PICKS)
def test_every_earlier_position_can_be_restored(seed: bytes, picks: list[tuple[int, int, bool]]) -> None:
    position = start(GAME, complete_settings(GAME, 3, {}), seed).position
    way = [(position, encode(position))]
    for who, what, _ in picks[:30]:
        pending = decisions(GAME, position)
        if not pending:
            break
        position = answer(GAME, position, answer_from(pending[who % len(pending)], what)).position
        way.append((position, encode(position)))
    for position, stored in way:
        assert encode(position) == stored
        assert encode(copy_position(GAME, position)) == stored
