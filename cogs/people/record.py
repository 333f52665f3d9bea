"""`/… record`: how someone's finished games of a kind came out, for their own eyes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import discord
from discord import app_commands

from cogs.interactions.answering import Reply, attend
from cogs.services import Services
from cogs.ui.game_ui import GameUI
from cogs.ui.layout import text_panel
from engine.kernel.decision import Message
from engine.kernel.game import Game
from sessions.records import PastGame


def record_lines(game_ui: GameUI, game: Game[Any], past: Sequence[PastGame]) -> list[Message]:
    """What someone's finished games come to: games alone by the option that sorts them, then games in company."""
    ended = [each for each in past if each.place is not None and not each.is_given_up]
    alone, company = [each for each in ended if each.seats == 1], [each for each in ended if each.seats > 1]
    lines = [
        *_alone(game_ui, game, alone),
        *([Message("record.company", _sums(company))] if company else []),
    ]
    last = sum(each.is_last_one for each in past)
    if last:
        lines.append(Message("record.last_one", {"count": last}))
    left = sum(each.is_given_up for each in past)
    if left:
        lines.append(Message("record.given_up", {"count": left}))
    short = sum(each.is_cut_short and not each.is_given_up for each in past)
    if short:
        lines.append(Message("record.cut_short", {"count": short}))
    if not lines:
        return [Message("record.none", {"game": game_ui.name})]
    return [Message("record.title", {"game": game_ui.name}), *lines, Message("record.foot")]


def _alone(game_ui: GameUI, game: Game[Any], ended: Sequence[PastGame]) -> Iterator[Message]:
    """A line for each value of the option by which games alone are sorted, in the option's order.

    Where nobody plays against them there is a score to beat, and nothing to win.
    """
    option = next((each for each in game.options if each.key == game_ui.alone_by), None)
    if ended and all(each.rival is None for each in ended):
        yield Message("record.alone_unopposed", _sums(ended))
        return
    if option is None:
        if ended:
            yield Message("record.alone", _sums(ended) | {"lead": _lead(ended)})
        return
    for value in option.choices:
        found = [each for each in ended if each.options.get(option.key, option.default) == value]
        if found:
            blanks = _sums(found) | {"lead": _lead(found), "value": game_ui.value(option.key, value)}
            yield Message("record.alone_at", blanks)


def _sums(ended: Sequence[PastGame]) -> dict[str, Any]:
    """How many games, how many of them won, and the best score."""
    best = max(each.score or 0 for each in ended)
    return {"count": len(ended), "won": sum(each.place == 1 for each in ended), "best": best}


def _lead(ended: Iterable[PastGame]) -> str:
    """The best score compared with the opponent's, as in `+7`."""
    return f"{max((each.score or 0) - (each.rival or 0) for each in ended):+d}".replace("-", "−")


def record_command(services: Services, game_ui: GameUI) -> "app_commands.Command[Any, ..., None]":
    """The command of that game."""

    async def record(interaction: discord.Interaction) -> None:
        async def action() -> Reply:
            past = await services.sessions.past_games(interaction.user.id, game_ui.key)
            language = services.speech.reader(interaction)
            lines = record_lines(game_ui, services.games[game_ui.key], past)
            return Reply(view=text_panel("\n".join(services.say(line, language) for line in lines)))

        await attend(services, interaction, action())

    callback: Callable[..., Any] = record
    return app_commands.Command(name="record", description="command.record", callback=callback)
