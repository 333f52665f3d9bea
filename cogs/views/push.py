"""The line shown in a notification. A locked phone cuts it after a hundred characters, and anyone can read it."""

import re
from collections.abc import Sequence

from cogs.ui.text import shorten
from cogs.ui.wording import Wording
from cogs.views.ending import CUT_SHORT
from cogs.views.people import mentions, person
from cogs.views.waiting import has_bank
from engine.kernel.decision import Argument, Message
from locales.words import OFFERED
from sessions.records.departures import last_one
from sessions.records.table import Table
from sessions.snapshot import TableSnapshot

QUESTION = 100
"""Maximum number of characters in a question: the board has the rest."""
_CALLED_FIRST = re.compile(r"<@\d+> ")


def push_line(wording: Wording, seen: TableSnapshot, users: Sequence[int], round_now: int | None) -> str:
    """Ping `users` with the table's question. If their questions differ, the line names each person's."""
    table = seen.table
    asked: dict[str, list[int]] = {}
    for user in users:
        asked.setdefault(_matter(wording, seen, user), []).append(user)
    if len(asked) == 1:
        line = _line(wording, table, next(iter(asked)), table.language, round_now)
        called = " ".join(f"<@{user}>" for user in users)
        return f"{called} {line}" if len(users) == 1 else f"{line} {called}"
    each = [
        wording.say(Message("push.each", {"people": mentions(called), "asked": words}), table.language)
        for words, called in asked.items()
    ]
    return _line(wording, table, " ".join(each), table.language, round_now)


def hand_push(wording: Wording, table: Table, language: str, round_now: int | None) -> str:
    """Return the text that announces a hand in a direct message. It shows no card, because anyone can read a locked
    phone."""
    return _line(wording, table, _of_hand(wording, table, language), language, round_now)


def is_hand_push(wording: Wording, table: Table, language: str, content: str) -> bool:
    """Return whether this is a line that announced a hand at this table."""
    return content.endswith(_of_hand(wording, table, language))


def _of_hand(wording: Wording, table: Table, language: str) -> str:
    return wording.say(Message("push.hand", {"channel": f"<#{table.channel}>"}), language)


def is_push_line(wording: Wording, table: Table, content: str) -> bool:
    """Return whether this may be a ping for this table: after a mention it begins with the name of the game."""
    words = _CALLED_FIRST.sub("", content, count=1)
    name = wording.game_uis[table.game].name
    return any(words.startswith(wording.say(name, language)) for language in OFFERED)


def _line(wording: Wording, table: Table, asked: str, language: str, round_now: int | None) -> str:
    blanks: dict[str, Argument] = {"game": wording.game_uis[table.game].name, "asked": asked}
    if round_now is None:
        return wording.say(Message("push.line", blanks), language)
    return wording.say(Message("push.line_round", {**blanks, "round": round_now}), language)


def _matter(wording: Wording, seen: TableSnapshot, user: int) -> str:
    """Return the question or news for this person, without secrets."""
    table, sitter = seen.table, seen.table.sitter_of(user)
    decision = next((each for each in seen.awaited.decisions if sitter and each.seat == sitter.seat), None)
    if table.status == "over":
        message = outcome(wording, seen)
    elif table.status == "lobby":
        message = _in_lobby(wording, seen, user)
    elif (consent := consent_asked(wording, seen, user)) is not None:
        message = consent
    elif decision and (kind := wording.game_uis[table.game].private.public_part(decision)):
        asked, mark, _ = wording.say(kind.prompt, table.language, table).partition("?")
        return shorten(asked + mark, QUESTION)  # without the text after the question
    else:
        is_offered = decision is None and table.has_open_seat and user in table.seating.invited
        message = Message("push.seat" if is_offered else "push.waits")
    return wording.say(message, table.language)


def consent_asked(wording: Wording, seen: TableSnapshot, user: int) -> Message | None:
    """Return the vote or the consent that waits for this person, or what a lobby waits for from them."""
    table = seen.table
    if table.vote is not None and user in seen.awaited.may_vote:
        key = "push.vote" if has_bank(seen, table.vote) else "push.vote_silent"
        return Message(key, {"name": table.names[table.vote.seat]})
    if user in seen.awaited.must_agree:
        return _to_agree(table)
    return _asked_in_lobby(wording, seen, user) if table.status == "lobby" and table.proposal is None else None


def _asked_in_lobby(wording: Wording, seen: TableSnapshot, user: int) -> Message | None:
    """Return the button that a lobby waits for: *Ready*, or *Start* from the owner of a full table."""
    table, is_full = seen.table, len(seen.table.sitters) >= seen.seats
    if table.sitter_of(user) is None:
        return None
    if table.seating.starts_itself:
        is_asked, button = user not in table.seating.ready and (is_full or table.is_from_queue), "button.ready"
    else:
        is_asked, button = is_full and user == table.owner, "button.start"
    if not is_asked:
        return None
    label = wording.say(Message(button), table.language)  # as on the board, whoever reads this
    return Message("push.found" if is_full else "push.seated", {"button": label})


def _in_lobby(wording: Wording, seen: TableSnapshot, user: int) -> Message:
    table, sitter, owner = seen.table, seen.table.sitter_of(user), seen.table.sitter_of(seen.table.owner)
    if user in seen.awaited.must_agree:
        return _to_agree(table)
    if table.seating.lapses_at is not None and user == table.owner:
        return Message("push.lapses")
    if sitter is None and user in table.seating.invited and owner is not None:
        return Message("push.invited", {"name": owner.name})
    if sitter is not None and table.seating.fewer:
        name = next(each.name for each in table.people if each.user == table.seating.fewer[0])
        return Message("push.smaller", {"name": name, "count": len(table.sitters)})
    return consent_asked(wording, seen, user) or Message("push.waits")


def _to_agree(table: Table) -> Message:
    if table.proposal is None:  # the last player is asked without a proposal
        return Message("push.alone")
    blanks: dict[str, Argument] = {"name": table.names[table.proposal.agreed[0]]}
    if table.proposal.kind == "open":
        blanks["gone"] = table.names[table.proposal.number]
    return Message(f"push.{table.proposal.kind}", blanks)


def outcome(wording: Wording, seen: TableSnapshot) -> Message:
    """Return how a game ended, in a few words."""
    table, placings, game_ui = seen.table, seen.result, wording.game_uis[seen.table.game]
    if placings is None:
        return _without_result(table)
    winners = [placing for placing in placings if placing.place == 1]
    if len(table.sitters) == 1:
        (own,) = (placing for placing in placings if placing.seat is not None)
        return Message("push.scored", {"points": game_ui.words.points(own.score)})
    people = tuple(
        game_ui.words.rival if placing.seat is None else person(table.names[placing.seat]) for placing in winners
    )
    points = game_ui.words.points(winners[0].score)
    if table.ended == "tied":
        return Message("push.drawn", {"people": people})
    if len(people) > 1:
        return Message("push.shared", {"people": people, "points": points})
    return Message("push.won", {"name": people[0], "points": points})


def _without_result(table: Table) -> Message:
    if table.ended in CUT_SHORT:
        return Message("push.cut_short")
    if (winner := last_one(table)) is not None:
        return Message("push.last_one", {"name": winner.name})
    return Message("push.over")
