"""PNG files with a palette. Rows are compressed in strips. Strips that haven't changed are kept."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image
from zlib_ng import zlib_ng

ROWS, ROWS_OF_SMALLEST = 35, 175
"""Number of rows compressed together, usually and at the slowest level. With fewer rows, files would be larger. With
more rows, a small change would take longer."""
SMALLEST = 9
"""The slowest level of zlib."""
SIGNATURE, PALETTE_TYPE = b"\x89PNG\r\n\x1a\n", 3
"""The first bytes of every PNG file, and the colour type of images with a palette."""
HEAD, END = b"\x78\x5e", b"\x03\x00"
"""The header of zlib's format, and an empty last block."""
ADLER_BASE = 65521


@dataclass(frozen=True, slots=True)
class Strip:
    """Compressed rows, with the checksum and the length of the uncompressed bytes."""

    packed: bytes
    adler: int
    size: int


def strips_of(top: int, bottom: int, level: int) -> range:
    """Return the numbers of the strips that have rows from `top` to `bottom`."""
    rows = _rows_of(level)
    return range(top // rows, -(-bottom // rows))


def _rows_of(level: int) -> int:
    return ROWS_OF_SMALLEST if level == SMALLEST else ROWS


def rows_of(sheet: Image.Image, number: int, level: int) -> bytes:
    """Return one strip's rows. Each begins with its filter type (0, no filter), from the first column of `sheet`."""
    top = number * _rows_of(level)
    return sheet.crop((0, top, sheet.width, min(sheet.height, top + _rows_of(level)))).tobytes()


def pack(content: bytes, level: int) -> Strip:
    """Compress one strip. zlib-ng makes smaller files in less time than Pillow."""
    packer = zlib_ng.compressobj(level, zlib_ng.DEFLATED, -zlib_ng.MAX_WBITS)
    packed = packer.compress(content) + packer.flush(zlib_ng.Z_SYNC_FLUSH)
    return Strip(packed, zlib_ng.adler32(content), len(content))


def write(sheet: Image.Image, strips: Sequence[Strip]) -> bytes:
    """Return the file of an image with a palette, whose rows are in `strips`."""
    parts = {
        b"IHDR": struct.pack(">IIBBBBB", sheet.width - 1, sheet.height, 8, PALETTE_TYPE, 0, 0, 0),
        b"PLTE": bytes(sheet.getpalette() or ()),
        b"IDAT": b"".join((HEAD, *(strip.packed for strip in strips), END, struct.pack(">I", _adler(strips)))),
    }
    return SIGNATURE + b"".join(_chunk(name, data) for name, data in (*parts.items(), (b"IEND", b"")))


def _adler(strips: Sequence[Strip]) -> int:
    """Return the checksum of all strips together, as zlib's `adler32_combine` does."""
    low, high = 1, 0
    for strip in strips:
        high = (high + (strip.adler >> 16) + strip.size * (low - 1)) % ADLER_BASE
        low = (low + (strip.adler & 0xFFFF) - 1) % ADLER_BASE
    return high << 16 | low


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib_ng.crc32(name + data))
