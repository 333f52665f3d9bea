"""Asking less: related answers are offered as one option, and answers that can't matter are given automatically. Rules
and logs contain only single answers, so the offering can change without breaking a stored game."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.kernel.decision import Decision, Option, Seat
from engine.kernel.game import FollowUp, Game, Join, Wording
from engine.kernel.play import Play, Position, automatic_answer

MOST_OF_ONE, MOST_OF_HEAD, MOST_OF_ALL = 72, 96, 96
"""Maximum numbers of options that replace one option, all options with one head, and all options of a question."""


JOINT = ">"


def single_keys(key: str) -> tuple[str, ...]:
    return tuple(key.split(JOINT))


def head_of(key: str) -> str:
    """Return the first word of a key: `move` of `move:3>region:5`."""
    return single_keys(key)[0].partition(":")[0]


def is_joined(decision: Decision) -> bool:
    return any(JOINT in option.key for option in decision.options)


def is_offered(decision: Decision) -> bool:
    return is_joined(decision) or bool(decision.row)


_due = msgspec.msgpack.Encoder(order="deterministic")


def fingerprint(position: Position[Any]) -> bytes:
    """Return a position's bytes without its number of answers. If they are equal, two answers had the same effect."""
    return _due.encode((position.state, position.agenda, position.draws))


@dataclass(eq=False, slots=True)
class Branch:
    """A position after some answers."""

    play: Play[Any]
    due: bytes
    """The position's fingerprint."""
    revealed: bool
    """True if the last answer revealed something."""


class Branches:
    """All branches tried from one position, which must not change. Answers with the same effect share a branch."""

    def __init__(self, game: Game[Any], position: Position[Any]) -> None:
        self.game = game
        self.root = Branch(Play(game, position), fingerprint(position), False)
        self._all = {(self.root.due, False): self.root}
        self._after: dict[tuple[Branch, Seat, str], Branch] = {}

    def after(self, branch: Branch, seat: Seat, key: str) -> Branch:
        way = (branch, seat, key)
        if way not in self._after:
            play = branch.play.fork()
            revealed = play.take_keys(seat, key).revealed
            due = fingerprint(play.position)
            self._after[way] = self._all.setdefault((due, revealed), Branch(play, due, revealed))
        return self._after[way]

    def after_all(self, branch: Branch, seat: Seat, keys: Iterable[str]) -> Branch:
        for key in keys:
            branch = self.after(branch, seat, key)
        return branch

    def after_without_reveal(self, branch: Branch, seat: Seat, keys: Iterable[str]) -> Branch | None:
        """Return the branch after these answers, or None if one of the answers reveals something."""
        for key in keys:
            branch = self.after(branch, seat, key)
            if branch.revealed:
                return None
        return branch


class Trial(Branches):
    """The branches tried for one question, and the questions met on the way, with their joined options."""

    def __init__(self, game: Game[Any], position: Position[Any]) -> None:
        super().__init__(game, position)
        self.joined: dict[tuple[Branch, Seat], Decision] = {}
        self.joining = {head for head, _ in game.offering.joins}


def offer(game: Game[Any], position: Position[Any], decision: Decision) -> Decision:
    """Return `decision` with joined options, warnings, and a row of options to pick together. No answer is lost."""
    trial = Trial(game, position)
    if decision.at_least != 1 or decision.at_most != 1 or len(trial.root.play.pending) != 1:
        return decision
    shown = _join_options(trial, trial.root, decision) if game.offering.joins else decision
    if decision.rule in game.offering.repeats and game.offering.follow_ups:
        shown = _with_follow_ups(trial, decision, shown)
    if game.offering.reveals:
        shown = _with_warnings(trial, decision, shown)
    if decision.rule in game.offering.repeats:
        row = row_of(shown, game.offering.order)
        shown = replace(shown, row=row if _go_together(trial, shown, row) else ())
    return shown


def _with_warnings(trial: Trial, decision: Decision, shown: Decision) -> Decision:
    heads = frozenset[str]().union(*(each.heads for each in trial.game.offering.reveals.values()))
    options = list(shown.options)
    for place, option in enumerate(options):
        if head_of(option.key) in heads or shown.is_aside(option.key):
            after = trial.after_without_reveal(trial.root, decision.seat, single_keys(option.key))
            rule = "" if after is None else _find_reveal(trial, after, decision.seat)
            if rule in trial.game.offering.reveals:
                words = trial.game.offering.reveals[rule].wording(option)
                options[place] = Option(option.key, words.label, option.target, words.hint)
    return replace(shown, options=tuple(options))


def _find_reveal(trial: Trial, now: Branch, seat: Seat) -> str:
    """Return the rule of the first question whose automatic answer reveals something, or ""."""
    while keys := automatic_answer(now.play, seat):
        (question,) = now.play.pending
        now = trial.after(now, seat, keys[0])
        if now.revealed:
            return question.rule
    return ""


def _join_options(trial: Trial, now: Branch, decision: Decision) -> Decision:
    known = trial.joined.get((now, decision.seat))
    if known is not None:
        return known
    forms = {option.key: _forms(trial, now, decision, option) for option in decision.options}
    becomes = _fitting(forms, trial.game.offering.most)
    asides = sum(len(becomes[option.key]) for option in decision.options[len(decision.options) - decision.asides :])
    options = [each for option in decision.options for each in becomes[option.key]]
    distinct = _distinct(trial, now, decision, options)
    joined = replace(decision, options=tuple(distinct), asides=min(asides, len(distinct) - 1))
    trial.joined[now, decision.seat] = joined
    return joined


MOST_FOLLOW_UPS = 12


def _with_follow_ups(trial: Trial, decision: Decision, shown: Decision) -> Decision:
    known = {option.key for option in shown.options}
    own = len(shown.options) - shown.asides
    options, asides = list[Option](), 0
    room = max(0, min(MOST_FOLLOW_UPS, MOST_OF_ALL - len(shown.options)))
    for place, option in enumerate(shown.options):
        follow_up = trial.game.offering.follow_ups.get(head_of(option.key))
        found = list[Option]()
        if follow_up is not None and room:
            found += islice(_follow_ups(trial, decision, option, follow_up, known), room + 1)
        found = found if len(found) <= room else []
        room -= len(found)
        options += [option, *found]
        asides += (1 + len(found)) * (place >= own)
    return replace(shown, options=tuple(options), asides=asides)


def _follow_ups(
    trial: Trial, decision: Decision, first: Option, follow_up: FollowUp, known: Container[str]
) -> Iterator[Option]:
    after = trial.after_without_reveal(trial.root, decision.seat, single_keys(first.key))
    if after is None or len(after.play.pending) != 1:
        return
    again = after.play.decision_of(decision.seat)
    if again is None or again.rule != decision.rule or again.private != decision.private:
        return
    last = single_keys(first.key)[-1]
    possible = [option for option in again.options if follow_up.follows(first, option)]
    for option in (each for one in possible for each in _forms(trial, after, again, one)[0]):
        if option.key not in known or option.key == last:
            both = _pair(follow_up.wording, first, option, first.target)
            if len(single_keys(both.key)) <= min(follow_up.most, MOST_JOINED):
                yield both
                yield from _follow_ups(trial, decision, both, follow_up, known)


MOST_JOINED = 8
"""Maximum number of answers in one option. Minos: Dawn needs seven: a Wild AP, a city, its temps and coins, a good."""
FEWER = (12, 6)


def _forms(trial: Trial, now: Branch, decision: Decision, option: Option) -> list[list[Option]]:
    """Return the replacements of `option`: lists of joined options, longest first, then the option alone."""
    head = head_of(option.key)
    if head not in trial.joining:
        return [[option]]
    after = trial.after(now, decision.seat, option.key)
    rule = after.play.certain
    if after.revealed or (rule and (head, rule) not in trial.game.offering.joins) or len(after.play.pending) != 1:
        return [[option]]
    (follows,) = after.play.pending
    join = trial.game.offering.joins.get((head, follows.rule))
    if join is None or follows.seat != decision.seat or not follows.at_least == follows.at_most == 1 or follows.asides:
        return [[option]]
    if follows.private > decision.private:
        if join.in_public is None:
            return [[option]]
        answers = _join_options(trial, after, follows).options
        known = [each for each in answers if join.in_public(each)]
        return [[option, *_together(join, option, known)], [option]]
    if follows.rule == decision.rule and join.leads_on is not None:
        return [[option, *_options_after(trial, after, decision, option, join)], [option]]
    answers = _join_options(trial, after, follows).options
    usual = [] if join.is_usual is None else [each for each in answers if join.is_usual(each)]
    whole = _together(join, option, answers)
    forms = [
        [*whole, *_options_after(trial, after, decision, whole[0], join)] if join.leads_on else whole,
        whole,
        *([option, *_together(join, option, usual[:most])] for most in (len(usual), *FEWER) if usual[:most]),
        [option],
    ]
    return [form for form in forms if 0 < len(form) <= MOST_OF_ONE]


def _options_after(trial: Trial, now: Branch, decision: Decision, first: Option, join: Join) -> Iterator[Option]:
    """Answer `first` at `now`. If `decision` is asked again, yield `first` joined with each option that is new."""
    after = trial.after_without_reveal(now, decision.seat, single_keys(first.key)[1:])
    again = None if after is None else after.play.decision_of(decision.seat)
    if after is None or again is None or again.rule != decision.rule or not _may_be_joined(decision, again):
        return
    known = {option.key for option in decision.options}
    for option in again.options:
        if option.key not in known and join.leads_on is not None and join.leads_on(option):
            for each in _forms(trial, after, again, option)[-2:][0]:
                yield _pair(join.wording, first, each)


def _fitting(forms: Mapping[str, list[list[Option]]], most: Mapping[str, int]) -> dict[str, list[Option]]:
    """Choose the replacement of each option. If a head has too many options, shorten its replacements until they
    fit."""
    level = dict.fromkeys(forms, 0)
    heads = Counter(map(head_of, forms))
    while True:
        becomes = {key: form[min(level[key], len(form) - 1)] for key, form in forms.items()}
        counts = Counter[str]()
        for key, options in becomes.items():
            counts[head_of(key)] += len(options)
        is_over = counts.total() > MOST_OF_ALL
        open_to = [head for head, count in counts.most_common() if count > heads[head]]
        head = next((head for head in open_to if is_over or counts[head] > most.get(head, MOST_OF_HEAD)), None)
        if head is None:
            return becomes
        for key in forms:
            level[key] += head_of(key) == head


def _may_be_joined(decision: Decision, follows: Decision) -> bool:
    is_for_same_eyes = follows.seat == decision.seat and follows.private <= decision.private
    return is_for_same_eyes and follows.at_least == follows.at_most == 1 and not follows.asides


def _pair(
    wording: Callable[[Option, Option], Wording], first: Option, second: Option, target: str | None = None
) -> Option:
    words = wording(first, second)
    return Option(f"{first.key}{JOINT}{second.key}", words.label, target, words.hint)


def _together(join: Join, first: Option, options: Iterable[Option]) -> list[Option]:
    return [_pair(join.wording, first, second, first.target) for second in options]


def _distinct(trial: Trial, now: Branch, decision: Decision, options: list[Option]) -> list[Option]:
    """Drop options without an effect, and options with the same effect as an earlier one. Return the rest."""
    checked = {head for (head, _), join in trial.game.offering.joins.items() if join.may_coincide}
    seen = {now.due}
    kept = []
    for option in options:
        if JOINT in option.key and head_of(option.key) in checked:
            after = trial.after_all(now, decision.seat, single_keys(option.key))
            if after.due in seen:
                continue
            seen.add(after.due)
        kept.append(option)
    return kept


def canonical_fingerprint(game: Game[Any], position: Position[Any]) -> bytes:
    """Return a fingerprint that ignores meaningless order. Positions with equal fingerprints look the same."""
    return fingerprint(replace(position, state=game.proof.canonical(position.state)))


EMPTY: Mapping[str, int] = {}
FEWEST_TOGETHER = 4
"""With fewer options, picking several together doesn't save an answer."""


def row_of(decision: Decision, order: Mapping[str, int] = EMPTY) -> tuple[int, ...]:
    """Return the positions of all options except the last answer, in the order they are carried out together."""
    last = len(decision.options) - decision.asides - 1

    def rank(place: int) -> int:
        key = decision.options[place].key
        return order.get(single_keys(key)[0], order.get(head_of(key), 0))

    return tuple(sorted((place for place in range(len(decision.options)) if place != last), key=rank))


def _go_together(trial: Trial, shown: Decision, row: tuple[int, ...]) -> bool:
    """Return whether at least `FEWEST_TOGETHER` options can be carried out in a row, without a reveal or another
    question. Of options with the same first answer, try only the first and the last, and keep the one that leaves more
    options."""
    alike: dict[str, list[str]] = {}
    for place in row:
        key = shown.options[place].key
        alike.setdefault(single_keys(key)[0], []).append(key)
    now, count = trial.root, 0
    for keys in alike.values():
        tried = [_after_option(trial, now, shown, key) for key in {keys[0]: None, keys[-1]: None}]
        if after := [branch for branch in tried if branch is not None]:
            now, count = max(after, key=lambda branch: len(branch.play.pending[0].options)), count + 1
        if count == FEWEST_TOGETHER:
            return True
    return False


def _after_option(trial: Trial, now: Branch, shown: Decision, key: str) -> Branch | None:
    """Return the branch after this option, or None if it is illegal, reveals something or leads to another question."""
    after: Branch | None = now
    for single in single_keys(key):
        asked = None if after is None else after.play.decision_of(shown.seat)
        is_legal = asked is not None and any(option.key == single for option in asked.options)
        after = trial.after_without_reveal(after, shown.seat, (single,)) if after is not None and is_legal else None
    if after is None or len(after.play.pending) != 1 or after.play.pending[0].rule != shown.rule:
        return None
    return after
