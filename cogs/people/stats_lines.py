"""Lines about finished games: one person's, everyone's in a server, and the server's ladder."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cogs.ui.game_ui import GameUI
from cogs.views.people import players
from engine.kernel.decision import Argument, Message
from engine.kernel.game import Game
from sessions.records.log import PastGame
from sessions.results.ladder import PROVISIONAL, Standing
from sessions.results.shares import to_the_end

MINUTE_MS = 60_000


def person_lines(game_ui: GameUI, game: Game[Any], past: Sequence[PastGame]) -> list[Message]:
    """Return lines about one person's finished games of a kind, or none if there are no such games."""
    ended, against = _split_by_opponents(each for each in past if each.place is not None)
    alone, company = [each for each in ended if each.seats == 1], [each for each in ended if each.seats > 1]
    lines = [*_solo_lines(game_ui, game, alone), *_by_seats(company), *_streaks(company)]
    lines += [*_by_setup(game_ui, company), *_to_the_end(past), *_time(ended)]
    counted = {
        "stats.last_one": sum(each.is_last_one for each in past),
        "stats.agreed": sum(each.is_agreed and not each.is_given_up for each in past),
        "stats.cut_short": sum(each.is_cut_short and not each.is_given_up for each in past),
    }
    lines += [Message(key, {"count": count}) for key, count in counted.items() if count]
    if against:
        won = sum(each.place == 1 and not each.is_given_up for each in against)
        lines.append(Message("stats.computers", {"count": len(against), "won": won}))
    return lines


def _split_by_opponents(played: Iterable[PastGame]) -> tuple[list[PastGame], list[PastGame]]:
    """Split games into those between people, and those with computer players, which don't count."""
    sides = list(played)
    return [each for each in sides if not each.computers], [each for each in sides if each.computers]


def _to_the_end(past: Iterable[PastGame]) -> Iterator[Message]:
    count, total = to_the_end(past)
    if total:
        yield Message("stats.to_the_end", {"count": count, "total": total})


def _with_own_score(sides: Iterable[PastGame]) -> list[PastGame]:
    return [each for each in sides if each.score is not None and not each.is_given_up]


def game_lines(game_ui: GameUI, past: Sequence[PastGame], hidden: Iterable[int] = ()) -> list[Message]:
    """Return lines about everyone's finished games of a kind in one server. `hidden` are users not to be named."""
    unnamed = {0, *hidden}
    ended, _ = _split_by_opponents(_with_own_score(each for each in past if each.place is not None))
    lines: list[Message] = []
    for seats in sorted({each.seats for each in ended}):
        sides = [each for each in ended if each.seats == seats]
        best = max(sides, key=lambda side: side.score or 0)
        blanks: dict[str, Argument] = {
            "players": players(seats),
            "count": len({side.table for side in sides}),
            "mean": _mean(sides),
            "best": best.score or 0,
        }
        if best.user in unnamed:
            lines.append(Message("stats.game_seats", blanks))
        else:
            lines.append(Message("stats.game_seats_by", {**blanks, "name": best.name}))
    return [*lines, *_by_setup(game_ui, [each for each in ended if each.seats > 1]), *_time(ended)]


def ladder_lines(standings: Sequence[Standing], first: int, reader: int) -> list[Message]:
    """Return the `first` lines of a ladder, and the `reader`'s. Equal ratings share a rank. A `?` means provisional."""
    lines, rank = [], 1
    for place, standing in enumerate(standings, start=1):
        if standing.rating != standings[rank - 1].rating:
            rank = place
        if place > first and standing.user != reader:
            continue
        blanks: dict[str, Argument] = {
            "rank": rank,
            "name": standing.name,
            "rating": f"{standing.rating}{'?' if standing.games < PROVISIONAL else ''}",
            "count": standing.games,
        }
        lines.append(Message("stats.rank", blanks))
    return lines


def _solo_lines(game_ui: GameUI, game: Game[Any], ended: Sequence[PastGame]) -> Iterator[Message]:
    """Yield a line about solo games for each value of the option `solo_by`. If no game had an opponent, wins aren't
    counted."""
    option = next((each for each in game.rules.options if each.key == game_ui.results.solo_by), None)
    if ended and all(each.rival is None for each in ended):
        yield Message("stats.alone_unopposed", _sums(ended))
        return
    if option is None:
        if ended:
            yield Message("stats.alone", _sums(ended) | {"lead": _lead(ended)})
        return
    for value in option.choices:
        found = [each for each in ended if each.options.get(option.key, option.default) == value]
        if found:
            blanks = _sums(found) | {"lead": _lead(found), "value": game_ui.words.value(option.key, value)}
            yield Message("stats.alone_at", blanks)


def _sums(ended: Sequence[PastGame]) -> dict[str, Any]:
    best = max(each.score or 0 for each in ended)
    return {"count": len(ended), "won": sum(each.place == 1 for each in ended), "best": best, "mean": _mean(ended)}


def _mean(ended: Sequence[PastGame]) -> int:
    return round(sum(each.score or 0 for each in ended) / len(ended))


def _lead(ended: Iterable[PastGame]) -> str:
    return f"{max((each.score or 0) - (each.rival or 0) for each in ended):+d}".replace("-", "−")


def _by_seats(ended: Sequence[PastGame]) -> Iterator[Message]:
    for seats in sorted({each.seats for each in ended}):
        sides = [each for each in ended if each.seats == seats]
        places = Counter(side.place for side in sides)
        told = tuple(Message("stats.place", {"place": place, "times": places[place]}) for place in range(1, seats + 1))
        blanks: dict[str, Any] = {"players": players(seats), "places": told}
        if scored := _with_own_score(sides):
            yield Message("stats.seats", {**_sums(scored), **blanks, "count": len(sides)})
        else:
            yield Message("stats.seats_unscored", {**blanks, "count": len(sides)})


def _streaks(ended: Sequence[PastGame]) -> Iterator[Message]:
    """Yield a line about current and longest winning streaks against people. A streak has at least two games."""
    now = best = 0
    for each in sorted(ended, key=lambda side: (side.ended_at, side.table)):
        now = now + 1 if each.place == 1 else 0
        best = max(best, now)
    if best > 1:
        yield Message("stats.streak", {"now": now, "best": best})


def _by_setup(game_ui: GameUI, ended: Sequence[PastGame]) -> Iterator[Message]:
    """Yield a line about games against others for each result of the setup, most frequent first."""
    ended = _with_own_score(ended)
    for kind in sorted({kind for each in ended for kind in each.dealt}):
        sides: dict[str, list[PastGame]] = {}
        for each in ended:
            if kind in each.dealt:
                sides.setdefault(each.dealt[kind], []).append(each)
        for value, found in sorted(sides.items(), key=lambda item: (-len(item[1]), item[0])):
            if (name := game_ui.results.dealt_name(kind, value)) is not None:
                yield Message("stats.setup", {**_sums(found), "thing": name})


def _time(ended: Sequence[PastGame]) -> Iterator[Message]:
    """Yield a line about the average time of a turn, in games without a replaced player."""
    known = [each for each in ended if each.turns and not each.has_changed]
    turns = sum(each.turns for each in known)
    if turns:
        yield Message("stats.time", {"time": _duration(sum(each.waited_ms for each in known) // turns)})


def _duration(mean_ms: int) -> Message:
    """Return a duration: minutes below two hours, hours below two days, else days. Rounded, and at least a minute."""
    minutes = max(1, round(mean_ms / MINUTE_MS))
    if minutes < 120:
        return Message("lobby.minutes", {"count": minutes})
    hours = round(minutes / 60)
    if hours < 48:
        return Message("lobby.hours", {"count": hours})
    return Message("lobby.days", {"count": round(hours / 24)})
