"""Who draws which game: the only place besides the games' own folders that names them."""

from collections.abc import Mapping

from render.artist import Artist
from render.minerva.artist import MinervaArtist
from render.minos_classic.artist import ClassicArtist
from render.minos_dawn.artist import DawnArtist

ARTISTS: Mapping[str, Artist] = {
    "minos-classic": ClassicArtist(),
    "minos-dawn": DawnArtist(),
    "minerva": MinervaArtist(),
}
"""Every game that has pictures, by its key."""
