"""The controls under the board: answers to the question, votes on a proposal, and the table's buttons."""

from functools import partial

import msgspec

import discord_limits as limits
from cogs.ui.option_words import OptionStyle, Say
from cogs.ui.panel import PHONE_ROWS, TOOL_ROWS, Button, PanelOption, Row, Select, phone_rows, tool_row
from cogs.ui.presenter import Presenter
from cogs.ui.press import NOBODY, Press
from cogs.ui.wording import Wording
from cogs.views.ending import DEAREST, FILM, HANDS, LOG, REMATCH, SHEET
from engine.kernel.decision import Decision, Message
from sessions.records.clock import CHOICES, Vote
from sessions.records.table import Table
from sessions.snapshot import TableSnapshot

CHOOSE, UNDO, SINCE, READ, MINE, RULE, MORE = "choose", "undo", "since", "read", "mine", "rule", "tools"
VOTE, CALL = "vote", "call"
"""Verbs of the vote on a player who keeps the others waiting."""
PAUSE, RESUME = "pause", "resume"
PLAY_ON, STOP = "playon", "stop"
"""Verbs for the last player at a table: play on against computers, or end the game."""
HINT = "hint"
PROPOSE, END, AGREE, REFUSE = "propose", "end", "agree", "refuse"
"""Verbs of proposals that need everyone's consent, and of the answers to them."""


def controls(wording: Wording, seen: TableSnapshot, decision: Decision | None, below: int = 0) -> list[Row]:
    """Return the rows under the board. `below` is the number of rows that follow; they take up space on a phone."""
    table = seen.table
    if table.is_paused:
        votes = _votes(wording, seen)
        return [*(votes or [(button(wording, seen.table, RESUME, "main"),)]), (button(wording, seen.table, READ),)]
    if table.is_left_alone:
        asked = button(wording, seen.table, PLAY_ON, "main"), button(wording, seen.table, STOP, "danger")
        return [asked, (button(wording, seen.table, READ),)]
    if table.status != "running":
        return _ending(wording, seen) if table.status == "over" else []
    votes = _votes(wording, seen)
    has_hints = _has_hints(seen)
    most = PHONE_ROWS - TOOL_ROWS - below - phone_rows(votes) - has_hints
    rows: list[Row] = []
    if decision is not None:
        rows += presenter_of(wording, table, decision, table.language).rows(most=most)
    elif any(not table.sitters[asked.seat].is_computer for asked in seen.awaited.decisions):
        rows.append((button(wording, seen.table, CHOOSE, "main"),))
    rule = [button(wording, seen.table, RULE)] if wording.rulebooks.of(table.game, table.language).sections else []
    if has_hints:
        return _with_tools(wording, seen, [*rows, *votes, (button(wording, seen.table, HINT), *rule)], below)
    beside = beside_last(rows, rule[0]) if rule and seen.awaited.decisions else rows
    if beside is None:
        return _with_tools(wording, seen, [*rows, *votes], below, *rule)
    return _with_tools(wording, seen, [*beside, *votes], below)


def _ending(wording: Wording, seen: TableSnapshot) -> list[Row]:
    table, has_begun = seen.table, bool(seen.number)
    verbs = {
        REMATCH: bool(table.people),
        SHEET: bool(seen.result),
        HANDS: has_begun and wording.game_uis[table.game].private.held is not None,
        LOG: has_begun,
        FILM: has_begun,
        DEAREST: has_begun and seen.offers_computers,
        READ: True,
    }
    buttons = [
        button(wording, seen.table, verb, "main" if verb == REMATCH else "plain")
        for verb, is_there in verbs.items()
        if is_there
    ]
    return [tuple(buttons[first : first + limits.ROW_BUTTONS]) for first in range(0, len(buttons), limits.ROW_BUTTONS)]


def _has_hints(seen: TableSnapshot) -> bool:
    asked = [seen.table.sitters[each.seat] for each in seen.awaited.decisions]
    is_asked = any(not (sitter.is_computer or sitter.has_left) for sitter in asked)
    return seen.table.seating.hints and seen.offers_computers and is_asked


def beside_last(rows: list[Row], button: Button) -> list[Row] | None:
    """Return the rows with another button in the last row, or None if a phone would need another line for it."""
    last = rows[-1] if rows else ()
    if isinstance(last, Select) or len(last) == limits.ROW_BUTTONS:
        return None
    longer = [*rows[:-1], (*last, button)]
    return longer if phone_rows(longer) == phone_rows(rows) else None


def _votes(wording: Wording, seen: TableSnapshot) -> list[Row]:
    table = seen.table
    rows: list[Row] = [_waiting_vote(wording, table, table.vote)] if table.vote is not None else []
    if seen.times.is_silent:
        rows.append((button(wording, seen.table, CALL),))
    if table.proposal is None:
        return rows
    kind = table.proposal.kind
    words = f"button.agree_{kind}" if kind in ("end", "open", "pause", "resume") else ""
    vote = table.proposal.id
    agree = button(wording, seen.table, AGREE, "good", words=words, decision=vote)
    refuse = button(
        wording, seen.table, REFUSE, words="button.refuse_resume" if kind == "resume" else "", decision=vote
    )
    return [*rows, (agree, refuse)]


def _waiting_vote(wording: Wording, table: Table, vote: Vote) -> Row:
    options = tuple(
        PanelOption(choice, wording.say(Message(f"vote.{choice}"), table.language), False) for choice in CHOICES
    )
    press = Press(table.id, table.epoch, VOTE, decision=vote.id)
    return Select(press, wording.say(Message("vote.placeholder"), table.language), options)


def _with_tools(wording: Wording, seen: TableSnapshot, rows: list[Row], below: int, *others: Button) -> list[Row]:
    """Add the row of table buttons on a phone's remaining lines. *Undo* and *Board as text* are always in it."""
    undo, since, read = (_forms(wording, seen, verb, f"button.{verb}") for verb in (UNDO, SINCE, READ))
    mine = [_forms(wording, seen, MINE, _words_of_mine(wording, seen))] if has_private_tool(wording, seen) else []
    more, rest = [button(wording, seen.table, MORE)], [[each] for each in others]
    has_hand = wording.game_uis[seen.table.game].private.hand is not None  # its message offers what *More…* does
    least = [*mine, undo, read] if has_hand else [undo, read, more]
    choices = [*mine, undo, since, read, *rest], [*mine, undo, read, more, *rest], [*least, *rest], least
    return [*rows, tool_row(PHONE_ROWS - below - phone_rows(rows), *choices)]


def has_private_tool(wording: Wording, seen: TableSnapshot) -> bool:
    """Return whether players may have a hand or orders in this game. This doesn't depend on secret cards."""
    return wording.game_uis[seen.table.game].private.has_hands or seen.awaited.has_orders


def _words_of_mine(wording: Wording, seen: TableSnapshot) -> str:
    return "button.hand" if wording.game_uis[seen.table.game].private.hand is not None else "button.mine"


def more_tools(wording: Wording, seen: TableSnapshot, user: int, language: str) -> tuple[Button, ...]:
    has_mine = wording.game_uis[seen.table.game].private.hand is None and has_private_tool(wording, seen)
    return private_tools(wording, seen, user, language, *([MINE] if has_mine else []))


def private_tools(wording: Wording, seen: TableSnapshot, user: int, language: str, *others: str) -> tuple[Button, ...]:
    """Return the buttons next to a person's hand, and those behind *More…* with `others`."""
    has_rules = bool(wording.rulebooks.of(seen.table.game, seen.table.language).sections)
    return tuple(
        Button(
            Press(seen.table.id, seen.table.epoch, verb, user=user), wording.say(Message(f"button.{verb}"), language)
        )
        for verb in (SINCE, *others, *([RULE] if has_rules else []))
    )


def _forms(wording: Wording, seen: TableSnapshot, verb: str, words: str) -> list[Button]:
    forms = [button(wording, seen.table, verb, words=words)]
    if wording.speech.words.knows(f"{words}.short"):
        forms.append(button(wording, seen.table, verb, words=f"{words}.short"))
    return forms


def presenter_of(wording: Wording, table: Table, decision: Decision, language: str, user: int = NOBODY) -> Presenter:
    """Return the presenter of a decision, in `language`; `user` is the reader of a private message."""
    say, elsewhere = (partial(wording.say, language=each, table=table) for each in (language, table.language))
    style = option_style(wording, table.game, elsewhere if language != table.language else None)
    return Presenter(table.id, table.epoch, decision, say, style, user)


def option_style(wording: Wording, game: str, elsewhere: Say | None = None) -> OptionStyle:
    """Return the style of a game's options; `elsewhere` says names in the table's language, if the reader's differs."""
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
    return beside_last(rows, rule) or [*rows, (rule,)]


def button(
    wording: Wording, table: Table, verb: str, style: str = "plain", words: str = "", decision: int = NOBODY
) -> Button:
    """Return a public button in the table's language; `words` is its message if that isn't the verb's."""
    label = wording.say(Message(words or f"button.{verb}"), table.language)
    return Button(Press(table.id, table.epoch, verb, decision=decision), label, style)
