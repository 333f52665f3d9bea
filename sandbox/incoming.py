"""One request: path, query, JSON and files, sent in either way."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from sandbox.errors import Refused
from sandbox.records import Json

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


async def read_body(incoming: Incoming, request: web.Request) -> None:
    """Read the JSON and the files of a request; refuses with 50109."""
    incoming.size = request.content_length or 0
    try:
        if not incoming.content_type.startswith("multipart/form-data"):
            incoming.json = json.loads(await request.read() or "null")
            return
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader)
            number = _FILE_FIELD.match(part.name or "")
            if part.filename is not None and number is not None:
                incoming.uploads.append(Upload(int(number[1]), part.filename, bytes(await part.read())))
            elif part.name == "payload_json":
                incoming.json = json.loads(await part.read())
    except ValueError as error:
        raise Refused(50109) from error
