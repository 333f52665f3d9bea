"""Controls on a phone: `python -m benchmarks.phone 200` lays out every question of 200 games of each title, in all
languages and in one to six rows. It counts the rows on a phone 390 px wide. It lists labels that are too long, messages
that are too large, missing options, and lines that look the same.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

import discord_limits as limits
from cogs.ui.game_ui import GAME_UIS
from cogs.ui.option_words import LABEL, TITLE, OptionStyle, OptionWords
from cogs.ui.panel import PHONE_ROWS, TOOL_ROWS, Row, Select, phone_rows
from cogs.ui.presenter import ANSWER, ANSWER_OFFERED, SEVERAL, Presenter
from engine.games import GAMES
from engine.kernel.decision import Decision, Message
from engine.kernel.game import complete_settings
from engine.kernel.offering.offers import head_of, offer
from engine.simulate import Plan, Simulation, find_policy, seed_of
from locales.words import LANGUAGES, Words

SEED = 11
WIDE = "W" * 15
"""Every player's name begins with this. No other name takes more width."""
EMOJI = "<:any:1>"
PLAYERS = ("random", "greedy")
MESSAGES_KEPT = 10_000
"""The largest number of messages whose words are found by identity."""


@dataclass
class Measurements:
    """Counts of questions and layouts, and a sentence for each fault. `rows` counts the questions by the rows they
    need, once per language.
    """

    questions: int = 0
    layouts: int = 0
    rows: Counter[int] = field(default_factory=Counter)
    faults: set[str] = field(default_factory=set)


def questions(key: str, games: int) -> Iterator[Decision]:
    """Play games, and yield every question. The number of seats and the kind of player change from game to game."""
    game = GAMES[key]
    for number in range(games):
        player = find_policy(game, PLAYERS[number % len(PLAYERS)])
        plan = Plan(key, game.rules.seats[number // len(PLAYERS) % len(game.rules.seats)], SEED)
        simulation = Simulation(game, complete_settings(game, plan.seats, {}), seed_of(plan, number), player)
        while simulation.play.pending:
            play = simulation.play
            yield from (offer(simulation.game, play.position, decision) for decision in play.pending)
            simulation.turn()


class Layout:
    """Lays out a game's questions in one language, with every possible emoji. Caches the words."""

    def __init__(self, key: str, words: Words, language: str) -> None:
        self._words, self._language = words, language
        self._names = {seat: f"{WIDE}{seat}" for seat in range(4)}
        self._said: dict[bytes, str] = {}
        self._said_last: dict[int, tuple[Message, str]] = {}
        game_ui = GAME_UIS[key]
        self._style: OptionStyle = msgspec.structs.replace(
            game_ui.options,
            sign=lambda message: EMOJI if game_ui.emoji.sign(message) else None,
            knows=words.knows,
        )

    def say(self, message: Message) -> str:
        # One question's messages are said dozens of times. They are found by identity, because encoding takes longer.
        kept = self._said_last.get(id(message))
        if kept is None:
            known = msgspec.msgpack.encode(message)
            if known not in self._said:
                self._said[known] = self._words.say(message, self._language, self._names)
            if len(self._said_last) > MESSAGES_KEPT:
                self._said_last.clear()
            kept = self._said_last[id(message)] = message, self._said[known]
        return kept[1]

    def presenter(self, decision: Decision) -> Presenter:
        return Presenter(1, 1, decision, self.say, self._style)

    def options(self, decision: Decision) -> list[int]:
        return OptionWords(decision, self.say, self._style).shown


def all_rows(presenter: Presenter) -> Iterator[list[Row]]:
    """Yield a layout of the question's controls for every number of rows. Skip layouts that repeat."""
    most = PHONE_ROWS
    while most > 0:
        rows = presenter.rows(most=most)
        yield rows
        needed = phone_rows(rows)
        most = needed - 1 if needed <= most else 0


FRAME = 3 + 4
"""Components of a board apart from its controls: the box, two texts, and up to four pictures."""
TOOLS = 1 + limits.ROW_BUTTONS
"""Components of the row of tools."""
OTHER_ROW = 3
"""Components of one more row, for example a vote or hints."""
FEW, LIST = 6, 25
"""A question's shape depends on the number of options of each kind, up to `FEW`. Above that, only the number of full
lists matters."""


def shape_of(decision: Decision) -> bytes:
    """Return a key of everything except words that affects the layout of a question's controls."""
    kinds = Counter((head_of(option.key), option.label.id, option.hint is None) for option in decision.options)
    counts = [(*kind, min(count, FEW) + count // LIST) for kind, count in kinds.items()]
    limits = (min(decision.at_least, 2), min(decision.at_most, 2), bool(decision.row), bool(decision.asides))
    return msgspec.msgpack.encode((decision.rule, decision.prompt.id, limits, sorted(counts)))


def measure(key: str, games: int, words: Words, show: Callable[[str], None] = lambda _: None) -> Measurements:
    """Lay out the questions of `games` games. `show` is called with the progress."""
    found, seen = Measurements(), dict[bytes, set[bytes]]()
    layouts = {language: Layout(key, words, language) for language in LANGUAGES}
    for decision in questions(key, games):
        found.questions += 1
        if found.questions % 10_000 == 0:
            show(f"{key}: {found.questions} questions")
        known = seen.setdefault(shape_of(decision), set())
        options = {msgspec.msgpack.encode((option.label, option.hint)) for option in decision.options}
        if known and known.issuperset(options):
            continue
        known |= options
        for language, layout in layouts.items():
            presenter = layout.presenter(decision)
            rows = presenter.rows()
            count = phone_rows(rows) + TOOL_ROWS
            found.rows[count] += 1
            if count > PHONE_ROWS:
                found.faults.add(f"{count} rows in {language}: {decision.rule} {decision.prompt.id}")
            found.faults |= {f"in {language}: {fault}" for row in rows for fault in faults_of(row)}
            found.faults |= {f"in {language}: {fault}" for fault in lookalikes(rows)}
            shown = layout.options(decision)
            for rows in all_rows(presenter):
                found.layouts += 1
                lost = lost_or_alike(decision, rows, shown)
                found.faults |= {f"in {language}: {decision.rule} {fault}" for fault in lost}
                found.faults |= {f"in {language}: {fault}" for fault in (*lookalikes(rows), *too_many(rows))}
    return found


def too_many(rows: Sequence[Row]) -> Iterator[str]:
    """Yield a fault if the whole message would have too many components."""
    components = sum(2 if isinstance(row, Select) else 1 + len(row) for row in rows)
    free = max(0, PHONE_ROWS - TOOL_ROWS - phone_rows(rows))
    most = components + FRAME + TOOLS + OTHER_ROW * free
    if most > limits.COMPONENTS_PER_MESSAGE:
        yield f"{most} components"


def lost_or_alike(decision: Decision, rows: Sequence[Row], options: Iterable[int]) -> Iterator[str]:
    """Yield each of the `options` that has no control, and options that look the same. Lines look the same if their
    list, label and hint are equal. An option may appear in several places.
    """
    shown: dict[tuple[str, ...], set[int]] = {}
    for row in rows:
        if isinstance(row, Select):
            for choice in row.choices:
                shown.setdefault((row.placeholder, choice.label, choice.hint), set()).add(int(choice.value))
        else:
            for button in row:
                if button.press.verb in (ANSWER, ANSWER_OFFERED):
                    shown.setdefault((button.label,), set()).add(button.press.index)
    for index in set(options).difference(*shown.values()):
        yield f"is missing: {decision.options[index].key}"
    for words, indexes in shown.items():
        if len(indexes) > 1:
            keys = ", ".join(decision.options[index].key for index in sorted(indexes))
            yield f"read alike, {' | '.join(words)}: {keys}"


def faults_of(row: Row) -> Iterator[str]:
    """Yield labels that are too long, and shortened labels without a hint that completes them."""
    if isinstance(row, Select):
        for choice in row.choices:
            if len(choice.label) > LABEL:
                yield f"too long: {choice.label}"
            if choice.label.endswith("…") and not choice.hint:
                yield f"cut: {choice.label}"
        return
    for button in row:
        if len(button.label) > LABEL or (button.label.endswith("…") and button.press.verb != SEVERAL):
            yield f"too long for a button: {button.label}"


def lookalikes(rows: Sequence[Row]) -> Iterator[str]:
    """Yield selects that look like an earlier one on a phone."""
    shown = set[str]()
    for row in rows:
        if isinstance(row, Select):
            if row.placeholder[:TITLE] in shown:
                yield f"look alike: {row.placeholder}"
            shown.add(row.placeholder[:TITLE])


def main() -> int:
    """Measure every game. Return 1 if a fault was found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.phone", description=__doc__)
    parser.add_argument("games", type=int, help="games of each title")
    parser.add_argument("--game", choices=list(GAMES), help="only this title")
    given = parser.parse_args()
    words, faults = Words(), 0
    for key in [given.game] if given.game else GAMES:
        found = measure(key, given.games, words, lambda line: print(line, file=sys.stderr))
        rows = ", ".join(f"{count}: {times}" for count, times in sorted(found.rows.items()))
        print(f"{key}: {given.games} games, {found.questions} questions in {len(LANGUAGES)} languages, ", end="")
        print(f"{found.layouts} layouts. Rows – {rows}")
        for fault in sorted(found.faults):
            print(f"  {fault}")
        faults += len(found.faults)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
