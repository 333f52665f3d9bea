"""The laws K1 to K9 that every game keeps, as checks of one position each. A broken one raises `LawBroken`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NoReturn, TypeVar

import msgspec

from engine.kernel.branches import what_is_due
from engine.kernel.chance import Chance
from engine.kernel.codec import LARGEST_POSITION_BYTES, decode, digest, encode
from engine.kernel.decision import Answer, Decision, Seat
from engine.kernel.game import Choice, Game, Now, Settings, with_asked
from engine.kernel.joining import JOINT, is_joined, single_keys
from engine.kernel.offering import MOST_JOINED, offered, unasked
from engine.kernel.play import Play, Position, answer, carry_out, copied, stand
from engine.kernel.policy import random_policy
from engine.kernel.record import Entry, Record, replayed
from engine.kernel.refusals import Refusal, UnreadablePosition
from engine.kernel.worlds import world_of

S = TypeVar("S")

MOST_OPTIONS = 100
LONGEST_KEY = 60

_bytes = msgspec.msgpack.Encoder(order="deterministic").encode


class LawBroken(AssertionError):  # noqa: N818  (the protocol's word)
    """A game does not keep a law; `law` is its number."""

    def __init__(self, law: str, what: str) -> None:
        super().__init__(f"{law}: {what}")
        self.law = law
        self.what = what


def _broken(law: str, what: str) -> NoReturn:
    raise LawBroken(law, what)


@dataclass(frozen=True)
class Case:
    """A position of a game under trial, and chance to try it with."""

    game: Game[Any]
    position: Position[Any]
    chance: Chance

    def play(self) -> Play[Any]:
        """The position, ready to be played on without touching it."""
        return Play(self.game, copied(self.game, self.position))

    @property
    def pending(self) -> list[Decision]:
        """The decisions that are due in this position."""
        return Play(self.game, self.position).pending

    def guess(self, decision: Decision) -> Answer:
        """A random legal answer."""
        return Answer(decision.seat, decision.id, random_policy(_blind, decision, self.chance))

    def some(self, items: list[Any], most: int) -> list[Any]:
        """At most that many of them, at random."""
        items = list(items)
        self.chance.shuffle("some", items)
        return items[:most]


def _blind() -> None:
    return None


def check_decisions(case: Case) -> None:
    """K2: at most one decision a seat; 1 to 100 options of short, distinct keys; limits that can be met."""
    seats = [decision.seat for decision in case.pending]
    if len(set(seats)) < len(seats):
        _broken("K2", f"a seat is asked twice: {seats}")
    if not case.pending and not case.position.is_over:
        _broken("K2", "nobody is asked and the game is not over")
    certain = case.play().certain
    if certain and [(each.rule, each.shown, bool(each.options)) for each in case.pending] != [(certain, True, True)]:
        _broken("K2", f"{certain} is certain to be asked of one seat, and {case.pending} are asked")
    standing = [each for seat in range(case.position.settings.seats) for each in _standing(case, seat)]
    for decision in case.pending + standing:
        keys = [option.key for option in decision.options]
        where = f"{decision.rule} of seat {decision.seat}"
        if not 1 <= len(keys) <= MOST_OPTIONS:
            _broken("K2", f"{where} offers {len(keys)} options")
        if len(set(keys)) < len(keys):
            _broken("K2", f"{where} offers a key twice: {keys}")
        if any(not key or len(key) > LONGEST_KEY for key in keys):
            _broken("K2", f"{where} has a key that is too long: {max(keys, key=len)!r}")
        if not 0 <= decision.at_least <= min(decision.at_most, len(keys)):
            _broken("K2", f"{where} wants {decision.at_least} to {decision.at_most} of {len(keys)}")
        if decision.asides and (decision.at_most != 1 or not 0 < decision.asides < len(keys)):
            _broken("K2", f"{where} has {decision.asides} asides beside {decision.at_most} of {len(keys)}")


def _standing(case: Case, seat: Seat) -> list[Decision]:
    decisions = case.game.standing(case.position.state, seat)
    if any(decision.seat != seat for decision in decisions):
        _broken("K2", f"seat {seat} is offered the order of another")
    return decisions


def check_options(case: Case, most: int = MOST_OPTIONS) -> None:
    """K2: options that are offered are accepted and lead somewhere sound. Tries at most `most` of them, at random."""
    for decision in case.pending:
        for option in case.some(list(decision.options), most):
            others = [other.key for other in decision.options if other != option]
            keys = (option.key, *others[: max(0, decision.at_least - 1)]) if decision.at_most else ()
            _accepted(case, Answer(decision.seat, decision.id, keys))
        if not decision.at_least:
            _accepted(case, Answer(decision.seat, decision.id, ()))


def check_asides(case: Case, most: int = MOST_OPTIONS) -> None:
    """K2: asides are accepted, and the question and all behind it stay due. Tries at most `most` of them, at random."""
    for decision in case.pending:
        for option in case.some(list(decision.options[len(decision.options) - decision.asides :]), most):
            given = Answer(decision.seat, decision.id, (option.key,))
            _accepted(case, given)
            position = copied(case.game, case.position)
            due = position.agenda.copy()
            now: Now[Any] = Now(position.agenda, Chance(position.seed, position.draws))
            question = position.agenda.pop()
            assert isinstance(question, Choice), question
            carry_out(case.game, position.state, now, question, decision, given)
            if position.agenda[: len(due)] != due:
                _broken("K2", f"{given} is beside the question and does away with what is due")


def check_offered(case: Case) -> None:
    """K2: what is offered as one is accepted answer by answer, and reaches all that single answers reach.

    An answer that is given unasked is one of the options.
    """
    for decision in case.pending:
        keys = unasked(case.play(), decision.seat)
        if keys and not {option.key for option in decision.options}.issuperset(keys):
            _broken("K2", f"{keys} is given unasked, and {decision.rule} of seat {decision.seat} does not offer it")
        shown = offered(case.game, case.position, decision)
        if not is_joined(shown):
            if msgspec.structs.replace(shown, rows=()) != decision:
                _broken("K2", f"{decision.rule} of seat {decision.seat} is offered as another question")
            continue
        leads = {option.key: _led(case, decision.seat, single_keys(option.key)) for option in shown.options}
        reached = {key: what_is_due(play.position) for key, play in leads.items()}
        reached[""] = what_is_due(case.position)
        for option in decision.options:
            _check_reached(case, decision.seat, (option.key,), reached)


def _led(case: Case, seat: Seat, keys: tuple[str, ...]) -> Play[Any]:
    """Where these answers of `seat` lead, one after the other."""
    play = case.play()
    for key in keys:
        asked = play.decision_of(seat)
        if asked is None:
            _broken("K2", f"seat {seat} is offered {keys} in one and is not asked for {key!r}")
        try:
            play.answer(Answer(seat, asked.id, (key,)))
        except Refusal as error:
            raise LawBroken("K2", f"seat {seat} is offered {keys} in one, and {key!r} is refused") from error
    return play


def _check_reached(case: Case, seat: Seat, keys: tuple[str, ...], reached: Mapping[str, bytes]) -> None:
    """What these single answers lead to is offered, or is where the question began, or goes on to what is offered."""
    if JOINT.join(keys) in reached:
        return
    play = _led(case, seat, keys)
    if what_is_due(play.position) in reached.values():
        return
    asked = play.decision_of(seat)
    if asked is None or len(keys) == MOST_JOINED or asked.at_most != 1:
        _broken("K2", f"seat {seat} is not offered {keys}, nor anything that comes to the same")
    for option in asked.options:
        _check_reached(case, seat, (*keys, option.key), reached)


def _accepted(case: Case, given: Answer) -> None:
    before = encode(case.position)
    try:
        after = answer(case.game, case.position, given).position
        case.game.census(after.state)
    except AssertionError as error:
        raise LawBroken("K6", f"after {given}: {error}") from error
    except Exception as error:  # whatever the rules throw breaks the law
        raise LawBroken("K2", f"{given} is offered and fails: {error!r}") from error
    if encode(case.position) != before:
        _broken("K8", f"{given} changed the position it was given")


def wrong_answers(play: Play[Any]) -> Iterator[Answer]:
    """Answers that are illegal now, of every kind."""
    asked = {decision.seat for decision in play.pending}
    for seat in range(-1, play.position.settings.seats + 1):
        if seat not in asked:
            yield Answer(seat, 0, ("pass",))
    for decision in play.pending:
        seat, number = decision.seat, decision.id
        keys = tuple(option.key for option in decision.options)
        legal = keys[: decision.at_least] or keys[:1]
        for stale in (number - 1, number + 1):
            yield Answer(seat, stale, legal)
        for foreign in ("", keys[0] + " ", keys[0].upper() + "!", "no-such-key", keys[0] + "\0"):
            yield Answer(seat, number, (foreign, *legal[1:]))
        if decision.at_most >= 2 and len(keys) >= 2:
            yield Answer(seat, number, (keys[0], *keys[: max(1, decision.at_least - 1)]))
        yield Answer(seat, number, (*keys, *keys)[: max(decision.at_most, len(keys)) + 1])
        if decision.at_least:
            yield Answer(seat, number, keys[: decision.at_least - 1])


def check_refusals(case: Case) -> None:
    """K2: whatever is not offered is refused, and a refusal leaves every byte as it was."""
    play = case.play()
    before, pending = encode(play.position), list(play.pending)
    for given in wrong_answers(play):
        try:
            play.answer(given)
        except Refusal:
            pass
        except Exception as error:  # anything but a refusal breaks the law
            raise LawBroken("K2", f"{given} is illegal and fails: {error!r}") from error
        else:
            _broken("K2", f"{given} is illegal and was accepted")
        if encode(play.position) != before or play.pending != pending:
            _broken("K2", f"the refusal of {given} changed the position")


def check_stored(case: Case) -> int:
    """K3: the position reads back as it was written. Gives its size in bytes."""
    stored = encode(case.position)
    if len(stored) >= LARGEST_POSITION_BYTES:
        _broken("K3", f"a position of {len(stored)} bytes")
    try:
        read = decode(case.game, stored)
    except UnreadablePosition as error:
        raise LawBroken("K3", f"a position does not read back: {error}") from error
    if read != case.position or encode(read) != stored:
        _broken("K3", "a position reads back as another")
    if Play(case.game, read).pending != case.pending:
        _broken("K3", "a position that was read back asks something else")
    return len(stored)


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
            _broken("K4", f"seat {seat} can tell how hidden things lie")


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
            _broken("K9", f"what seat {seat} imagines hangs on what it cannot know")
        if position.seed in encode(world):
            _broken("K9", f"the seed is in what seat {seat} imagines")
        if _bytes(game.look(world.state, seat)) != _bytes(game.look(position.state, seat)):
            _broken("K9", f"seat {seat} imagines what it knows to be otherwise")
        if Play(game, world).decision_of(seat) != case.play().decision_of(seat):
            _broken("K9", f"seat {seat} imagines that it is asked something else")
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
            _broken("K4", f"seat {seat} hears a secret in {heard[0]} or {heard[1]}")


def check_standing(case: Case) -> None:
    """K2, K4: every standing order offered is taken, no other is, and nobody else notices."""
    game, position = case.game, case.position
    for seat in range(position.settings.seats):
        for decision in _standing(case, seat):
            keys = tuple(case.guess(decision).keys)
            after = stand(game, position, seat, decision.rule, keys)
            game.census(after.state)
            if Play(game, after).pending != case.pending:
                _broken("K7", f"the order {keys} of seat {seat} changes what is asked")
            for other in _watchers(case):
                if other != seat and _known(case, position, other) != _known(case, after, other):
                    _broken("K4", f"seat {other} notices the order {keys} of seat {seat}")
            for wrong in (("no-such-key",), keys * 2, ()):
                try:
                    stand(game, position, seat, decision.rule, wrong)
                except Refusal:
                    continue
                if wrong or decision.at_least:
                    _broken("K2", f"the order {wrong} is illegal and was taken")


def check_simultaneous(case: Case) -> None:
    """K7: two seats asked at once may answer in either order, and neither's question changes meanwhile."""
    pending = case.pending
    for first, second in pairwise(pending):
        one, two = case.guess(first), case.guess(second)
        ends = []
        for early, late in ((one, two), (two, one)):
            play = case.play()
            asked = play.decision_of(late.seat)
            play.answer(early)
            if play.decision_of(late.seat) != asked:
                _broken("K7", f"what seat {late.seat} is asked changed when seat {early.seat} answered")
            play.answer(late)
            ends.append(encode(play.position))
        if ends[0] != ends[1]:
            _broken("K7", f"{one} and {two} do not commute")


def check_autopilot(case: Case) -> None:
    """The autopilot's answer to every decision is legal."""
    for decision in case.pending:
        keys = case.game.autopilot(case.position.state, decision)
        try:
            case.play().answer(Answer(decision.seat, decision.id, keys))
        except Refusal as error:
            raise LawBroken("K2", f"the autopilot's {keys} is refused: {error!r}") from error


def check_pure(case: Case, given: Answer) -> None:
    """K8: answering in place and answering a copy agree, and the copy leaves the original alone."""
    before = encode(case.position)
    pure = answer(case.game, case.position, given)
    if encode(case.position) != before:
        _broken("K8", f"{given} changed the position it was given")
    play = case.play()
    now = play.answer(given)
    if encode(play.position) != encode(pure.position) or tuple(now.facts) != pure.facts:
        _broken("K8", f"{given} in place leads elsewhere")


def check_census(case: Case) -> None:
    """K6: every component is where it should be."""
    try:
        case.game.census(case.position.state)
    except AssertionError as error:
        raise LawBroken("K6", str(error)) from error


def check_position(case: Case) -> None:
    """All that can be said of one position between two answers."""
    check_census(case)
    check_decisions(case)
    check_stored(case)
    check_refusals(case)
    check_options(case, most=4)
    check_asides(case, most=2)
    check_offered(case)
    check_secrets(case)
    check_worlds(case)
    check_standing(case)
    check_simultaneous(case)
    check_autopilot(case)
    for decision in case.pending[:1]:
        given = case.guess(decision)
        check_pure(case, given)
        check_heard(case, given)


def check_replay(game: Game[Any], settings: Settings, seed: bytes, entries: tuple[Entry, ...], reached: str) -> None:
    """K1: the same settings, seed and answers reach the position with digest `reached`."""
    record = Record(game.key, game.version, settings, seed.hex(), entries)
    try:
        again = digest(replayed(game, record).position)
    except Refusal as error:
        raise LawBroken("K1", f"a replay refuses an answer: {error!r}") from error
    if again != reached:
        _broken("K1", "a replay reaches another position")


def check_length(game: Game[Any], position: Position[Any]) -> None:
    """K5: no game has more answers than its game declares."""
    if position.number > game.longest_answers or (position.number == game.longest_answers and not position.is_over):
        _broken("K5", f"{position.number} answers, and at most {game.longest_answers} are declared")
