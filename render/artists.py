"""Who draws which game: the only place besides the games' own folders that names them."""

from collections.abc import Mapping

from render.artist import Artist
from render.minerva import MinervaArtist
from render.minos_classic import ClassicArtist
from render.minos_dawn import DawnArtist

ARTISTS: Mapping[str, Artist] = {
    "minos-classic": ClassicArtist(),
    "minos-dawn": DawnArtist(),
    "minerva": MinervaArtist(),
}
"""Every game that has pictures, by its key."""
