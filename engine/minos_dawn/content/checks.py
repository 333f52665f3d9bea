"""Loading content with all its checks: VAL-1 to VAL-8, the counts of the box (INV), and the solo content. DATA-SOLO"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from engine.kernel.content import load
from engine.minos_dawn.content.board_checks import BoardChecks
from engine.minos_dawn.content.checking import DawnChecks, as_list
from engine.minos_dawn.content.language import GOODS
from engine.minos_dawn.content.piece_checks import PieceChecks
from engine.minos_dawn.content.records import FOLDER, Content, MapSetup, Mode, SoloCard, SoloHome, read_content

CARDS = "solo_cards.toml"
FIGURES = "rival.toml"
CRITERIA = ("lowest", "highest", "total_lowest", "total_highest", "fewest_left")
COLOURS = ("red", "yellow", "blue", "gray")
ROWS = ("prepare", "develop", "build", "expand", "wild")
PICKS = {"lowest": ("", "low"), "highest": ("", "high")}
MODES = ("easy", "normal", "hard")
MOST_OF_A_SET = 15
"""Maximum number of cards with the same three actions. With more, SOLO-DICE-9 could discard forever. SOLO-DICE-11"""


class RivalChecks(DawnChecks):
    def _cards(self) -> None:  # DATA-SOLO-1
        cards = self.content.solo_cards
        self.require(len(cards) == 20, CARDS, "card", "-", f"DATA-SOLO-1: {len(cards)} cards, not 20")
        for card in cards:
            self.faults.run(self._card, card)
        self.faults.check_unique([card.id for card in cards], CARDS, "card", "id")

    def _card(self, card: SoloCard) -> None:  # DATA-SOLO-2 to DATA-SOLO-5, DATA-SOLO-7
        at = self.at(CARDS, f"card {card.id}")
        with self.faults.until_unread():
            all_four = sorted(card.colours) == sorted(COLOURS)
            at.require(all_four, "colours", f"DATA-SOLO-2: {as_list(COLOURS)}, each once")
        with self.faults.until_unread():
            if at.check_word(card.criterion, CRITERIA, "criterion"):
                picks = PICKS.get(card.criterion, ("low", "high"))
                words = f"DATA-SOLO-4: with {card.criterion} it is {' or '.join(filter(None, picks))}"
                at.require(card.pick in picks, "pick", words)
        with self.faults.until_unread():
            three = len(card.actions) == 3 and len(set(card.actions)) == 3
            at.require(three, "actions", f"DATA-SOLO-5: three different ones of {as_list(ROWS)}")
            for action in card.actions:
                at.check_word(action, ROWS, "actions")
        with self.faults.until_unread():
            for number in card.vases:
                at.require(1 <= number <= 12, "vases", f"DATA-SOLO-7: there is no vase {number}; 1 to 12")
            at.require(len(set(card.vases)) == len(card.vases), "vases", "DATA-SOLO-7: a vase is listed twice")

    def _deck(self) -> None:
        """Check that not too many cards have the same three actions. DATA-SOLO-6"""
        for actions, count in Counter(tuple(sorted(card.actions)) for card in self.content.solo_cards).items():
            words = f"DATA-SOLO-6: {' + '.join(actions)} are on {count} backs; at most {MOST_OF_A_SET} may be alike"
            self.require(count <= MOST_OF_A_SET, CARDS, "card", "actions", words)

    def _figures(self) -> None:
        rival, at = self.content.rival, self.at(FIGURES, "-")
        for field, least, most in (("cities", 0, 3), ("farms", 1, 4), ("ship_space", 1, 5), ("warriors", 2, 40)):
            with self.faults.until_unread():
                at.require(least <= getattr(rival, field) <= most, field, f"{least} to {most}")
        with self.faults.until_unread():
            at.require(rival.warriors_placed <= rival.warriors, "warriors_placed", f"at most {rival.warriors}")
        with self.faults.until_unread():
            slots, spaces = sorted(self.content.board.vase_slots.vp), list(rival.vase_spaces)
            at.require(spaces == slots, "vase_spaces", f"the slots of a vase from the lowest on: {as_list(slots)}")

    def _modes(self) -> None:  # SOLO-GEN-7
        modes = self.content.rival.mode
        self.check_value(tuple(mode.id for mode in modes), MODES, FIGURES, "mode", "id")
        for mode in modes:
            self.faults.run(self._mode, mode)

    def _mode(self, mode: Mode) -> None:
        at = self.at(FIGURES, f"mode {mode.id}")
        with self.faults.until_unread():
            count = len(self.content.rival.vase_spaces)
            at.require(len(mode.vase_vp) == count, "vase_vp", f"{count}, one a vase space")
        with self.faults.until_unread():
            top = self.content.tracks.top
            for space in mode.population:
                at.require(space <= top, "population", f"spaces of the track, 0 to {top}")

    def _expand(self) -> None:  # DATA-SOLO-9
        divisor = self.content.rival.expand_divisor
        for row in self.content.board.row:
            if row.id == "expand":
                for number, space in enumerate(row.spaces_2, 1):
                    is_whole = space.points % divisor == 0
                    words = f"DATA-SOLO-9: a multiple of his divisor in {FIGURES}, {divisor}"
                    self.require(is_whole, "board.toml", "row expand", f"spaces_2[{number}].points", words)

    def _homes(self) -> None:  # DATA-SOLO-13
        board, file = self.content.board, "board.toml"
        for setup in board.setup:
            if setup.players == 2:
                given, wanted = sorted(home.human_start for home in board.solo_home), sorted(setup.starting)
                self.require(given == wanted, file, "solo_home", "human_start", f"one each for {as_list(wanted)}")
                good_of = {region.number: region.good for region in board.region}
                for home in board.solo_home:
                    self.faults.run(self._home, home, setup, good_of)

    def _home(self, home: SoloHome, setup: MapSetup, good_of: Mapping[int, str]) -> None:
        """Check that each good is shown by exactly one region, not counting the rival's home. DATA-SOLO-10"""
        at = self.at("board.toml", f"solo_home {home.human_start}")
        with self.faults.until_unread():
            others = [number for number in setup.starting if number != home.human_start]
            at.require(home.tiles_move_to in others, "tiles_move_to", f"the other start: {as_list(others)}")
        fitting = [number for number in setup.active if number not in setup.starting]
        if at.require(home.bot_home in fitting, "bot_home", f"in play and no start: {as_list(fitting)}"):
            shown = Counter(good_of.get(number, "") for number in setup.active if number != home.bot_home)
            for good in GOODS:
                words = f"DATA-SOLO-10: {good} is then in {shown[good]} regions, not in one"
                at.require(shown[good] == 1, "bot_home", words)

    parts = (_cards, _deck, _figures, _modes, _expand, _homes)


def load_content(folder: Path = FOLDER) -> Content:
    return load(folder, "minos-dawn", read_content, BoardChecks, PieceChecks, RivalChecks)
