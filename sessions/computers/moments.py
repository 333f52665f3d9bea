"""The questions of a finished game that are worth thinking about, and how boards call their answers."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec

from engine.kernel.decision import Decision, Message, Seat
from engine.kernel.offering.offers import MOST_JOINED, offer, single_keys
from engine.kernel.play import Position, copy_position
from engine.kernel.policy import Keys
from sessions.play.replaying import walk_log
from sessions.play.timeline import AnyGame
from sessions.records.log import Answered, Entry, taken_back


class Moment(msgspec.Struct, frozen=True):
    """A question, the position in which it was asked, and its answer, which is the entry `number`.

    `then` are the keys of the seat's next answers, up to the first by somebody else or with several keys.
    """

    number: int
    position: Position[Any]
    decision: Decision
    given: Keys
    then: Keys = ()


def moments_of(game: AnyGame, entries: Sequence[Entry], is_meant: Callable[[Entry], bool]) -> list[Moment]:
    """Find the questions answered by entries that are meant, were not taken back and not given by the autopilot.

    Raises `Departed`. Safe to run in a thread.
    """
    gone = taken_back(entries)
    given = [entry for entry in entries if isinstance(entry.action, Answered) and entry.number not in gone]
    places = {entry.number: place for place, entry in enumerate(given)}
    found: list[Moment] = []
    for (_, timeline), entry in zip(walk_log(game, entries), entries[1:], strict=False):
        action = entry.action
        if not isinstance(action, Answered) or action.by_autopilot or entry.number in gone:
            continue
        if not is_meant(entry):
            continue
        asked = next((decision for decision in timeline.pending if decision.seat == entry.seat), None)
        if asked is not None:
            then = _answers_of(entry.seat, given[places[entry.number] + 1 :])
            found.append(Moment(entry.number, copy_position(game, timeline.position), asked, action.keys, then))
    return found


def _answers_of(seat: Seat | None, entries: Iterable[Entry]) -> Keys:
    keys: list[str] = []
    for entry in islice(entries, MOST_JOINED):
        assert isinstance(entry.action, Answered)
        if entry.seat != seat or len(entry.action.keys) != 1:
            break
        keys += entry.action.keys
    return tuple(keys)


def spread_out(moments: Sequence[Moment]) -> Iterator[Moment]:
    """Yield all of these, every eighth first: if time runs out, those looked at are from the whole game."""
    for first in (0, 4, 2, 6, 1, 5, 3, 7):
        yield from moments[first::8]


def name_of_given(game: AnyGame, moment: Moment) -> dict[Keys, Message]:
    """Return how boards call the answer with the next ones that were offered as one with it; empty if it was alone.

    Slow: run it in a thread.
    """
    named = labels_by_keys(offer(game, moment.position, moment.decision))
    whole = [each for each in named if len(each) > 1 and (moment.given + moment.then)[: len(each)] == each]
    return {moment.given: named[max(whole, key=len)]} if whole else {}


def labels_by_keys(shown: Decision) -> dict[Keys, Message]:
    """The labels of options by the answers that they stand for."""
    return {single_keys(option.key): option.label for option in shown.options}
