"""The board as a message: what happened, the picture, whose turn it is, and its controls (`controls.py`)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import discord
import msgspec

from cogs.logs import log
from cogs.painter import Painter
from cogs.ui.layout import pages, picture_panel
from cogs.ui.panel import Row
from cogs.ui.wording import Wording
from cogs.views.chronicle import Happened, Told, fitted, head, room_for, with_whole_turn
from cogs.views.controls import controls, in_public, marks_of, public_decision
from cogs.views.ending import ending_lines, headline
from cogs.views.lobby import lobby_rows, lobby_text
from cogs.views.people import mentioned
from cogs.views.score_sheet import sheet_picture
from cogs.views.waiting import waiting_lines
from engine.kernel.decision import Argument, Decision, Message
from render import Picture
from sessions.clocks.seat_clocks import RESUME
from sessions.lobby.colours import colours_of
from sessions.play.undo import still_asked
from sessions.records.table import Table
from sessions.session import Session

QUESTION_TOTAL = 1200
"""A question that would be longer goes without emoji."""
FOOT_TOTAL = 2600
"""Characters for what is asked, and whom the table waits for."""


@dataclass(frozen=True, slots=True)
class BoardMessage:
    """A message ready to be sent."""

    view: discord.ui.LayoutView
    pictures: tuple[Picture, ...] = ()


async def compose(
    wording: Wording,
    painter: Painter,
    session: Session,
    happened: Happened,
    *,
    first: int = 0,
    known: Collection[str] = (),
    with_picture: bool = True,
) -> BoardMessage:
    """The table's message as it stands now, with what `happened` from the entry `first` on.

    Without pictures where they cannot be sent; of those whose file names are `known` the files may be missing.
    """
    table = session.table
    game_ui = wording.game_uis[table.game]
    if table.status == "lobby":
        view = picture_panel(lobby_text(wording, session), (), "", lobby_rows(wording, session), game_ui.accent)
        return BoardMessage(view)
    decision = public_decision(session)
    titles = headline(wording, session) if table.status == "over" else []
    (foot, *_) = pages(_foot(wording, session, decision), FOOT_TOTAL) or [""]
    told = fitted(wording, table, happened, room_for(wording, table, happened, titles, foot))
    rows = _rows(wording, session, decision, told, first)
    is_stuck = table.status == "suspended" and not (table.is_paused or table.is_left_alone)
    if not with_picture or is_stuck or not session.number:
        words = head(wording, table, told, happened, titles)
        return BoardMessage(picture_panel(words, (), foot, rows, game_ui.accent))
    seen, names, marks = session.reader.view(None), table.names, marks_of(decision)
    pictures = await painter.draw(
        painter.client.board(
            table.game, seen, marks, names, table.language, happened.moves, known, colours=colours_of(table)
        )
    )
    if not pictures:
        missing = wording.say(Message("board.no_picture"), table.language) if pictures is None else ""
        below = "\n\n".join(part for part in (missing, _in_words(painter, table, seen), foot) if part)
        told = fitted(wording, table, happened, room_for(wording, table, happened, titles, below))
        rows = _rows(wording, session, decision, told, first)
        words = "\n\n".join(part for part in (head(wording, table, told, happened, titles), below) if part)
        return BoardMessage(picture_panel(words, (), "", rows, game_ui.accent))
    if table.status == "over" and (sheet := await sheet_picture(wording, painter, session, known)):
        pictures = (sheet, *pictures)
    words = head(wording, table, told, happened, titles)
    view = picture_panel(words, pictures, foot, rows, game_ui.accent)
    return BoardMessage(view, pictures)


def _rows(wording: Wording, session: Session, decision: Decision | None, told: Told, first: int) -> list[Row]:
    """The controls, and a button with the whole turn from the entry `first` where not all of it was told."""
    rows = controls(wording, session, decision, below=1 if told.earlier else 0)
    return with_whole_turn(wording, session.table, rows, told, first, session.number)


def _in_words(painter: Painter, table: Table, view: msgspec.Struct) -> str:
    """Return the position in the words that go with its picture, for a board without one."""
    try:
        return painter.client.alt(table.game, view, table.names, table.language, colours=colours_of(table))
    except Exception:  # whatever the renderer meets, the buttons are still of use
        log.warning("no words either: table=%s", table.id, exc_info=True)
        return ""


def fitting(lines: Sequence[str], longest: int) -> list[str]:
    """The newest of `lines` that fit into `longest` characters, with an ellipsis in place of the others."""
    kept: list[str] = []
    room = longest
    for line in reversed(lines):
        room -= len(line) + 1
        if room < 0:
            kept.append("…")
            break
        kept.append(line)
    return kept[::-1]


def _foot(wording: Wording, session: Session, decision: Decision | None) -> str:
    table = session.table
    names = table.names

    def say(key: str, **blanks: int | str | Message | tuple[Message, ...]) -> str:
        return wording.speech.say(Message(key, dict(blanks)), table.language, names)

    if table.status == "closed":
        return say("board.closed")
    if table.status == "over":
        return "\n".join(ending_lines(wording, session))
    lines = (_question(wording, session, decision), *waiting_lines(wording, session), _proposal(wording, session))
    return "\n".join(line for line in lines if line)


def _question(wording: Wording, session: Session, decision: Decision | None) -> str:
    """Who is asked, and what, as far as everybody may know."""
    table = session.table
    names = table.names

    def say(key: str, **blanks: int | str | Message | tuple[Message, ...]) -> str:
        return wording.speech.say(Message(key, dict(blanks)), table.language, names)

    if decision is not None:
        (prompt,) = wording.show_all([(decision.prompt, table.names)], table.language, QUESTION_TOTAL)
        return say("board.turn", person=mentioned(table.sitters[decision.seat]), prompt=prompt)
    return "\n".join(_asked_in_secret(wording, session))


def _asked_in_secret(wording: Wording, session: Session) -> list[str]:
    """Who is asked what that only they see: the kind of question, once for all who are asked the same."""
    table = session.table
    kinds: dict[str, list[Message]] = {}
    for asked in session.pending:
        kind = in_public(wording, session, asked)
        prompt = wording.show(kind.prompt, table.language, table) if kind else ""
        kinds.setdefault(prompt, []).append(mentioned(table.sitters[asked.seat]))
    everyone = len(session.pending) == len(table.sitters) > 1
    lines: list[Message] = []
    for prompt, people in kinds.items():
        waiting = tuple(people)
        still = Message("board.waiting", {"people": waiting, "count": len(waiting)})
        if not prompt:
            lines.append(still)
        elif len(people) == 1:
            lines.append(Message("board.turn", {"person": people[0], "prompt": prompt}))
        elif everyone and len(kinds) == 1:
            lines += [Message("board.everyone", {"prompt": prompt}), still]
        else:
            lines.append(Message("board.several", {"people": waiting, "prompt": prompt}))
    return [wording.say(line, table.language) for line in lines]


def who_must_agree(session: Session) -> list[int]:
    """The users whose word the table waits for: on a proposal, or of the last one there."""
    if session.table.is_left_alone:
        return [sitter.user for sitter in session.table.people]
    proposal = session.table.proposal
    return [sitter.user for sitter in still_asked(session.table, proposal)] if proposal else []


def _proposal(wording: Wording, session: Session) -> str:
    """What is proposed by whom, and who has agreed."""
    table = session.table
    if table.proposal is None:
        return ""
    names = table.names
    agreed = tuple(Message("table.person", {"name": names[seat]}) for seat in table.proposal.agreed)
    waiting = tuple(Message("table.person", {"name": f"<@{user}>"}) for user in who_must_agree(session))
    name = names[table.proposal.agreed[0]]
    blanks: dict[str, Argument] = {"name": name, "people": agreed, "waiting": waiting}
    kind = table.proposal.kind
    if kind == "open":
        blanks["gone"] = names[table.proposal.number]
    if kind == "resume":
        due = session.context.seat_clocks.due_at(table.id, RESUME)
        blanks["when"] = f"<t:{(due or session.context.clock()) // 1000}:R>"
    return wording.say(
        Message("board.proposal" if kind == "undo" else f"board.proposal_{kind}", blanks), table.language
    )
