"""Answers that report a table as open, shown or moved only after Discord has accepted its board."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import discord

from cogs.delivery.outcomes import Outcomes, Posted, Refused
from cogs.interactions.answering import REFUSED, Reply
from cogs.ui.wording import Wording
from engine.kernel.decision import Argument, Message
from sessions.session import Session


@dataclass(frozen=True)
class Promises:
    _wording: Wording
    _outcomes: Outcomes

    def make(
        self,
        interaction: discord.Interaction,
        session: Session,
        since: int,
        begun: Message,
        done: Message,
        refused: str = "table.not_posted",
        take_back: Callable[[], Awaitable[None]] | None = None,
    ) -> Reply:
        """Reply with `begun`, then `done` once row `since` is posted. If it is refused, `take_back` and say why."""
        table, game = session.table.id, self._wording.game_uis[session.table.game].name
        say = partial(self._wording.say, language=self._wording.speech.reader(interaction))
        place: dict[str, Argument] = {"game": game, "channel": f"<#{session.table.channel}>"}
        self._outcomes.expect(table)

        async def draw() -> Reply:
            match outcome := await self._outcomes.of(table, since):
                case Posted():
                    return Reply(say(done))
                case Refused(why=why):
                    if take_back is not None:
                        await take_back()
                    return Reply(f"{REFUSED} {say(Message(refused, {**place, 'why': why}))}")
            late = Message("table.not_yet", place)
            if outcome is not None and outcome.wait_s is not None:
                late = Message("table.put_off", {**place, "seconds": max(1, round(outcome.wait_s))})
            return Reply(say(late))

        return Reply(say(begun), drawn=draw)
