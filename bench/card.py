# SPDX-License-Identifier: Apache-2.0
"""Makes the pass that the benchmarks build: a store card with 2.4 kB of pass.json and 20 kB of images.

    python3 bench/card.py FOLDER.pass [large]

`large` adds three strips, together 300 kB of images instead of 20. The images are seeded noise with few levels, so that their size is known and every build of them is the
same. Nobody has to look at them; those in templates/ are for looking at.
"""

import json
import pathlib
import random
import struct
import sys
import zlib


def png(width, height, levels, seed):
    """A greyscale PNG of noise; `levels` steers how far it compresses."""
    noise = random.Random(seed)
    step = 255 // (levels - 1)
    rows = b"".join(
        b"\0" + bytes(noise.randrange(levels) * step for _ in range(width)) for _ in range(height)
    )

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows, 9))
        + chunk(b"IEND", b"")
    )


IMAGES = {
    "icon.png": (38, 38, 8),
    "icon@2x.png": (76, 76, 8),
    "icon@3x.png": (114, 114, 8),
    "logo.png": (160, 50, 3),
    "logo@2x.png": (320, 100, 3),
}

STRIPS = {
    "strip.png": (375, 144, 8),
    "strip@2x.png": (750, 288, 8),
    "strip@3x.png": (1125, 432, 8),
}


def field(key, label, value, **more):
    return {"key": key, "label": label, "value": value, **more}


PASS = {
    "formatVersion": 1,
    "serialNumber": "BENCH-0000000001",
    "organizationName": "Quarter Past Coffee",
    "description": "Coffee card of Quarter Past Coffee",
    "logoText": "Quarter Past",
    "foregroundColor": "rgb(255, 255, 255)",
    "backgroundColor": "rgb(62, 39, 35)",
    "labelColor": "rgb(215, 204, 200)",
    "barcodes": [
        {
            "format": "PKBarcodeFormatQR",
            "message": "QPC-0000000001-4711",
            "messageEncoding": "iso-8859-1",
            "altText": "0000000001",
        }
    ],
    "locations": [
        {"latitude": 52.5 + n / 100, "longitude": 13.4 + n / 100, "relevantText": f"Coffee house {n} is near"}
        for n in range(6)
    ],
    "storeCard": {
        "headerFields": [field("points", "POINTS", 240)],
        "primaryFields": [field("balance", "BALANCE", 12.5, currencyCode="EUR")],
        "secondaryFields": [field("level", "LEVEL", "Regular"), field("member", "MEMBER", "Ada Example")],
        "auxiliaryFields": [field("since", "SINCE", "2024-02-29T00:00+01:00", dateStyle="PKDateStyleMedium", ignoresTimeZone=True)],
        "backFields": [
            field(
                f"terms{n}",
                f"Terms, part {n}",
                "One stamp for every cup, ten stamps are a cup on the house. The card belongs to its holder "
                "and cannot be exchanged for money.",
            )
            for n in range(1, 7)
        ],
    },
}


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    images = IMAGES | STRIPS if sys.argv[2:] == ["large"] else IMAGES
    for seed, (name, (width, height, levels)) in enumerate(images.items()):
        (folder / name).write_bytes(png(width, height, levels, seed))
    (folder / "pass.json").write_text(json.dumps(PASS, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    main()
