"""Scenes as lines of text, to be compared with golden files."""

from msgspec.structs import fields

from render.scene import Item, Scene


def dump(scene: Scene) -> str:
    """Return the scene as lines of text, the same in every run. Items of the background are only counted."""
    lines = [
        f"scene {scene.width}x{scene.height}",
        f"ground {scene.background.name}: {len(scene.background.items)} items",
    ]
    for layer in scene.layers:
        lines.append(f"layer {layer.name}{', needed' if layer.is_needed else ''}")
        lines.extend(f"  {_line(item)}" for item in layer.items)
    return "\n".join(lines) + "\n"


def _line(item: Item) -> str:
    parts = [type(item).__name__.lower()]
    parts.extend(f"{field.name}={_plain(getattr(item, field.name))}" for field in fields(item))
    return " ".join(parts)


def _plain(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.0f}"
    if isinstance(value, tuple):
        return "(" + " ".join(_plain(part) for part in value) + ")"
    return repr(value) if isinstance(value, str) else str(value)
