"""Check that skipping questions loses no outcome: `python -m tests.engine.minos_dawn.every_moment --turns 300`.

A variant of the game asks for the order of all effects, and asks again before every effect. The module plays random
turns of the variant. With the same answers in some order, the real game must reach the position at the end of each
turn, or a better one with more coins, weaponry or VP.
"""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from typing import Any, ClassVar, NamedTuple

from engine.kernel.decision import Answer, Decision, Option, Seat
from engine.kernel.game import Game, Offering, complete_settings
from engine.kernel.offering.offers import canonical_fingerprint, fingerprint, head_of
from engine.kernel.play import Play, Position, automatic_answer, copy_position
from engine.kernel.policy import FastChance, random_policy
from engine.kernel.steps import Choice, Happening, Now, Step
from engine.minos_dawn.actions.extra import extra_options
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.words import effect
from engine.minos_dawn.effects.interpreter import OrderEffects, begin_effect
from engine.minos_dawn.game import GAME, RULES, DawnAsides, DawnRules
from engine.minos_dawn.phases.turn import Act, NextTurn
from engine.minos_dawn.state.state import DawnState
from engine.minos_dawn.state.steps import Benefit
from engine.simulate import Simulation

MOST_TRIED = 30_000
"""Maximum number of positions searched for the end of one turn. Nearly every turn needs only a dozen."""


class EveryOrder(OrderEffects, frozen=True, tag="EveryOrder"):
    """Always asks which of the remaining effects comes next."""

    def options(self, state: DawnState) -> list[Option]:
        effects = the_box().effects[self.source]
        return [Option(f"effect:{index + 1}", effect(effects[index])) for index in self.left]

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        index = int(key.removeprefix("effect:")) - 1
        rest = tuple(other for other in self.left if other != index)
        if rest:
            now.then(EveryOrder(self.seat, self.source, rest, True))
        begin_effect(state, now, self.seat, self.source, index, self.is_fresh)


class EveryMomentRules(DawnRules):
    """The rules plus `EveryOrder`."""

    steps: ClassVar[tuple[type[Step[Any]], ...]] = (*RULES.steps, EveryOrder)


class EveryMomentAsides(DawnAsides):
    """Offers extra actions before every effect that has not begun. EXTRA-2"""

    def offer(self, state: DawnState, question: Choice[DawnState], decision: Decision) -> Sequence[Option]:
        if not isinstance(question, EveryOrder):
            return super().offer(state, question, decision)
        is_open = question.is_fresh and state.is_turn_of(decision.seat)
        return extra_options(state, decision.seat) if is_open else ()


def ask_before_each(state: DawnState, now: Now[DawnState], due: Any) -> None:
    """Make all effects of the benefit due, and ask before each of them."""
    assert isinstance(due, Benefit), due
    left = tuple(range(len(the_box().effects[due.source])))
    now.then(EveryOrder(due.seat, due.source, left, due.is_fresh))


VARIANT = replace(
    GAME,
    rules=EveryMomentRules(),
    asides=EveryMomentAsides(),
    offering=Offering(),
    consequences={Benefit: ask_before_each},
)


class TurnOver(Exception):  # noqa: N818  (not an error: the turn is over)
    """Raised at the end of the played turn."""


class OneTurn(Play[DawnState]):
    """A game that stops at the end of the turn."""

    __slots__ = ()

    def fork(self) -> "OneTurn":
        """Return a copy of the turn that can continue separately."""
        return OneTurn(self.game, copy_position(self.game, self.position))

    def _happen(self, step: Happening[DawnState], now: Now[DawnState]) -> None:
        if isinstance(step, NextTurn):
            raise TurnOver
        super()._happen(step, now)

    def give(self, keys: tuple[str, ...]) -> Now[DawnState] | None:
        """Answer the question. Return None if the answer ends the turn."""
        (decision,) = self.pending
        try:
            return self.take(Answer(decision.seat, decision.id, keys))
        except TurnOver:
            return None


class End(NamedTuple):
    """The public result of a turn. `held` are the seat's coins, weaponry and VP."""

    rest: bytes
    held: tuple[int, int, int]

    def is_as_good_as(self, other: "End") -> bool:
        """Return whether the position is the same, and the seat has no fewer coins, weaponry or VP."""
        return self.rest == other.rest and all(one >= two for one, two in zip(self.held, other.held, strict=True))


def end_of(play: OneTurn, seat: Seat) -> End:
    """Return the result of the seat's turn, ignoring the ban on reversing an exchange. Q-53"""
    position = copy_position(GAME, play.position)
    player = position.state.players[seat]
    held = player.coins, player.weaponry, player.vp
    player.coins = player.weaponry = player.vp = player.exchange_lock = 0
    player.scored = []
    return End(canonical_fingerprint(GAME, position), held)


class Turn(NamedTuple):
    """A turn of the variant: the position at its beginning, all answers (even automatic ones), and its end."""

    seat: Seat
    begun: Position[DawnState]
    answers: tuple[tuple[str, ...], ...]
    end: End


def play_turn(begun: Position[DawnState], chance: FastChance) -> Turn:
    """Play the turn at random in the variant, preferring extra actions between effects."""
    play = OneTurn(VARIANT, copy_position(GAME, begun))
    answers = list[tuple[str, ...]]()
    while True:
        (decision,) = play.pending
        keys = pick(decision, answers, chance)
        answers.append(keys)
        now = play.give(keys)
        if now is None:
            return Turn(decision.seat, begun, tuple(answers), end_of(play, decision.seat))
        answers += [(key,) for _, key in now.forced]


EXTRA = ("march", "gather", "bonus", "sell", "swap", "battle", "exchange")
CLOSING = ("end", "forfeit", "skip")
MOST_EXCHANGES = 2


def pick(decision: Decision, answers: list[tuple[str, ...]], chance: FastChance) -> tuple[str, ...]:
    """Return a random answer, preferably one that ends neither the turn nor an effect."""
    if decision.at_most > 1:
        return random_policy(lambda: None, decision, chance)
    may_exchange = sum(keys[0].startswith("exchange") for keys in answers) < MOST_EXCHANGES
    extras, others, closing = list[str](), list[str](), list[str]()
    for option in decision.options:
        head = head_of(option.key)
        if head != "exchange" or may_exchange:
            (extras if head in EXTRA else closing if head in CLOSING else others).append(option.key)
    first = extras if extras and chance.below("extra", 4) < (1 if decision.rule == "ACT-7" else 3) else others
    keys = first or (closing if chance.below("close", 2) else extras) or closing or extras
    return (keys[chance.below("key", len(keys))],)


def reaches(turn: Turn, game: Game[DawnState]) -> bool:
    """Return whether `game` can reach the turn's end with the turn's answers in some order."""
    return any(end_of(play, turn.seat).is_as_good_as(turn.end) for play in ends(turn, game))


class Way(NamedTuple):
    """A path through the turn in the real game. Paths closest to the variant's order are tried first."""

    strays: int
    number: int
    play: OneTurn
    left: tuple[tuple[str, ...], ...]


def ends(turn: Turn, game: Game[DawnState]) -> Iterator[OneTurn]:
    """Yield turns of `game` that use the same answers as `turn`. Turns with the most similar order come first."""
    ways = [Way(0, 0, OneTurn(game, copy_position(game, turn.begun)), turn.answers)]
    seen = set[tuple[bytes, tuple[tuple[str, ...], ...]]]()
    number = 0
    while ways and len(seen) < MOST_TRIED:
        way = heappop(ways)
        for strays, keys, left in candidates(way.play.pending[0], way.left):
            number += 1
            after = way.play.fork()
            if after.give(keys) is None or not settle(after):
                yield after
                continue
            due = (fingerprint(after.position), left)
            if due not in seen:
                seen.add(due)
                heappush(ways, Way(way.strays + strays, -number, after, left))


def settle(play: OneTurn) -> bool:
    """Give the automatic answers. Return whether the turn continues."""
    while keys := automatic_answer(play, play.pending[0].seat):
        if play.give(keys) is None:
            return False
    return True


Candidate = tuple[int, tuple[str, ...], tuple[tuple[str, ...], ...]]


def candidates(decision: Decision, left: tuple[tuple[str, ...], ...]) -> Iterator[Candidate]:
    """Yield each possible answer, its distance from the variant's order, and the answers that then remain."""
    offered, strays, tried = {option.key for option in decision.options}, 0, set[tuple[str, ...]]()
    for place, keys in enumerate(left):
        if keys in tried or not offered.issuperset(keys) or not decision.at_least <= len(keys) <= decision.at_most:
            continue
        tried.add(keys)
        yield strays, keys, (*left[:place], *left[place + 1 :])
        strays += 1
    if decision.at_most > 1:
        return
    for option in decision.options:
        head = head_of(option.key)
        if (option.key,) not in tried and head not in EXTRA and (not tried or head in ("skip", "pay")):
            yield strays, (option.key,), left
            strays += 1


def beginnings(number: int) -> Iterator[Position[DawnState]]:
    """Yield the position at the beginning of each turn of a random game. In every second game, seats get extra
    resources."""
    chance = FastChance(number.to_bytes(16, "big"))
    policy = GAME.programs.policies["greedy"] if number % 3 == 0 else random_policy
    simulation = Simulation(
        GAME, complete_settings(GAME, (2, 3, 4, 1)[number % 4], {}), number.to_bytes(16, "big"), policy
    )
    while simulation.play.pending:
        position = simulation.play.position
        question, turn = position.agenda[-1], position.state.turn
        if isinstance(question, Act) and turn is not None and not turn.is_used and not turn.extras:
            begun = copy_position(GAME, position)
            if number % 2:
                enrich(begun.state, question.seat, chance)
            yield begun
        simulation.turn()


def enrich(state: DawnState, seat: Seat, chance: FastChance) -> None:
    """Give the seat resources for extra actions, such as trade bonus tiles from the box."""
    player, box = state.players[seat], the_box()
    player.weaponry += chance.below("weaponry", 7)
    player.coins += chance.below("coins", 12)
    player.vp += chance.below("vp", 6)
    held = {tile for each in state.players for tile in each.bonus_tiles}
    held |= {tile for tiles in (*state.blue, *state.red) for tile in tiles}
    boxed = sorted(tile.id for tile in box.content.trade_bonuses if tile.id not in held)
    player.bonus_tiles += [boxed[chance.below("tile", len(boxed))]]
    for good in range(6):
        taken = min(state.temps[good], chance.below("temps", 3))
        state.temps[good] -= taken
        player.temps[good] += taken


class Missed(NamedTuple):
    """A turn whose end the real game cannot reach."""

    game: int
    turn: Turn

    def __str__(self) -> str:
        return f"game {self.game}, answer {self.turn.begun.number}: {' '.join('+'.join(k) for k in self.turn.answers)}"


def find_missed(turns: int, first: int = 0, game: Game[DawnState] = GAME) -> Iterator[Missed | None]:
    """Play turns from game number `first` on.

    For each turn, yield None if `game` can reach the end of the turn, and otherwise a `Missed`.
    """
    count, number = 0, first
    while count < turns:
        chance = FastChance((number + (1 << 64)).to_bytes(16, "big"))
        for begun in beginnings(number):
            turn = play_turn(begun, chance)
            yield None if reaches(turn, game) else Missed(number, turn)
            count += 1
            if count == turns:
                return
        number += 1


def main() -> None:
    """Play the turns and print those whose end the real game can't reach."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    given = parser.parse_args()
    found = 0
    for count, miss in enumerate(find_missed(given.turns, given.first), 1):
        if miss is not None:
            found += 1
            print(miss, flush=True)
        if count % 500 == 0:
            print(f"{count} turns, {found} out of reach", flush=True)
    print(f"{given.turns} turns, {found} out of reach")


if __name__ == "__main__":
    main()
