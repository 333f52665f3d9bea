"""Presses in a lobby: join, leave, start, and choose options."""

from collections.abc import Collection, Mapping
from itertools import chain
from typing import get_args

import discord

from cogs.interactions import authority
from cogs.interactions.answering import REFUSED, Reply
from cogs.interactions.gate import FOUND, PRIVATE, PUBLIC, is_private, picked_number, picked_values, press
from cogs.ui.layout import panel, text_panel
from cogs.ui.names import clean_name, distinct_name
from cogs.ui.press import Press
from cogs.ui.wording import Wording, computer_names
from cogs.views import lobby, options
from cogs.views.waits import SIT
from locales.words import OFFERED
from sessions.clocks.own_time import NAMED, NONE
from sessions.lobby.colours import COLOURS
from sessions.lobby.lobby import BoardOptions, LobbyOptions
from sessions.records.table import Kept
from sessions.refusals import AlreadyStarted, NotOwner, StalePress, TooFewSeated
from sessions.session import Session
from sessions.snapshot import snapshot_of

CHOICES: Mapping[str, Mapping[str, LobbyOptions]] = {
    options.ITSELF: {"owner": LobbyOptions(starts_itself=False), "full": LobbyOptions(starts_itself=True)},
    options.LEFT: {"autopilot": LobbyOptions(left="autopilot"), "standard": LobbyOptions(left="standard")},
    options.PRACTICE: {"game": LobbyOptions(practice=False), "practice": LobbyOptions(practice=True)},
    options.HINTS: {"no": LobbyOptions(hints=False), "yes": LobbyOptions(hints=True)},
    options.RATING: {"rated": LobbyOptions(casual=False), "casual": LobbyOptions(casual=True)},
    options.LANGUAGE: {language: LobbyOptions(language=language) for language in OFFERED},
}
"""The values of each select of options, by the verb of the select."""
BOARDS: Mapping[str, Mapping[str, BoardOptions]] = {
    options.PICTURES: {kept: BoardOptions(pictures=kept) for kept in get_args(Kept)},
    options.SILENT: {"no": BoardOptions(silent=False), "yes": BoardOptions(silent=True)},
}
"""The values of each select for options that may also change while the game runs."""


class LobbyPresses:
    def __init__(self, wording: Wording) -> None:
        self.wording = wording

    @press(lobby.JOIN, "*Join*", at=PUBLIC, who=authority.ANYONE_WITHOUT_SEAT)
    async def _join(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        await join(interaction, session, press.epoch)

    @press(SIT, "*Join* under a search for players or in a list", at=FOUND, who=authority.ANYONE_WITHOUT_SEAT)
    async def _sit(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        await join(interaction, session)
        place = f"<#{session.table.channel}>"
        return Reply(self.wording.speech.translate(interaction, "find.joined", channel=place))

    @press(lobby.LEAVE, "*Leave*", at=PUBLIC, who=authority.SEATED_IN_LOBBY)
    @press(lobby.READY, "*Ready*", at=PUBLIC, who=authority.SEATED_IN_LOBBY)
    @press(lobby.SMALLER, "*Start with 3 players*, if a seat stays free", at=PUBLIC, who=authority.NOBODY_IN_WALK)
    async def _leave_or_be_ready(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        acts = {
            lobby.LEAVE: session.lobby.leave,
            lobby.READY: session.lobby.ready,
            lobby.SMALLER: session.lobby.start_smaller,
        }
        await acts[press.verb](interaction.user.id, interaction.id, epoch=press.epoch)

    @press(lobby.START, "*Start*", at=PUBLIC, who=authority.OWNER_IN_LOBBY)
    async def _start(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply | None:
        return await start(self.wording, interaction, session, press.epoch)

    @press(lobby.FILL, "*Play alone*, *Start with 2 players*, …", at=PRIVATE, who=authority.OWNER_OF_OPTIONS)
    async def _fill(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        names = computer_names(self.wording, session.table.game, session.table.language)
        await session.lobby.start(
            interaction.user.id,
            interaction.id,
            epoch=press.epoch,
            seats=press.index,
            names=names,
            tell_apart=distinct_name,
        )
        return Reply(closes=True)

    @press(lobby.COLOUR, "the colour of one’s seat", at=PUBLIC, who=authority.SEATED_IN_LOBBY)
    async def _colour(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        colour = int(picked_of(interaction, [str(colour) for colour in range(COLOURS)]))
        await session.lobby.choose_colour(interaction.user.id, colour, interaction.id, epoch=press.epoch)

    @press(lobby.OPTIONS, "*Options*", at=PUBLIC, who=authority.OWNER_LOOKS)
    async def _options(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        if session.table.status != "lobby":
            raise AlreadyStarted
        if session.table.owner != interaction.user.id:
            raise NotOwner(session.table.owner)
        return self._option_page(interaction, session, options.FIRST)

    @press(options.MORE, "*Advanced options*, *Back*", at=PRIVATE, who=authority.OWNER_TURNS_PAGES)
    async def _more(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        await self._options(interaction, session, press)
        page = options.ADVANCED if press.index == options.ADVANCED else options.FIRST
        return self._option_page(interaction, session, page)

    async def _configure(
        self, interaction: discord.Interaction, session: Session, press: Press, chosen: LobbyOptions
    ) -> Reply:
        await session.lobby.configure(interaction.user.id, interaction.id, chosen, epoch=press.epoch)
        return self._option_page(interaction, session, self._option_pages(interaction, session).page_of(press))

    def _option_page(self, interaction: discord.Interaction, session: Session, page: int) -> Reply:
        pages = self._option_pages(interaction, session)
        view = panel(*chain.from_iterable(pages.sections(page)))
        return Reply(view=view, replaces=is_private(interaction), ends_with_lobby=True)

    def _option_pages(self, interaction: discord.Interaction, session: Session) -> options.OptionPages:
        language = self.wording.speech.reader(interaction)
        return options.OptionPages(self.wording, snapshot_of(session), language, interaction.user.id)

    @press(options.SET, "an option of the game", at=PRIVATE, who=authority.OWNER_OF_OPTIONS)
    async def _set(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        game, value = session.reader.game, picked_number(interaction)
        if press.index >= len(game.rules.options) or value >= len(game.rules.options[press.index].choices):
            raise StalePress
        option = game.rules.options[press.index]
        chosen = LobbyOptions(options={option.key: option.choices[value]})
        return await self._configure(interaction, session, press, chosen)

    @press(options.SEATS, "the number of seats", at=PRIVATE, who=authority.OWNER_OF_OPTIONS)
    async def _set_seats(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        chosen = LobbyOptions(seats_wanted=picked_number(interaction))
        return await self._configure(interaction, session, press, chosen)

    @press(options.PACE, "how much time each seat has", at=PRIVATE, who=authority.OWNER_OF_OPTIONS)
    async def _set_pace(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        chosen = LobbyOptions(pace=picked_of(interaction, (NONE, *NAMED, session.table.pace or NONE)))
        return await self._configure(interaction, session, press, chosen)

    @press(options.ITSELF, "when the game begins", at=PRIVATE, who=authority.OWNER_OF_OPTIONS)
    @press(options.LEFT, "who plays for someone who leaves", at=PRIVATE, who=authority.OWNER_OF_OPTIONS)
    @press(options.PRACTICE, "how far computers agree to go back", at=PRIVATE, who=authority.OWNER_OF_OPTIONS)
    @press(options.HINTS, "whether hints are allowed", at=PRIVATE, who=authority.OWNER_OF_OPTIONS)
    @press(options.RATING, "whether the game is rated", at=PRIVATE, who=authority.OWNER_OF_OPTIONS)
    @press(options.LANGUAGE, "the table’s language", at=PRIVATE, who=authority.OWNER_OF_OPTIONS)
    async def _choose(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        chosen = CHOICES[press.verb][picked_of(interaction, CHOICES[press.verb])]
        return await self._configure(interaction, session, press, chosen)

    @press(options.PICTURES, "which finished turns keep a picture", at=PRIVATE, who=authority.OWNER_OF_BOARDS)
    @press(options.SILENT, "whether boards make a sound", at=PRIVATE, who=authority.OWNER_OF_BOARDS)
    async def _choose_boards(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        chosen = BOARDS[press.verb][picked_of(interaction, BOARDS[press.verb])]
        await session.lobby.choose_boards(interaction.user.id, chosen, interaction.id, epoch=press.epoch)
        if session.table.status == "lobby":
            return self._option_page(interaction, session, options.ADVANCED)
        boards = self._option_pages(interaction, session).boards()
        return Reply(view=panel(*chain.from_iterable(boards)), replaces=True)

    @press(lobby.COMPUTER, "*Add a computer player*", at=PUBLIC, who=authority.OWNER_IN_LOBBY)
    async def _add_computer(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        names = computer_names(self.wording, session.table.game, session.table.language)
        user = interaction.user.id
        await session.lobby.add_computer(user, names, interaction.id, epoch=press.epoch, tell_apart=distinct_name)

    @press(lobby.NO_COMPUTER, "*Remove a computer player*", at=PUBLIC, who=authority.OWNER_IN_LOBBY)
    async def _remove_computer(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        await session.lobby.remove_computers(interaction.user.id, interaction.id, most=1, epoch=press.epoch)

    @press(lobby.LEVEL, "how well computers play", at=PUBLIC, who=authority.OWNER_IN_LOBBY)
    async def _set_level(self, interaction: discord.Interaction, session: Session, press: Press) -> None:
        user = interaction.user.id
        level = picked_of(interaction, (*session.reader.game.programs.levels, lobby.NO_COMPUTERS))
        if level == lobby.NO_COMPUTERS:
            await session.lobby.remove_computers(user, interaction.id, epoch=press.epoch)
        else:
            await session.lobby.configure(user, interaction.id, LobbyOptions(level=level), epoch=press.epoch)


def picked_of(interaction: discord.Interaction, known: Collection[str]) -> str:
    """Return the one value picked. Raises `StalePress` unless it is in `known`."""
    values = picked_values(interaction)
    if len(values) != 1 or values[0] not in known:
        raise StalePress
    return values[0]


def seat_name(interaction: discord.Interaction) -> str:
    return clean_name(interaction.user.display_name)


async def join(interaction: discord.Interaction, session: Session, epoch: int | None = None) -> None:
    """Seat this person, under a name distinct from the others. Raises the refusals of `Lobby.join`."""
    name = seat_name(interaction)
    user = interaction.user
    roles = {role.id for role in user.roles} if isinstance(user, discord.Member) else set()
    await session.lobby.join(user.id, name, interaction.id, epoch=epoch, tell_apart=distinct_name, roles=roles)


async def start(
    wording: Wording, interaction: discord.Interaction, session: Session, epoch: int | None = None
) -> Reply | None:
    """Start the game, or offer what helps if people are missing. Raises the other refusals of `Lobby.start`."""
    try:
        await session.lobby.start(interaction.user.id, interaction.id, epoch=epoch)
    except TooFewSeated as refusal:
        text, row = lobby.too_few(wording, snapshot_of(session), refusal, wording.speech.reader(interaction))
        return Reply(view=text_panel(f"{REFUSED} {text}", [row]), ends_with_lobby=True)
    return None
