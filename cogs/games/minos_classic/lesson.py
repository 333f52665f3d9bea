"""A first game of Minos (classic): dice, a colony, income and rings, a fight at sea."""

from engine.kernel.proof.lesson import LEARNER, Lesson, Page, Played, Task

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
        Task("stop", ALL_DICE, "/classic stop", rule="DICE-5", notes={"die:": "stop"}),
        Task(
            "gulls",
            ("gulls>natural:1",),
            "/classic gulls dice:natural:1",
            rule="MOVE-1",
            notes=MENU | {"gulls": "dice"},
        ),
        Task(
            "ship",
            ("move:z_fish>to:h_syrakousai",),
            "/classic move piece:1 to:h_syrakousai",
            rule="MOVE-8",
            notes=MENU | {"move:": "space"},
        ),
        Task(
            "builders",
            ("builders>natural:2+star:1",),
            "/classic builders dice:natural:2+star:1",
            rule="DICE-9",
            notes=MENU | {"builders": "dice"},
        ),
        Task(
            "found",
            ("build:s_syrakousai>kind:harbour",),
            "/classic build site:2 kind:harbour",
            rule="BUILD-12",
            notes=MENU | {"build:": "kind"},
        ),
        Task(
            "second",
            ("build:s_syrakousai>kind:warehouse",),
            "/classic build site:3 kind:warehouse",
            rule="VALUE-1",
            notes=MENU | {"build:": "kind"},
        ),
        Task("end", ("end",), "/classic end", rule="TURN-4", notes=MENU),
        Played(THESEUS, ALL_DICE),
        Played(THESEUS, ("gulls",)),
        Played(THESEUS, ("natural:1",)),
        Played(THESEUS, ("move:z_fish",)),
        Played(THESEUS, ("to:h_taras",)),
        Played(THESEUS, ("builders",)),
        Played(THESEUS, ("natural:1",)),
        Played(THESEUS, ("build:s_taras",)),
        Played(THESEUS, ("kind:dwelling",)),
        Played(THESEUS, ("move:h_taras",)),
        Played(THESEUS, ("to:z_ausonian_sea",)),
        Played(THESEUS, ("end",)),
        Task("second_turn", ALL_DICE, "/classic stop", rule="OWN-1", notes={"die:": "stop"}),
        Task(
            "income",
            ("income>natural:2",),
            "/classic income dice:natural:2",
            rule="INCOME-2",
            notes=MENU | {"income": "dice", "rings": "closes", "gulls": "closes", "builders": "closes"},
        ),
        Task(
            "rings",
            ("rings>buy:0",),
            "/classic rings dice:natural:1 buy:0",
            rule="RINGS-1",
            notes=MENU | {"rings": "buy"},
        ),
        Played(LEARNER, ("gulls",)),
        Played(LEARNER, ("natural:1",)),
        Task(
            "attack",
            ("move:h_syrakousai>to:z_ausonian_sea",),
            "/classic move piece:1 to:z_ausonian_sea",
            rule="FIGHT-1",
            notes=MENU | {"move:s": "guard"},
        ),
        Task("fight", ("die:1", "die:4"), "/classic fight reroll:1 4", rule="FIGHT-12", notes={"die:": "fight"}),
        Page("won", rule="FIGHT-16"),
        Page("city", rule="VALUE-2"),
        Page("over", rule="END-1"),
    ),
)
