"""Resolve the arguments of a typed command into a chain of answers. Games declare commands; this module has no rules.

A chain is a sequence of patterns. Each pattern answers the decision with its rule id, or any decision if it has none.
It picks the option with a fixed key, or the options that an argument names. All arguments are resolved on a copy of the
position before anything is answered, so a command is carried out completely or refused.
"""

from collections.abc import Mapping
from typing import TypeAlias, TypeVar

import discord
from discord import app_commands

import discord_limits as limits
from cogs.commands.spec import AnswerChain, AnswerPattern, CommandSpec, Typed, fits
from cogs.hands.hand import order_taken
from cogs.interactions.answering import Reply
from cogs.interactions.slash import Choices
from cogs.play.answers import say_consequences
from cogs.ui.matching import Named, find_meant, matching, suggest_matches
from cogs.ui.option_words import numbers, with_name
from cogs.ui.refusals import UIRefusal
from cogs.ui.text import shorten
from cogs.ui.wording import Wording
from engine.kernel.decision import Decision, Message, Option
from sessions.play.state import not_seated
from sessions.session import Session

T = TypeVar("T")

Marks: TypeAlias = Mapping[str, int]
"""The number shown on the board for each option, by the option's key."""


class CommandResolver:
    """Interprets a command that a person typed at a table, and carries it out."""

    def __init__(self, wording: Wording, interaction: discord.Interaction, session: Session) -> None:
        self.wording = wording
        self.session = session
        self.interaction = interaction
        self.language = wording.speech.reader(interaction)

    def label(self, option: Option) -> str:
        return self.wording.say(option.label, self.language, self.session.table)

    def _label_in_both(self, option: Option) -> str:
        """Return an option's words, with its card's or tile's name in the table's language if that differs."""
        thing = self.wording.game_uis[self.session.table.game].options.subject(option)
        names = (
            [self.wording.say(thing, each) for each in (self.language, self.session.table.language)] if thing else []
        )
        return with_name(self.label(option), names[1] if len(set(names)) > 1 else "")

    def _label_with_mark(self, option: Option, marks: Marks) -> str:
        """Return an option's label: its number on the board, its words in both languages, and its hint."""
        number = marks.get(option.key)
        words = self._label_in_both(option) if number is None else f"{number} · {self._label_in_both(option)}"
        hint = self.wording.game_uis[self.session.table.game].options.hint(option)
        if hint is None:
            return words
        return self.wording.say(Message("panel.choice", {"choice": words, "effect": hint}), self.language)

    def plan(self, chain: AnswerChain, typed: Mapping[str, str | None]) -> list[tuple[str, ...]]:
        """Return each answer's keys. Patterns after the first are skipped if they don't fit. Raises `UIRefusal`."""
        ahead = self.session.reader.offers.look_ahead(self.interaction.user.id)
        planned: list[tuple[str, ...]] = []
        for pattern in chain:
            value = typed.get(pattern.argument) if pattern.argument else None
            decision = ahead.decision
            if decision is None or not fits(pattern, decision):
                if not planned:
                    asked = self.session.reader.decision_of(self.interaction.user.id)
                    assert asked is not None
                    prompt = self.wording.say(asked.prompt, self.language, self.session.table)
                    raise UIRefusal("refused.not_now", prompt=prompt)
                if value:
                    raise UIRefusal("refused.part", typed=value[:60])
                continue
            keys = self.keys(pattern, decision, value)
            if keys is None:
                break
            planned.append(keys)
            ahead.take(keys)
        return planned

    def keys(self, pattern: AnswerPattern, decision: Decision, value: str | None) -> tuple[str, ...] | None:
        """Return the keys that answer `decision`, or None if the chain stops here."""
        offered = [option for option in decision.options if option.key.startswith(pattern.stem)]
        if pattern.argument is None and pattern.otherwise == "stop":
            return (pattern.stem,)
        if not value:
            every = tuple(option.key for option in decision.options)
            return {"stop": None, "none": (), "all": every}[pattern.otherwise]
        if decision.at_most > 1:
            return self._several(pattern, offered, value)
        return (self._one(offered, pattern.stem, value, marks_of(decision, pattern.stem)).key,)

    def _several(self, pattern: AnswerPattern, offered: list[Option], value: str) -> tuple[str, ...]:
        by_key = {option.key.removeprefix(pattern.stem): option.key for option in offered}
        named = names_in(value)
        keys = tuple(dict.fromkeys(by_key[name] for name in named if name in by_key))
        if len(keys) != len(set(named)):
            raise self._no_match(offered, value)
        return keys

    def _one(self, offered: list[Option], stem: str, value: str, marks: Marks) -> Option:
        for option in offered:
            if value in (option.key, option.key.removeprefix(stem), str(marks.get(option.key))):
                return option
        named = [self._names_of(option, option, marks) for option in offered]
        found = find_meant(value, named)
        if found is not None:
            return found
        raise self._no_match([each.thing for each in matching(value, named)] or offered, value)

    def _names_of(self, thing: T, option: Option, marks: Marks) -> Named[T]:
        """Return all names of an option: its key, and its words in the reader's language and the table's."""
        table = self.session.table
        things = [blank for blank in option.label.blanks.values() if isinstance(blank, Message)]
        said = [
            self.wording.say(words, language, table)
            for language in dict.fromkeys((self.language, table.language))
            for words in (option.label, *things)
        ]
        return Named(thing, self._label_with_mark(option, marks), (*said, option.key))

    def _no_match(self, offered: list[Option], value: str) -> UIRefusal:
        legal = join_fitting([self.label(option) for option in offered], 1200)
        return UIRefusal("refused.no_match", typed=shorten(value, 60).replace("`", "'"), legal=legal)

    async def _act(self, chain: AnswerChain, typed: Mapping[str, str | None]) -> Reply:
        """Carry out the action. Reply with what happened and the next question."""
        planned = self.plan(chain, typed)

        def choose(decision: Decision) -> tuple[str, ...] | None:
            offered = {option.key for option in decision.options}
            while planned:
                keys = planned.pop(0)
                if offered.issuperset(keys) and decision.at_least <= len(keys) <= decision.at_most:
                    return keys
            return None

        user = self.interaction.user.id
        moved = await self.session.play.answer_chain(user, choose, self.interaction.id)
        return Reply(say_consequences(self.wording, self.session, user, self.language, moved))

    async def _order(self, rule: str, stem: str, value: str) -> Reply:
        user = self.interaction.user.id
        if self.session.reader.seat_of(user) is None:
            raise not_seated(self.session.table, user)
        decision = self._order_offered(rule)
        if decision is None:
            raise UIRefusal("refused.no_order")
        keys = (self._one(list(decision.options), stem, value, {}).key,)
        await self.session.play.order(user, rule, keys, self.interaction.id)
        return Reply(order_taken(self.wording, self.interaction, self.session, decision, keys))

    def _order_offered(self, rule: str) -> Decision | None:
        orders = self.session.reader.offers.orders(self.interaction.user.id)
        return next((decision for decision in orders if decision.rule == rule), None)

    def _suggestions(self, chain: AnswerChain, argument: str, typed: Mapping[str, str | None], current: str) -> Choices:
        """Return suggestions for `argument`, given the arguments typed before it."""
        ahead = self.session.reader.offers.look_ahead(self.interaction.user.id)
        for pattern in chain:
            decision = ahead.decision
            if decision is None:
                return []
            if not fits(pattern, decision):
                if pattern is chain[0] or (pattern.argument and typed.get(pattern.argument)):
                    return []
                continue
            if pattern.argument == argument:
                offered = [option for option in decision.options if option.key.startswith(pattern.stem)]
                if decision.at_most > 1:
                    return self._dice(offered, pattern.stem, current)
                return self._choices(offered, pattern.stem, current, marks_of(decision, pattern.stem))
            keys = self.keys(pattern, decision, typed.get(pattern.argument) if pattern.argument else None)
            if keys is None:
                return []
            ahead.take(keys)
        return []

    def _choices(self, offered: list[Option], stem: str, current: str, marks: Marks) -> Choices:
        return suggest_matches(
            current, [self._names_of(option.key.removeprefix(stem), option, marks) for option in offered]
        )

    def _dice(self, offered: list[Option], stem: str, current: str) -> Choices:
        """Suggest the dice typed so far. Then, for each remaining die, suggest the same dice with that one added."""
        by_name = {option.key.removeprefix(stem): self.label(option) for option in offered}
        in_both = {option.key.removeprefix(stem): self._label_in_both(option) for option in offered}
        chosen = [name for name in dict.fromkeys(names_in(current)) if name in by_name]
        rows = [chosen] if chosen else []
        rows += [[*chosen, name] for name in by_name if name not in chosen]
        return [
            app_commands.Choice(
                name=shorten(
                    " · ".join(by_name[each] for each in row) if row[1:] else in_both[row[0]], limits.CHOICE_NAME
                ),
                value=" ".join(row),
            )
            for row in rows
        ][: limits.AUTOCOMPLETE_CHOICES]

    def parts(self, argument: str) -> Mapping[str, Message]:
        """Return the possible values of an argument that is part of a key, with their words; {} for other arguments."""
        return {}

    def _part(self, argument: str, typed: str) -> str:
        """Return the part of a key that was typed. If it is unknown, raises `UIRefusal` with the possible parts."""
        parts = self.parts(argument)
        if typed in parts:
            return typed
        found = find_meant(typed, [self._named_part(key, words) for key, words in parts.items()])
        if found is not None:
            return found
        legal = ", ".join(self.wording.say(words, self.language) for key, words in parts.items() if key)
        raise UIRefusal("refused.no_match", typed=shorten(typed, 60).replace("`", "'"), legal=shorten(legal, 1200))

    def _named_part(self, key: str, words: Message) -> Named[str]:
        in_public = self.wording.say(words, self.session.table.language)
        return Named(key, self.wording.say(words, self.language), (in_public, key, key.rstrip(":")))

    def chains(self, spec: CommandSpec, typed: Typed) -> list[AnswerChain]:
        """Return the possible chains of the command. Chains for the current question come first. Raises `UIRefusal`."""
        blanks = {name: self._part(name, typed.get(name) or "") if typed.get(name) else "" for name in spec.parts}
        chains = spec.fill(blanks)
        decision = self.session.reader.decision_of(self.interaction.user.id)
        return chains if decision is None else sorted(chains, key=lambda chain: not fits(chain[0], decision))

    async def carry_out(self, spec: CommandSpec, typed: Typed) -> Reply:
        """Answer, or give the standing order. Reply with what happened and the next question."""
        if spec.is_order:
            pattern = spec.chains[0][0]
            return await self._order(pattern.rule, pattern.stem, typed.get(pattern.argument or "") or "")
        return await self._act(self.chains(spec, typed)[0], typed)

    def offers(self, spec: CommandSpec, argument: str, typed: Typed, current: str) -> Choices:
        if spec.is_order:
            pattern = spec.chains[0][0]
            decision = self._order_offered(pattern.rule)
            return self._choices(list(decision.options), pattern.stem, current, {}) if decision else []
        if argument in spec.parts:
            return self._parts_offered(spec, argument, typed, current)
        for chain in self.chains(spec, typed):
            found = self._suggestions(chain, argument, typed, current)
            if found:
                return found
        return []

    def _parts_offered(self, spec: CommandSpec, argument: str, typed: Typed, current: str) -> Choices:
        chosen = spec.needed[-1]
        typed_too = (typed.get(chosen) or "").rpartition(":")[2]
        possible = [
            self._named_part(key, words)
            for key, words in self.parts(argument).items()
            if key and self.offers(spec, chosen, {**typed, argument: key}, typed_too)
        ]
        return suggest_matches(current, possible)


def marks_of(decision: Decision, stem: str) -> Marks:
    """Return the number shown on the board for each option, by key; {} if the keys after `stem` are numbers."""
    marks = {decision.options[index].key: number for index, number in numbers(decision).items()}
    return {} if any(key.removeprefix(stem).isdecimal() for key in marks) else marks


def names_in(value: str) -> list[str]:
    """The options named in `value`: `1 3 5`, `1,3,5` and `135` alike."""
    named = value.replace(",", " ").split()
    return list("".join(named)) if all(name.isdecimal() for name in named) else named


def join_fitting(labels: list[str], longest: int) -> str:
    text = ""
    for label in labels:
        joined = f"{text}, {label}" if text else label
        if len(joined) > longest:
            return f"{text}, …"
        text = joined
    return text
