"""One simulated table: open it, read its channel, and record the actions of its people."""

import re
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass

from sandbox.driver import Actor
from sandbox.records import Channel
from sandbox.seen import Reply, Seen
from sandbox.server import Sandbox
from sandbox.simulation.notes import Fate, Notes, Press
from sandbox.simulation.verdict import ANSWER_S
from sandbox.simulation.visitor import REFUSED_SIGN, Visitor, fate_of

MENTION = re.compile(r"<@(\d+)>")


class NobodyAnswers(Exception):  # noqa: N818
    """The table could not be opened, filled or started."""


@dataclass(eq=False)
class Table:
    """A table in one channel. Subclasses decide when people act."""

    sandbox: Sandbox
    channel: Channel
    notes: Notes

    async def seat(
        self, people: Sequence[Actor], options: dict[str, object], pace: str = "", *, is_again: bool = False
    ) -> None:
        """Open, fill and start the table. Raise `NobodyAnswers` on failure. If `is_again`, ignore refusals."""
        opener, *others = people
        steps: list[tuple[Actor, str, dict[str, object]]] = [(opener, "/table open", options)]
        if pace:
            steps.append((opener, "/table pace", {"pace": pace}))
        steps += [(person, "/table join", {}) for person in others]
        for actor, path, values in [*steps, (opener, "/table start", {})]:
            reply = await self.take(actor.command(path, self.channel, **values))
            if reply.text.startswith(REFUSED_SIGN) and not is_again:
                raise NobodyAnswers(reply.text)

    @staticmethod
    async def take(action: Awaitable[Reply]) -> Reply:
        """Await an action in the lobby and its answer, even a deferred one. Raise `NobodyAnswers` if there is none."""
        reply = await action
        if fate_of(reply) == "put_off":
            await reply.settle(ANSWER_S)
        if reply.kind is None:
            raise NobodyAnswers(reply.interaction.channel.name)
        return reply

    def live(self) -> Seen | None:
        """Return the bot's newest public message if it has buttons, otherwise None."""
        for message in self.sandbox.newest(self.channel):
            if message.is_by_bot and not message.is_ephemeral:
                return message if message.buttons else None
        return None

    def mentions(self) -> set[int]:
        live = self.live()
        return {int(user) for user in MENTION.findall(live.text)} if live else set()

    def state(self) -> tuple[int, int] | None:
        """Return the id of the newest message and its number of edits. Any change of the board changes one of these."""
        live = self.live()
        return (live.id, live.edits) if live else None

    async def note(self, visitor: Visitor, reply: Reply, at_s: float, *, is_command: bool = False) -> Fate:
        """Record the outcome of an action, and answer private questions that follow. Return the last outcome. A command
        (`is_command`) counts as confirmed if it is answered with a message."""
        fate = fate_of(reply)
        if fate == "told" and is_command:
            fate = "confirmed"
        if reply.message is not None and reply.kind == "message" and not reply.is_ephemeral:
            self.notes.leaks.append(f"a public answer to {visitor.actor.name}: {reply.text[:80]}")
        data = reply.interaction.data
        control = str(data.get("custom_id") or "")
        what = f"{control or data.get('name')}, answered by {reply.kind}"
        number, now_ms = reply.interaction.id, round(self.sandbox.clock.now() * 1000)
        press = Press(number, self.channel.id, fate, at_s, reply.latency_s, what, control, now_ms)
        self.notes.presses.append(press)
        self.notes.stretches[-1].append(at_s)
        private = reply.message if reply.kind in ("message", "update") else None
        if fate == "refused" or private is None or not private.is_ephemeral or visitor.puts_away(private):
            return fate
        again_s = self.notes.now_s()
        answer = await visitor.use(private)
        return fate if answer is None else await self.note(visitor, answer, again_s)
