"""*Replay*: one person steps through a game as their seat knew it. The ids of the controls hold the state."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, TypeVar

import discord
import msgspec
from msgspec.structs import replace

from cogs.interactions.answering import Reply, illustrate
from cogs.interactions.authority import ANYONE_ONCE_STARTED, READER_ONCE_STARTED
from cogs.interactions.gate import BOTH_ANYWHERE, PAGE, picked_values, press
from cogs.painter import Painter
from cogs.ui.layout import text_panel
from cogs.ui.panel import Button, PanelOption, Row, Select
from cogs.ui.press import NOBODY, Press
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from cogs.views.history import cut_lines
from cogs.views.log_words import LogWords
from cogs.views.menu import REPLAYED
from cogs.views.reasons import answer_of
from engine.kernel.decision import Argument, Message, Seat
from render import Picture
from sessions.kept.choices import People
from sessions.lobby.colours import colours_of
from sessions.records.log import LogLine
from sessions.refusals import PastUnreadable
from sessions.results.history import Given, Seen, Steps, Stop, Unit
from sessions.session import Session

REPLAY, UNIT, WHY = "replay", "unit", "why"
"""Verbs: show the stop that ends with a step, change the unit of stops, show the reasons of a computer player."""
MOST_ASKED = 999
"""Maximum number of entries whose reasons one press can request."""
UNITS: tuple[Unit, ...] = ("answer", "turn", "round")
Way: TypeAlias = Literal["first", "back", "forward", "last"]
WAYS: Mapping[Way, str] = {"first": "⏮", "back": "◀", "forward": "▶", "last": "⏭"}
PICTURE_S = 1.0
LATE_PICTURE_S = 30.0
LINES_TOTAL = 2600
"""Maximum number of characters in the lines; the rest of the message is for the title and the hands."""
MOST_GIVEN = 8
"""Maximum number of answers looked up for one message. Each look-up replays the game."""
LOGS_KEPT, SEEN_KEPT = 8, 64
"""Maximum number of tables whose steps are cached, and of cached positions: a few hundred kB."""

K = TypeVar("K")
V = TypeVar("V")


class Recent(OrderedDict[K, V]):
    """A cache of the `most` recently used values."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def recall(self, key: K) -> V | None:
        if key in self:
            self.move_to_end(key)
        return self.get(key)

    def keep(self, key: K, value: V) -> None:
        self[key] = value
        self.move_to_end(key)
        while len(self) > self._most:
            self.popitem(last=False)


class Look(msgspec.Struct, frozen=True):
    """One stop of a replay. If none of its lines has words, `given` has the answers, by entry."""

    unit: Unit
    place: int
    stops: tuple[Stop, ...]
    log: Steps
    seen: Seen
    lines: tuple[LogLine, ...]
    given: Mapping[int, Given]

    @property
    def stop(self) -> Stop:
        return self.stops[self.place]


class Viewer:
    """Shows the past of any table. The whole bot shares one viewer."""

    def __init__(self, wording: Wording, painter: Painter, people: People) -> None:
        self._wording = wording
        self._painter = painter
        self._people = people
        self._logs: Recent[tuple[int, int], Steps] = Recent(LOGS_KEPT)
        self._seen: Recent[tuple[int, int, Seat | None, bool], Seen] = Recent(SEEN_KEPT)
        self._newest: Recent[tuple[int, int], int] = Recent(SEEN_KEPT)
        """The newest look of each person at each table. A late picture for an older look is not shown."""

    @press(REPLAYED, "*Replay*", at=BOTH_ANYWHERE, who=ANYONE_ONCE_STARTED)
    async def open(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Show the last turn of a running game, or the first of one that is over. If the first can't be read, show the
        last. Raises the refusals of `History`."""
        try:
            shown = await self._show(interaction, session, "turn", 1 if session.history.is_open else NOBODY)
        except PastUnreadable:
            shown = await self._show(interaction, session, "turn", NOBODY)
        return replace(shown, replaces=False)

    @press(REPLAY, "*First*, *Back*, *Forward*, *Last* of a replay", at=PAGE, who=READER_ONCE_STARTED)
    async def turn(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        """Show the stop that a control leads to. Raises `UIRefusal` if its step was taken back."""
        return await self._show(interaction, session, UNITS[press.index // 10 % len(UNITS)], press.decision)

    @press(UNIT, "a replay by answers, turns or rounds", at=PAGE, who=READER_ONCE_STARTED)
    async def change_unit(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        """Show the same step in the unit that was picked."""
        unit = next((unit for unit in UNITS if [unit] == picked_values(interaction)), None)
        if unit is None:
            raise UIRefusal("refused.unknown_control")
        return await self._show(interaction, session, unit, press.decision)

    async def _show(self, interaction: discord.Interaction, session: Session, unit: Unit, step: int) -> Reply:
        wording, user = self._wording, interaction.user.id
        language = wording.speech.reader(interaction)
        look = await self._look(session, session.reader.seat_of(user), unit, step)
        text = replay_text(wording, session, look, language, session.reader.seat_of(user))
        rows = self._rows(session, look, language, user)
        if self._people.get(user).plain_text:
            return Reply(view=text_panel(text, rows), replaces=True)
        mine = interaction.id
        self._newest.keep((user, session.table.id), mine)
        drawing = asyncio.ensure_future(self._draw(session, look, language, user))
        done, _ = await asyncio.wait({drawing}, timeout=PICTURE_S)
        if done:
            pictures = drawing.result()
            return illustrate(*pictures, text, *rows, replaces=True)

        async def late() -> Reply | None:
            pictures = await drawing
            if not pictures or self._newest.get((user, session.table.id)) != mine:
                return None
            return illustrate(*pictures, text, *rows, replaces=True)

        return Reply(view=text_panel(text, rows), replaces=True, drawn=late)

    async def _look(self, session: Session, seat: Seat | None, unit: Unit, step: int) -> Look:
        """Return the stop with this step (`NOBODY`: the last stop). Raises `UIRefusal` for an unknown step."""
        history, table = session.history, session.table.id
        log = self._logs.recall((table, session.number))
        if log is None:
            log = await history.steps()
            self._logs.keep((table, log.number), log)
        if step > len(log.steps):
            raise UIRefusal("refused.step_gone")
        stops = log.stops(unit)
        wanted = step if step > 0 else len(log.steps)
        place = next(place for place, stop in enumerate(stops) if stop.last >= wanted)
        stop = stops[place]
        steps = log.steps[stop.first - 1 : stop.last]
        key = table, steps[-1].entry, seat, history.is_open
        seen = self._seen.recall(key)
        if seen is None:
            seen = await history.look(steps[-1].entry, seat)
            self._seen.keep(key, seen)
        lines = tuple(await history.lines(steps, seat))
        return Look(unit, place, stops, log, seen, lines, await self._answers_of(session, lines, seat))

    async def _answers_of(self, session: Session, lines: Sequence[LogLine], seat: Seat | None) -> Mapping[int, Given]:
        """Look up the answers of a stop if none of its lines has words. Omit answers that the reader may not know."""
        if not all(_is_silent(session, line) for line in lines):
            return {}
        found = {line.number: await session.history.question_of(line, seat) for line in lines[:MOST_GIVEN]}
        return {number: given for number, given in found.items() if given is not None}

    async def _draw(self, session: Session, look: Look, language: str, user: int) -> tuple[Picture, ...]:
        """Draw the board at the end of a stop, with its moves. Return () if that takes too long."""
        client, seen, table = self._painter.of(user).client, look.seen, session.table
        colours = colours_of(table)
        moves = tuple(fact for line in look.lines for fact in line.facts)
        drawing = client.board(table.game, seen.view, (), seen.names, language, moves, colours=colours)
        try:
            async with asyncio.timeout(LATE_PICTURE_S):
                return await self._painter.draw(drawing) or ()
        except TimeoutError:
            return ()

    def _rows(self, session: Session, look: Look, language: str, user: int) -> list[Row]:
        table, wording = session.table, self._wording
        most = len(look.stops) - 1
        places: dict[Way, int] = {"first": 0, "back": max(0, look.place - 1),
                                  "forward": min(most, look.place + 1), "last": most}  # fmt: skip
        number = UNITS.index(look.unit) * 10

        def button(index: int, way: Way) -> Button:
            step = look.stops[places[way]].last
            press = Press(table.id, table.epoch, REPLAY, number + index, decision=step, user=user)
            label = wording.say(Message(f"button.replay_{way}"), language)
            is_idle = look.place == (0 if way in ("first", "back") else most)
            return Button(press, label, "main" if way == "forward" else "plain", is_idle, WAYS[way])

        has_rounds = any(step.round is not None for step in look.log.steps)
        choices = tuple(
            PanelOption(unit, wording.say(Message(f"replay.by_{unit}"), language), unit == look.unit)
            for unit in UNITS
            if has_rounds or unit != "round"
        )
        press = Press(table.id, table.epoch, UNIT, number, decision=look.stop.last, user=user)
        name = wording.say(Message("replay.unit"), language)
        rows: list[Row] = [tuple(button(index, way) for index, way in enumerate(WAYS)), Select(press, name, choices)]
        return [*rows, *self._why(session, look, language, user)]

    def _why(self, session: Session, look: Look, language: str, user: int) -> list[Row]:
        table, computers = session.table, {sitter.seat for sitter in session.table.computers}
        steps = look.log.steps[look.stop.first - 1 : look.stop.last]
        moved = [step.entry for step in steps if step.is_answer and step.seat in computers]
        if not moved or table.status != "over" or not session.context.offers_computers:
            return []
        count = min(MOST_ASKED, moved[-1] - moved[0] + 1)
        press = Press(table.id, table.epoch, WHY, count, decision=moved[0], user=user)
        return [(Button(press, self._wording.say(Message("button.why"), language)),)]


def replay_text(wording: Wording, session: Session, look: Look, language: str, seat: Seat | None) -> str:
    """Return the text of a stop: its position in the game, its lines, and the hands that the reader may see."""
    last = look.log.steps[look.stop.last - 1]
    place = _place(look)
    when = f"<t:{last.at // 1000}:f>"
    blanks: dict[str, Argument] = {"game": wording.game_uis[session.table.game].name, "place": place, "when": when}
    title = wording.say(Message("replay.title", blanks), language)
    held = _hands(wording, session, look.seen, language, seat)
    return "\n".join([title, *_lines(wording, session, look, language), *held])


def _place(look: Look) -> Message:
    last = look.log.steps[look.stop.last - 1]
    blanks: dict[str, Argument] = {"place": look.place + 1, "total": len(look.stops)}
    if look.unit == "round" or last.round is None:
        return Message(f"replay.place_{look.unit}", blanks)
    return Message("replay.place_within", {"place": Message(f"replay.place_{look.unit}", blanks), "round": last.round})


def _lines(wording: Wording, session: Session, look: Look, language: str) -> list[str]:
    """Return the oldest lines of a stop, as many as fit. "Has answered" appears only if there is nothing else."""
    words = LogWords(session.reader.game, session.table, session.number)
    found: list[tuple[Message, Mapping[int, str]]] = []
    for line in [line for line in look.lines if not _is_silent(session, line)] or look.lines:
        action = words.action(line)
        told = [*([action] if action else []), *words.describe(line.facts)]
        if not told and line.seat is not None:
            told = [_answer_line(line.names.get(line.seat, "?"), look.given.get(line.number))]
        found += [(message, line.names) for message in told]
    texts = [f"• {text}" for text in wording.show_all(found, language, LINES_TOTAL)]
    return cut_lines(wording, language, texts, LINES_TOTAL)


def _answer_line(name: str, given: Given | None) -> Message:
    if given is None:
        return Message("replay.answered", {"name": name})
    answer = answer_of(given.decision, given.keys)
    return Message("replay.given", {"name": name, "prompt": given.decision.prompt, "answer": answer})


def _is_silent(session: Session, line: LogLine) -> bool:
    return line.action == "answered" and not session.reader.log.describe(line.facts)


def _hands(wording: Wording, session: Session, seen: Seen, language: str, seat: Seat | None) -> list[str]:
    held = wording.game_uis[session.table.game].private.held
    if held is None:
        return []
    lines: list[str] = []
    for each, view in seen.hands.items():
        cards = held(view)
        blanks: dict[str, Argument] = {"name": seen.names.get(each, "?"), "cards": cards, "count": len(cards)}
        lines.append(wording.say(Message("ending.hand" if cards else "ending.hand_empty", blanks), language))
    return ["", *lines]
