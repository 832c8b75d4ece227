# SPDX-License-Identifier: Apache-2.0
"""Makes fuzz/seeds/picture and text: tiny images of every colour type, and lines in many scripts. Called by seeds.sh.

    python3 fuzz/drawing_seeds.py
"""

import base64
import pathlib
import shutil
import struct
import zlib

HERE = pathlib.Path(__file__).resolve().parent

# 32 x 16 progressive pixels, red at the top left and blue at the bottom right.
JPEG = """
/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsj
HBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo
KCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wgARCAAQACADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA
AAX/xAAWAQEBAQAAAAAAAAAAAAAAAAAABwX/2gAMAwEAAhADEAAAAYmNQhArMwF+TU8QKzMB/8QAFBABAAAAAAAA
AAAAAAAAAAAAMP/aAAgBAQABBQIP/8QAFBEBAAAAAAAAAAAAAAAAAAAAMP/aAAgBAwEBPwEP/8QAFBEBAAAAAAAA
AAAAAAAAAAAAMP/aAAgBAgEBPwEP/8QAFBABAAAAAAAAAAAAAAAAAAAAMP/aAAgBAQAGPwIP/8QAFBABAAAAAAAA
AAAAAAAAAAAAMP/aAAgBAQABPyEP/9oADAMBAAIAAwAAABC2S2T/xAAUEQEAAAAAAAAAAAAAAAAAAAAw/9oACAED
AQE/EA//xAAUEQEAAAAAAAAAAAAAAAAAAAAw/9oACAECAQE/EA//xAAUEAEAAAAAAAAAAAAAAAAAAAAw/9oACAEB
AAE/EA//2Q==
"""

TEXTS = [
    (3, 10, 0, 60, "Points: 1,234"),
    (0, 65, 0, 160, "Jane Sample, née Müller-Lüdenscheidt"),
    (1, 15, 2, 90, "مرحبا بالعالم 123 (abc)"),
    (1, 15, 0, 90, "שלום עולם 12:30 abc"),
    (4, 20, 1, 30, "a\u202eb\u2066c\u202dd\u2069e\u202cf"),
    (1, 12, 0, 50, "日本語の文字列と한국어"),
    (5, 12, 0, 50, "e\u0301\u0327 👨‍👩‍👧 🇩🇪 \u200b\ufeff"),
    (2, 40, 0, 20, "<b>&amp;\"'</b>\r\n\n\u2028x"),
    (1, 14, 0, 100, "नमस्ते ภาษาไทย ሰላም Ђ"),
]


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(colours, depth, interlaced=0, extra=b""):
    """4 x 4 pixels; an interlaced one has its rows in seven passes."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colours]
    passes = [(4, 4)] if not interlaced else [(1, 1), (1, 1), (2, 1), (2, 2), (4, 2)]
    rows = b""
    for width, height in passes:
        for y in range(height):
            rows += bytes([y % 5]) + bytes((y * 40 + i) % 200 for i in range((width * channels * depth + 7) // 8))
    if colours == 3:
        rows = rows.replace(b"\xc7", b"\x01")
        extra = chunk(b"PLTE", bytes(i % 256 for i in range(48 if depth == 4 else 768))) + extra
    head = struct.pack(">IIBBBBB", 4, 4, depth, colours, 0, 0, interlaced)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + extra + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    )


def main():
    folders = {name: HERE / "seeds" / name for name in ("picture", "text")}
    for folder in folders.values():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    for colours, depth in [(0, 1), (0, 8), (0, 16), (2, 8), (2, 16), (3, 4), (3, 8), (4, 8), (6, 8), (6, 16)]:
        (folders["picture"] / f"type{colours}-{depth}").write_bytes(png(colours, depth))
    (folders["picture"] / "interlaced").write_bytes(png(6, 8, 1))
    (folders["picture"] / "transparent").write_bytes(png(0, 8, extra=chunk(b"tRNS", b"\0\x28")))
    text = chunk(b"zTXt", b"Comment\0\0" + zlib.compress(b"x" * 300)) + chunk(b"gAMA", b"\0\0\xb1\x8f")
    (folders["picture"] / "beside").write_bytes(png(6, 8, extra=text))
    (folders["picture"] / "jpeg").write_bytes(base64.b64decode(JPEG))
    for index, (weight, size, direction, width, words) in enumerate(TEXTS):
        (folders["text"] / f"line{index}").write_bytes(bytes([weight, size, direction, width]) + words.encode())


main()
