"""Verbs: what each command of a game can mean, how what was typed for it is read, and who carries it out."""

import re
from collections.abc import Mapping
from typing import TypeAlias

import discord
import msgspec
from discord import app_commands

from cogs.commands.resolver import Action, Marks, Typist, fits, folded
from cogs.interactions.answering import Reply, attend, offer
from cogs.interactions.gate import table_here
from cogs.services import House
from cogs.ui.panel import shorten
from cogs.ui.refusals import FaceRefusal
from engine.kernel.decision import Message, Option

Typed: TypeAlias = "Mapping[str, str | None]"
Offers: TypeAlias = "list[app_commands.Choice[str]]"


class Verb(msgspec.Struct, frozen=True):
    """One command: its path below the group, the chains of answers it can mean, its arguments.

    An argument that stands in braces in a word's stem is a part of a key. `is_order`: the one word leaves the
    standing order with its rule id, at any time.
    """

    path: str
    ways: tuple[Action, ...]
    needed: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    is_order: bool = False

    @property
    def parts(self) -> tuple[str, ...]:
        """The arguments that are parts of keys."""
        stems = " ".join(word.stem for action in self.ways for word in action.words)
        return tuple(dict.fromkeys(re.findall(r"{(\w+)}", stems)))

    def chains(self, blanks: Mapping[str, str]) -> list[Action]:
        """The ways with the blanks of their stems filled in."""
        return [
            Action(tuple(msgspec.structs.replace(word, stem=word.stem.format_map(blanks)) for word in action.words))
            for action in self.ways
        ]


class VerbTypist(Typist):
    """Reads what is typed for one verb. Some keys are made of two arguments (`city:7` of `city` and `7`)."""

    def named(self, option: Option, marks: Marks) -> str:
        """The option's words, and what it does where they do not say it."""
        words = super().named(option, marks)
        hint = self.house.faces[self.session.table.game].hint(option)
        if hint is None:
            return words
        return self.house.say(Message("panel.choice", {"choice": words, "effect": hint}), self.language)

    def parts(self, argument: str) -> Mapping[str, Message]:
        """What may stand for that argument in a key, with its words. Empty for an argument that is no part."""
        return {}

    def part(self, argument: str, typed: str) -> str:
        """The part of a key that was typed. Raises `FaceRefusal` naming what could be."""
        parts = self.parts(argument)
        if typed in parts:
            return typed
        named = {key: self.house.say(words, self.language) for key, words in parts.items()}
        wanted = folded(typed)
        exact = [key for key, words in named.items() if wanted in (folded(words), key.rstrip(":"))]
        within = [key for key, words in named.items() if wanted in folded(words)]
        if len(exact) == 1 or len(within) == 1:
            return (exact or within)[0]
        legal = ", ".join(words for key, words in named.items() if key)
        raise FaceRefusal("refused.no_match", typed=shorten(typed, 60).replace("`", "'"), legal=shorten(legal, 1200))

    def ways(self, verb: Verb, typed: Typed) -> list[Action]:
        """The chains that the verb can mean, their stems filled in; those that answer what is asked now first.

        Raises `FaceRefusal` for a part that is none.
        """
        blanks = {name: self.part(name, typed.get(name) or "") if typed.get(name) else "" for name in verb.parts}
        chains = verb.chains(blanks)
        decision = self.session.decision_of(self.interaction.user.id)
        return chains if decision is None else sorted(chains, key=lambda action: not fits(action.words[0], decision))

    async def carry_out(self, verb: Verb, typed: Typed) -> Reply:
        """Answer, or leave the order; the reply says what happened and what is asked next."""
        if verb.is_order:
            word = verb.ways[0].words[0]
            return await self.order(word.rule, word.stem, typed.get(word.argument or "") or "")
        return await self.act(self.ways(verb, typed)[0], typed)

    def offers(self, verb: Verb, argument: str, typed: Typed, current: str) -> Offers:
        """What may be typed for that argument of the verb."""
        if verb.is_order:
            word = verb.ways[0].words[0]
            return self.orders(word.rule, word.stem, current)
        if argument in verb.parts:
            return self._parts_offered(verb, argument, typed, current)
        for action in self.ways(verb, typed):
            found = self.suggestions(action, argument, typed, current)
            if found:
                return found
        return []

    def _parts_offered(self, verb: Verb, argument: str, typed: Typed, current: str) -> Offers:
        """The parts with which the verb is possible now."""
        chosen = verb.needed[-1]
        typed_too = (typed.get(chosen) or "").rpartition(":")[2]
        found = []
        for key, words in self.parts(argument).items():
            name = self.house.say(words, self.language)
            fitting = folded(current) in folded(name) or current == key
            if key and fitting and self.offers(verb, chosen, {**typed, argument: key}, typed_too):
                found.append(app_commands.Choice(name=name, value=key))
        return found[:25]


class Doer:
    """Carries out a game's verbs for a house. `reads` is how the game reads what is typed."""

    def __init__(self, house: House, reads: type[VerbTypist] = VerbTypist) -> None:
        self.house = house
        self.reads = reads

    async def act(self, interaction: discord.Interaction, verb: Verb, typed: Typed) -> None:
        """Carry out a verb; the answer is for its person alone."""

        async def deed() -> Reply:
            session = await table_here(self.house, interaction)
            return await self.reads(self.house, interaction, session).carry_out(verb, typed)

        await attend(self.house, interaction, deed())

    async def suggest(
        self, interaction: discord.Interaction, verb: Verb, argument: str, typed: Typed, current: str
    ) -> Offers:
        """What may be typed for an argument of a verb."""

        async def choices() -> Offers:
            session = await table_here(self.house, interaction)
            return self.reads(self.house, interaction, session).offers(verb, argument, typed, current)

        return await offer(choices())
