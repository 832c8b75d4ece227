# SPDX-License-Identifier: Apache-2.0
"""Kettlebow Gym: a kettlebell whose handle is a drawn bow, lime on charcoal."""

import math

from canvas import mix, write

COAL, LIME, CHALK = "#141619", "#c6f24e", "#f4f6ef"
FACE = "League Spartan"


def bell(c, body=LIME, bow=LIME, hollow=COAL):
    """The mark, in a box of 100 by 100."""
    # handle: the bow, thicker in the middle of its arc
    c.path(
        (22, 52),
        (12, 20, 30, 4, 50, 4),
        (70, 4, 88, 20, 78, 52),
        (68, 52),
        (74, 30, 66, 17, 50, 17),
        (34, 17, 26, 30, 32, 52),
    )
    c.fill(bow)
    # body, flat at the foot
    c.path(
        (50, 36),
        (74, 36, 86, 52, 86, 68),
        (86, 80, 80, 90, 72, 96),
        (28, 96),
        (20, 90, 14, 80, 14, 68),
        (14, 52, 26, 36, 50, 36),
    )
    c.fill(body)
    # arrow cut into the body, pointing up
    c.polygon([(50, 46), (67, 66), (56.5, 64), (56.5, 86), (43.5, 86), (43.5, 64), (33, 66)])
    c.fill(hollow)


def icon(c):
    c.flood(c.linear(0, 0, 0, 38, ["#d4fb63", "#b6e23c"]))
    with c.placed(4, 3.6, 0.3):
        bell(c, COAL, COAL, "#c6f24e")


def logo(c):
    with c.placed(0, 3, 0.43):
        bell(c, body=LIME, bow=CHALK)
    c.text("kettlebow", 50, 28.5, FACE, 24, CHALK, -0.2, bold=True)
    c.text("STRENGTH & CONDITIONING", 51, 41, FACE, 7, LIME, 0.74, bold=True)


def strip(c):
    """A bell swung along the floor, seen as the still pictures of one swing.

    Wallet writes the name across the whole width, so only the lowest third has strong edges.
    """
    width, height = 375, 144
    c.flood(c.linear(0, 0, width, height, ["#101215", "#1d2126"]))
    # slanted floor light
    for x, wide, share in ((150, 46, 0.03), (214, 18, 0.05), (246, 84, 0.04), (344, 26, 0.06)):
        c.polygon([(x, height), (x + wide, height), (x + wide + 66, 0), (x + 66, 0)])
        c.fill(mix("#1d2126", LIME, share))
    # the swing
    px, py, reach = 258, -236, 356
    frames = 5
    for i in range(frames):
        angle = math.radians(102 - i * 5.6)
        x, y = px + reach * math.cos(angle), py + reach * math.sin(angle)
        last = i == frames - 1
        paint = LIME if last else mix("#1d2126", LIME, 0.1 + 0.13 * i)
        with c.placed(x, y, 0.44 if last else 0.36, 3.4 * (angle - math.pi / 2)):
            with c.placed(-50, -52):
                bell(c, paint, paint, "#15181b")


def draw(root):
    folder = root / "gym-membership.pass"
    write(folder, "icon", 38, 38, icon)
    write(folder, "logo", 160, 50, logo, opaque=False)
    write(folder, "strip", 375, 144, strip, colours=128)
