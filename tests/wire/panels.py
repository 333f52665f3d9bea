"""Change settings in the panels of `/settings` and `/server settings`, as people do."""

from functools import partial

from cogs.people.panels import OFF, ON, TURN, TYPE
from cogs.ui.layout import TEXT
from cogs.ui.press import SettingPress, decode
from sandbox.driver import Actor
from sandbox.parts import Place
from sandbox.records import Channel
from sandbox.seen import Reply, Seen
from sandbox.strict.components import STRING_SELECT
from sandbox.world import GUILD_ID
from tests.waiting import eventually
from tests.wire.evening import Wired


def control_of(panel: Seen, name: str, value: str = "") -> str | None:
    """Return the custom id of a setting's select.

    If the setting has buttons, return the id of the button for this value.
    """
    ids = [*(each.custom_id for each in panel.selects), *(each.custom_id for each in panel.buttons)]
    presses = {custom_id: decode(custom_id or "") for custom_id in ids}
    return next(
        (
            each
            for each, press in presses.items()
            if isinstance(press, SettingPress) and (press.name, press.value) == (name, value)
        ),
        None,
    )


async def set_on(person: Actor, panel: Seen, name: str, value: object) -> Reply:
    """Change one setting on an open panel: press its button, choose in its select, or type into its form.

    If the setting is on the other page, turn the page first.
    """
    if not any(control_of(panel, name, each) for each in ("", ON, OFF, TYPE)):
        turn = next(each.custom_id for each in panel.buttons if (each.custom_id or "").split(":")[3:4] == [TURN])
        turned = await person.press(panel, custom_id=turn)
        assert turned.message is not None
        panel = turned.message
    if isinstance(value, bool):
        return await person.press(panel, custom_id=control_of(panel, name, ON if value else OFF))
    values = [str(getattr(each, "id", each)) for each in (value if isinstance(value, tuple) else (value,))]
    select = next((each for each in panel.selects if each.custom_id == control_of(panel, name)), None)
    if select is not None and (
        select.kind != STRING_SELECT or values[0] in {option.value for option in select.options}
    ):
        return await person.choose(panel, *values, custom_id=select.custom_id)
    opened = await person.press(panel, custom_id=control_of(panel, name, TYPE))
    return await person.fill(opened, {TEXT: values[0]})


async def change(person: Actor, command: str, place: Place | Channel, **values: object) -> Reply:
    """Open the panel, and change these settings in order. Return the last reply."""
    reply = await person.command(command, place)
    for name, value in values.items():
        shown = await eventually(partial(getattr, reply, "message"), "the panel")  # on a busy machine it's deferred
        reply = await set_on(person, shown, name, value)
    return reply


def labels_on(reply: Reply) -> list[str]:
    """Return the labels of all selects and then of all buttons on the panel, each with its current value."""
    assert reply.message is not None
    selects = [select.placeholder for select in reply.message.selects]
    return [*selects, *(button.label for button in reply.message.buttons)]


def role_of(wired_bot: Wired, name: str) -> str:
    """Return the id of a role."""
    guild = wired_bot.sandbox.world.guilds[GUILD_ID]
    return next(str(role["id"]) for role in wired_bot.sandbox.payloads.roles(guild) if role["name"] == name)
