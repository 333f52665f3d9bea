"""The start of a game: its seed is drawn and sealed, and its log begins."""

from msgspec.structs import replace

from engine.kernel.chance import SEED_BYTES, commitment
from engine.kernel.codec import encode_facts
from engine.kernel.play import start
from engine.kernel.rules import Settings
from sessions.play.change import Change
from sessions.play.timeline import Timeline
from sessions.records.log import Started
from sessions.records.table import Table
from sessions.refusals import ComputersUnavailable


def lay_out(change: Change, table: Table) -> None:
    """Start the game of a complete table. Raises `ComputersUnavailable`."""
    if table.computers and not change.context.offers_computers:
        raise ComputersUnavailable
    game = change.reader.game
    seed = change.context.token_bytes(SEED_BYTES)
    outcome = start(game, Settings(len(table.sitters), table.options), seed)
    timeline = Timeline(game, outcome.position, 0)
    timeline.facts.extend(outcome.facts)
    timeline.bar()
    timeline.append(None, Started(outcome.position.settings, seed, encode_facts(outcome.facts)), change.origin)
    timeline.bar()
    running = replace(table, status="running", version=game.rules.version, commitment=commitment(seed), proposal=None)
    change.advance(timeline, running)
