"""Questions that a gain asks: which temp, good, track or route. GOOD-6, GOOD-9, TRACK-4, EFF-25"""

from typing import ClassVar

from engine.kernel.decision import Option
from engine.kernel.steps import Now
from engine.minos_dawn.actions.build import route_option
from engine.minos_dawn.content.language import GOODS, TRACKS
from engine.minos_dawn.content.words import good_option, track_option
from engine.minos_dawn.state.changes import advance, gain_temp, take_good
from engine.minos_dawn.state.state import DawnState
from engine.minos_dawn.state.steps import Benefit, RepeatedChoice, SourceChoice


class ChooseTemp(RepeatedChoice, frozen=True, tag="ChooseTemp"):
    """Choose a temp from the supply, `left` times. EFF-6, GOOD-9"""

    rule: ClassVar[str] = "EFF-6"
    asks: ClassVar[str] = "minos_dawn.prompt.temp"

    def options(self, state: DawnState) -> list[Option]:
        return [good_option("temp", good) for good, count in enumerate(state.temps) if count and self.left]

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        now.then(ChooseTemp(self.seat, self.source, self.left - 1))
        gain_temp(state, now, self.seat, GOODS.index(key.removeprefix("temp:")), 1, self.source)


class ChooseGood(RepeatedChoice, frozen=True, tag="ChooseGood"):
    """Choose a good and gain its benefit, `left` times. EFF-7, GOOD-5, GOOD-6"""

    rule: ClassVar[str] = "EFF-7"
    asks: ClassVar[str] = "minos_dawn.prompt.good"

    def options(self, state: DawnState) -> list[Option]:
        return [good_option("good", good) for good, count in enumerate(state.stacks) if count and self.left]

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        now.then(ChooseGood(self.seat, self.source, self.left - 1))
        take_good(state, now, self.seat, GOODS.index(key.removeprefix("good:")), self.source)


class ChooseTrack(SourceChoice, frozen=True, tag="ChooseTrack"):
    """Choose a track to advance on: one of the lowest if `is_lowest`, otherwise any. EFF-21, EFF-22, TRACK-4, ACT-11"""

    is_lowest: bool
    rule: ClassVar[str] = "TRACK-4"
    asks: ClassVar[str] = "minos_dawn.prompt.track"

    def options(self, state: DawnState) -> list[Option]:
        """Include tracks at the top. With `is_lowest`, offer only one if all three are there: each would give 3 VP."""
        tracks = state.players[self.seat].tracks
        lowest = min(tracks)
        numbers = [track for track in range(3) if not self.is_lowest or tracks[track] == lowest]
        if self.is_lowest and lowest == 8:
            numbers = numbers[:1]
        return [track_option(track) for track in numbers]

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        advance(state, now, self.seat, TRACKS.index(key.removeprefix("track:")), self.source)


class ChooseRoute(RepeatedChoice, frozen=True, tag="ChooseRoute"):
    """Choose a space with one of the seat's ships and take its income, `left` times. EFF-25"""

    rule: ClassVar[str] = "EFF-25"
    asks: ClassVar[str] = "minos_dawn.prompt.route"

    def options(self, state: DawnState) -> list[Option]:
        ships = state.players[self.seat].ships
        return [route_option("route", state.routes[i]) for i, space in enumerate(ships) if space and self.left]

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        route = key.removeprefix("route:")
        space = state.players[self.seat].ships[state.routes.index(route)]
        now.then(ChooseRoute(self.seat, self.source, self.left - 1))
        now.then(Benefit(self.seat, f"route:{route}:{space}"))
