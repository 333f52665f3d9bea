"""`/table pace`: choose how much time each seat has, or pause a running game."""

from discord import app_commands

from cogs.interactions.slash import Choices
from cogs.ui.matching import Named, as_shown, echo_typed, find_meant, suggest_matches
from cogs.ui.refusals import UIRefusal
from cogs.ui.typed.times import pace_of_text
from cogs.ui.wording import Wording
from cogs.views.controls import RESUME
from cogs.views.menu import PAUSE
from cogs.views.pace import pace_message
from engine.kernel.decision import Message
from sessions.clocks.own_time import NAMED, NONE, pace_typed
from sessions.records.table import Table


def paces_named(wording: Wording, language: str) -> list[Named[str]]:
    return [Named(key, wording.say(pace_message(key), language), (key,)) for key in (NONE, *NAMED)]


def pauses_named(wording: Wording, language: str) -> dict[str, Named[str]]:
    return {key: Named(key, wording.say(Message(f"pace.{key}"), language), (key,)) for key in (PAUSE, RESUME)}


def pace_meant(wording: Wording, language: str, typed: str) -> str:
    """Return the typed pace in the form that is stored. Raises `UIRefusal`."""
    chosen = pace_typed(pace_of_text(typed, language) or "") or find_meant(typed, paces_named(wording, language))
    if chosen is None:
        raise UIRefusal("refused.pace", typed=as_shown(typed))
    return chosen


def paces_suggested(wording: Wording, language: str, typed: str, table: Table | None = None) -> Choices:
    if table is not None and table.status != "lobby":
        return suggest_matches(typed, [pauses_named(wording, language)[RESUME if table.is_paused else PAUSE]])
    own = pace_typed(pace_of_text(typed, language) or "")
    if own is not None:
        return echo_typed(typed, [app_commands.Choice(name=wording.say(pace_message(own), language), value=own)])
    return echo_typed(typed, suggest_matches(typed, paces_named(wording, language)))
