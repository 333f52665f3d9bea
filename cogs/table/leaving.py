"""`/table leave` and `/table close`: leave a game or end it, after a confirmation."""

from functools import partial

import discord

from cogs.interactions.answering import Reply
from cogs.interactions.authority import CLOSERS, SEATED_ASK_FIRST, SEATED_LEAVE
from cogs.interactions.gate import PRIVATE_LOOK, moderates, press
from cogs.interactions.slash import slash
from cogs.play.agreeing import CLOSE, CONCEDE, LEFT
from cogs.ui.layout import text_panel
from cogs.ui.panel import Button
from cogs.ui.press import Press
from cogs.ui.wording import Wording
from cogs.views.controls import END
from cogs.views.menu import PAUSE, QUIT
from engine.kernel.decision import Message
from sessions.play.state import check_running
from sessions.records.table import Table
from sessions.refusals import EndNeedsConsent, NotOwner, NotSeated, TableOver, TableSuspended
from sessions.session import Session


class Leaving:
    """Commands that need a confirmation."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording

    @slash("table leave", who=SEATED_LEAVE)
    async def leave(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Free this person's seat. Once the game has started, ask for confirmation first."""
        if session.table.status == "lobby":
            await session.lobby.leave(interaction.user.id, interaction.id)
            return Reply(self.wording.speech.translate(interaction, "table.left"))
        return await self.ask_to_concede(interaction, session)

    @press(QUIT, "*Leave game*", at=PRIVATE_LOOK, who=SEATED_ASK_FIRST)
    async def ask_to_concede(self, interaction: discord.Interaction, session: Session) -> Reply:
        check_running(session.table)
        if session.reader.seat_of(interaction.user.id) is None:
            raise NotSeated
        question = _leaving(CONCEDE, session.table, interaction)
        words = self.wording.say(question, self.wording.speech.reader(interaction))
        return Reply(view=text_panel(words, [self._ways_to_leave(interaction, session)]))

    @slash("table close", who=CLOSERS)
    async def close(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Ask for confirmation before the table ends. A running game ends by consent or by a moderator."""
        table, user = session.table, interaction.user.id
        if not table.is_live:
            raise TableOver
        if table.is_under_way and not (table.is_alone and table.sitter_of(user)):
            return self._end(interaction, session)
        if table.owner != user and not moderates(interaction, table):
            raise NotOwner(table.owner)
        words = self.wording.speech.translate(interaction, "confirm.close")
        return Reply(view=text_panel(words, [(private_button(self.wording, interaction, session, CLOSE, "danger"),)]))

    def _ways_to_leave(self, interaction: discord.Interaction, session: Session) -> tuple[Button, ...]:
        """Return the buttons to leave a game: if others play on, one per replacement, the default first."""
        if len(session.table.people) <= 2:
            return (private_button(self.wording, interaction, session, CONCEDE, "danger"),)
        make = partial(private_button, self.wording, interaction, session, CONCEDE, "danger")
        ways = sorted(LEFT, key=lambda plays: plays != session.table.seating.left)
        return tuple(make(f"button.concede_{plays}", LEFT.index(plays)) for plays in ways)

    def _end(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Offer the ways to end a game under way. Raises `EndNeedsConsent` for people who neither play nor moderate."""
        words: list[str] = []
        buttons: list[Button] = []
        make = partial(private_button, self.wording, interaction, session)
        if session.reader.seat_of(interaction.user.id) is not None and not session.table.is_paused:
            question = _leaving(END, session.table, interaction)
            words.append(self.wording.say(question, self.wording.speech.reader(interaction)))
            words.append(self.wording.speech.translate(interaction, "confirm.pause"))
            buttons += [make(END, "main"), make(PAUSE, "plain"), *self._ways_to_leave(interaction, session)]
        if moderates(interaction, session.table):
            words.append(self.wording.speech.translate(interaction, "confirm.moderate"))
            buttons.append(make(CLOSE, "danger", "button.moderate"))
        if not buttons and session.table.is_paused and session.reader.seat_of(interaction.user.id) is not None:
            raise TableSuspended("paused")
        if not buttons:
            raise EndNeedsConsent
        return Reply(view=text_panel("\n\n".join(words), [tuple(buttons)]))


def _leaving(verb: str, table: Table, interaction: discord.Interaction) -> Message:
    """Return the confirmation prompt for leaving a game. It says what happens to the last player at the table."""
    others = [sitter for sitter in table.people if sitter.user != interaction.user.id]
    match others:
        case [other]:
            key = f"confirm.{verb}_two" if not table.computers else f"confirm.{verb}_last"
            return Message(key, {"name": other.name})
        case []:
            return Message(f"confirm.{verb}_alone")
    return Message(f"confirm.{verb}")


def private_button(
    wording: Wording,
    interaction: discord.Interaction,
    session: Session,
    verb: str,
    style: str,
    words: str = "",
    index: int = 0,
) -> Button:
    press = Press(session.table.id, session.table.epoch, verb, index, user=interaction.user.id)
    return Button(press, wording.speech.translate(interaction, words or f"button.{verb}"), style)
