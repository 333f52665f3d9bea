"""A first game of Minos: Dawn: the first round, from the draft to the palace."""

from engine.kernel.proof.lesson import LEARNER, Lesson, Page, Played, Task, play_as

THESEUS = 1

EXTRA = {"march": "extra", "gather:": "extra", "sell": "extra", "battle:": "extra"}
"""Notes on the extra actions, which almost every question of a turn offers."""
TURN = {**EXTRA, "end": "end", "forfeit": "forfeit"}

LESSON = Lesson(
    seats=2,
    seed=(7).to_bytes(16, "big").hex(),
    scenes=(
        *play_as(LEARNER, ("card:A1-71", "card:A1-53"), "card:A1-10"),
        *play_as(THESEUS, ("card:A1-31", "card:A1-50"), "card:A1-24"),
        Page("welcome", rule="ROUND-1"),
        Page("hand", rule="SETUP-20", shows="hand"),
        Task(
            "draft_high",
            ("draft:yellow6:expand",),
            "/minos draft die:yellow6 action:expand",
            "DRAFT-5",
            {"draft:": "draft"},
        ),
        Played(THESEUS, ("draft:red2:expand",)),
        Task("draft_low", ("draft:red2:build",), "/minos draft die:red2 action:build", "DRAFT-6", {"draft:": "draft"}),
        Played(THESEUS, ("draft:red5:build",)),
        Played(LEARNER, ("draft:yellow3:develop",)),
        Played(THESEUS, ("draft:gray5:develop",)),
        Played(LEARNER, ("draft:gray6:prepare",)),
        Played(THESEUS, ("draft:yellow2:wild",)),
        Task(
            "progress",
            ("advance:cultural",),
            "/minos progress group advances:cultural",
            "PROG-2",
            {"advance:": "advance"},
        ),
        Played(THESEUS, ("advance:influence",)),
        Task("take", ("die:prepare:1",), "/minos take die:prepare:1", "ACT-2", {"die:": "die"}),
        Task("benefit", ("benefit",), "/minos benefit", "ACT-7", {**TURN, "draw:": "later", "trait:": "later"}),
        Task(
            "trait",
            ("trait:A1-10>place:1",),
            "/minos trait trait:A1-10",
            "TRAIT-3",
            {**TURN, "draw:": "later", "trait:": "place"},
        ),
        Task("draw", ("draw:A1-60",), "/minos prepare card:A1-60", "PREP-1", {**TURN, "draw:": "draw"}),
        *play_as(LEARNER, "draw:A1-42", "draw:deck", "draw:deck"),
        Task("end", ("end",), "/minos end", "ACT-9", EXTRA),
        *play_as(THESEUS, "die:develop:2", "benefit", "track:influence", "develop", "card:A1-41", "end"),
        Task(
            "move",
            ("move:1>region:2",),
            "/minos expand move from:1 to:2",
            "EXP-1",
            {**TURN, "benefit": "later", "place:": "later", "move:": "move"},
        ),
        *play_as(LEARNER, "move:1", "region:2", "benefit", "place:1", "place:1", "move:1", "region:7", "end"),
        *play_as(THESEUS, "tower:3", "benefit", "track:population", "end"),
        Task("develop", ("develop",), "/minos develop card:A1-38 from:card", "DEV-1", {**TURN, "develop>": "decree"}),
        Task(
            "decree",
            ("card:A1-38",),
            "/minos develop card:A1-38 from:card",
            "DEV-4",
            {"card:": "decree", "offer:": "decree", "skip": "decree"},
            shows="hand",
        ),
        Task(
            "farm",
            ("farm:2",),
            "/minos build what:farm where:2",
            "BUILD-10",
            {**EXTRA, "skip": "skip", "city:": "city", "tower:": "building", "farm:": "building", "ship:": "building"},
        ),
        Played(LEARNER, ("end",)),
        *play_as(THESEUS, "die:expand:1", "place:3", "place:3", "move:3", "region:4", "end"),
        Task(
            "city",
            ("city:2>temp:stone",),
            "/minos build what:city where:2",
            "BUILD-5",
            {**TURN, "city:": "building", "city:2>pay": "pay", "tower:": "building", "ship:": "building"},
        ),
        Task(
            "tower",
            ("tower:2",),
            "/minos build what:tower where:2",
            "BUILD-9",
            {**TURN, "city:": "building", "tower:": "building", "ship:": "building"},
        ),
        Played(LEARNER, ("end",)),
        *play_as(THESEUS, "wild:prepare", "draw:deck", "draw:deck", "end"),
        Task("palace", ("card:A1-38",), "/minos palace card:A1-38", "INCOME-6", {"card:": "card", "done": "done"}),
        Played(THESEUS, ("done",)),
        Page("income", rule="INCOME-3"),
        Page("scoring", rule="SCORE-2"),
        Page("over", rule="ROUND-2"),
    ),
)
