"""Pages of a table's log in words, by round and turn, with times. They show only what the reader may know."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from cogs.ui.text import capitalise, count_fitting
from cogs.ui.wording import Below, Wording
from cogs.views.log_words import LogWords
from engine.kernel.decision import Argument, Message
from engine.kernel.lines import Line, Merging, PlainLine, abridge, join
from locales.words import Signs, no_sign
from sessions.records.log import LogLine

PAGE_TOTAL = 3500
"""Maximum number of characters on a page; the rest of the message is for its title and controls."""
HEADING = 80
"""Maximum number of characters in a turn's heading; a round's heading is shorter."""
ROUND = "history.round"


class Account(NamedTuple):
    """The style of a page. `time` is Discord's time style: `f` for the date, `R` for the age."""

    time: str
    merging: Merging


WHOLE, SHORT = Account("f", join), Account("R", abridge)


class Page(msgspec.Struct, frozen=True):
    """The entries `first` to `last`, as a page of the log."""

    first: int
    last: int
    total: int
    """The number of all entries."""
    lines: tuple[LogLine, ...]
    before: LogLine | None
    """The line before the page."""
    round: int | None
    """The round of the line before the page."""


def size_of(
    wording: Wording, words: LogWords, language: str, account: Account, line: LogLine, before: LogLine | None
) -> int:
    """Return the number of characters that an entry adds to a page after the line `before`."""
    below = Below(wording.speech, "", language, wording.sign)
    size, told = (HEADING, None) if not is_same_turn(line, before) else (0, None)
    if before is not None and before is not line and not size:
        told = next(reversed(list(_lines(words, before))), None)
    for each in _lines(words, line):
        both = account.merging(told, each) if told else None
        size += len(_word(below, line, (both or each).message)) + 1
        size -= len(_word(below, line, told.message)) + 1 if told and both else 0
        told = both or each
    return size


def page_text(wording: Wording, words: LogWords, language: str, page: Page, account: Account) -> str:
    """Return the page without its title."""
    texts = _texts(wording, words, language, page, account, wording.sign)
    if len("\n".join(texts)) > PAGE_TOTAL + HEADING:  # a single entry with many lines
        texts = _texts(wording, words, language, page, account, no_sign)
    return "\n".join(cut_lines(wording, language, texts, PAGE_TOTAL + HEADING))


def name_of(line: LogLine) -> str | None:
    return None if line.seat is None else line.names.get(line.seat)


def is_same_turn(line: LogLine, other: LogLine | None) -> bool:
    return other is not None and (line.seat, name_of(line)) == (other.seat, name_of(other))


def _lines(words: LogWords, line: LogLine) -> Iterator[Line]:
    if (action := words.action(line)) is not None:
        yield PlainLine(action)
    for number, lines in words.by_round(line.facts):
        if number is not None:
            yield PlainLine(Message(ROUND, {"round": number}))
        yield from lines


def _word(below: Below, line: LogLine, message: Message, *, is_again: bool = False) -> str:
    words = below.say(message, line.names, is_again=is_again)
    return words if message.id == ROUND else f"• {capitalise(words)}"


def _texts(wording: Wording, words: LogWords, language: str, page: Page, account: Account, signs: Signs) -> list[str]:
    texts: list[str] = []
    before: LogLine | None = page.before
    told: Line | None = None
    below = Below(wording.speech, "", language, signs)
    for line in page.lines:
        lines = list(_lines(words, line))
        goes_on = line is page.lines[0] and is_same_turn(line, before)
        if lines[0].message.id == ROUND:
            texts.append(wording.say(lines.pop(0).message, language))
            goes_on, before = False, None
        elif not texts and page.round is not None:
            texts.append(wording.say(Message(ROUND, {"round": page.round}), language))
        if goes_on or not is_same_turn(line, before):
            name, when = name_of(line), f"<t:{line.at // 1000}:{account.time}>"
            key = "history.moment" if name is None else "history.turn_goes_on" if goes_on else "history.turn"
            blanks: dict[str, Argument] = {"when": when} if name is None else {"name": name, "when": when}
            texts.append(wording.say(Message(key, blanks), language))
            told, below = None, Below(wording.speech, name or "", language, signs)
        for each in lines:
            both = account.merging(told, each) if told else None
            told = both or each
            texts = [*(texts[:-1] if both else texts), _word(below, line, told.message, is_again=both is not None)]
        before = line
    return texts


def cut_lines(wording: Wording, language: str, lines: Sequence[str], room: int) -> list[str]:
    """Return as many lines as fit into `room` characters, and a line that counts the rest."""
    count = count_fitting(lines, room)
    if count == len(lines):
        return list(lines)
    return [*lines[:count], wording.say(Message("history.cut", {"count": len(lines) - count}), language)]
