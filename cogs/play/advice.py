"""*Hint*, *Why?* and *Costliest moves*: a computer player's opinion, for one person."""

from dataclasses import dataclass

import discord

from cogs.interactions.answering import REFUSED, Reply
from cogs.interactions.authority import ASKED, NOBODY_IN_WALK, PLAYED_AT_THE_END
from cogs.interactions.gate import HINTS, LOOK, PRIVATE_LOOK, press
from cogs.replay.viewer import WHY
from cogs.traffic import Rates
from cogs.ui.layout import text_panel
from cogs.ui.press import Press
from cogs.ui.refusals import explain
from cogs.ui.wording import Wording
from cogs.views.ending import DEAREST
from cogs.views.menu import HINT
from cogs.views.reasons import ReasonWords
from engine.kernel.refusals import Refusal
from sessions.computers.reasons import Adviser
from sessions.session import Session


@dataclass(frozen=True)
class Advice:
    _wording: Wording
    _adviser: Adviser
    _rates: Rates

    @press(HINT, "*Hint*, if hints are allowed", at=HINTS, who=ASKED)
    async def hint(self, interaction: discord.Interaction, session: Session) -> Reply:
        user = interaction.user.id
        session.hints.check(user)
        self._rates.take("hint", interaction.user.id)
        reasons = await self._adviser.hint(session, user, interaction.id)
        words = ReasonWords(self._wording, session.table, self._wording.speech.reader(interaction))
        return Reply(view=text_panel(words.hint(reasons, reasons.decision.seat)))

    @press(WHY, "*Why this move?*, in a game with computers", at=PRIVATE_LOOK, who=NOBODY_IN_WALK)
    async def explain(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        """Explain a computer player's answer. Raises the refusals of `Adviser`."""
        self._rates.take("why", interaction.user.id)
        found = await self._adviser.why(session, press.decision, press.index)
        words = ReasonWords(self._wording, session.table, self._wording.speech.reader(interaction))
        return Reply(view=text_panel(words.why(found)))

    @press(DEAREST, "*Costliest moves*", at=LOOK, who=PLAYED_AT_THE_END)
    async def find_dearest(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Say that this person's moves are being checked, then show the costliest. Raises the refusals of `Adviser`."""
        await self._adviser.check_dearest(session, interaction.user.id)
        self._rates.take("look", interaction.user.id)

        async def search() -> Reply:
            try:
                look = await self._adviser.dearest(session, interaction.user.id)
            except Refusal as refusal:
                words = self._wording.speech.say(explain(refusal, {}), self._wording.speech.reader(interaction))
                return Reply(view=text_panel(f"{REFUSED} {words}"))
            words = ReasonWords(self._wording, session.table, self._wording.speech.reader(interaction)).dearest(look)
            return Reply(view=text_panel(words))

        return Reply(view=text_panel(self._wording.speech.translate(interaction, "reasons.looking")), finish=search)
