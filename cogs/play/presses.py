"""Every press and pick of every game and table: read, re-checked against the present, carried out, acknowledged."""

import discord

from cogs.delivery.outcomes import Outcomes
from cogs.hands import hand, notes
from cogs.hands.hand import order_taken
from cogs.history import looking_back
from cogs.interactions.answering import REFUSED, Reply
from cogs.interactions.gate import (
    ASK,
    BOTH,
    CONTROLS,
    LOCAL,
    LOOK,
    PRIVATE,
    PUBLIC,
    handlers_of,
    is_private,
    moderates,
    press,
    table_pressed,
)  # fmt: skip
from cogs.interactions.pressed import options_at, picked_values
from cogs.logs import log
from cogs.play import advice, afterwards, reading
from cogs.play.answers import Answers
from cogs.play.lobby_presses import LobbyPresses
from cogs.play.locking import Locking
from cogs.play.own_presses import OwnPresses
from cogs.play.pausing import propose_pause
from cogs.play.rematch import ask_rematch
from cogs.replay.films import Films
from cogs.replay.screening import show_film
from cogs.replay.viewer import Viewer
from cogs.services import Services
from cogs.ui import panel
from cogs.ui.layout import text_panel
from cogs.ui.press import Press
from cogs.ui.refusals import explain
from cogs.ui.wording import Wording
from cogs.views import controls, ending
from sessions.records.clock import CHOICES
from sessions.records.table import Left
from sessions.refusals import NotSeated, StalePress, StorageRefusal, TableRefusal, UndoClosed
from sessions.session import Session

CLOSE, CONCEDE = "close", "concede"
"""Verbs of what is confirmed once more."""
LEFT: tuple[Left, ...] = ("autopilot", "standard")
"""What plays on for who concedes, by the index of the control."""


class Play:
    """Carries out every press at a table."""

    def __init__(self, services: Services, viewer: Viewer, films: Films, outcomes: Outcomes, locking: Locking) -> None:
        self.services = services
        self._outcomes = outcomes
        self.locking = locking
        self.viewer = viewer
        self.films = films
        self.own_presses = OwnPresses(services.steady)
        self.handlers = handlers_of(
            services,
            self, Answers(services.wording, services.painter), LobbyPresses(services.wording), viewer,
            advice, afterwards, hand, looking_back, notes, reading,
        )  # fmt: skip

    async def take(self, interaction: discord.Interaction, press: Press | None) -> Reply | None:
        """Carry out a press at a table; None is one whose id can't be read."""
        self.services.rates.admit(interaction)
        user, picked = interaction.user.id, picked_values(interaction)
        try:
            session = await table_pressed(self.services, interaction, press)
            assert press is not None
            if CONTROLS[press.verb].only_looks:
                looked: Reply | None = await self.handlers[press.verb](interaction, session, press)
                return looked
            with self.own_presses.carrying_out(session, user, press, picked):
                return await self._carry_out(interaction, session, press)
        except TableRefusal as refusal:
            is_storage = isinstance(refusal, StorageRefusal)
            if press is None or is_storage or not self.own_presses.is_second(user, press, picked, refusal):
                raise
            log.info("second press: interaction=%s why=%s", interaction.id, type(refusal).__name__)
            return None

    async def _carry_out(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply | None:
        """Carry out a press that changes something. Where nothing is said it locks its board, if it may."""
        pressed = self.locking.begin(interaction, session, press)
        reply = locked = None
        try:
            reply = await self.handlers[press.verb](interaction, session, press)
            if pressed is not None and reply is None:
                locked = pressed.locked()
        finally:
            if pressed is not None and locked is None:
                pressed.lock.end()
        return reply if locked is None else Reply(locked=locked)

    # What goes on around the game

    @press(controls.UNDO, at=PUBLIC)
    async def _undo(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply | None:
        return await undo(self.services.wording, interaction, session, press.epoch)

    @press(controls.PROPOSE, at=PRIVATE)
    async def _propose(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        self.services.rates.admit_proposal(session.table, interaction.user.id)
        await session.undo.propose(interaction.user.id, interaction.id, epoch=press.epoch)
        return Reply(
            view=text_panel(self.services.wording.speech.translate(interaction, "play.proposed")), replaces=True
        )

    @press(controls.END, at=LOCAL)
    async def _end(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        self.services.rates.admit_proposal(session.table, interaction.user.id)
        await session.proposals.propose_end(interaction.user.id, interaction.id, epoch=press.epoch)
        return Reply(
            view=text_panel(self.services.wording.speech.translate(interaction, "play.end_proposed")), replaces=True
        )

    @press(controls.AGREE, controls.REFUSE, at=PUBLIC)
    async def _consent(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        agrees = press.verb == controls.AGREE
        vote = press.decision
        await session.proposals.consent(interaction.user.id, interaction.id, agrees, proposal=vote, epoch=press.epoch)

    @press(controls.VOTE, at=PUBLIC)
    async def _vote(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        picked = next((choice for choice in CHOICES if [choice] == picked_values(interaction)), None)
        if picked is None:
            raise StalePress
        await session.votes.cast(interaction.user.id, picked, interaction.id, vote=press.decision, epoch=press.epoch)

    @press(controls.CALL, at=BOTH)
    async def _call_vote(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply | None:
        await session.votes.call(interaction.user.id, interaction.id, epoch=press.epoch)
        if not is_private(interaction):
            return None
        return Reply(
            view=text_panel(self.services.wording.speech.translate(interaction, "table.vote_called")), replaces=True
        )

    @press(controls.PAUSE, at=LOCAL)
    async def _pause(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        words = await propose_pause(self.services, interaction, session, press.epoch)
        return Reply(view=text_panel(words), replaces=True)

    @press(controls.RESUME, at=PUBLIC)
    async def _resume(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        self.services.rates.admit_proposal(session.table, interaction.user.id)
        await session.proposals.propose_resume(interaction.user.id, interaction.id, epoch=press.epoch)

    @press(controls.PLAY_ON, at=PUBLIC)
    async def _play_on(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        await session.leaving.play_on(interaction.user.id, interaction.id, epoch=press.epoch)

    @press(controls.STOP, at=PUBLIC)
    async def _stop(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        await session.leaving.end_alone(interaction.user.id, interaction.id, epoch=press.epoch)

    @press(ending.REMATCH, at=ASK)
    async def _rematch(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await ask_rematch(self.services, self._outcomes, interaction, session)

    @press(ending.FILM, at=LOOK)
    async def _film(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await show_film(self.services, self.films, interaction, session)

    @press(hand.ORDER, at=PRIVATE)
    async def _order(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        user = interaction.user.id
        if session.seat_of(user) is None:
            raise NotSeated
        standing = session.reader.offers.orders(user)
        if press.index >= len(standing):
            raise StalePress
        decision = standing[press.index]
        keys = options_at(decision, picked_values(interaction))
        await session.play.order(user, decision.rule, keys, interaction.id, epoch=press.epoch)
        return Reply(
            view=text_panel(order_taken(self.services.wording, interaction, session, decision, keys)), replaces=True
        )

    @press(CLOSE, at=LOCAL)
    async def _close(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        is_moderator = moderates(interaction, session.table)
        await session.leaving.close(interaction.user.id, interaction.id, is_moderator=is_moderator, epoch=press.epoch)
        return Reply(
            view=text_panel(self.services.wording.speech.translate(interaction, "table.closed")), replaces=True
        )

    @press(CONCEDE, at=PRIVATE)
    async def _concede(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        plays = LEFT[press.index] if press.index < len(LEFT) else None
        await session.leaving.concede(interaction.user.id, interaction.id, plays=plays, epoch=press.epoch)
        return Reply(
            view=text_panel(self.services.wording.speech.translate(interaction, "table.conceded")), replaces=True
        )


async def undo(
    wording: Wording, interaction: discord.Interaction, session: Session, epoch: int | None = None
) -> Reply | None:
    """Take back this person's last answers; None when that is done. The refusal offers to ask others, if there are any.

    `epoch` is that of the button that was pressed; a command has none. Raises the refusals of `Undo.take_back`.
    """
    try:
        await session.undo.take_back(interaction.user.id, interaction.id, epoch=epoch)
    except UndoClosed as refusal:
        if session.table.is_alone:
            raise
        words = wording.speech.say(explain(refusal, {}), wording.speech.reader(interaction))
        press = Press(session.table.id, session.table.epoch, controls.PROPOSE, user=interaction.user.id)
        ask = panel.Button(press, wording.speech.translate(interaction, "button.propose"))
        return Reply(view=text_panel(f"{REFUSED} {words}", [(ask,)]))
    return None
