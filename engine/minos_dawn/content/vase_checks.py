"""Checks of the vases. VAL-4"""

from engine.kernel.faults import Faults
from engine.minos_dawn.content.records import Content

VASE_COLOURS = ("red", "yellow", "blue", "green")
MEASURES = (
    "income_space", "goods_of_one_type", "track.cultural", "presence_regions", "dominance_regions", "track.population",
    "route_spaces", "towers", "ships", "palace_cards", "palace_one_trigger", "track.influence",
)  # fmt: skip
"""The conditions of the twelve vases, VASE-C1 to VASE-C12."""


def check_vases(content: Content, faults: Faults) -> None:
    """Note what is wrong with the twelve vases. VAL-4"""
    file, vases = "vases.toml", content.vases
    for vase in vases:
        with faults.until_unread():
            faults.check_word(vase.colour, VASE_COLOURS, file, f"vase {vase.id}", "colour")
    for vase in vases:
        with faults.until_unread():
            if faults.check_word(vase.measure, MEASURES, file, f"vase {vase.id}", "measure"):
                most = _most(content, vase.measure)
                faults.require(
                    vase.at_least <= most, file, f"vase {vase.id}", "at_least", f"at most {most} can be reached"
                )
    with faults.until_unread():
        faults.check_unique([vase.id for vase in vases], file, "vase", "id")
    with faults.until_unread():
        given = sorted(vase.measure for vase in vases)
        faults.require(
            given == sorted(MEASURES), file, "vase", "measure", f"VAL-4: one vase each for {', '.join(MEASURES)}"
        )
    with faults.until_unread():
        numbers = sorted(vase.number for vase in vases)
        faults.require(numbers == list(range(1, 13)), file, "vase", "number", "VAL-4: 1 to 12, each once")
    colours = {vase.colour for vase in vases}
    faults.require(len(colours) >= 3, file, "vase", "colour", "VAL-4: fewer than three colours")


def _most(content: Content, measure: str) -> int:
    """Return the highest figure that the condition of a vase can reach."""
    match measure:
        case "income_space":
            return content.player_board.income.last
        case "goods_of_one_type":
            return content.board.goods.tiles_per_type
        case "track.cultural" | "track.population" | "track.influence":
            return content.tracks.top
        case "presence_regions" | "dominance_regions":
            return min(len(setup.active) for setup in content.board.setup)
        case "route_spaces":
            return 15
        case "towers" | "ships":
            return 3
    return 72
