"""Which answers of a turn are offered as one. TURN-2"""

from engine.kernel.decision import Argument, Message, Option
from engine.kernel.joining import Called, Joint, Joints, by_first, by_second
from engine.minos_classic.content.box import KINDS


def _moved(first: Option, second: Option) -> Called:
    """MOVE-18: from a space to another, with the points it takes below."""
    blanks: dict[str, Argument] = {"from": first.label.blanks["place"], "to": second.label.blanks["place"]}
    label = "way_to_fight" if second.label.id == "minos_classic.choice.to_fight" else "way"
    return Called(Message(f"minos_classic.choice.{label}", blanks), second.label)


JOINTS: Joints = {
    **{(kind, "DICE-7"): Joint(by_second) for kind in KINDS},
    **{(kind, "RINGS-2"): Joint(by_first) for kind in ("rings", "natural", "joker")},
    ("move", "MOVE-18"): Joint(_moved),
    ("build", "BUILD-9"): Joint(by_first),
}
