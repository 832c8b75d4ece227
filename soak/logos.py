# SPDX-License-Identifier: Apache-2.0
"""Makes 200 logos of every kind, and the images of a template from each.

  python3 soak/logos.py PASSC FOLDER

Prints each logo whose images have a wrong size, that took longer than a second, or that ended
passc. FOLDER gets the templates. To look at all of them, run:

  passc preview FOLDER/good --contact-sheet -o logos.png
"""

import os
import random
import shutil
import struct
import subprocess
import sys
import time
import zlib

LIMIT_IN_SECONDS = 1.0


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width, height, pixel, depth=8, colour=6, interlaced=False, palette=b""):
    """Returns a PNG. `pixel` returns the bytes of a pixel."""

    def rows(columns, lines):
        data = bytearray()
        for y in lines:
            data.append(0)
            for x in columns:
                data += pixel(x, y)
        return bytes(data) if len(columns) else b""

    if interlaced:
        passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
                  (0, 1, 1, 2)]
        data = b"".join(rows(range(x, width, dx), range(y, height, dy)) for x, y, dx, dy in passes)
    else:
        data = rows(range(width), range(height))
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, int(interlaced))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
            + (chunk(b"PLTE", palette) if palette else b"")
            + chunk(b"IDAT", zlib.compress(data, 1)) + chunk(b"IEND", b""))


def shape(width, height, margin):
    """Returns a function that says whether a place is in the ring of a logo."""
    middle_x, middle_y = width / 2, height / 2

    def inside(x, y):
        a = (x + 0.5 - middle_x) / max(1, middle_x - margin)
        b = (y + 0.5 - middle_y) / max(1, middle_y - margin)
        return 0.3 < a * a + b * b <= 1

    return inside


def jpeg(levels, adobe=False):
    """Returns a JPEG of blocks of 8 x 8 pixels, each with a level for every component."""
    def segment(marker, body):
        return bytes([255, marker]) + struct.pack(">H", len(body) + 2) + body
    count = len(levels[0])
    out = b"\xff\xd8" + (segment(0xEE, b"Adobe\0d\0\0\0\0\0") if adobe else b"")
    out += segment(0xDB, b"\0" + b"\x08" * 64)
    parts = b"".join(bytes([i + 1, 0x11, 0]) for i in range(count))
    out += segment(0xC0, struct.pack(">BHHB", 8, 8, 8 * len(levels), count) + parts)
    out += segment(0xC4, b"\0" + bytes([0, 0, 0, 9]) + bytes(12) + bytes(range(9)))
    out += segment(0xC4, b"\x10\x01" + bytes(15) + b"\0")
    scan = b"".join(bytes([i + 1, 0]) for i in range(count))
    out += segment(0xDA, bytes([count]) + scan + bytes([0, 63, 0]))
    bits, last = "", [0] * count
    for block in levels:
        for index, level in enumerate(block):
            step, last[index] = level - 128 - last[index], level - 128
            size = abs(step).bit_length()
            bits += format(size, "04b")
            if size:
                bits += format(step if step > 0 else step + (1 << size) - 1, "0%db" % size)
            bits += "0"
    bits += "1" * (-len(bits) % 8)
    body = bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))
    return out + body.replace(b"\xff", b"\xff\0") + b"\xff\xd9"


def svg(body, size='viewBox="0 0 120 60"'):
    return ('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" %s>'
            "%s</svg>" % (size, body)).encode()


SVG_GOOD = [
    '<circle cx="30" cy="30" r="25" fill="#fc0"/>',
    '<defs><linearGradient id="g"><stop stop-color="#f80"/><stop offset="1" stop-color="#80f"/>'
    '</linearGradient></defs><rect x="10" y="10" width="100" height="40" rx="9" fill="url(#g)"/>',
    '<defs><filter id="b"><feGaussianBlur stdDeviation="2"/></filter></defs>'
    '<rect x="20" y="15" width="80" height="30" fill="#fff" filter="url(#b)"/>',
    '<text x="8" y="40" font-size="30" fill="#fff">Gym</text>',
    '<script>while(true){}</script><rect x="30" y="20" width="60" height="20" fill="#0f0"/>',
    '<style>.a{fill:#ff0}</style><path class="a" d="M10 50L60 5l50 45z"/>',
    '<symbol id="s"><circle cx="9" cy="9" r="9" fill="#fff"/></symbol><use href="#s"/>'
    '<use xlink:href="#s" x="40"/>',
    '<g opacity=".5"><ellipse cx="60" cy="30" rx="50" ry="20" fill="#fff"/></g>',
]
SVG_BAD = [
    '<image href="/etc/passwd" width="9" height="9"/>',
    '<image xlink:href="http://example.com/a.png" width="9" height="9"/>',
    '<use href="other.svg#a"/>', '<style>@import "a.css";</style><rect width="9" height="9"/>',
    '<rect width="9" height="9" fill="url(b.svg#c)"/>', "<rect", "",
    '<g transform="scale(0)"><rect width="9" height="9"/></g>',
]
ENTITIES = ('<!DOCTYPE svg [<!ENTITY a0 "<g/>">%s]><svg xmlns="http://www.w3.org/2000/svg">&a9;</svg>'
            % "".join('<!ENTITY a%d "%s">' % (i, ("&a%d;" % (i - 1)) * 10) for i in range(1, 10)))


def logos():
    """Yields name, bytes and whether the logo can be drawn."""
    random.seed(42)
    for index in range(60):
        width, height = random.choice([(400, 400), (900, 90), (60, 600), (16, 16), (700, 300),
                                       (1, 1), (2000, 3), (3, 900), (1200, 1200), (37, 91)])
        inside = shape(width, height, random.choice([0, 1, min(width, height) // 4]))
        colour = bytes(random.choice([0, 60, 128, 200, 255]) for _ in range(3))
        tiny = min(width, height) < 8
        yield ("alpha-%d.png" % index,
               png(width, height,
                   lambda x, y: colour + b"\xff" if tiny or inside(x, y) else b"\0\0\0\0"), True)
    for index in range(20):
        inside = shape(300, 100, 5)
        deep = index % 2 == 0
        yield ("deep-%d.png" % index,
               png(300, 100, lambda x, y: (struct.pack(">4H", 65535, index * 3000, 900,
                                                       65535 if inside(x, y) else 0)
                                           if deep else
                                           bytes([250, index * 12, 9, 255 if inside(x, y) else 0])),
                   depth=16 if deep else 8, interlaced=index % 3 == 0), True)
    for index in range(20):
        inside = shape(200, 80, 4)
        palette = bytes([255, 255, 255, index * 12, 40, 90])
        yield ("palette-%d.png" % index,
               png(200, 80, lambda x, y: bytes([1 if inside(x, y) else 0]), colour=3,
                   interlaced=index % 2 == 1, palette=palette), True)
    for index in range(30):
        count = random.choice([1, 3, 4])
        blocks = [[random.randrange(256) for _ in range(count)] for _ in range(10)]
        yield "photo-%d.jpg" % index, jpeg(blocks, adobe=index % 2 == 0), True
    sizes = ['viewBox="0 0 120 60"', 'width="120" height="60"', "", 'width="12cm" height="6cm"',
             'viewBox="0 0 120 60" width="100%"']
    for index in range(40):
        yield ("vector-%d.svg" % index,
               svg(SVG_GOOD[index % len(SVG_GOOD)], sizes[index // len(SVG_GOOD)]), True)
    for index, body in enumerate(SVG_BAD):
        yield "bad-%d.svg" % index, svg(body), False
    yield "entities.svg", ENTITIES.encode(), False
    yield "deep.svg", svg("<g>" * 20000 + "</g>" * 20000), False
    yield "many.svg", svg('<rect width="9" height="9"/>' * 300000), None
    yield "filters.svg", svg(
        '<defs><filter id="f">%s</filter></defs><rect width="99" height="50" filter="url(#f)"/>'
        % ('<feGaussianBlur stdDeviation="40"/>' * 200)), None
    yield "huge.svg", svg('<rect width="1e9" height="1e9"/>', 'viewBox="0 0 1e9 1e9"'), True
    yield "long.svg", svg('<rect width="1e9" height="1"/>', 'viewBox="0 0 1e9 1"'), None
    header = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 60000, 60000, 8, 6, 0, 0, 0))
    yield "bomb.png", header + chunk(b"IDAT", zlib.compress(bytes(1 << 20))), False
    whole = png(50, 50, lambda x, y: bytes([x, y, 0, 255]))
    for index in range(15):
        yield "cut-%d.png" % index, whole[:len(whole) * index // 15], False


def size(path):
    with open(path, "rb") as file:
        return struct.unpack(">II", file.read(24)[16:])


def main(passc, folder):
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("good", "bad", "art"):
        os.makedirs(os.path.join(folder, name))
    plain = os.path.join(folder, "plain")
    subprocess.run([passc, "init", plain, "--style", "storeCard"], check=True,
                   stdout=subprocess.DEVNULL)
    wrong, slowest, count, drawn = 0, ("", 0.0), 0, 0
    for name, content, is_good in logos():
        count += 1
        art = os.path.join(folder, "art", name)
        with open(art, "wb") as file:
            file.write(content)
        template = os.path.join(folder, "bad" if is_good is False else "good", name + ".pass")
        shutil.copytree(plain, template)
        start = time.monotonic()
        run = subprocess.run([passc, "images", template, "--logo", art], capture_output=True,
                             text=True)
        took = time.monotonic() - start
        if took > slowest[1]:
            slowest = (name, took)
        fault = ""
        if run.returncode not in (0, 1) or (is_good is not None and (run.returncode == 0) != is_good):
            fault = "exit code %d: %s" % (run.returncode, run.stderr.strip())
        elif run.returncode == 0:
            drawn += 1
            for scale in (1, 2, 3):
                suffix = "" if scale == 1 else "@%dx" % scale
                width, height = size(os.path.join(template, "logo%s.png" % suffix))
                if width > 160 * scale or height > 50 * scale:
                    fault = "logo%s.png is %d x %d" % (suffix, width, height)
                if size(os.path.join(template, "icon%s.png" % suffix)) != (38 * scale, 38 * scale):
                    fault = "icon%s.png has a wrong size" % suffix
        if not fault and took > LIMIT_IN_SECONDS and is_good is not None:
            fault = "took %.1f s" % took
        if fault:
            wrong += 1
            print("%s: %s" % (name, fault))
    print("%d logos, %d drawn, %d wrong; the slowest is %s with %.2f s"
          % (count, drawn, wrong, *slowest))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), sys.argv[2]))
