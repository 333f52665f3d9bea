"""Build every feature from the parts it needs. Only this module knows them all."""

from collections.abc import Callable
from typing import NamedTuple

import discord
from discord.ext import commands

from cogs.commands.game_commands import GameCommandBuilder
from cogs.delivery.board_sender import BoardSender
from cogs.delivery.boards import Boards
from cogs.delivery.digests import Digests
from cogs.delivery.direct_requests import DirectRequests
from cogs.delivery.hand_sender import HandSender
from cogs.delivery.live_messages import LiveMessages
from cogs.delivery.messages import Reopening
from cogs.delivery.notices import NoticeSender
from cogs.delivery.outbox_dispatcher import OutboxDispatcher
from cogs.delivery.outcomes import Outcomes
from cogs.delivery.reminders import ReminderSender
from cogs.delivery.requests import InvalidRequests
from cogs.delivery.result_sender import ResultSender
from cogs.delivery.seeking import Seeking
from cogs.delivery.watch_sender import WatchSender
from cogs.hands.hand import NOTED, Hand
from cogs.hands.lookups import Lookups
from cogs.help.guide import Guide
from cogs.help.lessons import Lessons
from cogs.history.looking_back import LookingBack
from cogs.interactions.answering import Answering, Handle, Router
from cogs.interactions.gate import handlers_of
from cogs.interactions.promises import Promises
from cogs.interactions.slash import commands_of, message_commands_of
from cogs.interactions.tree import Tree
from cogs.league.chore import LeagueChore
from cogs.league.controls import LeagueControls
from cogs.logs import log
from cogs.people.away import Away
from cogs.people.overview import Overview
from cogs.people.panels import SettingPresses
from cogs.people.report import REPORTED, Reports
from cogs.people.server import ServerSettings
from cogs.people.settings import PersonalSettings
from cogs.people.stats import Stats
from cogs.play.advice import Advice
from cogs.play.agreeing import Agreements
from cogs.play.answers import Answers
from cogs.play.lobby_presses import LobbyPresses
from cogs.play.menu import Menu
from cogs.play.presses import Locking, OwnPresses, Play
from cogs.play.reading import Reading
from cogs.replay.films import Films, Screen
from cogs.replay.viewer import Viewer
from cogs.services import Services
from cogs.table.moving import Moving
from cogs.table.opening import Opening
from cogs.table.places import Places
from cogs.table.queue import Queue
from cogs.table.seats import Seats
from cogs.table.threads import Threads
from cogs.table.turns import Turns
from cogs.ui import press
from sessions.leagues.leagues import Leagues
from sessions.time.lost_servers import LostServers


class Senders(NamedTuple):
    """The objects that post to channels and direct messages."""

    boards: BoardSender
    hands: HandSender
    watches: WatchSender
    seeking: Seeking
    reopening: Reopening
    outcomes: Outcomes
    dispatcher: OutboxDispatcher


def build_senders(
    client: discord.Client, services: Services, invalid: InvalidRequests, is_in: Callable[[int | None], bool | None]
) -> Senders:
    """Build the senders. `is_in` says whether the bot is in a server."""
    sessions, wording, painter, members = services.sessions, services.wording, services.painter, services.members
    posts, steady = sessions.store.posts, services.steady

    reopening = Reopening(client, lambda: steady() / 1000)
    hands = HandSender(client, wording, painter, sessions, members)
    watches = WatchSender(client, wording, painter, sessions, members)
    requests = DirectRequests(sessions)
    notices = NoticeSender(client, wording, sessions, members, requests)
    results = ResultSender(client, wording, painter, sessions, services.blocked_channels)
    seeking = Seeking(client, wording, sessions)
    reminders = ReminderSender(client, wording, sessions, members, services.due_work, reopening.reopen, requests)
    outcomes = Outcomes(posts, is_shared=sessions.is_shared)
    messages = LiveMessages(posts, sessions.context.clock, steady)
    answers, traffic, blocked = services.private_answers, services.traffic, services.blocked_channels
    boards = Boards(client, wording, painter, sessions, answers, traffic, messages, reopening)
    sender = BoardSender(client, wording, sessions, boards, hands, outcomes, blocked, is_in)
    dispatcher = OutboxDispatcher(
        sessions, services.traffic, invalid, sender, hands, reminders, watches, notices, results, seeking, reopening,
        answers,
    )  # fmt: skip
    return Senders(sender, hands, watches, seeking, reopening, outcomes, dispatcher)


async def add_features(
    bot: commands.AutoShardedBot, services: Services, senders: Senders, films: Films, lost_servers: LostServers
) -> None:
    """Add every command and the router of all presses to the bot. Discord lists the commands in this order."""
    sessions, wording, painter, rates = services.sessions, services.wording, services.painter, services.rates
    members, blocked, due_work = services.members, services.blocked_channels, services.due_work
    promises = Promises(wording, senders.outcomes, senders.hands)
    answering = Answering(
        wording, sessions, members, services.private_answers, blocked, services.meters, services.traffic,
        services.attended,
    )  # fmt: skip
    assert isinstance(bot.tree, Tree)
    bot.tree.answering, bot.tree.rates, bot.tree.meters = answering, rates, services.meters
    agreements = Agreements(wording, rates)
    hand = Hand(wording, painter, sessions)
    threads = Threads(sessions)
    guide, lessons = Guide(wording, sessions), Lessons(wording, painter, sessions.choices.people)
    lookups = Lookups(wording, painter, sessions)
    queue = Queue(wording, sessions, rates, members, threads, promises, senders.seeking, due_work)
    due_work.add_chore(queue.tend)
    leagues = Leagues(sessions.store.leagues, sessions.context.clock)
    league_chore = LeagueChore(bot, wording, sessions, leagues, members, threads, due_work)
    due_work.add_chore(league_chore.tend)
    league_controls = LeagueControls(wording, sessions, league_chore)
    due_work.add_chore(Digests(bot, wording, sessions, members, due_work).tend)
    away, reports = Away(wording, sessions, due_work), Reports(wording, sessions, rates)
    opening = Opening(wording, sessions, rates, members, threads, promises)
    personal = PersonalSettings(wording, sessions, due_work, senders.hands, senders.reopening, away)
    server = ServerSettings(wording, sessions)
    settings = SettingPresses((personal, server))
    features = (
        opening,
        Seats(wording, sessions, rates, members, senders.seeking),
        Reading(wording, painter),
        Menu(wording, painter, sessions, rates, promises, senders.watches),
        LookingBack(wording, painter, sessions),
        Advice(wording, services.adviser, rates),
        Viewer(wording, painter, sessions.choices.people),
        Screen(wording, rates, films),
        hand,
        agreements,
        Moving(wording, sessions, blocked, promises, senders.seeking),
        Turns(wording, sessions, rates, agreements),
        guide,
        lookups,
        lessons,
        away,
        reports,
        personal,
        server,
        Overview(wording, sessions),
        Stats(wording, sessions, members),
        queue,
        league_controls,
    )
    builder = GameCommandBuilder(answering, wording, sessions)
    for own in commands_of(answering, sessions, *features):
        bot.tree.add_command(own)
    for key, game_ui in wording.game_uis.items():
        try:
            if game_ui.commands is not None:
                bot.tree.add_command(builder.build(game_ui.commands))
        except Exception as error:  # a package's game can still be played with its buttons
            if key not in sessions.context.packages:
                raise
            log.warning("commands left out: games=%s why=%s", key, error)
    for shown in message_commands_of(answering, wording.speech.words, *features):
        bot.tree.add_command(shown)
    handlers = handlers_of(*features, Answers(wording, painter, sessions.choices.people), LobbyPresses(wording))
    locking = Locking(sessions, blocked, senders.boards.messages, senders.boards.boards.locks)
    play = Play(sessions, locking, OwnPresses(services.steady), handlers)
    presses: dict[type, Handle] = {
        press.Press: play.take,
        press.LessonPress: lessons.take,
        press.RulesPress: guide.take,
        press.HelpPress: guide.take,
        press.BeginPress: opening.begin,
        press.LookPress: lookups.take,
        press.AwayPress: away.take,
        press.QueuePress: queue.take,
        press.SettingPress: settings.take,
        press.LeaguePress: league_controls.take,
    }
    forms: dict[str | type, Handle] = {NOTED: hand.keep_note, REPORTED: reports.keep, press.SettingPress: settings.fill}
    await bot.add_cog(Router(answering, rates, presses, forms))
    places = Places(wording, sessions, blocked, lost_servers)
    due_work.add_chore(places.tend)
    await bot.add_cog(places)
