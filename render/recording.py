"""`python -m render.recording GAME …`: record a game between computer players as an animation, a picture and a log. The
recording shows what everyone at the table sees and hears. The same command always produces the same files."""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from PIL import Image

from engine.games import GAMES
from engine.kernel.decision import Fact, Seat
from engine.kernel.game import Game
from engine.kernel.play import start
from engine.simulate import Plan, players_of, simulation_of
from locales.words import Words
from render.film import frame_of, moving
from render.paint import Painting
from render.renderer import RENDERERS
from render.worker import say_in

NAMES = {0: "Ariadne", 1: "Daidalos", 2: "Europa", 3: "Talos"}
FEW_ANSWERS = 5
"""Turns with fewer answers than this, such as drafts, share a frame."""


class Recording:
    """A game being recorded. Adds a frame when another seat is asked, and a heading when the first line of the alt text
    changes."""

    def __init__(self, plan: Plan, number: int, width: int) -> None:
        self.game: Game[Any] = GAMES[plan.game]
        self.renderer = RENDERERS[plan.game]
        self.width = width
        self.simulation = simulation_of(self.game, plan, number)
        self.say, self.painting = say_in("en", Words(), NAMES), Painting()
        self.pictures: list[bytes] = []
        self.frames: list[Image.Image] = []
        self.lines: list[str] = []
        self._heading = ""
        self._framed = 0
        self._moves: list[Fact] = []
        """The public facts since the last frame was drawn."""

    @property
    def view(self) -> Any:
        return self.game.rules.look(self.simulation.play.position.state, None)

    def run(self) -> None:
        play = self.simulation.play
        opening = start(self.game, self.simulation.settings, self.simulation.seed).facts
        self.lines += self._log(opening)
        asked = _seats_asked(self.simulation.play.pending)
        while play.pending:
            self.lines += self._log(self.simulation.turn().facts)
            if _seats_asked(play.pending) != asked:
                asked = _seats_asked(play.pending)
                self._turn_over()
        self.lines += ["", "## The end", "", *self._standings()]

    def _log(self, facts: Iterable[Fact]) -> Iterator[str]:
        for fact in facts:
            heard = self.game.rules.hear(fact, None)
            if heard is None:
                continue
            self._moves.append(heard)
            line = self.game.narration.describe(heard)
            if line is not None:
                yield f"- {self.say(line)}"

    def _turn_over(self) -> None:
        view, number = self.view, self.simulation.play.position.number
        heading = self.renderer.alt_text(view, NAMES, self.say).splitlines()[0]
        if heading != self._heading:
            self.lines += ["", f"## {heading}", ""]
        elif number - self._framed < FEW_ANSWERS and self.simulation.play.pending:
            return
        self._heading, self._framed = heading, number
        shown = self.renderer.film_plate(self.renderer.plates(view, (), NAMES, self.say, self._moves))
        png = self.painting.png(shown.scene)
        self._moves = []
        self.pictures.append(png)
        self.frames.append(frame_of(png, self.width))

    def _standings(self) -> list[str]:
        placings = self.game.rules.result(self.simulation.play.position.state)
        parts = list(placings[0].parts)
        head = ["", "VP", *parts]
        rows = [
            [NAMES[each.seat], str(each.score), *(str(each.parts[part]) for part in parts)]
            for each in placings
            if each.seat is not None
        ]
        return ["| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *rows)]


def _seats_asked(pending: list[Any]) -> tuple[Seat, ...]:
    return tuple(decision.seat for decision in pending)


def record(plan: Plan, number: int, width: int, out: Path) -> None:
    recording = Recording(plan, number, width)
    recording.run()
    out.mkdir(parents=True, exist_ok=True)
    name = f"{plan.game}-{plan.seats}"
    gif = moving(recording.frames)
    (out / f"{name}.gif").write_bytes(gif)
    # Late enough for full boards, early enough that choices remain.
    (out / f"{name}.png").write_bytes(recording.pictures[len(recording.pictures) * 2 // 3])
    players = ", ".join(f"{NAMES[seat]} ({player})" for seat, player in enumerate(players_of(plan, number)))
    title = [
        f"# A whole game: {plan.game}, {plan.seats} seats", "",
        f"Played by programs: {players}. What everybody at the table heard.",
        "", f"![The game as a moving picture]({name}.gif)", "",
        f"Made by `python -m render.recording {plan.game} --seats {plan.seats} --seed {plan.seed} --number {number}"
        f" --player {plan.player}`.", "",
    ]  # fmt: skip
    (out / f"{name}.md").write_text("\n".join([*title, *recording.lines]) + "\n", encoding="utf-8")
    print(f"{name}: {len(recording.frames)} frames, {len(gif) / 1000:.0f} kB, {len(recording.lines)} lines")


def main() -> None:
    parser = argparse.ArgumentParser(description="Record a whole game that programs play.")
    parser.add_argument("game", choices=sorted(RENDERERS))
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=0, help="which game of that seed")
    parser.add_argument("--player", default="greedy", help="random, greedy …; several with commas between")
    parser.add_argument("--width", type=int, default=720, help="of the picture, in pixels")
    parser.add_argument("--out", type=Path, default=Path("docs/recorded"), help="folder for the three files")
    given = parser.parse_args()
    record(Plan(given.game, given.seats, given.seed, given.player), given.number, given.width, given.out)


if __name__ == "__main__":
    main()
