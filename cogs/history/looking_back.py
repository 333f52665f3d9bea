"""*Whole log* and *Since my last turn*: a table's past in pages, which end between two turns if possible."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord
from msgspec.structs import replace

import discord_limits as limits
from cogs.interactions.answering import Reply, illustrate
from cogs.interactions.authority import ANYONE_ONCE_STARTED, READER_ONCE_STARTED, SEATED_NOTES
from cogs.interactions.gate import PAGE, PRIVATE_LOOK, picked_number, press, table_here
from cogs.interactions.slash import message_command
from cogs.painter import Painter
from cogs.ui.layout import Part, text_panel
from cogs.ui.panel import Button, PanelOption, Row, Select
from cogs.ui.press import Press
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from cogs.views import history
from cogs.views.ending import LOG
from cogs.views.history import Account, Page, is_same_turn, name_of, page_text, size_of
from cogs.views.log_words import LogWords
from cogs.views.menu import SINCE
from cogs.views.people import legend
from engine.kernel.decision import Message
from sessions.lobby.colours import colours_of
from sessions.records.log import LogLine
from sessions.refusals import NotSeated
from sessions.session import Session
from sessions.sessions import Sessions

OLDER, NEWER, PLAYER = "older", "newer", "player"
"""Verbs: show the page ending with an entry, the page beginning with it, or one player's newest page."""
NEWEST = 0
EVERYBODY = 0
CHUNK = 64
LOOK_BACK = 8
"""Entries read before a page to see if it begins within a turn."""


class Pages:
    """The pages of one table's log for one reader. With a `player`, they have only that player's lines."""

    def __init__(
        self,
        wording: Wording,
        session: Session,
        interaction: discord.Interaction,
        account: Account,
        player: str | None = None,
    ) -> None:
        self.words = LogWords(session.reader.game, session.table, session.number)
        self.language, self._player = wording.speech.reader(interaction), player
        self._seat = session.reader.seat_of(interaction.user.id)
        self._wording, self._reader, self._account = wording, session.reader, account

    async def beginning_with(self, first: int) -> Page:
        """Read the page that begins with the entry `first`."""
        total, at = self._reader.number, max(1, first)
        kept: list[LogLine] = []
        room, read = history.PAGE_TOTAL, at - 1
        while read < total:
            for line in await self._lines(read + 1, min(total, read + CHUNK)):
                room -= self._size(line, kept[-1] if kept else None)
                if room < 0 and kept and kept[-1].number < line.number:
                    lines = _whole_turns(kept, line)
                    return await self._page(at, lines[-1].number, lines)
                kept.append(line)
            read += CHUNK
        return await self._page(at, total, kept)

    async def ending_with(self, last: int) -> Page:
        """Read the page that ends with the entry `last`."""
        end = min(self._reader.number, max(1, last))
        kept: list[LogLine] = []
        room, read = history.PAGE_TOTAL, end + 1
        while read > 1:
            for line in reversed(await self._lines(max(1, read - CHUNK), read - 1)):
                room -= self._size(line, line if kept and is_same_turn(line, kept[0]) else None)
                if room < 0 and kept and line.number < kept[0].number:
                    lines = _from_a_turn(kept, line)
                    return await self._page(lines[0].number, end, lines)
                kept.insert(0, line)
            read -= CHUNK
        return await self._page(1, end, kept)

    def _size(self, line: LogLine, before: LogLine | None) -> int:
        return size_of(self._wording, self.words, self.language, self._account, line, before)

    def text_of(self, page: Page) -> str:
        return page_text(self._wording, self.words, self.language, page, self._account)

    async def _lines(self, first: int, last: int) -> list[LogLine]:
        """Read the entries that have words and weren't undone. Split an entry if the next turn begins in it."""
        index = await self._reader.log.index()
        entries = await self._reader.log.lines(self._seat, max(1, first - 1), last)
        kept = (entry for entry in entries if not index.is_gone(entry.number))
        return [
            line
            for entry in kept
            for line in self.words.split(entry)
            if first <= line.number <= last
            and self._player in (None, name_of(line))
            and (self.words.action(line) is not None or self.words.describe(line.facts))
        ]

    async def _page(self, first: int, last: int, lines: Sequence[LogLine]) -> Page:
        index = await self._reader.log.index()
        earlier = await self._lines(max(1, first - LOOK_BACK), first - 1) if first > 1 else []
        before = earlier[-1] if earlier else None
        begins_round = lines and any(number is not None for number, _ in self.words.by_round(lines[0].facts))
        round_ = index.round_before(lines[0].number - 1 if begins_round else first)
        return Page(first, last, self._reader.number, tuple(lines), before, round_)


def _whole_turns(kept: list[LogLine], following: LogLine) -> list[LogLine]:
    """Drop the last turn of `kept` if that turn continues in `following`, except if it has over half of the lines."""
    if not is_same_turn(kept[-1], following):
        return kept
    end = next((n for n in range(len(kept) - 1, 0, -1) if _may_part(kept[n - 1], kept[n])), 0)
    return kept[:end] if end * 2 >= len(kept) else kept


def _may_part(line: LogLine, following: LogLine) -> bool:
    return line.number < following.number and not is_same_turn(line, following)


def _from_a_turn(kept: list[LogLine], before: LogLine) -> list[LogLine]:
    """Drop the first turn of `kept` if that turn began in `before`, except if it has over half of the lines."""
    if not is_same_turn(kept[0], before):
        return kept
    begin = next((n for n in range(1, len(kept)) if _may_part(kept[n - 1], kept[n])), len(kept))
    return kept[begin:] if begin * 2 <= len(kept) else kept


@dataclass(frozen=True)
class LookingBack:
    _wording: Wording
    _painter: Painter
    _sessions: Sessions

    @press(LOG, "*Whole log*", at=PRIVATE_LOOK, who=READER_ONCE_STARTED)
    async def read_log(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Show the log's newest page. Raises `NotStarted`, `TableSuspended`."""
        session.reader.log.check_begun()
        return replace(await self._turn(interaction, session, OLDER, NEWEST, EVERYBODY), replaces=False)

    @press(PLAYER, "the log of one player", at=PAGE, who=READER_ONCE_STARTED)
    async def pick_player(self, interaction: discord.Interaction, session: Session) -> Reply:
        session.reader.log.check_begun()
        return await self._turn(interaction, session, OLDER, NEWEST, picked_number(interaction))

    @press(OLDER, "an earlier page of the log", at=PAGE, who=READER_ONCE_STARTED)
    @press(NEWER, "a later page of the log", at=PAGE, who=READER_ONCE_STARTED)
    async def turn_page(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        session.reader.log.check_begun()
        return await self._turn(interaction, session, press.verb, press.decision, press.index)

    async def _turn(
        self, interaction: discord.Interaction, session: Session, verb: str, entry: int, player: int
    ) -> Reply:
        holders = await session.reader.log.holders()
        name = holders[player - 1] if 0 < player <= len(holders) else None
        pages = Pages(self._wording, session, interaction, history.WHOLE, name)
        if verb == NEWER:
            page = await pages.beginning_with(entry)
        else:
            page = await pages.ending_with(entry if entry > NEWEST else session.number)
        game = self._wording.game_uis[session.table.game].name
        title = Message("history.title", {"game": game})
        if name is not None:
            title = Message("history.title_of", {"game": game, "name": name})
        text = self._text(session, pages, page, title)
        rows = self._rows(interaction, session, page, player)
        if len(holders) > 1:
            rows.append(self._players(interaction, session, holders, player))
        return Reply(view=text_panel(text, rows), replaces=True)

    def _players(self, interaction: discord.Interaction, session: Session, holders: list[str], player: int) -> Select:
        press = Press(session.table.id, session.table.epoch, PLAYER, user=interaction.user.id)
        names = [self._wording.speech.translate(interaction, "history.everyone"), *holders]
        shown = (PanelOption(str(number), name, number == player) for number, name in enumerate(names))
        return Select(press, names[0], tuple(shown)[: limits.SELECT_OPTIONS])

    @press(SINCE, "*Since my last turn*", at=PRIVATE_LOOK, who=SEATED_NOTES)
    async def read_since(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Show what happened since this person's last turn. Raises `NotStarted`, `TableSuspended`, `UIRefusal`."""
        session.reader.log.check_begun()
        try:
            first = await session.reader.past.unseen_since(interaction.user.id)
        except NotSeated:
            raise UIRefusal("refused.since_seated") from None
        return await self._read_from(
            interaction, session, first, Message("since.start" if first == 1 else "since.title")
        )

    @message_command("apps.since", who=ANYONE_ONCE_STARTED)
    async def read_since_message(self, interaction: discord.Interaction, message: discord.Message) -> Reply:
        """Show what happened after the message was sent or last edited. Raises `NoTable`, `NotStarted`,
        `TableSuspended`."""
        session = await table_here(self._sessions, interaction)
        at_ms = (message.edited_at or message.created_at).timestamp() * 1000
        steps = (await session.history.steps()).steps
        first = next((step.entry for step in steps if step.at > at_ms), session.number + 1)
        return await self._read_from(interaction, session, first, Message("since.message"))

    async def _read_from(self, interaction: discord.Interaction, session: Session, first: int, title: Message) -> Reply:
        """Show the page that begins with the entry `first`, then two boards: before that entry, and now."""
        pages = Pages(self._wording, session, interaction, history.SHORT)
        page = await pages.beginning_with(first)
        if not page.lines:
            return Reply(self._wording.speech.translate(interaction, "since.nothing"))
        text = self._text(session, pages, page, title)
        rows = self._rows(interaction, session, page, EVERYBODY)

        async def draw() -> Reply:
            boards = await self._draw_then_and_now(session, interaction.user.id, pages.language, max(1, first - 1))
            return illustrate(text, *boards, *rows)

        return Reply(view=text_panel(text, rows), drawn=draw)

    async def _draw_then_and_now(self, session: Session, user: int, language: str, then: int) -> list[Part]:
        """Draw the board after the entry `then` and the board now, with captions. Omits boards that can't be drawn."""
        game, reader, colours = session.table.game, session.reader, colours_of(session.table)
        moments = [
            ("then", "since.then", await reader.past.view_after(then)),
            ("now", "since.now", (reader.view(None), session.table.names)),
        ]
        boards: list[Part] = []
        for name, caption, seen in moments:
            if seen is None:
                continue
            view, names = seen
            pictures = await self._painter.draw(
                self._painter.of(user).client.board(game, view, (), names, language, colours=colours)
            )
            if pictures is not None:
                named = [replace(picture, filename=f"{name}-{picture.filename}") for picture in pictures]
                boards += [self._wording.say(Message(caption), language), *named]
        return boards

    def _text(self, session: Session, pages: Pages, page: Page, title: Message) -> str:
        """Return the text of a page: its title, its part of the log, the computer players and the lines."""
        language = pages.language
        part = Message("history.part", {"first": page.first, "last": page.last, "total": page.total})
        told = pages.text_of(page) if page.lines else self._wording.say(Message("history.nothing"), language)
        head = [self._wording.say(line, language) for line in (title, part)]
        return "\n".join([*head, *legend(self._wording, session.table, language), told])

    def _rows(self, interaction: discord.Interaction, session: Session, page: Page, player: int) -> list[Row]:

        def button(words: str, verb: str, entry: int) -> Button:
            press = Press(session.table.id, session.table.epoch, verb, player, decision=entry, user=interaction.user.id)
            return Button(press, self._wording.speech.translate(interaction, words))

        buttons: list[Button] = []
        if page.first > 1:
            buttons += [button("button.oldest", NEWER, 1), button("button.older", OLDER, page.first - 1)]
        if page.last < page.total:
            buttons += [button("button.newer", NEWER, page.last + 1), button("button.newest", OLDER, NEWEST)]
        return [tuple(buttons)] if buttons else []
