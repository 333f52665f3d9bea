"""DF7: each permission is taken from the bot during a game, in each kind of place, and given back later."""

import contextlib
from random import Random

from cogs.ui.press import NOBODY, read_press
from engine.games import GAMES
from gauntlet.family import Control, Doses, Family, Findings
from gauntlet.over_wire import over_wire
from sandbox import permissions
from sandbox.client import NotOffered
from sandbox.records import ANNOUNCEMENT, FORUM, STAGE, TEXT, VOICE, Channel
from sandbox.simulation.notes import Notes
from sandbox.simulation.table import Table
from sandbox.simulation.visitor import Visitor, controls_of
from sandbox.world import GUILD_ID
from sessions.session import Session
from tests.wire.evening import Wired

KINDS = {"text": TEXT, "thread": TEXT, "news": ANNOUNCEMENT, "post": FORUM, "voices": VOICE, "stage": STAGE}
IN_THREADS = ("thread", "news", "post")
NAMES = {
    permissions.VIEW_CHANNEL: "View Channel",
    permissions.SEND_MESSAGES: "Send Messages",
    permissions.SEND_MESSAGES_IN_THREADS: "Send Messages in Threads",
    permissions.ATTACH_FILES: "Attach Files",
    permissions.CONNECT: "Connect",
    permissions.READ_MESSAGE_HISTORY: "Read Message History",
    permissions.EMBED_LINKS: "Embed Links",
    permissions.ADD_REACTIONS: "Add Reactions",
    permissions.USE_EXTERNAL_EMOJIS: "Use External Emoji",
    permissions.CREATE_PUBLIC_THREADS: "Create Public Threads",
}
"""The permissions that are taken away, with Discord's English names."""
IN_CHANNELS = {permissions.VIEW_CHANNEL, permissions.SEND_MESSAGES, permissions.ATTACH_FILES}
IN_POSTS = {permissions.VIEW_CHANNEL, permissions.SEND_MESSAGES_IN_THREADS, permissions.ATTACH_FILES}
CELLS = [(kind, permission) for kind in KINDS for permission in NAMES]
ACTIONS = 30
"""At least one of this many actions changes the game. Some only open a menu, and some commands aren't possible now."""
HEALED_S = 5.0
"""Longest time until the board is there after the permission is back, in seconds."""


def is_needed(kind: str, permission: int) -> bool:
    """Return whether a table in such a place needs the permission."""
    if permission == permissions.CONNECT:
        return kind in ("voices", "stage")
    return permission in (IN_POSTS if kind in IN_THREADS else IN_CHANNELS)


class Moderation:
    """Opens a table in each kind of place, takes a permission away, and gives it back."""

    def __init__(self, wired_bot: Wired, seed: int, findings: Findings) -> None:
        self._wired, self._sandbox, self._findings = wired_bot, wired_bot.sandbox, findings
        self._random = Random(seed)
        self._people = [wired_bot.person("Ariadne"), wired_bot.person("Theseus")]
        self._visitors = {each.id: Visitor(each, Random(self._random.random())) for each in self._people}

    async def check(self, kind: str, permission: int) -> None:
        """Take this permission away in a new place of this kind, let people move, and give it back."""
        told, expect = f"{kind} without {NAMES[permission]}", self._findings.expect
        self._findings.tries += 1
        parent, place = await self._open(kind)
        session = await self._wired.parts.sessions.at(place.id)
        number = session.number
        self._sandbox.places.deny(parent, permission)
        for _ in range(ACTIONS):
            if session.number == number:
                await self._move(place, told)
        expect(session.number > number, f"{told}: nobody could move")
        blocked, outbox = self._wired.parts.client.services.blocked_channels, self._wired.parts.sessions.outbox
        await self._sandbox.until(lambda: place.id in blocked or not outbox.has_posts(place.id))
        shown = await self._people[0].command("/table show", place)
        expect(shown.is_answered, f"{told}: no answer to /table show")
        if is_needed(kind, permission):
            expect(shown.is_ephemeral and NAMES[permission] in shown.text, f"{told}: not named in {shown.text!r}")
        self._sandbox.places.allow(parent, permission)
        try:
            await self._sandbox.until(lambda: not outbox.has_posts(place.id), HEALED_S)
        except TimeoutError:
            self._findings.failures.append(f"{told}: posts still wait after {HEALED_S:.0f} s")
        else:
            self._check_board(place, session, told)
        await session.leaving.close(self._people[0].id, self._sandbox.world.clock.fresh_id(), is_moderator=True)

    def _check_board(self, place: Channel, session: Session, told: str) -> None:
        """Check that the newest board has the controls of the open question."""
        board = Table(self._sandbox, place, Notes()).live()
        answering = controls_of(board).answering if board else []
        presses = [press for each in answering if (press := read_press(each.custom_id or "")) is not None]
        asked = {NOBODY, *(decision.id for decision in session.pending)}
        is_current = presses and all(press.decision in asked for press in presses)
        self._findings.expect(is_current, f"{told}: no board with the question")

    async def _open(self, kind: str) -> tuple[Channel, Channel]:
        """Start a game. Return the channel whose permissions count, and the channel or thread of the table."""
        channels, (ariadne, theseus) = self._sandbox.world.channels, self._people
        parent = place = channels.new(GUILD_ID, f"{kind}-{self._findings.tries}", KINDS[kind])
        if kind == "post":
            place = channels.start_thread(parent, "who plays?", ariadne.person)
        known = {thread.id for thread in channels.threads()}
        game = self._random.choice([key for key, game in GAMES.items() if 2 in game.rules.seats])
        commands = {command["name"] for command in self._sandbox.world.application.commands[0]}
        for visitor in self._visitors.values():
            visitor.group = next(word for word in reversed(game.split("-")) if word in commands)
        await ariadne.command("/table open", place, game=game, seats=2, thread=kind in ("thread", "news"))
        place = next((thread for thread in channels.threads() if thread.id not in known), place)
        await theseus.command("/table join", place)
        await ariadne.command("/table start", place)
        await self._sandbox.until(lambda: not self._wired.parts.sessions.outbox.has_posts(place.id))
        return parent, place

    async def _move(self, place: Channel, told: str) -> None:
        """Let somebody who is asked press the board or type a command, and answer private questions that follow."""
        session = await self._wired.parts.sessions.at(place.id)
        visitor = next(each for user, each in self._visitors.items() if session.reader.decision_of(user) is not None)
        table = Table(self._sandbox, place, Notes())
        live, is_typing = table.live(), self._random.random() < 0.5
        with contextlib.suppress(NotOffered):
            reply = await (visitor.type(place) if live is None or is_typing else visitor.use(live))
            if reply is not None:
                self._findings.expect(reply.is_answered, f"{told}: an action was not answered")
                await table.note(visitor, reply, 0.0)


def attempt(seed: int) -> Findings:
    async def moderate(wired_bot: Wired, findings: Findings) -> None:
        moderation = Moderation(wired_bot, seed, findings)
        for kind, permission in CELLS:
            await moderation.check(kind, permission)

    return over_wire(moderate)


FAMILY = Family(
    "DF7",
    "permissions taken away during a game, in each kind of place, and given back",
    "permissions",
    Doses(len(CELLS), len(CELLS), len(CELLS)),
    len(CELLS),
    attempt,
    (
        Control("permission-back-unnoticed", "posts still wait"),
        Control("connect-not-needed", "voices without Connect: not named"),
    ),
)
