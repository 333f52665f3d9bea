"""The laws about secrets: K4 (knowledge) and K9 (imagined worlds). Positions that a seat can't tell apart are
made in 3 ways: redealt (`Secrecy.redeal`), shuffled within `Secrecy.hidden`, or played with other secret answers."""

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.codec import encode
from engine.kernel.decision import Answer, Seat
from engine.kernel.hidden import change_places, differences, paths_outside, state_of, texts_in, tree_of, value_at
from engine.kernel.offering.offers import offer
from engine.kernel.play import Play, Position, answer, automatic_answer, copy_position, place_order, redeal, world_of
from engine.kernel.proof.trial import Case, LawBroken, break_law, check_census, require
from engine.kernel.refusals import Refusal
from engine.kernel.rules import with_pending

MOST_SECRET_ANSWERS = 8

_bytes = msgspec.msgpack.Encoder(order="deterministic").encode


class _Questions:
    """The questions of a position. Each is worked out once, for all seats that may see it."""

    def __init__(self, case: Case, position: Position[Any]) -> None:
        self._game = case.game
        self._position = position
        self._offered: dict[int, bytes] = {}
        self.pending = Play(case.game, position).pending

    def seen_by(self, seat: Seat | None) -> Iterator[bytes]:
        """Yield the questions to this seat, and the public parts of others' questions."""
        for number, decision in enumerate(self.pending):
            hidden = decision.private and decision.seat != seat
            yield _bytes((decision.seat, decision.id) if hidden else decision)
            yield _bytes(None) if hidden else self._offer(number)
            yield _bytes(automatic_answer(Play(self._game, self._position), decision.seat))
            yield _bytes(decision.is_forced and not decision.shown and len(self.pending) == 1)

    def _offer(self, number: int) -> bytes:
        if number not in self._offered:
            self._offered[number] = _bytes(offer(self._game, self._position, self.pending[number]))
        return self._offered[number]


def _knowledge(case: Case, position: Position[Any], seat: Seat | None, asked: _Questions | None = None) -> list[bytes]:
    """Return everything that `seat` learns: its view, its questions, and the public parts of others' questions."""
    asked = asked or _Questions(case, position)
    view = case.game.rules.look(position.state, seat)
    known = [_bytes(with_pending(view, asked.pending)), *asked.seen_by(seat)]
    if seat is not None:
        known.append(_bytes(case.game.orders.offer(position.state, seat)))
    return known


def _rearrange(case: Case, seat: Seat | None) -> Position[Any]:
    """Redeal everything hidden from `seat`, then shuffle it within its zones. Return that position."""
    other = copy_position(case.game, case.position)
    case.game.secrecy.redeal(other.state, seat, case.chance)
    _move(case, other, seat)
    return other


def _move(case: Case, position: Position[Any], seat: Seat | None) -> None:
    tree = tree_of(position.state)
    for zone in case.game.secrecy.hidden(position.state, seat):
        change_places(tree, zone, case.chance)
    position.state = state_of(case.game.rules.state_type, tree)


def _watchers(case: Case) -> list[Seat | None]:
    return [None, *range(case.position.settings.seats)]


def check_secrets(case: Case) -> None:
    """Check that redealing everything hidden from a seat changes nothing that the seat sees. K4"""
    questions = _Questions(case, case.position)
    for seat in _watchers(case):
        is_same = _knowledge(case, case.position, seat, questions) == _knowledge(case, _rearrange(case, seat), seat)
        require("K4", is_same, f"seat {seat} can tell how hidden things lie")


def indistinguishable(case: Case, seat: Seat | None) -> Position[Any]:
    """Return a position with different hidden things and future draws, made without `Secrecy.redeal`."""
    other = copy_position(case.game, case.position)
    _move(case, other, seat)
    other.seed = case.chance.token("seed")
    other.draws = {name: count + 1 for name, count in other.draws.items()}
    return other


def check_worlds(case: Case) -> None:
    """Check that worlds imagined for a seat depend only on its knowledge, look the same to it, and keep the laws. K9"""
    game, position = case.game, case.position
    for seat in range(position.settings.seats):
        world = _imagine(case, seat, position, indistinguishable(case, seat))
        _check_named(case, seat, world.state)
        require("K9", position.seed not in encode(world), f"the seed is in what seat {seat} imagines")
        looks_right = _bytes(game.rules.look(world.state, seat)) == _bytes(game.rules.look(position.state, seat))
        require("K9", looks_right, f"seat {seat} imagines what it knows to be otherwise")
        is_asked = Play(game, world).decision_of(seat) == case.play().decision_of(seat)
        require("K9", is_asked, f"seat {seat} imagines that it is asked something else")
        check_census(Case(game, world, case.chance))


def _imagine(case: Case, seat: Seat, one: Position[Any], other: Position[Any]) -> Position[Any]:
    """Return the world that `seat` imagines. Check that it is the same for both positions. K9"""
    secret, both = case.chance.token("secret"), (one, other)
    dealt = [redeal(case.game, position.state, seat, Chance(secret, {})) for position in both]
    worlds = [world_of(case.game, position, seat, Chance(secret, {})) for position in both]
    for first, second in (dealt, worlds):
        if _bytes(first) != _bytes(second):
            where = [*differences(tree_of(first), tree_of(second))]
            break_law("K9", f"what seat {seat} imagines hangs on what it cannot know: {where}")
    return worlds[0]


def _check_named(case: Case, seat: Seat, imagined: Any) -> None:
    """Check that an imagined state differs only in hidden zones, and that the agenda contains nothing hidden. K9"""
    state = case.position.state
    zones, tree = case.game.secrecy.hidden(state, seat), tree_of(state)
    unnamed = paths_outside(zones, differences(tree, tree_of(imagined)))
    require("K9", not unnamed, f"{unnamed} are otherwise for seat {seat} and lie in no hidden zone")
    hidden = [value_at(tree, place) for zone in zones if not zone.is_answer for place in zone.places]
    told = set(texts_in(hidden)).intersection(texts_in(tree_of(case.position.agenda)))
    require("K9", not told, f"the agenda tells seat {seat} of {told}")


def check_answers(case: Case) -> None:
    """Check that the world imagined by a seat with a question doesn't depend on others' secret answers. K9"""
    for seat in {decision.seat: None for decision in case.pending}:
        for one, other in indistinguishable_pairs(case, seat):
            if Play(case.game, one).decision_of(seat) is not None:
                _imagine(case, seat, one, other)


def indistinguishable_pairs(case: Case, seat: Seat) -> Iterator[tuple[Position[Any], Position[Any]]]:
    """Yield pairs of positions that `seat` can't tell apart, because others gave different secret answers or orders.
    The rules produce both positions. A pair is continued while the seat's view, facts and questions agree."""
    for decision in case.pending:
        plays = case.play(), case.play()
        is_secret = decision.private and decision.seat != seat
        for _ in range(MOST_SECRET_ANSWERS if is_secret else 0):
            if not _is_alike_after(case, seat, decision.seat, *plays):
                break
            yield plays[0].position, plays[1].position
    for other in range(case.position.settings.seats):
        for order in case.standing(other) if other != seat else ():
            keys = case.guess(order).keys
            yield case.position, place_order(case.game, case.position, other, order.rule, keys)


def _is_alike_after(case: Case, seat: Seat, secretive: Seat, *plays: Play[Any]) -> bool:
    try:
        given = _secret_answers(case, secretive, *plays)
        facts = [play.answer(answer).facts for play, answer in zip(plays, given, strict=False)]
    except Exception as error:  # Any error of the rules breaks the law.
        raise LawBroken(
            "K2", f"an offered answer fails in a position that seat {seat} can't tell apart: {error!r}"
        ) from error
    if not facts:
        return False
    heard = [_bytes([case.game.rules.hear(fact, seat) for fact in each]) for each in facts]
    return heard[0] == heard[1] and _knowledge(case, plays[0].position, seat) == _knowledge(
        case, plays[1].position, seat
    )


def _secret_answers(case: Case, secretive: Seat, one: Play[Any], other: Play[Any]) -> tuple[Answer, ...]:
    """Return answers for two games: separate random ones for the seat `secretive`, the same for all others."""
    asked = one.decision_of(secretive), other.decision_of(secretive)
    if asked[0] is not None and asked[1] is not None:
        return case.guess(asked[0]), case.guess(asked[1])
    if not one.pending or one.pending != other.pending:
        return ()
    given = case.guess(one.pending[0])
    return given, given


def check_heard(case: Case, given: Answer) -> None:
    """Check that a seat hears the same facts in a redealt position, if the answer leads to the same view. K4"""
    told = answer(case.game, case.position, given)
    for seat in _watchers(case):
        try:
            other = answer(case.game, _rearrange(case, seat), given)
        except Refusal:
            continue  # The answer is illegal in the redealt position. Only the answering seat learns this.
        heard = [[case.game.rules.hear(fact, seat) for fact in outcome.facts] for outcome in (told, other)]
        if _bytes(heard[0]) == _bytes(heard[1]):
            continue
        if told.position.draws != other.position.draws:
            continue  # A hidden order was carried out in only one position, and everyone saw its dice.
        if _knowledge(case, told.position, seat) == _knowledge(case, other.position, seat):
            # Otherwise the seat was shown something, so it may hear about it.
            break_law("K4", f"seat {seat} hears a secret in {heard[0]} or {heard[1]}")


def check_standing(case: Case) -> None:
    """Check that only offered orders are accepted, and that they change no question and are secret. K2, K4, K7"""
    game, position, questions = case.game, case.position, _Questions(case, case.position)
    for seat in range(position.settings.seats):
        for decision in case.standing(seat):
            keys = tuple(case.guess(decision).keys)
            after = place_order(game, position, seat, decision.rule, keys)
            game.proof.census(after.state)
            later = _Questions(case, after)
            asks_the_same = later.pending == questions.pending
            require("K7", asks_the_same, f"the order {keys} of seat {seat} changes what is asked")
            for other in _watchers(case):
                is_same = other == seat or _knowledge(case, position, other, questions) == _knowledge(
                    case, after, other, later
                )
                require("K4", is_same, f"seat {other} notices the order {keys} of seat {seat}")
            for wrong in (("no-such-key",), keys * 2, ()):
                try:
                    place_order(game, position, seat, decision.rule, wrong)
                except Refusal:
                    continue
                require("K2", not wrong and not decision.at_least, f"the order {wrong} is illegal and was taken")
