"""The gate for all commands and presses: find the table, check who may use the control, and read the picked values.

Ids come from clients and messages can be forged. So the place of a press limits what the control may do: a public
control works only in its table's channel, a private one only in a message made for that person. The session decides who
may do what. `docs/authority.md` has the whole table, and a test checks every cell.
"""

import inspect
import unicodedata
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any, TypeAlias, TypeVar

import discord
import msgspec
from msgspec.structs import replace

from cogs.interactions.authority import Who, by_message
from cogs.ui import presenter
from cogs.ui.press import NOBODY, Press
from cogs.ui.refusals import UIRefusal
from engine.kernel.decision import Decision
from sessions.records.table import Table
from sessions.refusals import NoTable, StalePress
from sessions.session import Session
from sessions.sessions import Sessions


class Control(msgspec.Struct, frozen=True):
    """The places where a control may be pressed, and how a press is answered."""

    is_public: bool = False
    """If true, the control works on public messages."""
    is_private: bool = False
    """If true, the control works in messages for one person."""
    is_local: bool = False
    """If true, the control works only in the table's channel."""
    only_looks: bool = False
    """If true, a press changes nothing, so the control may be older than the position."""
    lasts: bool = False
    """If true, the control still works in the old channel after the table has moved."""
    always_replies: bool = False
    """If true, every press is answered with a message."""
    is_hint: bool = False
    """If true, the answer is a hint."""
    label: str = ""
    """The control's name in `docs/authority.md`, followed there by `who`."""
    who: Who = Who()

    @property
    def who_in_private(self) -> Who:
        return by_message(self.who) if self.is_public else self.who


PUBLIC = Control(is_public=True)
ASK = Control(is_public=True, always_replies=True)
HINTS = Control(is_public=True, is_private=True, always_replies=True, is_hint=True)
LOOK = Control(is_public=True, only_looks=True, always_replies=True)
LASTING = Control(is_public=True, only_looks=True, lasts=True, always_replies=True)
PRIVATE = Control(is_private=True)
PAGE = Control(is_private=True, only_looks=True)
PRIVATE_LOOK = Control(is_private=True, only_looks=True, always_replies=True)
LOCAL = Control(is_private=True, is_local=True)
BOTH = Control(is_public=True, is_private=True)
BOTH_LOOK = Control(is_public=True, is_private=True, only_looks=True, always_replies=True)
BOTH_ANYWHERE = replace(BOTH_LOOK, lasts=True)
ASK_ANYWHERE = replace(ASK, lasts=True)
"""These controls also appear below a game's result, perhaps in another channel of the server."""
FOUND = Control(is_public=True, is_private=True, only_looks=True, lasts=True)
"""The button of a search message works in any channel and at any age, because joining itself checks for room."""

CONTROLS: dict[str, Control] = {}
"""Every control by its verb, filled by `press`. Moderators' controls work only in the table's channel."""

Handler: TypeAlias = Callable[..., Awaitable[Any]]
"""The handler of a press: called with the interaction, the session and the press."""
H = TypeVar("H", bound=Callable[..., Any])


def press(verb: str, label: str, *, at: Control, who: Who) -> Callable[[H], H]:
    """Register the decorated method as the handler of a verb, pressed in the places that `at` allows.

    The method takes the interaction, the session and, if it has a parameter `press`, the press. `label` and `who` are
    the control's row in `docs/authority.md`. If a control is both public and private, `who_in_private` is a second row.
    """

    def register(handler: H) -> H:
        assert verb not in CONTROLS, f"another handler has {verb}"
        CONTROLS[verb] = replace(at, label=label, who=who)
        vars(handler)["verbs"] = (*vars(handler).get("verbs", ()), verb)
        return handler

    return register


def handlers_of(*owners: object) -> dict[str, Handler]:
    found: dict[str, Handler] = {}
    for owner in owners:
        for verb, name, takes_press in _find_handlers(type(owner)):  # type: ignore[arg-type]  # a bug of mypy
            method = getattr(owner, name)
            found[verb] = method if takes_press else _without_press(method)
    return found


@cache  # because tests build many bots in one process
def _find_handlers(owner: type) -> list[tuple[str, str, bool]]:
    """Return each verb that a class handles, with the name of its method and whether the method has a `press`."""
    # Inspect the class: in Python 3.11.2, `inspect` fails on instances of dataclasses with slots.
    return [
        (verb, name, "press" in inspect.signature(function).parameters)
        for name, function in inspect.getmembers(owner, inspect.isfunction)
        for verb in vars(function).get("verbs", ())
    ]


def _without_press(method: Handler) -> Handler:
    return lambda interaction, session, press: method(interaction, session)


def check_server(interaction: discord.Interaction) -> int:
    """Return the server's id. Raises `UIRefusal` if the bot is installed for a user only, not in the server."""
    if not interaction.is_guild_integration() or interaction.guild_id is None:
        raise UIRefusal("refused.not_installed")
    return interaction.guild_id


async def table_here(sessions: Sessions, interaction: discord.Interaction) -> Session:
    """Return the table of the channel where a command was typed. Raises `NoTable`."""
    assert interaction.channel_id is not None
    session = await sessions.at(interaction.channel_id)
    if session.table.guild != interaction.guild_id:
        raise NoTable
    return session


async def table_pressed(sessions: Sessions, interaction: discord.Interaction, press: Press | None) -> Session:
    """Return the table of a control. Raises `NoTable`, `StalePress`, and `UIRefusal` if pressed in the wrong place."""
    control = CONTROLS.get(press.verb) if press is not None else None
    if press is None or control is None:
        raise UIRefusal("refused.unknown_control")
    session = await sessions.by_id(press.table)
    table = session.table
    if interaction.guild_id is not None and interaction.guild_id != table.guild:
        raise UIRefusal("refused.other_server")
    if is_private(interaction):
        if not control.is_private or press.user != interaction.user.id:
            raise UIRefusal("refused.not_yours")
        if control.is_local and interaction.channel_id != table.channel:
            raise _elsewhere(table)
    elif not control.is_public or press.user != NOBODY:
        raise UIRefusal("refused.unknown_control")
    elif interaction.channel_id != table.channel and not control.lasts:
        raise _elsewhere(table)
    if press.epoch != table.epoch and not control.only_looks:
        raise StalePress
    return session


async def form_filled(sessions: Sessions, interaction: discord.Interaction, press: Press) -> Session:
    session = await sessions.by_id(press.table)
    if interaction.guild_id is not None and interaction.guild_id != session.table.guild:
        raise UIRefusal("refused.other_server")
    if press.user != interaction.user.id:
        raise UIRefusal("refused.not_yours")
    return session


def _elsewhere(table: Table) -> UIRefusal:
    return UIRefusal("refused.elsewhere", channel=f"<#{table.channel}>")


def is_private(interaction: discord.Interaction) -> bool:
    """Return whether the control was pressed in a message visible to this person alone."""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or isinstance(interaction.channel, discord.DMChannel))


def moderates(interaction: discord.Interaction, table: Table) -> bool:
    """Return whether this person may manage messages or channels here, in the table's own server."""
    permissions = interaction.permissions
    may_manage = permissions.manage_messages or permissions.manage_channels or permissions.administrator
    return table.guild is not None and interaction.guild_id == table.guild and may_manage


def picked_values(interaction: discord.Interaction) -> list[str]:
    data: Any = interaction.data or {}
    values = data.get("values", [])
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []


def picked_number(interaction: discord.Interaction) -> int:
    """Return the number that was picked. Raises `StalePress` unless exactly one was picked."""
    values = [int(value) for value in picked_values(interaction) if value.isdecimal() and len(value) <= 3]
    if len(values) != 1:
        raise StalePress
    return values[0]


def options_at(decision: Decision, values: list[str]) -> tuple[str, ...]:
    options = decision.options
    indexes = [int(value) if value.isdecimal() and len(value) <= 3 else len(options) for value in values]
    if any(index >= len(options) for index in indexes):
        raise StalePress
    return tuple(options[index].key for index in indexes)


def pressed_keys(interaction: discord.Interaction, decision: Decision, press: Press) -> tuple[str, ...]:
    """Return the options chosen with this control. Raises `StalePress` if the decision doesn't have them."""
    match press.verb:
        case presenter.ALL:
            return tuple(option.key for option in decision.options)
        case presenter.NONE:
            return ()
        case presenter.DONE:
            return options_at(decision, [str(index) for index in sorted(read_drafts(interaction)[1])])
        case presenter.PICK | presenter.PICK_OFFERED:
            return options_at(decision, picked_values(interaction))
    return options_at(decision, [str(press.index)])  # an answer, or the confirmation of an answer


def read_drafts(interaction: discord.Interaction) -> tuple[set[int], set[int]]:
    """Return the options marked in a message before this press, and after it. Only the message stores them."""
    data: Any = interaction.data or {}
    before, after, values = set[int](), set[int](), picked_values(interaction)
    for row in interaction.message.components if interaction.message else []:
        for child in getattr(row, "children", []):
            if isinstance(child, discord.SelectMenu):
                options = [option for option in child.options if option.value.isdecimal()]
                marked = {int(option.value) for option in options if option.default}
                before |= marked
                is_pressed = child.custom_id == data.get("custom_id")
                after |= {int(option.value) for option in options if option.value in values} if is_pressed else marked
    return before, after


_KEPT = frozenset("\n\t")
"""Control characters that people type on purpose."""


def text_of(interaction: discord.Interaction, field_id: str) -> str:
    """Return the text of a form's field, without control characters, which some databases reject."""
    data: Any = interaction.data or {}
    components = data.get("components")
    written: list[str] = []
    for part in components if isinstance(components, list) else []:
        field = part.get("component") if isinstance(part, dict) else None
        if isinstance(field, dict) and field.get("custom_id") == field_id and isinstance(field.get("value"), str):
            written.append(field["value"])
    lines = "\n".join(written).replace("\r\n", "\n")
    return "".join(c for c in lines if c in _KEPT or unicodedata.category(c) not in ("Cc", "Cs")).strip()
