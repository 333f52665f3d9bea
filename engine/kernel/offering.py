"""Asking less: answers that belong together are offered as one, and those that cannot matter are given by themselves.

Rules and logs know single answers alone. What is offered as one is made of a question's options when it is shown, and
carried out answer by answer. So it may change from one day to the next: every stored game replays and goes on.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.kernel.decision import Answer, Decision, Option, Seat
from engine.kernel.game import Choice, Game
from engine.kernel.joining import JOINT, Joint, head_of, single_keys
from engine.kernel.play import Play, Position, copied

MOST_OF_ONE, MOST_OF_HEAD, MOST_OF_ALL = 72, 96, 96
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
    forms = {option.key: _forms(game, position, decision, option) for option in decision.options}
    becomes = _fitting(forms)
    asides = sum(len(becomes[option.key]) for option in decision.options[len(decision.options) - decision.asides :])
    options = [each for option in decision.options for each in becomes[option.key]]
    distinct = _distinct(game, position, decision, options)
    return replace(decision, options=tuple(distinct), asides=min(asides, len(distinct) - 1))


FEWER = (12, 6)
"""How many of the usual answers, the first ones, are offered where all would be too many."""


def _forms(game: Game[Any], position: Position[Any], decision: Decision, option: Option) -> list[list[Option]]:
    """What may be offered in place of `option`, the most first, and itself last.

    It with each answer to what it leads to; where that is too much, itself and the usual ones of these.
    """
    head = head_of(option.key)
    if not any(first == head for first, _ in game.joints):
        return [[option]]
    play = Play(game, copied(game, position))
    now = play.take(Answer(decision.seat, decision.id, (option.key,)))
    if now.revealed or len(play.pending) != 1:
        return [[option]]
    (follows,) = play.pending
    joint = game.joints.get((head, follows.rule))
    if joint is None or not _may_be_joined(decision, follows):
        return [[option]]
    if follows.rule == decision.rule:
        return [[option, *_led_on(game, play.position, decision, option, joint)], [option]]
    after = offered(game, play.position, follows)
    usual = [] if joint.is_usual is None else [each for each in after.options if joint.is_usual(each)]
    whole = list(_together(joint, option, after.options))
    forms = [
        [*whole, *_led_on(game, play.position, decision, whole[0], joint)] if joint.leads_on else whole,
        whole,
        *([option, *_together(joint, option, usual[:most])] for most in (len(usual), *FEWER) if usual[:most]),
        [option],
    ]
    return [form for form in forms if 0 < len(form) <= MOST_OF_ONE]


def _led_on(
    game: Game[Any], position: Position[Any], decision: Decision, first: Option, joint: Joint
) -> Iterator[Option]:
    """`first`, the rest of which is answered at `position`, with what it opens when `decision` is asked again."""
    play = Play(game, copied(game, position))
    for key in single_keys(first.key)[1:]:
        asked = play.decision_of(decision.seat)
        assert asked is not None
        if play.take(Answer(decision.seat, asked.id, (key,))).revealed:
            return
    again = play.decision_of(decision.seat)
    if again is None or again.rule != decision.rule or not _may_be_joined(decision, again):
        return
    known = {option.key for option in decision.options}
    for option in again.options:
        if option.key not in known and joint.leads_on is not None and joint.leads_on(option):
            for each in _forms(game, play.position, again, option)[-2:][0]:
                called = joint.called(first, each)
                yield Option(f"{first.key}{JOINT}{each.key}", called.label, None, called.hint)


def _fitting(forms: Mapping[str, list[list[Option]]]) -> dict[str, list[Option]]:
    """What is offered in place of each option: as many as may be, less of those first that become most."""
    level = dict.fromkeys(forms, 0)
    heads = Counter(map(head_of, forms))
    while True:
        becomes = {key: form[min(level[key], len(form) - 1)] for key, form in forms.items()}
        counts = Counter[str]()
        for key, options in becomes.items():
            counts[head_of(key)] += len(options)
        is_over = counts.total() > MOST_OF_ALL
        open_to = [head for head, count in counts.most_common() if count > heads[head]]
        head = next((head for head in open_to if is_over or counts[head] > MOST_OF_HEAD), None)
        if head is None:
            return becomes
        for key in forms:
            level[key] += head_of(key) == head


def _may_be_joined(decision: Decision, follows: Decision) -> bool:
    """Whether the question that follows is one for the same eyes, of one answer, with nothing beside it."""
    is_for_same_eyes = follows.seat == decision.seat and follows.private == decision.private
    return is_for_same_eyes and follows.at_least == follows.at_most == 1 and not follows.asides


def _together(joint: Joint, first: Option, options: Iterable[Option]) -> Iterator[Option]:
    for second in options:
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


MOST_IN_A_ROW, MOST_ROWS = 25, 4
"""The most options of which several may be picked at once, and the most rows of them that repeat any."""


def rows_of(decision: Decision) -> tuple[tuple[int, ...], ...]:
    """The places of the options in rows of which several may be picked at once; none where there is no choice of two.

    What concludes the question, its last answer, comes last in each row. Where one row is not enough, each has all but
    the largest group that begins alike, and a part of that; where this takes too many rows, each option is in one.
    """
    last = len(decision.options) - decision.asides - 1
    others = [place for place in range(len(decision.options)) if place != last]
    if len(others) < 2:
        return ()
    size = MOST_IN_A_ROW - 1
    rows = _parts(others, size)
    if len(rows) > 1:
        heads = Counter(head_of(decision.options[place].key) for place in others)
        largest = heads.most_common(1)[0][0]
        many = [place for place in others if head_of(decision.options[place].key) == largest]
        room = size - (len(others) - len(many))
        if room > 0 and len(_parts(many, room)) <= MOST_ROWS:
            rest = set(others).difference(many)
            rows = [sorted(rest.union(part)) for part in _parts(many, room)]
    return tuple((*row, last) for row in rows)


def _parts(places: list[int], size: int) -> list[list[int]]:
    return [places[start : start + size] for start in range(0, len(places), size)]


def unasked(play: Play[Any], seat: Seat) -> tuple[str, ...]:
    """The answer of `seat` that needs no asking, as no other leads to more; empty where it is to be asked."""
    decision, agenda = play.decision_of(seat), play.position.agenda
    if decision is None or len(play.pending) != 1:
        return ()
    question = agenda[-1]
    assert isinstance(question, Choice), question
    return play.game.unasked(play.position.state, question, decision)
