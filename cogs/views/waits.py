"""The people who wait for games: their number and wishes, and the buttons to start or stop waiting."""

from collections.abc import Sequence

import discord_limits as limits
from cogs.ui.panel import Button
from cogs.ui.press import NOBODY, QueuePress
from cogs.ui.wording import Wording
from cogs.views.pace import pace_message
from cogs.views.people import players
from engine.kernel.decision import Message
from sessions.lobby.meeting import count_missing
from sessions.records.person import ANY_PACE, Waiting

SIT = "sit"
"""The verb of the button to join a table that looks for players."""


def queue_lines(wording: Wording, waiting: Sequence[Waiting]) -> list[Message]:
    """Say how many people wait for each game, and how many more are needed to start it."""
    lines = []
    for game, game_ui in wording.game_uis.items():
        here = [each for each in waiting if each.game == game]
        more = Message("queue.more", {"count": count_missing(here, wording.games[game].rules.seats)})
        if here:
            lines.append(Message("queue.line", {"game": game_ui.name, "count": len(here), "more": more}))
    return lines


def seats_message(least: int, most: int) -> Message:
    return players(least) if least == most else Message("queue.players", {"least": least, "count": most})


def wish_line(wording: Wording, wish: Waiting) -> Message:
    seats = seats_message(wish.seats, max(wish.seats, wish.most))
    line = Message("queue.wish", {"game": wording.game_uis[wish.game].name, "players": seats})
    return (
        line if wish.pace == ANY_PACE else Message("queue.wish_pace", {"line": line, "pace": pace_message(wish.pace)})
    )


def play_buttons(wording: Wording, waiting: Sequence[Waiting], language: str, user: int = NOBODY) -> tuple[Button, ...]:
    """Return a button for each game that others wait for and `user` doesn't, the most wanted first."""
    own = {each.game for each in waiting if each.user == user}
    wanted = [each.game for each in waiting if each.game in wording.game_uis and each.game not in own]
    games = sorted(dict.fromkeys(wanted), key=wanted.count, reverse=True)[: limits.ROW_BUTTONS]
    return tuple(_button(wording, "wait", game, language, user, "main") for game in games)


def stop_buttons(wording: Wording, own: Sequence[Waiting], language: str, user: int) -> tuple[Button, ...]:
    """Return a button to stop each of a person's waits, and one for all of them if there are several."""
    if len(own) < 2:
        return tuple(Button(QueuePress("stop", each.game, user), _label(wording, "stop", language)) for each in own)
    games = [each.game for each in own][: limits.ROW_BUTTONS - 1]
    every = Button(QueuePress("stop", "", user), _label(wording, "stop_all", language))
    return (*(_button(wording, "stop", game, language, user, "plain") for game in games), every)


def _button(wording: Wording, verb: str, game: str, language: str, user: int, style: str) -> Button:
    blanks = {"game": wording.game_uis[game].name}
    label = wording.say(Message(f"button.queue_{verb}_game", {**blanks}), language)
    return Button(QueuePress(verb, game, user), label, style)


def _label(wording: Wording, what: str, language: str) -> str:
    return wording.say(Message(f"button.queue_{what}"), language)
