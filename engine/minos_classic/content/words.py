"""Messages and options that many modules of this game share: places, pieces, faces, costs."""

from functools import cache

from engine.kernel.decision import Message, Option
from engine.minos_classic.content.box import KINDS, the_box
from engine.minos_classic.content.records import FACES


@cache
def place(space: str) -> Message:
    """The name of a space. A harbour is named by its site, a path point by its road or the sites at both ends."""
    box = the_box()
    number = box.number_of[space]
    if number in box.harbours:
        site = box.site_ids[box.terrain_of[number]]
        return Message("minos_classic.place.harbour", {"site": Message(f"minos_classic.place.{site}")})
    if number < box.sites.stop:
        return Message(f"minos_classic.place.{space}")
    ends, _, point = space.removeprefix("p_").rpartition("_")
    first, _, second = ends.partition("_")
    if f"s_{first}" not in box.number_of or f"s_{second}" not in box.number_of:
        road = Message(f"minos_classic.place.{ends}")
        return Message("minos_classic.place.road", {"road": road, "number": int(point)})
    start, end = Message(f"minos_classic.place.s_{first}"), Message(f"minos_classic.place.s_{second}")
    return Message("minos_classic.place.path", {"from": start, "to": end, "number": int(point)})


@cache
def face(name: str) -> Message:
    return Message(f"minos_classic.face.{name}")


@cache
def count_faces(dice: tuple[str, ...]) -> tuple[Message, ...]:
    return tuple(Message(f"minos_classic.dice.{name}", {"count": dice.count(name)}) for name in FACES if name in dice)


@cache
def building(kind: str) -> Message:
    return Message(f"minos_classic.building.{kind}")


@cache
def plain_option(key: str) -> Option:
    return Option(key, Message(f"minos_classic.action.{key}"))


@cache
def kind_prompt(kind: int) -> Message:
    return Message(f"minos_classic.prompt.{KINDS[kind]}")


@cache
def place_option(action: str, space: int, kind: str = "") -> Option:
    name = the_box().space_ids[space]
    line = f"minos_classic.action.{action}_{kind}" if kind else f"minos_classic.action.{action}"
    return Option(f"{action}:{name}", Message(line, {"place": place(name)}), name)


def only_option(action: Option, choice: Option) -> Option:
    """A menu option that names the only possible answer to its question. The question won't be asked."""
    label = Message("minos_classic.action.only", {"action": action.label, "choice": choice.label})
    return Option(action.key, label, action.target)


@cache
def die_option(number: int, name: str) -> Option:
    return Option(f"die:{number}", Message("minos_classic.choice.die", {"number": number, "face": face(name)}))
