"""Answers that report a table as open, shown or moved only after Discord has accepted its board."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import discord

from cogs.delivery.hand_sender import HandSender
from cogs.delivery.outcomes import Outcomes, Posted, Refused
from cogs.interactions.answering import REFUSED, Reply
from cogs.ui.wording import Wording
from engine.kernel.decision import Argument, Message
from sessions.refusals import StorageRefusal
from sessions.session import Session

NOT_POSTED = "table.not_posted"


@dataclass(frozen=True)
class Promises:
    _wording: Wording
    _outcomes: Outcomes
    _direct: HandSender

    def make(
        self,
        interaction: discord.Interaction,
        session: Session,
        since: int,
        begun: str,
        done: str,
        refused: str = NOT_POSTED,
        take_back: Callable[[], Awaitable[None]] | None = None,
    ) -> Reply:
        """Reply with `begun`, then with `done` once row `since` is posted. On failure, call `take_back` and say why, by
        direct message if the reply was lost."""
        table, place = session.table.id, self._wording.place_of(session.table)
        language = self._wording.speech.reader(interaction)
        self._outcomes.expect(table)

        def say(key: str, **more: Argument) -> str:
            return self._wording.say(Message(key, place | more), language)

        def refuse(text: str) -> Reply:
            return Reply(f"{REFUSED} {text}", lost=partial(self._send, session, interaction.user.id, text))

        async def finish() -> Reply:
            match outcome := await self._outcomes.of(table, since):
                case Posted():
                    return Reply(say(done))
                case Refused(why=why):
                    try:
                        if take_back is not None:
                            await take_back()
                    except StorageRefusal:  # don't claim that it was taken back
                        return refuse(say(NOT_POSTED, why=why))
                    return refuse(say(refused, why=why))
            if outcome is not None and outcome.wait_s is not None:
                return Reply(say("table.put_off", seconds=max(1, round(outcome.wait_s))))
            return Reply(say("table.not_yet"))

        async def finish_lost() -> None:
            finished = await finish()
            if finished.lost is not None:
                await finished.lost()

        return Reply(say(begun), finish=finish, lost=finish_lost)

    async def _send(self, session: Session, user: int, text: str) -> None:
        if not session.context.choices.people.is_dm_closed(user):
            await self._direct.send(user, text)
