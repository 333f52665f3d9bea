"""The line that a notification shows: a message that calls somebody is posted with it.

They are read on a locked phone, which cuts them after about a hundred characters: the game, its round, what is asked.
Everybody in the channel can read them.
"""

import re
from collections.abc import Sequence

from cogs.ui.text import shorten
from cogs.ui.wording import Wording
from cogs.views.board import who_must_agree
from cogs.views.controls import in_public
from cogs.views.ending import CUT_SHORT
from cogs.views.waiting import has_bank, who_may_vote
from engine.kernel.decision import Argument, Message
from locales.words import LANGUAGES
from sessions.records.table import Table
from sessions.session import Session

QUESTION = 100
"""Characters of a question at most: the board has the rest."""
_CALLED_FIRST = re.compile(r"<@\d+> ")


async def push_line(wording: Wording, session: Session, users: Sequence[int]) -> str:
    """What the table wants of `users`, whom the line mentions, in its language.

    Where they are asked different things the line says who is asked what.
    """
    table = session.table
    asked: dict[str, list[int]] = {}
    for user in users:
        asked.setdefault(_asked(wording, session, user), []).append(user)
    if len(asked) == 1:
        line = await _placed(wording, session, next(iter(asked)), table.language)
        return f"<@{users[0]}> {line}" if len(users) == 1 else f"{line} {_mentions(users)}"
    each = [
        wording.say(Message("push.each", {"people": _people(called), "asked": words}), table.language)
        for words, called in asked.items()
    ]
    return await _placed(wording, session, " ".join(each), table.language)


async def hand_push(wording: Wording, session: Session, language: str) -> str:
    """What is said of a hand that is sent directly: a locked phone shows no card."""
    return await _placed(wording, session, _of_hand(wording, session.table, language), language)


def is_hand_push(wording: Wording, session: Session, language: str, content: str) -> bool:
    """Whether these are words that call somebody to their hand at this table."""
    return content.endswith(_of_hand(wording, session.table, language))


def _of_hand(wording: Wording, table: Table, language: str) -> str:
    return wording.say(Message("push.hand", {"channel": f"<#{table.channel}>"}), language)


def is_push_line(wording: Wording, table: Table, content: str) -> bool:
    """Whether these may be words of ours that call to this table: after a mention they begin with the game."""
    words = _CALLED_FIRST.sub("", content, count=1)
    name = wording.game_uis[table.game].name
    return any(words.startswith(wording.say(name, language)) for language in LANGUAGES)


async def _placed(wording: Wording, session: Session, asked: str, language: str) -> str:
    """The words after the game, and its round where it is being played and has any."""
    table = session.table
    blanks: dict[str, Argument] = {"game": wording.game_uis[table.game].name, "asked": asked}
    if table.status not in ("running", "suspended") or not session.number:
        return wording.say(Message("push.line", blanks), language)
    number = (await session.reader.log.index()).round_before(session.number + 1)
    if number is None:
        return wording.say(Message("push.line", blanks), language)
    return wording.say(Message("push.line_round", {**blanks, "round": number}), language)


def _mentions(users: Sequence[int]) -> str:
    return " ".join(f"<@{user}>" for user in users)


def _people(users: Sequence[int]) -> tuple[Message, ...]:
    return tuple(Message("table.person", {"name": f"<@{user}>"}) for user in users)


def _asked(wording: Wording, session: Session, user: int) -> str:
    """What this person is asked or told, as far as everybody may know."""
    table = session.table
    decision = session.decision_of(user)
    if table.status == "over":
        return wording.say(_outcome(wording, session), table.language)
    if table.status == "lobby":
        return wording.say(_in_lobby(session, user), table.language)
    if user in who_may_vote(session):
        return wording.say(_vote(session), table.language)
    if user in who_must_agree(session):
        return wording.say(_to_agree(session), table.language)
    kind = in_public(wording, session, decision) if decision is not None else None
    if kind is not None:
        return _question(wording.say(kind.prompt, table.language, table))
    is_offered = decision is None and table.has_open_seat and user in table.seating.invited
    return wording.say(Message("push.seat" if is_offered else "push.waits"), table.language)


def _question(prompt: str) -> str:
    """The question itself, without what is said after it."""
    asked, mark, _ = prompt.partition("?")
    return shorten(asked + mark, QUESTION)


def _in_lobby(session: Session, user: int) -> Message:
    table, names = session.table, session.table.names
    if table.proposal is not None and user in who_must_agree(session):
        return Message("push.rematch", {"name": names[table.proposal.agreed[0]]})
    if table.seating.lapses_at is not None and user == table.owner:
        return Message("push.lapses")
    owner = table.sitter_of(table.owner)
    if table.sitter_of(user) is None and user in table.seating.invited and owner is not None:
        return Message("push.invited", {"name": owner.name})
    if table.sitter_of(user) is not None and table.seating.starts_itself:
        return Message("push.found", {"button": Message("button.ready")})
    return Message("push.waits")


def _vote(session: Session) -> Message:
    vote = session.table.vote
    assert vote is not None, "somebody may vote"
    key = "push.vote" if has_bank(session, vote) else "push.vote_silent"
    return Message(key, {"name": session.table.names[vote.seat]})


def _to_agree(session: Session) -> Message:
    """What somebody proposes, or how the last one at a table goes on."""
    table, names = session.table, session.table.names
    if table.proposal is None:  # the last one is asked without a proposal
        return Message("push.alone")
    blanks: dict[str, Argument] = {"name": names[table.proposal.agreed[0]]}
    match table.proposal.kind:
        case "open":
            return Message("push.open", {**blanks, "gone": names[table.proposal.number]})
        case kind:
            return Message(f"push.{kind}", blanks)


def _outcome(wording: Wording, session: Session) -> Message:
    """Who has won, or what the only player has."""
    table, game_ui = session.table, wording.game_uis[session.table.game]
    placings = session.result()
    if placings is None:
        return _without_result(table)
    winners = [placing for placing in placings if placing.place == 1]
    if len(table.sitters) == 1:
        (own,) = (placing for placing in placings if placing.seat is not None)
        return Message("push.scored", {"points": game_ui.words.points(own.score)})
    names = table.names
    people = tuple(
        game_ui.words.rival if placing.seat is None else Message("table.person", {"name": names[placing.seat]})
        for placing in winners
    )
    points = game_ui.words.points(winners[0].score)
    if len(people) > 1:
        return Message("push.shared", {"people": people, "points": points})
    return Message("push.won", {"name": people[0], "points": points})


def _without_result(table: Table) -> Message:
    if table.ended in CUT_SHORT:
        return Message("push.cut_short")
    if table.last_one is not None:
        return Message("push.last_one", {"name": table.last_one.name})
    return Message("push.over")
