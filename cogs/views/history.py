"""Pages of a table's log: by round and turn, with times, as one listener hears it.

A page is so much of the log as fits into one message. It ends and begins between two turns where it can, and says so
where it cannot.
"""

from collections.abc import Iterable, Sequence

import msgspec

from cogs.ui.speech import Below
from cogs.ui.text import capitalised
from cogs.ui.wording import Wording
from cogs.views.chronicle import describe_action
from engine.kernel.decision import Argument, Fact, Message, Seat
from engine.kernel.lines import Line, PlainLine
from locales.words import Signs, no_sign
from sessions.records.log import LogLine
from sessions.session import Session

PAGE_TOTAL = 3500
"""Characters of a page; the rest of a message's text is for its title and what stands under it."""
HEADING = 80
"""A turn's heading takes no more characters, a round's fewer."""
CHUNK = 64
"""How many entries are read at a time."""
ROUND = "history.round"
"""What a round begins with."""
LOOK_BACK = 8
"""How many entries before a page are read to tell whether it begins within a turn."""


class Page(msgspec.Struct, frozen=True):
    """The entries `first` to `last` of a log of `total`, and those of them that are told.

    `before` is the one told last before the page; `round` the one that was played then.
    """

    first: int
    last: int
    total: int
    lines: tuple[LogLine, ...]
    before: LogLine | None
    round: int | None


class Listener(msgspec.Struct, frozen=True):
    """Who reads a log: what `seat` heard (None: everybody), in which language, and whose part of it.

    `player` is the name of whoever acts (None: all are told).
    """

    seat: Seat | None
    language: str
    player: str | None = None


async def page_from(wording: Wording, session: Session, listener: Listener, first: int) -> Page:
    """The page that begins with the entry `first`."""
    total, at = session.number, max(1, first)
    kept: list[LogLine] = []
    room, read = PAGE_TOTAL, at - 1
    while read < total:
        chunk = await _lines(session, listener, read + 1, min(total, read + CHUNK))
        for line in chunk:
            room -= _size(wording, session, listener, line, kept[-1] if kept else None)
            if room < 0 and kept:
                lines = _whole_turns(kept, line)
                return await _page(session, listener, at, lines[-1].number, lines)
            kept.append(line)
        read += CHUNK
    return await _page(session, listener, at, total, kept)


async def page_to(wording: Wording, session: Session, listener: Listener, last: int) -> Page:
    """The page that ends with the entry `last`."""
    end = min(session.number, max(1, last))
    kept: list[LogLine] = []
    room, read = PAGE_TOTAL, end + 1
    while read > 1:
        chunk = await _lines(session, listener, max(1, read - CHUNK), read - 1)
        for line in reversed(chunk):
            room -= _size(wording, session, listener, line, line if kept and _same_turn(line, kept[0]) else None)
            if room < 0 and kept:
                lines = _from_a_turn(kept, line)
                return await _page(session, listener, lines[0].number, end, lines)
            kept.insert(0, line)
        read -= CHUNK
    return await _page(session, listener, 1, end, kept)


async def _lines(session: Session, listener: Listener, first: int, last: int) -> list[LogLine]:
    """What is told of the entries `first` to `last`: nothing that was taken back, and nothing that has no words."""
    index = await session.reader.log.index()
    lines = await session.reader.log.lines(listener.seat, first, last)
    return [
        line
        for line in lines
        if not index.is_gone(line.number)
        and (listener.player is None or _name(line) == listener.player)
        and (describe_action(line, session.reader) is not None or session.reader.log.describe(line.facts))
    ]


async def _page(session: Session, listener: Listener, first: int, last: int, lines: Sequence[LogLine]) -> Page:
    index = await session.reader.log.index()
    earlier = await _lines(session, listener, max(1, first - LOOK_BACK), first - 1) if first > 1 else []
    before = earlier[-1] if earlier else None
    return Page(first, last, session.number, tuple(lines), before, index.round_before(first))


def _name(line: LogLine) -> str | None:
    return None if line.seat is None else line.names.get(line.seat)


def _same_turn(line: LogLine, other: LogLine | None) -> bool:
    return other is not None and (line.seat, _name(line)) == (other.seat, _name(other))


def _whole_turns(kept: list[LogLine], following: LogLine) -> list[LogLine]:
    """`kept` without the turn that goes on after it, if at least half of it is left."""
    if not _same_turn(kept[-1], following):
        return kept
    end = next((n for n in range(len(kept) - 1, 0, -1) if not _same_turn(kept[n - 1], kept[n])), 0)
    return kept[:end] if end * 2 >= len(kept) else kept


def _from_a_turn(kept: list[LogLine], before: LogLine) -> list[LogLine]:
    """`kept` without the rest of a turn that begins before it, if at least half of it is left."""
    if not _same_turn(kept[0], before):
        return kept
    begin = next((n for n in range(1, len(kept)) if not _same_turn(kept[n - 1], kept[n])), len(kept))
    return kept[begin:] if begin * 2 <= len(kept) else kept


def _size(wording: Wording, session: Session, listener: Listener, line: LogLine, before: LogLine | None) -> int:
    heading = 0 if _same_turn(line, before) else HEADING
    return heading + sum(len(text) + 1 for text in _entry(wording, session, listener, line, wording.sign))


def _entry(wording: Wording, session: Session, listener: Listener, line: LogLine, signs: Signs) -> list[str]:
    """The lines of one entry with all names, a heading before each round that begins in it."""
    below = Below(wording.speech, "", listener.language, signs)
    return [_worded(below, line, each.message) for each in _told(session, line)]


def _told(session: Session, line: LogLine) -> list[Line]:
    """What is told of one entry, a heading before each round that begins in it."""
    action = describe_action(line, session.reader)
    told: list[Line] = [PlainLine(action)] if action else []
    for number, facts in _by_round(session, line.facts):
        if number is not None:
            told.append(PlainLine(Message(ROUND, {"round": number})))
        told += session.reader.game.narration.lines(facts)
    return told


def _worded(below: Below, line: LogLine, message: Message, *, is_again: bool = False) -> str:
    """A line of the log as it stands below the heading of its turn; or the heading of a round."""
    words = below.say(message, line.names, is_again=is_again)
    return words if message.id == ROUND else f"• {capitalised(words)}"


def _by_round(session: Session, facts: Iterable[Fact]) -> list[tuple[int | None, list[Fact]]]:
    """These facts, apart where a round begins."""
    parts: list[tuple[int | None, list[Fact]]] = [(None, [])]
    for fact in facts:
        begun = session.reader.log.round_begun(fact)
        if begun is not None:
            parts.append((begun, []))
        parts[-1][1].append(fact)
    return parts


def page_text(wording: Wording, session: Session, listener: Listener, page: Page, style: str = "f") -> str:
    """The page in words, without its title. `style` is Discord's for its times: `f` the moment, `R` how long ago."""
    texts = _texts(wording, session, listener, page, style, wording.sign)
    if len("\n".join(texts)) > PAGE_TOTAL + HEADING:  # a single entry with so much to tell
        texts = _texts(wording, session, listener, page, style, no_sign)
    return "\n".join(_cut(wording, listener, texts))


def _texts(wording: Wording, session: Session, listener: Listener, page: Page, style: str, signs: Signs) -> list[str]:
    texts: list[str] = []
    if page.round is not None:
        texts.append(wording.say(Message(ROUND, {"round": page.round}), listener.language))
    before: LogLine | None = page.before
    told: Line | None = None
    below = Below(wording.speech, "", listener.language, signs)
    for line in page.lines:
        is_begun = line is page.lines[0] and _same_turn(line, before)
        if is_begun or not _same_turn(line, before):
            when = f"<t:{line.at // 1000}:{style}>"
            name = _name(line)
            key = "history.moment" if name is None else "history.turn_goes_on" if is_begun else "history.turn"
            blanks: dict[str, Argument] = {"when": when} if name is None else {"name": name, "when": when}
            texts.append(wording.say(Message(key, blanks), listener.language))
            told, below = None, Below(wording.speech, name or "", listener.language, signs)
        for each in _told(session, line):
            both = told.join(each) if told else None
            told = both or each
            words = _worded(below, line, told.message, is_again=both is not None)
            texts = [*(texts[:-1] if both else texts), words]
        before = line
    return texts


def _cut(wording: Wording, listener: Listener, texts: list[str]) -> list[str]:
    """As many of `texts` as fit on the page, and a line that says how many do not."""
    room = PAGE_TOTAL + HEADING
    for number, text in enumerate(texts):
        room -= len(text) + 1
        if room < 0:
            left = Message("history.cut", {"count": len(texts) - number})
            return [*texts[:number], wording.say(left, listener.language)]
    return texts
