"""What anyone may read of a table in private: the board as text, a turn in full, how to play, what the signs mean."""

import discord
from msgspec.structs import replace

import discord_limits as limits
from cogs.interactions.answering import Reply
from cogs.interactions.gate import BOTH_LOOK, LASTING, LOOK, press
from cogs.painter import Painter
from cogs.services import Services
from cogs.ui.layout import captioned_panel, pages, text_panel, upload
from cogs.ui.press import Press
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from cogs.views.chronicle import HOWTO, LEGEND, WHOLE, describe_log
from cogs.views.controls import READ, RULE, in_public
from cogs.views.lobby import TEACH
from cogs.views.rules import RulesReader
from engine.kernel.decision import Message
from render import Picture
from sessions.lobby.colours import colours_of
from sessions.refusals import NotStarted, StalePress
from sessions.session import Session


@press(READ, at=LOOK)
async def read_board(wording: Wording, painter: Painter, interaction: discord.Interaction, session: Session) -> Reply:
    """The whole position in the reader's language, in as many messages as it takes, with a close-up of every seat.

    The words come first, and the pictures once they are drawn.
    """
    language, table, client = wording.speech.reader(interaction), session.table, painter.client
    view, names, colours = session.reader.view(None), table.names, colours_of(table)
    first, *more = pages(client.text(table.game, view, names, language, colours=colours), limits.CONTENT)

    async def drawn() -> Reply | None:
        boards: list[tuple[str, tuple[Picture]]] = []
        for seat, name in names.items():
            picture = await painter.draw(client.seat(table.game, view, seat, names, language, colours=colours))
            if picture is not None:
                caption = wording.say(Message("table.person", {"name": name}), language)
                boards.append((f"**{caption}**", (replace(picture, filename=f"seat-{seat}.png"),)))
        files = tuple(upload(picture) for _, (picture,) in boards)
        return Reply(view=captioned_panel(first, boards), files=files) if boards else None

    return Reply(view=text_panel(first), more=tuple(more), drawn=drawn if client.draws_seats(table.game) else None)


@press(HOWTO, at=LASTING)
@press(TEACH, at=LOOK)
def how_to_play(wording: Wording, interaction: discord.Interaction, session: Session) -> Reply:
    """The game of a table in a minute, in the reader's language, and where there is more."""
    game_ui = wording.game_uis[session.table.game]
    lines = [
        Message("help.game", {"game": game_ui.name, "teach": game_ui.words.teach}),
        Message("lobby.learn_more" if game_ui.lesson is not None else "lobby.rules_more"),
    ]
    language = wording.speech.reader(interaction)
    return Reply(view=text_panel("\n".join(wording.say(line, language) for line in lines)))


async def read_seat(
    wording: Wording, painter: Painter, interaction: discord.Interaction, session: Session, user: int
) -> Reply:
    """All that is public of one person's seat, as a picture. Raises `NotStarted`, `UIRefusal`."""
    table, language = session.table, wording.speech.reader(interaction)
    if table.status == "lobby":
        raise NotStarted
    seat = session.seat_of(user)
    if seat is None:
        raise UIRefusal("refused.no_seat")
    if not painter.client.draws_seats(table.game):
        return Reply(wording.say(Message("hand.none", {"game": wording.game_uis[table.game].name}), language))
    view, names, colours = session.reader.view(None), table.names, colours_of(table)
    picture = await painter.draw(painter.client.seat(table.game, view, seat, names, language, colours=colours))
    if picture is None:
        return Reply(painter.client.seat_alt(table.game, view, seat, names, language, colours=colours))
    return Reply(view=text_panel(picture.alt, (), picture), file=upload(picture))


@press(RULE, at=BOTH_LOOK)
def read_rule(services: Services, interaction: discord.Interaction, session: Session) -> Reply:
    """The rule by which this person is asked now, else those by which others are, in the reader's language.

    Raises `UIRefusal` where nothing is asked, or nobody may know what.
    """
    language, table = services.wording.speech.reader(interaction), session.table
    if table.status != "running" or not session.pending:
        raise UIRefusal("refused.no_question")
    own = session.decision_of(interaction.user.id)
    known = (in_public(services.wording, session, each) for each in session.pending)
    rules = dict.fromkeys([own.rule] if own is not None else [each.rule for each in known if each is not None])
    reader = RulesReader(services.wording, table.game, language, interaction.user.id)
    topics = [topic for rule in rules if (topic := reader.book.topic(rule)) is not None]
    if not topics:
        raise UIRefusal("refused.no_rule")
    page = reader.rules(topics)
    return Reply(view=text_panel(page.text, page.rows))


@press(WHOLE, at=LASTING)
async def read_entries(wording: Wording, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
    """Return what everybody may know of the entries that the control names, in the reader's language.

    Raises `StalePress` if there are none.
    """
    first, count = press.decision, press.index
    entries = await session.reader.log.lines(None, first, first + count - 1)
    if not entries:
        raise StalePress
    lines = describe_log(wording, session, entries, wording.speech.reader(interaction))
    return _paged(lines or [wording.speech.translate(interaction, "chronicle.nothing")])


@press(LEGEND, at=LASTING)
def legend(wording: Wording, interaction: discord.Interaction, session: Session) -> Reply:
    """Every sign of the table's game and what it stands for. Raises `StalePress` for a game without."""
    language, entries = wording.speech.reader(interaction), wording.game_uis[session.table.game].entries
    symbols = entries().get("symbol", ()) if entries is not None else ()
    if not symbols:
        raise StalePress
    return _paged([wording.show(entry.text, language).replace("\n", " – ", 1) for entry in symbols])


def _paged(lines: list[str]) -> Reply:
    """The lines as private messages, as many as they need."""
    first, *more = pages("\n".join(lines), limits.CONTENT)
    return Reply(first, more=tuple(more))
