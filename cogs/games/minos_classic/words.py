"""Places of Minos (classic) as messages, for look-ups."""

from collections.abc import Mapping
from functools import cache

from cogs.ui.game_ui import Entry
from engine.kernel.decision import Argument, Message
from engine.minos_classic.content.box import the_box
from engine.minos_classic.content.words import place


@cache
def entries() -> Mapping[str, tuple[Entry, ...]]:
    """Return the sites, then the zones."""
    box = the_box()
    sites = tuple(_entry(number, _site_words(number)) for number in box.sites)
    zones = tuple(_entry(number, _zone_words(number)) for number in box.water if number not in box.harbours)
    return {"place": sites + zones}


def _entry(number: int, text: Message) -> Entry:
    space = the_box().space_ids[number]
    return Entry(space, place(space), text)


def _zone_words(number: int) -> Message:
    """Describe a zone by the zones and harbours next to it. SETUP-3, MOVE-6, MOVE-8"""
    box = the_box()
    near = tuple(place(box.space_ids[other]) for other in box.neighbours[number])
    line = "minos_classic.look.fish" if number == box.fish else "minos_classic.look.zone"
    return Message(line, {"place": place(box.space_ids[number]), "near": near})


def _site_words(number: int) -> Message:
    """Describe a site by the zone of its harbour and the sites that guards reach by land. MOVE-4, MOVE-8"""
    box = the_box()
    (zone,) = box.neighbours[box.harbours[box.terrain_of[number]]]
    blanks: dict[str, Argument] = {"place": place(box.space_ids[number]), "zone": place(box.space_ids[zone])}
    ways = tuple(
        Message("minos_classic.look.way", {"place": place(box.space_ids[site]), "count": steps})
        for site, steps in _steps_by_land(number).items()
    )
    if not ways:
        return Message("minos_classic.look.island", blanks)
    return Message("minos_classic.look.site", {**blanks, "ways": ways})


def _steps_by_land(start: int) -> dict[int, int]:
    """Return the number of steps to each site that can be reached without crossing another site, nearest first."""
    box = the_box()
    steps, queue = {start: 0}, [start]
    for space in queue:
        for other in box.neighbours[space]:
            if other not in steps:
                steps[other] = steps[space] + 1
                queue += [] if other in box.sites else [other]
    return {space: count for space, count in steps.items() if space in box.sites and space != start}
