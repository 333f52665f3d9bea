"""*Menu* and `/table menu`: everything one person can see or do at a table besides answering."""

from dataclasses import dataclass

import discord

from cogs.interactions.answering import Reply
from cogs.interactions.authority import ANYONE_HERE, READER_ONCE_STARTED
from cogs.interactions.gate import LOOK, PRIVATE_LOOK, picked_values, press
from cogs.interactions.slash import slash
from cogs.play.close_ups import CloseUps
from cogs.ui.layout import panel
from cogs.ui.wording import Wording
from cogs.views.menu import MENU, PART, menu_parts
from cogs.views.options import OptionPages
from sessions.refusals import StalePress
from sessions.session import Session
from sessions.snapshot import snapshot_of


@dataclass(frozen=True)
class Menu:
    _wording: Wording
    _close_ups: CloseUps

    @slash("table menu", who=ANYONE_HERE)
    @press(MENU, "*Menu*", at=LOOK, who=ANYONE_HERE)
    async def open(self, interaction: discord.Interaction, session: Session) -> Reply:
        language, user = self._wording.speech.reader(interaction), interaction.user.id
        watches = session.context.choices.watchers.get(session.table.id, user) is not None
        seen, close_ups = snapshot_of(session), self._close_ups.subjects(interaction, session)
        parts = menu_parts(self._wording, seen, user, language, watches=watches, close_ups=close_ups)
        if user == seen.table.owner and seen.table.is_under_way:
            parts += OptionPages(self._wording, seen, language, user).pictures()
        return Reply(view=panel(*parts))

    @press(PART, "a part of the board, enlarged", at=PRIVATE_LOOK, who=READER_ONCE_STARTED)
    async def show_part(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Show the part that was picked. Raises `StalePress`, and the refusals of `CloseUps.show_part`."""
        picked = picked_values(interaction)
        if len(picked) != 1:
            raise StalePress
        return self._close_ups.show_part(interaction, session, picked[0])
