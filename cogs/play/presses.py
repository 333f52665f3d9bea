"""Every press and pick of every game and table: read, re-checked against the present, carried out, acknowledged."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

import discord
import msgspec
from discord.ext import commands

import discord_limits as limits
from cogs.hands.hand import NOTE, ORDER, mine, order_taken
from cogs.hands.notes import open_note
from cogs.history.looking_back import NEWER, OLDER, read_log, since, turn_page
from cogs.interactions.answering import REFUSED, Reply, attend
from cogs.interactions.gate import is_private, moderates, table_pressed
from cogs.play.afterwards import read_hands, read_sheet
from cogs.play.reading import how_to_play, legend, read_board, read_entries, read_rule
from cogs.play.rematch import ask_rematch
from cogs.replay.films import Films
from cogs.replay.screening import show_film
from cogs.replay.viewer import REPLAY, UNIT, Viewer
from cogs.services import Services
from cogs.ui import panel
from cogs.ui.layout import sections_panel, text_panel, upload
from cogs.ui.lesson_press import read_lesson_press
from cogs.ui.names import clean_name, told_apart
from cogs.ui.press import NOBODY, Press, read_press
from cogs.ui.reference_press import read_reference_press
from cogs.ui.refusals import explain
from cogs.views import chronicle, controls, ending, lobby, options
from cogs.views.hand import hand_picture, is_about_hand
from engine.kernel.decision import Decision, Message
from locales.words import LANGUAGES
from render import Picture
from sessions.refusals import AlreadyStarted, NotOwner, NotSeated, NotYourTurn, StalePress, UndoClosed
from sessions.session import Session

CLOSE, CONCEDE = "close", "concede"
"""Verbs of what is confirmed once more."""

ALWAYS_REPLY = frozenset(
    {
        controls.MINE,
        controls.READ,
        controls.SINCE,
        controls.RULE,
        controls.CHOOSE,
        ending.SHEET,
        ending.HANDS,
        ending.LOG,
        ending.FILM,
        lobby.TEACH,
    }
    | chronicle.LASTING
)
"""Verbs of what changes nothing and is always answered with a message."""
PICTURE_S = 0.7
"""So long a question waits for its picture; one that takes longer follows the words."""

NOTHING: frozenset[int] = frozenset()

Way: TypeAlias = "Callable[[discord.Interaction, Session, Press], Coroutine[Any, Any, Reply | None]]"


def picked_values(interaction: discord.Interaction) -> list[str]:
    """What came back with a select; never believed."""
    data: Any = interaction.data or {}
    values = data.get("values", [])
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []


class Play(commands.Cog):
    """The one way in for components."""

    def __init__(self, services: Services, viewer: Viewer, films: Films) -> None:
        self.services = services
        self.viewer = viewer
        self.films = films
        self.ways: dict[str, Way] = {
            panel.ANSWER: self._answer,
            panel.PICK: self._answer,
            panel.ANSWER_OFFERED: self._answer,
            panel.PICK_OFFERED: self._answer,
            panel.ALL: self._answer,
            panel.NONE: self._answer,
            panel.DONE: self._answer,
            panel.SURE: self._answer,
            panel.DRAFT: self._draft,
            controls.CHOOSE: self._choose,
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
            REPLAY: self._replay,
            UNIT: self._unit,
            controls.RULE: self._rule,
            ending.LOG: self._log,
            lobby.JOIN: self._join,
            lobby.LEAVE: self._leave,
            lobby.START: self._start,
            lobby.OPTIONS: self._options,
            lobby.TEACH: self._how_to,
            options.SET: self._set,
            options.SEATS: self._set_seats,
            options.LANGUAGE: self._set_language,
            options.MORE: self._more,
            ORDER: self._order,
            NOTE: self._note,
            controls.PROPOSE: self._propose,
            controls.END: self._end,
            controls.AGREE: self._consent,
            controls.REFUSE: self._consent,
            CLOSE: self._close,
            CONCEDE: self._concede,
        }

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Take a press at a table; commands find their own way, and so do lessons, rules and help."""
        if interaction.type is discord.InteractionType.component and not is_of_no_table(interaction):
            press = read_press(custom_id_of(interaction))
            always_replies = press is not None and press.verb in ALWAYS_REPLY
            await attend(self.services, interaction, self._press(interaction), always_replies=always_replies)

    async def _press(self, interaction: discord.Interaction) -> Reply | None:
        self.services.rates.admit(interaction)
        press = read_press(custom_id_of(interaction))
        session = await table_pressed(self.services, interaction, press)
        assert press is not None
        return await self.ways[press.verb](interaction, session, press)

    # Decisions

    def _asked(self, interaction: discord.Interaction, session: Session, press: Press) -> Decision:
        """The decision the control was made for, if this person is still asked it.

        Raises `NotSeated`, `NotYourTurn`, `StalePress`.
        """
        user = interaction.user.id
        seat = session.seat_of(user)
        if seat is None:
            raise NotSeated
        decision = session.decision_of(user)
        if press.epoch != session.table.epoch:
            raise StalePress
        if decision is None or press.seat not in (NOBODY, seat):
            waiting = tuple(asked.seat for asked in session.pending)
            raise NotYourTurn(waiting) if press.seat != seat else StalePress
        if press.decision not in (NOBODY, decision.id):
            raise StalePress
        return decision

    async def _answer(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply | None:
        asked = self._asked(interaction, session, press)
        is_offered = press.verb in (panel.ANSWER_OFFERED, panel.PICK_OFFERED)
        decision = session.reader.offered(asked) if is_offered else asked
        keys = pressed_keys(interaction, decision, press)
        question = None if press.verb == panel.SURE else controls.guard_of(self.services, session, decision, keys)
        if question is not None:
            return self._ask_again(interaction, session, asked, keys[0], question)
        await session.answer(interaction.user.id, keys, interaction.id, epoch=press.epoch, decision=press.decision)
        return await self._next(interaction, session)

    def _ask_again(
        self, interaction: discord.Interaction, session: Session, decision: Decision, key: str, question: Message
    ) -> Reply:
        """Whether this person really means it; nothing is done until they say so."""
        language = self.services.speech.reader(interaction)
        presenter = controls.presenter_of(self.services, session, decision, language, interaction.user.id)
        text = self.services.say(question, language, session.table)
        return Reply(view=text_panel(text, presenter.confirmation(key)), replaces=is_private(interaction))

    async def _next(self, interaction: discord.Interaction, session: Session) -> Reply | None:
        """After an answer: the next question that this person alone sees, where there is one.

        Else nothing more is said, and a private list that was answered goes away.
        """
        decision = session.decision_of(interaction.user.id)
        if decision is not None and controls.public_decision(session) is None:
            return await self._ask(interaction, session, decision)
        if not is_private(interaction):
            return None
        return Reply(self.services.speech.translate(interaction, "play.taken"), closes=True)

    async def _ask(
        self, interaction: discord.Interaction, session: Session, decision: Decision, picked: frozenset[int] = NOTHING
    ) -> Reply:
        """The question with its controls; over it the picture of the hand that it is about."""
        user, language = interaction.user.id, self.services.speech.reader(interaction)
        prompt = self.services.show(decision.prompt, language, session.table)
        rows = controls.private_rows(self.services, session, decision, language, user, picked)
        replaces, epoch = is_private(interaction), session.table.epoch

        def reply(picture: Picture | None) -> Reply:
            view, file = text_panel(prompt, rows, picture), upload(picture) if picture else None
            return Reply(view=view, file=file, replaces=replaces)

        if not is_about_hand(self.services, session, user, decision):
            return reply(None)
        drawing = asyncio.ensure_future(hand_picture(self.services, session, user, language))
        done, _ = await asyncio.wait({drawing}, timeout=PICTURE_S)
        if done:
            return reply(drawing.result())

        async def drawn() -> Reply | None:
            picture = await drawing
            asked = session.decision_of(user)
            is_due = asked is not None and asked.id == decision.id and session.table.epoch == epoch
            return reply(picture) if picture is not None and is_due else None

        return msgspec.structs.replace(reply(None), drawn=drawn)

    async def _choose(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await self._ask(interaction, session, self._asked(interaction, session, press))

    async def _draft(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        decision = self._asked(interaction, session, press)
        part = range(press.index, press.index + limits.SELECT_OPTIONS)
        picked = {index for index in _drafted(interaction) if index not in part}
        picked |= {int(value) for value in picked_values(interaction) if value.isdecimal() and int(value) in part}
        return await self._ask(interaction, session, decision, frozenset(picked))

    # What goes on around the game

    async def _undo(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply | None:
        return await undo(self.services, interaction, session, press.epoch)

    async def _propose(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        self.services.rates.admit_proposal(session.table, interaction.user.id)
        await session.propose_undo(interaction.user.id, interaction.id, epoch=press.epoch)
        return Reply(view=text_panel(self.services.speech.translate(interaction, "play.proposed")), replaces=True)

    async def _end(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        self.services.rates.admit_proposal(session.table, interaction.user.id)
        await session.propose_end(interaction.user.id, interaction.id, epoch=press.epoch)
        return Reply(view=text_panel(self.services.speech.translate(interaction, "play.end_proposed")), replaces=True)

    async def _consent(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        agrees = press.verb == controls.AGREE
        vote = press.decision
        await session.consent(interaction.user.id, interaction.id, agrees, proposal=vote, epoch=press.epoch)

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
        return await ask_rematch(self.services, interaction, session)

    async def _film(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await show_film(self.services, self.films, interaction, session)

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
        keys = _at(decision, picked_values(interaction))
        await session.order(user, decision.rule, keys, interaction.id, epoch=press.epoch)
        return Reply(view=text_panel(order_taken(self.services, interaction, session, decision, keys)), replaces=True)

    async def _note(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await open_note(self.services, interaction, session)

    async def _close(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        is_moderator = moderates(interaction, session.table)
        await session.close(interaction.user.id, interaction.id, is_moderator=is_moderator, epoch=press.epoch)
        return Reply(view=text_panel(self.services.speech.translate(interaction, "table.closed")), replaces=True)

    async def _concede(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        await session.concede(interaction.user.id, interaction.id, epoch=press.epoch)
        return Reply(view=text_panel(self.services.speech.translate(interaction, "table.conceded")), replaces=True)

    # Lobby

    async def _join(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        await join(interaction, session, press.epoch)

    async def _leave(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        await session.leave(interaction.user.id, interaction.id, epoch=press.epoch)

    async def _start(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        await session.start(interaction.user.id, interaction.id, epoch=press.epoch)

    async def _options(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        if session.table.status != "lobby":
            raise AlreadyStarted
        if session.table.owner != interaction.user.id:
            raise NotOwner(session.table.owner)
        return self._option_page(interaction, session, options.USUAL)

    async def _more(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        await self._options(interaction, session, press)
        page = options.EXPERT if press.index == options.EXPERT else options.USUAL
        return self._option_page(interaction, session, page)

    def _option_page(self, interaction: discord.Interaction, session: Session, page: int) -> Reply:
        pages = self._option_pages(interaction, session)
        return Reply(view=sections_panel(pages.sections(page)), replaces=is_private(interaction))

    def _option_pages(self, interaction: discord.Interaction, session: Session) -> options.OptionPages:
        language = self.services.speech.reader(interaction)
        return options.OptionPages(self.services, session, language, interaction.user.id)

    async def _set(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        game, value = session.reader.game, _picked_number(interaction)
        if press.index >= len(game.options) or value >= len(game.options[press.index].choices):
            raise StalePress
        option = game.options[press.index]
        chosen = {option.key: option.choices[value]}
        await session.configure(interaction.user.id, interaction.id, options=chosen, epoch=press.epoch)
        page = self._option_pages(interaction, session).page_of(option.key)
        return self._option_page(interaction, session, page)

    async def _set_seats(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        seats = _picked_number(interaction)
        await session.configure(interaction.user.id, interaction.id, seats_wanted=seats, epoch=press.epoch)
        return self._option_page(interaction, session, options.USUAL)

    async def _set_language(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        values = picked_values(interaction)
        if len(values) != 1 or values[0] not in LANGUAGES:
            raise StalePress
        await session.configure(interaction.user.id, interaction.id, language=values[0], epoch=press.epoch)
        return self._option_page(interaction, session, options.USUAL)


def _picked_number(interaction: discord.Interaction) -> int:
    """The one number that was picked. Raises `StalePress` where it is none."""
    values = [int(value) for value in picked_values(interaction) if value.isdecimal() and len(value) <= 3]
    if len(values) != 1:
        raise StalePress
    return values[0]


def custom_id_of(interaction: discord.Interaction) -> str:
    """The id of the control that was pressed; empty where there is none."""
    data: Any = interaction.data or {}
    custom_id = data.get("custom_id")
    return custom_id if isinstance(custom_id, str) else ""


def is_of_no_table(interaction: discord.Interaction) -> bool:
    """Whether the control is a lesson's or stands under rules or help, which have no table."""
    custom_id = custom_id_of(interaction)
    return read_lesson_press(custom_id) is not None or read_reference_press(custom_id) is not None


def _at(decision: Decision, values: list[str]) -> tuple[str, ...]:
    """The keys of the options with these indexes. Raises `StalePress` for what is none."""
    options = decision.options
    indexes = [int(value) if value.isdecimal() and len(value) <= 3 else len(options) for value in values]
    if any(index >= len(options) for index in indexes):
        raise StalePress
    return tuple(options[index].key for index in indexes)


def pressed_keys(interaction: discord.Interaction, decision: Decision, press: Press) -> tuple[str, ...]:
    """The options of `decision` that were chosen with this control. Raises `StalePress` for what is none of them."""
    match press.verb:
        case panel.ALL:
            return tuple(option.key for option in decision.options)
        case panel.NONE:
            return ()
        case panel.DONE:
            return _at(decision, [str(index) for index in sorted(_drafted(interaction))])
        case panel.PICK | panel.PICK_OFFERED:
            return _at(decision, picked_values(interaction))
    return _at(decision, [str(press.index)])  # an answer, or one that was asked again


def _drafted(interaction: discord.Interaction) -> set[int]:
    """The options shown as picked in a message that drafts a choice: the message is all there is to remember it."""
    picked: set[int] = set()
    rows = interaction.message.components if interaction.message else []
    for row in rows:
        for child in getattr(row, "children", []):
            if isinstance(child, discord.SelectMenu):
                picked |= {int(option.value) for option in child.options if option.default and option.value.isdecimal()}
    return picked


def seat_name(interaction: discord.Interaction) -> str:
    """What this person is called at a table: their name here, cleaned."""
    return clean_name(interaction.user.display_name)


async def join(interaction: discord.Interaction, session: Session, epoch: int | None = None) -> None:
    """Let this person sit down, named unlike the others. Raises the refusals of `Session.join`."""
    name = seat_name(interaction)
    await session.join(interaction.user.id, name, interaction.id, epoch=epoch, tell_apart=told_apart)


async def undo(
    services: Services, interaction: discord.Interaction, session: Session, epoch: int | None = None
) -> Reply | None:
    """Take back this person's last answers; None when that is done. The refusal offers to ask others, if there are any.

    `epoch` is that of the button that was pressed; a command has none. Raises the refusals of `Session.undo`.
    """
    try:
        await session.undo(interaction.user.id, interaction.id, epoch=epoch)
    except UndoClosed as refusal:
        if session.table.is_alone:
            raise
        words = services.speech.say(explain(refusal, {}), services.speech.reader(interaction))
        press = Press(session.table.id, session.table.epoch, controls.PROPOSE, user=interaction.user.id)
        ask = panel.Button(press, services.speech.translate(interaction, "button.propose"))
        return Reply(view=text_panel(f"{REFUSED} {words}", [(ask,)]))
    return None
