"""`/server settings`: managers' choices are stored, shown, and enforced when tables open."""

from cogs.interactions.answering import REFUSED
from sandbox.driver import Actor
from sandbox.seen import Reply
from sandbox.strict.components import STRING_SELECT
from sandbox.world import GUILD_ID
from tests.wire.evening import CHANNEL, Wired
from tests.wire.panels import change, control_of, labels_on, role_of, set_on


async def open_table(person: Actor, channel: str = CHANNEL) -> Reply:
    return await person.command("/table open", channel, game="minos-classic")


async def test_server_settings_are_confirmed_kept_and_reset(wired_bot: Wired) -> None:
    ariadne, agora, harbour = wired_bot.person("Ariadne"), *map(wired_bot.sandbox.channel, ("agora", "harbour"))
    role = role_of(wired_bot, "Players")

    usual = await ariadne.command("/server settings", CHANNEL)
    told = await change(
        ariadne, "/server settings", CHANNEL, language="cs", tables_in=(agora, harbour), opened_by=role,
        seeking=harbour, reports=harbour, pace="daily", per_person="2", per_server="7",
    )  # fmt: skip
    public = await change(ariadne, "/server settings", CHANNEL, results_in=harbour, results=True)
    shown = labels_on(public)
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    again = await ariadne.command("/server settings", CHANNEL)
    private = await change(ariadne, "/server settings", CHANNEL, results=False)
    cleared = await change(ariadne, "/server settings", CHANNEL, opened_by=(), tables_in=(), per_person="10")

    assert usual.is_ephemeral
    assert labels_on(usual) == [
        "Language: the server’s Discord language, or else the owner’s", "Pace: none, reminders only",
        "Channels for tables: every channel", "Who may open tables: everyone", "Channel for finding players: none",
        "Role for seekers: none",
        "Channel for reports: none", "Open tables per person: 10", "Open tables in total: 50", "Results and seasons",
    ]  # fmt: skip
    assert "✓ Public statistics: on" in public.text
    assert f"Results channel: <#{harbour.id}>" in shown
    assert "✓ Public statistics: off" in private.text
    assert labels_on(told) == labels_on(again) == [
        "Language: Čeština", "Pace: daily", f"Channels for tables: <#{agora.id}>, <#{harbour.id}>",
        f"Who may open tables: <@&{role}>", f"Channel for finding players: <#{harbour.id}>",
        "Role for seekers: none",
        f"Channel for reports: <#{harbour.id}>", "Open tables per person: 2", "Open tables in total: 7",
        "Results and seasons",
    ]  # fmt: skip
    assert "Channels for tables: every channel" in labels_on(cleared)
    server = wired_bot.parts.sessions.choices.servers.get(agora.guild_id)
    assert (server.language, server.pace, server.channels, server.opener_role) == ("cs", "daily", (), None)
    assert (server.per_person, server.per_server, server.results_public) == (None, 7, False)


async def test_the_server_limits_where_tables_open_and_by_whom(wired_bot: Wired) -> None:
    ariadne, theseus, ikaros = map(wired_bot.person, ("Ariadne", "Theseus", "Ikaros"))
    agora, harbour = map(wired_bot.sandbox.channel, ("agora", "harbour"))
    theseus.person.plays = True
    await change(
        ariadne, "/server settings", CHANNEL, language="fr", tables_in=agora, opened_by=role_of(wired_bot, "Players"),
        per_person="1", per_server="2",
    )  # fmt: skip

    elsewhere = await open_table(theseus, "harbour")
    unasked = await open_table(ikaros)
    first = await theseus.command("/table open", CHANNEL, game="minos-classic", thread=True)
    second = await open_table(theseus)
    host = await open_table(ariadne)
    full = await ariadne.command("/table open", CHANNEL, game="minos-classic", thread=True)
    moved = await ariadne.command("/table move", "harbour", table="1")
    wired_bot.sandbox.world.channels.delete(harbour)
    await change(ariadne, "/server settings", CHANNEL, tables_in=(), per_person="3", per_server="50")
    free = await open_table(theseus, "labyrinth")

    assert elsewhere.text == f"{REFUSED} In this server, tables are opened in <#{agora.id}>. Try again there."
    assert unasked.text.startswith(f"{REFUSED} In this server, only <@&")
    assert first.text.startswith("Minos")
    assert "you can have 1 open table, and you have one" in second.text
    assert host.text.startswith("Minos")
    assert full.text.startswith(f"{REFUSED} ")
    assert moved.text.startswith(f"{REFUSED} In this server, tables are opened in")
    assert free.text.startswith("Minos")
    await wired_bot.quiet()
    assert "Langue" in wired_bot.board().text


async def test_an_invalid_server_setting_is_refused_and_not_stored(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    harbour = wired_bot.sandbox.channel("harbour")
    harbour.bot_denied = 1 << 11
    wired_bot.sandbox.world.announce("channel_changed", harbour)
    await wired_bot.sandbox.until(lambda: True)

    member = await theseus.command("/server settings", CHANNEL)
    panel = (await ariadne.command("/server settings", CHANNEL)).message
    assert panel is not None
    pace = await ariadne.forge(panel, control_of(panel, "pace") or "", kind=STRING_SELECT, values=["blitz"])
    closed = await set_on(ariadne, panel, "seeking", harbour)
    direct = await theseus.forge_command(wired_bot.sandbox.world.channels.direct(theseus.person), {
        "id": next(c["id"] for c in wired_bot.sandbox.world.application.commands[0] if c["name"] == "server"),
        "name": "server", "type": 1, "options": [{"name": "settings", "type": 1, "options": []}],
    })  # fmt: skip

    assert member.text == f"{REFUSED} Only people who manage this server can change this. Ask one of them."
    assert "nothing changed" in pace.text
    assert "Pace: none, reminders only" in labels_on(pace)
    assert closed.text.startswith(f"{REFUSED} I can’t post in <#{harbour.id}>.")
    assert direct.text.startswith(REFUSED)
    assert wired_bot.parts.sessions.choices.servers.get(harbour.guild_id).seeking is None


async def test_an_unavailable_server_keeps_its_restrictions(wired_bot: Wired) -> None:
    """During a Discord outage the bot knows no channels or roles, but must not treat them as deleted."""
    ariadne, theseus, ikaros = map(wired_bot.person, ("Ariadne", "Theseus", "Ikaros"))
    agora = wired_bot.sandbox.channel("agora")
    guild = wired_bot.sandbox.world.guilds[GUILD_ID]
    theseus.person.plays = True
    await change(ariadne, "/server settings", CHANNEL, tables_in=agora, opened_by=role_of(wired_bot, "Players"))
    await wired_bot.stop_bot()
    wired_bot.sandbox.connections.hold_back(guild)
    await wired_bot.start_bot()

    elsewhere = await open_table(theseus, "harbour")
    unasked = await open_table(ikaros)
    first = await open_table(theseus)
    is_unknown = wired_bot.parts.client.get_channel(agora.id) is None
    wired_bot.sandbox.connections.let_arrive(guild)
    await wired_bot.sandbox.until(lambda: wired_bot.parts.client.get_channel(agora.id))
    wired_bot.sandbox.world.channels.delete(agora)
    await wired_bot.sandbox.until(lambda: not wired_bot.parts.client.get_channel(agora.id))
    gone = await open_table(theseus, "harbour")

    assert is_unknown
    assert elsewhere.text == f"{REFUSED} In this server, tables are opened in <#{agora.id}>. Try again there."
    assert unasked.text.startswith(f"{REFUSED} In this server, only <@&")
    assert not first.text.startswith(REFUSED)
    assert not gone.text.startswith(REFUSED)
