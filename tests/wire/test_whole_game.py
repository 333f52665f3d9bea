"""Play whole games over the wire."""

from random import Random

import pytest

from sessions.snapshot import snapshot_of
from tests.wire.evening import Wired, WireTable, controls, table_of
from tests.wire.player import press_something, type_something

OPTIONS = "round_limit=10 short_game=true first_seat=first"


async def _finish(evening: WireTable, is_typed: bool, seed: int) -> int:
    """Play until the game is over. Return the number of answers."""
    dice, answers = Random(seed), 0
    session = await evening.session()
    while session.table.status == "running":
        person, decision = await evening.person_asked(), session.pending[0]
        if is_typed:
            reply = await type_something(evening, person, decision, dice)
        else:
            reply = await press_something(person, await evening.board(), decision, dice)
        assert reply.kind in ("message", "deferred", "deferred_update", "update"), (decision.rule, reply)
        assert reply.kind in ("deferred_update", "update") or reply.is_ephemeral
        assert session.reader.decision_of(person.id) != decision, (decision.rule, reply.text)
        answers += 1
    return answers


@pytest.mark.parametrize("is_typed", [False, True], ids=["buttons", "commands"])
async def test_a_full_game_can_be_played_over_the_wire(wired_bot: Wired, is_typed: bool) -> None:
    async with table_of(wired_bot, "minos-classic", 2, options=OPTIONS) as evening:
        answers = await _finish(evening, is_typed, seed=5)

        session = await evening.session()
        board = await evening.board()
        assert answers > 40
        assert "## 🏆 " in board.text
        assert all(f"<@{person.id}>" in board.text for person in evening.people)
        seed = snapshot_of(session).seed
        assert seed is not None
        assert seed.hex() in board.text
        assert [button.label for button in board.buttons] == [
            "Rematch",
            "Score sheet",
            "Animation",
            "Costliest moves",
            "Menu",
        ]
        for old in wired_bot.public_messages()[:-1]:
            assert not controls(old), "only the newest message keeps its controls"
