"""The lobby as a message: who sits, what is to be played, and the controls to change both."""

from collections.abc import Mapping

from cogs.services import Services
from cogs.ui.game_ui import GameUI
from cogs.ui.panel import Button, PanelOption, Row, Select
from cogs.ui.press import NOBODY, Press
from cogs.ui.refusals import UIRefusal
from cogs.views.controls import AGREE
from engine.kernel.decision import Argument, Message
from engine.kernel.game import Game, GameOption, OptionValue
from sessions.records import Table
from sessions.session import Session
from sessions.undo import still_asked

JOIN, LEAVE, START, OPTIONS, SET, SEATS = "join", "leave", "start", "options", "set", "seats"


def lobby_text(services: Services, session: Session) -> str:
    """The public text of a lobby, in the table's language."""
    table, game_ui = session.table, services.game_uis[session.table.game]

    def say(key: str, **blanks: Argument) -> str:
        return services.say(Message(key, dict(blanks)), table.language)

    seats = session.reader.seats
    title = "rematch.title" if table.rematch_of is not None else "lobby.title"
    sitters = [services.say(line, table.language) for line in _sitters(table)]
    free = [f"{number}. {say('lobby.free')}" for number in range(len(sitters) + 1, seats + 1)]
    chosen = [_option_line(services, table, game_ui, option) for _, option in _options(session)]
    waiting = _waiting(table)
    return "\n".join(
        [
            f"## {say(title, game=game_ui.name)}",
            say("rematch.waiting", people=waiting) if waiting else say("lobby.invitation", count=seats),
            *sitters,
            *free,
            "",
            *chosen,
            say("rematch.foot" if waiting else "lobby.foot", owner=f"<@{table.owner}>"),
        ]
    )


def _waiting(table: Table) -> tuple[Message, ...]:
    """Who has not yet said yes to a rematch."""
    asked = still_asked(table, table.proposal) if table.proposal else ()
    return tuple(Message("table.person", {"name": f"<@{sitter.user}>"}) for sitter in asked)


def _sitters(table: Table) -> list[Message]:
    """Who sits where; in the lobby of a rematch, who has said yes."""
    lines = []
    for number, sitter in enumerate(table.sitters, start=1):
        blanks: dict[str, Argument] = {"number": number, "name": sitter.name}
        if table.proposal is None:
            lines.append(Message("lobby.sitter", blanks))
        else:
            is_in = sitter.seat in table.proposal.agreed
            lines.append(Message("rematch.in" if is_in else "rematch.asked", blanks))
    return lines


def _option_line(services: Services, table: Table, game_ui: GameUI, option: GameOption) -> str:
    value = table.options.get(option.key, option.default)
    line = Message("lobby.option", {"option": game_ui.option(option.key), "value": game_ui.value(option.key, value)})
    said = services.say(line, table.language)
    notes = [note for each in option.choices if (note := game_ui.note(option.key, each)) is not None]
    return "\n".join([said, *(f"-# {services.say(note, table.language)}" for note in notes)])


def lobby_rows(services: Services, session: Session) -> list[Row]:
    """The public controls of a lobby."""
    table = session.table

    def button(verb: str, style: str = "plain", words: str = "", vote: int = NOBODY) -> Button:
        label = services.say(Message(words or f"button.{verb}"), table.language)
        return Button(Press(table.id, table.epoch, verb, decision=vote), label, style)

    has_room = len(table.sitters) < session.reader.seats
    join = (button(JOIN, "main"),) if has_room else ()
    if table.proposal is not None:
        agree = button(AGREE, "good", "button.agree_rematch", table.proposal.id)
        return [(agree, *join, button(LEAVE), button(OPTIONS))]
    return [(*join, button(LEAVE), button(OPTIONS), button(START, "good"))]


def _options(session: Session) -> list[tuple[int, GameOption]]:
    """The options that matter for the number of seats chosen, or for any company while none is, with their places."""
    wanted = session.table.seats_wanted
    numbers = (wanted,) if wanted else tuple(seats for seats in session.reader.game.seats if seats > 1)
    return [
        (place, option)
        for place, option in enumerate(session.reader.game.options)
        if any(option.matters_for(seats) for seats in numbers)
    ]


def option_rows(services: Services, session: Session, language: str, user: int) -> list[Row]:
    """One select for the number of seats and one for each option that matters, for the owner `user` alone."""
    table, game_ui, game = session.table, services.game_uis[session.table.game], session.reader.game
    rows: list[Row] = [_seats_select(services, table, game, language, user)]
    for index, option in _options(session):
        value = table.options.get(option.key, option.default)
        choices = tuple(
            PanelOption(str(place), services.say(_pair(game_ui, option, choice), language), choice == value)
            for place, choice in enumerate(option.choices)
        )
        name = services.say(game_ui.option(option.key), language)
        rows.append(Select(Press(table.id, table.epoch, SET, index, user=user), name, choices))
    return rows


def _pair(game_ui: GameUI, option: GameOption, value: OptionValue) -> Message:
    return Message("lobby.choice", {"option": game_ui.option(option.key), "value": game_ui.value(option.key, value)})


def _seats_select(services: Services, table: Table, game: Game[object], language: str, user: int) -> Select:
    choices = [
        PanelOption(
            str(seats), services.say(Message("lobby.seats", {"count": seats}), language), seats == table.seats_wanted
        )
        for seats in game.seats
    ]
    name = services.say(Message("lobby.seats_wanted"), language)
    return Select(Press(table.id, table.epoch, SEATS, user=user), name, tuple(choices))


def typed_options(game: Game[object], typed: str) -> tuple[list[str], str]:
    """The `key=value` words at the beginning that are whole, and what is being typed after them."""
    words = {f"{option.key}={str(value).lower()}" for option in game.options for value in option.choices}
    whole: list[str] = []
    rest = typed
    while (parts := rest.split(maxsplit=1)) and parts[0].lower() in words and rest != parts[0]:
        whole.append(parts[0].lower())
        rest = parts[1] if len(parts) > 1 else ""
    return whole, rest


def read_options(game: Game[object], typed: str) -> Mapping[str, OptionValue]:
    """Options typed as `key=value` words. Raises `UIRefusal` naming the word that is none."""
    known = {option.key: option for option in game.options}
    chosen: dict[str, OptionValue] = {}
    for word in typed.split():
        key, _, text = word.partition("=")
        option = known.get(key)
        values = {str(choice).lower(): choice for choice in option.choices} if option else {}
        if text.lower() not in values:
            legal = ", ".join(f"{one.key}={str(choice).lower()}" for one in game.options for choice in one.choices)
            raise UIRefusal("refused.unknown_option", typed=word[:60], legal=legal)
        chosen[key] = values[text.lower()]
    return chosen
