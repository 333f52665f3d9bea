"""A first game of Minerva: a city in one row, a line through it, culture and glory, an assistant."""

from engine.kernel.proof.lesson import LEARNER, Lesson, Page, Played, Task

THESEUS = 1

LESSON = Lesson(
    seats=2,
    seed="00000000000000000000000000000008",
    options={"first_seat": "first", "colon_mode": "once"},
    scenes=(
        Page("welcome", rule="TURN-05"),
        Task(
            "field",
            ("build:wheat_field-1",),
            "/minerva build tile:2",
            rule="BUILD-01",
            notes={"build:": "tile", "residence": "residence", "pass": "pass", "sell": "sell"},
        ),
        Task("field_cell", ("cell:1,0",), "/minerva place where:3", notes={"cell:": "cell"}),
        Played(THESEUS, ("build:forest-1",)),
        Played(THESEUS, ("cell:0,-1",)),
        Task(
            "school",
            ("build:school-1",),
            "/minerva build tile:6",
            rule="BUILD-02",
            notes={"build:": "tile", "residence": "residence", "pass": "pass", "sell": "sell"},
        ),
        Task("school_cell", ("cell:2,0",), "/minerva place where:4", notes={"cell:": "cell"}),
        Played(THESEUS, ("build:quarry-1",)),
        Played(THESEUS, ("cell:1,0",)),
        Task(
            "stables",
            ("build:stables-1",),
            "/minerva build tile:5",
            rule="BUILD-03",
            notes={"build:": "tile", "residence": "residence", "pass": "pass"},
        ),
        Task("stables_cell", ("cell:-1,0",), "/minerva place where:4", notes={"cell:": "cell"}),
        Played(THESEUS, ("build:wheat_field-2",)),
        Played(THESEUS, ("cell:0,1",)),
        Task(
            "residence", ("residence",), "/minerva residence", rule="RES-01", notes={"build:": "tile", "pass": "pass"}
        ),
        Task("residence_cell", ("cell:3,0",), "/minerva place where:6", rule="RES-04", notes={"cell:": "cell"}),
        Task("line", ("direction:w",), "/minerva activate direction:left", notes={"direction:": "direction"}),
        Task("forum", ("kinds:grain",), "/minerva gain what:grain", notes={"kinds:": "gain", "sell": "sell"}),
        Task("convert", ("times:2",), "/minerva convert what:2", notes={"times:": "times", "sell": "sell"}),
        Played(THESEUS, ("residence",)),
        Played(THESEUS, ("cell:0,2",)),
        Played(THESEUS, ("direction:n",)),
        Played(THESEUS, ("kinds:stone",)),
        Page("culture", rule="CULT-04"),
        Task("pass", ("pass",), "/minerva pass", rule="PASS-03", notes={"build:": "tile", "residence": "tile"}),
        Played(THESEUS, ("build:vulcan",)),
        Played(THESEUS, ("cell:1,1",)),
        Played(THESEUS, ("build:quarry-2",)),
        Played(THESEUS, ("cell:-1,0",)),
        Played(THESEUS, ("pass",)),
        Task(
            "assistant",
            ("buy:glory",),
            "/minerva buy-assistant with:glory",
            rule="GAINASSIST-04",
            notes={"decline": "decline"},
        ),
        Page("glory", rule="GLORY-02"),
        Task(
            "place_assistant",
            ("assistant",),
            "/minerva assistant",
            rule="ASSIST-01",
            notes={"build:": "tile", "residence": "tile", "pass": "pass"},
        ),
        Task(
            "second_line",
            ("direction:w",),
            "/minerva activate direction:left",
            rule="ASSIST-03",
            notes={"direction:": "direction"},
        ),
        Played(LEARNER, ("kinds:wood",)),
        Played(LEARNER, ("times:1",)),
        Page("temples", rule="SCORE-04"),
        Page("end", rule="SCORE-01"),
    ),
)
