"""The lines below the picture: questions, people the table waits for, and proposals."""

from collections.abc import Iterable, Iterator

from cogs.ui.game_ui import GameWords
from cogs.ui.wording import Wording
from cogs.views.people import mention, mentions, person, sitter_name
from engine.kernel.decision import Argument, Decision, Message
from engine.kernel.rules import Placing
from sessions.records.clock import SeatClock, Vote
from sessions.records.table import Proposal, Table
from sessions.snapshot import TableSnapshot

QUESTION_TOTAL = 1200
"""Maximum number of characters in a question with emoji; a longer question has none."""
HOUR_S = 3600
MOST_NAMED = 3
"""Maximum number of names of invited people that a board shows."""


def nearest_hour(at: int) -> int:
    """Return a moment in Unix seconds. It's rounded to the hour, which hides anyone's quiet hours."""
    return (at // 1000 + HOUR_S // 2) // HOUR_S * HOUR_S


def waiting_lines(wording: Wording, seen: TableSnapshot, decision: Decision | None) -> list[str]:
    """Return questions, people and proposals in the table's language. `decision` is the public one."""
    table = seen.table
    lines = [*_questions(wording, seen, decision), *_hold(seen)]
    if table.status == "running":
        lines += [*_absent(seen), *_banks(seen)]
        if table.vote is not None:
            lines += _vote(seen, table.vote)
        lines += _asleep(seen)
    lines += _invitations(table)
    if table.proposal is not None:
        words = wording.game_uis[table.game].words
        lines += [_proposal(seen, table.proposal), *place_lines(words, table, seen.awaited.proposed)]
    if seen.awaited.expected:
        lines.append(
            Message("board.expected", {"people": tuple(person(table.names[seat]) for seat in seen.awaited.expected)})
        )
    return [wording.say(line, table.language, table) for line in lines]


def place_lines(words: GameWords, table: Table, placings: Iterable[Placing]) -> list[Message]:
    """Return a line for each place that the players may agree on."""
    return [
        Message(
            "board.place", {"place": each.place, "name": table.names[each.seat], "points": words.points(each.score)}
        )
        for each in placings
        if each.seat is not None
    ]


def _questions(wording: Wording, seen: TableSnapshot, decision: Decision | None) -> list[Message]:
    """Return the questions, with the people asked. Each kind of private question is shown once, without details."""
    table, decisions = seen.table, seen.awaited.decisions
    if seen.awaited.asks_only_computers:
        thinking = tuple(person(table.names[asked.seat]) for asked in decisions)
        return [Message("board.thinking", {"people": thinking, "count": len(thinking)})]
    if decision is not None:
        (prompt,) = wording.show_all([(decision.prompt, table.names)], table.language, QUESTION_TOTAL)
        return [Message("board.turn", {"person": _person_asked(seen, decision), "prompt": prompt})]
    kinds: dict[str, list[Message]] = {}
    for asked in decisions:
        kind = wording.game_uis[table.game].private.public_part(asked)
        prompt = wording.show(kind.prompt, table.language, table) if kind else ""
        kinds.setdefault(prompt, []).append(_person_asked(seen, asked))
    is_everyone = len(kinds) == 1 and len(decisions) == len(table.sitters) > 1
    lines: list[Message] = []
    for prompt, people in kinds.items():
        still = Message("board.waiting", {"people": tuple(people), "count": len(people)})
        if not prompt:
            lines.append(still)
        elif len(people) == 1:
            lines.append(Message("board.turn", {"person": people[0], "prompt": prompt}))
        elif is_everyone:
            lines += [Message("board.everyone", {"prompt": prompt}), still]
        else:
            lines.append(Message("board.several", {"people": tuple(people), "prompt": prompt}))
    return lines


def _person_asked(seen: TableSnapshot, asked: Decision) -> Message:
    """Return a mention of the person asked, or the name of someone who isn't pinged."""
    sitter = seen.table.sitters[asked.seat]
    return sitter_name(sitter) if sitter.user in seen.times.unpinged else mention(sitter)


def _name_asked(seen: TableSnapshot, users: Iterable[int]) -> tuple[Message, ...]:
    """Return mentions of the people asked to vote or agree, or their names if their daily digest asks them."""
    sitters = [sitter for user in users if (sitter := seen.table.sitter_of(user))]
    return tuple(sitter_name(each) if each.user in seen.times.told_later else mention(each) for each in sitters)


def _hold(seen: TableSnapshot) -> Iterator[Message]:
    table = seen.table
    if table.is_paused:
        until = seen.times.pause_until
        yield Message("board.paused", {"when": f"<t:{until // 1000}:D>"}) if until else Message("board.paused_long")
    elif table.is_left_alone:
        ends = f"<t:{seen.times.alone_until // 1000}:R>"
        key = "board.alone_computers" if table.computers else "board.alone"
        yield Message(key, {"name": f"<@{table.people[0].user}>", "when": ends})
    elif table.reason == "game":
        yield Message("refused.suspended_game")


def _absent(seen: TableSnapshot) -> Iterator[Message]:
    for sitter in seen.table.people:
        clock, until = seen.times.clocks.get(sitter.seat), seen.times.away_until.get(sitter.seat)
        if clock is not None and clock.is_gone:
            yield Message("board.gone", {"name": sitter.name})
        elif until is not None:
            yield Message("board.away", {"name": sitter.name, "when": f"<t:{until // 1000}:f>"})


def _banks(seen: TableSnapshot) -> Iterator[Message]:
    table = seen.table
    for seat, at in sorted(seen.times.empty_at.items()):
        if table.vote is None or table.vote.seat != seat:
            yield bank_line(table.names[seat], at)


def bank_line(name: str, empty_at: int | None) -> Message:
    if empty_at is None:
        return Message("board.bank_empty", {"name": name})
    return Message("board.bank", {"name": name, "when": f"<t:{nearest_hour(empty_at)}:R>"})


def _vote(seen: TableSnapshot, vote: Vote) -> Iterator[Message]:
    away = {seen.table.sitters[seat].user for seat in seen.times.away_until}  # they can't vote
    names, asked = seen.table.names, _name_asked(seen, [user for user in seen.awaited.may_vote if user not in away])
    undecided = "board.undecided_opens" if opens_next(seen, vote) else "board.undecided"
    otherwise = Message(undecided, {"when": f"<t:{seen.times.vote_ends_at // 1000}:R>"})
    blanks: dict[str, Argument] = {"name": names[vote.seat], "otherwise": otherwise}
    if asked:
        yield Message("board.vote" if has_bank(seen, vote) else "board.vote_silent", {**blanks, "people": asked})
    else:
        yield Message("board.vote_tied" if has_bank(seen, vote) else "board.vote_silent_tied", blanks)
    for ballot in vote.ballots:
        yield Message("board.ballot", {"name": names[ballot.seat], "choice": Message(f"vote.{ballot.choice}")})


def has_bank(seen: TableSnapshot, vote: Vote) -> bool:
    """Return whether the seat being voted on ran out of time. Otherwise it has been silent for too long."""
    clock = seen.times.clocks.get(vote.seat)
    return clock is None or clock.left is not None


def opens_next(seen: TableSnapshot, vote: Vote) -> bool:
    """Return whether the seat being voted on will be opened if the vote ends without a majority."""
    clock = seen.times.clocks.get(vote.seat)
    return clock is not None and clock.opens_next


def _asleep(seen: TableSnapshot) -> Iterator[Message]:
    asked: list[SeatClock] = [clock for clock in seen.times.clocks.values() if clock.decision is not None]
    if asked and all(clock.is_asleep for clock in asked):
        yield Message("board.sleeps", {"when": f"<t:{min(clock.since for clock in asked) // 1000}:R>"})


def _invitations(table: Table) -> Iterator[Message]:
    """Yield the newest invitations to an open seat: a board doesn't have room for all. If anyone may join, yield none,
    because the people listed as invited were only found by the queue."""
    people = {sitter.user for sitter in table.people}
    invited = [user for user in table.seating.invited if user not in people][-MOST_NAMED:]
    if invited and table.has_open_seat and table.seating.admits != "anyone":
        yield Message("board.seat_for", {"people": mentions(invited)})


def _proposal(seen: TableSnapshot, proposal: Proposal) -> Message:
    names = seen.table.names
    blanks: dict[str, Argument] = {
        "name": names[proposal.agreed[0]],
        "people": tuple(person(names[seat]) for seat in proposal.agreed),
        "waiting": _name_asked(seen, seen.awaited.must_agree),
    }
    if proposal.kind == "undo":
        return Message("board.proposal", blanks)
    if proposal.kind == "open":
        blanks["gone"] = names[proposal.number]
    elif proposal.kind == "resume":
        blanks["when"] = f"<t:{seen.times.resumes_at // 1000}:R>"
    return Message(f"board.proposal_{proposal.kind}", blanks)
