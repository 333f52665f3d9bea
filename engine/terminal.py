"""A game in a terminal: a seat's view, numbered options to type, and the latest events."""

from functools import partial
from textwrap import fill
from typing import Any

import msgspec

from engine.kernel.decision import Answer, Argument, Decision, Fact, Message, Seat
from engine.kernel.game import Game, complete_settings
from engine.kernel.play import Play, start
from engine.kernel.policy import FastChance, Policy
from engine.kernel.proof.record import Answered, Entry, Ordered
from engine.kernel.refusals import Refusal
from engine.simulate import Plan

WIDTH = 118


class Quit(Exception):  # noqa: N818
    """The player wants to stop."""


def spell_out(message: Message) -> str:
    """The text of a message without a catalogue: its id and its blanks."""
    blanks = ", ".join(f"{key}={_spell(value)}" for key, value in message.blanks.items())
    return f"{message.id}({blanks})" if blanks else message.id


def _spell(value: Argument) -> str:
    if isinstance(value, Message):
        return spell_out(value)
    if isinstance(value, tuple):
        return "+".join(map(spell_out, value))
    return str(value)


class Terminal:
    """One game with a person for the seats in `me` and a computer player for the others."""

    def __init__(self, game: Game[Any], plan: Plan, seed: bytes, me: frozenset[Seat], player: Policy) -> None:
        self.game = game
        self.me = me
        self.player = player
        self.chance = FastChance(seed)
        opening = start(game, complete_settings(game, plan.seats, plan.options), seed)
        self.play = Play(game, opening.position)
        self.entries: list[Entry] = []
        self.seen: dict[Seat, dict[str, Any]] = {}
        self._tell(opening.facts)

    def run(self) -> None:
        """Play to the end. Raises `Quit`."""
        while self.play.pending:
            mine = [decision for decision in self.play.pending if decision.seat in self.me]
            if mine:
                self._ask(mine[0])
                continue
            asked, state = self.play.pending[0], self.play.position.state
            self._answer(asked, self.player(partial(self.game.rules.look, state, asked.seat), asked, self.chance))
        for placing in self.game.rules.result(self.play.position.state):
            print(f"{placing.place}. seat {placing.seat}: {placing.score} {placing.parts}")

    def _answer(self, decision: Decision, keys: tuple[str, ...]) -> None:
        now = self.play.answer(Answer(decision.seat, decision.id, keys))
        self.entries.append(Answered(decision.seat, keys))
        self._tell(tuple(now.facts))

    def _tell(self, facts: tuple[Fact, ...]) -> None:
        for fact in facts:
            heard = [self.game.rules.hear(fact, seat) for seat in sorted(self.me) or (None,)]
            for each in dict.fromkeys(map(repr, filter(None, heard))):
                print("  *", each)

    def _show(self, seat: Seat, everything: bool = False) -> None:
        view = msgspec.to_builtins(self.game.rules.look(self.play.position.state, seat))
        seen = {} if everything else self.seen.get(seat, {})
        for name, value in view.items():
            if name not in seen or seen[name] != value:
                print(_field(name, value, seen.get(name)))
        self.seen[seat] = view

    def _ask(self, decision: Decision) -> None:
        self._show(decision.seat)
        number = f"{decision.at_least}" + (f" to {decision.at_most}" if decision.at_most != decision.at_least else "")
        print(f"seat {decision.seat}, {decision.rule}: {spell_out(decision.prompt)} (pick {number})")
        for place, option in enumerate(decision.options, 1):
            print(f"  {place:3}  {option.key:24} {spell_out(option.label)}")
        while True:
            try:
                typed = input("> ").split()
            except (EOFError, KeyboardInterrupt):
                raise Quit from None
            if self._carry_out(decision, typed):
                return

    def _carry_out(self, decision: Decision, typed: list[str]) -> bool:
        """Carry out the typed words. Return whether they answered the decision."""
        match typed:
            case ["quit" | "q"]:
                raise Quit
            case ["look" | "?"]:
                self._show(decision.seat, everything=True)
                print("numbers or keys answer; `look`, `order RULE KEY…`, `quit`")
                return False
            case ["order", rule, *keys]:
                self._order(decision.seat, rule, tuple(keys))
                return False
        try:
            self._answer(decision, tuple(_key(decision, word) for word in typed))
        except Refusal as refused:
            print(f"not legal: {refused!r}")
            return False
        return True

    def _order(self, seat: Seat, rule: str, keys: tuple[str, ...]) -> None:
        try:
            self.play.order(seat, rule, keys)
        except Refusal as refused:
            orders = self.game.orders.offer(self.play.position.state, seat)
            offered = [f"{each.rule} {option.key}" for each in orders for option in each.options]
            print(f"not legal: {refused!r}; there are: {', '.join(offered) or 'none'}")
        else:
            self.entries.append(Ordered(seat, rule, keys))


def _key(decision: Decision, word: str) -> str:
    if word.isdecimal() and 1 <= int(word) <= len(decision.options):
        return decision.options[int(word) - 1].key
    return word


def _field(name: str, value: Any, seen: Any) -> str:
    """A field of a view. A long list that was seen before shows only its changes."""
    if not isinstance(value, (list, tuple)):
        return f"{name}: {_short(value)}"
    entries = [_short(entry) for entry in value]
    if seen and sum(map(len, entries)) > 2 * WIDTH:
        was = [_short(entry) for entry in seen]
        gone = [f"(was: {entry})" for entry in was if entry not in entries]
        entries = [entry for entry in entries if entry not in was] + gone
    return fill(f"{name}: " + " | ".join(entries), WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def _short(value: Any) -> str:
    """A value in short form. Empty and false fields of records are omitted."""
    if isinstance(value, dict):
        told = {key: each for key, each in value.items() if each is not False and each not in (None, "", (), [])}
        return " ".join(f"{key}={_short(each)}" if each is not True else key for key, each in told.items())
    if isinstance(value, (list, tuple)):
        return "[" + " ".join(map(_short, value)) + "]"
    return str(value)
