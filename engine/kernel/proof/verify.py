"""Replays an exported game to check its seed and every entry."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engine.kernel.chance import SEED_BYTES, commitment
from engine.kernel.codec import digest
from engine.kernel.decision import Answer
from engine.kernel.game import Game
from engine.kernel.play import Play, Position, copy_position, places_of, start
from engine.kernel.proof import exported
from engine.kernel.proof.exported import FinishedGame
from engine.kernel.refusals import Refusal
from engine.kernel.rules import AGREED, Settings

KEPT_EVERY = 8
MOST_REPEATED = 50_000
"""Maximum number of answers replayed because of undos. A file that needs more is considered malicious."""


class Differs(Exception):  # noqa: N818
    """The file and the rules disagree at this entry, or at 0 for the start. The text says how, in one sentence."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(why)
        self.number = number


class Verified(msgspec.Struct, frozen=True):
    entries: int
    answers: int
    taken_back: int
    places: int


def verify(game: Game[Any], export: FinishedGame) -> Verified:
    """Replay the game, and compare every position and the result. Raises `Differs`."""
    _check_seal(export)
    replayed = _Replay(game, export)
    for entry in export.entries[1:]:
        replayed.carry_out(entry)
    _check_end(game, export, replayed.position)
    kinds = [type(entry) for entry in export.entries]
    gone = sum(len(entry.numbers) for entry in export.entries if isinstance(entry, exported.TakenBack))
    return Verified(len(kinds), kinds.count(exported.Answer), gone, len(export.result))


def _check_seal(export: FinishedGame) -> None:
    """Raise `Differs` unless the seed matches its SHA-256, and the entries count from 1 and begin with the start."""
    if commitment(seed_of(export)) != export.sha256:
        raise Differs(0, "the seed does not match its SHA-256")
    numbers = [entry.number for entry in export.entries]
    if numbers != list(range(1, len(numbers) + 1)):
        raise Differs(0, "entries are missing, doubled or out of order")
    if not export.entries or not isinstance(export.entries[0], exported.Started):
        raise Differs(1, "the log does not begin with the start of a game")


def seed_of(export: FinishedGame) -> bytes:
    try:
        seed = bytes.fromhex(export.seed)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise Differs(0, f"the seed is not {SEED_BYTES} bytes in hex")
    return seed


def _check_end(game: Game[Any], export: FinishedGame, position: Position[Any]) -> None:
    if position.is_over != (export.ended == "finished"):
        raise Differs(0, "the log ends before the game is over, or the game ended in another way than the file says")
    reached = places_of(game, position, export.ended)
    if export.result != tuple(exported.Place(seat=each.seat, place=each.place, score=each.score) for each in reached):
        raise Differs(0, "the final places differ from those by the rules")


class _Replay:
    """The game after the entries so far, with earlier positions to return to after an undo."""

    def __init__(self, game: Game[Any], export: FinishedGame) -> None:
        self._game = game
        first = export.entries[0]
        try:
            begun = start(game, Settings(export.seats, export.options), seed_of(export)).position
        except Refusal as refusal:
            raise Differs(1, f"no game can begin with these settings ({refusal!r})") from refusal
        if digest(begun) != first.digest:
            raise Differs(1, "the rules set up the game differently")
        self._counting: list[exported.Answer | exported.Order] = []
        self._kept = [begun]
        self._repeated = 0
        self._play: Play[Any] = Play(game, copy_position(game, begun))

    @property
    def position(self) -> Position[Any]:
        return self._play.position

    def carry_out(self, entry: exported.ExportedEntry) -> None:
        try:
            match entry:
                case exported.Answer() | exported.Order():
                    self._count(entry)
                case exported.TakenBack():
                    self._take_back(entry)
                case exported.Started():
                    raise Differs(entry.number, "the game starts a second time")
                case _:
                    pass
        except Refusal as refusal:
            raise Differs(entry.number, f"the rules refuse it ({refusal!r})") from refusal
        if digest(self._play.position) != entry.digest:
            raise Differs(entry.number, "it leads to another position")

    def _count(self, entry: exported.Answer | exported.Order) -> None:
        if isinstance(entry, exported.Answer):
            self._play.answer(Answer(entry.seat, entry.decision, entry.keys))
        else:
            self._play.order(entry.seat, entry.rule, entry.keys)
            self._play = Play(self._game, self._play.position)  # An order may change the pending questions.
        self._counting.append(entry)
        if len(self._counting) % KEPT_EVERY == 0:
            self._kept.append(copy_position(self._game, self._play.position))

    def _take_back(self, entry: exported.TakenBack) -> None:
        gone = set(entry.numbers)
        first = next((place for place, known in enumerate(self._counting) if known.number in gone), None)
        if first is None or not gone <= {known.number for known in self._counting}:
            raise Differs(entry.number, "it undoes entries that do not exist")
        stay = first // KEPT_EVERY
        again = [known for known in self._counting[stay * KEPT_EVERY :] if known.number not in gone]
        self._repeated += len(again)
        if self._repeated > MOST_REPEATED:
            raise Differs(entry.number, "it undoes answers more often than any game does")
        del self._counting[stay * KEPT_EVERY :], self._kept[stay + 1 :]
        self._play = Play(self._game, copy_position(self._game, self._kept[stay]))
        for known in again:
            self._count(known)


def sentences(game: Game[Any] | None, export: FinishedGame) -> Iterator[tuple[bool, str]]:
    """Yield a sentence for each check, and whether the check succeeded."""
    if game is None:
        yield False, f"No game is called {export.game!r} here, so nothing can be checked."
        return
    try:
        found = verify(game, export)
    except Differs as differs:
        at = f"entry {differs.number} differs: " if differs.number else ""
        yield False, f"It does not hold: {at}{differs}."
        yield from _older(game, export.rules, export.entries, differs.number)
        return
    for sentence in (
        f"The seed has the SHA-256 in this file: {export.sha256}.",
        f"All {found.entries} entries were played again, {found.answers} answers among them, {found.taken_back} of"
        " them taken back; each leads to the position that the file names.",
        "The players agreed to end the game, and the places and scores are those that it had then."
        if export.ended in AGREED
        else "The final places and scores are those that the rules give."
        if found.places
        else "The game was ended before its last turn, so there are no places to check.",
        "Compare the SHA-256 with the one that was posted when the game began: then nobody could choose the draws.",
    ):
        yield True, sentence


def _older(
    game: Game[Any], rules: int, entries: Sequence[exported.ExportedEntry], number: int
) -> Iterator[tuple[bool, str]]:
    """Yield a note if the rules have changed since the game."""
    versions = {rules, *(entry.old for entry in entries if isinstance(entry, exported.NewRules))} - {game.rules.version}
    if versions and number:
        played = " and ".join(map(str, sorted(versions)))
        now = f"these are version {game.rules.version}: to check it, use the program as it was then."
        yield (False, f"It was played under version {played} of the rules, and {now}")
