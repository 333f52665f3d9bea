"""Several threads make records of the same types."""

import subprocess
import sys

from tests.architecture.sources import ROOT

SCRIPT = """
import sys, threading
from msgspec import defstruct
from engine.kernel.conversion import convert

sys.setswitchinterval(1e-6)
for number in range(50):
    inner = [defstruct(f"Inner{each}", [("count", int | None, None)]) for each in range(12)]
    outer = defstruct("Outer", [(f"field{each}", kind | None, None) for each, kind in enumerate(inner)])
    raw = {f"field{each}": {"count": 1} for each in range(12)}
    start = threading.Barrier(3)

    def convert_together():
        start.wait()
        convert(raw, outer)

    threads = [threading.Thread(target=convert_together) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_threads_may_use_a_type_for_the_first_time_together() -> None:
    """With `msgspec.convert` itself, this ends with a segmentation fault."""
    ran = subprocess.run((sys.executable, "-c", SCRIPT), cwd=ROOT, timeout=60)
    assert ran.returncode == 0
