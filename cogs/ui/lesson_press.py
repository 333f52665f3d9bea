"""Custom ids of a lesson's controls. None of them reads as a table's, nor a table's as one of them."""

import re

from cogs.ui.press import Press

_PATTERN = re.compile(r"l1:([a-z0-9-]{1,40}):(\d{1,3}):([a-z]{1,12})(\d{0,3}):(\d{1,20})", re.ASCII)

GO, RULE = "go", "rule"
"""Verbs of a lesson's own controls: go to a step, look up its rule."""


class LessonPress(Press, frozen=True, kw_only=True):
    """One control of a lesson, made for `user`. `epoch` is the step that it belongs to, or goes to; counts from 0."""

    game: str

    @property
    def custom_id(self) -> str:
        """At most 100 characters, unique within its message. It is all that a lesson remembers."""
        return f"l1:{self.game}:{self.epoch}:{self.verb}{self.index}:{self.user}"


def lesson_press(game: str, step: int, verb: str, index: int, user: int) -> LessonPress:
    """The control of that verb at one step of a game's lesson."""
    return LessonPress(0, step, verb, index, user=user, game=game)


def read_lesson_press(custom_id: str) -> LessonPress | None:
    """Decode a custom id. Return None if it is not a lesson's."""
    match = _PATTERN.fullmatch(custom_id)
    if match is None:
        return None
    game, step, verb, index, user = match.groups()
    return lesson_press(game, int(step), verb, int(index or 0), int(user))
