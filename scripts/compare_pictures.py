#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares two folders of PNGs, picture by picture.

    scripts/compare_pictures.py EXPECTED NOW

Sizes must be equal; at most 0.3 % of the pixels may differ by more than 24 of 255 in a channel, as
the edges of letters do between versions of FreeType and cairo.
"""

import pathlib
import struct
import sys
import zlib

MOST_SHARE = 0.003
MOST_DIFFERENCE = 24


def pixels(path):
    """Width, height and the bytes of the pixels, four for each."""
    data = path.read_bytes()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        sys.exit(f"{path} is no PNG")
    place, packed, width, height, channels = 8, b"", 0, 0, 4
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            if depth != 8 or colour not in (2, 6):
                sys.exit(f"{path} is neither RGB nor RGBA of 8 bits")
            channels = 4 if colour == 6 else 3
        elif kind == b"IDAT":
            packed += body
        place += 12 + length
    raw = zlib.decompress(packed)
    stride = width * channels
    rows, above = [], bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        if kind:
            unfilter(kind, row, above, channels)
        rows.append(row)
        above = row
    return width, height, channels, b"".join(rows)


def unfilter(kind, row, above, step):
    for x in range(len(row)):
        left = row[x - step] if x >= step else 0
        up = above[x]
        corner = above[x - step] if x >= step else 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        else:
            p = left + up - corner
            distances = (abs(p - left), abs(p - up), abs(p - corner))
            guess = (left, up, corner)[distances.index(min(distances))]
        row[x] = (row[x] + guess) & 255


def difference(expected, now):
    """What is wrong with a picture; None when nothing is."""
    first, second = pixels(expected), pixels(now)
    if first[:3] != second[:3]:
        return f"is {second[0]} x {second[1]}, expected {first[0]} x {first[1]}"
    channels, (a, b) = first[2], (first[3], second[3])
    if a == b:
        return None
    wrong = {
        index // channels
        for index, (x, y) in enumerate(zip(a, b)) if abs(x - y) > MOST_DIFFERENCE
    }
    share = len(wrong) / (first[0] * first[1])
    return f"differs in {share:.2%} of its pixels" if share > MOST_SHARE else None


def main():
    expected, now = map(pathlib.Path, sys.argv[1:3])
    names = sorted({path.name for folder in (expected, now) for path in folder.glob("*.png")})
    faults = []
    for name in names:
        if not (expected / name).exists():
            faults.append(f"{name} is not in {expected}: make pictures")
        elif not (now / name).exists():
            faults.append(f"{name} is not drawn any more: delete it from {expected}")
        else:
            fault = difference(expected / name, now / name)
            if fault:
                faults.append(f"{name} {fault}; if that is meant: make pictures")
    if not names:
        faults.append(f"there are no pictures in {expected}")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(names)} pictures compared, {len(faults)} differ")
    sys.exit(1 if faults else 0)


main()
