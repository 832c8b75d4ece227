# SPDX-License-Identifier: Apache-2.0
"""Querlicht Optics: an aperture of six blades, and the portraits of five people who do not exist."""

import math

from canvas import mix, write

INDIGO, PAPER = "#2b2d63", "#f4f0e8"
BLADES = ("#2b2d63", "#4348a8", "#2f8fb5", "#3fb79b", "#f2b23e", "#e8644a")
FACE = "Manrope"


def aperture(c, blades=BLADES):
    """The mark, centred on the origin, radius 50: six blades around a hexagonal opening."""

    def corner(radius, step):
        return radius * math.cos(step * math.pi / 3), radius * math.sin(step * math.pi / 3)

    for i, tone in enumerate(blades):
        outer, following = corner(50, i - 0.5), corner(50, i + 0.5)
        inner, opposite = corner(19, i + 0.75), corner(19, i - 0.25)
        c.polygon([outer, following, inner, opposite])
        c.fill(tone)


def icon(c):
    c.flood(PAPER)
    with c.placed(19, 19, 0.31):
        aperture(c)


def logo(c):
    with c.placed(20, 25, 0.39):
        aperture(c)
    c.text("querlicht", 46, 27, "Manrope ExtraBold", 23, INDIGO, -0.5)
    c.text("OPTICS", 47, 40.5, FACE, 8.6, "#5c5f8f", 6.1, bold=True)


def head(c, skin):
    """Neck, ears and face, the same for everyone."""
    shade = mix(skin, "#3a1a20", 0.2)
    c.rounded(37, 52, 16, 24, 7)
    c.fill(shade)
    for x in (28.2, 61.8):
        c.ellipse(x, 43, 3.6, 5)
    c.fill(shade)
    c.path(
        (28.5, 33),
        (28.5, 16, 61.5, 16, 61.5, 33),
        (61.5, 50, 56, 62, 45, 62),
        (34, 62, 28.5, 50, 28.5, 33),
    )
    c.fill(skin)


def features(c, skin, brow, smile=3.0):
    dark = "#2a2030"
    for x in (38, 52):
        c.ellipse(x, 41.5, 1.7, 2.1)
    c.fill(dark)
    for x, lean in ((38, 0.06), (52, -0.06)):
        c.cr.move_to(x - 3.6, 36.8 + lean * 8)
        c.cr.curve_to(x - 1.5, 35.4, x + 1.5, 35.4, x + 3.6, 36.8 - lean * 8)
    c.stroke(brow, 1.5)
    c.cr.move_to(45.4, 42.5)
    c.cr.curve_to(46.8, 45.5, 47, 47.3, 44.6, 47.6)
    c.stroke(mix(skin, "#5a2a28", 0.38), 1.2)
    c.cr.move_to(40.2, 52)
    c.cr.curve_to(42.5, 52 + smile, 47.5, 52 + smile, 49.8, 52)
    c.stroke(mix(skin, "#7a1f2b", 0.62), 1.6)
    for x in (34.2, 55.8):
        c.circle(x, 47.6, 3)
    c.fill("#e8644a", 0.16)


def shoulders(c, cloth):
    c.path((8, 90), (9, 74, 24, 69, 37, 67), (41, 73, 49, 73, 53, 67), (66, 69, 81, 74, 82, 90))
    c.fill(cloth)


def ground(c, low, high):
    """A plain ground with one large shape of light."""
    c.flood(low)
    c.circle(62, 34, 40)
    c.fill(high)


def glasses(c, paint):
    for x in (38, 52):
        c.rounded(x - 5.4, 37.6, 10.8, 8.6, 3.6)
    c.cr.move_to(43.4, 41)
    c.cr.curve_to(44.4, 40, 45.6, 40, 46.6, 41)
    c.cr.move_to(32.6, 41)
    c.cr.line_to(28.8, 40)
    c.cr.move_to(57.4, 41)
    c.cr.line_to(61.2, 40)
    c.stroke(paint, 1.3)


def amara(c):
    """Rounded natural hair, gold earrings, green jumper."""
    skin, hair = "#8d5a3b", "#241a1f"
    ground(c, "#f2b23e", "#f7c768")
    for x, y, r in (
        (45, 24, 20),
        (28, 30, 13),
        (62, 30, 13),
        (25, 42, 9.5),
        (65, 42, 9.5),
        (34, 18, 12),
        (56, 18, 12),
    ):
        c.circle(x, y, r)
    c.fill(hair)
    shoulders(c, "#1f7a68")
    head(c, skin)
    c.path(
        (28.6, 34),
        (29, 20, 61, 20, 61.4, 34),
        (56, 26, 51, 25.4, 45, 25.4),
        (39, 25.4, 34, 26, 28.6, 34),
    )
    c.fill(hair)
    features(c, skin, hair)
    for x in (27.6, 62.4):
        c.circle(x, 50.4, 2.3)
    c.stroke("#ffd76e", 1.4)
    c.path((36, 66), (40, 76, 50, 76, 54, 66), (57, 67), (52, 80, 38, 80, 33, 67))
    c.fill("#2c9a84")


def tomasz(c):
    """Side parting, full beard, glasses, shirt and blazer."""
    skin, hair = "#efc3a0", "#7a4526"
    ground(c, "#2f8fb5", "#55a9c9")
    shoulders(c, INDIGO)
    c.polygon([(34, 67), (45, 90), (56, 67), (51, 63), (39, 63)])
    c.fill("#ffffff")
    head(c, skin)
    c.path(
        (28.4, 40),
        (31, 47, 35, 48.5, 39, 48.2),
        (42, 47.8, 48, 47.8, 51, 48.2),
        (55, 48.5, 59, 47, 61.6, 40),
        (62, 56, 56, 67, 45, 67),
        (34, 67, 28, 56, 28.4, 40),
    )
    c.fill(hair)
    c.path(
        (27.5, 36),
        (24, 20, 33, 11, 46, 11.5),
        (60, 11, 66, 22, 62.5, 36),
        (61.5, 29, 58, 26, 54, 25.5),
        (46, 26, 38, 24, 35, 20.5),
        (35, 26, 30, 28, 27.5, 36),
    )
    c.fill(hair)
    features(c, skin, hair, 2.2)
    c.cr.move_to(40.2, 52.4)
    c.cr.curve_to(42.5, 55, 47.5, 55, 49.8, 52.4)
    c.stroke("#f3d4c0", 1.7)
    glasses(c, "#22243f")


def noor(c):
    """Headscarf in folds, plum coat."""
    skin, scarf = "#d9a074", "#e8644a"
    ground(c, "#cfe6df", "#e4f2ec")
    c.path(
        (20, 44),
        (18, 8, 72, 8, 70, 44),
        (71, 58, 68, 70, 64, 78),
        (26, 78),
        (22, 70, 19, 58, 20, 44),
    )
    c.fill(mix(scarf, "#5c1420", 0.3))
    shoulders(c, "#5b2a5e")
    head(c, skin)
    c.path(
        (45, 9),
        (68, 9, 74, 34, 67, 56),
        (64, 66, 57, 74, 48, 80),
        (30, 84, 22, 66, 21.5, 52),
        (17, 30, 24, 9, 45, 9),
    )
    # the face stays open
    c.path(
        (31.5, 40),
        (31, 24, 38, 20.5, 45, 20.5),
        (52, 20.5, 59, 24, 58.5, 40),
        (58, 52, 53, 61.5, 45, 61.5),
        (37, 61.5, 32, 52, 31.5, 40),
    )
    c.cr.set_fill_rule(1)
    c.fill(scarf)
    c.cr.set_fill_rule(0)
    for a, b, d, e in (
        ((24, 28), (30, 13), (40, 12.5), (48, 12.5)),
        ((66, 46), (64, 60), (54, 70), (41, 73)),
        ((63, 34), (64, 56), (54, 64), (40, 66.5)),
    ):
        c.cr.move_to(*a)
        c.cr.curve_to(*b, *d, *e)
    c.stroke("#f79477", 1.4)
    features(c, skin, "#3b2430", 3.2)


def jonas(c):
    """Grey crop, moustache, roll-neck."""
    skin, hair = "#f3cfb4", "#b9bcc6"
    ground(c, "#4348a8", "#5a60bf")
    shoulders(c, "#22243f")
    head(c, skin)
    c.rounded(34.5, 59.5, 21, 18, 4.5)
    c.fill("#30335a")
    c.path(
        (27.6, 38),
        (25, 22, 33, 13, 45, 13),
        (57, 13, 65, 22, 62.4, 38),
        (61, 32, 59.5, 27, 56, 24),
        (50, 22.5, 40, 22.5, 34, 24),
        (30.5, 27, 29, 32, 27.6, 38),
    )
    c.fill(hair)
    features(c, skin, "#8e919c", 2.6)
    c.path(
        (37.5, 51),
        (39, 47.6, 43, 47.6, 45, 49),
        (47, 47.6, 51, 47.6, 52.5, 51),
        (49, 50.6, 47, 51, 45, 51),
        (43, 51, 41, 50.6, 37.5, 51),
    )
    c.fill(hair)


def mei(c):
    """Black bob with a fringe, round glasses, yellow overall."""
    skin, hair = "#f0c8a0", "#1d1c2b"
    ground(c, "#e8644a", "#f08469")
    c.path(
        (23, 60),
        (19, 34, 24, 10, 45, 10),
        (66, 10, 71, 34, 67, 60),
        (62, 64, 56, 62, 55, 58),
        (35, 58),
        (34, 62, 28, 64, 23, 60),
    )
    c.fill(hair)
    shoulders(c, "#fbf6ea")
    c.polygon([(24, 71), (31, 69), (35, 81), (55, 81), (59, 69), (66, 71), (62, 90), (28, 90)])
    c.fill("#f2b23e")
    head(c, skin)
    c.path(
        (27, 54),
        (22, 30, 28, 14, 45, 14),
        (62, 14, 68, 30, 63, 54),
        (60.5, 48, 61, 40, 60, 33.5),
        (52, 34.5, 38, 34.5, 30, 33.5),
        (29, 40, 29.5, 48, 27, 54),
    )
    c.fill(hair)
    features(c, skin, hair, 3.4)
    glasses(c, "#c7452f")


PEOPLE = {"n2041": amara, "n2058": tomasz, "n2063": noor, "n2077": jonas, "n2090": mei}


def silhouette(c):
    """Stands where somebody has no photo."""
    ground(c, "#dcd8ea", "#e9e6f3")
    c.path((8, 90), (9, 72, 26, 66, 45, 66), (64, 66, 81, 72, 82, 90))
    c.circle(45, 41, 19)
    c.fill("#a9a4c9")


def draw(root):
    folder = root / "employee-card.pass"
    write(folder, "icon", 38, 38, icon)
    write(folder, "logo", 148, 50, logo, opaque=False)
    write(folder, "thumbnail", 90, 90, silhouette, colours=32)
    for name, portrait in PEOPLE.items():
        write(folder / "photos", name, 90, 90, portrait, colours=96)
