"""Leagues: people sign up, the bot opens each round's tables in threads, and records the results."""

import asyncio
import contextlib
from typing import Any, NoReturn

import pytest
from msgspec.structs import replace

import discord_limits as limits
from cogs.interactions.answering import REFUSED
from cogs.league.chore import LeagueChore
from cogs.league.panel import BEGIN
from cogs.league.words import LeagueWords
from cogs.ui.press import NOBODY, LeaguePress, decode
from sandbox import permissions
from sandbox.driver import Actor
from sandbox.faults import NEVER_ENOUGH
from sandbox.records import Channel
from sandbox.seen import Reply, Seen
from sessions.clocks.own_time import NONE, pace_of
from sessions.leagues.leagues import MOST_ENTRANTS, Leagues
from sessions.leagues.progress import Step, advance
from sessions.lobby.seating import Lobby
from sessions.records.league import Entrant, League
from sessions.refusals import StorageRefusal, StorageUnavailable
from sessions.session import Session
from sessions.sessions import Sessions
from tests.wire.evening import CHANNEL, Wired, sessions_of, speaking
from tests.wire.panels import change
from tests.wire.test_queue import pass_through
from tests.wire.test_reminders import OTHER, in_its_time, pass_hours

DAY_H = 24
NAME = "Autumn Cup"
MAKE_THREAD = "POST /channels/*/threads"
SHORT_GAME = {
    "en-US": "Short game: **yes, some sites are closed**",
    "fr": "Partie courte\u00a0: **oui, des sites sont fermés**",
    "cs": "Krátká hra: **ano, některá místa jsou zavřená**",
}
PEOPLE = ("Theseus", "Daidalos", "Phaidra", "Ikaros")


def custom_id(seen: Seen, verb: str, index: int = 0) -> str:
    """Return the custom id of a league's control. Raises `LookupError`."""
    ids = [*(each.custom_id or "" for each in seen.buttons), *(each.custom_id for each in seen.selects)]
    for each in ids:
        press = decode(each)
        if isinstance(press, LeaguePress) and (press.verb, press.index) == (verb, index):
            return each
    raise LookupError(f"no {verb!r} among {ids}")


async def press(person: Actor, seen: Seen | Reply, verb: str, index: int = 0, *values: str) -> Reply:
    """Press a button of a league, or choose in its select."""
    shown = seen.message if isinstance(seen, Reply) else seen
    assert shown is not None, seen
    found = custom_id(shown, verb, index)
    return await (person.choose(shown, *values, custom_id=found) if values else person.press(shown, custom_id=found))


async def open_league(wired_bot: Wired, organiser: Actor, *, channel: str = CHANNEL, **values: str) -> Seen:
    """Open the sign-up of a league with these settings. Return its post."""
    panel = await organiser.command("/league open", channel, name=NAME, game="minos-classic")
    for index, name in enumerate(("seats", "form", "rounds", "pace", "days", "until")):
        if name in values:
            panel = await press(organiser, panel, "set", index, values[name])
    await press(organiser, panel, BEGIN)
    await wired_bot.quiet()
    return await post_of(wired_bot, channel)


async def post_of(wired_bot: Wired, channel: str = CHANNEL) -> Seen:
    """Do all due work now. Return the newest post of a league in a channel."""
    await pass_through(wired_bot)
    return [each for each in wired_bot.public_messages(channel) if each.buttons][-1]


def said_in(wired_bot: Wired, channel: str = CHANNEL) -> list[Seen]:
    """Return the announcements in a channel."""
    return [each for each in wired_bot.public_messages(channel) if not each.buttons]


def leagues_of(wired_bot: Wired) -> Leagues:
    sessions = wired_bot.parts.sessions
    return Leagues(sessions.store.leagues, sessions.context.clock)


async def the_league(wired_bot: Wired) -> League:
    guild = next(iter(wired_bot.sandbox.world.guilds))
    (league,) = await leagues_of(wired_bot).of_guild(guild)
    return league


def threads(wired_bot: Wired) -> list[Channel]:
    return [each for each in wired_bot.sandbox.world.channels.values() if each.parent_id is not None]


async def tables(wired_bot: Wired) -> list[Session]:
    """Return the tables of the present round."""
    current = (await the_league(wired_bot)).current
    assert current is not None
    found = [match.table for match in current.matches if match.table is not None]
    return [await wired_bot.parts.sessions.by_id(table) for table in found]


async def lose(wired_bot: Wired, session: Session, *users: int) -> None:
    """Let these people concede, in this order."""
    for user in users:
        await session.leaving.concede(user, wired_bot.sandbox.world.clock.fresh_id())
    people = session.table.people
    if len(people) == 1 and session.table.is_left_alone:
        await session.leaving.end_alone(people[0].user, wired_bot.sandbox.world.clock.fresh_id())


async def begin_league(wired_bot: Wired, count: int = 4, **values: str) -> tuple[Actor, list[Actor]]:
    """Open a league, sign people up and begin the first round. Return the organiser and the people."""
    await in_its_time(wired_bot)
    organiser, people = wired_bot.person("Ariadne"), [wired_bot.person(name) for name in PEOPLE[:count]]
    post = await open_league(wired_bot, organiser, **{"seats": "2", "until": "1", "pace": NONE, **values})
    for person in people:
        await press(person, post, "signup")
    await pass_hours(wired_bot, DAY_H + 1)
    return organiser, people


async def test_people_sign_up_and_withdraw_until_sign_up_closes(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne, theseus, daidalos = map(wired_bot.person, ("Ariadne", "Theseus", "Daidalos"))

    post = await open_league(wired_bot, ariadne, until="1")
    first = await press(theseus, post, "signup")
    again = await press(theseus, post, "signup")
    await press(daidalos, post, "signup")
    signed_up = (await post_of(wired_bot)).text
    left = await press(daidalos, post, "withdraw")
    not_in = await press(daidalos, post, "withdraw")
    shown, sign_up, after = (await post_of(wired_bot)), custom_id(post, "signup"), (await post_of(wired_bot)).text
    await pass_hours(wired_bot, DAY_H + 1)
    late = await daidalos.forge(shown, sign_up)

    assert post.text.startswith(f"### {NAME}\nMinos (classic) · Swiss rounds · tables: 4 players")
    assert first.text.startswith(f"You’ve signed up for **{NAME}**.")
    assert first.is_ephemeral
    assert again.text == first.text
    assert "2 people have signed up\nTheseus, Daidalos" in signed_up
    assert left.text == f"You’ve withdrawn from **{NAME}**."
    assert not_in.text.startswith(f"{REFUSED} You aren’t in this league")
    assert shown.id == post.id, "one post, edited"
    assert "1 person has signed up\nTheseus" in after
    assert late.text.startswith(f"{REFUSED} Sign-up for this league is closed.")
    assert said_in(wired_bot)[-1].text == f"**{NAME}** won’t take place."


async def test_the_bot_runs_a_league_until_it_has_a_champion(wired_bot: Wired) -> None:
    _, people = await begin_league(wired_bot, rounds="1")
    first_round, playing = said_in(wired_bot)[-1], (await post_of(wired_bot)).text
    for session in await tables(wired_bot):
        assert session.table.status == "running"
        await lose(wired_bot, session, session.table.sitters[1].user)
    winners = {session.table.sitters[0].user for session in await tables(wired_bot)}
    await pass_hours(wired_bot, 1)
    final = said_in(wired_bot)[-1]
    (session,) = await tables(wired_bot)
    finalists = {sitter.user for sitter in session.table.sitters}
    champion = session.table.sitters[0]
    await lose(wired_bot, session, session.table.sitters[1].user)
    await pass_hours(wired_bot, 1)
    end = said_in(wired_bot)[-1]

    assert first_round.text.startswith(f"**{NAME} · Round 1 of 1** has begun")
    assert sorted(first_round.pings) == sorted(person.name for person in people)
    assert len(threads(wired_bot)) == 3
    assert all(f"<#{thread.id}>" in first_round.text for thread in threads(wired_bot)[:2])
    assert "**Round 1 of 1**, until" in playing
    assert finalists == winners
    assert final.text.startswith(f"**{NAME} · Final** has begun")
    assert end.text == f"🏆 **{NAME}** is over. Champion: <@{champion.user}>"
    assert end.pings == [champion.name]
    assert f"**1.** {champion.name} · 1" in (await post_of(wired_bot)).text
    assert len(said_in(wired_bot)) == 3


async def test_a_leagues_table_pings_its_first_player_once(wired_bot: Wired) -> None:
    await begin_league(wired_bot, rounds="1")

    for thread in threads(wired_bot):
        shown = wired_bot.public_messages(thread.name)
        assert sum(len(each.pings) for each in shown) == 1
        assert len(shown) == 2, "the start and the board"


async def pass_failing(wired_bot: Wired, hours: float) -> None:
    """Let hours pass. The due work stops early because the store refuses requests."""
    with contextlib.suppress(StorageRefusal):
        await pass_hours(wired_bot, hours)


@pytest.mark.parametrize(
    ("owner", "method"), [(Sessions, "open"), (Lobby, "start"), (Leagues, "finish")], ids=["thread", "table", "start"]
)
async def test_a_killed_bot_opens_each_table_once(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch, owner: type, method: str
) -> None:
    """The bot is killed after it made the thread, opened the table, or started the table."""
    await in_its_time(wired_bot)
    people = [wired_bot.person(name) for name in PEOPLE[:2]]
    post = await open_league(wired_bot, wired_bot.person("Ariadne"), seats="2", until="1", rounds="1")
    for person in people:
        await press(person, post, "signup")
    with monkeypatch.context() as patch:
        patch.setattr(owner, method, refuse)
        await pass_failing(wired_bot, DAY_H + 1)
        await wired_bot.stop_bot()
    made = len(threads(wired_bot))
    await wired_bot.start_bot()
    await pass_hours(wired_bot, 1)
    await pass_hours(wired_bot, 1)

    (session,) = await tables(wired_bot)
    assert made == 1
    assert len(threads(wired_bot)) == 1
    assert session.table.status == "running"
    assert session.table.channel == threads(wired_bot)[0].id
    assert len(await sessions_of(wired_bot)) == 1
    assert len(said_in(wired_bot)) == 1


async def refuse(*_: object, **__: object) -> NoReturn:
    raise StorageUnavailable


async def test_losing_discords_reply_creates_no_second_thread(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    post = await open_league(wired_bot, wired_bot.person("Ariadne"), seats="2", until="1")
    for name in PEOPLE[:2]:
        await press(wired_bot.person(name), post, "signup")
    wired_bot.sandbox.faults.drop(MAKE_THREAD, applied=True)
    await pass_hours(wired_bot, DAY_H + 1)
    wired_bot.parts.client.services.due_work.trust()
    await pass_hours(wired_bot, 1)

    (session,) = await tables(wired_bot)
    assert [thread.id for thread in threads(wired_bot)] == [session.table.channel]


@pytest.mark.parametrize("hours", [0.01, 6])
@pytest.mark.parametrize("method", ["_post", "finish"])
async def test_a_killed_bot_announces_a_round_once(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch, method: str, hours: float
) -> None:
    await in_its_time(wired_bot)
    post = await open_league(wired_bot, wired_bot.person("Ariadne"), seats="2", until="1")
    for name in PEOPLE[:2]:
        await press(wired_bot.person(name), post, "signup")
    finish = Leagues.finish

    async def finish_opening(self: Leagues, step: Step, table: int | None = None) -> League:
        return await (finish(self, step, table) if step.kind == "open" else refuse())

    with monkeypatch.context() as patch:
        patch.setattr(*((LeagueChore, "_post", refuse) if method == "_post" else (Leagues, "finish", finish_opening)))
        await pass_failing(wired_bot, DAY_H + 1)
        await wired_bot.stop_bot()
    wired_bot.sandbox.world.clock.advance(hours * 3600)  # Discord forgets a nonce after minutes
    await wired_bot.start_bot()
    await pass_hours(wired_bot, 0.01)

    assert [each.text.split(" and ")[0] for each in said_in(wired_bot)] == [f"**{NAME} · Round 1 of 1** has begun"]
    assert len(threads(wired_bot)) == 1


async def test_people_who_withdrew_or_vanished_are_not_paired(wired_bot: Wired) -> None:
    _, people = await begin_league(wired_bot, rounds="2")
    quitter, vanished = people[0], people[1]
    shown = await quitter.command("/league show", CHANNEL)
    asked = await press(quitter, shown, "withdraw")
    league, question = await the_league(wired_bot), asked.text
    gone = await press(quitter, asked, "leave")
    wired_bot.sandbox.world.absent.add(vanished.id)
    for session in await tables(wired_bot):
        sitters = [sitter.user for sitter in session.table.sitters]
        await lose(
            wired_bot, session, next((user for user in (quitter.id, vanished.id) if user in sitters), sitters[1])
        )
    await pass_hours(wired_bot, 1)

    assert question.startswith(f"Withdraw from **{NAME}**? Your results stay")
    assert len(league.present) == 4, "nobody has withdrawn before confirming"
    assert gone.text.startswith(f"You’ve withdrawn from **{NAME}**.")
    current = (await the_league(wired_bot)).current
    assert current is not None
    assert current.number == 2
    assert {user for match in current.matches for user in match.users} == {person.id for person in people[2:]}
    assert f"{quitter.name} · 0 · withdrew" in (await post_of(wired_bot)).text


async def test_slow_look_ups_still_find_who_has_left(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord answers only a few look-ups a second, and a league may have dozens of people."""
    _, people = await begin_league(wired_bot, rounds="2")
    vanished = people[1]
    wired_bot.sandbox.world.absent.add(vanished.id)
    for session in await tables(wired_bot):
        await lose(wired_bot, session, session.table.sitters[1].user)
    monkeypatch.setattr("cogs.members.LOOK_S", 0.1)
    wired_bot.sandbox.faults.delay("GET /guilds/*/members/*", 0.4, times=NEVER_ENOUGH)
    await pass_hours(wired_bot, 1)

    current = (await the_league(wired_bot)).current
    assert current is not None
    assert current.number == 2
    assert vanished.id not in {user for match in current.matches for user in match.users}


async def test_people_who_miss_two_matches_are_withdrawn_and_announced(wired_bot: Wired) -> None:
    """Someone who concedes twice stays: only silence counts."""
    organiser, people = await begin_league(wired_bot, rounds="3")
    silent, conceding = people[0], people[1]
    for _ in range(2):
        for session in await tables(wired_bot):
            users = {sitter.user for sitter in session.table.sitters}
            other = next(user for user in users if user != silent.id)
            if silent.id in users:
                fresh_id = wired_bot.sandbox.world.clock.fresh_id
                await session.leaving.open_seat(other, silent.id, fresh_id(), is_gone=True)
                await session.leaving.close(other, fresh_id())
            else:
                await lose(wired_bot, session, conceding.id if conceding.id in users else other)
        await pass_hours(wired_bot, 1)
    announced = said_in(wired_bot)[-1]
    league = await the_league(wired_bot)

    assert [each.user for each in league.entrants if each.has_left] == [silent.id]
    assert league.current is not None
    assert silent.id not in {user for match in league.current.matches for user in match.users}
    assert announced.text.startswith(f"**{NAME} · Round 3 of 3** has begun")
    withdrawn = f"<@{organiser.id}> Withdrawn after missing two matches in a row: <@{silent.id}>. Their results stay."
    assert withdrawn in announced.text
    assert {organiser.name, silent.name} <= set(announced.pings)
    assert f"{silent.name} · 0 · withdrew" in (await post_of(wired_bot)).text


async def replace_player(wired_bot: Wired, session: Session, user: int) -> int:
    """Let a substitute take the seat of someone who is gone. Return the substitute."""
    fresh_id, substitute = wired_bot.sandbox.world.clock.fresh_id, wired_bot.sandbox.newcomer("Helena")
    other = next(sitter.user for sitter in session.table.sitters if sitter.user != user)
    await session.leaving.open_seat(other, user, fresh_id(), is_gone=True)
    await session.lobby.join(substitute.id, substitute.name, fresh_id())
    return substitute.id


@pytest.mark.parametrize("way", ["agreed", "overdue"])
async def test_someone_whom_a_substitute_replaced_loses_the_match(wired_bot: Wired, way: str) -> None:
    """The others agree with the substitute to end the game, or time runs out."""
    _, people = await begin_league(wired_bot, 2, rounds="1", days="2")
    (session,), silent = await tables(wired_bot), people[0]
    substitute = await replace_player(wired_bot, session, silent.id)
    if way == "agreed":
        fresh_id = wired_bot.sandbox.world.clock.fresh_id
        await session.proposals.propose("end", substitute, fresh_id())
        await session.proposals.consent(people[1].id, fresh_id())
    await pass_hours(wired_bot, 1 if way == "agreed" else 9 * DAY_H + 1)

    match = (await the_league(wired_bot)).rounds_played[0].matches[0]
    assert dict(zip(match.users, match.places, strict=True)) == {silent.id: 2, people[1].id: 1}
    assert silent.id in match.absent


async def test_a_round_does_not_wait_for_a_game_that_everyone_left(wired_bot: Wired) -> None:
    """The second player waited for a substitute in vain, and left too."""
    _, people = await begin_league(wired_bot, 2, rounds="1")
    (session,), fresh_id = await tables(wired_bot), wired_bot.sandbox.world.clock.fresh_id
    await session.leaving.open_seat(people[1].id, people[0].id, fresh_id(), is_gone=True)
    await session.leaving.concede(people[1].id, fresh_id())
    await pass_hours(wired_bot, 1)

    league = await the_league(wired_bot)
    (match,) = league.rounds_played[0].matches
    assert (session.table.status, match.by, match.places) == ("over", "game", (2, 2))
    assert said_in(wired_bot)[-1].text.startswith(f"**{NAME} · Final** has begun")


async def test_a_league_continues_without_its_organiser(wired_bot: Wired) -> None:
    """The organiser is asked once about unfinished matches. A week later, these matches are ties."""
    organiser, _ = await begin_league(wired_bot, rounds="1", days="2")
    wired_bot.sandbox.world.absent.add(organiser.id)
    await pass_hours(wired_bot, 2 * DAY_H)
    await pass_hours(wired_bot, 1)
    asked = said_in(wired_bot)[-1]
    await pass_hours(wired_bot, 7 * DAY_H)
    final = said_in(wired_bot)[-1]

    assert asked.text.startswith(f"<@{organiser.id}> **{NAME} · Round 1 of 1**: time is up.")
    assert asked.text.count("<#") == 2
    assert final.text.startswith(f"**{NAME} · Final** has begun")
    assert len(said_in(wired_bot)) == 3
    overdue = (await the_league(wired_bot)).rounds_played[0].matches
    assert [match.by for match in overdue] == ["overdue", "overdue"]


async def test_a_league_moves_to_another_channel(wired_bot: Wired) -> None:
    """The league's channel was deleted. Nothing opens until a manager moves the league."""
    await in_its_time(wired_bot)
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    post = await open_league(wired_bot, ariadne, channel="harbour", seats="2", until="1")
    for name in PEOPLE[:2]:
        await press(wired_bot.person(name), post, "signup")
    channels = wired_bot.sandbox.world.channels
    channels.delete(wired_bot.sandbox.channel("harbour"))
    await wired_bot.sandbox.until(lambda: wired_bot.parts.client.get_channel(post.channel_id) is None)
    await pass_hours(wired_bot, DAY_H + 1)
    before = threads(wired_bot)
    member = await theseus.command("/league show", CHANNEL)
    shown = await ariadne.command("/league show", CHANNEL)
    assert shown.message is not None
    labels, warning = [button.label for button in shown.message.buttons], shown.text
    moved = await press(ariadne, shown, "here")
    await pass_hours(wired_bot, 1)

    assert before == []
    assert "⚠️" not in member.text
    assert warning.startswith("⚠️ I can’t open tables in this league’s channel any more")
    assert labels == ["Correct a result", "Cancel league", "Move it here"]
    assert moved.text.startswith(f"**{NAME}** has moved to this channel.")
    (session,) = await tables(wired_bot)
    assert threads(wired_bot)[0].parent_id == wired_bot.sandbox.channel(CHANNEL).id
    assert session.table.status == "running"
    assert "**Round 1 of 1**" in (await post_of(wired_bot)).text


async def test_a_deleted_post_is_posted_again(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    post = await open_league(wired_bot, wired_bot.person("Ariadne"), until="1")
    wired_bot.sandbox.world.messages.delete(post.record)
    await press(
        wired_bot.person("Theseus"), await wired_bot.person("Theseus").command("/league show", CHANNEL), "signup"
    )

    assert (await post_of(wired_bot)).id != post.id
    assert "1 person has signed up\nTheseus" in (await post_of(wired_bot)).text


async def test_a_hanging_post_delays_due_work_only_briefly(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks, computer players and changes of someone's hours wait for the end of a pass."""
    ariadne, faults = wired_bot.person("Ariadne"), wired_bot.sandbox.faults
    due_work = wired_bot.parts.client.services.due_work
    panel = await ariadne.command("/league open", CHANNEL, name=NAME, game="minos-classic")
    with monkeypatch.context() as patch:
        patch.setattr("cogs.league.chore.REQUEST_S", 0.1)
        fault = faults.delay(f"POST /channels/{wired_bot.sandbox.channel(CHANNEL).id}/messages", 60.0)
        await press(ariadne, panel, BEGIN)
        await wired_bot.sandbox.until(lambda: fault.met)
        async with asyncio.timeout(10), due_work._turn:
            pass
    due_work.trust()  # Discord answers again

    post = await post_of(wired_bot)

    assert post.text.startswith(f"### {NAME}\n")


async def test_corrections_are_shown_to_everyone(wired_bot: Wired) -> None:
    organiser, people = await begin_league(wired_bot, rounds="2")
    session = (await tables(wired_bot))[0]
    winner, loser = session.table.sitters
    await lose(wired_bot, session, loser.user)
    await pass_hours(wired_bot, 1)
    refused = await people[0].command("/league show", CHANNEL)
    shown = await organiser.command("/league show", CHANNEL)
    unclear = await press(organiser, await press(organiser, shown, "correct"), "match", 0, "1.2")
    incomplete = await press(organiser, unclear, "save")
    shown = await organiser.command("/league show", CHANNEL)
    panel = await press(organiser, await press(organiser, shown, "correct"), "match", 0, "1.1")
    panel = await press(organiser, panel, "place", 0, "2")
    panel = await press(organiser, panel, "place", 1, "1")
    saved = await press(organiser, panel, "save")
    post = (await post_of(wired_bot)).text

    assert refused.message is not None
    assert "Correct a result" not in [button.label for button in refused.message.buttons]
    assert incomplete.text.startswith(f"{REFUSED} This result doesn’t fit the match.")
    assert saved.text.startswith(f"The result is saved, and **{NAME}** shows your correction to everyone.")
    line = next(line for line in post.splitlines() if "corrected round" in line)
    assert f"<@{organiser.id}> corrected round 1 from 1. {winner.name}, 2. {loser.name}" in line
    assert line.endswith(f"to 1. {loser.name}, 2. {winner.name}")
    assert f"1. {loser.name}, 2. {winner.name} (corrected)" in post
    assert line in (await people[0].command("/league show", CHANNEL)).text


async def test_a_corrected_final_announces_the_new_champion(wired_bot: Wired) -> None:
    organiser, _ = await begin_league(wired_bot, 2, rounds="1")
    for _ in range(2):
        (session,) = await tables(wired_bot)
        winner, loser = session.table.sitters
        await lose(wired_bot, session, loser.user)
        await pass_hours(wired_bot, 1)
    first = said_in(wired_bot)[-1].text
    shown = await organiser.command("/league show", CHANNEL)
    panel = await press(organiser, await press(organiser, shown, "correct"), "match", 0, "2.1")
    places = [(0, "2"), (1, "1")]
    for place, chosen in places:
        panel = await press(organiser, panel, "place", place, chosen)
    await press(organiser, panel, "save")
    await pass_hours(wired_bot, 1)
    corrected = said_in(wired_bot)[-1]
    await pass_hours(wired_bot, 1)

    assert first == f"🏆 **{NAME}** is over. Champion: <@{winner.user}>"
    assert corrected.text == f"🏆 **{NAME}**: the result of the final was corrected. Champion: <@{loser.user}>"
    assert corrected.pings == [loser.name]
    assert said_in(wired_bot)[-1].id == corrected.id, "once"


async def test_tables_beyond_the_servers_limit_open_as_others_end(wired_bot: Wired) -> None:
    """The organiser is informed once that a table waits. No round is skipped or doubled."""
    await in_its_time(wired_bot)
    organiser = wired_bot.person("Ariadne")
    await change(organiser, "/server settings", CHANNEL, per_server="1")
    organiser, _ = await begin_league(wired_bot, rounds="1")
    await pass_hours(wired_bot, 2)
    (first,), said = await tables(wired_bot), [each.text for each in said_in(wired_bot)]
    called = said_in(wired_bot)[-1].pings
    await lose(wired_bot, first, first.table.sitters[1].user)
    await pass_hours(wired_bot, 1)
    opened = await tables(wired_bot)
    await lose(wired_bot, opened[1], opened[1].table.sitters[1].user)
    await pass_hours(wired_bot, 1)

    assert [each.split(" and ")[0] for each in said[:1]] == [f"**{NAME} · Round 1 of 1** has begun"]
    assert said[0].count("No table yet:") == 1
    assert said[1].startswith(f"<@{organiser.id}> **{NAME}**: this server has reached its limit of open tables")
    assert "so 1 table has to wait (Round 1 of 1)" in said[1]
    assert called == [organiser.name]
    assert len(said) == 2, "once"
    assert len(opened) == 2
    assert said_in(wired_bot)[-1].text.startswith(f"**{NAME} · Final** has begun")
    assert len(threads(wired_bot)) == 3


async def test_a_league_without_clocks_ignores_the_servers_pace(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, pace="brisk")
    await begin_league(wired_bot, 2)

    (session,) = await tables(wired_bot)
    assert "pace: none, reminders only" in (await post_of(wired_bot)).text
    assert pace_of(session.table.pace) is None


async def test_a_players_own_limit_does_not_hold_up_a_league(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await change(ariadne, "/server settings", CHANNEL, per_person="1")
    await theseus.command("/table open", OTHER, game="minerva")
    await begin_league(wired_bot, 2, rounds="1")

    (session,) = await tables(wired_bot)
    assert session.table.status == "running"
    assert session.table.owner != theseus.id


async def test_a_post_that_is_hours_old_is_edited_rarely(wired_bot: Wired) -> None:
    """After a few edits of an old message, Discord makes the bot wait. Due work must not wait with it."""
    await in_its_time(wired_bot)
    post = await open_league(wired_bot, wired_bot.person("Ariadne"), until="2")
    await pass_hours(wired_bot, 2)
    edits = post.edits
    for person in (wired_bot.sandbox.newcomer(f"Guest {number}") for number in range(8)):
        await press(person, post, "signup")
        await pass_through(wired_bot)
    soon, text = post.edits, post.text
    await pass_hours(wired_bot, 0.25)

    assert soon == edits + 1
    assert "8 people have signed up" not in text
    assert "8 people have signed up" in (await post_of(wired_bot)).text


async def test_stale_and_foreign_presses_are_refused(wired_bot: Wired) -> None:
    organiser, (theseus, daidalos, *_) = await begin_league(wired_bot)
    league, post = await the_league(wired_bot), (await post_of(wired_bot))
    own = (await organiser.command("/league show", CHANNEL)).message
    assert own is not None
    theirs = (await theseus.command("/league show", CHANNEL)).message
    assert theirs is not None
    world = wired_bot.sandbox.world
    walls = world.channels.new(world.add_guild("Troy").id, "walls")
    await wired_bot.sandbox.until(lambda: wired_bot.parts.client.get_channel(walls.id) is not None)
    abroad = await theseus.command("/stats me", walls)
    assert abroad.message is not None

    def of(verb: str, user: int = NOBODY, league: int = league.id, typed: str = "") -> str:
        return LeaguePress(verb, league, user, 0, typed).custom_id

    replies = {
        "another person's": await daidalos.forge(theirs, of("leave", theseus.id)),
        "an organiser's": await theseus.forge(theirs, of("stop", theseus.id)),
        "an organiser's, in public": await organiser.forge(post, of("stop")),
        "a private one, in public": await theseus.forge(post, of("leave", theseus.id)),
        "an unknown league": await theseus.forge(post, of("show", league=10**19)),
        "an unknown verb": await theseus.forge(theirs, of("dance", theseus.id)),
        "an unknown match": await organiser.forge(own, of("save", organiser.id, typed="9.9")),
        "another server's": await theseus.forge(abroad.message, of("withdraw", theseus.id)),
        "an unknown game": await organiser.forge(own, of("begin", organiser.id, 0, "chess:Cup")),
        "a member's": await theseus.command("/league open", CHANNEL, name="Cup", game="minerva"),
    }

    assert {name: reply.text for name, reply in replies.items() if not reply.text.startswith(REFUSED)} == {}
    assert all(reply.is_ephemeral for reply in replies.values())
    assert (await the_league(wired_bot)).status == "playing"
    assert len((await the_league(wired_bot)).present) == 4


@pytest.mark.parametrize("locale", ["en-US", "fr", "cs"])
async def test_the_tables_of_a_league_have_its_options(wired_bot: Wired, locale: str) -> None:
    await in_its_time(wired_bot)
    organiser = speaking(wired_bot, "Ariadne", locale)
    panel = await organiser.command("/league open", CHANNEL, name=NAME, game="minos-classic")
    for index, value in ((0, "2"), (5, "1"), (7, "1")):  # table, sign-up, and the second option: a short game
        panel = await press(organiser, panel, "set", index, value)
    await press(organiser, panel, BEGIN)
    post = await post_of(wired_bot)
    named = [line for line in post.text.splitlines() if line.endswith("**") and "**" in line[:-2]]
    for name in PEOPLE[:2]:
        await press(wired_bot.person(name), post, "signup")
    await pass_hours(wired_bot, DAY_H + 1)

    (session,) = await tables(wired_bot)
    assert named == [SHORT_GAME[locale]], "usual values aren't named"
    assert session.table.options["short_game"] is True
    assert session.table.options["round_limit"] == 0


async def test_a_league_goes_on_without_options_that_a_release_removed(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    post = await open_league(wired_bot, wired_bot.person("Ariadne"), seats="2", until="1")
    for name in PEOPLE[:2]:
        await press(wired_bot.person(name), post, "signup")
    league = await the_league(wired_bot)
    options = {**league.options, "removed": True}
    await wired_bot.parts.sessions.store.leagues.keep(replace(league, options=options))
    await pass_hours(wired_bot, DAY_H + 1)

    (session,) = await tables(wired_bot)
    assert session.table.options == league.options


async def test_a_panel_opens_only_one_league(wired_bot: Wired) -> None:
    """A second press on the same panel changes nothing."""
    ariadne = wired_bot.person("Ariadne")
    panel = await ariadne.command("/league open", CHANNEL, name="**Cup**\n@everyone", game="minerva")
    assert panel.message is not None
    begin = custom_id(panel.message, BEGIN)
    groups = await press(ariadne, panel, "set", 1, "groups")
    assert groups.message is not None
    titles = [select.placeholder for select in groups.message.selects]
    await ariadne.forge(groups.message, begin)
    again = await ariadne.forge(groups.message, begin)
    await pass_through(wired_bot)

    league = await the_league(wired_bot)
    assert titles[:5] == ["Table", "Format", "Pace", "Time per round", "Sign-up"]
    assert titles[5:] == ["Starting player", "Market, Blacksmith, …"], "the game's options"
    assert (league.name, league.form, league.rounds, league.seats) == ("Cup everyone", "groups", 0, 4)
    assert league.pace == "daily"
    assert again.text.startswith("Sign-up for **Cup everyone** is open until")
    assert len([each for each in wired_bot.public_messages() if each.buttons]) == 1


@pytest.mark.parametrize(("seats", "form", "groups"), [(2, "swiss", 0), (4, "swiss", 0), (2, "groups", 32)])
async def test_the_post_of_the_largest_league_shows_its_standings(
    wired_bot: Wired, seats: int, form: Any, groups: int
) -> None:
    everyone = tuple(Entrant(10**18 + place, f"{place:03} {'n' * 20}") for place in range(MOST_ENTRANTS))
    open_league = League(
        1, 1, 1, 1, NAME, "minos-classic", seats, tuple(range(2, seats + 1)), form, 0, 7, entrants=everyone
    )
    league = advance(open_league, 1, {})
    assert league.current is not None
    words = LeagueWords(wired_bot.parts.client.services.wording, league, "en", {})
    post = words.summarise()

    assert len(post) <= limits.TEXT_DISPLAY_TOTAL
    assert f"… and {len(league.current.matches) - 10} more: **Details**" in post
    assert post.count("**Group ") == groups
    assert ("**Standings:**" in post) is not bool(groups)
    assert post.splitlines()[-1].startswith("-# Points: ")


async def test_everyone_reads_a_league_in_their_own_language(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    organiser = speaking(wired_bot, "Ariadne", "fr")
    people = [
        speaking(wired_bot, name, locale) for name, locale in zip(PEOPLE, ("cs", "en-US", "fr", "cs"), strict=True)
    ]
    post = await open_league(wired_bot, organiser, seats="2", until="1", rounds="2")
    signed_up = [(await press(person, post, "signup")).text for person in people]
    begun_in = (await post_of(wired_bot)).text
    await pass_hours(wired_bot, DAY_H + 1)
    shown = [(await person.command("/league show", CHANNEL)).text for person in people]

    languages = {session.table.language for session in await tables(wired_bot)}
    assert languages == {"fr"}
    assert "Fin des inscriptions" in begun_in
    assert [text.split(" **")[0] for text in signed_up] == [
        "Jste v lize", "You’ve signed up for", "Vous participez à", "Jste v lize"
    ]  # fmt: skip
    assert said_in(wired_bot)[-1].text.startswith(f"**{NAME} · Ronde 1 sur 2** a commencé")
    assert ["**Kolo 1/2**" in shown[0], "**Round 1 of 2**" in shown[1], "**Ronde 1 sur 2**" in shown[2]] == [True] * 3


async def test_a_server_without_leagues_says_how_to_open_one(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    none = await theseus.command("/league show", CHANNEL)
    for name in ("Cup", "Trophy"):
        panel = await ariadne.command("/league open", CHANNEL, name=name, game="minerva")
        await press(ariadne, panel, BEGIN)
    listed = await theseus.command("/league show", CHANNEL)
    assert listed.message is not None
    (select,) = listed.message.selects
    picked = await press(theseus, listed, "pick", 0, select.options[0].value)
    wired_bot.sandbox.places.deny(wired_bot.sandbox.channel("harbour"), permissions.CREATE_PUBLIC_THREADS)
    refused = await ariadne.command("/league open", "harbour", name="Cup", game="minerva")

    assert none.text.startswith("This server has no leagues.")
    assert [option.label for option in select.options] == ["Trophy", "Cup"]
    assert picked.text.startswith("### Trophy\nMinerva")
    assert refused.text == (
        f"{REFUSED} I can’t run a league here. Ask a moderator to give me: Create Public Threads. Then try again."
    )
