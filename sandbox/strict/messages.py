"""Check the body of a message or modal as Discord does."""

from collections.abc import Container, Sequence

import discord_limits as limits
from sandbox.errors import Form, Refused
from sandbox.records import COMPONENTS_V2, EPHEMERAL, SILENT, SUPPRESS_EMBEDS, Json, Message
from sandbox.strict.components import Check

SENDABLE = SUPPRESS_EMBEDS | SILENT | COMPONENTS_V2
EMBED_TEXTS = {"title": limits.EMBED_TITLE, "description": limits.EMBED_DESCRIPTION}


def check_message(
    payload: Json,
    files: dict[str, int],
    emojis: Container[int],
    *,
    before: Message | None = None,
    kept: Sequence[str] = (),
    named: Sequence[str] = (),
    may_hide: bool = False,
) -> None:
    """Check a new message, or an edit of the message `before`. Refuse with 50035, 50006 or 40005.

    `files` maps uploaded names to sizes. Attachments in `kept` stay, and `attachment://` may refer to attachments in
    `named`. If `may_hide`, the message may be ephemeral."""
    form = Form()
    flags = _flags(form, payload, before, may_hide=may_hide)
    v2 = bool(flags & COMPONENTS_V2)
    form.optional((), payload, "content", limits.CONTENT)
    _embeds(form, payload.get("embeds") or [])
    if v2:
        _only_components(form, payload, before)
    if payload.get("nonce") is not None and len(str(payload["nonce"])) > limits.NONCE:
        form.wrong(("nonce",), "NONCE_TYPE_TOO_LONG", f"Must be {limits.NONCE} or fewer in length.")
    _mentions(form, payload.get("allowed_mentions"))
    _attachments(form, payload, files, kept)
    becomes_v2 = v2 and (before is None or not before.flags & COMPONENTS_V2)
    if payload.get("components") is not None or becomes_v2:
        check = Check(form, {*files, *named}, emojis)
        check.message(payload.get("components") or [], v2=v2)
    form.refuse()
    if not v2 and _is_empty(payload, before, files, kept):
        raise Refused(50006)


def check_modal(data: Json, emojis: Container[int]) -> None:
    form = Form()
    form.length(("data", "custom_id"), data.get("custom_id"), 1, limits.CUSTOM_ID)
    form.length(("data", "title"), data.get("title"), 1, limits.MODAL_TITLE)
    Check(form, set(), emojis).modal(data.get("components"))
    form.refuse()


def _flags(form: Form, payload: Json, before: Message | None, *, may_hide: bool) -> int:
    given = payload.get("flags")
    flags = int(given or 0)
    allowed = SENDABLE | (EPHEMERAL if may_hide or before is not None else 0)
    if flags & ~allowed:
        form.wrong(("flags",), "BASE_TYPE_BAD_FLAGS", f"Flags {flags & ~allowed} cannot be set on this message.")
    if before is None:
        return flags
    if given is not None and before.flags & COMPONENTS_V2 and not flags & COMPONENTS_V2:
        message = "The components V2 flag of a message cannot be removed."
        form.wrong(("flags",), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", message)
    return before.flags | flags


def _only_components(form: Form, payload: Json, before: Message | None) -> None:
    """Check that a V2 message has no content, embeds, stickers or polls. An edit that turns a message into a V2
    message must clear its old content and embeds."""
    is_turned = before and not before.flags & COMPONENTS_V2
    old = {"content": before.content, "embeds": before.embeds} if before and is_turned else {}
    for key in ("content", "embeds", "sticker_ids", "poll"):
        if payload.get(key, old.get(key)):
            message = f'The "{key}" field cannot be used when using MessageFlags.IS_COMPONENTS_V2'
            form.wrong((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)


def _mentions(form: Form, allowed: object) -> None:
    if not isinstance(allowed, dict):
        return
    for key in ("users", "roles"):
        listed = allowed.get(key)
        if isinstance(listed, list):
            form.count(("allowed_mentions", key), len(listed), 0, limits.MENTIONS_ALLOWED)
            if key in (allowed.get("parse") or []) and listed:
                message = f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
                form.wrong(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


def _attachments(form: Form, payload: Json, files: dict[str, int], kept: Sequence[str]) -> None:
    form.count(("attachments",), len(files) + len(kept), 0, limits.FILES)
    if any(size > limits.FILE_BYTES for size in files.values()) or sum(files.values()) > limits.REQUEST_BYTES:
        raise Refused(40005)
    for place, attachment in enumerate(payload.get("attachments") or []):
        if attachment.get("description") is not None:
            form.length(("attachments", place, "description"), attachment["description"], 0, limits.ALT_TEXT)


def _embeds(form: Form, embeds: list[Json]) -> None:
    form.count(("embeds",), len(embeds), 0, limits.EMBEDS)
    total = 0
    for place, embed in enumerate(embeds):
        for key, most in EMBED_TEXTS.items():
            if embed.get(key) is not None:
                form.length(("embeds", place, key), embed[key], 0, most)
                total += len(embed[key])
        fields = embed.get("fields") or []
        form.count(("embeds", place, "fields"), len(fields), 0, limits.EMBED_FIELDS)
        for number, one in enumerate(fields):
            form.length(("embeds", place, "fields", number, "name"), one.get("name"), 1, limits.EMBED_FIELD_NAME)
            form.length(("embeds", place, "fields", number, "value"), one.get("value"), 1, limits.EMBED_FIELD_VALUE)
            total += len(one.get("name") or "") + len(one.get("value") or "")
        footer = (embed.get("footer") or {}).get("text") or ""
        author = (embed.get("author") or {}).get("name") or ""
        form.length(("embeds", place, "footer", "text"), footer, 0, limits.EMBED_FOOTER)
        form.length(("embeds", place, "author", "name"), author, 0, limits.EMBED_AUTHOR)
        total += len(footer) + len(author)
    if total > limits.EMBED_TOTAL:
        form.wrong(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {limits.EMBED_TOTAL}")


def _is_empty(payload: Json, before: Message | None, files: dict[str, int], kept: Sequence[str]) -> bool:
    content, embeds, components = (
        payload.get(key, getattr(before, key, None)) for key in ("content", "embeds", "components")
    )
    return not (str(content or "").strip() or embeds or components or files or kept)
