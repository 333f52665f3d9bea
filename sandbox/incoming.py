"""An incoming request: its path, query, JSON and files."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from sandbox.errors import Refused
from sandbox.records import Json

_BOUNDARY = re.compile(r'boundary="?([^";]+)"?')
_NAMES = re.compile(rb'\b(name|filename)="([^"]*)"')
_FILE_FIELD = re.compile(r"^files\[(\d+)\]$")


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file. The JSON field `attachments` refers to it by `index`."""

    index: int
    filename: str
    content: bytes


@dataclass(slots=True)
class Incoming:
    method: str
    path: str
    query: dict[str, str]
    is_authorized: bool
    arrived: float = 0.0
    """From `time.perf_counter()`."""
    content_type: str = ""
    size: int = 0
    """The size in bytes."""
    token: str = ""
    json: Any = None
    """Usually an object."""
    uploads: list[Upload] = field(default_factory=list)

    @property
    def body(self) -> Json:
        """Return the JSON object, or an empty one if there is no body. Refuse any other JSON with 50109."""
        if self.json is None:
            return {}
        if not isinstance(self.json, dict):
            raise Refused(50109)
        return self.json


def read_body(incoming: Incoming, content_type: str, body: bytes) -> None:
    """Read the JSON and the files of a request. Refuse invalid ones with 50109."""
    incoming.content_type, incoming.size = content_type, len(body)
    try:
        if not content_type.startswith("multipart/form-data"):
            incoming.json = json.loads(body or "null")
            return
        for part in body.split(b"--" + _BOUNDARY.findall(content_type)[0].encode())[1:-1]:
            head, _, content = part[2:-2].partition(b"\r\n\r\n")
            names = {key: name.decode() for key, name in _NAMES.findall(head)}
            number = _FILE_FIELD.match(names.get(b"name", ""))
            if b"filename" in names and number is not None:
                incoming.uploads.append(Upload(int(number[1]), names[b"filename"], content))
            elif names.get(b"name") == "payload_json":
                incoming.json = json.loads(content)
    except (IndexError, ValueError) as error:
        raise Refused(50109) from error
