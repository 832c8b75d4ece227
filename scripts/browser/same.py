#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the first picture of a page, as a browser draws it, with a PNG at three pixels a point,
where modules of barcodes are whole pixels in both.

    scripts/browser/same.py PAGE PNG

Prints one JSON object: both sizes, and the share of pixels that differ by more than 64 of 255 in a
channel. Edges of letters fall otherwise in Skia than in cairo; a text in another place, or an image
of another size, is far more.
"""

import io
import json
import sys

from PIL import Image, ImageChops

import browser

with browser.page(scale=3) as tab:
    tab.goto(browser.file_address(sys.argv[1]))
    # Aligned to whole pixels, and without the shadow of the page.
    tab.evaluate("""() => {
        const svg = document.querySelector('svg');
        document.body.replaceChildren(svg);
        svg.style.cssText = 'position: absolute; left: 0; top: 0; filter: none';
    }""")
    shown = Image.open(io.BytesIO(tab.locator("svg").first.screenshot())).convert("RGB")
drawn = Image.open(sys.argv[2]).convert("RGBA")
mask = drawn.getchannel("A").point(lambda alpha: 255 if alpha == 255 else 0)
difference = ImageChops.difference(shown.crop((0, 0, *drawn.size)), drawn.convert("RGB"))
far = Image.new("L", drawn.size)
for channel in difference.split():
    far = ImageChops.lighter(far, channel.point(lambda value: 255 if value > 64 else 0))
far = ImageChops.multiply(far, mask)
count = far.histogram()[255]
print(json.dumps({
    "shown": shown.size, "drawn": drawn.size, "share": count / mask.histogram()[255],
    "compared": mask.histogram()[255] / (drawn.size[0] * drawn.size[1]),
}))
