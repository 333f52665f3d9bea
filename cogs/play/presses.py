"""Every press on a control of a table: read, checked against the present, carried out."""

from collections.abc import Mapping

import discord

from cogs.interactions.answering import Reply
from cogs.interactions.gate import CONTROLS, Handler, table_pressed
from cogs.interactions.pressed import picked_values
from cogs.logs import log
from cogs.play.locking import Locking
from cogs.play.own_presses import OwnPresses
from cogs.rates import Rates
from cogs.ui.press import Press
from sessions.refusals import StorageRefusal, TableRefusal
from sessions.session import Session
from sessions.sessions import Sessions


class Play:
    """Carries out every press at a table. `handlers` are found by verb."""

    def __init__(
        self,
        sessions: Sessions,
        rates: Rates,
        locking: Locking,
        own_presses: OwnPresses,
        handlers: Mapping[str, Handler],
    ) -> None:
        self._sessions = sessions
        self._rates = rates
        self._locking = locking
        self._own_presses = own_presses
        self.handlers = handlers

    async def take(self, interaction: discord.Interaction, press: Press | None) -> Reply | None:
        """Carry out a press at a table; None is one whose id can't be read."""
        self._rates.admit(interaction)
        user, picked = interaction.user.id, picked_values(interaction)
        try:
            session = await table_pressed(self._sessions, interaction, press)
            assert press is not None
            if CONTROLS[press.verb].only_looks:
                looked: Reply | None = await self.handlers[press.verb](interaction, session, press)
                return looked
            with self._own_presses.carrying_out(session, user, press, picked):
                return await self._carry_out(interaction, session, press)
        except TableRefusal as refusal:
            is_storage = isinstance(refusal, StorageRefusal)
            if press is None or is_storage or not self._own_presses.is_second(user, press, picked, refusal):
                raise
            log.info("second press: interaction=%s why=%s", interaction.id, type(refusal).__name__)
            return None

    async def _carry_out(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply | None:
        """Carry out a press that changes something. Where nothing is said it locks its board, if it may."""
        pressed = self._locking.begin(interaction, session, press)
        reply = locked = None
        try:
            reply = await self.handlers[press.verb](interaction, session, press)
            if pressed is not None and reply is None:
                locked = pressed.lock_board()
        finally:
            if pressed is not None and locked is None:
                pressed.lock.end()
        return reply if locked is None else Reply(locked=locked)
