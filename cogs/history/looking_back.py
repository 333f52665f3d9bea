"""`/table log` and *Since my last turn*: a table's past, for one person's eyes, in as many pages as it takes."""

from collections.abc import Sequence

import discord
from msgspec.structs import replace

from cogs.interactions.answering import Reply
from cogs.interactions.gate import LOOK, PAGE, is_private, press
from cogs.painter import Painter
from cogs.ui.layout import captioned_panel, text_panel, upload
from cogs.ui.matching import Named, meant
from cogs.ui.panel import Button, Row
from cogs.ui.press import Press
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from cogs.views.controls import SINCE
from cogs.views.ending import LOG
from cogs.views.history import Listener, Page, page_from, page_text, page_to
from cogs.views.people import legend
from engine.kernel.decision import Message
from render import Picture
from sessions.lobby.colours import colours_of
from sessions.refusals import NotSeated
from sessions.session import Session

OLDER, NEWER = "older", "newer"
"""Verbs of a log's pages: the one that ends, and the one that begins with the entry that the press names."""
NEWEST = 0
"""In place of the entry with which a page ends: the last one."""
EVERYBODY = 0
"""In place of a player's number: all are told."""


@press(LOG, at=LOOK)
async def read_log(
    wording: Wording, interaction: discord.Interaction, session: Session, player: str | None = None
) -> Reply:
    """The newest page of the log; of what one player did where they are named.

    Raises `NotStarted`, `TableSuspended`, and `UIRefusal` where nobody of that name ever sat here.
    """
    session.reader.log.check_begun()
    number = EVERYBODY if player is None else await _number_of(session, player)
    return await _turned(wording, interaction, session, OLDER, NEWEST, number)


@press(OLDER, NEWER, at=PAGE)
async def turn_page(wording: Wording, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
    """The page that a control of another page leads to."""
    session.reader.log.check_begun()
    return await _turned(wording, interaction, session, press.verb, press.decision, press.index)


async def _turned(
    wording: Wording, interaction: discord.Interaction, session: Session, verb: str, entry: int, player: int
) -> Reply:
    holders = await session.reader.log.holders()
    name = holders[player - 1] if 0 < player <= len(holders) else None
    seat = session.seat_of(interaction.user.id)
    listener = Listener(seat, wording.speech.reader(interaction), name)
    if verb == NEWER:
        page = await page_from(wording, session, listener, entry)
    else:
        page = await page_to(wording, session, listener, entry if entry > NEWEST else session.number)
    title = Message("history.title", {"game": wording.game_uis[session.table.game].name})
    if name is not None:
        title = Message("history.title_of", {"game": wording.game_uis[session.table.game].name, "name": name})
    text = _text(wording, session, listener, page, title, "f")
    rows = _rows(wording, interaction, session, page, player)
    return Reply(view=text_panel(text, rows), replaces=is_private(interaction))


async def _number_of(session: Session, player: str) -> int:
    """The number of the player of that name, counted from 1. Raises `UIRefusal`."""
    holders = await session.reader.log.holders()
    number = meant(player, [Named(number, name) for number, name in enumerate(holders, start=1)])
    if number is not None:
        return number
    people = tuple(Message("table.person", {"name": name}) for name in holders)
    raise UIRefusal("refused.unknown_player", people=people)


@press(SINCE, at=LOOK)
async def since(wording: Wording, painter: Painter, interaction: discord.Interaction, session: Session) -> Reply:
    """What happened since this person's last turn, with the board as it was then and as it is now.

    Raises `NotStarted`, `TableSuspended`, and `UIRefusal` for who does not sit here.
    """
    session.reader.log.check_begun()
    user = interaction.user.id
    try:
        first = await session.reader.past.unseen_since(user)
    except NotSeated:
        raise UIRefusal("refused.since_seated") from None
    listener = Listener(session.seat_of(user), wording.speech.reader(interaction))
    page = await page_from(wording, session, listener, first)
    if not page.lines:
        return Reply(wording.speech.translate(interaction, "since.nothing"))
    text = _text(wording, session, listener, page, Message("since.start" if first == 1 else "since.title"), "R")
    rows = _rows(wording, interaction, session, page, EVERYBODY)

    async def drawn() -> Reply:
        boards = await _then_and_now(wording, painter, session, listener.language, max(1, first - 1))
        files = tuple(upload(picture) for _, pictures in boards for picture in pictures)
        return Reply(view=captioned_panel(text, boards, rows), files=files)

    return Reply(view=text_panel(text, rows), drawn=drawn)


async def _then_and_now(
    wording: Wording, painter: Painter, session: Session, language: str, then: int
) -> Sequence[tuple[str, Sequence[Picture]]]:
    """The board after the entry `then` and the board now, each with its caption.

    Leaves out a board that cannot be drawn.
    """
    game, reader, colours = session.table.game, session.reader, colours_of(session.table)
    moments = [
        ("then", "since.then", await reader.past.view_after(then)),
        ("now", "since.now", (reader.view(None), session.table.names)),
    ]
    boards: list[tuple[str, Sequence[Picture]]] = []
    for name, caption, seen in moments:
        if seen is None:
            continue
        view, names = seen
        pictures = await painter.draw(painter.client.board(game, view, (), names, language, colours=colours))
        if pictures is not None:
            named = [replace(picture, filename=f"{name}-{picture.filename}") for picture in pictures]
            boards.append((wording.say(Message(caption), language), named))
    return boards


def _text(wording: Wording, session: Session, listener: Listener, page: Page, title: Message, style: str) -> str:
    """A page under its title, which says what part of the log it is, and who at the table is a computer."""
    part = Message("history.part", {"first": page.first, "last": page.last, "total": page.total})
    told = page_text(wording, session, listener, page, style)
    if not page.lines:
        told = wording.say(Message("history.nothing"), listener.language)
    head = [wording.say(line, listener.language) for line in (title, part)]
    return "\n".join([*head, *legend(wording, session.table, listener.language), told])


def _rows(wording: Wording, interaction: discord.Interaction, session: Session, page: Page, player: int) -> list[Row]:
    """The controls that lead to other pages; only those that lead somewhere."""

    def button(words: str, verb: str, entry: int) -> Button:
        press = Press(session.table.id, session.table.epoch, verb, player, decision=entry, user=interaction.user.id)
        return Button(press, wording.speech.translate(interaction, words))

    buttons: list[Button] = []
    if page.first > 1:
        buttons += [button("button.oldest", NEWER, 1), button("button.older", OLDER, page.first - 1)]
    if page.last < page.total:
        buttons += [button("button.newer", NEWER, page.last + 1), button("button.newest", OLDER, NEWEST)]
    return [tuple(buttons)] if buttons else []
