"""The panels of settings: one press changes a setting, and only the person who opened the panel can use it."""

import pytest

from cogs.interactions.answering import REFUSED
from cogs.people.panels import ON, TYPE
from cogs.ui.layout import TEXT
from cogs.ui.press import SettingPress
from sandbox.seen import Seen
from sandbox.strict.components import STRING_SELECT
from sandbox.world import GUILD_ID
from tests.wire.evening import CHANNEL, Wired
from tests.wire.panels import change, control_of, labels_on, set_on
from tests.wire.test_reminders import in_its_time

AT_FIRST = [
    "Language: like your Discord", "First reminder: after a day", "Daily digest: none", "Quiet hours: none",
    "Away: no", "Hand by direct message: off", "Low data: off", "Plain text: off", "Public results: on",
    "Other hours…", "Time zone: UTC", "Another day…",
]  # fmt: skip


async def open_panel(wired_bot: Wired, name: str, command: str = "/settings") -> Seen:
    panel = (await wired_bot.person(name).command(command, CHANNEL)).message
    assert panel is not None
    return panel


async def test_the_panel_shows_every_setting_with_its_value(wired_bot: Wired) -> None:
    opened = await wired_bot.person("Ariadne").command("/settings", CHANNEL)

    assert opened.is_ephemeral
    assert labels_on(opened) == AT_FIRST
    for command in wired_bot.sandbox.world.application.commands[0]:
        assert command["name"] != "settings" or not command.get("options")


async def test_one_press_changes_a_setting_and_redraws_the_panel(wired_bot: Wired) -> None:
    panel = await open_panel(wired_bot, "Ariadne")

    pressed = await set_on(wired_bot.person("Ariadne"), panel, "plain_text", True)
    said = panel.text
    chosen = await set_on(wired_bot.person("Ariadne"), panel, "language", "fr")

    assert "✓ Plain text: on" in said
    assert (pressed.kind, pressed.message, chosen.message) == ("update", panel, panel)
    assert "✓ Langue\u00a0: Français" in panel.text
    person = wired_bot.parts.sessions.choices.people.get(wired_bot.person("Ariadne").id)
    assert (person.plain_text, person.language) == (True, "fr")


async def test_hours_changed_during_a_pass_are_all_kept(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes to a person's hours wait until a pass over all due work has ended."""
    monkeypatch.setattr("cogs.interactions.answering.SLOW_S", 0.0)
    ariadne, panel = wired_bot.person("Ariadne"), await open_panel(wired_bot, "Ariadne")
    due_work, schedules = wired_bot.parts.client.services.due_work, wired_bot.parts.sessions.choices.schedules

    async with due_work._turn:
        pressed = [await set_on(ariadne, panel, name, value) for name, value in (("reminders", "48"), ("digest", "8"))]
    await wired_bot.sandbox.until(lambda: schedules.get(ariadne.id).digest_h == 8)

    assert [reply.kind for reply in pressed] == ["deferred_update"] * 2
    assert schedules.get(ariadne.id).remind_h == 48


async def test_a_panel_works_after_a_restart_and_shows_later_changes(wired_bot: Wired) -> None:
    ariadne, old = wired_bot.person("Ariadne"), await open_panel(wired_bot, "Ariadne")
    await change(ariadne, "/settings", CHANNEL, reminders="48", plain_text=True)
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    before = old.text

    again = await set_on(ariadne, old, "plain_text", True)

    assert "✓" not in before
    assert {"First reminder: after 2 days", "Plain text: on"} <= set(labels_on(again))


async def test_choosing_an_option_that_no_longer_exists_changes_nothing(wired_bot: Wired) -> None:
    ariadne, panel = wired_bot.person("Ariadne"), await open_panel(wired_bot, "Ariadne")

    gone = await ariadne.forge(panel, control_of(panel, "away") or "", kind=STRING_SELECT, values=["1999-12-31"])

    assert "nothing changed" in gone.text
    assert labels_on(gone) == AT_FIRST


async def test_a_form_says_what_is_wrong_and_keeps_the_setting(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne, panel = wired_bot.person("Ariadne"), await open_panel(wired_bot, "Ariadne")

    opened = await ariadne.press(panel, custom_id=control_of(panel, "quiet", TYPE))
    wrong = await ariadne.fill(opened, {TEXT: "at night"})
    right = await set_on(ariadne, panel, "quiet", "21:30-06:15")

    assert wrong.text.startswith(f"{REFUSED} “at night” isn’t a time range.")
    assert wrong.message != panel
    assert right.message == panel
    assert "✓ Quiet hours: 21:30–06:15" in panel.text
    assert "Quiet hours: 21:30–06:15" in labels_on(right)


async def test_a_panel_works_only_for_the_person_who_opened_it(wired_bot: Wired) -> None:
    theseus, panel = wired_bot.person("Theseus"), await open_panel(wired_bot, "Ariadne")
    own = await open_panel(wired_bot, "Theseus")
    ids = [each.custom_id or "" for each in panel.buttons]

    for custom_id in ids:
        forged = await theseus.forge(own, custom_id)
        assert forged.text == f"{REFUSED} This panel is someone else’s. Open your own with `/settings`."
    select = control_of(panel, "language") or ""
    assert (await theseus.forge(own, select, kind=STRING_SELECT, values=["fr"])).text.startswith(REFUSED)
    people = wired_bot.parts.sessions.choices.people
    assert people.get(theseus.id).language is None
    assert people.get(wired_bot.person("Ariadne").id).language is None


@pytest.mark.parametrize("custom_id", ["s1:settings:height:on:{}", "s1:world:language::{}", "s1:settings::on:{}"])
async def test_a_forged_setting_is_refused(wired_bot: Wired, custom_id: str) -> None:
    ariadne, panel = wired_bot.person("Ariadne"), await open_panel(wired_bot, "Ariadne")

    assert (await ariadne.forge(panel, custom_id.format(ariadne.id))).text.startswith(REFUSED)


async def test_rights_are_checked_at_every_press_of_a_server_panel(wired_bot: Wired) -> None:
    """A person who stops managing the server can’t change the server with a panel that is still open."""
    ariadne, panel = wired_bot.person("Ariadne"), await open_panel(wired_bot, "Ariadne", "/server settings")
    servers = wired_bot.parts.sessions.choices.servers
    before = servers.get(GUILD_ID)
    ariadne.person.permissions = wired_bot.person("Theseus").person.permissions

    replies = [await set_on(ariadne, panel, "language", "fr")]
    replies += [await set_on(ariadne, panel, "seeking", wired_bot.sandbox.channel("harbour"))]
    for name in ("results", "pace", "tables_in", "opened_by"):
        replies += [await ariadne.forge(panel, SettingPress("server", name, ariadne.id, ON).custom_id)]

    for reply in replies:
        assert reply.text == f"{REFUSED} Only people who manage this server can change this. Ask one of them."
    assert servers.get(GUILD_ID) == before


async def test_a_deleted_channel_is_no_longer_shown_or_kept(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    agora, harbour = map(wired_bot.sandbox.channel, ("agora", "harbour"))
    await change(ariadne, "/server settings", CHANNEL, tables_in=(agora, harbour), seeking=harbour)
    wired_bot.sandbox.world.channels.delete(harbour)
    await wired_bot.sandbox.until(lambda: not wired_bot.parts.client.get_channel(harbour.id))

    labels = labels_on(await ariadne.command("/server settings", CHANNEL))

    assert f"Channels for tables: <#{agora.id}>" in labels
    assert "Channel for finding players: none" in labels
