# SPDX-License-Identifier: Apache-2.0
"""Backhaus Blauähre: a cornflower, blue and wheat. Its base, coupon and rewards card."""

import math
import random

from canvas import mix, write

DEEP, BLUE, CREAM, WHEAT, CRUST = "#22336f", "#3b57b0", "#fdf4e1", "#f0b84a", "#c77a32"
FACE = "EB Garamond 12"


def flower(c, petal=CREAM, heart=WHEAT, count=8, teeth=True):
    """The mark, centred on the origin, radius 50: fringed petals around a golden heart."""
    for i in range(count):
        with c.placed(0, 0, 1, 2 * math.pi * i / count):
            if teeth:
                c.path(
                    (0, -11),
                    (-7, -22, -15, -30, -17.5, -41),
                    (-11.5, -38.5),
                    (-9.5, -48),
                    (-3.5, -41),
                    (0, -50),
                    (3.5, -41),
                    (9.5, -48),
                    (11.5, -38.5),
                    (17.5, -41),
                    (15, -30, 7, -22, 0, -11),
                )
            else:
                c.path((0, -11), (-16, -30, -14, -48, 0, -49), (14, -48, 16, -30, 0, -11))
            c.fill(petal)
    c.circle(0, 0, 9.5)
    c.fill(heart)


def icon(c):
    c.flood(c.linear(0, 0, 0, 38, ["#4a68c8", "#2a3f8a"]))
    with c.placed(19, 19, 0.325):
        flower(c)


def logo(c):
    with c.placed(22, 25, 0.43):
        flower(c)
    c.text("Blauähre", 48.6, 28, FACE, 28, CREAM, 0.35, bold=True)
    c.text("BACKHAUS SEIT 1924", 50, 39.5, "Quicksand", 7.2, WHEAT, 1.42, bold=True)


def personalization_logo(c):
    with c.placed(18, 20, 0.36):
        flower(c, petal=BLUE)
    c.text("Blauähre", 40.8, 22.6, FACE, 25.5, DEEP, 0.3, bold=True)
    c.text("BACKHAUS SEIT 1924", 42, 33, "Quicksand", 6.6, CRUST, 1.27, bold=True)


def ear(c, x, y, size, turn=0.0, paint=WHEAT, grains=6):
    """An ear of wheat standing on (x, y)."""
    with c.placed(x, y, size, turn):
        c.cr.move_to(0, 0)
        c.cr.curve_to(0, -24, -1, -40, 0, -58)
        c.stroke(paint, 1.6)
        for i in range(grains):
            base = -32 - i * 7.5
            for side in (-1, 1):
                c.path(
                    (0, base),
                    (side * 9, base - 3, side * 8.5, base - 11, side * 3, base - 16),
                    (side * 0.5, base - 11, 0, base - 6, 0, base),
                )
                c.fill(mix(paint, "#ffffff", 0.18) if side > 0 else paint)
        top = -32 - grains * 7.5
        c.path(
            (0, top + 2),
            (-4, top - 4, -3, top - 11, 0, top - 16),
            (3, top - 11, 4, top - 4, 0, top + 2),
        )
        c.fill(paint)
        for side, lean in ((-1, -12), (1, 12), (0, 0)):
            c.cr.move_to(side * 2, top - 6)
            c.cr.line_to(lean, top - 30)
        c.stroke(paint, 0.7)


def loaf(c, x, y, size):
    """A round country loaf with a cross cut and a flour pattern, centred on (x, y)."""
    with c.placed(x, y, size):
        c.ellipse(4, 38, 66, 6)
        c.fill("#101a42")
        c.path(
            (-64, 14),
            (-66, -22, -36, -44, 0, -44),
            (36, -44, 66, -22, 64, 14),
            (62, 32, 34, 37, 0, 37),
            (-34, 37, -62, 32, -64, 14),
        )
        c.fill("#a45d24")
        c.path(
            (-62, 8),
            (-62, -24, -34, -43, 0, -43),
            (34, -43, 62, -24, 62, 8),
            (52, 22, 28, 25, 0, 25),
            (-28, 25, -52, 22, -62, 8),
        )
        c.fill(CRUST)
        c.path(
            (-52, -6),
            (-46, -28, -26, -39, 0, -39),
            (24, -39, 42, -30, 50, -14),
            (30, -24, 4, -27, -18, -22),
            (-34, -18, -46, -13, -52, -6),
        )
        c.fill("#dc9446")
        # scores
        for k in (-2, -1, 0, 1, 2):
            with c.placed(k * 20, -9 + abs(k) * 4.5, 1, 0.42):
                c.path(
                    (0, -21 + abs(k) * 3),
                    (7, -10, 7, 10, 0, 21 - abs(k) * 3),
                    (-5, 10, -5, -10, 0, -21 + abs(k) * 3),
                )
                c.fill("#fbe3b4")
                c.path(
                    (1.6, -17 + abs(k) * 3),
                    (6.4, -8, 6.4, 8, 1.6, 17 - abs(k) * 3),
                    (2.6, 8, 2.6, -8, 1.6, -17 + abs(k) * 3),
                )
                c.fill("#eebf77")


def pretzel(c, x, y, size, turn=0.0):
    """A pretzel with salt, centred on (x, y)."""

    def strand():
        c.cr.move_to(23, 26)
        c.cr.curve_to(16, 6, -2, 0, -12, -16)
        c.cr.curve_to(-24, -36, -54, -34, -54, -6)
        c.cr.curve_to(-54, 22, -28, 38, 0, 38)
        c.cr.curve_to(28, 38, 54, 22, 54, -6)
        c.cr.curve_to(54, -34, 24, -36, 12, -16)
        c.cr.curve_to(2, 0, -16, 6, -23, 26)

    with c.placed(x, y, size, turn):
        for paint, width in (("#6e3815", 19), ("#b5672a", 15.5)):
            strand()
            c.stroke(paint, width)
        with c.placed(-1.2, -2.4):
            strand()
            c.stroke("#d99145", 4)
        for sx, sy in (
            (-32, 30),
            (-20, 35),
            (-8, 37.5),
            (6, 37),
            (19, 35),
            (31, 30),
            (-45, 18),
            (45, 17),
            (-51, 2),
            (52, 0),
            (-2, 41),
            (12, 40),
            (-26, 36),
        ):
            c.cr.rectangle(sx - 1.5, sy - 2.2, 3.1, 3.1)
        c.fill(CREAM)


def coupon_strip(c):
    """Fresh from the oven: a loaf, a pretzel and wheat, in front of rays.

    The value and its label are at the left and need 200 points.
    """
    c.flood(DEEP)
    cx, cy = 282, 104
    for i in range(24):
        a = math.pi + i * math.pi / 12
        c.polygon(
            [
                (cx, cy),
                (cx + 420 * math.cos(a), cy + 420 * math.sin(a)),
                (cx + 420 * math.cos(a + math.pi / 24), cy + 420 * math.sin(a + math.pi / 24)),
            ]
        )
        c.fill("#2a3d80")
    for radius, tone in ((98, "#31478f"), (80, "#3a53a3"), (62, "#4763b8")):
        c.circle(cx, cy, radius)
        c.fill(tone)
    for x, size, turn in ((232, 1.0, -0.14), (250, 1.12, 0.02), (326, 1.06, 0.06), (341, 0.9, 0.14)):
        ear(c, x, 140, size, turn)
    c.cr.rectangle(0, 126, 375, 18)
    c.fill("#18255a")
    c.cr.rectangle(0, 126, 375, 1.4)
    c.fill(WHEAT)
    loaf(c, 266, 99, 0.82)
    pretzel(c, 328, 108, 0.5, 0.12)


def rewards_strip(c):
    """A field at sunrise: hills of wheat with cornflowers in front.

    Wallet writes a large value across the whole width and its label below at the left, so the
    field starts below both.
    """
    rnd = random.Random(8)
    c.flood(c.linear(0, 0, 0, 112, ["#22336f", "#2f4489", "#4a64ab"]))
    for radius, tone in ((64, "#4862a8"), (46, "#5a74b6"), (25, "#f5cf7a")):
        c.circle(286, 121, radius)
        c.fill(tone)
    hills = (
        ("#c08a3a", 116, 4, 120, 2.6),
        ("#a8742f", 123, 4, 95, 4.2),
        ("#27408a", 129, 4, 82, 4.0),
        ("#1b2a62", 137, 3, 60, 1.0),
    )
    for tone, level, swell, length, phase in hills:
        c.cr.move_to(0, 144)
        for x in range(0, 379, 4):
            c.cr.line_to(x, level + swell * math.sin(x / length * 2 + phase))
        c.cr.line_to(375, 144)
        c.cr.close_path()
        c.fill(tone)
    # furrows of grain
    for i in range(60):
        x = rnd.uniform(0, 375)
        y = 121 + 4 * math.sin(x / 120 * 2 + 2.6) + rnd.uniform(-2, 4)
        c.cr.move_to(x, y)
        c.cr.line_to(x + 1, y - 4)
    c.stroke("#e0ac52", 0.9)
    for x, size, turn in (
        (196, 0.38, -0.12),
        (224, 0.44, 0.07),
        (334, 0.45, -0.09),
        (354, 0.4, 0.12),
    ):
        ear(c, x, 147, size, turn)
    stems = ((210, 117, 0.2), (240, 112, 0.26), (266, 120, 0.2), (306, 115, 0.28), (326, 121, 0.2))
    for x, y, _ in stems:
        c.cr.move_to(x, y)
        c.cr.curve_to(x - 2, y + 10, x + 3, y + 20, x + 1, 146)
    c.stroke("#0f1a45", 1.6)
    for x, y, size in stems:
        with c.placed(x, y, size, size * 9):
            flower(c, petal="#7f9cf5", heart=WHEAT)
        with c.placed(x, y, size * 0.62, size * 9 + 0.39):
            flower(c, petal="#b9c9ff", heart=WHEAT, teeth=False)


def draw(root):
    base = root / "shared" / "blauaehre"
    write(base, "icon", 38, 38, icon)
    write(base, "logo", 148, 50, logo, opaque=False)
    write(root / "bakery-coupon.pass", "strip", 375, 144, coupon_strip, colours=160)
    rewards = root / "bakery-rewards.pass"
    write(rewards, "strip", 375, 144, rewards_strip, colours=160)
    write(rewards, "personalizationLogo", 150, 40, personalization_logo, opaque=False)
