"""The laws K1 to K3, K5, K7 and K8, checked for one position. A breach raises `LawBroken`."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.codec import LARGEST_POSITION_BYTES, decode, digest, encode
from engine.kernel.decision import Answer, Decision, Option, Seat
from engine.kernel.game import Game
from engine.kernel.offering.offers import JOINT, MOST_JOINED, fingerprint, is_joined, offer, single_keys
from engine.kernel.play import Play, Position, answer, automatic_answer, carry_out, copy_position
from engine.kernel.proof.record import Entry, Record, replay_to_end
from engine.kernel.proof.secrecy import check_answers, check_heard, check_secrets, check_standing, check_worlds
from engine.kernel.proof.trial import Case, LawBroken, break_law, check_census, require
from engine.kernel.refusals import Refusal, UnreadablePosition
from engine.kernel.rules import Settings
from engine.kernel.steps import Choice, Now

MOST_OPTIONS = 100
LONGEST_KEY = 60


def check_decisions(case: Case) -> None:
    """Check that questions and options are few, distinct and short, and that an answer within the limits exists. K2"""
    seats = [decision.seat for decision in case.pending]
    require("K2", len(set(seats)) == len(seats), f"a seat is asked twice: {seats}")
    require("K2", bool(case.pending) or case.position.is_over, "nobody is asked and the game is not over")
    certain = case.play().certain
    if certain and [(each.rule, each.shown, bool(each.options)) for each in case.pending] != [(certain, True, True)]:
        break_law("K2", f"{certain} is certain to be asked of one seat, and {case.pending} are asked")
    standing = [each for seat in range(case.position.settings.seats) for each in case.standing(seat)]
    for decision in case.pending + standing:
        keys = [option.key for option in decision.options]
        where = f"{decision.rule} of seat {decision.seat}"
        least, most, asides = decision.at_least, decision.at_most, decision.asides
        require("K2", 1 <= len(keys) <= MOST_OPTIONS, f"{where} offers {len(keys)} options")
        require("K2", len(set(keys)) == len(keys), f"{where} offers a key twice: {keys}")
        longest = max(keys, key=len)
        require("K2", all(keys) and len(longest) <= LONGEST_KEY, f"{where} has a key that is too long: {longest!r}")
        require("K2", 0 <= least <= min(most, len(keys)), f"{where} wants {least} to {most} of {len(keys)}")
        fits = not asides or (most == 1 and asides < len(keys))
        require("K2", fits, f"{where} has {asides} asides beside {most} of {len(keys)}")


def check_options(case: Case, most: int = MOST_OPTIONS) -> None:
    """Check that offered options are accepted and lead to sound positions. Tries at most `most` random options. K2"""
    for decision in case.pending:
        for option in case.some(list(decision.options), most):
            others = [other.key for other in decision.options if other != option]
            keys = (option.key, *others[: max(0, decision.at_least - 1)]) if decision.at_most else ()
            _check_accepted(case, Answer(decision.seat, decision.id, keys))
        if not decision.at_least:
            _check_accepted(case, Answer(decision.seat, decision.id, ()))


def check_asides(case: Case, most: int = MOST_OPTIONS) -> None:
    """Check that asides are accepted and leave the agenda intact. Tries at most `most` random asides. K2"""
    for decision in case.pending:
        for option in case.some(list(decision.options[len(decision.options) - decision.asides :]), most):
            given = Answer(decision.seat, decision.id, (option.key,))
            _check_accepted(case, given)
            position = copy_position(case.game, case.position)
            due = position.agenda.copy()
            now: Now[Any] = Now(position.agenda, Chance(position.seed, position.draws))
            question = position.agenda.pop()
            assert isinstance(question, Choice), question
            carry_out(case.game, position.state, now, question, decision, given)
            is_intact = position.agenda[: len(due)] == due
            require("K2", is_intact, f"{given} is beside the question and does away with what is due")


def check_offered(case: Case) -> None:
    """Check that joined options are accepted and reach everything that single answers reach. K2"""
    for decision in case.pending:
        keys = automatic_answer(case.play(), decision.seat)
        where = f"{decision.rule} of seat {decision.seat}"
        is_there = {option.key for option in decision.options}.issuperset(keys)
        require("K2", is_there, f"{keys} is given unasked, and {where} does not offer it")
        shown = offer(case.game, case.position, decision)
        if not is_joined(shown):
            is_same = _without_hints(shown) == _without_hints(decision)
            require("K2", is_same, f"{where} is offered as another question")
            continue
        leads = {option.key: _lead(case, decision.seat, single_keys(option.key)) for option in shown.options}
        reached = {key: fingerprint(play.position) for key, play in leads.items()}
        reached[""] = fingerprint(case.position)
        for option in decision.options:
            _check_reached(case, decision.seat, (option.key,), reached)


def _without_hints(decision: Decision) -> Decision:
    options = tuple(Option(option.key, option.label, option.target) for option in decision.options)
    return msgspec.structs.replace(decision, options=options, row=())


def _lead(case: Case, seat: Seat, keys: tuple[str, ...]) -> Play[Any]:
    play = case.play()
    for key in keys:
        asked = play.decision_of(seat)
        if asked is None:
            break_law("K2", f"seat {seat} is offered {keys} in one and is not asked for {key!r}")
        try:
            play.answer(Answer(seat, asked.id, (key,)))
        except Refusal as error:
            raise LawBroken("K2", f"seat {seat} is offered {keys} as one option, but {key!r} is refused") from error
    return play


def _check_reached(case: Case, seat: Seat, keys: tuple[str, ...], reached: Mapping[str, bytes]) -> None:
    """Check that these answers lead to a position in `reached`. If they don't, check that each longer sequence of
    answers that begins with them does."""
    if JOINT.join(keys) in reached:
        return
    play = _lead(case, seat, keys)
    if fingerprint(play.position) in reached.values():
        return
    asked = play.decision_of(seat)
    if asked is None or len(keys) == MOST_JOINED or asked.at_most != 1:
        break_law("K2", f"seat {seat} is not offered {keys}, nor anything that comes to the same")
    for option in asked.options:
        _check_reached(case, seat, (*keys, option.key), reached)


def _check_accepted(case: Case, given: Answer) -> None:
    before = encode(case.position)
    try:
        after = answer(case.game, case.position, given).position
        case.game.proof.census(after.state)
    except AssertionError as error:
        raise LawBroken("K6", f"after {given}: {error}") from error
    except Exception as error:  # Any error of the rules breaks the law.
        raise LawBroken("K2", f"{given} is offered but fails: {error!r}") from error
    require("K8", encode(case.position) == before, f"{given} changed the position it was given")


def wrong_answers(play: Play[Any]) -> Iterator[Answer]:
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
    """Check that every answer that isn't offered is refused, and that a refusal changes nothing. K2"""
    play = case.play()
    before, pending = encode(play.position), list(play.pending)
    for given in wrong_answers(play):
        try:
            play.answer(given)
        except Refusal:
            pass
        except Exception as error:  # Any error except a refusal breaks the law.
            raise LawBroken("K2", f"{given} is illegal, but fails instead of being refused: {error!r}") from error
        else:
            break_law("K2", f"{given} is illegal and was accepted")
        is_same = encode(play.position) == before and play.pending == pending
        require("K2", is_same, f"the refusal of {given} changed the position")


def check_stored(case: Case) -> int:
    """Check that a stored position is read back unchanged. Return its size in bytes. K3"""
    stored = encode(case.position)
    require("K3", len(stored) < LARGEST_POSITION_BYTES, f"a position of {len(stored)} bytes")
    try:
        read = decode(case.game, stored)
    except UnreadablePosition as error:
        raise LawBroken("K3", f"a stored position can't be read back: {error}") from error
    require("K3", read == case.position and encode(read) == stored, "a position reads back as another")
    asks_the_same = Play(case.game, read).pending == case.pending
    require("K3", asks_the_same, "a position that was read back asks something else")
    return len(stored)


def check_simultaneous(case: Case) -> None:
    """Check that two seats with pending questions may answer in either order, and get the same questions. K7"""
    pending = case.pending
    for first, second in pairwise(pending):
        one, two = case.guess(first), case.guess(second)
        ends = []
        for early, late in ((one, two), (two, one)):
            play = case.play()
            asked = play.decision_of(late.seat)
            play.answer(early)
            is_same = play.decision_of(late.seat) == asked
            require("K7", is_same, f"what seat {late.seat} is asked changed when seat {early.seat} answered")
            play.answer(late)
            ends.append(encode(play.position))
        require("K7", ends[0] == ends[1], f"{one} and {two} do not commute")


def check_autopilot(case: Case) -> None:  # K2
    for decision in case.pending:
        keys = case.game.autopilot.answer(case.position.state, decision)
        try:
            case.play().answer(Answer(decision.seat, decision.id, keys))
        except Refusal as error:
            raise LawBroken("K2", f"the autopilot's {keys} is refused: {error!r}") from error


def check_pure(case: Case, given: Answer) -> None:
    """Check that answering in place and on a copy give the same result, and that the original stays unchanged. K8"""
    before = encode(case.position)
    pure = answer(case.game, case.position, given)
    require("K8", encode(case.position) == before, f"{given} changed the position it was given")
    play = case.play()
    now = play.answer(given)
    is_same = encode(play.position) == encode(pure.position) and tuple(now.facts) == pure.facts
    require("K8", is_same, f"{given} in place leads elsewhere")


def check_position(case: Case) -> None:
    check_census(case)
    check_decisions(case)
    check_stored(case)
    check_refusals(case)
    check_options(case, most=4)
    check_asides(case, most=2)
    check_offered(case)
    check_secrets(case)
    check_worlds(case)
    check_answers(case)
    check_standing(case)
    check_simultaneous(case)
    check_autopilot(case)
    for decision in case.pending[:1]:
        given = case.guess(decision)
        check_pure(case, given)
        check_heard(case, given)


def check_replay(game: Game[Any], settings: Settings, seed: bytes, entries: tuple[Entry, ...], reached: str) -> None:
    """Check that the same settings, seed and answers lead to a position with the digest `reached`. K1"""
    record = Record(game.rules.key, game.rules.version, settings, seed.hex(), entries)
    try:
        again = digest(replay_to_end(game, record).position)
    except Refusal as error:
        raise LawBroken("K1", f"a replay refuses an answer: {error!r}") from error
    require("K1", again == reached, "a replay reaches another position")


def check_length(game: Game[Any], position: Position[Any]) -> None:  # K5
    number, most = position.number, game.proof.longest_answers
    fits = number < most or (number == most and position.is_over)
    require("K5", fits, f"{number} answers, and at most {most} are declared")
