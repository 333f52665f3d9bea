"""The rulebook's terms. Counts in other modules follow the order of these tuples."""

SEATS = (1, 2, 3, 4)

RESOURCES = ("grain", "wood", "stone", "ore")
"""The kinds of resource, in the order of `SeatState.resources`."""

ARTS = ("theatre", "art", "university")
"""The culture categories, in the order of `MinervaState.culture` and `Turn.points`."""

CATEGORIES = ("production", "commerce", "culture", "military", "special", "temple", "residence")
"""The categories of tiles."""

PARTS = ("culture", "glory", "temples", "wealth", "order")
"""The parts of a final score, in the order of the score sheet. SCORE-01"""

FORUM, RESIDENCE = "forum", "residence"
KIT = {FORUM: "production", RESIDENCE: "residence"}
"""The tiles that each seat begins with, and their categories. SETUP-05"""

DIRECTIONS = ("n", "e", "s", "w")
"""Up, right, down, left in the picture. RES-02"""

STEP_OF = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
"""The change of column and row for each direction. Rows count downwards."""
