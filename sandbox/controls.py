"""Buttons, selects and modals as a person uses them, and the data that is sent."""

from sandbox.payloads import Payloads
from sandbox.records import Json, Message
from sandbox.strict.components import (
    BUTTON,
    CHECKBOX,
    CHECKBOX_GROUP,
    FILE_UPLOAD,
    LABEL,
    RADIO_GROUP,
    ROW,
    SELECTS,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
    walk,
)
from sandbox.typed import NotOffered
from sandbox.world import World


def component(message: Message, custom_id: str) -> Json:
    for part in walk(message.components):
        if part.get("custom_id") == custom_id:
            return part
    raise NotOffered(f"the message has no control {custom_id!r}")


def use_data(world: World, payloads: Payloads, message: Message, custom_id: str, values: list[str]) -> Json:
    """The data of pressing a button or choosing `values`; raises `NotOffered`."""
    part = component(message, custom_id)
    if part.get("disabled"):
        raise NotOffered(f"{custom_id!r} is disabled")
    if part["type"] == BUTTON:
        return raw_data(custom_id, BUTTON, None, part.get("id"))
    if not part.get("min_values", 1) <= len(values) <= part.get("max_values", 1):
        raise NotOffered(f"{custom_id!r} takes {part.get('min_values', 1)} to {part.get('max_values', 1)} values")
    if len(set(values)) < len(values):
        raise NotOffered("a value can be chosen only once")
    if part["type"] == STRING_SELECT:
        offered = {option["value"] for option in part["options"]}
        if not set(values) <= offered:
            raise NotOffered(f"{custom_id!r} does not offer {sorted(set(values) - offered)}")
    data = raw_data(custom_id, part["type"], values, part.get("id"))
    if part["type"] in (5, 7):
        users = {value: world.user(int(value)) for value in values}
        data["resolved"] = {
            "users": {key: payloads.user(user) for key, user in users.items()},
            "members": {key: payloads.member(user, user.permissions) for key, user in users.items()},
        }
    return data


def raw_data(custom_id: str, kind: int, values: list[str] | None, component_id: int | None = None) -> Json:
    data: Json = {"custom_id": custom_id, "component_type": kind, "id": component_id or 1}
    if kind != BUTTON:
        data["values"] = values or []
    return data


def modal_data(modal: Json, values: dict[str, object]) -> Json:
    """The data of submitting a modal with values by custom id or label; raises `NotOffered`."""
    left = dict(values)
    components: list[Json] = []
    for part in modal["components"]:
        if part["type"] == LABEL:
            inner = _fill_field(part["component"], part.get("label", ""), left)
            components.append({"type": LABEL, "id": part.get("id", 0), "component": inner})
        elif part["type"] == ROW:
            inner = _fill_field(part["components"][0], part["components"][0].get("label", ""), left)
            components.append({"type": ROW, "components": [inner]})
        elif part["type"] == TEXT:
            components.append({"type": TEXT, "id": part.get("id", 0)})
    if left:
        raise NotOffered(f"the modal has no {', '.join(sorted(left))}")
    return {"custom_id": modal["custom_id"], "components": components}


def _fill_field(part: Json, label: str, left: dict[str, object]) -> Json:
    custom_id = part["custom_id"]
    given = left.pop(custom_id, left.pop(label, None))
    filled: Json = {"type": part["type"], "id": part.get("id", 0), "custom_id": custom_id}
    if part["type"] == TEXT_INPUT:
        text = str(part.get("value") or "") if given is None else str(given)
        least, most = part.get("min_length") or 0, part.get("max_length") or 4000
        if (part.get("required", True) and not text) or (text and not least <= len(text) <= most):
            raise NotOffered(f"{label or custom_id!r} must be {least} to {most} characters long")
        return filled | {"value": text}
    if part["type"] == CHECKBOX:
        return filled | {"value": bool(given if given is not None else part.get("default"))}
    offered = {option["value"] for option in part.get("options") or []}
    preset = [option["value"] for option in part.get("options") or [] if option.get("default")]
    chosen = preset if given is None else [str(v) for v in given] if isinstance(given, list | tuple) else [str(given)]
    if part["type"] in (STRING_SELECT, RADIO_GROUP, CHECKBOX_GROUP) and not set(chosen) <= offered:
        raise NotOffered(f"{label or custom_id!r} does not offer {sorted(set(chosen) - offered)}")
    if part["type"] == RADIO_GROUP:
        if part.get("required", True) and not chosen:
            raise NotOffered(f"{label or custom_id!r} is required")
        return filled | {"value": chosen[0] if chosen else None}
    least = part.get("min_values", 1) if part.get("required", True) else 0
    most = part.get("max_values", 1 if part["type"] in (*SELECTS, FILE_UPLOAD) else len(offered))
    if not least <= len(chosen) <= most:
        raise NotOffered(f"{label or custom_id!r} takes {least} to {most} values")
    return filled | {"values": chosen}
