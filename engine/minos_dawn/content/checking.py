"""What the checks of every part of the content share."""

from collections.abc import Callable, Collection

from engine.kernel.faults import Faults
from engine.minos_dawn.content.effect_checks import checked_effect
from engine.minos_dawn.content.language import Coin, Effects, Plain, Vp, Weapon
from engine.minos_dawn.content.records import Content

SEATS = (2, 3, 4)


class Checks:
    """The checks of one part of a content. Each goes as far as what it looks at could be read."""

    def __init__(self, content: Content, faults: Faults) -> None:
        self.content = content
        self.faults = faults
        self.require = faults.require
        self.check_value = faults.check_value
        self.check_word = faults.check_word

    @property
    def parts(self) -> tuple[Callable[[], None], ...]:
        """The checks, in the order in which their faults are told."""
        raise NotImplementedError

    def check(self) -> None:
        """Run every check of this part."""
        for part in self.parts:
            self.faults.run(part)

    def effect(self, text: str, file: str, entry: str, field: str) -> Effects:
        """Returns the records of an effect text; none where it does not fit. VAL-7"""
        return checked_effect(self.faults, text, file, entry, field)

    def payment(self, text: str, file: str, field: str) -> None:
        """Check an effect that is paid without a question: plain coins, weapons or VP."""
        effects = self.effect(text, file, "-", field)
        plain = all(
            isinstance(effect, Plain)
            and all(isinstance(part.atom, Coin | Weapon | Vp) and not part.per for part in effect.gains)
            for effect in effects
        )
        self.require(plain, file, "-", field, "coins, weapons and VP alone fit here, such as: coin 2")


def listed(words: Collection[object]) -> str:
    """The words with commas between them."""
    return ", ".join(map(str, words))
