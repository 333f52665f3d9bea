"""A person's note to themselves at a table, written in a form and shown next to the hand."""

import discord
from discord import ui
from msgspec.structs import replace

from cogs.hands.hand import NOTE, Hand
from cogs.interactions.answering import Reply
from cogs.interactions.authority import SEATED_NOTES, SEATED_ONCE_STARTED
from cogs.interactions.gate import PAGE, form_filled, is_private, press, text_of
from cogs.interactions.slash import slash
from cogs.ui.press import Press
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from engine.kernel.decision import Message
from sessions.refusals import NotSeated, NotStarted
from sessions.session import Session
from sessions.sessions import Sessions

NOTED = "noted"
TEXT = "text"
LONGEST_NOTE = 1000


class Notes:
    def __init__(self, wording: Wording, sessions: Sessions, hand: Hand) -> None:
        self._wording = wording
        self._sessions = sessions
        self._hand = hand

    @slash("table note", who=SEATED_ONCE_STARTED)
    @press(NOTE, "*My note*", at=PAGE, who=SEATED_NOTES)
    async def open(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Open the form with this person's note. Raises `NotStarted`, and `NotSeated` if they can have none."""
        table, user = session.table, interaction.user.id
        if table.status == "lobby":
            raise NotStarted
        note = await self._sessions.store.people.note(table.id, user)
        if note is None and session.seat_of(user) is None:
            raise NotSeated
        language = self._wording.speech.reader(interaction)

        def say(key: str) -> str:
            return self._wording.say(Message(key), language)

        form = ui.Modal(title=say("note.title"), custom_id=Press(table.id, table.epoch, NOTED, user=user).custom_id)
        field: ui.TextInput[ui.Modal] = ui.TextInput(
            custom_id=TEXT, style=discord.TextStyle.paragraph, default=note, max_length=LONGEST_NOTE, required=False
        )
        form.add_item(ui.Label(text=say("note.label"), description=say("note.whose"), component=field))
        form.stop()  # the submitted form is found by its id, even after a restart
        return Reply(say("note.late"), form=form)

    async def keep(self, interaction: discord.Interaction, press: Press) -> Reply:
        """Save the note, or delete it if the form is empty. Raises `UIRefusal`, `NotSeated`."""
        session = await form_filled(self._sessions, interaction, press)
        store, table, user = self._sessions.store, session.table.id, interaction.user.id
        if session.seat_of(user) is None and await store.people.note(table, user) is None:
            raise NotSeated
        text = text_of(interaction, TEXT)
        if len(text) > LONGEST_NOTE:
            raise UIRefusal("refused.note_long", most=LONGEST_NOTE)
        await store.people.keep_note(table, user, text)
        await session.place.post_hand(user)
        if is_private(interaction) and session.seat_of(user) is not None:
            return replace(await self._hand.show(interaction, session), replaces=True)
        return Reply(self._wording.speech.translate(interaction, "note.kept" if text else "note.gone"))
