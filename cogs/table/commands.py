"""`/table`: opening, sitting down, starting, looking, taking back, leaving and closing, for every game alike."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.delivery.board_sender import BoardSender
from cogs.hands.notes import open_note
from cogs.history.looking_back import read_log, since
from cogs.interactions.answering import Action, Reply, attend, offer
from cogs.interactions.gate import check_may_post, check_server, moderates, table_here
from cogs.interactions.opening import check_may_open, check_tables_here
from cogs.play.lobby_presses import join, seat_name
from cogs.play.presses import CLOSE, CONCEDE, undo
from cogs.play.reading import read_board, read_seat
from cogs.replay.exporting import export_game
from cogs.replay.films import Films
from cogs.replay.screening import show_film
from cogs.replay.viewer import Viewer
from cogs.services import Services
from cogs.table.computers import USUAL_LEVEL, Programs, level_meant, levels_suggested
from cogs.table.pacing import choose_pace, paces_suggested
from cogs.table.seat_commands import SeatCommands
from cogs.table.threads import Threads
from cogs.table.watching import watch
from cogs.ui.layout import text_panel
from cogs.ui.matching import Named, meant
from cogs.ui.names import clean_name, computers_at
from cogs.ui.panel import Button
from cogs.ui.press import Press
from cogs.ui.refusals import UIRefusal
from cogs.ui.speech import LANGUAGE_NAMES
from cogs.ui.suggestions import suggested
from cogs.views.controls import CALL, END, PAUSE
from cogs.views.options import read_options, typed_options
from engine.kernel.decision import Message
from locales.words import LANGUAGES
from sessions.records import Seating, Table
from sessions.refusals import (
    EndNeedsConsent,
    NobodyToNudge,
    NotOwner,
    NotSeated,
    NotStarted,
    TableOver,
    TableSuspended,
)
from sessions.session import Session
from sessions.votes import silent


@app_commands.guild_only()
class TableCommands(SeatCommands, commands.GroupCog, group_name="table", group_description="command.table"):
    """`/table` and what it can do."""

    def __init__(self, services: Services, viewer: Viewer, films: Films, board_sender: BoardSender) -> None:
        self.services = services
        self.viewer = viewer
        self.films = films
        self.watches = board_sender.watches
        self.seeking = board_sender.seeking
        self.threads = Threads(services)

    async def _attend(self, interaction: discord.Interaction, action: Action) -> None:
        await attend(self.services, interaction, action)

    def _reply(self, interaction: discord.Interaction, key: str, **blanks: int | str | Message) -> Reply:
        return Reply(self.services.speech.translate(interaction, key, **blanks))

    @app_commands.command(description="command.table.open")
    @app_commands.describe(
        game="command.table.open.game",
        seats="command.table.open.seats",
        options="command.table.open.options",
        language="command.table.open.language",
        thread="command.table.open.thread",
        computers="command.table.open.computers",
        level="command.table.open.level",
    )
    @app_commands.choices(language=[app_commands.Choice(name=name, value=key) for key, name in LANGUAGE_NAMES.items()])
    async def open(
        self,
        interaction: discord.Interaction,
        game: str,
        seats: int | None = None,
        options: str = "",
        language: str | None = None,
        thread: bool = False,
        computers: app_commands.Range[int, 0, 3] = 0,
        level: str = USUAL_LEVEL,
    ) -> None:
        """Open a table here, or in a thread made for it."""
        programs = Programs(computers, level)
        await self._attend(interaction, self._open(interaction, game, seats, options, language, thread, programs))

    async def _open(
        self,
        interaction: discord.Interaction,
        game: str,
        seats: int | None,
        options: str,
        language: str | None,
        thread: bool,
        programs: Programs,
    ) -> Reply | None:
        services = self.services
        check_server(interaction)
        game = services.game_meant(game, services.speech.reader(interaction))
        chosen = read_options(services.games[game], options)
        level = level_meant(services, game, programs.level, services.speech.reader(interaction))
        speaks = language if language in LANGUAGES else services.speech.place(interaction)
        check_may_open(services, interaction)
        check_may_post(interaction)
        services.rates.admit_opening(interaction)
        assert interaction.channel_id is not None
        channel = interaction.channel_id
        if thread:
            title = services.say(services.game_uis[game].name, speaks)
            channel = await self.threads.once(interaction, f"{title} · {clean_name(interaction.user.display_name)}")
        session = await services.sessions.open(
            interaction.guild_id,
            channel,
            interaction.user.id,
            seat_name(interaction),
            game,
            interaction.id,
            options=chosen,
            seats_wanted=seats,
            language=speaks,
            computers=computers_at(services.computer_names(game, speaks), seat_name(interaction), programs.number),
            seating=Seating(level=level),
        )
        name = services.game_uis[game].name
        if thread and channel == interaction.channel_id:
            return self._reply(interaction, "table.opened_no_thread", game=name)
        return self._reply(interaction, "table.opened", game=name, channel=f"<#{session.table.channel}>")

    @open.autocomplete("game")
    async def _games(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return suggested(current, self.services.games_named(self.services.speech.reader(interaction)))

    @open.autocomplete("options")
    async def _option_words(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        """What is typed already, and one more `key=value` for each option that matters and is not yet named."""
        language = self.services.speech.reader(interaction)
        try:
            key = self.services.game_meant(str(interaction.namespace.game or ""), language)
        except UIRefusal:
            return []
        game, game_ui = self.services.games[key], self.services.game_uis[key]
        whole, part = typed_options(game, current)
        named = {word.partition("=")[0] for word in whole}
        found: list[Named[str]] = []
        seats = interaction.namespace.seats
        for option in game.options:
            if option.key in named or (isinstance(seats, int) and not option.matters_for(seats)):
                continue
            for value in option.choices:
                word = f"{option.key}={str(value).lower()}"
                named_value = game_ui.value(option.key, value)
                pair = Message("lobby.choice", {"option": game_ui.option(option.key), "value": named_value})
                found.append(Named(" ".join([*whole, word]), self.services.say(pair, language), (word,)))
        return suggested(part, found)

    @open.autocomplete("level")
    async def _levels(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return levels_suggested(self.services, interaction, current)

    @app_commands.command(description="command.table.join")
    async def join(self, interaction: discord.Interaction) -> None:
        """Let this person sit down at the table of the channel."""

        async def action() -> Reply:
            session = await table_here(self.services, interaction)
            await join(interaction, session)
            return self._reply(interaction, "table.joined")

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.leave")
    async def leave(self, interaction: discord.Interaction) -> None:
        """Get up before the game starts."""

        async def action() -> Reply:
            session = await table_here(self.services, interaction)
            if session.table.status == "running" and session.table.sitter_of(interaction.user.id):
                raise UIRefusal("refused.leave_running")
            await session.leave(interaction.user.id, interaction.id)
            return self._reply(interaction, "table.left")

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.kick")
    @app_commands.describe(player="command.table.kick.player")
    async def kick(self, interaction: discord.Interaction, player: discord.User) -> None:
        """Send someone away before the game starts."""

        async def action() -> Reply:
            session = await table_here(self.services, interaction)
            if not session.table.sitter_of(player.id):
                raise UIRefusal("refused.kick_nobody")
            await session.kick(interaction.user.id, player.id, interaction.id)
            return self._reply(interaction, "table.kicked", name=clean_name(player.display_name))

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.nudge")
    async def nudge(self, interaction: discord.Interaction) -> None:
        """Call whoever the table waits for, once in twelve hours."""

        async def action() -> Reply:
            return await self._nudge(interaction, await table_here(self.services, interaction))

        await self._attend(interaction, action())

    async def _nudge(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Call whoever is asked. Where somebody has been silent for a week, the others may be asked to vote as well."""
        user, sessions = interaction.user.id, self.services.sessions
        clock = silent(sessions.context, session.table, sessions.clock())
        may_call = clock is not None and clock.user != user and session.seat_of(user) is not None
        words = self.services.speech.translate(interaction, "table.nudged")
        try:
            await session.nudge(user, interaction.id)
        except NobodyToNudge:
            if not may_call:
                raise
            words = self.services.speech.translate(interaction, "table.silent")
        button = self._button(interaction, session, CALL, "plain")
        return Reply(view=text_panel(words, [(button,)] if may_call else []))

    @app_commands.command(description="command.table.pace")
    @app_commands.describe(pace="command.table.pace.pace")
    async def pace(self, interaction: discord.Interaction, pace: str) -> None:
        """Choose how much time each seat has."""

        async def action() -> Reply:
            return await choose_pace(self.services, interaction, await table_here(self.services, interaction), pace)

        await self._attend(interaction, action())

    @pace.autocomplete("pace")
    async def _paces(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        assert interaction.channel_id is not None
        session, language = (
            self.services.sessions.at_hand(interaction.channel_id),
            self.services.speech.reader(interaction),
        )
        return paces_suggested(self.services, language, current, session.table if session else None)

    @app_commands.command(description="command.table.start")
    async def start(self, interaction: discord.Interaction) -> None:
        """Start the game of the table in this channel."""

        async def action() -> Reply:
            session = await table_here(self.services, interaction)
            await session.start(interaction.user.id, interaction.id)
            return self._reply(interaction, "table.started")

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.show")
    @app_commands.describe(player="command.table.show.player")
    async def show(self, interaction: discord.Interaction, player: discord.User | None = None) -> None:
        """Post the board anew, or look at all that is public of one player."""

        async def action() -> Reply:
            session = await table_here(self.services, interaction)
            if player is not None:
                return await read_seat(self.services, interaction, session, player.id)
            check_may_post(interaction)
            self.services.rates.admit_board(session.table, interaction.user.id)
            await session.post_board()
            self.services.sessions.outbox.wake(session.table.channel)
            return self._reply(interaction, "table.shown")

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.read")
    async def read(self, interaction: discord.Interaction) -> None:
        """The whole position as text."""

        async def action() -> Reply:
            return await read_board(self.services, interaction, await table_here(self.services, interaction))

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.log")
    @app_commands.describe(player="command.table.log.player")
    async def log(self, interaction: discord.Interaction, player: str | None = None) -> None:
        """What happened, page by page, or what one player did."""

        async def action() -> Reply:
            session = await table_here(self.services, interaction)
            return await read_log(self.services, interaction, session, player)

        await self._attend(interaction, action())

    @log.autocomplete("player")
    async def _players(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        async def choices() -> list[app_commands.Choice[str]]:
            session = await table_here(self.services, interaction)
            return suggested(current, [Named(name, name) for name in await session.reader.holders()])

        return await offer(choices())

    @app_commands.command(description="command.table.since")
    async def since(self, interaction: discord.Interaction) -> None:
        """What happened since one's own last turn."""

        async def action() -> Reply:
            return await since(self.services, interaction, await table_here(self.services, interaction))

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.replay")
    async def replay(self, interaction: discord.Interaction) -> None:
        """The game once more, step by step."""

        async def action() -> Reply:
            return await self.viewer.open(interaction, await table_here(self.services, interaction))

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.gif")
    async def gif(self, interaction: discord.Interaction) -> None:
        """A finished game as a moving picture."""

        async def action() -> Reply:
            session = await table_here(self.services, interaction)
            return await show_film(self.services, self.films, interaction, session)

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.export")
    async def export(self, interaction: discord.Interaction) -> None:
        """Reply with the finished game as a file."""

        async def action() -> Reply:
            return await export_game(self.services, interaction, await table_here(self.services, interaction))

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.note")
    async def note(self, interaction: discord.Interaction) -> None:
        """Write a note to oneself."""

        async def action() -> Reply:
            return await open_note(self.services, interaction, await table_here(self.services, interaction))

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.watch")
    async def watch(self, interaction: discord.Interaction) -> None:
        """Be told of each round's end and the result; once more, to be told no longer."""

        async def action() -> Reply:
            session = await table_here(self.services, interaction)
            return await watch(self.services, self.watches, interaction, session)

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.undo")
    async def undo(self, interaction: discord.Interaction) -> None:
        """Take back one's own last answers."""

        async def action() -> Reply:
            session = await table_here(self.services, interaction)
            return await undo(self.services, interaction, session) or self._reply(interaction, "table.undone")

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.concede")
    async def concede(self, interaction: discord.Interaction) -> None:
        """Leave a running game, after a second word."""

        async def action() -> Reply:
            session = await table_here(self.services, interaction)
            _check_running(session)
            if session.seat_of(interaction.user.id) is None:
                raise NotSeated
            return self._confirm(interaction, session, CONCEDE, _leaving(CONCEDE, session.table, interaction))

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.close")
    async def close(self, interaction: discord.Interaction) -> None:
        """End the table, after a second word; a game under way ends by consent or by a moderator."""

        async def action() -> Reply:
            session = await table_here(self.services, interaction)
            table, user = session.table, interaction.user.id
            if not table.is_live:
                raise TableOver
            is_under_way = table.status == "running" or table.is_paused
            if is_under_way and not (table.is_alone and table.sitter_of(user)):
                return self._end(interaction, session)
            if table.owner != user and not moderates(interaction, table):
                raise NotOwner(table.owner)
            return self._confirm(interaction, session, CLOSE, Message("confirm.close"))

        await self._attend(interaction, action())

    def _confirm(self, interaction: discord.Interaction, session: Session, verb: str, question: Message) -> Reply:
        words = self.services.say(question, self.services.speech.reader(interaction))
        return Reply(view=text_panel(words, [(self._button(interaction, session, verb, "danger"),)]))

    def _end(self, interaction: discord.Interaction, session: Session) -> Reply:
        """How this person can end a game under way. Raises `EndNeedsConsent` for who neither plays nor moderates."""
        words: list[str] = []
        buttons: list[Button] = []
        if session.seat_of(interaction.user.id) is not None and not session.table.is_paused:
            question = _leaving(END, session.table, interaction)
            words.append(self.services.say(question, self.services.speech.reader(interaction)))
            words.append(self.services.speech.translate(interaction, "confirm.pause"))
            buttons += [
                self._button(interaction, session, END, "main"),
                self._button(interaction, session, PAUSE, "plain"),
                self._button(interaction, session, CONCEDE, "danger"),
            ]
        if moderates(interaction, session.table):
            words.append(self.services.speech.translate(interaction, "confirm.moderate"))
            buttons.append(self._button(interaction, session, CLOSE, "danger", "button.moderate"))
        if not buttons and session.table.is_paused and session.seat_of(interaction.user.id) is not None:
            raise TableSuspended("paused")
        if not buttons:
            raise EndNeedsConsent
        return Reply(view=text_panel("\n\n".join(words), [tuple(buttons)]))

    def _button(
        self, interaction: discord.Interaction, session: Session, verb: str, style: str, words: str = ""
    ) -> Button:
        """A private button of the table, for this person alone."""
        press = Press(session.table.id, session.table.epoch, verb, user=interaction.user.id)
        return Button(press, self.services.speech.translate(interaction, words or f"button.{verb}"), style)

    @app_commands.command(description="command.table.move")
    @app_commands.describe(table="command.table.move.table")
    async def move(self, interaction: discord.Interaction, table: str) -> None:
        """Bring one of one's tables to this channel."""

        async def action() -> Reply:
            check_server(interaction)
            number = table if table.isdecimal() else meant(table, await self._movable_named(interaction))
            if number is None or len(number) >= 16:
                raise UIRefusal("refused.unknown_table")
            session = await self.services.sessions.by_id(int(number))
            check_tables_here(self.services, interaction)
            check_may_post(interaction)
            assert interaction.channel_id is not None
            user = interaction.user.id
            left = session.table.channel
            is_moderator = moderates(interaction, session.table)
            await session.move_to(
                user,
                interaction.guild_id,
                interaction.channel_id,
                interaction.id,
                is_moderator=is_moderator,
                is_stuck=left in self.services.blocked_channels,
            )
            self.services.blocked_channels.discard(left)
            return self._reply(interaction, "table.moved")

        await self._attend(interaction, action())

    @move.autocomplete("table")
    async def _tables(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        async def choices() -> list[app_commands.Choice[str]]:
            return suggested(current, await self._movable_named(interaction))

        return await offer(choices())

    async def _movable_named(self, interaction: discord.Interaction) -> list[Named[str]]:
        """The tables elsewhere that the person may bring here, by number: their games and who sits there."""
        language = self.services.speech.reader(interaction)
        return [
            Named(
                str(table.id),
                f"{self.services.say(self.services.game_uis[table.game].name, language)} · "
                + ", ".join(sitter.name for sitter in table.sitters),
                (str(table.id), table.game),
            )
            for table in await self._movable(interaction)
            if table.channel != interaction.channel_id
        ]

    async def _movable(self, interaction: discord.Interaction) -> list[Table]:
        """The live tables of this server that the person may bring here; a moderator may bring them all."""
        user, guild = interaction.user.id, interaction.guild_id
        tables = await self.services.sessions.in_guild(guild) if guild is not None else []
        return [
            table
            for table in tables
            if table.owner == user
            or moderates(interaction, table)
            or (
                table.sitter_of(user) and (table.reason == "channel" or table.channel in self.services.blocked_channels)
            )
        ]


def _check_running(session: Session) -> None:
    match session.table.status:
        case "lobby":
            raise NotStarted
        case "over" | "closed":
            raise TableOver
        case "suspended":
            raise TableSuspended(session.table.reason or "damaged")


def _leaving(verb: str, table: Table, interaction: discord.Interaction) -> Message:
    """The question before somebody leaves a game for good: with one other left, that it ends, and who wins."""
    others = [sitter for sitter in table.people if sitter.user != interaction.user.id]
    match others:
        case [other] if not table.computers:
            return Message(f"confirm.{verb}_two", {"name": other.name})
        case []:
            return Message(f"confirm.{verb}_alone")
    return Message(f"confirm.{verb}")
