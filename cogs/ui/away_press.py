"""Custom ids of the buttons under a reminder, for being away. None of them reads as a table's."""

import re

import msgspec

DAYS = ("tomorrow", "monday")
_PATTERN = re.compile(rf"a1:({'|'.join(DAYS)}):(\d{{1,20}})", re.ASCII)


class AwayPress(msgspec.Struct, frozen=True):
    """To be away until the beginning of that `day`, made for `user`."""

    day: str
    user: int
    verb: str = "away"
    index: int = 0

    @property
    def custom_id(self) -> str:
        """At most 100 characters, unique within its message."""
        return f"a1:{self.day}:{self.user}"


def read_away_press(custom_id: str) -> AwayPress | None:
    """Decode a custom id. Return None if it is something else's."""
    match = _PATTERN.fullmatch(custom_id)
    return AwayPress(match[1], int(match[2])) if match else None
