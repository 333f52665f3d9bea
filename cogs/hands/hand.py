"""What is one person's alone at a table: their hand, and the standing orders they may leave."""

import discord

import discord_limits as limits
from cogs.interactions.answering import Reply
from cogs.interactions.gate import LOOK, press
from cogs.services import Services
from cogs.ui.layout import text_panel, upload
from cogs.ui.panel import Button, PanelOption, Row, Select
from cogs.ui.press import Press
from cogs.ui.text import shorten
from cogs.ui.wording import Wording
from cogs.views.controls import MINE
from cogs.views.hand import hand_lines, hand_picture, has_hand_picture
from engine.kernel.decision import Decision, Message
from sessions.refusals import NotSeated, NotStarted
from sessions.session import Session

ORDER = "order"
"""The verb of a control that leaves a standing order."""
NOTE = "note"
"""The verb of the control that opens one's note."""


@press(MINE, at=LOOK)
async def mine(services: Services, interaction: discord.Interaction, session: Session) -> Reply:
    """What is this person's alone: their hand, their note, and standing orders to leave.

    Raises `NotStarted`, `NotSeated`.
    """
    user = interaction.user.id
    if session.table.status == "lobby":
        raise NotStarted
    if session.seat_of(user) is None:
        raise NotSeated
    language = services.wording.speech.reader(interaction)
    rows: list[Row] = []
    note = await services.sessions.store.people.note(session.table.id, user)
    prompts = hand_lines(services.wording, session, user, language, len(note or ""))
    if note is not None:
        prompts.append(services.wording.say(Message("note.shown", {"note": note}), language))
    for index, decision in enumerate(session.reader.offers.orders(user)):
        prompt = services.wording.say(decision.prompt, language, session.table)
        prompts.append(prompt)
        press = Press(session.table.id, session.table.epoch, ORDER, index, user=user)
        choices = tuple(
            PanelOption(str(place), shorten(services.wording.say(option.label, language, session.table), 100))
            for place, option in enumerate(decision.options[: limits.SELECT_OPTIONS])
        )
        rows.append(Select(press, shorten(prompt, 150), choices, decision.at_least, decision.at_most))
    people = services.sessions.people
    if people.get(user).hand_by_dm and people.is_dm_closed(user):
        prompts.append(f"-# {services.wording.speech.translate(interaction, 'hand.dm_closed')}")
    words = "\n\n".join(prompts)
    press = Press(session.table.id, session.table.epoch, NOTE, user=user)
    rows.append((Button(press, services.wording.speech.translate(interaction, "button.note")),))

    async def drawn() -> Reply:
        picture = await hand_picture(services.wording, services.painter, session, user, language)
        return Reply(view=text_panel(words, rows, picture), file=upload(picture) if picture else None)

    return Reply(
        view=text_panel(words, rows),
        drawn=drawn if has_hand_picture(services.wording, services.painter, session, user) else None,
    )


def order_taken(
    wording: Wording, interaction: discord.Interaction, session: Session, decision: Decision, keys: tuple[str, ...]
) -> str:
    """That a standing order stands, in the words of its options."""
    labels = tuple(option.label for option in decision.options if option.key in keys)
    language = wording.speech.reader(interaction)
    return wording.say(Message("play.ordered", {"order": labels}), language, session.table)
