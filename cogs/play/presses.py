"""Every press and pick of every game and table: read, re-checked against the present, carried out, acknowledged."""

from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

import discord
from discord.ext import commands

from cogs.delivery.outcomes import Outcomes
from cogs.hands.hand import NOTE, ORDER, mine, order_taken
from cogs.hands.notes import open_note
from cogs.history.looking_back import NEWER, OLDER, read_log, since, turn_page
from cogs.interactions.answering import REFUSED, Reply, attend
from cogs.interactions.gate import CONTROLS, is_private, moderates, table_pressed
from cogs.logs import log
from cogs.play.advice import dearest, hint, why
from cogs.play.afterwards import read_hands, read_sheet
from cogs.play.answers import Answers
from cogs.play.lobby_presses import LobbyPresses
from cogs.play.locking import Locking
from cogs.play.own_presses import OwnPresses
from cogs.play.pausing import propose_pause
from cogs.play.pressed import custom_id_of, is_of_no_table, options_at, picked_values
from cogs.play.reading import how_to_play, legend, read_board, read_entries, read_rule
from cogs.play.rematch import ask_rematch
from cogs.replay.films import Films
from cogs.replay.screening import show_film
from cogs.replay.viewer import REPLAY, UNIT, WHY, Viewer
from cogs.services import Services
from cogs.ui import panel
from cogs.ui.layout import text_panel
from cogs.ui.press import Press, read_press
from cogs.ui.refusals import explain
from cogs.views import chronicle, controls, ending, lobby
from sessions.clock_records import CHOICES
from sessions.records import Left
from sessions.refusals import NotSeated, StalePress, StorageRefusal, TableRefusal, UndoClosed
from sessions.session import Session

CLOSE, CONCEDE = "close", "concede"
"""Verbs of what is confirmed once more."""
LEFT: tuple[Left, ...] = ("autopilot", "standard")
"""What plays on for who concedes, by the index of the control."""

ALWAYS_REPLY = frozenset(
    {
        controls.MINE,
        controls.READ,
        controls.SINCE,
        controls.RULE,
        controls.CHOOSE,
        controls.HINT,
        WHY,
        ending.DEAREST,
        ending.SHEET,
        ending.HANDS,
        ending.LOG,
        ending.FILM,
        ending.REMATCH,
        lobby.TEACH,
    }
    | chronicle.LASTING
)
"""Verbs that are always answered with a message."""

Way: TypeAlias = "Callable[[discord.Interaction, Session, Press], Coroutine[Any, Any, Reply | None]]"


class Play(commands.Cog):
    """The one way in for components."""

    def __init__(self, services: Services, viewer: Viewer, films: Films, outcomes: Outcomes, locking: Locking) -> None:
        self.services = services
        self._outcomes = outcomes
        self.locking = locking
        self.viewer = viewer
        self.films = films
        self.own_presses = OwnPresses(services.steady)
        self.ways: dict[str, Way] = {
            **Answers(services).ways,
            **LobbyPresses(services).ways,
            controls.UNDO: self._undo,
            controls.SINCE: self._since,
            controls.READ: self._read,
            controls.MINE: self._mine,
            chronicle.HOWTO: self._how_to,
            chronicle.LEGEND: self._legend,
            chronicle.WHOLE: self._whole_turn,
            ending.SHEET: self._sheet,
            ending.HANDS: self._hands,
            OLDER: self._page,
            NEWER: self._page,
            ending.REMATCH: self._rematch,
            ending.FILM: self._film,
            ending.DEAREST: self._dearest,
            controls.HINT: self._hint,
            WHY: self._why,
            REPLAY: self._replay,
            UNIT: self._unit,
            controls.RULE: self._rule,
            ending.LOG: self._log,
            lobby.TEACH: self._how_to,
            ORDER: self._order,
            NOTE: self._note,
            controls.PROPOSE: self._propose,
            controls.END: self._end,
            controls.AGREE: self._consent,
            controls.REFUSE: self._consent,
            controls.VOTE: self._vote,
            controls.CALL: self._call_vote,
            controls.PAUSE: self._pause,
            controls.RESUME: self._resume,
            controls.PLAY_ON: self._play_on,
            controls.STOP: self._stop,
            CLOSE: self._close,
            CONCEDE: self._concede,
        }

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Take a press at a table; commands find their own way, and so do lessons, rules and help."""
        if interaction.type is discord.InteractionType.component and not is_of_no_table(interaction):
            press = read_press(custom_id_of(interaction))
            verb = "" if press is None else press.verb
            await attend(
                self.services,
                interaction,
                self._press(interaction),
                always_replies=verb in ALWAYS_REPLY,
                is_hint=verb == controls.HINT,
            )

    async def _press(self, interaction: discord.Interaction) -> Reply | None:
        self.services.rates.admit(interaction)
        press, user, picked = read_press(custom_id_of(interaction)), interaction.user.id, picked_values(interaction)
        try:
            session = await table_pressed(self.services, interaction, press)
            assert press is not None
            if CONTROLS[press.verb].only_looks:
                return await self.ways[press.verb](interaction, session, press)
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
            reply = await self.ways[press.verb](interaction, session, press)
            if pressed is not None and reply is None:
                locked = pressed.locked()
        finally:
            if pressed is not None and locked is None:
                pressed.lock.end()
        return reply if locked is None else Reply(locked=locked)

    # What goes on around the game

    async def _undo(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply | None:
        return await undo(self.services, interaction, session, press.epoch)

    async def _propose(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        self.services.rates.admit_proposal(session.table, interaction.user.id)
        await session.undo.propose(interaction.user.id, interaction.id, epoch=press.epoch)
        return Reply(view=text_panel(self.services.speech.translate(interaction, "play.proposed")), replaces=True)

    async def _end(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        self.services.rates.admit_proposal(session.table, interaction.user.id)
        await session.proposals.propose_end(interaction.user.id, interaction.id, epoch=press.epoch)
        return Reply(view=text_panel(self.services.speech.translate(interaction, "play.end_proposed")), replaces=True)

    async def _consent(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        agrees = press.verb == controls.AGREE
        vote = press.decision
        await session.proposals.consent(interaction.user.id, interaction.id, agrees, proposal=vote, epoch=press.epoch)

    async def _vote(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        picked = next((choice for choice in CHOICES if [choice] == picked_values(interaction)), None)
        if picked is None:
            raise StalePress
        await session.votes.cast(interaction.user.id, picked, interaction.id, vote=press.decision, epoch=press.epoch)

    async def _call_vote(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply | None:
        await session.votes.call(interaction.user.id, interaction.id, epoch=press.epoch)
        if not is_private(interaction):
            return None
        return Reply(view=text_panel(self.services.speech.translate(interaction, "table.vote_called")), replaces=True)

    async def _pause(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        words = await propose_pause(self.services, interaction, session, press.epoch)
        return Reply(view=text_panel(words), replaces=True)

    async def _resume(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        self.services.rates.admit_proposal(session.table, interaction.user.id)
        await session.proposals.propose_resume(interaction.user.id, interaction.id, epoch=press.epoch)

    async def _play_on(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        await session.leaving.play_on(interaction.user.id, interaction.id, epoch=press.epoch)

    async def _stop(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        await session.leaving.end_alone(interaction.user.id, interaction.id, epoch=press.epoch)

    async def _read(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await read_board(self.services, interaction, session)

    async def _sheet(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await read_sheet(self.services, interaction, session)

    async def _hands(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await read_hands(self.services, interaction, session)

    async def _since(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await since(self.services, interaction, session)

    async def _page(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await turn_page(self.services, interaction, session, press)

    async def _log(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await read_log(self.services, interaction, session, None)

    async def _rematch(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await ask_rematch(self.services, self._outcomes, interaction, session)

    async def _film(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await show_film(self.services, self.films, interaction, session)

    async def _hint(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await hint(self.services, interaction, session)

    async def _why(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await why(self.services, interaction, session, press)

    async def _dearest(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await dearest(self.services, interaction, session)

    async def _replay(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await self.viewer.turn(interaction, session, press)

    async def _unit(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await self.viewer.change_unit(interaction, session, press, picked_values(interaction))

    async def _rule(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return read_rule(self.services, interaction, session)

    async def _mine(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await mine(self.services, interaction, session)

    async def _how_to(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return how_to_play(self.services, interaction, session)

    async def _legend(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return legend(self.services, interaction, session)

    async def _whole_turn(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await read_entries(self.services, interaction, session, press.decision, press.index)

    async def _order(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        user = interaction.user.id
        if session.seat_of(user) is None:
            raise NotSeated
        standing = session.reader.standing(user)
        if press.index >= len(standing):
            raise StalePress
        decision = standing[press.index]
        keys = options_at(decision, picked_values(interaction))
        await session.play.order(user, decision.rule, keys, interaction.id, epoch=press.epoch)
        return Reply(view=text_panel(order_taken(self.services, interaction, session, decision, keys)), replaces=True)

    async def _note(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await open_note(self.services, interaction, session)

    async def _close(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        is_moderator = moderates(interaction, session.table)
        await session.leaving.close(interaction.user.id, interaction.id, is_moderator=is_moderator, epoch=press.epoch)
        return Reply(view=text_panel(self.services.speech.translate(interaction, "table.closed")), replaces=True)

    async def _concede(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        plays = LEFT[press.index] if press.index < len(LEFT) else None
        await session.leaving.concede(interaction.user.id, interaction.id, plays=plays, epoch=press.epoch)
        return Reply(view=text_panel(self.services.speech.translate(interaction, "table.conceded")), replaces=True)


async def undo(
    services: Services, interaction: discord.Interaction, session: Session, epoch: int | None = None
) -> Reply | None:
    """Take back this person's last answers; None when that is done. The refusal offers to ask others, if there are any.

    `epoch` is that of the button that was pressed; a command has none. Raises the refusals of `Undo.take_back`.
    """
    try:
        await session.undo.take_back(interaction.user.id, interaction.id, epoch=epoch)
    except UndoClosed as refusal:
        if session.table.is_alone:
            raise
        words = services.speech.say(explain(refusal, {}), services.speech.reader(interaction))
        press = Press(session.table.id, session.table.epoch, controls.PROPOSE, user=interaction.user.id)
        ask = panel.Button(press, services.speech.translate(interaction, "button.propose"))
        return Reply(view=text_panel(f"{REFUSED} {words}", [(ask,)]))
    return None
