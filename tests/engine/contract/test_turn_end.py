"""The state at the end of a turn excludes the changes of the next turn."""

from collections.abc import Iterator
from typing import Any

from engine.games import GAMES
from engine.kernel.decision import Answer, Fact
from engine.kernel.game import complete_settings
from engine.kernel.offering.turn_end import state_at_turn_end
from engine.kernel.play import Play, Position, copy_position, start
from engine.kernel.policy import FastChance, random_policy
from engine.minerva.state.facts import Passed
from engine.minerva.state.facts import RoundBegan as MinervaRound
from engine.minos_classic.state.facts import DiceRolled
from engine.minos_classic.state.facts import TurnEnded as ClassicEnded
from engine.minos_dawn.state.facts import DieRetrieved, IncomePaid, RivalDieRetrieved
from engine.minos_dawn.state.facts import TurnEnded as DawnEnded
from engine.minos_dawn.state.state import DawnState

SEED = bytes(range(16))


def game_of(key: str, seats: int, most: int = 600) -> Iterator[tuple[Position[Any], Answer, list[Fact], Any]]:
    """Play a random game. Yield each position, the answer, all resulting facts, and the state afterwards."""
    game, chance = GAMES[key], FastChance(b"turn end")
    play = Play(game, start(game, complete_settings(game, seats, {}), SEED).position)
    for _ in range(most):
        if not play.pending:
            return
        decision = play.pending[0]
        keys = random_policy(lambda: None, decision, chance)
        before, given = copy_position(game, play.position), Answer(decision.seat, decision.id, keys)
        facts = play.answer(given).facts
        yield before, given, facts, game.rules.copy(play.position.state)


def turns(key: str, seats: int, *kinds: type[Fact]) -> Iterator[tuple[Answer, list[Fact], Any, Any, Any]]:
    """Yield the answers of a random game that cause facts of all these types.

    Each answer comes with its facts, the state at the turn's end, the state after all facts, and a spectator's view at
    the turn's end.
    """
    game = GAMES[key]
    for before, given, facts, after in game_of(key, seats):
        if {type(fact) for fact in facts} >= set(kinds):
            ended = state_at_turn_end(game, before, given)
            assert ended is not None
            yield (
                given,
                facts,
                ended,
                after,
                game.narration.look_back(game.rules.look(ended, None), game.rules.look(before.state, None)),
            )


def test_dawn_a_turn_ends_before_the_next_die_is_retrieved() -> None:
    found = list(turns("minos-dawn", 3, DawnEnded, DieRetrieved))

    for given, facts, ended, after, seen in found:
        (taken,) = (fact for fact in facts if isinstance(fact, DieRetrieved))
        assert (seen.turn.seat, after.turn.seat) == (given.seat, taken.seat)
        assert (seen.turn.points, seen.turn.due) == (0, ())
        assert dice_left(ended) == dice_left(after) + 1
    assert len(found) > 10


def test_dawn_the_last_turn_of_a_round_ends_before_income() -> None:
    found = list(turns("minos-dawn", 3, DawnEnded, IncomePaid))

    for given, facts, ended, after, seen in found:
        paid = sum(fact.coins for fact in facts if isinstance(fact, IncomePaid))
        assert seen.turn.seat == given.seat
        assert sum(each.coins for each in after.players) >= sum(each.coins for each in ended.players) + paid > 0
    assert found


def test_dawn_a_solo_turn_includes_the_turn_of_the_rival() -> None:
    found = list(turns("minos-dawn", 1, DawnEnded, RivalDieRetrieved, DieRetrieved))

    assert [dice_left(ended) - dice_left(after) for _, _, ended, after, _ in found] == [1] * len(found)
    assert found


def dice_left(state: DawnState) -> int:
    return sum(die is not None for row in state.rows for die in row)


def test_classic_a_turn_ends_before_the_next_seat_rolls() -> None:
    found = list(turns("minos-classic", 2, ClassicEnded, DiceRolled))

    for given, facts, ended, after, _ in found:
        rolled = next(fact for fact in facts if isinstance(fact, DiceRolled))
        assert (ended.turn.seat, after.turn.seat) == (given.seat, rolled.seat)
    assert len(found) > 10


def test_minerva_the_last_turn_of_a_round_ends_before_preparation() -> None:
    found = list(turns("minerva", 3, Passed, MinervaRound))

    for _, facts, ended, after, _ in found:
        (begun,) = (fact for fact in facts if isinstance(fact, MinervaRound))
        assert (ended.round, after.round) == (begun.round - 1, begun.round)
        assert all(player.order for player in ended.players)
    assert found


def test_there_is_no_turn_end_before_the_first_turn() -> None:
    before, given, *_ = next(iter(game_of("minos-dawn", 3)))

    assert state_at_turn_end(GAMES["minos-dawn"], before, given) is None
