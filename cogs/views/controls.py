"""The controls under the board: answers to the question, votes on a proposal, and the table's buttons."""

from functools import partial

import msgspec

import discord_limits as limits
from cogs.ui.option_words import OptionStyle, Say
from cogs.ui.panel import PHONE_ROWS, TOOL_ROWS, Button, PanelOption, Row, Select, phone_rows
from cogs.ui.presenter import Presenter
from cogs.ui.press import NOBODY, Press
from cogs.ui.wording import Wording
from cogs.views.ending import DEAREST, FILM, HANDS, REMATCH, SHEET
from cogs.views.menu import HINT, MENU, MINE, RULE, SINCE, has_hints
from cogs.views.waiting import opens_next
from engine.kernel.decision import Decision, Message
from engine.kernel.rules import AGREED
from sessions.records.clock import CHOICES, Vote
from sessions.records.table import Table
from sessions.snapshot import TableSnapshot

CHOOSE, UNDO = "choose", "undo"
VOTE, CALL = "vote", "call"
"""Verbs of the vote on a player who keeps the others waiting."""
RESUME = "resume"
PLAY_ON, STOP = "playon", "stop"
"""Verbs for the last player at a table: play on against computer players, or end the game."""
PROPOSE, END, AGREE, REFUSE = "propose", "end", "agree", "refuse"
SETTLE, TIE = "settle", "tie"
"""Verbs of proposals that need everyone's consent, and of the answers to them."""


def controls(wording: Wording, seen: TableSnapshot, decision: Decision | None, below: int = 0) -> list[Row]:
    """Return the rows under the board. `below` is the number of rows that follow. They take up space on a phone."""
    table = seen.table
    if table.is_paused:
        votes = _votes(wording, seen)
        return [*(votes or [(button(wording, seen.table, RESUME, "main"),)]), (button(wording, seen.table, MENU),)]
    if table.is_left_alone:
        asked = button(wording, seen.table, PLAY_ON, "main"), button(wording, seen.table, STOP, "danger")
        return [asked, (button(wording, seen.table, MENU),)]
    if table.status != "running":
        return _ending(wording, seen) if table.status == "over" else []
    votes = _votes(wording, seen)
    hints = [button(wording, seen.table, HINT)] if has_hints(seen) else []
    most = PHONE_ROWS - TOOL_ROWS - below - phone_rows(votes) - len(hints)
    rows: list[Row] = []
    if decision is not None:
        rows += presenter_of(wording, table, decision, table.language).rows(most=most)
    elif any(not table.sitters[asked.seat].is_computer for asked in seen.awaited.decisions):
        rows.append((button(wording, seen.table, CHOOSE, "main"),))
    rule = [button(wording, seen.table, RULE)] if wording.rulebooks.of(table.game, table.language).sections else []
    if hints:
        rows.append((*hints, *rule))
    elif rule and seen.awaited.decisions:
        rows = add_to_last_row(rows, rule[0]) or rows
    has_hand = wording.game_uis[table.game].private.hand is not None
    tools = [button(wording, table, MINE, words="button.hand")] if has_hand else []
    return [*rows, *votes, (*tools, button(wording, table, UNDO), button(wording, table, MENU))]


def _ending(wording: Wording, seen: TableSnapshot) -> list[Row]:
    table, has_begun = seen.table, bool(seen.number)
    verbs = {
        REMATCH: bool(table.people),
        SHEET: bool(seen.result),
        HANDS: has_begun and wording.game_uis[table.game].private.held is not None,
        FILM: has_begun,
        DEAREST: has_begun and seen.offers_computers,
        MENU: True,
    }
    buttons = [
        button(wording, seen.table, verb, "main" if verb == REMATCH else "plain")
        for verb, is_there in verbs.items()
        if is_there
    ]
    return [tuple(buttons[first : first + limits.ROW_BUTTONS]) for first in range(0, len(buttons), limits.ROW_BUTTONS)]


def add_to_last_row(rows: list[Row], button: Button) -> list[Row] | None:
    """Return the rows with another button in the last row, or None if a phone would need another line for it."""
    last = rows[-1] if rows else ()
    if isinstance(last, Select) or len(last) == limits.ROW_BUTTONS:
        return None
    longer = [*rows[:-1], (*last, button)]
    return longer if phone_rows(longer) == phone_rows(rows) else None


def _votes(wording: Wording, seen: TableSnapshot) -> list[Row]:
    table = seen.table
    rows: list[Row] = [_waiting_vote(wording, seen, table.vote)] if table.vote is not None else []
    if seen.times.is_silent:
        rows.append((button(wording, seen.table, CALL),))
    if table.proposal is None:
        return rows
    kind = table.proposal.kind
    words = f"button.agree_{kind}" if kind in ("end", "open", "pause", "resume", *AGREED) else ""
    vote = table.proposal.id
    agree = button(wording, seen.table, AGREE, "good", words=words, decision=vote)
    refuse = button(
        wording, seen.table, REFUSE, words="button.refuse_resume" if kind == "resume" else "", decision=vote
    )
    return [*rows, (agree, refuse)]


def _waiting_vote(wording: Wording, seen: TableSnapshot, vote: Vote) -> Row:
    table, choices = seen.table, [each for each in CHOICES if not (each == "once" and opens_next(seen, vote))]
    options = tuple(
        PanelOption(choice, wording.say(Message(f"vote.{choice}"), table.language), False) for choice in choices
    )
    press = Press(table.id, table.epoch, VOTE, decision=vote.id)
    return Select(press, wording.say(Message("vote.placeholder"), table.language), options)


def private_tools(wording: Wording, seen: TableSnapshot, user: int, language: str) -> tuple[Button, ...]:
    """Return the buttons next to a person's hand."""
    has_rules = bool(wording.rulebooks.of(seen.table.game, seen.table.language).sections)
    return tuple(
        Button(
            Press(seen.table.id, seen.table.epoch, verb, user=user), wording.say(Message(f"button.{verb}"), language)
        )
        for verb in (SINCE, *([RULE] if has_rules else []))
    )


def presenter_of(wording: Wording, table: Table, decision: Decision, language: str, user: int = NOBODY) -> Presenter:
    """Return the presenter of a decision, in `language`; `user` is the reader of a private message."""
    say, elsewhere = (partial(wording.say, language=each, table=table) for each in (language, table.language))
    style = option_style(wording, table.game, elsewhere if language != table.language else None)
    return Presenter(table.id, table.epoch, decision, say, style, user)


def option_style(wording: Wording, game: str, elsewhere: Say | None = None) -> OptionStyle:
    """Return the style of a game's options. `elsewhere` is for readers of a language other than the table's."""
    return msgspec.structs.replace(
        wording.game_uis[game].options, sign=wording.sign_within, knows=wording.speech.words.knows, elsewhere=elsewhere
    )


def private_rows(
    wording: Wording, table: Table, decision: Decision, language: str, user: int, picked: frozenset[int]
) -> list[Row]:
    """Return the controls of one person's question. `decision` is as offered, `picked` as in `Presenter.rows`."""
    rows = presenter_of(wording, table, decision, language, user).rows(picked)
    if not wording.rulebooks.of(table.game, language).sections:
        return rows
    rule = Button(Press(table.id, table.epoch, RULE, user=user), wording.say(Message("button.rule"), language))
    return add_to_last_row(rows, rule) or [*rows, (rule,)]


def button(
    wording: Wording, table: Table, verb: str, style: str = "plain", words: str = "", decision: int = NOBODY
) -> Button:
    """Return a public button in the table's language. `words` is the message for its label (default: the verb's)."""
    label = wording.say(Message(words or f"button.{verb}"), table.language)
    return Button(Press(table.id, table.epoch, verb, decision=decision), label, style)
