"""Replies open to anyone at a table: the board as text, rules, a whole turn, the ending."""

from dataclasses import dataclass

import discord

import discord_limits as limits
from cogs.interactions import authority
from cogs.interactions.answering import Reply
from cogs.interactions.gate import BOTH_LOOK, LASTING, LOOK, PRIVATE_LOOK, press
from cogs.painter import Painter
from cogs.ui.layout import pages, text_panel
from cogs.ui.press import Press
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from cogs.views.chronicle import HOWTO, LEGEND, WHOLE, describe_log
from cogs.views.ending import HANDS, SHEET, score_sheet
from cogs.views.lobby import TEACH
from cogs.views.menu import READ, RULE
from cogs.views.people import legend as legend_lines
from cogs.views.pictures import parts_of
from cogs.views.rules import RulesReader
from engine.kernel.decision import Argument, Message
from sessions.lobby.colours import colours_of
from sessions.refusals import StalePress
from sessions.session import Session
from sessions.snapshot import snapshot_of


@dataclass(frozen=True)
class Reading:
    _wording: Wording
    _painter: Painter

    @press(READ, "*Board as text*", at=PRIVATE_LOOK, who=authority.READER_ONCE_STARTED)
    async def read_board(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Show the whole position as text, in as many messages as needed."""
        language, table = self._wording.speech.reader(interaction), session.table
        order = table.game, session.reader.view(None), table.names, language
        first, *more = pages(self._painter.client.text(*order, colours=colours_of(table)), limits.CONTENT)
        return Reply(view=text_panel(first), more=tuple(more))

    @press(HOWTO, "*How to play*", at=LASTING, who=authority.ANYONE_HERE)
    @press(TEACH, "*How to play*", at=LOOK, who=authority.ANYONE_HERE)
    async def teach(self, interaction: discord.Interaction, session: Session) -> Reply:
        game_ui = self._wording.game_uis[session.table.game]
        lines = [
            Message("help.game", {"game": game_ui.name, "teach": game_ui.words.teach}),
            Message("lobby.rules_more"),
        ]
        language = self._wording.speech.reader(interaction)
        return Reply(view=text_panel("\n".join(self._wording.say(line, language) for line in lines)))

    @press(RULE, "*Rule*", at=BOTH_LOOK, who=authority.ANYONE_WHILE_RUNNING)
    async def read_rule(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Show the rule behind this person's question, or else another person's. Raises `UIRefusal` if it is secret."""
        language, table = self._wording.speech.reader(interaction), session.table
        if table.status != "running" or not session.pending:
            raise UIRefusal("refused.no_question")
        own = session.reader.decision_of(interaction.user.id)
        private = self._wording.game_uis[table.game].private
        known = (private.public_part(each) for each in session.pending)
        rules = dict.fromkeys([own.rule] if own is not None else [each.rule for each in known if each is not None])
        reader = RulesReader(self._wording, table.game, language, interaction.user.id)
        topics = [topic for rule in rules if (topic := reader.book.topics.get(rule)) is not None]
        if not topics:
            raise UIRefusal("refused.no_rule")
        page = reader.rules(topics)
        return Reply(view=text_panel(page.text, page.rows))

    @press(WHOLE, "*Whole turn*", at=LASTING, who=authority.ANYONE_ONCE_STARTED)
    async def read_entries(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        """Show the public lines of the entries that the press names. Raises `StalePress` if there are none."""
        first, count = press.decision, press.index
        entries = await session.reader.log.lines(None, first, first + count - 1)
        if not entries:
            raise StalePress
        lines = describe_log(self._wording, snapshot_of(session), entries, self._wording.speech.reader(interaction))
        return _in_pages(lines or [self._wording.speech.translate(interaction, "chronicle.nothing")])

    @press(LEGEND, "*Legend*, in games with icons", at=LASTING, who=authority.NOBODY_IN_WALK)
    async def read_legend(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Show every icon of the game and its meaning. Raises `StalePress` if the game has no icons."""
        language, entries = self._wording.speech.reader(interaction), self._wording.game_uis[session.table.game].entries
        symbols = entries().get("symbol", ()) if entries is not None else ()
        if not symbols:
            raise StalePress
        return _in_pages([self._wording.show(entry.text, language).replace("\n", " – ", 1) for entry in symbols])

    @press(SHEET, "*Score sheet*", at=LOOK, who=authority.ANYONE_AT_THE_END)
    async def read_sheet(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Show the whole score sheet, and the meaning of its abbreviations. Raises `UIRefusal` if there is none."""
        table, language = session.table, self._wording.speech.reader(interaction)
        placings = session.reader.result()
        if table.status != "over" or placings is None:
            raise UIRefusal("refused.no_sheet")
        game_ui = self._wording.game_uis[table.game]
        named = [(game_ui.words.sheet_part(part), game_ui.words.part(part)) for part in parts_of(placings)]
        meant = [
            Message("ending.part", {"short": short, "part": whole})
            for short, whole in named
            if self._wording.say(short, language) != self._wording.say(whole, language)
        ]
        lines = [
            self._wording.say(Message("ending.sheet", {"game": game_ui.name}), language),
            *score_sheet(self._wording, table, placings, language, is_whole=True),
            *(self._wording.say(line, language) for line in meant),
            *legend_lines(self._wording, table, language),
        ]
        return Reply(view=text_panel("\n".join(lines)))

    @press(HANDS, "*Hands*", at=LOOK, who=authority.ANYONE_AT_THE_END)
    async def read_hands(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Show every seat's hand at the end. Raises `UIRefusal` while the game is running."""
        table, language = session.table, self._wording.speech.reader(interaction)
        held = self._wording.game_uis[table.game].private.held
        if table.status != "over" or held is None or not session.number:
            raise UIRefusal("refused.no_hands")
        game = self._wording.game_uis[table.game].name
        lines = [self._wording.say(Message("ending.hands", {"game": game}), language)]
        for sitter in table.sitters:
            cards = held(session.reader.view(sitter.seat))
            blanks: dict[str, Argument] = {"name": sitter.name, "cards": cards, "count": len(cards)}
            key = "ending.hand" if cards else "ending.hand_empty"
            lines.append(self._wording.say(Message(key, blanks), language))
        return _in_pages(lines)


def _in_pages(lines: list[str]) -> Reply:
    first, *more = pages("\n".join(lines), limits.CONTENT)
    return Reply(first, more=tuple(more))
