"""Presses around a game: undo, proposals, votes, pauses. Also `/table leave` and `/table close`, which ask first."""

from collections.abc import Mapping
from functools import partial
from typing import Literal

import discord

from cogs.interactions import authority, gate
from cogs.interactions.answering import REFUSED, Reply
from cogs.interactions.gate import BOTH, LOCAL, PRIVATE, PUBLIC, is_private, moderates, picked_values, press
from cogs.interactions.slash import slash
from cogs.traffic import Rates
from cogs.ui import panel
from cogs.ui.layout import text_panel
from cogs.ui.press import NOBODY, Press
from cogs.ui.refusals import explain
from cogs.ui.wording import Wording
from cogs.views import controls, menu
from cogs.views.lobby import is_rated
from cogs.views.waiting import place_lines
from engine.kernel.decision import Message
from sessions.play.state import check_running, not_seated, places_at
from sessions.records.clock import CHOICES
from sessions.records.departures import is_won
from sessions.records.table import Left, Table
from sessions.refusals import EndNeedsConsent, NotOwner, StalePress, TableOver, TableSuspended, UndoClosed
from sessions.session import Session
from sessions.snapshot import snapshot_of

CLOSE, CONCEDE = "close", "concede"
"""Verbs that ask for confirmation before they act."""
LEFT: tuple[Left, ...] = ("autopilot", "standard")
"""The ways to play the seat of someone who concedes, by the index of the control."""


PLACES: Mapping[str, Literal["settled", "tied"]] = {controls.SETTLE: "settled", controls.TIE: "tied"}
"""The endings by consent that give places, by the verb of the control."""


class Agreements:
    def __init__(self, wording: Wording, rates: Rates) -> None:
        self._wording = wording
        self._rates = rates

    @press(controls.UNDO, "*Undo*", at=PUBLIC, who=authority.ASKED)
    async def _undo(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply | None:
        return await self.take_back(interaction, session, press.epoch)

    @press(controls.PROPOSE, "*Ask the others*", at=PRIVATE, who=authority.ASKED_IN_PRIVATE)
    async def _propose_undo(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        self._rates.admit_proposal(session.table, interaction.user.id)
        await session.undo.propose(interaction.user.id, interaction.id, epoch=press.epoch)
        return self._replace(interaction, "play.proposed")

    @press(controls.END, "*Ask to end*", at=LOCAL, who=authority.SEATED_WHILE_RUNNING)
    async def _propose_end(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        self._rates.admit_proposal(session.table, interaction.user.id)
        await session.proposals.propose("end", interaction.user.id, interaction.id, epoch=press.epoch)
        return self._replace(interaction, "play.end_proposed")

    @press(controls.SETTLE, "*End with these places*", at=LOCAL, who=authority.NOBODY_IN_WALK)
    @press(controls.TIE, "*Share the victory*", at=LOCAL, who=authority.NOBODY_IN_WALK)
    async def _propose_places(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        self._rates.admit_proposal(session.table, interaction.user.id)
        kind, number = PLACES[press.verb], press.decision
        await session.proposals.propose(kind, interaction.user.id, interaction.id, epoch=press.epoch, number=number)
        return self._replace(interaction, "play.end_proposed")

    @press(controls.AGREE, "*Agree*", at=PUBLIC, who=authority.SEATED_WHILE_RUNNING)
    @press(controls.REFUSE, "*Keep playing*", at=PUBLIC, who=authority.SEATED_WHILE_RUNNING)
    async def _consent(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        agrees = press.verb == controls.AGREE
        vote = press.decision
        await session.proposals.consent(interaction.user.id, interaction.id, agrees, proposal=vote, epoch=press.epoch)

    @press(controls.VOTE, "*What happens now?*, in a vote on a seat", at=PUBLIC, who=authority.NOBODY_IN_WALK)
    async def _vote(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        """Vote on a seat that is out of time or silent. Raises `StalePress` for an unknown choice."""
        picked = next((choice for choice in CHOICES if [choice] == picked_values(interaction)), None)
        if picked is None:
            raise StalePress
        await session.votes.cast(interaction.user.id, picked, interaction.id, vote=press.decision, epoch=press.epoch)

    @press(controls.CALL, "*Start a vote*, after a week without an answer", at=BOTH, who=authority.NOBODY_IN_WALK)
    async def _call_vote(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply | None:
        await session.votes.call(interaction.user.id, interaction.id, epoch=press.epoch)
        if not is_private(interaction):
            return None
        return self._replace(interaction, "table.vote_called")

    @press(menu.GIVE, "*Give more time*, in the last day before a vote", at=PRIVATE, who=authority.NOBODY_IN_WALK)
    async def _give_time(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        user, seat, decision = interaction.user.id, press.index, press.decision
        await session.votes.give_time(user, seat, decision, interaction.id, epoch=press.epoch)
        name = session.table.names[seat]
        words = self._wording.speech.translate(interaction, "table.time_given", name=name)
        return Reply(view=text_panel(words), replaces=True)

    @press(menu.PAUSE, "*Ask for a pause*", at=LOCAL, who=authority.SEATED_WHILE_RUNNING)
    async def _pause(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        words = await self.propose_pause(interaction, session, press.epoch)
        return Reply(view=text_panel(words), replaces=True)

    @press(controls.RESUME, "*Continue game*, in a pause", at=PUBLIC, who=authority.SEATED_WHILE_RUNNING)
    async def _resume(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        self._rates.admit_proposal(session.table, interaction.user.id)
        await session.proposals.propose_resume(interaction.user.id, interaction.id, epoch=press.epoch)

    @press(controls.PLAY_ON, "*Keep playing*, once alone", at=PUBLIC, who=authority.ASKED)
    async def _play_on(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        await session.leaving.play_on(interaction.user.id, interaction.id, epoch=press.epoch)

    @press(controls.STOP, "*End the game*, once alone", at=PUBLIC, who=authority.ASKED)
    async def _end_alone(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        await session.leaving.end_alone(interaction.user.id, interaction.id, epoch=press.epoch)

    @press(CLOSE, "*Close table*, *End as moderator*", at=LOCAL, who=authority.CLOSERS_CONFIRM)
    async def _close(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        is_moderator = moderates(interaction, session.table)
        await session.leaving.close(interaction.user.id, interaction.id, is_moderator=is_moderator, epoch=press.epoch)
        return self._replace(interaction, "table.closed")

    @press(CONCEDE, "*Concede*", at=PRIVATE, who=authority.SEATED_IN_PRIVATE)
    async def _concede(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        plays = LEFT[press.index] if press.index < len(LEFT) else None
        await session.leaving.concede(interaction.user.id, interaction.id, plays=plays, epoch=press.epoch)
        return self._replace(interaction, "table.conceded")

    async def take_back(
        self, interaction: discord.Interaction, session: Session, epoch: int | None = None
    ) -> Reply | None:
        """Undo this person's last answers. If the others have to agree, reply with a button that asks them."""
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
        """Ask the others for a pause. Return the text of the reply. Raises the refusals of `Proposals.propose`."""
        self._rates.admit_proposal(session.table, interaction.user.id)
        await session.proposals.propose("pause", interaction.user.id, interaction.id, epoch=epoch)
        key = "play.paused" if session.table.is_paused else "play.pause_proposed"
        return self._wording.speech.translate(interaction, key)

    def _replace(self, interaction: discord.Interaction, key: str) -> Reply:
        return Reply(view=text_panel(self._wording.speech.translate(interaction, key)), replaces=True)

    @slash("table leave", who=authority.SEATED_LEAVE)
    async def leave(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Free this person's seat. Once the game has started, ask for confirmation first."""
        if session.table.status == "lobby":
            await session.lobby.leave(interaction.user.id, interaction.id)
            return Reply(self._wording.speech.translate(interaction, "table.left"))
        return await self.ask_to_concede(interaction, session)

    @press(menu.QUIT, "*Leave game*", at=gate.PRIVATE_LOOK, who=authority.SEATED_ASK_FIRST)
    async def ask_to_concede(self, interaction: discord.Interaction, session: Session) -> Reply:
        check_running(session.table)
        if session.reader.seat_of(interaction.user.id) is None:
            raise not_seated(session.table, interaction.user.id)
        question = _leaving(CONCEDE, session.table, interaction)
        words = self._wording.say(question, self._wording.speech.reader(interaction))
        words += self._price(interaction, session.table)
        agreed, placed = self._ends_by_consent(interaction, session)
        rows = [row for row in (self._ways_to_leave(interaction, session), placed) if row]
        return Reply(view=text_panel("\n\n".join([words, *agreed]), rows))

    @slash("table close", who=authority.CLOSERS)
    async def ask_to_close(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Ask for confirmation before the table ends. A running game ends by consent or by a moderator."""
        table, user = session.table, interaction.user.id
        if not table.is_live:
            raise TableOver
        if table.is_under_way and not (table.is_alone and table.sitter_of(user)):
            return self._end(interaction, session)
        if table.owner != user and not moderates(interaction, table):
            raise NotOwner(table.owner)
        if table.is_cut_off and not moderates(interaction, table):
            raise TableSuspended(table.reason or "channel")
        key = "confirm.moderate" if table.is_cut_off else "confirm.close_won" if is_won(table) else "confirm.close"
        words = self._wording.speech.translate(interaction, key)
        return Reply(view=text_panel(words, [(private_button(self._wording, interaction, session, CLOSE, "danger"),)]))

    def _ways_to_leave(self, interaction: discord.Interaction, session: Session) -> tuple[panel.Button, ...]:
        """Return the buttons to leave. If the game goes on, there is one for each substitute, the default first."""
        if len(session.table.people) <= 2:
            return (private_button(self._wording, interaction, session, CONCEDE, "danger"),)
        make = partial(private_button, self._wording, interaction, session, CONCEDE, "danger")
        ways = sorted(LEFT, key=lambda plays: plays != session.table.seating.left)
        return tuple(make(f"button.concede_{plays}", LEFT.index(plays)) for plays in ways)

    def _price(self, interaction: discord.Interaction, table: Table) -> str:
        """Return a space and a sentence about what leaving costs. Return "" if nobody else is in the game."""
        if len(table.sitters) == 1 or is_won(table):
            return ""
        if table.is_alone:
            return " " + self._wording.speech.translate(interaction, "confirm.price_alone")
        key = "confirm.price" if is_rated(table) else "confirm.price_casual"
        return " " + self._wording.speech.translate(interaction, key)

    def _end(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Offer the ways to end a game under way. Raises `EndNeedsConsent` for people who neither play nor moderate."""
        words: list[str] = []
        buttons, placed = list[panel.Button](), tuple[panel.Button, ...]()
        make = partial(private_button, self._wording, interaction, session)
        is_seated = session.reader.seat_of(interaction.user.id) is not None
        if is_seated and not session.table.is_paused:
            question = _leaving(controls.END, session.table, interaction)
            price = self._price(interaction, session.table)
            words.append(self._wording.say(question, self._wording.speech.reader(interaction)) + price)
            words.append(self._wording.speech.translate(interaction, "confirm.pause"))
            agreed, placed = self._ends_by_consent(interaction, session)
            words += agreed
            placed += self._more_time(interaction, session)
            ways = self._ways_to_leave(interaction, session)
            buttons += [make(controls.END, "main"), make(menu.PAUSE, "plain"), *ways]
        if moderates(interaction, session.table):
            words.append(self._wording.speech.translate(interaction, "confirm.moderate"))
            buttons.append(make(CLOSE, "danger", "button.moderate"))
        if not buttons and session.table.is_paused and is_seated:
            raise TableSuspended("paused")
        if not buttons:
            raise EndNeedsConsent
        return Reply(view=text_panel("\n\n".join(words), [tuple(row) for row in (placed, buttons) if row]))

    def _ends_by_consent(
        self, interaction: discord.Interaction, session: Session
    ) -> tuple[list[str], tuple[panel.Button, ...]]:
        """Return a text and a button for each way to end the game with agreed places."""
        table, language = session.table, self._wording.speech.reader(interaction)
        if table.status != "running" or len(table.people) < 2:
            return [], ()
        words, buttons, game_words = [], [], self._wording.game_uis[table.game].words
        for verb, kind in PLACES.items():
            if places := places_at(session.reader, kind):
                lines = (Message(f"confirm.{kind}"), *place_lines(game_words, table, places))
                words.append("\n".join(self._wording.say(line, language) for line in lines))
                button = private_button(self._wording, interaction, session, verb, "plain", decision=session.number)
                buttons.append(button)
        return words, tuple(buttons)

    def _more_time(self, interaction: discord.Interaction, session: Session) -> tuple[panel.Button, ...]:
        """Return the button that gives more time to someone else, if somebody's time soon runs out."""
        short = menu.short_of_time(snapshot_of(session), interaction.user.id)
        if short is None:
            return ()
        press = Press(session.table.id, session.table.epoch, menu.GIVE, user=interaction.user.id, **short)
        return (panel.Button(press, self._wording.speech.translate(interaction, f"button.{menu.GIVE}")),)


def _leaving(verb: str, table: Table, interaction: discord.Interaction) -> Message:
    """Return the confirmation prompt for leaving a game. It says what happens to the last player at the table."""
    others = [sitter for sitter in table.people if sitter.user != interaction.user.id]
    match others:
        case [other]:
            key = f"confirm.{verb}_two" if not table.computers else f"confirm.{verb}_last"
            return Message(key, {"name": other.name})
        case [] if is_won(table):
            return Message("confirm.concede_won")
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
    decision: int = NOBODY,
) -> panel.Button:
    press = Press(session.table.id, session.table.epoch, verb, index, decision=decision, user=interaction.user.id)
    return panel.Button(press, wording.speech.translate(interaction, words or f"button.{verb}"), style)
