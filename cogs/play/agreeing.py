"""Presses around a game: undo, proposals, votes, pauses, and leaving."""

import discord

from cogs.interactions import authority
from cogs.interactions.answering import REFUSED, Reply
from cogs.interactions.gate import BOTH, LOCAL, PRIVATE, PUBLIC, is_private, moderates, picked_values, press
from cogs.traffic import Rates
from cogs.ui import panel
from cogs.ui.layout import text_panel
from cogs.ui.press import Press
from cogs.ui.refusals import explain
from cogs.ui.wording import Wording
from cogs.views import controls, menu
from sessions.records.clock import CHOICES
from sessions.records.table import Left
from sessions.refusals import StalePress, UndoClosed
from sessions.session import Session

CLOSE, CONCEDE = "close", "concede"
"""Verbs that ask for confirmation before they act."""
LEFT: tuple[Left, ...] = ("autopilot", "standard")
"""The ways to play the seat of someone who concedes, by the index of the control."""


class Agreements:
    def __init__(self, wording: Wording, rates: Rates) -> None:
        self._wording = wording
        self._rates = rates

    @press(controls.UNDO, "*Undo*", at=PUBLIC, who=authority.ASKED)
    async def undo(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply | None:
        return await self.take_back(interaction, session, press.epoch)

    @press(controls.PROPOSE, "*Ask the others*", at=PRIVATE, who=authority.ASKED_IN_PRIVATE)
    async def propose_undo(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        self._rates.admit_proposal(session.table, interaction.user.id)
        await session.undo.propose(interaction.user.id, interaction.id, epoch=press.epoch)
        return self._replace(interaction, "play.proposed")

    @press(controls.END, "*Ask to end*", at=LOCAL, who=authority.SEATED_WHILE_RUNNING)
    async def propose_end(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        self._rates.admit_proposal(session.table, interaction.user.id)
        await session.proposals.propose("end", interaction.user.id, interaction.id, epoch=press.epoch)
        return self._replace(interaction, "play.end_proposed")

    @press(controls.AGREE, "*Agree*", at=PUBLIC, who=authority.SEATED_WHILE_RUNNING)
    @press(controls.REFUSE, "*Keep playing*", at=PUBLIC, who=authority.SEATED_WHILE_RUNNING)
    async def consent(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        agrees = press.verb == controls.AGREE
        vote = press.decision
        await session.proposals.consent(interaction.user.id, interaction.id, agrees, proposal=vote, epoch=press.epoch)

    @press(controls.VOTE, "*What shall be done?*, once somebody’s time is up", at=PUBLIC, who=authority.NOBODY_IN_WALK)
    async def vote(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        """Vote on a seat whose time has run out. Raises `StalePress` for an unknown choice."""
        picked = next((choice for choice in CHOICES if [choice] == picked_values(interaction)), None)
        if picked is None:
            raise StalePress
        await session.votes.cast(interaction.user.id, picked, interaction.id, vote=press.decision, epoch=press.epoch)

    @press(controls.CALL, "*Start a vote*, after a week without an answer", at=BOTH, who=authority.NOBODY_IN_WALK)
    async def call_vote(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply | None:
        await session.votes.call(interaction.user.id, interaction.id, epoch=press.epoch)
        if not is_private(interaction):
            return None
        return self._replace(interaction, "table.vote_called")

    @press(menu.PAUSE, "*Ask for a pause*", at=LOCAL, who=authority.SEATED_WHILE_RUNNING)
    async def pause(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        words = await self.propose_pause(interaction, session, press.epoch)
        return Reply(view=text_panel(words), replaces=True)

    @press(controls.RESUME, "*Continue game*, in a pause", at=PUBLIC, who=authority.SEATED_WHILE_RUNNING)
    async def resume(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        self._rates.admit_proposal(session.table, interaction.user.id)
        await session.proposals.propose_resume(interaction.user.id, interaction.id, epoch=press.epoch)

    @press(controls.PLAY_ON, "*Play on against computers*, once alone", at=PUBLIC, who=authority.ASKED)
    async def play_on(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        await session.leaving.play_on(interaction.user.id, interaction.id, epoch=press.epoch)

    @press(controls.STOP, "*End the game*, once alone", at=PUBLIC, who=authority.ASKED)
    async def end_alone(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        await session.leaving.end_alone(interaction.user.id, interaction.id, epoch=press.epoch)

    @press(CLOSE, "*Close table*, *End as moderator*", at=LOCAL, who=authority.CLOSERS_CONFIRM)
    async def close(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        is_moderator = moderates(interaction, session.table)
        await session.leaving.close(interaction.user.id, interaction.id, is_moderator=is_moderator, epoch=press.epoch)
        return self._replace(interaction, "table.closed")

    @press(CONCEDE, "*Concede*", at=PRIVATE, who=authority.SEATED_IN_PRIVATE)
    async def concede(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        plays = LEFT[press.index] if press.index < len(LEFT) else None
        await session.leaving.concede(interaction.user.id, interaction.id, plays=plays, epoch=press.epoch)
        return self._replace(interaction, "table.conceded")

    async def take_back(
        self, interaction: discord.Interaction, session: Session, epoch: int | None = None
    ) -> Reply | None:
        """Take back this person's last answers and return None, or offer to ask the others if they must agree."""
        try:
            await session.undo.take_back(interaction.user.id, interaction.id, epoch=epoch)
        except UndoClosed as refusal:
            if session.table.is_alone:
                raise
            words = self._wording.speech.say(explain(refusal, {}), self._wording.speech.reader(interaction))
            press = Press(session.table.id, session.table.epoch, controls.PROPOSE, user=interaction.user.id)
            ask = panel.Button(press, self._wording.speech.translate(interaction, "button.propose"))
            return Reply(view=text_panel(f"{REFUSED} {words}", [(ask,)]))
        return None

    async def propose_pause(self, interaction: discord.Interaction, session: Session, epoch: int | None = None) -> str:
        """Ask the others for a pause. Return the id of the reply. Raises the refusals of `Proposals.propose`."""
        self._rates.admit_proposal(session.table, interaction.user.id)
        await session.proposals.propose("pause", interaction.user.id, interaction.id, epoch=epoch)
        key = "play.paused" if session.table.is_paused else "play.pause_proposed"
        return self._wording.speech.translate(interaction, key)

    def _replace(self, interaction: discord.Interaction, key: str) -> Reply:
        return Reply(view=text_panel(self._wording.speech.translate(interaction, key)), replaces=True)
