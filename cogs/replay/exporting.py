"""A table's game as a file: all of it once it is over, until then what the person's seat heard.

The answer is private: a file about a running game is for its seat only.
"""

from io import BytesIO

import discord

import discord_limits as limits
from cogs.interactions.answering import Reply
from cogs.traffic import Rates
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from cogs.views.people import sitter_name
from sessions.records.table import Sitter
from sessions.session import Session


async def export_game(wording: Wording, rates: Rates, interaction: discord.Interaction, session: Session) -> Reply:
    """Send the game as an attachment. Raises `UIRefusal` if it is too large, and the refusals of `History.export`."""
    rates.take("file", interaction.user.id)
    user, table = interaction.user.id, session.table
    seat = session.seat_of(user)

    def name_of(sitter: Sitter) -> str:
        return wording.say(sitter_name(sitter), table.language)

    file = await session.history.export(seat, limits.FILE_BYTES_LEAST, name_of)
    if file is None:
        raise UIRefusal("refused.export_large")
    key = "replay.exported" if session.history.is_open else "replay.exported_seat" if seat is not None else ""
    words = wording.speech.translate(interaction, key or "replay.exported_public")
    return Reply(words, files=(discord.File(BytesIO(file), f"{table.game}-{table.id}.json"),))
