"""The positions that a seat's answers lead to, each tried only once however often `offering` looks."""

from collections.abc import Iterable
from typing import Any

import msgspec

from engine.kernel.decision import Seat
from engine.kernel.game import Game
from engine.kernel.play import Play, Position

_due = msgspec.msgpack.Encoder(order="deterministic")


def fingerprint(position: Position[Any]) -> bytes:
    """The position as bytes, without its count of answers: equal if two ways have the same effect."""
    return _due.encode((position.state, position.agenda, position.draws))


class Branch:
    """A position after some answers. `due` is its fingerprint; `revealed` is about the last answer."""

    __slots__ = ("due", "play", "revealed")

    def __init__(self, play: Play[Any], due: bytes, revealed: bool) -> None:
        self.play = play
        self.due = due
        self.revealed = revealed


class Branches:
    """All branches tried from one position, which must not change. Ways with the same effect share one."""

    def __init__(self, game: Game[Any], position: Position[Any]) -> None:
        self.game = game
        self.root = Branch(Play(game, position), fingerprint(position), False)
        self._all = {(self.root.due, False): self.root}
        self._after: dict[tuple[Branch, Seat, str], Branch] = {}

    def after(self, branch: Branch, seat: Seat, key: str) -> Branch:
        way = (branch, seat, key)
        if way not in self._after:
            play = branch.play.fork()
            revealed = play.take_keys(seat, key).revealed
            due = fingerprint(play.position)
            self._after[way] = self._all.setdefault((due, revealed), Branch(play, due, revealed))
        return self._after[way]

    def after_all(self, branch: Branch, seat: Seat, keys: Iterable[str]) -> Branch:
        for key in keys:
            branch = self.after(branch, seat, key)
        return branch

    def after_unrevealed(self, branch: Branch, seat: Seat, keys: Iterable[str]) -> Branch | None:
        """Return the branch after these answers, or None if any of them reveals something."""
        for key in keys:
            branch = self.after(branch, seat, key)
            if branch.revealed:
                return None
        return branch
