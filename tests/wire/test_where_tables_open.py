"""The bot checks in every kind of channel whether it can post a table there."""

import asyncio

import pytest

from cogs.interactions.answering import REFUSED
from engine.kernel.decision import Message
from locales.words import Words
from sandbox import permissions
from sandbox.records import ANNOUNCEMENT, ANNOUNCEMENT_THREAD, FORUM, PRIVATE_THREAD, STAGE, VOICE, Channel
from sandbox.world import GUILD_ID
from tests.wire.evening import CHANNEL, Wired, table_of
from tests.wire.panels import change

MAKE_THREAD = "POST /channels/*/threads"
LANGUAGES = ("en", "fr", "cs")
GAME = "minos-classic"


def private_thread(wired_bot: Wired) -> Channel:
    """Return a private thread that Ariadne opened and the bot has not joined."""
    owner = wired_bot.person("Ariadne").person
    return wired_bot.sandbox.world.channels.start_thread(
        wired_bot.sandbox.channel(CHANNEL), "salon", owner, kind=PRIVATE_THREAD
    )


def threads(wired_bot: Wired) -> list[Channel]:
    return wired_bot.sandbox.world.channels.threads()


async def is_shown(wired_bot: Wired, channel: Channel) -> bool:
    """Wait for all posts. Return whether the channel has a table's message with controls."""
    await wired_bot.quiet()
    return any(seen.buttons for seen in wired_bot.sandbox.messages(channel) if seen.is_by_bot and not seen.is_ephemeral)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_private_thread_is_refused_until_the_bot_is_mentioned(wired_bot: Wired, language: str) -> None:
    """Discord delivers commands from a private thread that the bot isn't in, but refuses the bot's posts there."""
    ariadne, thread = wired_bot.person("Ariadne"), private_thread(wired_bot)
    ariadne.person.locale = language
    mention = f"<@{wired_bot.sandbox.world.bot.id}>"

    refused = await ariadne.command("/table open", thread, game=GAME)
    queued = await ariadne.command("/play", thread, game=GAME, seats="2")
    tables = await wired_bot.parts.sessions.store.tables.of_user(ariadne.id)
    ariadne.say(thread, f"{mention}?")
    opened = await ariadne.command("/table open", thread, game=GAME)

    said = f"{REFUSED} {Words().say(Message('refused.not_in_thread', {'bot': mention}), language)}"
    assert (refused.text, queued.text) == (said, said)
    assert tables == []
    assert not opened.text.startswith(REFUSED)
    assert await is_shown(wired_bot, thread)


async def test_a_table_cannot_move_into_an_inaccessible_private_thread(wired_bot: Wired) -> None:
    async with table_of(wired_bot, GAME, 2) as evening:
        owner, thread = evening.people[0], private_thread(wired_bot)
        session = await evening.session()

        moved = await owner.command("/table move", thread, table=str(session.table.id))

        assert "Mention me in it" in moved.text
        assert session.table.channel == wired_bot.sandbox.channel(CHANNEL).id


async def test_a_slow_private_thread_check_delays_nobody(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.delivery.permissions.LOOK_S", 0.1)
    ariadne, thread = wired_bot.person("Ariadne"), private_thread(wired_bot)
    ariadne.say(thread, f"<@{wired_bot.sandbox.world.bot.id}>")
    look = wired_bot.sandbox.faults.delay(f"GET /channels/{thread.id}", 60.0)

    async with asyncio.timeout(30):
        opened = await ariadne.command("/table open", thread, game=GAME)

    assert look.met == 1
    assert not opened.text.startswith(REFUSED)
    assert await is_shown(wired_bot, thread)


@pytest.mark.parametrize("kind", [VOICE, STAGE])
async def test_a_voice_channel_takes_tables_if_the_bot_may_connect(wired_bot: Wired, kind: int) -> None:
    ariadne, place = wired_bot.person("Ariadne"), wired_bot.sandbox.world.channels.new(GUILD_ID, "voices", kind)
    wired_bot.sandbox.places.deny(place, permissions.CONNECT)

    refused = await ariadne.command("/table open", place, game=GAME)
    wired_bot.sandbox.places.allow(place, permissions.CONNECT)
    await ariadne.command("/table open", place, game=GAME, thread=True)

    assert refused.text == f"{REFUSED} I can’t post a board here. Ask a moderator to give me: Connect. Then try again."
    assert await is_shown(wired_bot, place)


async def test_a_forum_post_takes_a_table_like_a_thread(wired_bot: Wired) -> None:
    ariadne, forum = wired_bot.person("Ariadne"), wired_bot.sandbox.world.channels.new(GUILD_ID, "games", FORUM)
    post = wired_bot.sandbox.world.channels.start_thread(forum, "who plays?", ariadne.person)
    wired_bot.sandbox.places.deny(forum, permissions.SEND_MESSAGES_IN_THREADS)
    refused = await ariadne.command("/table open", post, game=GAME)
    wired_bot.sandbox.places.allow(forum, permissions.SEND_MESSAGES_IN_THREADS)
    wired_bot.sandbox.places.deny(forum, permissions.SEND_MESSAGES)

    await ariadne.command("/table open", post, game=GAME)

    assert "give me: Send Messages in Threads." in refused.text
    assert await is_shown(wired_bot, post)


async def test_a_table_gets_a_thread_in_an_announcement_channel(wired_bot: Wired) -> None:
    """Threads in announcement channels have a separate Discord type."""
    ariadne, news = wired_bot.person("Ariadne"), wired_bot.sandbox.world.channels.new(GUILD_ID, "news", ANNOUNCEMENT)

    await ariadne.command("/table open", news, game=GAME, thread=True)

    (thread,) = threads(wired_bot)
    assert (thread.kind, thread.parent_id) == (ANNOUNCEMENT_THREAD, news.id)
    assert await is_shown(wired_bot, thread)


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        (permissions.SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
        (permissions.CREATE_PUBLIC_THREADS, "Create Public Threads"),
        (permissions.ATTACH_FILES, "Attach Files"),
    ],
)
async def test_missing_permissions_are_named_before_creating_a_thread(
    wired_bot: Wired, denied: int, named: str
) -> None:
    """Otherwise the bot would leave an empty thread behind and announce a table there as open."""
    ariadne, channel = wired_bot.person("Ariadne"), wired_bot.sandbox.channel(CHANNEL)
    wired_bot.sandbox.places.deny(channel, denied)

    refused = await ariadne.command("/table open", CHANNEL, game=GAME, thread=True)

    assert refused.text.startswith(f"{REFUSED} I can’t create a thread here. Ask a moderator to give me: {named}.")
    assert threads(wired_bot) == []
    assert await wired_bot.parts.sessions.store.tables.of_user(ariadne.id) == []


async def test_a_table_in_a_thread_needs_no_channel_permission(wired_bot: Wired) -> None:
    ariadne, channel = wired_bot.person("Ariadne"), wired_bot.sandbox.channel(CHANNEL)
    wired_bot.sandbox.places.deny(channel, permissions.SEND_MESSAGES)

    await ariadne.command("/table open", CHANNEL, game=GAME, thread=True)

    (thread,) = threads(wired_bot)
    assert await is_shown(wired_bot, thread)


async def test_a_table_opens_in_the_channel_at_the_thread_limit(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    wired_bot.sandbox.faults.refuse(MAKE_THREAD, 160006)

    opened = await ariadne.command("/table open", CHANNEL, game=GAME, thread=True)

    assert await is_shown(wired_bot, wired_bot.sandbox.channel(CHANNEL))
    await wired_bot.sandbox.until(lambda: "too many active threads" in opened.text)


async def test_at_the_thread_limit_a_table_needs_send_permission(
    wired_bot: Wired,
) -> None:
    ariadne = wired_bot.person("Ariadne")
    wired_bot.sandbox.faults.refuse(MAKE_THREAD, 160006)
    wired_bot.sandbox.places.deny(wired_bot.sandbox.channel(CHANNEL), permissions.SEND_MESSAGES)

    refused = await ariadne.command("/table open", CHANNEL, game=GAME, thread=True)

    assert "give me: Send Messages." in refused.text
    assert await wired_bot.parts.sessions.store.tables.of_user(ariadne.id) == []


async def test_without_thread_permission_the_queue_opens_a_channel_table(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    channel = wired_bot.sandbox.channel(CHANNEL)
    wired_bot.sandbox.places.deny(channel, permissions.SEND_MESSAGES_IN_THREADS)

    await ariadne.command("/play", CHANNEL, game=GAME, seats="2")
    await theseus.command("/play", CHANNEL, game=GAME, seats="2")

    assert await is_shown(wired_bot, channel)
    assert threads(wired_bot) == []


async def test_a_refused_table_leaves_no_empty_thread(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    await change(ariadne, "/server settings", CHANNEL, per_person="1")

    refused = [
        await ariadne.command("/table open", CHANNEL, game="minos-classic", thread=True, **typed)
        for typed in ({"seats": 9}, {"seats": 2, "computers": 3})
    ]
    await ariadne.command("/table open", "harbour", game="minos-classic")
    refused.append(await ariadne.command("/table open", CHANNEL, game="minos-classic", thread=True))

    assert all(reply.text.startswith(REFUSED) for reply in refused)
    assert "can’t be played with these options" in refused[1].text, "it isn't called full: no seat is taken"
    assert "you can have 1 open table" in refused[-1].text
    assert wired_bot.sandbox.world.channels.threads() == []
