"""The controls under the board: answers to what is asked, votes on a proposal, and the tools of the table."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

import discord_limits as limits
from cogs.ui.game_ui import InPublic
from cogs.ui.option_words import OptionStyle, Say, numbers
from cogs.ui.panel import PHONE_ROWS, TOOL_ROWS, Button, PanelOption, Row, Select, phone_rows, tool_row
from cogs.ui.presenter import Presenter
from cogs.ui.press import NOBODY, Press
from cogs.ui.wording import Wording
from cogs.views.ending import ending_rows
from engine.kernel.decision import Decision, Message, Option
from engine.kernel.offering.joining import single_keys
from render import Mark
from sessions.records.clock import CHOICES, Vote
from sessions.records.table import Table
from sessions.refusals import StalePress
from sessions.session import Session
from sessions.waiting.votes import silent

CHOOSE, UNDO, SINCE, READ, MINE, RULE = "choose", "undo", "since", "read", "mine", "rule"
ICONS = {
    UNDO: "\N{LEFTWARDS ARROW WITH HOOK}\ufe0f",
    SINCE: "\N{BLACK LEFT-POINTING DOUBLE TRIANGLE}",
    READ: "\N{OPEN BOOK}",
    MINE: "\N{FLOWER PLAYING CARDS}",
}
"""What stands for a tool where its words find no room."""
VOTE, CALL = "vote", "call"
"""The verbs of what the others want where somebody lets them wait, and of calling that vote."""
PAUSE, RESUME = "pause", "resume"
PLAY_ON, STOP = "playon", "stop"
"""The verbs of what the last one at a table is asked: to play on against computers, or to end the game."""
HINT = "hint"
PROPOSE, END, AGREE, REFUSE = "propose", "end", "agree", "refuse"
"""Verbs of what takes everybody's consent: proposing an undo or the end, and the votes on it."""


def public_decision(session: Session) -> Decision | None:
    """The one decision whose controls everybody may see, as offered; None where there are several, or it is private.

    What a computer is asked has none.
    """
    pending = session.pending
    if len(pending) != 1 or pending[0].private or session.table.sitters[pending[0].seat].is_computer:
        return None
    decision = pending[0]
    is_large = decision.at_most > 1 and len(decision.options) > limits.SELECT_OPTIONS
    return None if is_large else session.reader.offers.shown(decision)


def in_public(wording: Wording, session: Session, decision: Decision) -> InPublic | None:
    """What everybody may know of the question; None where even its kind is secret."""
    if not decision.private:
        return InPublic(decision.prompt, decision.rule)
    return wording.game_uis[session.table.game].private.in_public(decision)


def marks_of(decision: Decision | None) -> tuple[Mark, ...]:
    """The numbered marks in the picture for the options that have a place on the board."""
    if decision is None:
        return ()
    marks = (
        Mark(number, target)
        for index, number in numbers(decision).items()
        if (target := decision.options[index].target) is not None
    )
    return tuple(dict.fromkeys(marks))


def controls(wording: Wording, session: Session, decision: Decision | None, below: int = 0) -> list[Row]:
    """The rows under the board: answers to `decision`, votes, and the tools of the table last.

    `below` is the number of rows under them that stand there already; on a phone they count like these.
    """
    table = session.table
    if table.is_paused:
        votes = _votes(wording, session)
        return [*(votes or [(_button(wording, session, RESUME, "main"),)]), (_button(wording, session, READ),)]
    if table.is_left_alone:
        asked = _button(wording, session, PLAY_ON, "main"), _button(wording, session, STOP, "danger")
        return [asked, (_button(wording, session, READ),)]
    if table.status != "running":
        return ending_rows(wording, session, (_button(wording, session, READ),)) if table.status == "over" else []
    votes = _votes(wording, session)
    has_hints = _has_hints(session)
    most = PHONE_ROWS - TOOL_ROWS - below - phone_rows(votes) - has_hints
    rows: list[Row] = []
    if decision is not None:
        rows += presenter_of(wording, session, decision, table.language).rows(most=most)
    elif any(not table.sitters[asked.seat].is_computer for asked in session.pending):
        rows.append((_button(wording, session, CHOOSE, "main"),))
    tools = _tools(wording, session)
    rule = _button(wording, session, RULE)
    has_rules = bool(wording.rulebooks.of(table.game, table.language).sections)
    if has_hints:
        return [*rows, *votes, (_button(wording, session, HINT), *([rule] if has_rules else ())), tool_row(tools)]
    if not has_rules:
        return [*rows, *votes, tool_row(tools)]
    beside = beside_last(rows, rule) if session.pending else rows
    if beside is None:
        beside, tools = rows, [*tools, [rule]]
    return [*beside, *votes, tool_row(tools)]


def _has_hints(session: Session) -> bool:
    """Whether somebody who is asked now may have a hint."""
    sitters = session.table.sitters
    is_asked = any(not (sitters[each.seat].is_computer or sitters[each.seat].has_left) for each in session.pending)
    return session.table.seating.hints and session.context.offers_computers and is_asked


def beside_last(rows: list[Row], button: Button) -> list[Row] | None:
    """The rows with one button more in the last; None where there is no room, and a phone would need another line."""
    last = rows[-1] if rows else ()
    if isinstance(last, Select) or len(last) == limits.ROW_BUTTONS:
        return None
    longer = [*rows[:-1], (*last, button)]
    return longer if phone_rows(longer) == phone_rows(rows) else None


def _votes(wording: Wording, session: Session) -> list[Row]:
    """The votes on what is proposed, where something is."""
    table = session.table
    rows: list[Row] = [_waiting_vote(wording, table, table.vote)] if table.vote is not None else []
    if silent(session.context, table, session.context.clock()) is not None:
        rows.append((_button(wording, session, CALL),))
    if table.proposal is None:
        return rows
    kind = table.proposal.kind
    words = f"button.agree_{kind}" if kind in ("end", "open", "pause", "resume") else ""
    vote = table.proposal.id
    agree = _button(wording, session, AGREE, "good", words=words, decision=vote)
    refuse = _button(wording, session, REFUSE, words="button.refuse_resume" if kind == "resume" else "", decision=vote)
    return [*rows, (agree, refuse)]


def _waiting_vote(wording: Wording, table: Table, vote: Vote) -> Row:
    """What the others may want where somebody lets them wait."""
    options = tuple(
        PanelOption(choice, wording.say(Message(f"vote.{choice}"), table.language), False) for choice in CHOICES
    )
    press = Press(table.id, table.epoch, VOTE, decision=vote.id)
    return Select(press, wording.say(Message("vote.placeholder"), table.language), options)


def _tools(wording: Wording, session: Session) -> list[list[Button]]:
    """What may be done at any time, the most used first, each in its forms."""
    tools = []
    if _has_private_things(wording, session):
        has_hand = wording.game_uis[session.table.game].private.hand is not None
        tools.append(_forms(wording, session, MINE, "button.hand" if has_hand else "button.mine"))
    tools.append(_forms(wording, session, UNDO, "button.undo"))
    tools.append(_forms(wording, session, SINCE, "button.since"))
    return [*tools, _forms(wording, session, READ, "button.read")]


def _forms(wording: Wording, session: Session, verb: str, words: str) -> list[Button]:
    """A tool in whole words, in short ones where there are some, and as an icon."""
    short, icon = f"{words}.short", ICONS[verb]
    forms = [_button(wording, session, verb, words=words)]
    if wording.speech.words.knows(short):
        forms.append(_button(wording, session, verb, words=short))
    return [*forms, msgspec.structs.replace(forms[0], label="", emoji=icon)]


def presenter_of(
    wording: Wording, session: Session, decision: Decision, language: str, user: int = NOBODY
) -> Presenter:
    """What makes controls of a decision at this table, worded in `language`; `user` is whom they are private to."""
    table, names = session.table, session.table.names

    def say(message: Message) -> str:
        return wording.speech.say(message, language, names)

    def elsewhere(message: Message) -> str:
        return wording.speech.say(message, table.language, names)

    style = option_style(wording, table.game, elsewhere if language != table.language else None)
    return Presenter(table.id, table.epoch, decision, say, style, user)


def option_style(wording: Wording, game: str, elsewhere: Say | None = None) -> OptionStyle:
    """What options of that game look like; `elsewhere` says names in the table's language, where it is another."""
    return msgspec.structs.replace(
        wording.game_uis[game].options,
        sign=wording.sign_within,
        knows=wording.speech.words.knows,
        elsewhere=elsewhere,
    )


def private_rows(
    wording: Wording, session: Session, decision: Decision, language: str, user: int, picked: frozenset[int]
) -> list[Row]:
    """The controls of a question in a message for one person, its rule beside them; `picked` as in `Presenter.rows`."""
    shown = session.reader.offers.shown(decision)
    rows = presenter_of(wording, session, shown, language, user).rows(picked)
    if not wording.rulebooks.of(session.table.game, language).sections:
        return rows
    label = wording.say(Message("button.rule"), language)
    rule = Button(Press(session.table.id, session.table.epoch, RULE, user=user), label)
    return beside_last(rows, rule) or [*rows, (rule,)]


def guard_of(wording: Wording, session: Session, decision: Decision, keys: tuple[str, ...]) -> Message | None:
    """What to ask once more before this answer counts, which gives up something; None for any other answer."""
    game_ui = wording.game_uis[session.table.game]
    if len(keys) != 1 or decision.at_most != 1:
        return None
    chosen = next((option for option in decision.options if option.key in keys), None)
    if chosen is None:
        return None
    others = [
        o
        for o in decision.options
        if o is not chosen and not game_ui.options.is_extra(o) and not decision.is_aside(o.key)
    ]
    return game_ui.options.guard(chosen) if others else None


class Picked(NamedTuple):
    """What becomes of options picked at once: those that are `given`, and those that are `left`.

    `guard` asks once more before the first of these is given, which by then gives up something.
    """

    given: tuple[str, ...]
    left: tuple[Option, ...]
    guard: Message | None = None


def picked(wording: Wording, session: Session, decision: Decision, keys: Sequence[str]) -> Picked:
    """What becomes of the options `keys` of `decision`, as offered, in the order of their row.

    Raises `StalePress` where they stand in no row together.
    """
    game_ui = wording.game_uis[session.table.game]
    rows = [[decision.options[place] for place in places] for places in decision.rows]
    row = next((row for row in rows if {option.key for option in row}.issuperset(keys)), None)
    if row is None:
        raise StalePress
    options = [option for option in row if option.key in keys]
    for count, option in enumerate(options):
        if game_ui.options.guard(option) is None:
            continue
        before = session.reader.offers.in_a_row(decision, [each.key for each in options[:count]])
        if before.left:
            break
        if before.asked is not None:
            last = single_keys(option.key)[-1]
            asked = decision if before.asked.rule == decision.rule and last != option.key else before.asked
            question = guard_of(wording, session, asked, (option.key if asked is decision else last,))
            if question is not None:
                return Picked(before.given, tuple(options[count:]), question)
    found = session.reader.offers.in_a_row(decision, [option.key for option in options])
    return Picked(found.given, tuple(options[len(found.given) :]))


def _has_private_things(wording: Wording, session: Session) -> bool:
    """Whether anyone has a hand or a standing order to look after; the same whatever they are."""
    users = [sitter.user for sitter in session.table.people]
    return wording.game_uis[session.table.game].private.has_hands or any(
        session.reader.offers.orders(user) for user in users
    )


def _button(
    wording: Wording, session: Session, verb: str, style: str = "plain", words: str = "", decision: int = NOBODY
) -> Button:
    table = session.table
    label = wording.say(Message(words or f"button.{verb}"), table.language)
    return Button(Press(table.id, table.epoch, verb, decision=decision), label, style)
