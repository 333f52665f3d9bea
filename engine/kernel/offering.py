"""Asking less: answers that belong together are offered as one, and those that cannot matter are given by themselves.

Rules and logs know single answers alone. What is offered as one is made of a question's options when it is shown, and
carried out answer by answer. So it may change from one day to the next: every stored game replays and goes on.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.kernel.decision import Answer, Decision, Option, Seat
from engine.kernel.game import Choice, Game
from engine.kernel.joining import JOINT, Joint, head_of, single_keys
from engine.kernel.play import Play, Position, copied

MOST_OF_ONE, MOST_OF_HEAD, MOST_OF_ALL = 25, 25, 75
"""The most options that one option, that all whose keys begin alike, and that all of a question may become."""


def offered(game: Game[Any], position: Position[Any], decision: Decision) -> Decision:
    """`decision` with options in place of those that only lead to another question, wherever the game joins the two.

    Any way to answer is still there; where there would be too many options, those that become most stay as they are.
    """
    if decision.at_least != 1 or decision.at_most != 1 or len(Play(game, position).pending) != 1:
        return decision
    shown = _joined(game, position, decision) if game.joints else decision
    return replace(shown, rows=rows_of(shown)) if decision.rule in game.in_a_row else shown


def _joined(game: Game[Any], position: Position[Any], decision: Decision) -> Decision:
    """`decision` with options in place of those that only lead to another question."""
    becomes = {option.key: _unfolded(game, position, decision, option) for option in decision.options}
    for head in _too_many(becomes):
        becomes |= {option.key: [option] for option in decision.options if head_of(option.key) == head}
    asides = sum(len(becomes[option.key]) for option in decision.options[len(decision.options) - decision.asides :])
    options = [each for option in decision.options for each in becomes[option.key]]
    distinct = _distinct(game, position, decision, options)
    return replace(decision, options=tuple(distinct), asides=min(asides, len(distinct) - 1))


def _unfolded(game: Game[Any], position: Position[Any], decision: Decision, option: Option) -> list[Option]:
    """What is offered in place of `option`: itself, or it with each answer to the question that it leads to."""
    head = head_of(option.key)
    if not any(first == head for first, _ in game.joints):
        return [option]
    play = Play(game, copied(game, position))
    now = play.take(Answer(decision.seat, decision.id, (option.key,)))
    if now.revealed or len(play.pending) != 1:
        return [option]
    (follows,) = play.pending
    joint = game.joints.get((head, follows.rule))
    if joint is None or not _may_be_joined(decision, follows):
        return [option]
    found = list(_together(joint, option, offered(game, play.position, follows)))
    return found if 0 < len(found) <= MOST_OF_ONE else [option]


def _too_many(becomes: Mapping[str, Sequence[Option]]) -> list[str]:
    """What keys begin with whose options stay as they are, those that become most first."""
    total, by_head, added = 0, Counter[str](), Counter[str]()
    for key, options in becomes.items():
        by_head[head_of(key)] += len(options)
        added[head_of(key)] += len(options) - 1
        total += len(options)
    heads = []
    for head, count in by_head.most_common():
        if added[head] and (count > MOST_OF_HEAD or total > MOST_OF_ALL):
            heads.append(head)
            total -= added[head]
    return heads


def _may_be_joined(decision: Decision, follows: Decision) -> bool:
    """Whether the question that follows is one for the same eyes, of one answer, with nothing beside it."""
    is_for_same_eyes = follows.seat == decision.seat and follows.private == decision.private
    return is_for_same_eyes and follows.at_least == follows.at_most == 1 and not follows.asides


def _together(joint: Joint, first: Option, follows: Decision) -> Iterator[Option]:
    for second in follows.options:
        called = joint.called(first, second)
        yield Option(f"{first.key}{JOINT}{second.key}", called.label, first.target, called.hint)


def _distinct(game: Game[Any], position: Position[Any], decision: Decision, options: list[Option]) -> list[Option]:
    """The options without those that come to the same as one before them, or to nothing, where that may happen."""
    checked = {head for (head, _), joint in game.joints.items() if joint.may_coincide}
    seen = {what_is_due(position)}
    kept = []
    for option in options:
        if JOINT in option.key and head_of(option.key) in checked:
            play = Play(game, copied(game, position))
            for key in single_keys(option.key):
                asked = play.decision_of(decision.seat)
                assert asked is not None
                play.take(Answer(decision.seat, asked.id, (key,)))
            due = what_is_due(play.position)
            if due in seen:
                continue
            seen.add(due)
        kept.append(option)
    return kept


_due = msgspec.msgpack.Encoder(order="deterministic")


def what_is_due(position: Position[Any]) -> bytes:
    """All of a position but how many answers it took, as bytes: equal where two ways come to the same."""
    return _due.encode((position.state, position.agenda, position.draws))


MOST_IN_A_ROW = 25
"""The most options of which several may be picked at once."""


def rows_of(decision: Decision) -> tuple[tuple[int, ...], ...]:
    """The places of the options in rows of which several may be picked at once; none where there is no choice of two.

    What concludes the question, its last answer, comes last in each row. What begins alike is kept together, unless
    that would take more rows.
    """
    last = len(decision.options) - decision.asides - 1
    others = [place for place in range(len(decision.options)) if place != last]
    if len(others) < 2:
        return ()
    size = MOST_IN_A_ROW - 1
    whole = [others[start : start + size] for start in range(0, len(others), size)]
    rows: list[list[int]] = [[]]
    for _, alike in groupby(others, lambda place: head_of(decision.options[place].key)):
        places = list(alike)
        if len(rows[-1]) + len(places) > size:
            rows.append([])
        rows[-1] += places
    is_kept_together = len(rows) <= len(whole) and all(len(row) <= size for row in rows)
    return tuple((*row, last) for row in (rows if is_kept_together else whole))


def unasked(play: Play[Any], seat: Seat) -> tuple[str, ...]:
    """The answer of `seat` that needs no asking, as no other leads to more; empty where it is to be asked."""
    decision, agenda = play.decision_of(seat), play.position.agenda
    if decision is None or len(play.pending) != 1:
        return ()
    question = agenda[-1]
    assert isinstance(question, Choice), question
    return play.game.unasked(play.position.state, question, decision)
