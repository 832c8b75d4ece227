#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the barcodes of pictures back with zxing-cpp, another implementation than the one that drew.

  read_barcodes.py --probe          exit code 0 where zxing-cpp and numpy are at hand
  read_barcodes.py FOLDER           a line for each .png: NAME TAB FORMAT TAB HEX TAB IDENTIFIER

A picture without a barcode that is read has FORMAT "none". Pixels are read as they are, and four times as
large, as a camera would see them, when that finds nothing.
"""
import os
import struct
import sys
import zlib

import numpy
import zxingcpp


def grey(path):
    """The green part of an 8-bit RGB or RGBA PNG of our own, what is behind it white."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    place, packed = 8, b""
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place : place + 8])
        body = data[place + 8 : place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            packed += body
        place += 12 + length
    assert depth == 8 and colours in (2, 6), path
    channels = 3 if colours == 2 else 4
    rows = numpy.frombuffer(zlib.decompress(packed), numpy.uint8).reshape(height, 1 + width * channels)
    picture = numpy.zeros((height, width * channels), numpy.uint8)
    above = numpy.zeros(width * channels, numpy.uint8)
    for y in range(height):
        filter_kind, row = rows[y, 0], rows[y, 1:].copy()
        if filter_kind == 2:
            row += above
        else:
            # Our writer uses only the filter "up".
            assert filter_kind == 0, f"{path}: filter {filter_kind}"
        picture[y] = above = row
    pixels = picture.reshape(height, width, channels).astype(numpy.uint16)
    green = pixels[:, :, 1]
    if channels == 4:
        green = (green * pixels[:, :, 3] + 255 * (255 - pixels[:, :, 3])) // 255
    return green.astype(numpy.uint8)


def read(path):
    image = grey(path)
    for times in (1, 4):
        large = image.repeat(times, 0).repeat(times, 1)
        for result in zxingcpp.read_barcodes(numpy.ascontiguousarray(large)):
            return result
    return None


def main():
    if sys.argv[1:] == ["--probe"]:
        return
    folder = sys.argv[1]
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".png"):
            continue
        result = read(os.path.join(folder, name))
        if result is None:
            print(name, "none", "", "", sep="\t")
        else:
            kind = result.format.name
            print(name, kind, result.bytes.hex(), result.symbology_identifier, sep="\t")


main()
