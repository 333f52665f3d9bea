"""A person's own things at a table: their hand, their note, and the standing orders that they can give."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import discord
from msgspec.structs import replace

import discord_limits as limits
from cogs.interactions import gate
from cogs.interactions.answering import Reply, illustrate
from cogs.interactions.authority import SEATED_IN_PRIVATE, SEATED_NOTES, SEATED_ONCE_STARTED
from cogs.interactions.slash import slash
from cogs.painter import Painter
from cogs.ui.layout import TEXT, text_form, text_panel
from cogs.ui.panel import Button, PanelOption, Row, Select
from cogs.ui.press import Press
from cogs.ui.refusals import UIRefusal
from cogs.ui.text import shorten
from cogs.ui.wording import Wording
from cogs.views.controls import private_tools
from cogs.views.hand import hand_lines, hand_picture, has_hand_picture
from cogs.views.menu import MINE, NOTE
from engine.kernel.decision import Decision, Message
from sessions.play.state import not_seated
from sessions.refusals import NotStarted, StalePress, StorageRefusal
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.snapshot import snapshot_of

ORDER = "order"
"""The verb of a control that gives a standing order."""
NOTED = "noted"
LONGEST_NOTE = 1000


@dataclass(frozen=True)
class Hand:
    _wording: Wording
    _painter: Painter
    _sessions: Sessions

    @slash("hand", who=SEATED_ONCE_STARTED)
    @gate.press(MINE, "*My hand*, *My orders*", at=gate.BOTH_LOOK, who=SEATED_ONCE_STARTED)
    async def show(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Show this person's hand, note and possible standing orders. Raises `NotStarted`, `NotSeated`."""
        return self._show(interaction, session, await self._note(interaction, session))

    async def _note(self, interaction: discord.Interaction, session: Session) -> str | None:
        return await self._sessions.store.people.note(session.table.id, interaction.user.id)

    def _show(self, interaction: discord.Interaction, session: Session, note: str | None, said: str = "") -> Reply:
        user = interaction.user.id
        if session.table.status == "lobby":
            raise NotStarted
        if session.reader.seat_of(user) is None:
            raise not_seated(session.table, user)
        language = self._wording.speech.reader(interaction)
        rows: list[Row] = []
        table, view = session.table, session.reader.view(session.reader.seat_of(user))
        prompts = hand_lines(self._wording, table, view, language, len(note or ""))
        if note is not None:
            prompts.append(self._wording.say(Message("note.shown", {"note": note}), language))
        for decision in session.reader.offers.orders(user):
            prompt = self._wording.say(decision.prompt, language, session.table)
            prompts.append(prompt)
            labels = [self._wording.say(option.label, language, session.table) for option in decision.options]
            for part in parts_of(decision, labels):
                title = prompt if len(part) == len(labels) else f"{part[0].label} … {part[-1].label}"
                press = Press(session.table.id, session.table.epoch, ORDER, len(rows), user=user)
                title = shorten(title, limits.SELECT_PLACEHOLDER)
                rows.append(Select(press, title, part, decision.at_least, decision.at_most))
        prompts += [said] if said else []
        people = self._sessions.choices.people
        if people.get(user).hand_by_dm and people.is_dm_closed(user):
            prompts.append(f"-# {self._wording.speech.translate(interaction, 'hand.dm_closed')}")
        words = "\n\n".join(prompts)
        press = Press(session.table.id, session.table.epoch, NOTE, user=user)
        tools = private_tools(self._wording, snapshot_of(session), user, language)
        rows.append((Button(press, self._wording.speech.translate(interaction, "button.note")), *tools))

        async def draw() -> Reply:
            picture = await hand_picture(self._wording, self._painter.of(user), table, view, language)
            return illustrate(picture, words, *rows)

        return Reply(
            view=text_panel(words, rows),
            drawn=draw if has_hand_picture(self._wording, self._painter, table.game, view) else None,
        )

    @gate.press(ORDER, "a standing order", at=gate.PRIVATE, who=SEATED_IN_PRIVATE)
    async def leave_order(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        """Give the standing order that was picked. Raises `NotSeated`, `StalePress`."""
        user = interaction.user.id
        if session.reader.seat_of(user) is None:
            raise not_seated(session.table, user)
        keys = tuple(gate.picked_values(interaction))
        standing = session.reader.offers.orders(user)
        decision = next((each for each in standing if {o.key for o in each.options}.issuperset(keys)), None)
        if decision is None:
            raise StalePress
        note = await self._note(interaction, session)  # read first: once the order is given, nothing may fail
        await session.play.order(user, decision.rule, keys, interaction.id, epoch=press.epoch)
        words = order_taken(self._wording, interaction, session, decision, keys)
        return replace(self._show(interaction, session, note, words), replaces=True)

    @gate.press(NOTE, "*My note*", at=gate.PAGE, who=SEATED_NOTES)
    async def open_note(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Open the form with this person's note. Raises `NotStarted`, and `NotSeated` if they can't have a note."""
        table, user = session.table, interaction.user.id
        if table.status == "lobby":
            raise NotStarted
        note = await self._note(interaction, session)
        if note is None and session.reader.seat_of(user) is None:
            raise not_seated(session.table, user)
        say = partial(self._wording.speech.translate, interaction)
        press, title, label = Press(table.id, table.epoch, NOTED, user=user), say("note.title"), say("note.label")
        form = text_form(press, title, label, say("note.whose"), LONGEST_NOTE, note, is_required=False)
        return Reply(say("note.late"), form=form)

    async def keep_note(self, interaction: discord.Interaction, press: Press) -> Reply:
        """Save the note, or delete it if the form is empty. Raises `UIRefusal`, `NotSeated`."""
        session = await gate.form_filled(self._sessions, interaction, press)
        user = interaction.user.id
        if session.reader.seat_of(user) is None and await self._note(interaction, session) is None:
            raise not_seated(session.table, user)
        text = gate.text_of(interaction, TEXT)
        if len(text) > LONGEST_NOTE:
            raise UIRefusal("refused.note_long", most=LONGEST_NOTE)
        await self._sessions.store.people.keep_note(session.table.id, user, text)
        with contextlib.suppress(StorageRefusal):  # the note is kept
            await session.place.post_hand(user)
        if gate.is_private(interaction) and session.reader.seat_of(user) is not None:
            return replace(self._show(interaction, session, text or None), replaces=True)
        return Reply(self._wording.speech.translate(interaction, "note.kept" if text else "note.gone"))


def parts_of(decision: Decision, labels: Sequence[str]) -> list[tuple[PanelOption, ...]]:
    """Return an order's options for as many selects as needed. Their values are keys, so old panels stay correct."""
    choices = [
        PanelOption(option.key, shorten(label, limits.SELECT_LABEL))
        for option, label in zip(decision.options, labels, strict=True)
    ]
    size = limits.SELECT_OPTIONS
    return [tuple(choices[start : start + size]) for start in range(0, len(choices), size)]


def order_taken(
    wording: Wording, interaction: discord.Interaction, session: Session, decision: Decision, keys: tuple[str, ...]
) -> str:
    labels = tuple(option.label for option in decision.options if option.key in keys)
    language = wording.speech.reader(interaction)
    return wording.say(Message("play.ordered", {"order": labels}), language, session.table)
