"""Private answers on people's screens. A new answer from the board replaces the previous one; hints replace hints."""

import time
from collections import Counter
from collections.abc import Callable, Sequence

import discord
import msgspec

import discord_limits as limits

ROOM_S = 30.0
"""An answer whose token expires within this many seconds isn't deleted: the deletion might come too late."""
OWN = (discord.InteractionResponseType.channel_message, discord.InteractionResponseType.deferred_channel_message)
"""Response types that send a new message. With any other type, the original response is the pressed message."""


class PrivateAnswer(msgspec.Struct, frozen=True):
    """An answer to a press on the board. The original response to a deferred press is the pressed message."""

    interaction: discord.Interaction
    has_original: bool
    """If true, the answer's first message is the interaction's original response."""
    more: tuple[discord.WebhookMessage, ...]
    """The messages that followed the first."""
    at_s: float
    ends_with_lobby: bool = False
    """If true, the answer is deleted once the game has begun."""


class PrivateAnswers:
    """Each person's last private answer and last hint in each channel, in memory only. `clock` counts seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last: dict[tuple[int, int, bool], PrivateAnswer] = {}
        self._shown: Counter[int] = Counter()

    def below_board(self, channel: int) -> int:
        """Return the number of private answers below the board. Deleted answers don't count."""
        return self._shown[channel]

    def board_posted(self, channel: int) -> None:
        self._shown.pop(channel, None)

    def note(
        self,
        interaction: discord.Interaction,
        more: Sequence[discord.WebhookMessage],
        *,
        is_from_board: bool,
        is_hint: bool = False,
        ends_with_lobby: bool = False,
    ) -> PrivateAnswer | None:
        """Note a new private answer. If it `is_from_board`, return the previous answer of its kind (hint or not), to be
        deleted."""
        channel, now_s = interaction.channel_id or 0, self._clock()
        self._shown[channel] += 1
        has_original = interaction.response.type in OWN
        if not is_from_board or not (has_original or more):
            return None
        self._forget_old(now_s)
        place = channel, interaction.user.id, is_hint
        made = PrivateAnswer(interaction, has_original, tuple(more), now_s, ends_with_lobby)
        before, self._last[place] = self._last.get(place), made
        if before is not None:
            self._shown[channel] -= 1
        return before

    def renew(self, interaction: discord.Interaction) -> None:
        """Note that a press has edited the person's last answer. It can be deleted as long as that press's token is
        valid."""
        place = interaction.channel_id or 0, interaction.user.id, False
        if place in self._last:
            made = {"interaction": interaction, "has_original": True, "at_s": self._clock()}
            self._last[place] = msgspec.structs.replace(self._last[place], **made)

    def end_lobby(self, channel: int) -> list[PrivateAnswer]:
        """Return the answers that end with the lobby of this channel, to be deleted."""
        self._forget_old(self._clock())
        places = [place for place, kept in self._last.items() if place[0] == channel and kept.ends_with_lobby]
        return [self._last.pop(place) for place in places]

    def _forget_old(self, now_s: float) -> None:
        alive_s = limits.TOKEN_LIFE_S - ROOM_S
        self._last = {place: kept for place, kept in self._last.items() if now_s - kept.at_s < alive_s}
