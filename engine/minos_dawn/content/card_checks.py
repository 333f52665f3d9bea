"""Checks of the decrees and Starting cards. VAL-1, VAL-2"""

from collections.abc import Callable

from engine.minos_dawn.content.checking import SEATS, DawnChecks, as_list
from engine.minos_dawn.content.language import GOODS, TRIGGERS
from engine.minos_dawn.content.records import Decree, StartingCard


class CardChecks(DawnChecks):
    def _decrees(self) -> None:  # VAL-1
        seen: set[str] = set()
        for age, decrees in enumerate(self.content.decrees, 1):
            with self.faults.until_unread():
                file, count = f"decrees_age{age}.toml", len(decrees)
                self.require(count == 72, file, "decree", "-", f"VAL-1: {count} decrees, not 72")
                for decree in decrees:
                    self.faults.run(self._decree, decree, file)
                for decree in decrees:
                    with self.faults.until_unread():
                        at = self.at(file, f"decree {decree.id}")
                        at.require(decree.id not in seen, "id", "stands there twice; each needs its own")
                        seen.add(decree.id)

    def _decree(self, decree: Decree, file: str) -> None:
        at = self.at(file, f"decree {decree.id}")
        with self.faults.until_unread():
            at.require(len(decree.discount) <= 2, "discount", "VAL-1: at most two symbols")
            for good in decree.discount:
                at.check_word(good, GOODS, "discount")
        at.effect(decree.effect, "effect")
        with self.faults.until_unread():
            at.effect(decree.trait.effect, "trait.effect")
            at.check_word(decree.trait.trigger, TRIGGERS, "trait.trigger")

    def _starting_cards(self) -> None:  # VAL-2
        file, cards = "starting_cards.toml", self.content.starting_cards
        self.faults.run(lambda: self.faults.check_unique([card.id for card in cards], file, "card", "id"))
        for card in cards:
            self.faults.run(self._starting_card, card)

    def _starting_card(self, card: StartingCard) -> None:
        at = self.at("starting_cards.toml", f"card {card.id}")
        with self.faults.until_unread():
            at.require(card.players in SEATS, "players", f"one of {as_list(SEATS)}")
        with self.faults.until_unread():
            at.check_word(card.good, GOODS, "good")
        with self.faults.until_unread():
            for good in card.temp:
                at.check_word(good, GOODS, "temp")
        with self.faults.until_unread():
            at.require(card.draw <= 20, "draw", "at most 20")
            at.require(card.draw - card.put_back >= 1, "put_back", f"VAL-2: less than the {card.draw} drawn")

    def _setup_cards(self) -> None:  # VAL-2
        for setup in self.content.board.setup:
            cards = [card for card in self.content.starting_cards if card.players == setup.players]
            at = self.at("starting_cards.toml", f"cards for {setup.players}")
            at.require(len(cards) == setup.players, "players", f"VAL-2: {len(cards)} cards, not {setup.players}")
            with self.faults.until_unread():
                regions, wanted = sorted(card.region for card in cards), sorted(setup.starting)
                words = f"VAL-2: one each in {as_list(wanted)}, not {as_list(regions)}"
                at.require(regions == wanted, "region", words)
            with self.faults.until_unread():
                first = sum(card.first_player for card in cards)
                at.require(first == 1, "first_player", f"VAL-2: true on one of them, not on {first}")

    @property
    def parts(self) -> tuple[Callable[[], None], ...]:
        return (self._decrees, self._starting_cards, self._setup_cards)
