"""The rules as private messages: pages of a section or rule, search results, and the list of sections."""

from collections.abc import Sequence

import msgspec

import discord_limits as limits
from cogs.ui.layout import pages
from cogs.ui.panel import Button, PanelOption, Row, Select
from cogs.ui.press import CONTENTS, LONGEST_SEARCH, OPEN, SEARCH, SECTION, RulesPress, RulesVerb
from cogs.ui.rulebook import Rulebook, Topic
from cogs.ui.text import shorten
from cogs.ui.wording import Wording
from engine.kernel.decision import Message

PAGE_LETTERS = 1800
"""The most characters of a page, without explained marks at its foot: about three screens of a phone."""


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

    def _say(self, key: str, **blanks: int | str | Message) -> str:
        return self.wording.say(Message(key, dict(blanks)), self.language)

    def contents(self) -> "RulesPage":
        return RulesPage(self._say("rules.contents", game=self.name), tuple(self._selects(self.book.sections)))

    def nothing(self, typed: str) -> "RulesPage":
        shown = shorten(typed, LONGEST_SEARCH).replace("`", "'")
        words = self._say("refused.no_topic", game=self.name, typed=shown)
        return RulesPage(words, tuple(self._selects(self.book.sections)))

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

    def found(self, typed: str, page: int = 0) -> "RulesPage | None":
        """Show the topic of that name, the only topic with these words, or a list of matches; None without matches."""
        typed = shorten(typed, LONGEST_SEARCH)
        rulebooks = self.wording.rulebooks
        called = rulebooks.by_title(self.game, self.language, typed)
        topics = [called] if called else rulebooks.find(self.game, self.language, typed)
        if not topics:
            return None
        if len(topics) == 1:
            return self.topic(topics[0], page)
        head = self._say("rules.found", count=len(topics), typed=typed.replace("`", "'"))
        text = "\n".join([head, *(self.book.excerpt(topic, typed) for topic in topics)])
        shown = self._one_of_pages(text, page, SEARCH, typed=typed)
        sections = list(dict.fromkeys(topic.section for topic in topics))[: limits.SELECT_OPTIONS]
        select = self._select([self.book.sections[place] for place in sections], self._say("rules.open_section"), 0)
        return RulesPage(shown.text, (select, *shown.rows))

    def _one_of_pages(self, text: str, page: int, verb: RulesVerb, index: int = 0, typed: str = "") -> "RulesPage":
        whole = pages(text, PAGE_LETTERS)
        page = min(page, len(whole) - 1)
        title = f"### {self.book.sections[index].title}\n" if verb == SECTION and page else ""
        shown = self._with_legend(title + whole[page])
        if len(whole) == 1:
            return RulesPage(shown, ((self._contents_button(),),))
        foot = self._say("rules.page", page=page + 1, count=len(whole))
        before = self._button(verb, "rules.button.before", index, max(page - 1, 0), typed, is_disabled=page == 0)
        is_last = page == len(whole) - 1
        # No control leads to the page shown: two controls of a message may not have the same id.
        after = self._button(verb, "rules.button.after", index, page + 1, typed, is_disabled=is_last)
        return RulesPage(f"{shown}\n-# {foot}", ((before, after, self._contents_button()),))

    def _with_legend(self, text: str) -> str:
        return "\n".join([text, *(f"-# {line}" for line in self.book.legend(text))])

    def _button(
        self, verb: RulesVerb, label: str, index: int = 0, page: int = 0, typed: str = "", *, is_disabled: bool = False
    ) -> Button:
        press = RulesPress(self.game, self.user, verb, index, page, typed)
        return Button(press, self._say(label), is_disabled=is_disabled)

    def _contents_button(self) -> Button:
        return self._button(CONTENTS, "rules.button.contents")

    def _selects(self, sections: Sequence[Topic]) -> list[Select]:
        made: list[Select] = []
        for start in range(0, len(sections), limits.SELECT_OPTIONS):
            part = sections[start : start + limits.SELECT_OPTIONS]
            title = self._say("rules.sections", first=start + 1, last=start + len(part))
            made.append(self._select(part, title, start))
        return made

    def _select(self, sections: Sequence[Topic], title: str, place: int) -> Select:
        options = tuple(
            PanelOption(str(topic.section), shorten(topic.title, limits.SELECT_LABEL)) for topic in sections
        )
        return Select(RulesPress(self.game, self.user, OPEN, place), title, options)


class RulesPage(msgspec.Struct, frozen=True):
    text: str
    rows: tuple[Row, ...]
