"""The controls under the board: answers to what is asked, votes on a proposal, and the tools of the table."""

import discord_limits as limits
from cogs.services import Services
from cogs.ui.panel import Button, OptionStyle, Presenter, Row, numbers
from cogs.ui.press import NOBODY, Press
from cogs.views.ending import ending_rows
from engine.kernel.decision import Decision, Message
from render import Mark
from sessions.session import Session

CHOOSE, UNDO, SINCE, READ, MINE = "choose", "undo", "since", "read", "mine"
PROPOSE, END, AGREE, REFUSE = "propose", "end", "agree", "refuse"
"""Verbs of what takes everybody's consent: proposing an undo or the end, and the votes on it."""


def public_decision(session: Session) -> Decision | None:
    """The one decision whose controls everybody may see; None where there are several, or it is private."""
    pending = session.pending
    if len(pending) != 1 or pending[0].private:
        return None
    decision = pending[0]
    is_large = decision.at_most > 1 and len(decision.options) > limits.SELECT_OPTIONS
    return None if is_large else decision


def marks_of(decision: Decision | None) -> tuple[Mark, ...]:
    """The numbered marks in the picture for the options that have a place on the board."""
    if decision is None:
        return ()
    return tuple(
        Mark(number, target)
        for index, number in numbers(decision).items()
        if (target := decision.options[index].target) is not None
    )


def controls(services: Services, session: Session, decision: Decision | None) -> list[Row]:
    """The rows under the board: answers to `decision`, votes, and the tools of the table last."""
    table = session.table
    if table.status != "running":
        return ending_rows(services, session, (_button(services, session, READ),)) if table.status == "over" else []
    rows: list[Row] = []
    if decision is not None:
        rows += presenter_of(services, session, decision, table.language).rows()
    elif session.pending:
        rows.append((_button(services, session, CHOOSE, "main"),))
    if table.proposal is not None:
        words = "button.agree_end" if table.proposal.kind == "end" else ""
        vote = table.proposal.id
        agree = _button(services, session, AGREE, "good", words=words, decision=vote)
        rows.append((agree, _button(services, session, REFUSE, decision=vote)))
    table_actions = [_button(services, session, verb) for verb in (UNDO, SINCE, READ)]
    if _has_private_things(services, session):
        has_hand = services.game_uis[table.game].hand is not None
        table_actions.append(_button(services, session, MINE, words="button.hand" if has_hand else ""))
    return [*rows, tuple(table_actions)]


def presenter_of(
    services: Services, session: Session, decision: Decision, language: str, user: int = NOBODY
) -> Presenter:
    """What makes controls of a decision at this table, worded in `language`; `user` is whom they are private to."""
    table, names = session.table, services.names(session.table)
    game_ui = services.game_uis[table.game]

    def say(message: Message) -> str:
        return services.speech.say(message, language, names)

    style = OptionStyle(game_ui.hint, services.sign_within, game_ui.group, game_ui.style)
    return Presenter(table.id, table.epoch, decision, say, style, user)


def _has_private_things(services: Services, session: Session) -> bool:
    """Whether anyone has a hand or a standing order to look after; the same whatever they are."""
    users = [sitter.user for sitter in session.table.sitters if not sitter.has_left]
    return services.game_uis[session.table.game].has_hands or any(session.reader.standing(user) for user in users)


def _button(
    services: Services, session: Session, verb: str, style: str = "plain", words: str = "", decision: int = NOBODY
) -> Button:
    table = session.table
    label = services.say(Message(words or f"button.{verb}"), table.language)
    return Button(Press(table.id, table.epoch, verb, decision=decision), label, style)
