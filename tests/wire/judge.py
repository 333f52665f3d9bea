"""Check a recording of the wire against Discord's OpenAPI document.

The bot's requests must match the document. The sandbox's answers and events must match too,
and may not have unknown fields.
`sandbox/README.md` lists each difference with its reason.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT202012

Json: TypeAlias = dict[str, Any]

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / os.environ.get("DISCORD_OPENAPI", "../shared/tools/discord-openapi.json")
"""Discord's OpenAPI document: https://github.com/discord/discord-api-spec (specs/openapi.json). We may not copy it."""

UNLISTED = {
    ("PATCH /channels/{channel_id}/messages/{message_id}", "/tts"),
    ("PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original", "/tts"),
    ("PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", "/tts"),
    ("POST /interactions/{interaction_id}/{interaction_token}/callback", "/data/tts"),
    ("PUT /applications/{application_id}/commands", "/*/nsfw"),
    ("PUT /applications/{application_id}/guilds/{guild_id}/commands", "/*/nsfw"),
}
"""Fields that discord.py sends although the document doesn't list them. No such field is known to do harm."""

MESSAGE, THREAD, CHANNEL, MEMBER = "MessageResponse", "ThreadResponse", "GuildChannelResponse", "GuildMemberResponse"
EVENTS = {
    "MESSAGE_CREATE": MESSAGE,
    "MESSAGE_UPDATE": MESSAGE,
    "CHANNEL_CREATE": CHANNEL,
    "CHANNEL_UPDATE": CHANNEL,
    "CHANNEL_DELETE": CHANNEL,
    "THREAD_CREATE": THREAD,
    "THREAD_UPDATE": THREAD,
    "GUILD_CREATE": "GuildResponse",
}
"""The schema that each event's data matches. The document has no schemas for gateway events."""
PARTS = {
    "READY": {"user": "UserPIIResponse"},
    "GUILD_CREATE": {"channels": CHANNEL, "threads": THREAD, "members": MEMBER},
    "GUILD_MEMBERS_CHUNK": {"members": MEMBER},
    "INTERACTION_CREATE": {"member": MEMBER, "user": "UserResponse", "message": MESSAGE},
}
"""The schemas of objects inside an event's data."""
NEEDED = {
    "READY": "v user guilds session_id resume_gateway_url application",
    "GUILD_CREATE": "joined_at large member_count voice_states members channels threads presences stage_instances "
    "guild_scheduled_events soundboard_sounds",
    "THREAD_DELETE": "id guild_id parent_id type",
    "MESSAGE_DELETE": "id channel_id",
    "INTERACTION_CREATE": "id application_id type token version entitlements authorizing_integration_owners "
    "attachment_size_limit app_permissions context channel channel_id locale data",
}
"""Fields that an event always has, according to Discord's written documentation."""
ADDED = {
    "GUILD_CREATE": NEEDED["GUILD_CREATE"] + " unavailable",
    "THREAD_CREATE": "newly_created",
    "MESSAGE_CREATE": "guild_id member",
    "MESSAGE_UPDATE": "guild_id member",
    "INTERACTION_CREATE": "member/permissions",
}
"""Fields that an event has although its schema lacks them, according to Discord's written documentation."""

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: `field` is a JSON pointer with `*` for list indexes, `what` describes the fault."""

    where: str
    field: str
    what: str

    def __str__(self) -> str:
        return f"{self.where} {self.field}: {self.what}"


@dataclass(slots=True)
class Judgement:
    """Counts of judged requests, and of faults."""

    requests: int = 0
    answers: int = 0
    events: int = 0
    by_bot: Counter[Fault] = field(default_factory=Counter)
    by_sandbox: Counter[Fault] = field(default_factory=Counter)


def read(files: Iterable[Path]) -> Iterator[Json]:
    """Yield the lines of all recordings."""
    for file in files:
        with file.open() as lines:
            for line in lines:
                yield json.loads(line)


class Judge:
    """Checks recordings against the document. Raises `OSError` if the document is missing."""

    def __init__(self, document: Path = DOCUMENT) -> None:
        self.document: Json = json.loads(document.read_text())
        self._join()
        self._operations = sorted(
            ((re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path, by_method)
             for path, by_method in self.document["paths"].items()),
            key=lambda entry: entry[1].count("{"),
        )  # fmt: skip
        lenient = json.loads(json.dumps(self.document))
        # discord.py sends ids as numbers. Discord accepts them.
        lenient["components"]["schemas"]["SnowflakeType"] = {
            "oneOf": [self.document["components"]["schemas"]["SnowflakeType"], {"type": "integer", "minimum": 0}]
        }
        self._registry: Any = Registry().with_resources(
            [(f"urn:{name}", DRAFT202012.create_resource(document))
             for name, document in (("answers", self.document), ("requests", lenient))]
        )  # fmt: skip
        self._known: dict[tuple[str, str], list[tuple[str, str]]] = {}
        formats = FormatChecker(formats=())
        formats.checks("date-time")(lambda told: not isinstance(told, str) or bool(_TIME.fullmatch(told)))
        formats.checks("snowflake")(lambda told: not isinstance(told, str) or (told.isdigit() and int(told) < 2**64))
        formats.checks("int32")(lambda told: not isinstance(told, int) or -(2**31) <= told < 2**31)
        self._formats = formats

    def _join(self) -> None:
        """Merge the parts of composed schemas (`allOf`) into one object, so that all fields are known."""
        schemas = self.document["components"]["schemas"]
        for name, schema in schemas.items():
            if schema.get("type") == "object" and "allOf" in schema:
                parts = [schemas[part.get("$ref", name).rpartition("/")[2]] | part for part in schema["allOf"]]
                schemas[name] = {
                    "type": "object",
                    "properties": {key: told for part in parts for key, told in part["properties"].items()},
                    "required": [key for part in parts for key in part.get("required", [])],
                }

    def judge(self, lines: Iterable[Json]) -> Judgement:
        """Check every line of a recording."""
        found = Judgement()
        for line in lines:
            if line["kind"] == "rest":
                found.requests += 1
                found.by_bot.update(self.of_request(line))
                found.answers += 1
                found.by_sandbox.update(self.of_answer(line))
            elif line["kind"] == "event" and line["op"] == 0:
                found.events += 1
                found.by_sandbox.update(self.of_event(line["event"], line["data"]))
        return found

    def of_request(self, line: Json) -> set[Fault]:
        """Return the faults of a request."""
        method, asked = line["method"], line["json"]
        path, operation = self._operation(method, line["path"])
        where = f"{method} {path}"
        if operation is None:
            return {Fault(where, "/", "no such route")}
        contents = operation.get("requestBody", {}).get("content", {})
        found: list[tuple[str, str]] = []
        if not contents:
            found += [("/", "no body is expected")] if asked not in (None, {}) else []
        elif asked is not None:
            kind = "application/json" if "application/json" in contents else next(iter(contents))
            pointer = _pointer("paths", path, method.lower(), "requestBody", "content", kind, "schema")
            found += self._faults("requests", pointer, asked)
        elif operation["requestBody"].get("required"):
            found.append(("/", "a body is required"))
        found += _of_query(operation, line["query"])
        named = {str(entry.get("id")) for entry in _attachments(asked)}
        if any(str(upload["index"]) not in named for upload in line["uploads"]):
            found.append(("/attachments", "does not name every upload"))
        return {Fault(where, at, what) for at, what in found if not (what == "unknown" and (where, at) in UNLISTED)}

    def of_answer(self, line: Json) -> set[Fault]:
        """Return the differences between an answer and the document."""
        method, status = line["method"], line["status"]
        path, operation = self._operation(method, line["path"])
        where = f"{method} {path} {status}"
        if operation is None or status >= 500:  # The document does not describe outages.
            return set()
        told = operation["responses"]
        code = next((code for code in (str(status), f"{str(status)[0]}XX") if code in told), None)
        if code is None:
            return {Fault(where, "/", f"the document knows {', '.join(told)}")}
        pointer = ["paths", path, method.lower(), "responses", code]
        if "$ref" in told[code]:
            pointer = told[code]["$ref"].removeprefix("#/").split("/")
        if "application/json" not in self._at(pointer).get("content", {}):
            return set() if line["answer"] is None else {Fault(where, "/", "no answer is expected")}
        place = _pointer(*pointer, "content", "application/json", "schema")
        return {Fault(where, at, what) for at, what in self._faults("answers", place, line["answer"])}

    def of_event(self, event: str, body: Json) -> set[Fault]:
        """Return the differences between an event's data and the document."""
        found: list[tuple[str, str]] = []
        if event in EVENTS:
            found += self._faults("answers", _pointer("components", "schemas", EVENTS[event]), body)
        for name, schema in PARTS.get(event, {}).items():
            parts = body.get(name)
            for part in parts if isinstance(parts, list) else [] if parts is None else [parts]:
                within = f"/{name}/*" if isinstance(parts, list) else f"/{name}"
                inner = self._faults("answers", _pointer("components", "schemas", schema), part)
                found += [(within + at, what) for at, what in inner]
        added = {f"/{name}" for name in ADDED.get(event, "").split()}
        found = [(at, what) for at, what in found if not (what == "unknown" and at in added)]
        found += [(f"/{name}", "missing") for name in NEEDED.get(event, "").split() if name not in body]
        return {Fault(event, at, what) for at, what in found}

    # Helpers

    def _operation(self, method: str, path: str) -> tuple[str, Json | None]:
        """Return the documented path and operation of a request. An undocumented request has no operation."""
        for pattern, name, by_method in self._operations:
            if method.lower() in by_method and pattern.fullmatch(path):
                return name, by_method[method.lower()]
        return re.sub(r"\d{5,}", "*", path), None

    def _at(self, pointer: list[str]) -> Any:
        found = self.document
        for part in pointer:
            found = found[part]
        return found

    def _faults(self, which: str, pointer: str, instance: object) -> list[tuple[str, str]]:
        """Return the pointer and the kind of each mismatch between `instance` and the schema."""
        key = (which + pointer, json.dumps(instance, sort_keys=True))
        if key not in self._known:
            schema = {"$ref": f"urn:{which}#{pointer}"}
            validator = _strict()(schema, registry=self._registry, format_checker=self._formats)
            found = [(_place_of(error), _kind(error)) for error in validator.iter_errors(instance)]
            self._known[key] = sorted(set(found))
        return self._known[key]


@cache
def _strict() -> type[Draft202012Validator]:
    """Return a validator that respects `type` in unions and reports unknown fields."""
    plain = Draft202012Validator.VALIDATORS["properties"]
    refer = Draft202012Validator.VALIDATORS["$ref"]
    fits: set[tuple[str, str, type, object]] = set()
    by_type: dict[tuple[str, str, object], bool] = {}

    def may_be(validator: Any, branch: Json, instance: object) -> bool:
        """Return whether a union's branch has the same `type` as the instance, if both have a type."""
        if not isinstance(instance, dict) or "type" not in instance:
            return True
        if "$ref" not in branch:
            return branch.get("type") != "null"
        key = (validator._resolver._base_uri, branch["$ref"], instance["type"])
        if key not in by_type:
            found = validator._resolver.lookup(branch["$ref"])
            kind = found.contents.get("properties", {}).get("type")
            wrong = kind is not None and any(validator.descend(instance["type"], kind, resolver=found.resolver))
            by_type[key] = not wrong
        return by_type[key]

    def properties(validator: Any, known: Json, instance: object, schema: Json) -> Iterator[ValidationError]:
        yield from plain(validator, known, instance, schema)
        if isinstance(instance, dict) and "additionalProperties" not in schema:
            for name in instance.keys() - known.keys():
                yield ValidationError("unknown", validator="unknown", path=[name])

    def union(validator: Any, branches: list[Json], instance: object, _: Json) -> Iterator[ValidationError]:
        tried = []
        for branch in branches:
            if may_be(validator, branch, instance):
                tried.append(list(validator.descend(instance, branch)))
                if not tried[-1]:
                    return
        if not tried:
            yield ValidationError("no such type", validator="union", path=["type"])
        else:
            yield from min(tried, key=_weight)

    def reference(validator: Any, target: str, instance: object, schema: Json) -> Iterator[ValidationError]:
        """Validate a referenced schema. Skip strings and numbers that have passed before."""
        if isinstance(instance, dict | list):
            yield from refer(validator, target, instance, schema)
            return
        key = (validator._resolver._base_uri, target, type(instance), instance)
        if key not in fits:
            errors = list(refer(validator, target, instance, schema))
            yield from errors
            if not errors:
                fits.add(key)

    made: type[Draft202012Validator] = extend(
        Draft202012Validator, {"$ref": reference, "properties": properties, "oneOf": union, "anyOf": union}
    )
    return made


def _weight(errors: list[ValidationError]) -> tuple[bool, int]:
    """Return how much a union's branch differs from the instance. A different JSON type is the largest difference."""
    return any(error.validator == "type" and not error.path for error in errors), len(errors)


def _place_of(error: ValidationError) -> str:
    parts = ["*" if isinstance(part, int) else str(part) for part in error.absolute_path]
    if error.validator == "required":
        parts.append(_first_quote(error.message))
    return "/" + "/".join(parts)


def _kind(error: ValidationError) -> str:
    if error.validator in ("required", "unknown"):
        return "missing" if error.validator == "required" else "unknown"
    return f"{error.validator} ({error.message[:80]})"


def _first_quote(message: str) -> str:
    return message.split("'")[1]


def _pointer(*parts: str) -> str:
    def fragment(part: str) -> str:
        return part.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")

    return "".join(f"/{fragment(part)}" for part in parts)


def _of_query(operation: Json, query: dict[str, str]) -> list[tuple[str, str]]:
    known = {entry["name"]: entry for entry in operation.get("parameters", []) if entry["in"] == "query"}
    found = [(f"?{name}", "unknown") for name in query.keys() - known.keys()]
    for name in query.keys() & known.keys():
        if known[name]["schema"].get("type") == "integer" and not query[name].lstrip("-").isdigit():
            found.append((f"?{name}", "no number"))
    return found


def _attachments(asked: object) -> list[Json]:
    if not isinstance(asked, dict):
        return []
    return [*(asked.get("attachments") or []), *((asked.get("data") or {}).get("attachments") or [])]


# Explained differences


@dataclass(frozen=True, slots=True)
class Difference:
    """A row of the README: patterns for path and field, and the kind of difference (missing, unknown or other)."""

    where: str
    field: str
    what: str

    def covers(self, fault: Fault) -> bool:
        return (
            fnmatchcase(fault.where, self.where)
            and fnmatchcase(fault.field, self.field)
            and (self.what == "any" or fault.what.startswith(self.what))
        )


def known_differences(readme: Path = ROOT / "sandbox" / "README.md") -> list[Difference]:
    """Return the rows of the table below "## Where it differs"."""
    section = readme.read_text().partition("## Where it differs")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    found = []
    for where, name, what, why in rows[2:]:
        assert why, f"{where} {name} is not explained"
        found.append(Difference(where.strip("`"), name.strip("`"), what))
    return found
