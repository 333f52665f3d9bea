"""What the solo content must fit before a game is played with it. DATA-SOLO"""

from collections import Counter

from engine.kernel.content import fit
from engine.minos_dawn.content import Content
from engine.minos_dawn.effects import GOODS

CARDS = "solo_cards.toml"
FIGURES = "rival.toml"
CRITERIA = ("lowest", "highest", "total_lowest", "total_highest", "fewest_left")
COLOURS = ("red", "yellow", "blue", "gray")
ROWS = ("prepare", "develop", "build", "expand", "wild")
PICKS = {"lowest": ("", "low"), "highest": ("", "high")}
MODES = ("easy", "normal", "hard")
MOST_OF_A_SET = 15
"""Sixteen cards at least are never drawn: with more alike, a back with another set need not come. SOLO-DICE-11"""


def check_solo(content: Content) -> None:
    """Raise `UnfitContent` unless a lone seat can play with `content`."""
    _check_cards(content)
    _check_figures(content)
    _check_homes(content)


def _check_cards(content: Content) -> None:
    """DATA-SOLO-1 to DATA-SOLO-5, DATA-SOLO-7; of DATA-SOLO-6 what SOLO-DICE-9 needs to end."""
    cards = content.solo_cards
    fit(len(cards) == 20, CARDS, "-", "card", f"DATA-SOLO-1: {len(cards)} cards")
    for name, count in Counter(card.id for card in cards).items():
        fit(count == 1, CARDS, name, "id", "DATA-SOLO-1: stands there twice")
    for card in cards:
        fit(sorted(card.colours) == sorted(COLOURS), CARDS, card.id, "colours", "DATA-SOLO-2: all four, each once")
        fit(card.criterion in CRITERIA, CARDS, card.id, "criterion", f"DATA-SOLO-3: none of {CRITERIA}")
        picks = PICKS.get(card.criterion, ("low", "high"))
        fit(card.pick in picks, CARDS, card.id, "pick", f"DATA-SOLO-4: none of {picks}")
        is_three = len(card.actions) == 3 and len(Counter(card.actions)) == 3
        fit(
            is_three and all(a in ROWS for a in card.actions),
            CARDS,
            card.id,
            "actions",
            "DATA-SOLO-5: three, all different",
        )
        fit(all(1 <= number <= 12 for number in card.vases), CARDS, card.id, "vases", "DATA-SOLO-7: 1 to 12")
        fit(len(Counter(card.vases)) == len(card.vases), CARDS, card.id, "vases", "DATA-SOLO-7: one twice")
    for actions, count in Counter(tuple(sorted(card.actions)) for card in cards).items():
        fit(count <= MOST_OF_A_SET, CARDS, "+".join(actions), "actions", f"DATA-SOLO-6: on {count} backs")


def _check_figures(content: Content) -> None:
    """The three modes, and figures that the rules divide by or look up. DATA-SOLO-9"""
    rival = content.rival
    fit(tuple(mode.id for mode in rival.mode) == MODES, FIGURES, "mode", "id", f"the modes are {MODES}")
    fit(rival.expand_divisor >= 1, FIGURES, "-", "expand_divisor", "at least 1")
    for mode in rival.mode:
        fit(len(mode.vase_vp) == len(rival.vase_spaces), FIGURES, mode.id, "vase_vp", "one a vase space")
        tracks = len(content.tracks.track[2].spaces)
        fit(all(0 <= space < tracks for space in mode.population), FIGURES, mode.id, "population", "off the track")
    (expand,) = [row for row in content.board.row if row.id == "expand"]
    for space in expand.spaces_2:
        is_whole = space.points % rival.expand_divisor == 0
        fit(is_whole, "board.toml", "row expand", "spaces_2", "DATA-SOLO-9: points that do not halve")


def _check_homes(content: Content) -> None:
    """DATA-SOLO-10: with his home covered, each good is shown by exactly one region; DATA-SOLO-13."""
    board, file = content.board, "board.toml"
    (setup,) = [setup for setup in board.setup if setup.players == 2]
    good_of = {region.number: region.good for region in board.region}
    starts = sorted(home.human_start for home in board.solo_home)
    fit(starts == sorted(setup.starting), file, "solo_home", "human_start", f"they are {sorted(setup.starting)}")
    for home in board.solo_home:
        where = f"solo_home {home.human_start}"
        is_apart = home.bot_home in setup.active and home.bot_home not in setup.starting
        fit(is_apart, file, where, "bot_home", "not in play, or a start")
        is_other = home.tiles_move_to in setup.starting and home.tiles_move_to != home.human_start
        fit(is_other, file, where, "tiles_move_to", "not the other start")
        fit(home.bot_farm_covers == good_of[home.bot_home], file, where, "bot_farm_covers", "another good is there")
        shown = Counter(good_of[number] for number in setup.active if number != home.bot_home)
        for good in GOODS:
            fit(shown[good] == 1, file, where, "bot_home", f"DATA-SOLO-10: {good} in {shown[good]} regions")
