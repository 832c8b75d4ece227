# SPDX-License-Identifier: Apache-2.0
"""Tropenau botanical garden: a glasshouse among leaves, deep green and blush."""

import math

from canvas import mix, ramp, write

FOREST, MINT, CREAM = "#10362a", "#a9d3a0", "#fdf3e2"
FACE = "Quicksand"


def fan(c, paint, ribs=7, rib=None):
    """A fan palm leaf of pointed blades standing on (0, 0), about 100 high."""
    for i in range(ribs):
        share = i / (ribs - 1) * 2 - 1
        reach = 96 - 22 * share * share
        with c.placed(0, 0, 1, share * 1.32):
            c.path(
                (0, 0),
                (-13, -reach * 0.45, -9, -reach * 0.8, 0, -reach),
                (9, -reach * 0.8, 13, -reach * 0.45, 0, 0),
            )
            c.fill(paint)
            if rib:
                c.cr.move_to(0, -8)
                c.cr.line_to(0, -reach * 0.86)
                c.stroke(rib, 1.3)


def mark(c, frame=CREAM, leaf=MINT):
    """The mark, in a box of 100 by 100: a palm under the arch of a glasshouse."""
    c.cr.move_to(8, 96)
    c.cr.line_to(8, 46)
    c.cr.arc(50, 46, 42, math.pi, 2 * math.pi)
    c.cr.line_to(92, 96)
    c.cr.close_path()
    c.stroke(frame, 8)
    c.path((45, 96), (48, 76, 48.5, 60, 47.5, 46), (53.5, 46), (53, 62, 54, 78, 59, 96))
    c.fill(leaf)
    for side in (-1, 1):
        with c.placed(50.5, 46):
            c.cr.scale(side, 1)
            c.path((0, 3), (10, -10, 28, -6, 32, 20), (24, 8, 12, 4, 0, 6))
            c.fill(leaf)
            c.path((0, 2), (4, -16, 22, -24, 35, -8), (24, -11, 12, -6, 0, 5))
            c.fill(leaf)
            c.path((0, 4), (8, 4, 17, 14, 14, 33), (10, 18, 5, 10, 0, 7))
            c.fill(leaf)
    with c.placed(50.5, 48):
        c.path((-4, 0), (-9, -14, -4, -26, 3, -32), (3, -22, 6, -12, 4, 0))
        c.fill(leaf)


def icon(c):
    c.flood(c.linear(0, 0, 0, 38, ["#2c7a58", FOREST]))
    with c.placed(5, 4.6, 0.28):
        mark(c)


def logo(c):
    with c.placed(2, 4, 0.42):
        mark(c)
    c.text("Tropenau", 52, 26, FACE, 20, CREAM, -0.3, bold=True)
    c.text("BOTANICAL GARDEN", 53, 38.5, FACE, 7.6, MINT, 0.95, bold=True)


def primary_logo(c):
    with c.placed(1, 1.5, 0.27):
        mark(c)
    c.text("Tropenau", 34, 22, FACE, 17, CREAM, -0.3, bold=True)


def palm_frond(c, x, y, size, turn, paint, rib, pairs=15):
    """A feather frond that bends: leaflets along an arc, growing from (x, y)."""
    with c.placed(x, y, size, turn):
        spine = [(t * 34 * t, -150 * t) for t in (i / 24 for i in range(25))]
        for i in range(pairs):
            t = (i + 1.5) / (pairs + 1)
            px, py = t * 34 * t, -150 * t
            length = 62 * math.sin(math.pi * (0.16 + 0.78 * t))
            for side in (-1, 1):
                with c.placed(px, py, 1, side * (1.18 - 0.62 * t) + 0.42 * t):
                    c.path(
                        (0, 2),
                        (-6.5, -length * 0.4, -4, -length * 0.8, 0, -length),
                        (4, -length * 0.8, 6.5, -length * 0.4, 0, 2),
                    )
                    c.fill(paint if side < 0 else mix(paint, "#ffffff", 0.06))
        c.cr.move_to(*spine[0])
        for point in spine[1:]:
            c.cr.line_to(*point)
        c.stroke(rib, 1.8)


def monstera(c, x, y, size, turn, paint, rib):
    """A monstera leaf with cuts, its stalk at (x, y)."""
    with c.placed(x, y, size, turn):
        c.cr.push_group()
        c.path(
            (0, 0),
            (-34, 14, -62, -18, -52, -58),
            (-44, -92, -16, -108, 0, -122),
            (16, -108, 44, -92, 52, -58),
            (62, -18, 34, 14, 0, 0),
        )
        c.fill(paint)
        c.path((0, 0), (34, 14, 62, -18, 52, -58), (44, -92, 16, -108, 0, -122))
        c.fill(mix(paint, "#ffffff", 0.07))
        c.cr.set_operator(0)
        for side in (-1, 1):
            for base, out, lift in ((-18, 66, -2), (-38, 70, -16), (-60, 66, -24), (-82, 54, -24)):
                c.polygon(
                    [
                        (side * 19, base - 5),
                        (side * out, base + lift - 8),
                        (side * out, base + lift + 3),
                    ]
                )
                c.cr.fill()
            for base in (-30, -51, -72):
                c.ellipse(side * 10.5, base - 3, 3, 5.2, side * 0.9)
                c.cr.fill()
        c.cr.set_operator(2)
        c.cr.move_to(0, 6)
        c.cr.line_to(0, -112)
        c.stroke(rib, 2)
        c.cr.pop_group_to_source()
        c.cr.paint()


def glasshouse(c, base):
    """The great palm house, front view, its middle at x 179."""
    frame, pane, glow = "#fdf3e2", "#f9cfae", "#fbe0c4"

    def arch(x, width, spring, crown):
        c.cr.move_to(x - width / 2, base)
        c.cr.line_to(x - width / 2, spring)
        c.cr.curve_to(
            x - width / 2, crown + (spring - crown) * 0.35, x - width * 0.22, crown, x, crown
        )
        c.cr.curve_to(
            x + width * 0.22,
            crown,
            x + width / 2,
            crown + (spring - crown) * 0.35,
            x + width / 2,
            spring,
        )
        c.cr.line_to(x + width / 2, base)
        c.cr.close_path()

    for x, width, spring, crown, bars in (
        (82, 96, 262, 214, 7),
        (276, 96, 262, 214, 7),
        (179, 132, 218, 122, 9),
    ):
        arch(x, width, spring, crown)
        c.fill(pane)
        arch(x, width * 0.62, spring, crown)
        c.fill(glow)
        arch(x, width, spring, crown)
        with c.clipped():
            for i in range(1, bars):
                left = x - width / 2 + width * i / bars
                c.cr.move_to(left, base)
                c.cr.line_to(left, spring)
                c.cr.curve_to(
                    left, crown + (spring - crown) * 0.3, (left + x) / 2, crown + 6, x, crown
                )
            for y in (spring, (spring + base) / 2, spring + (base - spring) * 0.22):
                c.cr.move_to(x - width / 2, y)
                c.cr.line_to(x + width / 2, y)
            c.stroke(frame, 1.5)
        arch(x, width, spring, crown)
        c.stroke(frame, 3.4)
    # lantern and finial
    c.rounded(165, 106, 28, 18, 3)
    c.fill(frame)
    for i in range(4):
        c.cr.rectangle(168 + i * 6, 110, 3.6, 11)
    c.fill(pane)
    c.path((161, 107), (166, 92, 192, 92, 197, 107))
    c.fill(frame)
    c.cr.move_to(179, 97)
    c.cr.line_to(179, 80)
    c.stroke(frame, 2.4)
    c.circle(179, 79, 3.2)
    c.fill(frame)


def artwork(c):
    sky = ramp(["#16483a", "#2c6a54", "#6f9c7d", "#d9b899", "#f6b89c"], 14)
    for i, tone in enumerate(sky):
        c.cr.rectangle(0, i * 24, 358, 25)
        c.fill(tone)
    c.cr.rectangle(0, 330, 358, 118)
    c.fill(FOREST)
    # a low sun behind the glass
    for radius, share in ((150, 0.10), (122, 0.14), (96, 0.2)):
        c.circle(179, 196, radius)
        c.fill("#fde2bd", share)
    # far palms
    for x, y, size, tone in ((30, 326, 1.25, "#5d8f72"), (336, 330, 1.35, "#5d8f72")):
        c.cr.move_to(x, y)
        c.cr.curve_to(x + 4, y - 40, x - 4, y - 70, x, y - 104)
        c.stroke("#4a7a60", 5)
        for turn in (-1.75, -1.15, -0.55, 0.1, 0.7, 1.3, 1.85):
            palm_frond(c, x, y - 104, 0.4 * size, turn, tone, "#4a7a60", 11)
    glasshouse(c, 332)
    # what grows inside
    for x, y, size, tone in (
        (179, 334, 1.12, "#79a878"),
        (150, 336, 0.72, "#5c9468"),
        (210, 336, 0.78, "#5c9468"),
        (82, 336, 0.66, "#79a878"),
        (276, 336, 0.66, "#79a878"),
    ):
        with c.placed(x, y, size):
            fan(c, tone, 9)
    # hedge
    c.cr.move_to(0, 448)
    c.cr.line_to(0, 330)
    for i in range(19):
        x = i * 20
        c.cr.curve_to(
            x + 2, 314 + (i % 3) * 4, x + 18, 314 + (i % 3) * 4, x + 20, 328 + (i % 2) * 3
        )
    c.cr.line_to(380, 448)
    c.cr.close_path()
    c.fill("#2d7152")
    # foreground leaves, from far to near
    for x, y, size, turn, tone in (
        (52, 470, 1.15, -0.25, "#2a6a4c"),
        (306, 470, 1.15, 0.2, "#2a6a4c"),
        (180, 500, 1.2, -0.1, "#266347"),
        (-6, 430, 1.0, 0.42, "#3f8f5f"),
        (366, 424, 1.05, -0.72, "#3f8f5f"),
    ):
        palm_frond(c, x, y, size, turn, tone, mix(tone, "#0b2a20", 0.35))
    for x, y, size, turn, tone in (
        (96, 462, 0.98, -0.42, "#1f5a43"),
        (262, 464, 1.02, 0.42, "#1f5a43"),
        (24, 478, 1.12, 0.28, "#174a37"),
        (336, 482, 1.18, -0.24, "#174a37"),
        (178, 474, 0.86, 0.06, "#2a7753"),
    ):
        monstera(c, x, y, size, turn, tone, mix(tone, MINT, 0.45))
    # strelitzia, the one loud flower
    for x, y, size, turn in ((70, 372, 0.62, -0.2), (286, 362, 0.66, 0.12)):
        with c.placed(x, y, size, turn):
            c.cr.move_to(-16, 8)
            c.cr.curve_to(-12, 50, -2, 80, 2, 130)
            c.stroke("#174a37", 5)
            c.path((-22, 10), (-4, 16, 26, 10, 54, -8), (30, -6, 6, -8, -22, 10))
            c.fill("#e2604a")
            for lean, tall in ((-0.5, 46), (-0.1, 54), (0.32, 50)):
                with c.placed(2, 2, 1, lean):
                    c.path(
                        (0, 2),
                        (-8, -tall * 0.5, -4, -tall * 0.8, 0, -tall),
                        (7, -tall * 0.7, 7, -tall * 0.3, 0, 2),
                    )
                    c.fill("#ffa53d")
            with c.placed(4, 2, 1, 0.78):
                c.path((0, 2), (-5, -18, -3, -34, 0, -46), (5, -30, 5, -14, 0, 2))
                c.fill("#4b57b8")


def draw(root):
    folder = root / "garden-membership.pass"
    write(folder, "icon", 38, 38, icon)
    write(folder, "logo", 146, 50, logo, opaque=False)
    write(folder, "primaryLogo", 113, 30, primary_logo, opaque=False)
    write(folder, "artwork", 358, 448, artwork, colours=200)
