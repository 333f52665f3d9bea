"""Given, when, then: put a game into a situation, answer, and check the result. Each answer gives a new situation.

    given = Situation(ORCHARD, orchard(basket=[PLUM, PEAR]), TrimBasket(ALICE))
    then = given.choose(ALICE, "fruit:0")
    assert then.facts == (FruitReturned(ALICE, (PLUM,)),)

Prepare dice by the names of their draws: `loaded={"action": [[0, 0, 5, 5, 1, 2]]}`.
"""

from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any, Generic, TypeVar

from engine.kernel.chance import SEED_BYTES, Chance
from engine.kernel.decision import Answer, Decision, Fact, Seat
from engine.kernel.game import Game, complete_settings
from engine.kernel.play import Play, Position, copy_position
from engine.kernel.rules import OptionValue
from engine.kernel.steps import Step

S = TypeVar("S")

SEED = bytes(range(SEED_BYTES))


class LoadedChance(Chance):
    """Chance with prepared draws, given by name. When they are used up, draws are random.

    Prepare a roll with its list of numbers, `below` with a list of one number, and a shuffle with the items in their
    new order.
    """

    __slots__ = ("loaded",)

    def __init__(
        self, seed: bytes, counts: MutableMapping[str, int], loaded: Mapping[str, Sequence[Sequence[Any]]]
    ) -> None:
        super().__init__(seed, counts)
        self.loaded = {name: [list(draw) for draw in draws] for name, draws in loaded.items()}

    def _next(self, name: str, length: int) -> list[Any] | None:
        draws = self.loaded.get(name)
        if not draws:
            return None
        draw = draws.pop(0)
        assert len(draw) == length, f"{name} draws {length}, loaded is {draw}"
        self.counts[name] = self.counts.get(name, 0) + 1
        return draw

    def below(self, name: str, bound: int) -> int:
        """Return the prepared number, or a random one."""
        draw = self._next(name, 1)
        return super().below(name, bound) if draw is None else int(draw[0])

    def roll(self, name: str, dice: int, sides: int) -> list[int]:
        """Return the prepared numbers, or random ones."""
        draw = self._next(name, dice)
        return super().roll(name, dice, sides) if draw is None else draw

    def shuffle(self, name: str, items: list[Any]) -> None:
        """Put the items into the prepared order, or a random one."""
        draw = self._next(name, len(items))
        if draw is None:
            super().shuffle(name, items)
        else:
            items[:] = draw


class Situation(Generic[S]):
    """A `game` in `state`, after `steps` were carried out up to the next decision.

    `facts` and `revealed` are those of the last answer, or of the steps before the first answer. `pending` are the open
    decisions.
    """

    facts: tuple[Fact, ...]
    revealed: bool

    def __init__(
        self,
        game: Game[S],
        state: S,
        *steps: Step[S],
        seats: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        seed: bytes = SEED,
        loaded: Mapping[str, Sequence[Sequence[Any]]] | None = None,
    ) -> None:
        settings = complete_settings(game, game.rules.seats[-1] if seats is None else seats, options or {})
        agenda = list(reversed(steps))
        position = Position(settings, seed, game.rules.copy(state), agenda, [0] * settings.seats, {})
        self._open(game, position, loaded or {})
        now = self._play.settle()
        self.facts, self.revealed = tuple(now.facts), now.revealed

    def _open(self, game: Game[S], position: Position[S], loaded: Mapping[str, Sequence[Sequence[Any]]]) -> None:
        self._chance = LoadedChance(position.seed, position.draws, loaded)
        self._play = Play(game, position, self._chance)
        self.facts = ()
        self.revealed = False

    @property
    def game(self) -> Game[S]:
        return self._play.game

    @property
    def position(self) -> Position[S]:
        """Return the position reached. Don't change it."""
        return self._play.position

    @property
    def state(self) -> S:
        """Return the state reached. Don't change it."""
        return self._play.position.state

    @property
    def pending(self) -> list[Decision]:
        return self._play.pending

    @property
    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self._play.position.is_over

    def decision_of(self, seat: Seat) -> Decision:
        """Return the decision of `seat`. Fail if the seat has none."""
        decision = self._play.decision_of(seat)
        assert decision is not None, f"seat {seat} is not asked; pending: {self.pending}"
        return decision

    def keys(self, seat: Seat) -> tuple[str, ...]:
        """Return the keys that `seat` may pick, or an empty tuple if the seat isn't asked."""
        decision = self._play.decision_of(seat)
        return () if decision is None else tuple(option.key for option in decision.options)

    def choose(
        self, seat: Seat, *keys: str, loaded: Mapping[str, Sequence[Sequence[Any]]] | None = None
    ) -> "Situation[S]":
        """Return the situation after `seat` answers with `keys`, and leave this one unchanged.

        `loaded` is added to the prepared draws. Raises a `Refusal` if the answer is refused.
        """
        draws = {name: list(rest) for name, rest in self._chance.loaded.items()}
        for name, more in (loaded or {}).items():
            draws.setdefault(name, []).extend(list(draw) for draw in more)
        then: Situation[S] = Situation.__new__(Situation)
        then._open(self.game, copy_position(self.game, self.position), draws)
        now = then._play.answer(Answer(seat, self.position.answered[seat], keys))
        then.facts, then.revealed = tuple(now.facts), now.revealed
        return then

    def look(self, seat: Seat | None = None) -> Any:
        """Return the view of `seat`. If `seat` is None, return the view of a spectator."""
        return self.game.rules.look(self.state, seat)
