"""A person's note to themselves at a table: written in a form, read beside the hand, and theirs for ever."""

import discord
from discord import ui
from msgspec.structs import replace

from cogs.hands.hand import NOTE, mine
from cogs.interactions.answering import Reply
from cogs.interactions.forms import text_of
from cogs.interactions.gate import PAGE, form_filled, is_private, press
from cogs.services import Services
from cogs.ui.press import Press
from cogs.ui.refusals import UIRefusal
from engine.kernel.decision import Message
from sessions.refusals import NotSeated, NotStarted
from sessions.session import Session

NOTED = "noted"
"""The verb of the form."""
TEXT = "text"
"""The id of its only field."""
LONGEST_NOTE = 1000


@press(NOTE, at=PAGE)
async def open_note(services: Services, interaction: discord.Interaction, session: Session) -> Reply:
    """The form with this person's note as it stands. Raises `NotStarted`, and `NotSeated` for who has none here."""
    table, user = session.table, interaction.user.id
    if table.status == "lobby":
        raise NotStarted
    note = await services.sessions.store.people.note(table.id, user)
    if note is None and session.seat_of(user) is None:
        raise NotSeated
    language = services.wording.speech.reader(interaction)

    def say(key: str) -> str:
        return services.wording.say(Message(key), language)

    form = ui.Modal(title=say("note.title"), custom_id=Press(table.id, table.epoch, NOTED, user=user).custom_id)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=TEXT,
        style=discord.TextStyle.paragraph,
        default=note,
        max_length=LONGEST_NOTE,
        required=False,
    )
    form.add_item(ui.Label(text=say("note.label"), description=say("note.whose"), component=field))
    form.stop()  # what comes back finds its way by its id, also after a restart
    return Reply(say("note.late"), form=form)


class Notes:
    """Keeps what was written into the form of a note."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def keep(self, interaction: discord.Interaction, press: Press) -> Reply:
        """Keep the note, or drop it if the form is empty. Raises `UIRefusal`, and `NotSeated` for a stranger."""
        session = await form_filled(self.services, interaction, press)
        store, table, user = self.services.sessions.store, session.table.id, interaction.user.id
        if session.seat_of(user) is None and await store.people.note(table, user) is None:
            raise NotSeated
        text = text_of(interaction, TEXT)
        if len(text) > LONGEST_NOTE:
            raise UIRefusal("refused.note_long", most=LONGEST_NOTE)
        await store.people.keep_note(table, user, text)
        await session.place.post_hand(user)
        if is_private(interaction) and session.seat_of(user) is not None:
            return replace(await mine(self.services, interaction, session), replaces=True)
        return Reply(self.services.wording.speech.translate(interaction, "note.kept" if text else "note.gone"))
