"""Resume tables on hold whose game failed or was missing, at the first start after the game has changed."""

import logging
from collections.abc import Mapping

from sessions.refusals import StalePress, StorageRefusal
from sessions.sessions import Sessions
from sessions.store import Damaged, Overtaken

log = logging.getLogger(__name__)

PREFIX = "game/"
"""The beginning of the key of a game's digest among the hashes."""


async def resume_mended(sessions: Sessions, digests: Mapping[str, str]) -> None:
    """Resume tables on hold whose game has changed since the last start, and put those of missing games on hold.

    `digests` has the digest of each game that can be played. If the store refuses, the next start tries again.
    """
    store = sessions.store
    try:
        hashes = await store.starts.hashes()
        known = {name.removeprefix(PREFIX): value for name, value in hashes.items() if name.startswith(PREFIX)}
        changed = {key: digests.get(key, "") for key in {*known, *digests} if known.get(key) != digests.get(key, "")}
        for table in await store.tables.without_game(list(digests)):
            if table.game not in digests:
                await sessions.by_id(table.id)
            elif table.game in changed:
                await _resume(sessions, table.id)
        for key, digest in changed.items():
            await store.starts.keep_hash(PREFIX + key, digest)
    except StorageRefusal:
        log.warning("tables on hold can't be looked through: the disk refuses")


async def _resume(sessions: Sessions, table: int) -> None:
    session = await sessions.by_id(table)
    try:
        is_mended = await session.writer.resume_mended()
    except (Damaged, Overtaken, StalePress) as error:
        log.warning("table stays on hold: table=%s why=%s", table, type(error).__name__)
    else:
        log.info("table on hold: table=%s mended=%s", table, is_mended)
