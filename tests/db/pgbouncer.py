"""A real PgBouncer in front of the tests' server, with default settings except the mode."""

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from sandbox.simulation.postgresql import _lesser_user

PROGRAM = shutil.which("pgbouncer", path=os.environ["PATH"] + ":/usr/sbin")
WHY_NOT = "PgBouncer is not installed here: apt-get install pgbouncer"
STARTS_S = 20
PORT = 6432


@contextlib.contextmanager
def pooling(server: Path, mode: str) -> Iterator[str]:
    """Run a pooler in front of the server whose socket is in the folder `server`.

    Yield the folder of the pooler's socket.
    """
    assert PROGRAM is not None
    folder = server / f"pool-{mode}"
    folder.mkdir()
    (folder / "users").write_text('"knossos" ""\n')
    (folder / "ini").write_text(
        f"[databases]\n* = host={server}\n[pgbouncer]\npool_mode = {mode}\nlisten_addr =\nlisten_port = {PORT}\n"
        f"unix_socket_dir = {folder}\nauth_type = trust\nauth_file = {folder}/users\n"
    )
    lesser = _lesser_user()
    if lesser:
        os.chown(folder, lesser["user"], lesser["group"])
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen([PROGRAM, str(folder / "ini")], stdout=log, stderr=log, cwd="/", **lesser)
    try:
        for _ in range(STARTS_S * 20):
            if (folder / f".s.PGSQL.{PORT}").exists():
                break
            assert process.poll() is None, (folder / "log").read_text()
            time.sleep(0.05)
        yield str(folder)
    finally:
        process.terminate()
        process.wait(STARTS_S)
        shutil.rmtree(folder)
