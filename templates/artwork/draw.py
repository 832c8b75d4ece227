#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws every image of the example templates at 1x, 2x and 3x.

Needs, on Debian 12 or newer:

    apt-get install python3-cairo python3-numpy python3-pil optipng fontconfig \\
        fonts-sora fonts-bebas-neue fonts-league-spartan fonts-ebgaramond fonts-quicksand fonts-manrope

    /usr/bin/python3 templates/artwork/draw.py            # everything
    /usr/bin/python3 templates/artwork/draw.py kettlebow  # one brand

The same versions of these packages write the same bytes each time. Every brand, person and
place drawn here is invented.
"""

import importlib
import pathlib
import subprocess
import sys

BRANDS = ("ternavia", "lowtide", "blauaehre", "kettlebow", "querlicht", "tropenau")
FACES = ("Sora", "Bebas Neue", "League Spartan", "EB Garamond 12", "Quicksand", "Manrope ExtraBold")


def main(wanted):
    unknown = [name for name in wanted if name not in BRANDS]
    if unknown:
        sys.exit(f"no brand named {', '.join(unknown)}; there are {', '.join(BRANDS)}")
    # Cairo takes another face for a missing one without a word.
    listed = subprocess.run(["fc-list", ":", "family"], check=True, capture_output=True, text=True)
    installed = {name for line in listed.stdout.splitlines() for name in line.split(",")}
    missing = [face for face in FACES if face not in installed]
    if missing:
        sys.exit(f"not installed: {', '.join(missing)}; the head of this file names the packages")
    templates = pathlib.Path(__file__).resolve().parent.parent
    for name in wanted or BRANDS:
        importlib.import_module(name).draw(templates)


if __name__ == "__main__":
    main(sys.argv[1:])
