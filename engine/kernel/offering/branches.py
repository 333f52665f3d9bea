"""Where the answers of a seat lead, each tried once: for one question `offering` looks there over and over again."""

from collections.abc import Iterable
from typing import Any

import msgspec

from engine.kernel.decision import Answer, Seat
from engine.kernel.game import Game
from engine.kernel.play import Play, Position

_due = msgspec.msgpack.Encoder(order="deterministic")


def fingerprint(position: Position[Any]) -> bytes:
    """All of a position but how many answers it took, as bytes: equal where two ways come to the same."""
    return _due.encode((position.state, position.agenda, position.draws))


class Branch:
    """A game as it stands after some answers, to be looked at and not to be changed.

    `due` is what is due there, as bytes; `revealed` is whether the last of the answers showed anything.
    """

    __slots__ = ("due", "play", "revealed")

    def __init__(self, play: Play[Any], due: bytes, revealed: bool) -> None:
        self.play = play
        self.due = due
        self.revealed = revealed


class Branches:
    """The branches that were tried from a position. Ways that come to the same lead to the same branch."""

    def __init__(self, game: Game[Any], position: Position[Any]) -> None:
        """Nobody may change `position` as long as branches are tried."""
        self.game = game
        self.root = Branch(Play(game, position), fingerprint(position), False)
        self._all = {(self.root.due, False): self.root}
        self._after: dict[tuple[Branch, Seat, str], Branch] = {}

    def after(self, branch: Branch, seat: Seat, key: str) -> Branch:
        """Where the one answer `key` of `seat`, which is asked at `branch`, leads."""
        way = (branch, seat, key)
        if way not in self._after:
            play = branch.play.fork()
            asked = play.decision_of(seat)
            assert asked is not None
            revealed = play.take(Answer(seat, asked.id, (key,))).revealed
            due = fingerprint(play.position)
            self._after[way] = self._all.setdefault((due, revealed), Branch(play, due, revealed))
        return self._after[way]

    def after_all(self, branch: Branch, seat: Seat, keys: Iterable[str]) -> Branch:
        """Where the answers `keys` of `seat` lead from `branch`, one after the other."""
        for key in keys:
            branch = self.after(branch, seat, key)
        return branch

    def after_unrevealed(self, branch: Branch, seat: Seat, keys: Iterable[str]) -> Branch | None:
        """Where those answers lead; None where any of them shows something."""
        for key in keys:
            branch = self.after(branch, seat, key)
            if branch.revealed:
                return None
        return branch
