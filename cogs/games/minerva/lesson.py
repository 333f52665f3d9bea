"""A first game of Minerva: a city in one row, a line through it, culture and glory, an assistant."""

from engine.kernel.proof.lesson import LEARNER, Lesson, Page, Task, play_as

THESEUS = 1
BUILDING = {"build:": "tile", "residence": "residence", "pass": "pass"}
"""Notes on the other things to do in a turn."""

LESSON = Lesson(
    seats=2,
    seed="00000000000000000000000000000008",
    options={"first_seat": "first", "colon_mode": "once"},
    scenes=(
        Page("welcome", rule="TURN-05"),
        Task("field", ("build:wheat_field-1",), "/minerva build tile:2", "BUILD-01", BUILDING | {"sell": "sell"}),
        Task("field_cell", ("cell:1,0",), "/minerva place where:3", notes={"cell:": "cell"}),
        *play_as(THESEUS, "build:forest-1", "cell:0,-1"),
        Task("school", ("build:school-1",), "/minerva build tile:6", "BUILD-02", BUILDING | {"sell": "sell"}),
        Task("school_cell", ("cell:2,0",), "/minerva place where:4", notes={"cell:": "cell"}),
        *play_as(THESEUS, "build:quarry-1", "cell:1,0"),
        Task("stables", ("build:stables-1",), "/minerva build tile:5", "BUILD-03", BUILDING),
        Task("stables_cell", ("cell:-1,0",), "/minerva place where:4", notes={"cell:": "cell"}),
        *play_as(THESEUS, "build:wheat_field-2", "cell:0,1"),
        Task("residence", ("residence",), "/minerva residence", "RES-01", {"build:": "tile", "pass": "pass"}),
        Task("residence_cell", ("cell:3,0",), "/minerva place where:6", "RES-04", {"cell:": "cell"}),
        Task("line", ("direction:w",), "/minerva activate direction:left", notes={"direction:": "direction"}),
        Task("forum", ("kinds:grain",), "/minerva gain what:grain", notes={"kinds:": "gain", "sell": "sell"}),
        Task("convert", ("times:2",), "/minerva convert what:2", notes={"times:": "times", "sell": "sell"}),
        *play_as(THESEUS, "residence", "cell:0,2", "direction:n", "kinds:stone"),
        Page("culture", rule="CULT-04"),
        Task("pass", ("pass",), "/minerva pass", "PASS-03", {"build:": "tile", "residence": "tile"}),
        *play_as(THESEUS, "build:vulcan", "cell:1,1", "build:quarry-2", "cell:-1,0", "pass"),
        Task("assistant", ("buy:glory",), "/minerva buy-assistant with:glory", "GAINASSIST-04", {"decline": "decline"}),
        Page("glory", rule="GLORY-02"),
        Task("place_assistant", ("assistant",), "/minerva assistant", "ASSIST-01", BUILDING | {"residence": "tile"}),
        Task(
            "second_line",
            ("direction:w",),
            "/minerva activate direction:left",
            "ASSIST-03",
            {"direction:": "direction"},
        ),
        *play_as(LEARNER, "kinds:wood", "times:1"),
        Page("temples", rule="SCORE-04"),
        Page("end", rule="SCORE-01"),
    ),
)
