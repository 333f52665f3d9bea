"""The rules as private messages: pages of a section or rule, search results, and the lists of sections and games."""

from collections.abc import Sequence

import msgspec
from discord import app_commands

import discord_limits as limits
from cogs.ui.layout import pages
from cogs.ui.matching import as_shown
from cogs.ui.panel import Button, PanelOption, Row, Select
from cogs.ui.press import CONTENTS, LONGEST_SEARCH, OPEN, SEARCH, SECTION, RulesPress, RulesVerb
from cogs.ui.rulebook import LONGEST_LINE, Found, Rulebook, Topic, condense
from cogs.ui.text import shorten
from cogs.ui.wording import Wording
from engine.kernel.decision import Argument, Message

ALL_SECTIONS = "*"
"""The value of the suggestion that shows all sections."""
MOST_EXCERPTS = 3
"""Maximum number of results per game if several games have results."""
HOW = ("whole", "partly", "nearest")
"""The kinds of matches, best first."""
PAGE_LETTERS = 1800
"""Maximum number of characters on a page, without the marks explained at its foot: about three phone screens."""


class RulesReader(msgspec.Struct, frozen=True):
    """The rules of one game for one person, in one language."""

    wording: Wording
    game: str
    language: str
    user: int

    @property
    def book(self) -> Rulebook:
        return self.wording.rulebooks.of(self.game, self.language)

    @property
    def name(self) -> Message:
        return self.wording.game_uis[self.game].name

    def say(self, key: str, **blanks: int | str | Message) -> str:
        return self.wording.say(Message(key, dict(blanks)), self.language)

    def contents(self) -> "RulesPage":
        return RulesPage(self.say("rules.contents", game=self.name), tuple(self._selects(self.book.sections)))

    def topic(self, topic: Topic, page: int = 0) -> "RulesPage":
        """Show a page of a section, or a rule under its section's title."""
        if topic.kind == "section":
            return self._one_of_pages(topic.text, page, SECTION, topic.section)
        return self.rules([topic])

    def rules(self, topics: Sequence[Topic]) -> "RulesPage":
        """Show some rules, each under its section's title, with a link to the first rule's section."""
        text = "\n".join(f"### {self.book.sections[topic.section].title}\n{topic.text}" for topic in topics)
        whole = self._button(SECTION, "rules.button.section", index=topics[0].section)
        return RulesPage(self._with_legend(text), ((whole, self._contents_button()),))

    def search(self, typed: str) -> Found:
        """Return the topic of that name. If there is none, return the topics that match."""
        typed = condense(typed, LONGEST_SEARCH)
        called = self.wording.rulebooks.by_title(self.game, self.language, typed)
        return Found([called]) if called else self.wording.rulebooks.search(self.game, self.language, typed)

    def found(self, typed: str, page: int = 0) -> "RulesPage | None":
        """Show the topic of that name, the only match, or a list of matches. Return None without matches."""
        typed = condense(typed, LONGEST_SEARCH)
        found = self.search(typed)
        if not found.topics:
            return None
        only = found.topics[0] if len(found.topics) == 1 else None
        if only is not None and found.how == "whole":
            shown = self.topic(only, page)
            is_called = self.wording.rulebooks.by_title(self.game, self.language, typed) == only
            return shown if is_called else RulesPage(f"{self._head(found, typed)}\n{shown.text}", shown.rows)
        text = "\n".join([self._head(found, typed), *(self.book.excerpt(topic, typed) for topic in found.topics)])
        shown = self._one_of_pages(text, page, SEARCH, typed=typed)
        sections = list(dict.fromkeys(topic.section for topic in found.topics))[: limits.SELECT_OPTIONS]
        select = self._select([self.book.sections[place] for place in sections], self.say("rules.open_section"), 0)
        return RulesPage(shown.text, (select, *shown.rows))

    def _head(self, found: Found, typed: str) -> str:
        """Return the line above the results. It says whether they have all the typed words."""
        blanks: dict[str, Argument] = {"game": self.name, "count": len(found.topics), "typed": typed.replace("`", "'")}
        return self.wording.say(Message(f"rules.found.{found.how}", blanks), self.language)

    def excerpts(self, typed: str) -> str:
        """Show the first results under a heading."""
        typed = condense(typed, LONGEST_SEARCH)
        found = self.search(typed)
        shown = (shorten(self.book.excerpt(topic, typed), LONGEST_LINE) for topic in found.topics[:MOST_EXCERPTS])
        return "\n".join([self._head(found, typed), *shown])

    def suggest(self, name: str, value: str, *, is_named: bool) -> app_commands.Choice[str]:
        """Suggest a topic, or `ALL_SECTIONS`. If `is_named`, the game is named, too."""
        game = f" · {self.wording.say(self.name, self.language)}" if is_named else ""
        shown = shorten(name, limits.CHOICE_NAME - len(game)) + game
        return app_commands.Choice(
            name=shown, value=(f"{self.game}:{value}" if is_named else value)[: limits.CHOICE_VALUE]
        )

    def button_to(self, verb: RulesVerb, typed: str = "") -> Button:
        """Return a button with the game's name. It leads to the game's sections or, if something was `typed`, to the
        results. Their number is in the label."""
        press = RulesPress(self.game, self.user, verb, typed=condense(typed, LONGEST_SEARCH))
        count = f" ({len(self.search(typed).topics)})" if typed else ""
        return Button(press, self.wording.say(self.name, self.language) + count)

    def _one_of_pages(self, text: str, page: int, verb: RulesVerb, index: int = 0, typed: str = "") -> "RulesPage":
        whole = pages(text, PAGE_LETTERS)
        page = min(page, len(whole) - 1)
        title = f"### {self.book.sections[index].title}\n" if verb == SECTION and page else ""
        shown = self._with_legend(title + whole[page])
        if len(whole) == 1:
            return RulesPage(shown, ((self._contents_button(),),))
        foot = self.say("rules.page", page=page + 1, count=len(whole))
        before = self._button(verb, "rules.button.before", index, max(page - 1, 0), typed, is_disabled=page == 0)
        is_last = page == len(whole) - 1
        # No control leads to the page shown: two controls of a message may not have the same id.
        after = self._button(verb, "rules.button.after", index, page + 1, typed, is_disabled=is_last)
        return RulesPage(f"{shown}\n-# {foot}", ((before, after, self._contents_button()),))

    def _with_legend(self, text: str) -> str:
        return "\n".join(
            [text, f"-# {self.say('rules.of', game=self.name)}", *(f"-# {line}" for line in self.book.legend(text))]
        )

    def _button(
        self, verb: RulesVerb, label: str, index: int = 0, page: int = 0, typed: str = "", *, is_disabled: bool = False
    ) -> Button:
        press = RulesPress(self.game, self.user, verb, index, page, typed)
        return Button(press, self.say(label), is_disabled=is_disabled)

    def _contents_button(self) -> Button:
        return self._button(CONTENTS, "rules.button.contents")

    def _selects(self, sections: Sequence[Topic]) -> list[Select]:
        made: list[Select] = []
        for start in range(0, len(sections), limits.SELECT_OPTIONS):
            part = sections[start : start + limits.SELECT_OPTIONS]
            title = self.say("rules.sections", first=start + 1, last=start + len(part))
            made.append(self._select(part, title, start))
        return made

    def _select(self, sections: Sequence[Topic], title: str, place: int) -> Select:
        options = tuple(
            PanelOption(str(topic.section), shorten(topic.title, limits.SELECT_LABEL)) for topic in sections
        )
        return Select(RulesPress(self.game, self.user, OPEN, place), title, options)


class Library(msgspec.Struct, frozen=True):
    """The rules of some games for one person. If `has_own`, the first reader has the table's game or the typed one."""

    readers: tuple[RulesReader, ...]
    has_own: bool

    def contents(self) -> "RulesPage":
        """Show the first game's sections and buttons for the others. Unless `has_own`, ask for a game instead."""
        first, *others = self.readers
        if not self.has_own:
            return RulesPage(first.say("rules.which"), self._row(self.readers, CONTENTS))
        page = first.contents()
        return RulesPage(page.text, (*page.rows, *self._row(others, CONTENTS)))

    def found(self, typed: str) -> "RulesPage | None":
        """Show the results of all games. Return None if there are none.

        If `has_own` and the first game has at least some of the words, show its results, with buttons for the others.
        Otherwise only games with the best kind of match count: all words, some words, or similar spelling.
        """
        hits = self._hits(typed, self.readers)
        others = [reader for reader in hits if reader.game != self.readers[0].game]
        if self.has_own and self._hits(typed, self.readers[:1], worst="partly"):
            hits = [self.readers[0], *others]
        elif len(hits) > 1:
            text = "\n".join(reader.excerpts(typed) for reader in hits)
            return RulesPage(text, self._row(hits, SEARCH, typed))
        page = hits[0].found(typed) if hits else None
        return page and RulesPage(page.text, (*page.rows, *self._row(hits[1:], SEARCH, typed)))

    def suggestions(self, typed: str) -> list[app_commands.Choice[str]]:
        """Return matches from every game, the first reader's first. No game gets more than an equal share."""
        hits = self._hits(typed, self.readers)
        most, search = limits.AUTOCOMPLETE_CHOICES // max(len(hits), 1), self.readers[0].wording.rulebooks.search
        return [
            reader.suggest(topic.summary, topic.title, is_named=len(self.readers) > 1)
            for reader in hits
            for topic in search(reader.game, reader.language, typed).topics[:most]
        ]

    def _hits(self, typed: str, readers: Sequence[RulesReader], worst: str = HOW[-1]) -> list[RulesReader]:
        """Return the games with the best kind of match. Kinds after `worst` in `HOW` don't count."""
        for how in HOW[: HOW.index(worst) + 1]:
            hits = [reader for reader in readers if (found := reader.search(typed)).topics and found.how == how]
            if hits:
                return hits
        return []

    def nothing(self, typed: str) -> "RulesPage":
        """Say that no game searched has a match, above the sections and games to pick from."""
        first = self.readers[0]
        words = "refused.no_topic" if len(self.readers) == 1 else "refused.no_topic_anywhere"
        return RulesPage(first.say(words, game=first.name, typed=as_shown(typed)), self.contents().rows)

    def _row(self, readers: Sequence[RulesReader], verb: RulesVerb, typed: str = "") -> tuple[Row, ...]:
        return (tuple(reader.button_to(verb, typed) for reader in readers[: limits.ROW_BUTTONS]),) if readers else ()


class RulesPage(msgspec.Struct, frozen=True):
    text: str
    rows: tuple[Row, ...]
