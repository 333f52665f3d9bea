"""A first game of Minos (classic): dice, a colony, income and rings, a fight at sea."""

from engine.kernel.proof.lesson import LEARNER, Lesson, Page, Task, play_as

THESEUS = 1
ALL_DICE = ("die:1", "die:2", "die:3", "die:4", "die:5", "die:6")
MENU = {
    "gulls": "later", "builders": "later", "rings": "rings", "income": "later", "move:": "later", "build:": "later",
    "end": "end",
}  # fmt: skip


LESSON = Lesson(
    seats=2,
    seed=(92585).to_bytes(16, "big").hex(),
    options={"first_seat": "first"},
    scenes=(
        Page("welcome", rule="TURN-1"),
        Task("keep", ("die:1", "die:2", "die:5"), "/classic keep dice:1 2 5", notes={"die:": "keep"}),
        Task("stop", ALL_DICE, "/classic stop", "DICE-5", {"die:": "stop"}),
        Task("gulls", ("gulls>natural:1",), "/classic gulls dice:natural:1", "MOVE-1", MENU | {"gulls": "dice"}),
        Task(
            "ship",
            ("move:z_fish>to:h_syrakousai",),
            "/classic move piece:1 to:h_syrakousai",
            "MOVE-8",
            MENU | {"move:": "space"},
        ),
        Task(
            "builders",
            ("builders>natural:2+star:1",),
            "/classic builders dice:natural:2+star:1",
            "DICE-9",
            MENU | {"builders": "dice"},
        ),
        Task(
            "found",
            ("build:s_syrakousai>kind:harbour",),
            "/classic build site:2 kind:harbour",
            "BUILD-12",
            MENU | {"build:": "kind"},
        ),
        Task(
            "second",
            ("build:s_syrakousai>kind:warehouse",),
            "/classic build site:3 kind:warehouse",
            "VALUE-1",
            MENU | {"build:": "kind"},
        ),
        Task("end", ("end",), "/classic end", "TURN-4", MENU),
        *play_as(THESEUS, ALL_DICE, "gulls", "natural:1", "move:z_fish", "to:h_taras"),
        *play_as(THESEUS, "builders", "natural:1", "build:s_taras", "kind:dwelling"),
        *play_as(THESEUS, "move:h_taras", "to:z_ausonian_sea", "end"),
        Task("second_turn", ALL_DICE, "/classic stop", "OWN-1", {"die:": "stop"}),
        Task(
            "income",
            ("income>natural:2",),
            "/classic income dice:natural:2",
            "INCOME-2",
            MENU | {"income": "dice", "rings": "closes", "gulls": "closes", "builders": "closes"},
        ),
        Task("rings", ("rings>buy:0",), "/classic rings dice:natural:1 buy:0", "RINGS-1", MENU | {"rings": "buy"}),
        *play_as(LEARNER, "gulls", "natural:1"),
        Task(
            "attack",
            ("move:h_syrakousai>to:z_ausonian_sea",),
            "/classic move piece:1 to:z_ausonian_sea",
            "FIGHT-1",
            MENU | {"move:s": "guard"},
        ),
        Task("fight", ("die:1", "die:4"), "/classic fight reroll:1 4", "FIGHT-12", {"die:": "fight"}),
        Page("won", rule="FIGHT-16"),
        Page("city", rule="VALUE-2"),
        Page("over", rule="END-1"),
    ),
)
