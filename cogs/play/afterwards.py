"""What a game that is over still shows to whoever asks: its whole score sheet, and what every seat held."""

import discord

import discord_limits as limits
from cogs.interactions.answering import Reply
from cogs.interactions.gate import LOOK, press
from cogs.ui.layout import pages, text_panel
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from cogs.views.ending import HANDS, SHEET, parts_of, score_sheet
from cogs.views.people import legend
from engine.kernel.decision import Argument, Message
from sessions.session import Session


@press(SHEET, at=LOOK)
async def read_sheet(wording: Wording, interaction: discord.Interaction, session: Session) -> Reply:
    """The score sheet with all of its parts, and a key to the short ones. Raises `UIRefusal` where there is none."""
    table, language = session.table, wording.speech.reader(interaction)
    placings = session.result()
    if table.status != "over" or placings is None:
        raise UIRefusal("refused.no_sheet")
    game_ui = wording.game_uis[table.game]
    named = [(game_ui.words.sheet_part(part), game_ui.words.part(part)) for part in parts_of(placings)]
    meant = [
        Message("ending.part", {"short": short, "part": whole})
        for short, whole in named
        if wording.say(short, language) != wording.say(whole, language)
    ]
    lines = [
        wording.say(Message("ending.sheet", {"game": game_ui.name}), language),
        *score_sheet(wording, table, placings, language, is_whole=True),
        *(wording.say(line, language) for line in meant),
        *legend(wording, table, language),
    ]
    return Reply(view=text_panel("\n".join(lines)))


@press(HANDS, at=LOOK)
async def read_hands(wording: Wording, interaction: discord.Interaction, session: Session) -> Reply:
    """What every seat held when the game ended, however it did: its seed is told then, and hides nothing any more.

    Raises `UIRefusal` while the game goes on.
    """
    table, language = session.table, wording.speech.reader(interaction)
    held = wording.game_uis[table.game].private.held
    if table.status != "over" or held is None or not session.number:
        raise UIRefusal("refused.no_hands")
    lines = [wording.say(Message("ending.hands", {"game": wording.game_uis[table.game].name}), language)]
    for sitter in table.sitters:
        cards = held(session.reader.view(sitter.seat))
        blanks: dict[str, Argument] = {"name": sitter.name, "cards": cards, "count": len(cards)}
        key = "ending.hand" if cards else "ending.hand_empty"
        lines.append(wording.say(Message(key, blanks), language))
    first, *more = pages("\n".join(lines), limits.CONTENT)
    return Reply(first, more=tuple(more))
