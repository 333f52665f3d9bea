"""Questions at a table: ask them privately, accept the answers, ask the next question."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import discord
import msgspec

import discord_limits as limits
from cogs.interactions.answering import Reply, illustrate
from cogs.interactions.authority import ASKED, ASKED_DRAFTS, ASKED_IN_PRIVATE, ASKED_LOOKS
from cogs.interactions.gate import ASK, BOTH, PRIVATE, is_private, press, pressed_keys, read_drafts
from cogs.painter import Painter
from cogs.ui import presenter
from cogs.ui.layout import text_panel
from cogs.ui.press import NOBODY, Press
from cogs.ui.wording import Wording
from cogs.views import controls
from cogs.views.hand import hand_picture, is_about_hand
from engine.kernel.decision import Decision, Message
from engine.kernel.offering.offers import single_keys
from render import Picture
from sessions.kept.choices import People
from sessions.play.state import is_asked_publicly, not_seated
from sessions.records.log import Moved
from sessions.refusals import NotYourTurn, StalePress, TableSuspended
from sessions.session import Session

PICTURE_S = 0.7
"""Longest time in seconds that a question waits for its picture. A later picture is added to the text."""

ROOM_TO_ASK = 500
"""Characters kept free for the next question, below the lines about what happened."""
NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Answers:
    wording: Wording
    painter: Painter
    _people: People

    def _check_asked(self, interaction: discord.Interaction, session: Session, press: Press) -> Decision:
        """Return the decision of the control. Raises `NotSeated`, `NotYourTurn`, `StalePress`."""
        user = interaction.user.id
        seat = session.reader.seat_of(user)
        if seat is None:
            raise not_seated(session.table, user)
        if session.table.status == "suspended" and not session.table.is_under_way:
            raise TableSuspended(session.table.reason or "damaged")
        decision = session.reader.decision_of(user)
        if press.epoch != session.table.epoch:
            raise StalePress
        if decision is None or press.seat not in (NOBODY, seat):
            waiting = tuple(asked.seat for asked in session.pending)
            raise NotYourTurn(waiting) if press.seat != seat else StalePress
        if press.decision not in (NOBODY, decision.id):
            raise StalePress
        return decision

    @press(presenter.ANSWER, "an option", at=BOTH, who=ASKED)
    @press(presenter.ANSWER_OFFERED, "a combined option", at=BOTH, who=ASKED)
    @press(presenter.PICK, "options of a list", at=BOTH, who=ASKED)
    @press(presenter.PICK_OFFERED, "combined options of a list", at=BOTH, who=ASKED)
    @press(presenter.ALL, "*All*", at=BOTH, who=ASKED)
    @press(presenter.NONE, "*None*", at=BOTH, who=ASKED)
    @press(presenter.DONE, "*Done*", at=PRIVATE, who=ASKED_IN_PRIVATE)
    @press(presenter.SURE, "*Yes, I’m sure*", at=PRIVATE, who=ASKED_IN_PRIVATE)
    @press(presenter.SURE_OFFERED, "*Yes, I’m sure*, of a combined option", at=PRIVATE, who=ASKED_IN_PRIVATE)
    async def _answer(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply | None:
        asked = self._check_asked(interaction, session, press)
        is_offered = press.verb in (
            presenter.ANSWER_OFFERED, presenter.PICK_OFFERED, presenter.SURE_OFFERED, presenter.DONE
        )  # fmt: skip
        is_sure = press.verb in (presenter.SURE, presenter.SURE_OFFERED)
        decision = session.reader.offers.as_shown(asked) if is_offered else asked
        keys = pressed_keys(interaction, decision, press)
        if decision.row and press.verb == presenter.DONE:
            return await self._answer_in_a_row(interaction, session, press, asked, keys)
        if decision.row and len(keys) > 1:  # in an older version's list, several could be picked
            return self._mark(interaction, session, asked, NOTHING, read_indexes(decision, keys))
        question = None if is_sure else guard_of(self.wording, session.table.game, decision, keys)
        if question is not None:
            return self._ask_again(interaction, session, asked, keys[0], question)
        user = interaction.user.id
        moved = await session.play.answer(user, keys, interaction.id, epoch=press.epoch, decision=press.decision)
        return await self._ask_next(interaction, session, moved)

    async def _answer_in_a_row(
        self, interaction: discord.Interaction, session: Session, press: Press, asked: Decision, keys: tuple[str, ...]
    ) -> Reply | None:
        """Carry out the marked answers in order if they are compatible. Stop after a reveal, and name the remaining
        answers."""
        shown = session.reader.offers.as_shown(asked)
        marked = read_indexes(shown, keys)
        agreeing, _ = marks_that_agree(session, shown, NOTHING, marked)
        if not marked or agreeing != marked:
            return self._mark(interaction, session, asked, NOTHING, marked)
        found = session.reader.offers.in_a_row(shown, [shown.options[index].key for index in marked])
        moved = await session.play.answer(
            interaction.user.id, found.given, interaction.id, epoch=press.epoch, decision=press.decision
        )
        if not found.left:
            return await self._ask_next(interaction, session, moved)
        labels = [shown.options[index].label for index in marked]
        count = len(found.given)
        left = Message("play.partly", {"done": tuple(labels[:count]), "left": tuple(labels[count:])})
        return await self._ask_next(interaction, session, moved, left)

    def _mark(
        self,
        interaction: discord.Interaction,
        session: Session,
        asked: Decision,
        before: Collection[int],
        added: Collection[int],
    ) -> Reply:
        """Show the list for marking answers, with the marked answers in order. Name those that can't be marked."""
        language, shown = self.wording.speech.reader(interaction), session.reader.offers.as_shown(asked)
        making = controls.presenter_of(self.wording, session.table, shown, language, interaction.user.id)
        marked, refused = marks_that_agree(session, shown, before, [each for each in making.acts if each in added])
        labels = [self.wording.say(shown.options[index].label, language, session.table) for index in marked]
        lines = [self.wording.show(asked.prompt, language, session.table)]
        lines.append(self.wording.say(Message("play.in_order" if marked else "play.mark"), language))
        lines += [f"{number}. {label}" for number, label in enumerate(labels, start=1)]
        if refused:
            options = tuple(shown.options[index].label for index in refused)
            lines.append(self.wording.say(Message("play.unmarked", {"options": options}), language, session.table))
        view = text_panel("\n".join(lines), making.marking(making.acts, marked))
        return Reply(view=view, replaces=is_private(interaction))

    def _ask_again(
        self, interaction: discord.Interaction, session: Session, decision: Decision, key: str, question: Message
    ) -> Reply:
        """Ask for confirmation. If `key` combines several answers and the last is an option now, ask only about it."""
        language = self.wording.speech.reader(interaction)
        if all(option.key != key for option in decision.options):
            last = single_keys(key)[-1]
            is_last_asked = any(option.key == last for option in decision.options)
            decision, key = (decision, last) if is_last_asked else (session.reader.offers.as_shown(decision), key)
        asking = controls.presenter_of(self.wording, session.table, decision, language, interaction.user.id)
        text = self.wording.say(question, language, session.table)
        return Reply(view=text_panel(text, asking.confirmation(key)), replaces=is_private(interaction))

    async def _ask_next(
        self, interaction: discord.Interaction, session: Session, moved: Moved | None, left: Message | None = None
    ) -> Reply | None:
        """Ask this person's next private question. If there is none, close their list or, if they read plain text, say
        what happened."""
        decision = session.reader.decision_of(interaction.user.id)
        if decision is not None and not is_asked_publicly(session.reader, limits.SELECT_OPTIONS):
            return await self._ask(interaction, session, decision, left=left)
        if left is not None:
            language = self.wording.speech.reader(interaction)
            words = self.wording.say(left, language, session.table)
            return Reply(view=text_panel(words), replaces=is_private(interaction))
        user = interaction.user.id
        if moved is not None and self._people.get(user).plain_text:
            language = self.wording.speech.reader(interaction)
            words = say_consequences(self.wording, session, user, language, moved)
            return Reply(view=text_panel(words), replaces=is_private(interaction))
        if not is_private(interaction):
            return None
        return Reply(self.wording.speech.translate(interaction, "play.taken"), closes=True)

    async def _ask(
        self,
        interaction: discord.Interaction,
        session: Session,
        decision: Decision,
        picked: frozenset[int] = NOTHING,
        left: Message | None = None,
    ) -> Reply:
        """Ask a question, with the picture of the hand if the question is about it. `left` is shown above."""
        user, language = interaction.user.id, self.wording.speech.reader(interaction)
        prompt = self.wording.show(decision.prompt, language, session.table)
        if left is not None:
            prompt = f"{self.wording.say(left, language, session.table)}\n\n{prompt}"
        shown = session.reader.offers.as_shown(decision)
        rows = controls.private_rows(self.wording, session.table, shown, language, user, picked)
        replaces, epoch = is_private(interaction), session.table.epoch

        def reply(picture: Picture | None) -> Reply:
            return illustrate(picture, prompt, *rows, replaces=replaces)

        table, view = session.table, session.reader.view(session.reader.seat_of(user))
        if self._people.get(user).plain_text or not is_about_hand(
            self.wording, self.painter, table.game, view, decision
        ):
            return reply(None)
        drawing = asyncio.ensure_future(hand_picture(self.wording, self.painter.of(user), table, view, language))
        done, _ = await asyncio.wait({drawing}, timeout=PICTURE_S)
        if done:
            return reply(drawing.result())

        async def draw() -> Reply | None:
            picture = await drawing
            asked = session.reader.decision_of(user)
            is_due = asked is not None and asked.id == decision.id and session.table.epoch == epoch
            return reply(picture) if picture is not None and is_due else None

        return msgspec.structs.replace(reply(None), drawn=draw)

    @press(controls.CHOOSE, "*Your choice*", at=ASK, who=ASKED_LOOKS)
    async def _choose(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        return await self._ask(interaction, session, self._check_asked(interaction, session, press))

    @press(presenter.SEVERAL, "*Choose several…*", at=BOTH, who=ASKED_LOOKS)
    async def _several(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        decision = self._check_asked(interaction, session, press)
        if not session.reader.offers.as_shown(decision).row:
            return await self._ask(interaction, session, decision)
        return self._mark(interaction, session, decision, NOTHING, NOTHING)

    @press(presenter.DRAFT, "a part of a large choice", at=PRIVATE, who=ASKED_DRAFTS)
    async def _draft(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        decision = self._check_asked(interaction, session, press)
        before, after = read_drafts(interaction)
        if session.reader.offers.as_shown(decision).row:
            return self._mark(interaction, session, decision, before & after, after - before)
        return await self._ask(interaction, session, decision, frozenset(after))


def read_indexes(shown: Decision, keys: Collection[str]) -> list[int]:
    """Return the positions of these options in the order they are carried out. Omit any that must be picked alone."""
    return [index for index in shown.row if shown.options[index].key in keys]


def marks_that_agree(
    session: Session, shown: Decision, before: Collection[int], added: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Judge by public information. Return the marks that seem possible together, and the ones in `added` that don't."""

    def agree(marks: Collection[int]) -> bool:
        found = session.reader.offers.in_a_row(
            shown, [shown.options[index].key for index in shown.row if index in marks]
        )
        return found.revealed or not found.left

    marks, refused = {*before, *added}, list[int]()
    if not agree(marks):
        marks = set(before)
        for index in added:
            if agree({*marks, index}):
                marks.add(index)
            else:
                refused.append(index)
    return [index for index in shown.row if index in marks], refused


def guard_of(wording: Wording, game: str, decision: Decision, keys: tuple[str, ...]) -> Message | None:
    """Return the confirmation prompt of an answer that forfeits something, or None."""
    options = wording.game_uis[game].options
    if len(keys) != 1 or decision.at_most != 1:
        return None
    chosen = next((option for option in decision.options if option.key in keys), None)
    if chosen is None:
        return None
    others = [
        o
        for o in decision.options
        if o is not chosen and not (options.is_extra(o) or options.is_idle(o) or decision.is_aside(o.key))
    ]
    return options.guard(chosen) if others else None


def say_consequences(wording: Wording, session: Session, user: int, language: str, moved: Moved) -> str:
    """Describe the events as this person may know them, and the next question."""
    described = [(line, session.table.names) for line in session.reader.log.describe(moved.facts)]
    lines = wording.show_all(described, language, limits.CONTENT - ROOM_TO_ASK)
    decision = session.reader.decision_of(user)
    if decision is not None:
        prompt = wording.show(decision.prompt, language, session.table)
        lines.append(wording.say(Message("play.asked", {"prompt": prompt}), language))
    text = "\n".join(lines) or wording.say(Message("play.taken"), language)
    return text if len(text) <= limits.CONTENT else text[: limits.CONTENT - 1] + "…"
