"""The laws of what a seat may know: K4 of what reaches it, and K9 of what may be imagined for it."""

from typing import Any

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.codec import encode
from engine.kernel.decision import Answer, Seat
from engine.kernel.game import with_asked
from engine.kernel.offering import offered, unasked
from engine.kernel.play import Play, Position, answer, copied, stand
from engine.kernel.refusals import Refusal
from engine.kernel.trial import Case, broken, check_census
from engine.kernel.worlds import world_of

_bytes = msgspec.msgpack.Encoder(order="deterministic").encode


def _known(case: Case, position: Position[Any], seat: Seat | None) -> list[bytes]:
    """All that reaches `seat` of a position: its view, what it is asked, and as much of the others as is public."""
    game, state = case.game, position.state
    pending = Play(game, position).pending
    known = [_bytes(with_asked(game.look(state, seat), pending))]
    for decision in pending:
        hidden = decision.private and decision.seat != seat
        known.append(_bytes((decision.seat, decision.id) if hidden else decision))
        known.append(_bytes(None if hidden else offered(game, position, decision)))
        known.append(_bytes(unasked(Play(game, position), decision.seat)))
        taken_unasked = decision.is_forced and not decision.shown and len(pending) == 1
        known.append(_bytes(taken_unasked))
    if seat is not None:
        known.append(_bytes(game.standing(state, seat)))
    return known


def _redealt(case: Case, seat: Seat | None) -> Position[Any]:
    other = copied(case.game, case.position)
    other.state = case.game.redeal(case.position.state, seat, case.chance)
    return other


def _watchers(case: Case) -> list[Seat | None]:
    return [None, *range(case.position.settings.seats)]


def check_secrets(case: Case) -> None:
    """K4: whatever a seat may not know can be dealt differently, and what reaches that seat stays the same bytes."""
    for seat in _watchers(case):
        if _known(case, case.position, seat) != _known(case, _redealt(case, seat), seat):
            broken("K4", f"seat {seat} can tell how hidden things lie")


def member(case: Case, seat: Seat | None) -> Position[Any]:
    """Another position that `seat` cannot tell from this one: hidden things lie otherwise, and so does what is drawn.

    Of all draws to come and of how often each was made a seat knows nothing.
    """
    other = _redealt(case, seat)
    other.seed = case.chance.token("seed")
    other.draws = {name: count + 1 for name, count in other.draws.items()}
    return other


def check_worlds(case: Case) -> None:
    """K9: what a seat may imagine hangs on what it knows alone, looks to it as things do, and keeps the laws."""
    game, position = case.game, case.position
    for seat in range(position.settings.seats):
        secret = case.chance.token("secret")
        world = world_of(game, position, seat, Chance(secret, {}))
        if encode(world) != encode(world_of(game, member(case, seat), seat, Chance(secret, {}))):
            broken("K9", f"what seat {seat} imagines hangs on what it cannot know")
        if position.seed in encode(world):
            broken("K9", f"the seed is in what seat {seat} imagines")
        if _bytes(game.look(world.state, seat)) != _bytes(game.look(position.state, seat)):
            broken("K9", f"seat {seat} imagines what it knows to be otherwise")
        if Play(game, world).decision_of(seat) != case.play().decision_of(seat):
            broken("K9", f"seat {seat} imagines that it is asked something else")
        check_census(Case(game, world, case.chance))


def check_heard(case: Case, given: Answer) -> None:
    """K4: the same answer over another deal, where a seat sees the same of the outcome, sounds the same to it.

    So what a fact tells a seat must show in its view too, at least until the next answer.
    """
    told = answer(case.game, case.position, given)
    for seat in _watchers(case):
        try:
            other = answer(case.game, _redealt(case, seat), given)
        except Refusal:
            continue  # over the other deal that answer is not legal, which only its seat learns
        if _known(case, told.position, seat) != _known(case, other.position, seat):
            continue  # something was shown to that seat, and may be told it
        if told.position.draws != other.position.draws:
            continue  # a hidden order was carried out over one deal alone: everybody saw the dice it threw
        heard = [[case.game.hear(fact, seat) for fact in outcome.facts] for outcome in (told, other)]
        if _bytes(heard[0]) != _bytes(heard[1]):
            broken("K4", f"seat {seat} hears a secret in {heard[0]} or {heard[1]}")


def check_standing(case: Case) -> None:
    """K2, K4: every standing order offered is taken, no other is, and nobody else notices."""
    game, position = case.game, case.position
    for seat in range(position.settings.seats):
        for decision in case.standing(seat):
            keys = tuple(case.guess(decision).keys)
            after = stand(game, position, seat, decision.rule, keys)
            game.census(after.state)
            if Play(game, after).pending != case.pending:
                broken("K7", f"the order {keys} of seat {seat} changes what is asked")
            for other in _watchers(case):
                if other != seat and _known(case, position, other) != _known(case, after, other):
                    broken("K4", f"seat {other} notices the order {keys} of seat {seat}")
            for wrong in (("no-such-key",), keys * 2, ()):
                try:
                    stand(game, position, seat, decision.rule, wrong)
                except Refusal:
                    continue
                if wrong or decision.at_least:
                    broken("K2", f"the order {wrong} is illegal and was taken")
