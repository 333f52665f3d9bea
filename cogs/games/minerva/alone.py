"""The result of solo Minerva: the title, and what the next one takes. SOLO-16"""

from collections.abc import Mapping, Sequence

from engine.kernel.decision import Argument, Message
from engine.kernel.rules import OptionValue, Placing
from engine.minerva.content.box import the_box
from engine.minerva.state.standings import title_of


def alone(name: str, placings: Sequence[Placing], options: Mapping[str, OptionValue]) -> tuple[Message, ...]:
    """The title that was earned, then the points to the next."""
    score = placings[0].score
    number = title_of(score)
    earned: dict[str, Argument] = {
        "name": name,
        "title": Message(f"minerva.title.{number}"),
        "points": Message("minerva.points", {"count": score}),
    }
    headline = Message("minerva.alone.title", earned)
    if number == 0:
        return headline, Message("minerva.alone.highest")
    least = the_box().constants.solo.title[number - 1].min_points
    more: dict[str, Argument] = {
        "title": Message(f"minerva.title.{number - 1}"),
        "least": Message("minerva.points", {"count": least}),
        "points": Message("minerva.points", {"count": least - score}),
    }
    return headline, Message("minerva.alone.next", more)
