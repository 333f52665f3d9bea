"""The rulebook's own words for what there is of each kind, in the order in which it is counted."""

RESOURCES = ("grain", "wood", "stone", "ore")
"""The kinds of resource, in the order of `SeatState.resources`."""

ARTS = ("theatre", "art", "university")
"""The culture categories, in the order of `MinervaState.culture` and `Turn.points`."""

CATEGORIES = ("production", "commerce", "culture", "military", "special", "temple", "residence")
"""The categories of tiles. Section 1"""

PARTS = ("culture", "glory", "temples", "wealth", "order")
"""What a final score is made of, in the order of the score sheet. SCORE-01"""

FORUM, RESIDENCE = "forum", "residence"
"""The tiles of the kit, the same for every seat. SETUP-05"""

DIRECTIONS = ("n", "e", "s", "w")
"""Up, right, down, left on the picture. RES-02"""

STEP_OF = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
"""What a step in a direction adds to column and row: rows count downwards."""
