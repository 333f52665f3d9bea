"""One request: path, query, JSON and files, sent in either way."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from sandbox.errors import Refused
from sandbox.records import Json

_BOUNDARY = re.compile(r'boundary="?([^";]+)"?')
_NAME = re.compile(rb'name="([^"]*)"')
_FILENAME = re.compile(rb'filename="([^"]*)"')
_FILE_FIELD = re.compile(r"^files\[(\d+)\]$")


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file. `index` is its id in `attachments`."""

    index: int
    filename: str
    content: bytes


@dataclass(slots=True)
class Incoming:
    """A request of the bot. `arrived` is by `time.perf_counter()`, `size` in bytes; `json` is mostly an object."""

    method: str
    path: str
    query: dict[str, str]
    is_authorized: bool
    arrived: float = 0.0
    content_type: str = ""
    size: int = 0
    token: str = ""
    json: Any = None
    uploads: list[Upload] = field(default_factory=list)

    @property
    def body(self) -> Json:
        """The JSON object, by default an empty one; refuses other JSON with 50109."""
        if self.json is None:
            return {}
        if not isinstance(self.json, dict):
            raise Refused(50109)
        return self.json


def read_body(incoming: Incoming, body: bytes) -> None:
    incoming.size = len(body)
    if not body:
        return
    if incoming.content_type.startswith("multipart/form-data"):
        _read_multipart(incoming, body)
        return
    incoming.json = _json(body)


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError as error:
        raise Refused(50109) from error


def _read_multipart(incoming: Incoming, body: bytes) -> None:
    found = _BOUNDARY.search(incoming.content_type)
    if found is None:
        raise Refused(50109)
    for part in body.split(b"--" + found[1].encode())[1:-1]:
        head, _, content = part[2:].partition(b"\r\n\r\n")
        content = content[:-2]
        name = _NAME.search(head)
        filename = _FILENAME.search(head)
        if name is None:
            continue
        number = _FILE_FIELD.match(name[1].decode())
        if filename is not None and number is not None:
            incoming.uploads.append(Upload(int(number[1]), filename[1].decode(), content))
        elif name[1] == b"payload_json":
            incoming.json = _json(content)
