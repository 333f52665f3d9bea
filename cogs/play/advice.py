"""*Hint*, *Why?* and *My three dearest moves*: what a program thinks of a question, told to one person."""

import discord

from cogs.interactions.answering import REFUSED, Reply
from cogs.interactions.gate import HINTS, LOOK, PRIVATE_LOOK, press
from cogs.replay.viewer import WHY
from cogs.services import Services
from cogs.ui.layout import text_panel
from cogs.ui.press import Press
from cogs.ui.refusals import explain
from cogs.views.controls import HINT
from cogs.views.ending import DEAREST
from cogs.views.reasons import ReasonWords
from engine.kernel.refusals import Refusal
from sessions.session import Session


@press(HINT, at=HINTS)
async def hint(services: Services, interaction: discord.Interaction, session: Session) -> Reply:
    """What a strong computer player would answer to what this person is asked. Raises the refusals of `Adviser`."""
    user = interaction.user.id
    session.hints.check(user)
    services.rates.admit_hint(interaction)
    reasons = await services.adviser.hint(session, user, interaction.id)
    words = ReasonWords(services.wording, session, services.wording.speech.reader(interaction))
    return Reply(view=text_panel(words.hint(reasons, reasons.decision.seat)))


@press(WHY, at=PRIVATE_LOOK)
async def why(services: Services, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
    """Why a computer answered as it did. Raises the refusals of `Adviser`."""
    services.rates.admit_why(interaction)
    found = await services.adviser.why(session, press.decision, press.index)
    words = ReasonWords(services.wording, session, services.wording.speech.reader(interaction))
    return Reply(view=text_panel(words.why(found)))


@press(DEAREST, at=LOOK)
async def dearest(services: Services, interaction: discord.Interaction, session: Session) -> Reply:
    """That this person's moves are looked through, and then which cost most. Raises the refusals of `Adviser`."""
    await services.adviser.check_dearest(session, interaction.user.id)
    services.rates.admit_look(interaction)

    async def looked() -> Reply:
        try:
            look = await services.adviser.dearest(session, interaction.user.id)
        except Refusal as refusal:
            words = services.wording.speech.say(explain(refusal, {}), services.wording.speech.reader(interaction))
            return Reply(view=text_panel(f"{REFUSED} {words}"))
        words = ReasonWords(services.wording, session, services.wording.speech.reader(interaction)).dearest(look)
        return Reply(view=text_panel(words))

    return Reply(view=text_panel(services.wording.speech.translate(interaction, "reasons.looking")), drawn=looked)
